"""A reader and a writer of SWA1 archives that share no code with the Swift ones: Python's `cryptography`, `zlib`, `hashlib`.

    swa.py REQUESTS.json      a JSON list of requests in, a JSON list of results out

    {"op": "open", "archive": base64, "key": hex or "passphrase": text}   ->  {"plaintext": base64} or {"refused": CLASS}
    {"op": "seal", ...}                                                   ->  {"archive": base64, "checks": {...}}

Sealing takes all its random values from the request, see `seal_archive`; `checks` holds the intermediate values.
"""

import base64
import hashlib
import hmac
import json
import struct
import sys
import unicodedata
import zlib

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.keywrap import InvalidUnwrap, aes_key_unwrap, aes_key_wrap

MAGIC = bytes.fromhex("895357410d0a1a0a")
GZIP_HEADER = bytes.fromhex("1f8b08000000000000ff")
PART = 65536


class Refused(Exception):
    pass


def hkdf(key, salt, info, length=32):
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info.encode()).derive(key)


def nfc(passphrase):
    return unicodedata.normalize("NFC", passphrase).encode("utf-8")


def root_of(kind, passphrase, salt, cost):
    if kind == 2:
        return hashlib.pbkdf2_hmac("sha256", nfc(passphrase), b"SWA1/pbkdf2" + salt, cost, 32)
    return hashlib.scrypt(nfc(passphrase), salt=b"SWA1/scrypt" + salt, n=1 << cost, r=8, p=1, maxmem=1 << 30, dklen=32)


def nonce_of(nonce, index):
    low = int.from_bytes(nonce[4:], "big") ^ index
    return nonce[:4] + low.to_bytes(8, "big")


def aad_of(prologue, index, final):
    return prologue + struct.pack(">QB", index, 1 if final else 0)


def key_from_slot(prologue, kind, body, key, passphrase):
    """The content key when this slot opens with what we were given, else None."""
    if kind in (1, 4) and key is not None:
        if body[:8] != hkdf(key, prologue[16:32], "SWA1/key-id", 8):
            return None
        if kind == 4:
            try:
                return aes_key_unwrap(key, body[8:])
            except InvalidUnwrap:
                return None
        salt_at, root, label = 8, key, "SWA1/wrap/raw"
    elif kind == 2 and passphrase is not None:
        root = root_of(2, passphrase, body[4:20], int.from_bytes(body[:4], "big"))
        salt_at, label = 20, "SWA1/wrap/pbkdf2"
    elif kind == 3 and passphrase is not None:
        root = root_of(3, passphrase, body[1:17], body[0])
        salt_at, label = 17, "SWA1/wrap/scrypt"
    else:
        return None
    head = bytes([kind]) + struct.pack(">H", len(body)) + body[: salt_at + 32]
    kek = hkdf(root, body[salt_at : salt_at + 32], label)
    try:
        return AESGCM(kek).decrypt(bytes(12), body[salt_at + 32 :], prologue + head)
    except InvalidTag:
        return None


def open_archive(data, key=None, passphrase=None):
    if data[:8] != MAGIC:
        raise Refused("BAD_MAGIC")
    prologue, at, slots = data[:72], 73, []
    for _ in range(data[72]):
        length = int.from_bytes(data[at + 1 : at + 3], "big")
        slots.append((data[at], data[at + 3 : at + 3 + length]))
        at += 3 + length
    content_key = None
    for kind, body in slots:
        content_key = content_key or key_from_slot(prologue, kind, body, key, passphrase)
    if content_key is None:
        raise Refused("NO_MATCH")
    salt = prologue[32:64]
    mac = hmac.digest(hkdf(content_key, salt, "SWA1/header"), data[:at], "sha256")
    if not hmac.compare_digest(mac, data[at : at + 32]):
        raise Refused("HEADER_AUTH")
    nonce, payload = data[at + 32 : at + 44], data[at + 44 :]
    gcm = AESGCM(hkdf(content_key, salt, "SWA1/payload"))
    step = PART + 16 if prologue[12] else max(len(payload), 1)
    pieces = [payload[i : i + step] for i in range(0, len(payload), step)]
    inner = b""
    for index, piece in enumerate(pieces):
        try:
            inner += gcm.decrypt(nonce_of(nonce, index), piece, aad_of(prologue, index, index == len(pieces) - 1))
        except InvalidTag:
            raise Refused("PAYLOAD_AUTH")
    declared, coded = int.from_bytes(inner[:8], "big"), inner[8:]
    plain = decode(prologue[11], coded)
    if len(plain) != declared:
        raise Refused("MALFORMED_PAYLOAD")
    return plain


def decode(codec, coded):
    if codec == 0:
        return coded
    if codec == 1:
        if coded[:10] != GZIP_HEADER:
            raise Refused("MALFORMED_PAYLOAD")
        plain = zlib.decompress(coded[10:-8], -15)
        if coded[-8:] != struct.pack("<II", zlib.crc32(plain), len(plain) & 0xFFFFFFFF):
            raise Refused("MALFORMED_PAYLOAD")
        return plain
    return zlib.decompress(coded, -15)


