"""Runs contests in turns, so that a slow moment of the machine hits all alike."""

import hashlib
import statistics
import sys
from dataclasses import dataclass

from harness import places
from harness.ways import Failed


@dataclass
class Line:
    """A line of the table; `is_met` is None where nothing is promised or could be measured."""

    work: str
    goal: str
    ours: str = ""
    peer: str = ""
    ratio: str = ""
    memory: str = ""
    is_met: object = None
    note: str = ""
    # (least, median, greatest) of the rounds' ratios.
    ratios: tuple = ()


def seconds(value):
    if value < 1e-3:
        return f"{value * 1e6:.0f} us"
    return f"{value * 1e3:.1f} ms" if value < 0.1 else f"{value * 1e3:.0f} ms" if value < 10 else f"{value:.1f} s"


def mebibytes(kibibytes):
    return f"{kibibytes / 1024:.1f}" if kibibytes < 102_400 else f"{kibibytes / 1024:.0f}"


def spread(values):
    return tuple(sorted(values)[at] for at in (0, -1))


def same_bytes(rows):
    """Whether a sealed payload is the same however many threads share the work."""
    line = Line(f"bytes of seal at 1, 2, 8 threads, {places.short(rows)} rows", "the same")
    print(f"bench: {line.work}", file=sys.stderr)
    source, archive = places.data(rows), places.WORK / "out"
    places.prepare([source])
    digests = set()
    for threads in (1, 2, 8):
        command = [places.BENCHMARKS, "seal", "--input", source, "--threads", threads, "-o", archive]
        places.run(command)
        digests.add(hashlib.sha256(archive.read_bytes()).hexdigest())
    line.is_met = len(digests) == 1
    line.ours = min(digests)[:12] if line.is_met else f"{len(digests)} archives"
    return line


class Bench:
    """Collects samples by way, and what went wrong."""

    def __init__(self, rounds=None):
        self.rounds = rounds
        self.grown = {}
        self.faults = []

    def samples(self, ways, rounds):
        """Of each way that is there, a sample a round; every other round goes backwards."""
        samples = {way.name: [] for way in ways}
        notes = {}
        for number in range(self.rounds or rounds):
            for way in ways if number % 2 == 0 else reversed(ways):
                if way.name in notes:
                    continue
                try:
                    samples[way.name].append(way.run())
                except Failed as fault:
                    notes[way.name] = "failed"
                    self.faults.append(str(fault))
                    if way is ways[0]:
                        return samples, notes
        return samples, notes

    def hold(self, contest):
        """The lines of a contest, one for each peer, or one for its rate."""
        peers = [way for way, _ in contest.peers]
        print(f"bench: {contest.work}", file=sys.stderr)
        ways = [way for way in (contest.way, *peers) if not way.missing()]
        # Without our own time there is nothing to compare.
        samples, notes = self.samples(ways, contest.rounds) if contest.way in ways else ({}, {contest.way.name: "failed"})
        own = samples.get(contest.way.name, [])
        if contest.growth and own:
            self.grown[contest.growth] = own
        if contest.rate:
            yield self._rate(contest, own)
        if contest.agrees and own:
            # Else the figures are of different work.
            right = contest.way.stdout.read_bytes()
            for way in ways[1:]:
                if way.name not in notes and way.stdout.read_bytes() != right:
                    notes[way.name] = "another result than ours"
        for way, least in contest.peers:
            relation = "" if least is None else f"<= {least} x" if contest.inverse else f">= {least} x"
            line = Line(contest.work, relation, peer=way.name)
            missing = way.missing()
            if not own:
                line.note, line.is_met = "failed", False if least else None
            elif missing:
                line.note = f"not available: {missing}"
            elif way.name in notes:
                line.note = f"the peer: {notes[way.name]}"
            else:
                self._compare(contest, own, samples[way.name], least, line)
            yield line

    def _compare(self, contest, own, peer, least, line):
        ratios = [theirs.seconds / mine.seconds for mine, theirs in zip(own, peer)]
        if contest.inverse:
            ratios = [1 / ratio for ratio in ratios]
        median = statistics.median(ratios)
        low, high = spread(ratios)
        line.ratios = (low, median, high)
        line.ratio = f"{low:.2f}..{median:.2f}..{high:.2f}"
        line.ours = seconds(statistics.median(sample.seconds for sample in own))
        line.peer += " " + seconds(statistics.median(sample.seconds for sample in peer))
        line.memory = " / ".join(mebibytes(max(sample.peak for sample in side)) for side in (own, peer))
        if least is not None:
            line.is_met = median <= least if contest.inverse else median >= least

    @staticmethod
    def _rate(contest, own):
        line = Line(contest.work, f">= {contest.rate / 1e6:g} M rows/s" if contest.rate > 0 else "")
        if not own:
            line.note, line.is_met = "failed", False if contest.rate > 0 else None
            return line
        rates = [sample.items / sample.seconds / 1e6 for sample in own]
        low, high = spread(rates)
        median = statistics.median(rates)
        line.ratios = (low, median, high)
        line.ratio = f"{low:.2f}..{median:.2f}..{high:.2f} M/s"
        line.ours = seconds(statistics.median(sample.seconds for sample in own))
        line.memory = mebibytes(max(sample.peak for sample in own))
        line.is_met = median * 1e6 >= contest.rate if contest.rate > 0 else None
        return line
