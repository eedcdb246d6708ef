"""A testee whose codec is Python's own modules as they come, in the way that argv[1] names. Wrong on purpose."""
import base64
import gzip
import json
import platform
import sys
import zlib


class Rejected(Exception):
    pass


def parse(data):
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Rejected("MALFORMED_JSON", str(error)) from error


def canonicalize(inputs, **options):
    try:
        return {"canonical": base64.b64encode(json.dumps(parse(inputs["json"]), **options).encode()).decode()}
    except UnicodeEncodeError as error:
        raise Rejected("MALFORMED_JSON", str(error)) from error


def compare(inputs):
    a, b = parse(inputs["a"]), parse(inputs["b"])
    if not (isinstance(a, str) and isinstance(b, str)):
        raise Rejected("INVALID_PARAMETER", "no strings")
    return {"order": (a > b) - (a < b)}


def compress(inputs):
    pack = {0: bytes, 1: gzip.compress, 2: zlib.compress}[inputs["codec"]]
    return {"compressed": base64.b64encode(pack(inputs["msg"])).decode()}


def decompress(inputs):
    unpack = {0: bytes, 1: gzip.decompress, 2: zlib.decompress}[inputs["codec"]]
    try:
        return {"msg": base64.b64encode(unpack(inputs["compressed"])).decode()}
    except (OSError, EOFError, zlib.error) as error:
        raise Rejected("MALFORMED_PAYLOAD", str(error)) from error


def sorted_dumps(inputs):
    return canonicalize(inputs, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


OPERATIONS = {
    "json.dumps": {"canonicalize": canonicalize},
    "json.dumps-sorted": {"canonicalize": sorted_dumps},
    "str-order": {"compareUTF16": compare},
    "gzip": {"compress": compress, "decompress": decompress},
}[sys.argv[1]]


def bytes_of(value):
    if isinstance(value, dict) and "file" in value:
        with open(value["file"], "rb") as file:
            return file.read()
    return base64.b64decode(value, validate=True)


def answer(request):
    operation = request["op"]
    if operation == "hello":
        runtime = f"{platform.python_implementation()} {platform.python_version()}"
        facts = {"name": sys.argv[1], "version": "1", "language": "python", "runtime": runtime,
                 "zlib": zlib.ZLIB_RUNTIME_VERSION}
        return {"status": "ok", "implementation": facts, "operations": list(OPERATIONS), "features": []}
    if operation not in OPERATIONS:
        return {"status": "unsupported", "feature": "op:" + operation}
    names = ("json", "a", "b", "msg", "compressed")
    try:
        inputs = {name: bytes_of(value) if name in names else value for name, value in request["inputs"].items()}
        return {"status": "ok", "outputs": OPERATIONS[operation](inputs)}
    except Rejected as error:
        return {"status": "rejected", "error": {"class": error.args[0], "message": error.args[1]}}


for line in sys.stdin.buffer:
    request = json.loads(line)
    sys.stdout.write(json.dumps({"id": request["id"], **answer(request)}) + "\n")
    sys.stdout.flush()
