#!/usr/bin/env python3
"""Merges two payloads with orjson: `merge.py A B` writes the result to standard output.

The later stamp wins, of equal ones the larger text; keys of the payload likewise.
"""

import pathlib
import sys

import orjson


def main():
    collections, members = {}, {"schema": 1}
    for path in sys.argv[1:]:
        payload = orjson.loads(pathlib.Path(path).read_bytes())
        for name, rows in payload.pop("rows").items():
            merged = collections.setdefault(name, {})
            for row in rows:
                other = merged.get(row["id"])
                if other is None or wins(row, other):
                    merged[row["id"]] = row
        for key, value in payload.items():
            if key not in members or utf16(value) > utf16(members[key]):
                members[key] = value
    members["rows"] = {
        name: [rows[id] for id in sorted(rows, key=order)]
        for name, rows in sorted(collections.items(), key=lambda item: order(item[0]))
    }
    result = dict(sorted(members.items(), key=lambda item: order(item[0])))
    sys.stdout.buffer.write(orjson.dumps(result))


def wins(row, other):
    if row["updatedAt"] != other["updatedAt"]:
        return row["updatedAt"] > other["updatedAt"]
    # Most rows of the same stamp are the same.
    return row != other and utf16(row) > utf16(other)


def utf16(value):
    return order(orjson.dumps(value).decode())


def order(text):
    return text.encode("utf-16-be")


main()
