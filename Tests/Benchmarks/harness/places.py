"""Where things are, and the data that all measure."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
RELEASE = ROOT / os.environ.get("SYNCWIRE_BUILD", ".build/static/release")
WORK = ROOT / ".build/bench"
DATA = WORK / "data"
PEERS = ROOT / "Tests/Benchmarks/peers"
SYNCWIRE = RELEASE / "syncwire"
BENCHMARKS = RELEASE / "Benchmarks"
PYTHON = WORK / "venv/bin/python"
KEY = WORK / "syncwire.key"
AGE_KEY = WORK / "age.key"
SEED = 1


def node():
    return os.environ.get("NODE", "node")


def dart():
    """The Dart VM that the Dart stack runs on, or a name that does not exist."""
    setup = subprocess.run([ROOT / "Tests/Stacks/setup"], capture_output=True, text=True)
    return setup.stdout.strip() if setup.returncode == 0 else "dart (Tests/Stacks/setup)"


def age_recipient():
    public = WORK / "age.pub"
    return public.read_text().strip() if public.exists() else "none"


def short(rows):
    """10 k, 1 M: how a number of rows is written."""
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if rows >= size and rows % size == 0:
            return f"{rows // size} {letter}"
    return str(rows)


def run(command, **options):
    """A step of preparation; the program ends where it fails."""
    command = list(map(str, command))
    if subprocess.run(command, **options).returncode != 0:
        sys.exit(f"bench: this failed: {' '.join(command)}")


# Files that can be made, with what makes each; most runs need a few of them.
MAKERS = {}


def is_older(path, than):
    return not path.exists() or path.stat().st_mtime < than.stat().st_mtime


def prepare(parts):
    """Makes the files that the parts of a command name."""
    for part in map(str, parts):
        for path in [path for path in MAKERS if str(path) in part]:
            # Once in a run is enough.
            MAKERS.pop(path)()


def data(rows, kind="hosts", style="canonical", device=None, order="sorted"):
    """A payload made from the seed, kept until the maker changes."""
    name = "-".join([kind, str(rows), style, order] + ([device] if device else []))
    path = DATA / f"{name}.json"
    command = [BENCHMARKS, "data", "--kind", kind, "--rows", rows, "--style", style, "--order", order]
    if device:
        command += ["--device", device]

    def make():
        sources = (ROOT / "Tests/Benchmarks/Swift/Data").glob("*.swift")
        if any(is_older(path, source) for source in sources):
            DATA.mkdir(parents=True, exist_ok=True)
            run(command + ["--seed", SEED, "-o", path])

    MAKERS[path] = make
    return path


def sealed(payload):
    """The payload sealed by us."""
    path = payload.with_suffix(".swa")

    def make():
        prepare([key(), payload])
        if is_older(path, payload):
            run([SYNCWIRE, "seal", "--key", KEY, payload, "-o", path, "--force"])

    MAKERS[path] = make
    return path


def aged(payload):
    """The payload compressed by gzip and encrypted by age."""
    path = payload.with_suffix(".gz.age")

    def make():
        prepare([payload])
        if is_older(path, payload):
            run(["bash", "-c", f"gzip -6n <'{payload}' | age -r {age_recipient()} >'{path}'"])

    MAKERS[path] = make
    return path


def key():
    """A key file of ours."""

    def make():
        if not KEY.exists():
            run([SYNCWIRE, "keygen", "-o", KEY], stdout=subprocess.DEVNULL)

    MAKERS[KEY] = make
    return KEY
