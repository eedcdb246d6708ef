"""Rows, their hash, and the check of a snapshot (RW, PL)."""

from . import canonical_json
from .errors import WireError
from .order import fnv1a64, has_lone_surrogate, is_ascending, utf16_key

MAX_TIME = 2**53 - 1


def read_row(data):
    """The row in a JSON text, as a dict. Raises MALFORMED_JSON or MALFORMED_ROW."""
    row = canonical_json.parse(data)
    check_row(row)
    return row


def write_row(row):
    """The canonical bytes of a row: its own keys sorted, everything inside of them left alone (RW-2, RW-3)."""
    check_row(row)
    return canonical_json.write(in_order(row))


def content_hash(row):
    """The hash of a row's data, 16 hex digits (RW-11 to RW-14)."""
    return fnv1a64(canonical_json.write(row["data"]) if "data" in row else b"")


def check_row(row):
    """Raises MALFORMED_ROW unless RW-1 to RW-7 hold, the order of keys left out."""
    if not isinstance(row, dict):
        _fail("", "not an object")
    if ("data" in row) == ("deletedAt" in row):
        _fail("/data", "one of data and deletedAt is needed")
    if "data" in row and not isinstance(row["data"], dict):
        _fail("/data", "not an object")
    name = row.get("id")
    if not isinstance(name, str) or not 1 <= len(utf16_key(name)) // 2 <= 255 or has_lone_surrogate(name):
        _fail("/id", "not a string of 1 to 255 UTF-16 units without an unpaired surrogate")
    for key in ("updatedAt", "deletedAt"):
        if key in row or key == "updatedAt":
            time = row.get(key)
            if type(time) is not int or not 0 <= time <= MAX_TIME:
                _fail("/" + key, "not an integer of milliseconds")
    if "deletedAt" in row and row["deletedAt"] != row["updatedAt"]:
        _fail("/updatedAt", "differs from deletedAt")


def read_payload(data):
    """The payload in a JSON text of any order, sorted (PL-12); an id may be there twice.

    Raises MALFORMED_JSON, MALFORMED_ROW or NOT_CANONICAL.
    """
    payload = canonical_json.parse(data)
    _need(isinstance(payload, dict), "", "not an object")
    _need(type(payload.get("schema")) is int and payload["schema"] == 1, "/schema", "not the integer 1")
    _need(isinstance(payload.get("rows"), dict), "/rows", "not an object")
    collections = {}
    for name in sorted(payload["rows"], key=utf16_key):
        rows, path = payload["rows"][name], "/rows/" + pointer_part(name)
        _need(name and not has_lone_surrogate(name), path, "no name for a collection")
        _need(isinstance(rows, list), path, "not an array")
        for row in rows:
            check_row(row)
        collections[name] = sorted((in_order(row) for row in rows), key=lambda row: utf16_key(row["id"]))
    return in_order({**payload, "rows": collections})


def in_order(members):
    """The same object with its own keys sorted (RW-2, PL-2)."""
    return {key: members[key] for key in sorted(members, key=utf16_key)}


def check_snapshot(plaintext):
    """Raises NOT_CANONICAL unless this may be the plaintext of a snapshot (PL-9)."""
    value = check_canonical(plaintext)
    if isinstance(value, dict) and "rows" in value:
        _check_payload(value)


def check_canonical(plaintext):
    """The value of a canonical JSON text; anything else is NOT_CANONICAL (PL-10)."""
    try:
        value = canonical_json.parse(plaintext)
    except WireError as error:
        raise WireError("NOT_CANONICAL", error.reason) from None
    canonical = canonical_json.write(value)
    if canonical != plaintext:
        shorter = min(len(canonical), len(plaintext))
        same = next((i for i in range(shorter) if canonical[i] != plaintext[i]), shorter)
        raise WireError("NOT_CANONICAL", f"not the canonical text from byte {same} on")
    return value


def _check_payload(payload):
    collections = payload["rows"]
    _need(type(payload.get("schema")) is int and payload["schema"] == 1, "/schema", "not the integer 1")
    _need(isinstance(collections, dict), "/rows", "not an object")
    _need(is_ascending(payload), "", "keys are not sorted")
    _need(is_ascending(collections), "/rows", "keys are not sorted")
    for name, rows in collections.items():
        path = "/rows/" + pointer_part(name)
        _need(name and not has_lone_surrogate(name), path, "no name for a collection")
        _need(isinstance(rows, list), path, "not an array")
        for index, row in enumerate(rows):
            try:
                check_row(row)
            except WireError as error:
                raise WireError("NOT_CANONICAL", f"{path}/{index}: {error.reason}") from None
            _need(is_ascending(row), f"{path}/{index}", "keys are not sorted")
        _need(is_ascending([row["id"] for row in rows]), path, "ids are not sorted, or one is there twice")


def pointer_part(key):
    """A key as a part of a JSON Pointer; it must be printable, so unpaired surrogates are escaped (CJ-36)."""
    return key.replace("~", "~0").replace("/", "~1").encode("utf-8", "backslashreplace").decode("utf-8")


def _need(condition, path, reason):
    if not condition:
        raise WireError("NOT_CANONICAL", f"{reason} at {path or 'the top'}")


def _fail(path, reason):
    raise WireError("MALFORMED_ROW", f"{reason} at {path or 'the top'}")
