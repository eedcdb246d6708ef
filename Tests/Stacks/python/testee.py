"""The testee (TP): requests on stdin, answers on stdout, a JSON object a line. Not for applications: the entropy of
archives is chosen by the one who asks."""

import base64
import binascii
import hashlib
import os
import platform
import re
import sys
import zlib

import cryptography

from syncwire import acceptance, canonical_json, codec, envelope, header, keys, merge, order, profile, reconcile, rows
from syncwire.errors import WireError
from syncwire.records import Records

INLINE = 65536
INTEGERS = range(-(2**63), 2**63)
DRAWING = ("seal", "rewrap")
SLOT_TYPES = {"raw": header.RAW, "pbkdf2": header.PBKDF2, "scrypt": header.SCRYPT, "aes-kw": header.AES_KW}
TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "Spec", "records.json")


def bad(reason):
    return WireError("INVALID_PARAMETER", reason)


class Inputs:
    """The inputs of a request; what is missing or of the wrong type is INVALID_PARAMETER (TP-8)."""

    def __init__(self, members, scratch):
        if not isinstance(members, dict):
            raise bad("inputs is no object")
        self.members, self.scratch = members, scratch

    def has(self, name):
        return name in self.members

    def text(self, name, choices=None):
        value = self.members.get(name)
        if not isinstance(value, str) or choices and value not in choices:
            raise bad(f"{name} is missing or wrong")
        return value

    def number(self, name, allowed=range(2**63)):
        value = self.members.get(name)
        if type(value) is not int or value not in allowed:
            raise bad(f"{name} is missing or wrong")
        return value

    def decimal(self, name):
        value = self.text(name)
        if not re.fullmatch("0|[1-9][0-9]{0,19}", value) or int(value) >= 2**64:
            raise bad(f"{name} is no decimal number below 2^64")
        return int(value)

    def hex(self, name, length=None):
        value = self.text(name)
        if not re.fullmatch("([0-9a-fA-F]{2})*", value) or length is not None and len(value) != 2 * length:
            raise bad(f"{name} is no hex, or too long or short")
        return bytes.fromhex(value)

    def list(self, name):
        value = self.members.get(name)
        if not isinstance(value, list):
            raise bad(f"{name} is missing or no list")
        return [Inputs(item, self.scratch) for item in value]

    def byte_strings(self, name):
        """A list of byte strings."""
        value = self.members.get(name)
        if not isinstance(value, list):
            raise bad(f"{name} is missing or no list")
        items = Inputs({f"{name}[{index}]": item for index, item in enumerate(value)}, self.scratch)
        return [items.bytes(item) for item in items.members]

    def object(self, name):
        return Inputs(self.members[name], self.scratch)

    def bytes(self, name):
        """A byte string in either form of TP-4 and TP-5."""
        value = self.members.get(name)
        if isinstance(value, dict):
            return Inputs(value, self.scratch).file()
        try:
            data = base64.b64decode(self.text(name), validate=True)
        except (binascii.Error, ValueError):
            raise bad(f"{name} is no base64") from None
        if base64.b64encode(data).decode() != value:
            raise bad(f"{name} is base64 with bits that mean nothing")
        return data

    def file(self):
        path, length, digest = self.text("file"), self.number("length"), self.hex("sha256", 32)
        if self.scratch is None or os.path.dirname(path) != self.scratch:
            raise bad("the file is not in the scratch folder")
        try:
            with open(path, "rb") as file:
                data = file.read()
        except (OSError, ValueError):
            raise bad("the file can't be read") from None
        if len(data) != length or hashlib.sha256(data).digest() != digest:
            raise bad("the file is not the one that was meant")
        return data

    def secret(self):
        return keys.Secret(
            key=self.hex("key") if self.has("key") else None,
            passphrase=self.text("passphrase") if self.has("passphrase") else None,
        )

    def slots(self):
        return [item.slot() for item in self.list("slots")]

    def slot(self):
        kind = SLOT_TYPES[self.text("type", SLOT_TYPES)]
        if kind in header.BY_PASSPHRASE:
            cost = self.number("iterations" if kind == header.PBKDF2 else "log2N")
            return keys.SlotRequest(kind, keys.Secret(passphrase=self.text("passphrase")), cost)
        return keys.SlotRequest(kind, keys.Secret(key=self.hex("key")))


class Entropy:
    """The randomness of one request, each label drawn once (TP-11)."""

    def __init__(self, items):
        self.values = {}
        for item in items:
            label = item.text("label")
            if label in self.values:
                raise bad("a label of entropy is given twice")
            self.values[label] = item.hex("hex")

    def draw(self, label, length):
        value = self.values.pop(label, b"")
        if len(value) != length:
            raise bad(f"entropy for {label} is missing or of the wrong length")
        return value

    def finish(self):
        if self.values:
            raise bad("entropy is left over")


