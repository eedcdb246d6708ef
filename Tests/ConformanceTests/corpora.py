"""The corpora of Spec/vectors.md, VE-22, from the text alone: prints name, count and SHA-256 of each checkpoint.

Usage: corpora.py LIMIT
"""

import hashlib
import struct
import sys

MASK = (1 << 64) - 1


class Generator:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, limit):
        return self.next() % limit

    def double(self):
        while True:
            bits = self.next()
            if bits >> 52 & 0x7FF != 0x7FF:
                return struct.unpack("<d", struct.pack("<Q", bits))[0]

    def integer(self):
        bits = self.next()
        bits >>= self.below(64)
        return bits - (1 << 64) if bits >> 63 else bits

    def units(self, limit):
        units = []
        for _ in range(self.below(limit)):
            kind = self.below(8)
            if kind == 6:
                units += [0xD800 + self.below(0x400), 0xDC00 + self.below(0x400)]
            else:
                first, count = {
                    0: (0x61, 3), 1: (0, 0x80), 2: (0, 0x800), 3: (0, 0x10000), 4: (0xD800, 0x800),
                    5: (0xE000, 0x2000), 7: (0x41, 2),
                }[kind]
                units.append(first + self.below(count))
        return units

    def value(self, depth=0):
        kind = self.below(6 if depth >= 3 else 8)
        if kind == 0:
            return "null"
        if kind == 1:
            return "true" if self.below(2) == 1 else "false"
        if kind == 2:
            return str(self.integer())
        if kind == 3:
            return number(self.double())
        if kind in (4, 5):
            return string(self.units(9))
        if kind == 6:
            return "[" + ",".join(self.value(depth + 1) for _ in range(self.below(4))) + "]"
        members = {}
        for _ in range(self.below(4)):
            key = string(self.units(9))
            members[key] = self.value(depth + 1)
        return "{" + ",".join(f"{key}:{value}" for key, value in members.items()) + "}"


def number(value):
    """Python's repr has the shortest digits; the form around them is CJ-22 to CJ-26."""
    sign = "-" if struct.pack(">d", value)[0] & 0x80 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    if not digits:
        return sign + "0.0"
    if -5 <= point <= 21:
        if point <= 0:
            return sign + "0." + "0" * -point + digits
        if point >= len(digits):
            return sign + digits + "0" * (point - len(digits)) + ".0"
        return sign + digits[:point] + "." + digits[point:]
    tail = "." + digits[1:] if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{point - 1:+d}"


SHORT = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 0x22: '\\"', 0x5C: "\\\\"}


def string(units):
    text = b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le", "surrogatepass")
    out = []
    for character in text:
        code = ord(character)
        if code in SHORT:
            out.append(SHORT[code])
        elif code < 0x20 or 0xD800 <= code < 0xE000:
            out.append(f"\\u{code:04x}")
        else:
            out.append(character)
    return '"' + "".join(out) + '"'


def order(generator):
    a = generator.units(9)
    start = a[: generator.below(len(a) + 1)] if generator.below(2) == 1 else []
    b = start + generator.units(9)
    return str((a > b) - (a < b))


ITEMS = {
    "doubles": (1, lambda generator: number(generator.double())),
    "order": (2, order),
    "strings": (3, lambda generator: string(generator.units(9))),
    "documents": (4, lambda generator: generator.value()),
}

limit = int(sys.argv[1])
for name, (seed, item) in ITEMS.items():
    generator = Generator(seed)
    digest = hashlib.sha256()
    for count in range(1, limit + 1):
        digest.update((item(generator) + "\n").encode("utf-8"))
        if count in (1000, 10000, 100000):
            print(name, count, digest.hexdigest())