def encode(codec, mode, plain):
    if codec == 0:
        return plain
    if mode == "stored":
        blocks = [plain[i : i + 65535] for i in range(0, len(plain), 65535)] or [b""]
        raw = b"".join(
            struct.pack("<BHH", i == len(blocks) - 1, len(b), len(b) ^ 0xFFFF) + b for i, b in enumerate(blocks)
        )
    else:
        deflate = zlib.compressobj(6, zlib.DEFLATED, -15, 8)
        raw = deflate.compress(plain) + deflate.flush()
    if codec == 2:
        return raw
    return GZIP_HEADER + raw + struct.pack("<II", zlib.crc32(plain), len(plain) & 0xFFFFFFFF)


def check(key):
    return hashlib.sha256(key).hexdigest()[:16]


def seal_archive(spec):
    """`spec`: plaintext in base64; workspaceId, cek, archiveSalt, nonce, slots[].{key,slotSalt,kdfSalt} in hex."""
    raw = {k: bytes.fromhex(spec[k]) for k in ("workspaceId", "cek", "archiveSalt", "nonce")}
    raw["plaintext"] = base64.b64decode(spec["plaintext"])
    chunk = 0 if spec["chunk"] == "whole" else 16
    prologue = MAGIC + bytes([1, 1, spec["contentType"], spec["codec"], chunk, 0, 0, 0])
    prologue += raw["workspaceId"] + raw["archiveSalt"] + int(spec["generation"]).to_bytes(8, "big")
    header, trace = prologue + bytes([len(spec["slots"])]), {}
    for number, slot in enumerate(spec["slots"]):
        slot_bytes, values = seal_slot(prologue, raw["cek"], slot)
        header += slot_bytes
        trace.update({f"{name}.{number}": value for name, value in values.items()})
    mac = hmac.digest(hkdf(raw["cek"], raw["archiveSalt"], "SWA1/header"), header, "sha256")
    payload_key = hkdf(raw["cek"], raw["archiveSalt"], "SWA1/payload")
    coded = encode(spec["codec"], spec.get("mode", "deflate"), raw["plaintext"])
    inner = struct.pack(">Q", len(raw["plaintext"])) + coded
    step = PART if chunk else len(inner)
    parts = [inner[i : i + step] for i in range(0, len(inner), step)]
    payload = b"".join(
        AESGCM(payload_key).encrypt(nonce_of(raw["nonce"], i), p, aad_of(prologue, i, i == len(parts) - 1))
        for i, p in enumerate(parts)
    )
    trace.update(headerMac=mac.hex(), payloadKeyCheck=check(payload_key), compressed=base64.b64encode(coded).decode())
    return header + mac + raw["nonce"] + payload, trace


def seal_slot(prologue, cek, slot):
    values = {}
    if slot["type"] in ("raw", "aes-kw"):
        key = bytes.fromhex(slot["key"])
        key_id = hkdf(key, prologue[16:32], "SWA1/key-id", 8)
        values["keyId"] = key_id.hex()
    if slot["type"] == "aes-kw":
        wrapped, kek, head = aes_key_wrap(key, cek), key, bytes([4, 0, 48]) + key_id
    else:
        salt = bytes.fromhex(slot["slotSalt"])
        if slot["type"] == "raw":
            root, head = key, bytes([1, 0, 88]) + key_id
        elif slot["type"] == "pbkdf2":
            kdf_salt = bytes.fromhex(slot["kdfSalt"])
            root = root_of(2, slot["passphrase"], kdf_salt, slot["iterations"])
            head = bytes([2, 0, 100]) + slot["iterations"].to_bytes(4, "big") + kdf_salt
        else:
            kdf_salt = bytes.fromhex(slot["kdfSalt"])
            root = root_of(3, slot["passphrase"], kdf_salt, slot["log2N"])
            head = bytes([3, 0, 97, slot["log2N"]]) + kdf_salt
        kek, head = hkdf(root, salt, "SWA1/wrap/" + slot["type"]), head + salt
        wrapped = AESGCM(kek).encrypt(bytes(12), cek, prologue + head)
    values.update(kekCheck=check(kek), wrappedCEK=wrapped.hex())
    return head + wrapped, values


def answer(request):
    if request["op"] == "seal":
        archive, checks = seal_archive(request)
        return {"archive": base64.b64encode(archive).decode(), "checks": checks}
    key = bytes.fromhex(request["key"]) if "key" in request else None
    try:
        plain = open_archive(base64.b64decode(request["archive"]), key, request.get("passphrase"))
    except Refused as refusal:
        return {"refused": str(refusal)}
    return {"plaintext": base64.b64encode(plain).decode()}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(json.dumps([answer(request) for request in json.load(file)]))