class Testee:
    """Answers requests. `scratch` is the folder for long byte strings, once `hello` has named it."""

    def __init__(self):
        self.scratch = None
        with open(TABLES, "rb") as file:
            self.records = Records(file.read())
        self.operations = {
            "canonicalize": self.canonicalize,
            "compareUTF16": self.compare_utf16,
            "contentHash": self.content_hash,
            "encodeRecord": self.encode_record,
            "decodeRecord": self.decode_record,
            "compress": self.compress,
            "decompress": self.decompress,
            "seal": self.seal,
            "open": self.open,
            "rewrap": self.rewrap,
            "inspect": self.inspect,
            "merge": self.merge,
            "reconcile": self.reconcile,
            "replay": self.replay,
            "decide": self.decide,
        }

    def answer(self, request):
        """The members of the answer, without `id`."""
        operation = request["op"]
        if operation not in self.operations and operation != "hello":
            return {"status": "unsupported", "feature": "op:" + operation}
        try:
            if operation == "hello":
                return self.hello(Inputs(request, None))
            entropy = Entropy(Inputs({"entropy": request.get("entropy", [])}, None).list("entropy"))
            if operation not in DRAWING:
                entropy.finish()
            result = self.operations[operation](Inputs(request.get("inputs"), self.scratch), entropy.draw)
            entropy.finish()
        except WireError as error:
            return {"status": "rejected", "error": {"class": error.error_class, "message": error.reason}}
        outputs, told = result if isinstance(result, tuple) else (result, {})
        answer = {"status": "ok", "outputs": self.sendable(outputs)}
        if told:
            answer["intermediates"] = self.sendable(told)
        return answer

    def hello(self, request):
        request.number("protocol", (1,))
        self.scratch = request.text("scratch").rstrip("/")
        implementation = {
            "name": "syncwire-python",
            "version": "1",
            "language": "Python",
            "runtime": f"Python {platform.python_version()}, cryptography {cryptography.__version__}",
            "zlib": zlib.ZLIB_RUNTIME_VERSION,
        }
        features = ["scrypt", "aes-kw", "chunked", "lone-surrogates", "int64"]
        operations = list(self.operations)
        return {"status": "ok", "implementation": implementation, "operations": operations, "features": features}

    def sendable(self, members):
        return {name: self.send(value) if isinstance(value, bytes) else value for name, value in members.items()}

    def send(self, data):
        if len(data) <= INLINE or self.scratch is None:
            return base64.b64encode(data).decode()
        digest = hashlib.sha256(data).hexdigest()
        path = f"{self.scratch}/python-{digest}"
        with open(path, "wb") as file:
            file.write(data)
        return {"file": path, "sha256": digest, "length": len(data)}

    def canonicalize(self, inputs, _draw):
        return {"canonical": canonical_json.canonicalize(inputs.bytes("json"))}

    def compare_utf16(self, inputs, _draw):
        texts = [inputs.bytes("a"), inputs.bytes("b")]
        a, b = [canonical_json.parse(text) for text in texts]
        if not isinstance(a, str) or not isinstance(b, str):
            raise bad("not a string")
        return {"order": order.compare(a, b)}

    def content_hash(self, inputs, _draw):
        return {"hash": rows.content_hash(rows.read_row(inputs.bytes("row")))}

    def encode_record(self, inputs, _draw):
        return {"row": self.records.encode(inputs.text("collection"), inputs.bytes("record"))}

    def decode_record(self, inputs, _draw):
        return {"record": self.records.decode(inputs.text("collection"), inputs.bytes("row"))}

    def compress(self, inputs, _draw):
        return {"compressed": codec.compress(inputs.bytes("msg"), inputs.number("codec"), inputs.text("mode"))}

    def decompress(self, inputs, _draw):
        length, limit = inputs.number("length"), inputs.number("limit")
        return {"msg": codec.decompress(inputs.bytes("compressed"), inputs.number("codec"), length, limit)}

    def seal(self, inputs, draw):
        archive, told = envelope._seal(
            plaintext=inputs.bytes("plaintext"),
            workspace_id=inputs.hex("workspaceId"),
            content_type=inputs.number("contentType"),
            slots=inputs.slots(),
            codec=inputs.number("codec"),
            mode=inputs.text("mode"),
            chunked=inputs.text("chunk", ("whole", "64k")) == "64k",
            generation=inputs.decimal("generation"),
            draw=draw,
        )
        return {"archive": archive}, told

    def open(self, inputs, _draw):
        expect = inputs.object("expect") if inputs.has("expect") else Inputs({}, None)
        snapshot = inputs.has("profile") and inputs.text("profile", ("bytes", "snapshot")) == "snapshot"
        plaintext, told = envelope._open(
            archive=inputs.bytes("archive"),
            secret=inputs.secret(),
            workspace_id=expect.hex("workspaceId", 16) if expect.has("workspaceId") else None,
            content_type=expect.number("contentType", (1, 2, 3)) if expect.has("contentType") else None,
            min_generation=expect.decimal("minGeneration") if expect.has("minGeneration") else None,
            cap=inputs.number("maxPlaintext") if inputs.has("maxPlaintext") else envelope.DEFAULT_CAP,
        )
        if snapshot:
            rows.check_snapshot(plaintext)
        return {"plaintext": plaintext}, told

    def rewrap(self, inputs, draw):
        archive, told = envelope._rewrap(inputs.bytes("archive"), inputs.secret(), inputs.slots(), draw)
        return {"archive": archive}, told

    def inspect(self, inputs, _draw):
        archive = inputs.bytes("archive")
        parsed = header.parse_header(archive)
        slots = []
        for slot in parsed.slots:
            members = {"type": slot.type, "length": len(slot.body), "iterations": slot.iterations, "log2N": slot.log2n}
            members["keyId"] = slot.key_id.hex() if slot.key_id is not None else None
            slots.append({name: value for name, value in members.items() if value is not None})
        return {
            "contentType": parsed.content_type,
            "codec": parsed.codec,
            "chunk": "64k" if parsed.chunked else "whole",
            "workspaceId": parsed.workspace_id.hex(),
            "archiveSalt": parsed.archive_salt.hex(),
            "generation": str(parsed.generation),
            "slots": slots,
            "payloadOffset": parsed.payload_offset,
            "payloadLength": len(archive) - parsed.payload_offset,
        }

    def merge(self, inputs, _draw):
        rules, texts = inputs.bytes("profile"), inputs.byte_strings("payloads")
        merger = merge.Merge(profile.read_profile(rules), self.records)
        if not texts:
            raise bad("no payload to merge")
        merged, traces = merger.payloads([rows.read_payload(text) for text in texts])
        trace = [entry for entry in traces if not merge.is_unanimous(entry)]
        return {"payload": canonical_json.write(merged), "trace": canonical_json.write(trace)}

    def reconcile(self, inputs, _draw):
        texts = [inputs.bytes(name) for name in ("profile", "domain", "metadata")]
        now, remote = inputs.number("now", INTEGERS), inputs.byte_strings("remote")
        consent = inputs.number("consent", INTEGERS) if inputs.has("consent") else None
        failed = inputs.list("failed") if inputs.has("failed") else []
        failed = {(item.text("collection"), item.text("id")) for item in failed}
        merger = merge.Merge(profile.read_profile(texts[0]), self.records)
        domain, metadata = rows.read_payload(texts[1]), reconcile.read_metadata(texts[2])
        remote = [rows.read_payload(text) for text in remote]
        outcome = reconcile.snapshot(merger, domain, metadata, now, consent)
        if "snapshot" in outcome:
            plan = reconcile.plan(merger, outcome["snapshot"], remote)
            landed = [a for a in plan["apply"] if (a["collection"], a["row"]["id"]) not in failed]
            after = reconcile.metadata_after(merger, outcome["snapshot"], landed)
            outcome = {**outcome, "plan": plan, "metadata": after}
        return {"result": canonical_json.write(outcome)}

    def replay(self, inputs, _draw):
        rules, payload, journal = [inputs.bytes(name) for name in ("profile", "payload", "journal")]
        now = inputs.number("now", INTEGERS)
        merger = merge.Merge(profile.read_profile(rules), self.records)
        payload = rows.read_payload(payload)
        payload, replayed = merger.replay(merge.read_journal(journal), payload, now)
        return {"payload": canonical_json.write(payload), "replayed": canonical_json.write(replayed)}

    def decide(self, inputs, _draw):
        rules, question = inputs.bytes("profile"), inputs.bytes("question")
        rules = acceptance.Acceptance(profile.read_profile(rules), self.records)
        answer = acceptance.Question(canonical_json.parse(question), rules).answer()
        return {"answer": canonical_json.write(answer)}


def read_request(line):
    """The request on a line, or None where there is none."""
    try:
        request = canonical_json.parse(line)
    except WireError:
        return None
    if not isinstance(request, dict) or type(request.get("id")) is not int or not isinstance(request.get("op"), str):
        return None
    return request


def main():
    once = sys.argv[1:] == ["--once"]
    if sys.argv[1:] and not once:
        print("usage: run [--once]", file=sys.stderr)
        return 64
    testee = Testee()
    for line in sys.stdin.buffer:
        request = read_request(line)
        if request is None:
            print("python stack: a line that is no request", file=sys.stderr)
            return 2
        answer = {"id": request["id"], **testee.answer(request)}
        sys.stdout.buffer.write(canonical_json.write(answer) + b"\n")
        sys.stdout.buffer.flush()
        if once:
            return {"ok": 0, "rejected": 1, "unsupported": 127}[answer["status"]]
    return 2 if once else 0


if __name__ == "__main__":
    sys.exit(main())
