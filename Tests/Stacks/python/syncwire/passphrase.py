"""A passphrase to the bytes that go into key derivation (EN-21 to EN-26)."""

import unicodedata

from .errors import WireError

# EN-26 wants NFC of Unicode 15; Python before 3.12 has an older one. These are all characters of Unicode 15 that NFC
# would treat differently: new combining marks with their class. None of them is part of a composition.
_NEW_MARKS = {
    0x10EFD: 220, 0x10EFE: 220, 0x10EFF: 220, 0x11F41: 9, 0x11F42: 9,
    0x1E08F: 230, 0x1E4EC: 232, 0x1E4ED: 232, 0x1E4EE: 220, 0x1E4EF: 230,
}  # fmt: skip


def passphrase_bytes(text):
    """UTF-8 of the NFC of a passphrase. Raises INVALID_PASSPHRASE."""
    if "\0" in text:
        raise WireError("INVALID_PASSPHRASE", "it has a U+0000")
    try:
        data = nfc(text).encode("utf-8")
    except UnicodeEncodeError:
        raise WireError("INVALID_PASSPHRASE", "it has an unpaired surrogate") from None
    if not 1 <= len(data) <= 1024:
        raise WireError("INVALID_PASSPHRASE", "it must have 1 to 1024 bytes")
    return data


def nfc(text):
    """NFC of Unicode 15 or later, whatever Python's version."""
    if unicodedata.unidata_version >= "15" or not any(ord(character) in _NEW_MARKS for character in text):
        return unicodedata.normalize("NFC", text)
    return _compose(_reorder(unicodedata.normalize("NFD", text)))


def _class(character):
    return _NEW_MARKS.get(ord(character)) or unicodedata.combining(character)


def _reorder(text):
    """Sorts each run of marks by class, keeping the order of equal ones."""
    parts, marks = [], []
    for character in text:
        if _class(character) == 0:
            parts += sorted(marks, key=_class) + [character]
            marks = []
        else:
            marks.append(character)
    return "".join(parts + sorted(marks, key=_class))


def _compose(text):
    """The canonical composition algorithm of Unicode; pairs are asked of the library one by one."""
    result, starter, last_class = [], None, 0
    for character in text:
        this_class = _class(character)
        # A mark is blocked if one of the same or a higher class stands between; a starter if anything does.
        if starter is not None and (last_class < this_class or (last_class == 0 and starter == len(result) - 1)):
            pair = unicodedata.normalize("NFC", result[starter] + character)
            if len(pair) == 1:
                result[starter] = pair
                continue
        if this_class == 0:
            starter = len(result)
        result.append(character)
        last_class = this_class
    return "".join(result)
