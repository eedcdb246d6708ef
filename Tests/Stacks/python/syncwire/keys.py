"""Every key of an archive, and slots from and to content keys (EN-10 to EN-26)."""

import hashlib
import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from cryptography.hazmat.primitives.keywrap import InvalidUnwrap, aes_key_unwrap, aes_key_wrap

from .errors import WireError
from .header import AES_KW, BODY_LENGTH, BY_PASSPHRASE, ITERATIONS, LOG2N, PBKDF2, RAW, SCRYPT, Slot
from .passphrase import passphrase_bytes

_WRAP_INFO = {RAW: b"SWA1/wrap/raw", PBKDF2: b"SWA1/wrap/pbkdf2", SCRYPT: b"SWA1/wrap/scrypt"}
_ZERO_NONCE = bytes(12)


class Secret:
    """What opens a slot: a workspace key or a passphrase, already checked."""

    def __init__(self, key=None, passphrase=None):
        if (key is None) == (passphrase is None):
            raise WireError("INVALID_PARAMETER", "one of key and passphrase is needed")
        if key is not None and len(key) != 32:
            raise WireError("INVALID_PARAMETER", "a workspace key has 32 bytes")
        self.value = key if key is not None else passphrase_bytes(passphrase)
        self.slot_types = (RAW, AES_KW) if key is not None else BY_PASSPHRASE


class SlotRequest:
    """A slot to be written. `cost` is iterations for PBKDF2 and log2N for scrypt."""

    def __init__(self, slot_type, secret, cost=None):
        if slot_type not in secret.slot_types:
            raise WireError("INVALID_PARAMETER", "the slot's type and its secret don't fit")
        if slot_type in BY_PASSPHRASE and cost not in (ITERATIONS if slot_type == PBKDF2 else LOG2N):
            raise WireError("INVALID_PARAMETER", "iterations or log2N out of range")
        self.type, self.secret, self.cost = slot_type, secret, cost


def hkdf(key, salt, info, length=32):
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(key)


def check_value(key):
    """Eight bytes that tell whether two stacks have the same key (TP-26)."""
    return hashlib.sha256(key).digest()[:8].hex()


def key_id(workspace_key, workspace_id):
    return hkdf(workspace_key, workspace_id, b"SWA1/key-id", 8)


def payload_key(content_key, archive_salt):
    return hkdf(content_key, archive_salt, b"SWA1/payload")


def header_mac(content_key, archive_salt, signed):
    return hmac.digest(hkdf(content_key, archive_salt, b"SWA1/header"), signed, "sha256")


def make_slot(request, number, prologue, content_key, draw):
    """Slot `number` for the content key, and the key that wraps it. `draw(label, length)` gives random bytes."""
    kind, secret = request.type, request.secret.value
    body = key_id(secret, prologue[16:32]) if kind in (RAW, AES_KW) else b""
    if kind == PBKDF2:
        body = request.cost.to_bytes(4, "big")
    elif kind == SCRYPT:
        body = bytes([request.cost])
    if kind in BY_PASSPHRASE:
        body += draw(f"kdfSalt.{number}", 16)
    if kind != AES_KW:
        body += draw(f"slotSalt.{number}", 32)
    start = bytes([kind]) + BODY_LENGTH[kind].to_bytes(2, "big") + body
    # The derivations read their salts from a slot; its wrapped key is not there yet.
    kek = _kek(Slot(kind, start + bytes(BODY_LENGTH[kind] + 3 - len(start))), secret)
    if kind == AES_KW:
        wrapped = aes_key_wrap(kek, content_key)
    else:
        wrapped = AESGCM(kek).encrypt(_ZERO_NONCE, content_key, prologue + start)
    return Slot(kind, start + wrapped), kek


def open_slots(header, secret):
    """The number of the first slot that opens, its KEK and the content key. Raises NO_MATCH (EN-53)."""
    for number, slot in enumerate(header.slots):
        if slot.type not in secret.slot_types:
            continue
        if slot.key_id is not None and slot.key_id != key_id(secret.value, header.workspace_id):
            continue
        kek = _kek(slot, secret.value)
        try:
            if slot.type == AES_KW:
                return number, kek, aes_key_unwrap(kek, slot.wrapped)
            return number, kek, AESGCM(kek).decrypt(_ZERO_NONCE, slot.wrapped, header.prologue + slot.before_wrapped)
        except (InvalidTag, InvalidUnwrap):
            continue
    raise WireError("NO_MATCH", "no slot opens with this key or passphrase")


def _kek(slot, secret):
    if slot.type == AES_KW:
        return secret
    root = secret
    if slot.type == PBKDF2:
        root = hashlib.pbkdf2_hmac("sha256", secret, b"SWA1/pbkdf2" + slot.kdf_salt, slot.iterations, 32)
    elif slot.type == SCRYPT:
        root = Scrypt(salt=b"SWA1/scrypt" + slot.kdf_salt, length=32, n=1 << slot.log2n, r=8, p=1).derive(secret)
    return hkdf(root, slot.slot_salt, _WRAP_INFO[slot.type])
