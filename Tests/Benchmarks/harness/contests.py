"""The contract: what is compared with whom, and the least that we promise."""

from dataclasses import dataclass, field

from harness import places
from harness.places import AGE_KEY, PEERS, PYTHON, SYNCWIRE, WORK, data, key, short
from harness.ways import Way, ours, shell


@dataclass
class Contest:
    """Our way and its peers, each with the ratio of its time to ours that is promised, or None for information."""

    work: str
    way: Way
    peers: list
    rounds: int = 5
    # Items in a second that are promised, where no peer is; nothing is promised of a rate below 0.
    rate: float = 0
    # Whether all must write the same.
    agrees: bool = False
    # Whether the promise is that we take at most so many times what the peer takes.
    inverse: bool = False
    # Growth takes the samples of (operation, rows) from here.
    growth: tuple = field(default=())


def json_peers(operation, path, rounds=5):
    def library(name):
        return Way(name, [WORK / "bin/json", name, operation, "--input", path], rounds=rounds)

    return {name: library(name) for name in ("yyjson", "simdjson", "rapidjson")}


def json_contests():
    canonical, pretty = data(10_000), data(10_000, style="pretty")
    escapes = data(2_000, "escapes", style="pretty")

    def round_trip(name, *command):
        return Way(name, [*command, "roundtrip", "--input", canonical], rounds=3)

    yield Contest(
        "canonicalize, bytes to bytes, 4.8 MB",
        ours("canonicalize", canonical),
        [
            (json_peers("roundtrip", canonical)["yyjson"], 1.3),
            (round_trip("Foundation", WORK / "bin/foundation"), 25),
            (round_trip("Dart VM", places.dart(), PEERS / "json.dart"), 20),
            (round_trip("orjson", PYTHON, PEERS / "json_orjson.py"), 4),
            (round_trip("Node", places.node(), PEERS / "json.mjs"), 8),
            (json_peers("roundtrip", canonical)["simdjson"], None),
            (json_peers("roundtrip", canonical)["rapidjson"], None),
        ],
    )
    yield Contest(
        "the same, not canonical yet",
        ours("canonicalize", pretty),
        [(json_peers("roundtrip", pretty)["yyjson"], None)],
    )
    yield Contest(
        "canonical write from the document",
        ours("write", pretty),
        [(json_peers("write", pretty)["yyjson"], 1.2)],
    )
    for work, path, benchmark, least in (
        ("the same, worst-case escapes, canonical", data(2_000, "escaped", style="pretty"), "write", 2.5),
        ("the same, worst-case escapes to rewrite", escapes, "write", 2.5),
        ("canonical write from values", pretty, "write-model", None),
        ("the same, worst-case escapes", escapes, "write-model", None),
    ):
        yield Contest(work, ours(benchmark, path), [(json_peers("write", path)["yyjson"], least)])
    parsers = json_peers("parse", canonical)
    yield Contest(
        "strict parse, 4.8 MB",
        ours("parse", canonical),
        [(parsers["yyjson"], 1.0), (parsers["simdjson"], 1.0), (parsers["rapidjson"], None)],
    )
    for work, path, rounds in (
        ("canonicalize, Chinese and emoji", data(5_000, "chinese"), 5),
        ("canonicalize, worst-case escaping", escapes, 5),
        ("canonicalize, tiny, 48 KB", data(100), 200),
    ):
        yield Contest(
            work, ours("canonicalize", path, rounds=rounds), [(json_peers("roundtrip", path, rounds)["yyjson"], None)]
        )


def command(operation, rows, threads=None):
    """The command line's own way of an operation that grows with the rows."""
    name = f"{operation} {short(rows)}"
    if operation == "canonicalize":
        return Way(name, [SYNCWIRE, "canonicalize", data(rows)])
    if operation == "seal":
        more = ["--threads", str(threads)] if threads else []
        return Way(name, [SYNCWIRE, "seal", "--key", key(), *more, data(rows), "-o", "-"], stdout=WORK / "out")
    if operation == "open":
        archive = places.sealed(data(rows))
        return Way(
            name,
            [SYNCWIRE, "open", "--key", key(), "--max-plaintext", str(10**11), archive, "-o", "-"],
            stdout=WORK / "out",
        )
    pair = [data(rows, device=device) for device in "ab"]
    if operation == "merge":
        return Way(name, [SYNCWIRE, "merge", *pair, "-o", "-"], stdout=WORK / "out")
    return Way(name, [SYNCWIRE, "diff", *pair], status=1)


