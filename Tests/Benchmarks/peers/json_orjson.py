#!/usr/bin/env python3
"""Times orjson from bytes to bytes: `json_orjson.py roundtrip --input FILE [--rounds N]` prints a line of JSON."""

import argparse
import json
import pathlib
import time

import orjson


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("operation", choices=["roundtrip"])
    parser.add_argument("--input", type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    content = arguments.input.read_bytes()
    orjson.dumps(orjson.loads(content))
    seconds = []
    for _ in range(arguments.rounds):
        begin = time.perf_counter()
        orjson.dumps(orjson.loads(content))
        seconds.append(time.perf_counter() - begin)
    print(json.dumps({"name": "orjson roundtrip", "seconds": seconds, "bytes": len(content)}))


main()
