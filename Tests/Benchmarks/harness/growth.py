"""Time and memory as the rows grow, and the promises about both."""

import sys

from harness.contests import command
from harness.measure import Line, mebibytes, seconds
from harness.places import short

OPERATIONS = ("canonicalize", "seal", "open", "merge", "diff")
PEAK_KIB = 8 * 1024
# What is still linear and flat: the time of a row at the end against that in the middle, the peak against the first.
LINEAR = 1.3
FLAT_KIB = 1024


def grow(bench, sizes):
    """Of each operation, a list of (rows, seconds, KiB), shorter where it failed."""
    points = {}
    for operation in OPERATIONS:
        points[operation] = []
        for rows in sizes:
            samples = bench.grown.get((operation, rows))
            if not samples:
                way = command(operation, rows)
                print(f"bench: growth, {way.name}", file=sys.stderr)
                samples = bench.samples([way], 3 if rows <= 100_000 else 1)[0][way.name]
            if samples:
                # The fastest round is the one that the rest of the machine disturbed least.
                time = min(sample.seconds for sample in samples)
                points[operation].append((rows, time, max(sample.peak for sample in samples)))
    return points


def lines(points, sizes):
    """The lines of the table about peaks and growth."""
    for operation, reached in points.items():
        work, goal = f"peak memory, {operation}, {short(sizes[-1])} rows", "<= 8 MiB + a row"
        if len(reached) < len(sizes):
            yield Line(work, goal, note="failed", is_met=False)
            continue
        rows, time, peak = reached[-1]
        yield Line(work, goal, seconds(time), memory=mebibytes(peak), is_met=peak <= PEAK_KIB)
    for operation, reached in points.items():
        work, goal = f"growth, {operation}, {short(sizes[0])} to {short(sizes[-1])} rows", "linear time, flat memory"
        if len(reached) < len(sizes) or len(reached) < 2:
            yield Line(work, goal, note="failed", is_met=False)
            continue
        (first_rows, _, first_peak), (rows, time, peak) = reached[0], reached[-1]
        middle_rows, middle_time, _ = reached[-2]
        factor = time / rows / (middle_time / middle_rows)
        line = Line(work, goal, seconds(time), f"{seconds(middle_time)} at {short(middle_rows)}")
        line.ratio = f"{factor:.2f} a row"
        line.memory = f"{mebibytes(first_peak)} -> {mebibytes(peak)}"
        line.is_met = factor <= LINEAR and peak - first_peak <= FLAT_KIB
        yield line
