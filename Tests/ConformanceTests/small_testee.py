"""A testee with one operation, written from TP alone, and with the fault that argv[1] names."""
import base64
import binascii
import hashlib
import json
import os
import sys
import time

fault, once = sys.argv[1], "--once" in sys.argv
scratch = None


def read(value):
    if isinstance(value, dict):
        if fault == "no-files" or scratch is None or os.path.dirname(value["file"]) != scratch:
            raise ValueError("a file")
        with open(value["file"], "rb") as file:
            return file.read()
    data = base64.b64decode(value, validate=True)
    if base64.b64encode(data).decode() != value:
        raise ValueError("bits that mean nothing")
    return data


def write(data):
    if len(data) <= 65536 or fault == "long-line":
        return base64.b64encode(data).decode()
    path = os.path.join(scratch, "small")
    with open(path, "wb") as file:
        file.write(data)
    digest = "0" * 64 if fault == "wrong-sha" else hashlib.sha256(data).hexdigest()
    return {"file": path, "sha256": digest, "length": len(data)}


def respond(request):
    global scratch
    op = request["op"]
    if op == "hello":
        scratch = request["scratch"]
        facts = {name: "x" for name in ("name", "version", "language", "runtime", "zlib")}
        if fault == "no-zlib":
            del facts["zlib"]
        features = [1] if fault == "number-as-feature" else []
        operations = [] if fault == "no-operations" else ["canonicalize"]
        return {"status": "ok", "implementation": facts, "operations": operations, "features": features}
    if op == "toString" and fault == "javascript":
        return {"status": "rejected", "error": {"class": "INTERNAL", "message": "not a function"}}
    if op != "canonicalize":
        if fault == "says-yes":
            return {"status": "ok", "outputs": {}}
        return {"status": "unsupported", "feature": "op:" + op}
    if fault == "broken-codec":
        return {"status": "rejected", "error": {"class": "INVALID_PARAMETER", "message": "always"}}
    try:
        if fault == "strict" and set(request["inputs"]) != {"json"}:
            raise ValueError("unknown members")
        data = read(request["inputs"]["json"])
    except (KeyError, TypeError, ValueError, binascii.Error):
        if fault == "crashes":
            raise
        name = "MALFORMED_JSON" if fault == "wrong-class" else "INVALID_PARAMETER"
        return {"status": "rejected", "error": {"class": name, "message": "wrong inputs"}}
    return {"status": "ok", "outputs": {"canonical": write(data[::-1] if fault == "wrong-codec" else data)}}


for line in sys.stdin:
    try:
        request = json.loads(line)
    except ValueError:
        sys.exit(0 if fault == "once-is-0" else 2)
    if fault == "slow":
        time.sleep(30)
    answer = {"id": request["id"], **respond(request)}
    if fault == "id-0":
        answer["id"] = 0
    if fault == "id-32-bit":
        answer["id"] &= 0xFFFFFFFF
    print(json.dumps(answer), flush=True)
    if fault == "empty-lines":
        print(flush=True)
    if once and fault != "no-once":
        codes = {"ok": 0, "rejected": 1, "unsupported": 127}
        sys.exit(0 if fault == "once-is-0" else codes[answer["status"]])
if fault == "ends-with-3":
    sys.exit(3)
if fault == "stays":
    time.sleep(30)
