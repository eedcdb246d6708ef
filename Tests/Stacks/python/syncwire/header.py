"""The header of an archive as bytes: fields, slots, and the checks that need no key (EN-38 to EN-52)."""

from dataclasses import dataclass

from .errors import WireError

MAGIC = bytes.fromhex("895357410d0a1a0a")
RAW, PBKDF2, SCRYPT, AES_KW = 1, 2, 3, 4
BODY_LENGTH = {RAW: 88, PBKDF2: 100, SCRYPT: 97, AES_KW: 48}
BY_PASSPHRASE = (PBKDF2, SCRYPT)
ITERATIONS = range(210_000, 2_000_001)
LOG2N = range(15, 19)
MAX_SLOTS = 16
WHOLE, CHUNKED = 0, 16
CHUNK = 65536
TAG = 16
MAX_WHOLE = 67_108_864  # bytes of inner


@dataclass
class Slot:
    """One slot of a header. `data` is type, len and body; `wrapped` is the end of the body, the wrapped content key."""

    type: int
    data: bytes

    @property
    def body(self):
        return self.data[3:]

    @property
    def wrapped(self):
        return self.data[-40:] if self.type == AES_KW else self.data[-48:]

    @property
    def before_wrapped(self):
        return self.data[: -len(self.wrapped)]

    @property
    def key_id(self):
        return self.body[:8] if self.type in (RAW, AES_KW) else None

    @property
    def iterations(self):
        return int.from_bytes(self.body[:4], "big") if self.type == PBKDF2 else None

    @property
    def log2n(self):
        return self.body[0] if self.type == SCRYPT else None

    @property
    def kdf_salt(self):
        return self.before_wrapped[-48:-32]

    @property
    def slot_salt(self):
        return self.before_wrapped[-32:]


@dataclass
class Header:
    """A well-formed header. `prologue` is P; `signed` is what the MAC covers; the payload begins at payload_offset."""

    prologue: bytes
    slots: list
    signed: bytes
    mac: bytes
    nonce: bytes
    payload_offset: int

    @property
    def content_type(self):
        return self.prologue[10]

    @property
    def codec(self):
        return self.prologue[11]

    @property
    def chunked(self):
        return self.prologue[12] == CHUNKED

    @property
    def workspace_id(self):
        return self.prologue[16:32]

    @property
    def archive_salt(self):
        return self.prologue[32:64]

    @property
    def generation(self):
        return int.from_bytes(self.prologue[64:72], "big")


def make_prologue(content_type, codec, chunked, workspace_id, archive_salt, generation):
    """The bytes 0..71 of an archive."""
    fields = bytes([1, 1, content_type, codec, CHUNKED if chunked else WHOLE, 0, 0, 0])
    return MAGIC + fields + workspace_id + archive_salt + generation.to_bytes(8, "big")


def parse_header(archive):
    """The header of an archive, after the checks of EN-38 to EN-52 in their order."""
    size = len(archive)

    def need(end):
        if size < end:
            raise WireError("TRUNCATED", f"the input ends at byte {size}")

    def check(condition, error_class, offset, field):
        if not condition:
            raise WireError(error_class, f"{field} at byte {offset}")

    for offset, byte in enumerate(MAGIC):
        need(offset + 1)
        check(archive[offset] == byte, "BAD_MAGIC", offset, "magic")
    need(9)
    check(archive[8] == 1, "UNSUPPORTED_VERSION", 8, "version")
    need(10)
    check(archive[9] == 1, "UNSUPPORTED_SUITE", 9, "suite")
    need(73)
    check(archive[10] in (1, 2, 3), "MALFORMED_HEADER", 10, "contentType")
    check(archive[11] in (0, 1, 2), "MALFORMED_HEADER", 11, "codec")
    check(archive[12] in (WHOLE, CHUNKED), "MALFORMED_HEADER", 12, "chunkLog2")
    for offset in (13, 14, 15):
        check(archive[offset] == 0, "MALFORMED_HEADER", offset, "reserved")
    count = archive[72]
    check(1 <= count <= MAX_SLOTS, "MALFORMED_HEADER", 72, "slotCount")

    slots, at = [], 73
    for number in range(count):
        name = f"slots[{number}]"
        need(at + 3)
        kind, length = archive[at], int.from_bytes(archive[at + 1 : at + 3], "big")
        check(kind != 0, "MALFORMED_SLOT", at, name + ".type")
        check(length <= 1024 and length == BODY_LENGTH.get(kind, length), "MALFORMED_SLOT", at + 1, name + ".len")
        check(kind not in BY_PASSPHRASE or count == 1, "MALFORMED_SLOT", at, name + ".type")
        need(at + 3 + length)
        slot = Slot(kind, archive[at : at + 3 + length])
        check(kind != PBKDF2 or slot.iterations in ITERATIONS, "KDF_PARAMS", at + 3, name + ".iterations")
        check(kind != SCRYPT or slot.log2n in LOG2N, "KDF_PARAMS", at + 3, name + ".log2N")
        slots.append(slot)
        at += 3 + length

    need(at + 44)
    need(at + 44 + TAG + 1)
    chunked = archive[12] == CHUNKED
    if not chunked and size - (at + 44) > MAX_WHOLE + TAG:
        raise WireError("LIMIT", "the payload is too large for whole mode")
    return Header(archive[:72], slots, archive[:at], archive[at : at + 32], archive[at + 32 : at + 44], at + 44)
