"""Opens 10 000 small sealed records with `cryptography`: the same archives that `Benchmarks run records` opens.

records.py [--rounds N] prints {"name","seconds","bytes","items"}.
"""

import hashlib
import hmac
import json
import os
import sys
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

COUNT = 10_000
KEY = bytes(range(0x60, 0x80))
WORKSPACE = bytes(range(16))
ZERO_NONCE = bytes(12)


def derive(key, salt, info, length=32):
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(key)


def seal(plaintext):
    content_key, salt, slot_salt, nonce = os.urandom(32), os.urandom(32), os.urandom(32), os.urandom(12)
    prologue = b"\x89SWA\r\n\x1a\n" + bytes([1, 1, 1, 0, 0, 0, 0, 0]) + WORKSPACE + salt + bytes(8)
    slot = bytes([1, 0, 88]) + derive(KEY, WORKSPACE, b"SWA1/key-id", 8) + slot_salt
    slot += AESGCM(derive(KEY, slot_salt, b"SWA1/wrap/raw")).encrypt(ZERO_NONCE, content_key, prologue + slot)
    head = prologue + bytes([1]) + slot
    mac = hmac.digest(derive(content_key, salt, b"SWA1/header"), head, hashlib.sha256)
    inner = len(plaintext).to_bytes(8, "big") + plaintext
    aad = prologue + bytes(8) + bytes([1])
    return head + mac + nonce + AESGCM(derive(content_key, salt, b"SWA1/payload")).encrypt(nonce, inner, aad)


def open_record(archive):
    """The plaintext of an archive in whole mode with one slot for a raw key and no compression."""
    prologue, slot = archive[:72], archive[73:164]
    if archive[:16] != b"\x89SWA\r\n\x1a\n" + bytes([1, 1, 1, 0, 0, 0, 0, 0]) or archive[72:76] != b"\x01\x01\x00\x58":
        raise ValueError("no such archive")
    if not hmac.compare_digest(slot[3:11], derive(KEY, prologue[16:32], b"SWA1/key-id", 8)):
        raise ValueError("another key")
    wrapping = AESGCM(derive(KEY, slot[11:43], b"SWA1/wrap/raw"))
    content_key = wrapping.decrypt(ZERO_NONCE, slot[43:], prologue + slot[:43])
    salt = prologue[32:64]
    mac = hmac.digest(derive(content_key, salt, b"SWA1/header"), archive[:164], hashlib.sha256)
    if not hmac.compare_digest(mac, archive[164:196]):
        raise ValueError("the header was altered")
    payload = AESGCM(derive(content_key, salt, b"SWA1/payload"))
    inner = payload.decrypt(archive[196:208], archive[208:], prologue + bytes(8) + bytes([1]))
    if int.from_bytes(inner[:8], "big") != len(inner) - 8:
        raise ValueError("another length")
    return inner[8:]


def main():
    rounds = int(sys.argv[sys.argv.index("--rounds") + 1]) if "--rounds" in sys.argv else 3
    archives = [seal(os.urandom(512)) for _ in range(COUNT)]
    seconds = []
    for _ in range(rounds + 1):
        begin = time.perf_counter()
        for archive in archives:
            if len(open_record(archive)) != 512:
                raise ValueError("a record was lost")
        seconds.append(time.perf_counter() - begin)
    size = sum(map(len, archives))
    print(json.dumps({"name": "cryptography records", "seconds": seconds[1:], "bytes": size, "items": COUNT}))


main()
