"""Writes expected.json: record objects and the rows that they must give, by json.dumps and the tables of records.json.

Usage: python3 expected.py ../../../Spec/records.json > expected.json

Nothing here knows the Swift code: canonical text is json.dumps(ensure_ascii=False) with compact separators, which
agrees with the wire for integers and for strings without a lone surrogate; those are escaped below.
"""

import json
import random
import re
import sys

TEXTS = [
    "", "a", "a/b", 'quote " and \\', "\u0000\u0001\b\t\n\f\r\u001f\u007f", "B\u00fcro", "Bu\u0308ro", "\U0001f600", "\uff5e",
    "\uf900\u8c48", "\uac00\u1100\u1161", "\u2028\u2029", "<&>", "\ud800", "x\udc00y", "\ufeff",
]
JSONS = ["[]", "{}", '["a","b"]', "null", "-0", "1e3", '"\\ud800"', '{"b":1,"a":[true]}', ' [ 1 ] ', '"\\/\U0001f600"']
INTEGERS = [0, 1, -1, 22, 1700000000999, 2**53 - 1, -(2**53 - 1), -(2**31), 2**32]


def text_of(value):
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[\ud800-\udfff]", lambda match: "\\u%04x" % ord(match.group()), text)


def value_for(field, rng):
    if field["nullable"] and rng.random() < 0.3:
        return None
    kind = field["type"]
    if kind == "string":
        return rng.choice(TEXTS)
    if kind == "integer":
        return rng.choice(INTEGERS)
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "json":
        return rng.choice(JSONS)
    return rng.choice(field["values"] + ["quantum", ""])


def case(record, rng, number):
    stamp = rng.choice([0, 1, 1700000000999, 2**53 - 1])
    row_id = rng.choice(["a", "h1", "kh.4a3b776ae7aa080c", "\U0001f600", "x" * 255, "id/~"])
    members = {}
    for field in record["fields"]:
        if field.get("sameAs"):
            continue
        members[field["name"]] = value_for(field, rng)
    unknown = {}
    if number % 2:
        unknown = {"zeta": {"b": 1, "a": [None, 2**60]}, "\u00e4": rng.choice(TEXTS), "Alpha": -5}
    data = {}
    for field in record["fields"]:
        data[field["name"]] = stamp if field.get("sameAs") else members[field["name"]]
    data.update(unknown)
    given = list(members.items())
    if number % 3 == 0:
        given = [(name, value) for name, value in given if value is not None]
    given += [("id", row_id), ("updatedAt", stamp)]
    rng.shuffle(given)
    given += list(unknown.items())
    row = {"data": data, "id": row_id, "updatedAt": stamp}
    decoded = {"id": row_id, "updatedAt": stamp, **members, **unknown}
    return {
        "collection": record["collection"],
        "record": text_of(dict(given)),
        "row": text_of(row),
        "decoded": text_of(decoded),
        "hash": fnv(text_of(data).encode()),
    }


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return "%016x" % value


def main():
    rng = random.Random(20240229)
    records = json.load(open(sys.argv[1]))["records"]
    cases = [case(record, rng, number) for record in records for number in range(6)]
    print("[\n" + ",\n".join(json.dumps(entry, ensure_ascii=True) for entry in cases) + "\n]")


main()
