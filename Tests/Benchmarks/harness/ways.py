"""Ways to do a piece of work: a process that times itself, or a command that is timed from outside."""

import json
import shutil
import statistics
import subprocess
from dataclasses import dataclass

from harness import places

HOW_TO_GET = {
    "json": "Tests/setup bench, then Tests/Benchmarks/setup",
    "python": "Tests/Benchmarks/setup, with PyPI in reach",
    "foundation": "Tests/Benchmarks/setup",
    "node": "apt-get install nodejs",
    "age": "apt-get install age",
    "jq": "apt-get install jq",
    "pigz": "apt-get install pigz",
    "gzip": "apt-get install gzip",
    "libdeflate-gzip": "apt-get install libdeflate-tools",
    "sqlite3": "apt-get install sqlite3",
    "syncwire": "make release",
}


class Failed(Exception):
    """A process that did not do its work."""


@dataclass
class Sample:
    """Of one round: seconds, peak memory in KiB, items where the work is counted in them."""

    seconds: float
    peak: int
    items: int = 0


@dataclass
class Way:
    """A command and how it is timed; it counts as missing without one of `needs`.

    With `rounds` the process times itself that often, after a round for warming up, and is told so by `--rounds`;
    else it is started `times` times and timed as a whole.
    """

    name: str
    command: list
    needs: tuple = ()
    rounds: int = 0
    times: int = 1
    status: int = 0
    stdin: object = "-"
    stdout: object = "/dev/null"

    def missing(self):
        """How to get what is not there, or None."""
        scripts = [part for part in self.command if str(part).startswith(str(places.PEERS)) and not part.exists()]
        if scripts:
            return f"no {scripts[0].name}"
        for need in (self.command[0], *self.needs):
            if not shutil.which(str(need)):
                name = str(need).rsplit("/", 1)[-1]
                return HOW_TO_GET.get(name, f"no {name}")
        return None

    def run(self):
        places.prepare([*self.command, self.stdin])
        command = list(map(str, self.command))
        streams = [str(self.stdin), str(self.stdout)]
        if self.rounds:
            command += ["--rounds", str(self.rounds)]
            lines = self._lines([str(places.WORK / "bin/measured"), "1", "0", streams[0], "-", *command])
            own, whole = lines[-2], lines[-1]
            return Sample(statistics.median(own["seconds"]), own.get("peakKiB") or whole["peakKiB"], own.get("items", 0))
        lines = self._lines(
            [str(places.WORK / "bin/measured"), str(self.times), str(self.status), *streams, *command]
        )
        return Sample(
            statistics.median(line["seconds"][0] for line in lines), max(line["peakKiB"] for line in lines)
        )

    def _lines(self, command):
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode != 0:
            raise Failed(f"{self.name}: {(process.stderr + process.stdout).strip()[-300:]}")
        # The output of a process that times itself goes where its messages go.
        text = process.stdout + process.stderr
        lines = [line for line in text.splitlines() if line.startswith("{")]
        return [json.loads(line) for line in sorted(lines, key=lambda line: '"name"' not in line)]


def shell(name, script, needs, **options):
    """A pipeline; its peak memory is that of its largest process."""
    return Way(name, ["bash", "-o", "pipefail", "-c", script], needs=needs, **options)


def ours(benchmark, *inputs, rounds=5, more=()):
    """One of our own benchmarks, in one process."""
    command = [places.BENCHMARKS, "run", benchmark, *more]
    for path in inputs:
        command += ["--input", path]
    return Way(benchmark, command, rounds=rounds)
