"""A testee with one fault: passes requests on to a real one, and spoils the answers in the way that argv[1] names."""
import base64
import json
import os
import subprocess
import sys
import time

fault, command = sys.argv[1], sys.argv[2:]
real = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
count = 0
memory = []
ending = 0


def spoiled(text, offset):
    archive = bytearray(base64.b64decode(text))
    archive[offset] ^= 1
    return base64.b64encode(bytes(archive)).decode()


def spoil_archive(answer, offset):
    answer["outputs"]["archive"] = spoiled(answer["outputs"]["archive"], offset)


def is_key_wrap(request):
    return base64.b64decode(request["inputs"]["archive"])[73] == 4


for line in sys.stdin:
    request = json.loads(line)
    if fault == "spies" and not set(request) <= {"id", "op", "protocol", "scratch", "inputs", "entropy"}:
        sys.exit("told too much")
    if fault == "opens-its-own" and request["op"] == "open" and request["inputs"]["archive"]:
        request["inputs"]["archive"] = spoiled(request["inputs"]["archive"], -1)
        line = json.dumps(request) + "\n"
    real.stdin.write(line.encode())
    real.stdin.flush()
    answer = json.loads(real.stdout.readline())
    count += 1
    op, ok = request["op"], answer.get("status") == "ok"
    if op == "hello":
        if fault == "silent-hello":
            sys.exit(0)
        if fault == "no-features":
            del answer["features"]
        if fault == "ignores-hello":
            continue
        if fault == "hello-late":
            time.sleep(60)
        if fault == "other-after-crash":
            answer["implementation"]["version"] = str(os.getpid())
        if fault in ("lacks-aes-kw", "lacks-everything"):
            answer["features"] = []
    elif fault in ("lacks-aes-kw", "refuses-aes-kw") and op == "open" and is_key_wrap(request):
        answer = {"id": answer["id"], "status": "unsupported", "feature": "aes-kw"}
    elif fault == "lacks-everything" and op == "open":
        answer = {"id": answer["id"], "status": "unsupported", "feature": "scrypt"}
    elif fault == "other-kek" and op == "seal" and ok:
        spoil_archive(answer, 120)
        answer["intermediates"]["kekCheck.0"] = "00" * 8
        answer["intermediates"]["headerMac"] = "00" * 32
    elif fault == "other-mac" and op == "seal" and ok:
        spoil_archive(answer, 170)
        answer["intermediates"]["headerMac"] = "00" * 32
    elif fault == "refuses-solidus" and op == "canonicalize" and ok and b"/" in base64.b64decode(
        answer["outputs"]["canonical"]
    ):
        answer = {"id": answer["id"], "status": "rejected", "error": {"class": "MALFORMED_JSON", "message": "/"}}
    elif fault == "wrong-canonical" and op == "canonicalize" and ok:
        answer["outputs"]["canonical"] = base64.b64encode(b"null ").decode()
    elif fault == "accepts-everything" and answer["status"] == "rejected":
        answer = {"id": answer["id"], "status": "ok", "outputs": {"canonical": "", "plaintext": "", "row": ""}}
    elif fault == "says-yes" and answer["status"] == "unsupported":
        answer = {"id": answer["id"], "status": "ok", "outputs": {}}
    elif fault == "wrong-class" and answer["status"] == "rejected":
        answer["error"]["class"] = "MALFORMED_HEADER"
    elif fault == "no-class" and answer["status"] == "rejected":
        del answer["error"]["class"]
    elif fault == "refuses-what-it-declared" and op == "open":
        answer = {"id": answer["id"], "status": "unsupported", "feature": "op:open"}
    elif fault == "other-header" and op == "seal" and ok:
        spoil_archive(answer, 80)
    elif fault in ("other-payload", "opens-its-own") and op == "seal" and ok:
        spoil_archive(answer, -1)
    elif fault == "changes-its-mind" and op == "seal" and ok and os.environ.get("TZ") == "Asia/Kathmandu":
        spoil_archive(answer, -1)
    elif fault == "wrong-plaintext" and op == "open" and ok:
        answer["outputs"]["plaintext"] = base64.b64encode(b"{}").decode()
    elif fault == "wrong-id":
        answer["id"] += 1
    elif fault in ("crash", "other-after-crash") and count == 3:
        os._exit(3)
    elif fault == "late" and count == 3:
        time.sleep(60)
    elif fault == "closes-output" and op == "compress":
        os.close(1)
        time.sleep(60)
    elif fault == "upper-hex" and op == "seal" and ok:
        answer["intermediates"]["headerMac"] = answer["intermediates"]["headerMac"].upper()
    elif fault == "memorizes" and op in ("canonicalize", "compress", "encodeRecord"):
        memory.append(answer)
        if len(memory) > 4:
            answer = memory[(len(memory) - 1) % 4] | {"id": answer["id"]}
    elif fault == "signal" and count == 3:
        os.kill(os.getpid(), 9)
    elif fault == "half-a-line" and count == 3:
        sys.stdout.write(json.dumps(answer)[:20])
        sys.stdout.flush()
        os._exit(0)
    elif fault == "not-json" and count == 3:
        print("Traceback (most recent call last):", flush=True)
        continue
    elif fault == "floods-stderr":
        sys.stderr.write("x" * 300_000 + "\n")
    if fault == "mute" and op != "hello":
        continue
    text = json.dumps(answer)
    if fault == "twice" and count > 2:
        print(text, flush=True)
    if fault == "same-member-twice" and count > 2:
        text = text.replace('"status"', '"status": "ok", "status"', 1)
    print(text, flush=True)
    if fault == "ends-with-5" and op == "open":
        ending = 5
real.stdin.close()
sys.exit(ending)
