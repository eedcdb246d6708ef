"""Archives: seal, open, rewrap (EN). `parse_header` of header.py inspects one without a key."""

import hmac
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from . import codec as codecs
from .errors import WireError
from .header import BY_PASSPHRASE, CHUNK, MAX_SLOTS, MAX_WHOLE, TAG, make_prologue, parse_header
from .keys import check_value, header_mac, make_slot, open_slots, payload_key

SNAPSHOT, METADATA, ATTACHMENT = 1, 2, 3
DEFAULT_CAP = 268_435_456
WHOLE_UP_TO = 16_777_216


def seal(plaintext, workspace_id, content_type, slots, codec=codecs.GZIP, mode="deflate", chunked=None, generation=0):
    """An archive of the plaintext. Without `chunked` the size decides (EN-32). The caller checks PL-11 before."""
    if chunked is None:
        chunked = len(plaintext) > WHOLE_UP_TO
    return _seal(plaintext, workspace_id, content_type, slots, codec, mode, chunked, generation, _random)[0]


def open_archive(archive, secret, workspace_id=None, content_type=None, min_generation=None, cap=DEFAULT_CAP):
    """The plaintext of an archive; what is expected and not None must hold (EN-55, EN-56)."""
    return _open(archive, secret, workspace_id, content_type, min_generation, cap)[0]


def rewrap(archive, secret, slots):
    """The archive with other slots and the same payload (EN-69, EN-70). It revokes nothing."""
    return _rewrap(archive, secret, slots, _random)[0]


# What follows takes its randomness from `draw` and tells intermediates (TP-25). Applications use the functions above.


def _seal(plaintext, workspace_id, content_type, slots, codec, mode, chunked, generation, draw):
    if len(workspace_id) != 16 or content_type not in (SNAPSHOT, METADATA, ATTACHMENT) or not 0 <= generation < 2**64:
        raise WireError("INVALID_PARAMETER", "workspaceId, contentType or generation")
    _check_slots(slots)
    coded = codecs.compress(plaintext, codec, mode)
    inner = len(plaintext).to_bytes(8, "big") + coded
    if not chunked and len(inner) > MAX_WHOLE:
        raise WireError("LIMIT", "the payload is too large for whole mode")
    content_key = draw("cek", 32)
    prologue = make_prologue(content_type, codec, chunked, workspace_id, draw("archiveSalt", 32), generation)
    header, told = _write_header(prologue, slots, content_key, draw)
    nonce = draw("nonce", 12)
    key = payload_key(content_key, prologue[32:64])
    step = CHUNK if chunked else len(inner)
    cipher, pieces = AESGCM(key), []
    for number, start in enumerate(range(0, len(inner), step)):
        final = start + step >= len(inner)
        pieces.append(cipher.encrypt(_nonce(nonce, number), inner[start : start + step], _aad(prologue, number, final)))
    told.update(compressed=coded, payloadKeyCheck=check_value(key))
    return header + nonce + b"".join(pieces), told


def _open(archive, secret, workspace_id, content_type, min_generation, cap):
    header = parse_header(archive)
    content_key, told = _open_header(header, secret)
    if workspace_id is not None and workspace_id != header.workspace_id:
        raise WireError("CONTEXT_MISMATCH", "another workspace than expected")
    if content_type is not None and content_type != header.content_type:
        raise WireError("CONTEXT_MISMATCH", "another content type than expected")
    if min_generation is not None and header.generation < min_generation:
        raise WireError("ROLLBACK", f"generation {header.generation} is below {min_generation}")
    key = payload_key(content_key, header.archive_salt)
    inner = _open_pieces(archive, header, key)
    if len(inner) < 8:
        raise WireError("MALFORMED_PAYLOAD", "the length is missing")
    coded = inner[8:]
    plaintext = codecs.decompress(coded, header.codec, int.from_bytes(inner[:8], "big"), cap)
    told.update(compressed=coded, payloadKeyCheck=check_value(key))
    return plaintext, told


def _rewrap(archive, secret, slots, draw):
    _check_slots(slots)
    header = parse_header(archive)
    content_key = _open_header(header, secret)[0]
    start, told = _write_header(header.prologue, slots, content_key, draw)
    return start + archive[header.payload_offset - 12 :], told


def _random(_label, length):
    return os.urandom(length)


def _check_slots(slots):
    if not 1 <= len(slots) <= MAX_SLOTS:
        raise WireError("INVALID_PARAMETER", f"{len(slots)} slots")
    if len(slots) > 1 and any(slot.type in BY_PASSPHRASE for slot in slots):
        raise WireError("INVALID_PARAMETER", "a passphrase slot must be the only one")


def _write_header(prologue, requests, content_key, draw):
    """Everything up to the header MAC, included."""
    signed, told = prologue + bytes([len(requests)]), {}
    for number, request in enumerate(requests):
        slot, kek = make_slot(request, number, prologue, content_key, draw)
        signed += slot.data
        told.update(_told_of_slot(number, slot, kek))
    mac = header_mac(content_key, prologue[32:64], signed)
    told["headerMac"] = mac.hex()
    return signed + mac, told


def _open_header(header, secret):
    """The content key, and what is told of the slot that opened (EN-53, EN-54)."""
    number, kek, content_key = open_slots(header, secret)
    if not hmac.compare_digest(header_mac(content_key, header.archive_salt, header.signed), header.mac):
        raise WireError("HEADER_AUTH", "the header is not as it was written")
    told = _told_of_slot(number, header.slots[number], kek)
    told["headerMac"] = header.mac.hex()
    return content_key, told


def _told_of_slot(number, slot, kek):
    told = {f"kekCheck.{number}": check_value(kek), f"wrappedCEK.{number}": slot.wrapped.hex()}
    if slot.key_id is not None:
        told[f"keyId.{number}"] = slot.key_id.hex()
    return told


def _open_pieces(archive, header, key):
    """`inner`, all of it authenticated (EN-57 to EN-59)."""
    start, end = header.payload_offset, len(archive)
    step = CHUNK + TAG if header.chunked else end - start
    cipher, parts = AESGCM(key), []
    for number, at in enumerate(range(start, end, step)):
        piece, final = archive[at : at + step], at + step >= end
        try:
            # Not even the right tag of an empty part may pass.
            if len(piece) <= TAG:
                raise InvalidTag
            parts.append(cipher.decrypt(_nonce(header.nonce, number), piece, _aad(header.prologue, number, final)))
        except InvalidTag:
            raise WireError("PAYLOAD_AUTH", f"the piece at byte {at}") from None
    return b"".join(parts)


def _nonce(nonce, number):
    return (int.from_bytes(nonce, "big") ^ number).to_bytes(12, "big")


def _aad(prologue, number, final):
    return prologue + number.to_bytes(8, "big") + bytes([final])
