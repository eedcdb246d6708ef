"""The growth as a picture: SVG with logarithmic axes, time on the left, memory on the right."""

import math

from harness.places import short

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9")
WIDTH, HEIGHT, LEFT, TOP = 380, 300, 70, 40


def decades(values):
    """The whole powers of ten around some values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def power(exponent, unit):
    return f"{10 ** exponent:g} {unit}"


def panel(title, unit, column, points, x_offset):
    """One diagram: `column` of each point over its rows."""
    series = {name: [(point[0], point[column]) for point in reached] for name, reached in points.items() if reached}
    if not series:
        return []
    rows = decades([x for reached in series.values() for x, _ in reached])
    values = decades([y for reached in series.values() for _, y in reached])

    def place(x, y):
        return (
            x_offset + LEFT + WIDTH * (math.log10(x) - rows[0]) / (rows[1] - rows[0]),
            TOP + HEIGHT * (1 - (math.log10(y) - values[0]) / (values[1] - values[0])),
        )

    parts = [f'<text x="{x_offset + LEFT}" y="{TOP - 14}" font-weight="bold">{title}</text>']
    for exponent in range(values[0], values[1] + 1):
        x, y = place(10 ** rows[0], 10**exponent)
        parts.append(f'<path class="grid" d="M{x:.1f} {y:.1f}h{WIDTH}"/>')
        parts.append(f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{power(exponent, unit)}</text>')
    for exponent in range(rows[0], rows[1] + 1):
        x, y = place(10**exponent, 10 ** values[0])
        parts.append(f'<path class="grid" d="M{x:.1f} {y:.1f}v-{HEIGHT}"/>')
        parts.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{short(10**exponent)} rows</text>')
    for (name, reached), colour in zip(series.items(), COLOURS):
        spots = [place(*spot) for spot in reached]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{line}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in spots]
    return parts


def svg(points):
    """The whole picture as text."""
    width, height = 2 * (WIDTH + LEFT + 30), TOP + HEIGHT + 70
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="12">',
        "<title>Time and peak memory of each command by the number of rows</title>",
        "<style>.grid{stroke:#ddd;fill:none}</style>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    parts += panel("Time", "s", 1, points, 0)
    in_mebibytes = {name: [(r, s, peak / 1024) for r, s, peak in reached] for name, reached in points.items()}
    parts += panel("Peak memory", "MiB", 2, in_mebibytes, WIDTH + LEFT + 30)
    for number, (name, colour) in enumerate(zip(points, COLOURS)):
        x, y = LEFT + number * 120, TOP + HEIGHT + 48
        parts.append(f'<rect x="{x}" y="{y - 10}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{x + 18}" y="{y}">{name}</text>')
    return "\n".join(parts + ["</svg>", ""])
