"""Records to rows and back, by the tables of records.json (RC)."""

from . import canonical_json, rows
from .errors import WireError
from .order import fnv1a64

MAX_INTEGER = 2**53 - 1
_TOMBSTONE = {"id", "updatedAt", "deletedAt"}


class Records:
    """The tables, made of the text of records.json."""

    def __init__(self, text):
        tables = canonical_json.parse(text)["records"]
        self.fields_of = {table["collection"]: table["fields"] for table in tables}

    def encode(self, collection, record_text):
        """The canonical bytes of the row of a record object, both as bytes (RC-13, RC-19)."""
        fields = self._fields(collection)
        record = canonical_json.parse(record_text)
        if not isinstance(record, dict):
            _fail("", "not an object")
        if record.keys() == _TOMBSTONE:
            return rows.write_row(record)
        data = {}
        for field in fields:
            name = field["name"]
            data[name] = record.get(name)
            # A field that is the row's own is judged with the row, below.
            if "sameAs" not in field:
                if name not in record and not field["nullable"]:
                    _fail("/data/" + name, "missing")
                _check_field(field, data[name])
        for name, value in record.items():
            if name not in data and name not in ("id", "updatedAt"):
                data[name] = value
        row = {"data": data}
        row.update((name, record[name]) for name in ("id", "updatedAt") if name in record)
        return rows.write_row(row)

    def decode(self, collection, row_text):
        """The canonical bytes of the record object of a row, both as bytes."""
        fields = self._fields(collection)
        row = rows.read_row(row_text)
        record = {"id": row["id"], "updatedAt": row["updatedAt"]}
        if "deletedAt" in row:
            record["deletedAt"] = row["deletedAt"]
            return canonical_json.write(record)
        self.check(collection, row)
        record.update((field["name"], row["data"][field["name"]]) for field in fields if "sameAs" not in field)
        declared = {field["name"] for field in fields}
        record.update((name, value) for name, value in row["data"].items() if name not in declared)
        return canonical_json.write(record)

    def check(self, collection, row):
        """Raises MALFORMED_RECORD unless a row that isn't a tombstone fits the table of its collection (RC-11)."""
        fields, data = self._fields(collection), row["data"]
        for field in fields:
            name = field["name"]
            if name not in data:
                _fail("/data/" + name, "missing")
            _check_field(field, data[name])
            if "sameAs" in field and data[name] != row["updatedAt"]:
                _fail("/data/" + name, "differs from the row's")
        for name in {"id", "updatedAt"} - {field["name"] for field in fields}:
            if name in data:
                _fail("/data/" + name, "a reserved name")

    def _fields(self, collection):
        if collection not in self.fields_of:
            raise WireError("INVALID_PARAMETER", "no such collection")
        return self.fields_of[collection]


def known_host_id(host_pattern, port, key_type):
    """The id of a knownHost row (RC-16)."""
    return "kh." + fnv1a64(f"{host_pattern}\n{port}\n{key_type}".encode("utf-8"))


def _check_field(field, value):
    path, kind = "/data/" + field["name"], field["type"]
    if value is None:
        if not field["nullable"]:
            _fail(path, "null")
    elif kind == "integer":
        # bool is a kind of int in Python and must not pass for one.
        if type(value) is not int or abs(value) > MAX_INTEGER:
            _fail(path, "not an integer, or too large")
    elif kind == "boolean":
        if not isinstance(value, bool):
            _fail(path, "neither true nor false")
    elif not isinstance(value, str):
        _fail(path, "not a string")
    elif kind == "json":
        try:
            canonical_json.parse(value.encode("utf-8"))
        except (WireError, UnicodeEncodeError):
            _fail(path, "the string holds no JSON text")


def _fail(path, reason):
    raise WireError("MALFORMED_RECORD", f"{reason} at {path or 'the top'}")
