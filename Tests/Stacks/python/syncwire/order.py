"""The order of strings (CJ-33), and the hash over content (RW-11)."""


def utf16_key(text):
    """Sorts by UTF-16 code units when used as a sort key."""
    return text.encode("utf-16-be", "surrogatepass")


def compare(a, b):
    """-1, 0 or 1."""
    a, b = utf16_key(a), utf16_key(b)
    return (a > b) - (a < b)


def is_ascending(strings):
    """Whether each string is greater than the one before; so none is there twice."""
    keys = [utf16_key(text) for text in strings]
    return all(a < b for a, b in zip(keys, keys[1:]))


def has_lone_surrogate(text):
    return any("\ud800" <= character <= "\udfff" for character in text)


def fnv1a64(data):
    """64-bit FNV-1a of bytes, as 16 hex digits (RW-11, RW-13)."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"
