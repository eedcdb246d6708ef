"""Plaintext to coded bytes and back (AC): identity, gzip with a pinned header, raw deflate."""

import zlib

from .errors import WireError

IDENTITY, GZIP, DEFLATE = 0, 1, 2
GZIP_HEADER = bytes.fromhex("1f8b08000000000000ff")
MODES = ("deflate", "stored")
_BLOCK = 65535


def compress(message, codec, mode="deflate"):
    """The coded bytes of a message."""
    if codec not in (IDENTITY, GZIP, DEFLATE) or mode not in MODES:
        raise WireError("INVALID_PARAMETER", "no such codec or mode")
    if codec == IDENTITY:
        return message
    stream = _stored(message) if mode == "stored" else _deflated(message)
    return GZIP_HEADER + stream + _trailer(message) if codec == GZIP else stream


def decompress(coded, codec, length, limit):
    """The message of `length` bytes in the coded ones: the strict reader. Raises LIMIT or MALFORMED_PAYLOAD."""
    if codec not in (IDENTITY, GZIP, DEFLATE):
        raise WireError("INVALID_PARAMETER", "no such codec")
    if length > limit:
        raise WireError("LIMIT", f"limitExceeded: {length} bytes are declared, {limit} allowed")
    if codec == IDENTITY:
        if len(coded) != length:
            _fail("lengthMismatch", min(len(coded), length))
        return coded
    start = _check_header(coded) if codec == GZIP else 0
    message, rest = _inflate(coded, start, length)
    end = len(coded) - len(rest)
    if codec == GZIP:
        end = _check_trailer(rest, end, message)
    if end < len(coded):
        _fail("severalMembers" if codec == GZIP and coded.startswith(b"\x1f\x8b", end) else "trailingBytes", end)
    if len(message) != length:
        _fail("lengthMismatch", end)
    return message


def _deflated(message):
    deflater = zlib.compressobj(level=6, wbits=-15, memLevel=8)
    return deflater.compress(message) + deflater.flush()


def _stored(message):
    """The stream of AC-17, the same on every stack."""
    parts = []
    for start in range(0, max(1, len(message)), _BLOCK):
        block = message[start : start + _BLOCK]
        last = start + _BLOCK >= len(message)
        parts += [bytes([last]), len(block).to_bytes(2, "little"), (65535 - len(block)).to_bytes(2, "little"), block]
    return b"".join(parts)


def _trailer(message):
    return zlib.crc32(message).to_bytes(4, "little") + (len(message) % 2**32).to_bytes(4, "little")


def _check_header(coded):
    for offset, byte in enumerate(GZIP_HEADER):
        if offset == len(coded):
            _fail("truncated", offset)
        if coded[offset] != byte:
            reserved = offset == 3 and coded[3] & 0xE0
            _fail("notGzip" if offset < 2 else "reservedFlag" if reserved else "headerNotPinned", offset)
    return len(GZIP_HEADER)


def _inflate(coded, start, length):
    """The message and what follows the deflate stream. Produces one byte more than declared at most (AC-9)."""
    inflater = zlib.decompressobj(wbits=-15)
    try:
        message = inflater.decompress(memoryview(coded)[start:], length + 1)
    except zlib.error:
        _fail("zlibContainer" if start == 0 and _looks_like_zlib(coded) else "invalidDeflate", start)
    if len(message) > length:
        _fail("lengthMismatch", start)
    if not inflater.eof:
        _fail("truncated", len(coded))
    return message, inflater.unused_data


def _check_trailer(rest, offset, message):
    """The offset after the trailer, which stands at `offset`."""
    expected = _trailer(message)
    if len(rest) < 8:
        _fail("truncated", offset + len(rest))
    if rest[:4] != expected[:4]:
        _fail("crcMismatch", offset)
    if rest[4:8] != expected[4:]:
        _fail("sizeMismatch", offset + 4)
    return offset + 8


def _looks_like_zlib(coded):
    return len(coded) >= 2 and coded[0] & 15 == 8 and coded[0] >> 4 <= 7 and int.from_bytes(coded[:2], "big") % 31 == 0


def _fail(name, offset):
    raise WireError("MALFORMED_PAYLOAD", f"{name} at coded byte {offset}")