def command_contests(large):
    age = f"age -r {places.age_recipient()}"
    small, big = data(100_000), data(large)
    output = {"stdout": WORK / "out"}
    yield Contest(
        f"syncwire canonicalize, {short(large)} rows",
        command("canonicalize", large),
        [(Way("jq -c .", ["jq", "-c", ".", big]), 22)],
        rounds=2,
        growth=("canonicalize", large),
    )
    yield Contest(
        "seal, 1 thread, 100 k rows",
        command("seal", 100_000, 1),
        [(shell("gzip -6n | age", f"gzip -6n <'{small}' | {age}", ("gzip", "age"), **output), 1.05)],
    )
    yield Contest(
        "seal, 2 threads, 100 k rows",
        command("seal", 100_000, 2),
        [
            (shell("pigz -6 -p2 | age", f"pigz -6 -p2 <'{small}' | {age}", ("pigz", "age"), **output), 1.0),
            (
                shell(
                    "jq -c . | gzip -6n | age", f"jq -c . '{small}' | gzip -6n | {age}", ("jq", "gzip", "age"), **output
                ),
                4.2,
            ),
            (
                shell(
                    "libdeflate -6 | age",
                    f"libdeflate-gzip -6 -c <'{small}' | {age}",
                    ("libdeflate-gzip", "age"),
                    **output,
                ),
                None,
            ),
        ],
        growth=("seal", 100_000),
    )
    yield Contest(
        f"seal, 2 threads, {short(large)} rows",
        command("seal", large, 2),
        [(shell("pigz -6 -p2 | age", f"pigz -6 -p2 <'{big}' | {age}", ("pigz", "age"), **output), 1.4)],
        rounds=2,
        growth=("seal", large),
    )
    decrypt = f"age -d -i '{AGE_KEY}' '{places.aged(small)}' | gunzip"
    yield Contest(
        "open, 100 k rows",
        command("open", 100_000),
        [
            (shell("age -d | gunzip", decrypt, ("gzip", "age"), **output), 1.45),
            (shell("age -d | gunzip | jq -c .", f"{decrypt} | jq -c .", ("jq", "gzip", "age"), **output), 9),
        ],
        growth=("open", 100_000),
    )


def merge_contests(large):
    for work, order, benchmark, rate, more in (
        ("sorted", "sorted", "merge-sorted", 7e6, ()),
        ("not sorted", "shuffled", "merge-unsorted", 4.5e6, ()),
        ("sorted, no row shared", "sorted", "merge-sorted", -1, ("--shared", "no")),
    ):
        pair = [data(large, device=device, order=order) for device in "ab"]
        way = ours(benchmark, *pair, rounds=3, more=more)
        yield Contest(f"merge in memory, {short(large)} rows, {work}", way, [], rounds=2, rate=rate)
    pair = [data(100_000, device=device) for device in "ab"]
    yield Contest(
        "merge of two files, 100 k rows",
        command("merge", 100_000),
        [
            (Way("Node", [places.node(), PEERS / "merge.mjs", *pair], stdout=WORK / "out-node"), 9),
            (Way("orjson", [PYTHON, PEERS / "merge.py", *pair], stdout=WORK / "out-orjson"), 11),
            (Way("jq", ["jq", "-n", "-c", "-j", "-f", PEERS / "merge.jq", *pair], stdout=WORK / "out-jq"), 22),
        ],
        rounds=3,
        agrees=True,
        growth=("merge", 100_000),
    )
    yield Contest(
        f"diff against the side store, {short(large)} rows",
        ours("store-diff", data(large), rounds=2),
        [(ours("store-diff-joins", data(large), rounds=2), 2.3)],
        rounds=2,
    )


def small_contests():
    yield Contest(
        "open 10 k small sealed records",
        ours("records"),
        [
            (Way("Python cryptography", [PYTHON, PEERS / "records.py"], rounds=3), 10),
            (Way("Node", [places.node(), PEERS / "records.mjs"], rounds=3), 7),
        ],
    )
    yield Contest(
        "start: --version",
        Way("syncwire --version", [SYNCWIRE, "--version"], times=50),
        [(Way("true", ["/bin/true"], times=50), 1.7)],
        inverse=True,
    )
    archive = places.sealed(data(1))
    yield Contest(
        "start: a command with crypto",
        Way("syncwire inspect --key", [SYNCWIRE, "inspect", "--key", key(), archive], times=50),
        [(Way("age --version", ["age", "--version"], needs=("age",), times=50), 1.0)],
        inverse=True,
    )


def contests(large):
    """All of them, in the order of the table."""
    yield from json_contests()
    yield from command_contests(large)
    yield from merge_contests(large)
    yield from small_contests()
