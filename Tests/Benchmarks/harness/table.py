"""The one table, for people and as JSON."""

COLUMNS = ("work", "ours", "peer", "ratio", "MiB", "goal", "")


def verdict(line):
    if line.note:
        return line.note
    return {True: "met", False: "NOT MET", None: ""}[line.is_met]


def text(lines):
    """Columns as wide as they must be; a work that is on the line above is not repeated."""
    rows, previous = [COLUMNS], None
    for line in lines:
        work = "" if line.work == previous else line.work
        previous = line.work
        rows.append((work, line.ours, line.peer, line.ratio, line.memory, line.goal, verdict(line)))
    widths = [max(map(len, column)) for column in zip(*rows)]
    printed = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    printed.insert(1, "  ".join("-" * width for width in widths).rstrip())
    return "\n".join(printed)


def summary(lines):
    """How many promises are kept, and how many could not be looked at."""
    promised = [line for line in lines if line.goal]
    met, not_met = (sum(line.is_met is way for line in promised) for way in (True, False))
    return f"{met} of {len(promised)} goals met, {not_met} not, {len(promised) - met - not_met} not measured"


def as_json(lines):
    return [
        {
            "work": line.work,
            "goal": line.goal,
            "ours": line.ours,
            "peer": line.peer,
            "ratio": [round(ratio, 3) for ratio in line.ratios],
            "memory": line.memory,
            "met": line.is_met,
            "note": line.note,
        }
        for line in lines
    ]
