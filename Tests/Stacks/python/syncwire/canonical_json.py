"""One value, one text (CJ). A value is None, bool, int, float, str, list or dict.

A dict does what CJ-18 asks of an object: a repeated key keeps the place of its first occurrence and the value of its
last. A str may hold unpaired surrogates. `json` of the library is not used, since it doesn't tell which byte is wrong,
takes NaN, and recurses.
"""

import math
import re

from .errors import WireError
from .order import utf16_key

MAX_DEPTH = 512

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_HEX = re.compile(r"[0-9a-fA-F]{0,4}")
_ESCAPED = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LITERALS = {"n": ("null", None), "t": ("true", True), "f": ("false", False)}


def canonicalize(data):
    """The canonical form of a JSON text, both as bytes."""
    return write(parse(data))


def parse(data, max_depth=MAX_DEPTH):
    """The value of a JSON text. Raises MALFORMED_JSON with the offset of the first byte that can't be right."""
    try:
        text, damage = data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        text, damage = data[: error.start].decode("utf-8"), error.start
    try:
        value = _Parser(text, max_depth).document()
        offset, reason = damage, "malformed UTF-8"
    except _Stop as stop:
        offset, reason = len(text[: stop.position].encode("utf-8")), stop.reason
        if damage is not None and offset >= damage:
            offset, reason = damage, "malformed UTF-8"
    if offset is None:
        return value
    before = data[:offset]
    column = offset - before.rfind(b"\n")
    place = f"byte {offset}, line {before.count(10) + 1}, column {column}"
    raise WireError("MALFORMED_JSON", f"{reason} at {place}")


def write(value, max_depth=MAX_DEPTH):
    """The canonical bytes of a value. Raises MALFORMED_JSON for what has no text: too deep, NaN, infinity."""
    parts = []
    # What is still to be written, last first: (value, depth), or (text, None) for punctuation.
    pending = [(value, 0)]
    while pending:
        item, depth = pending.pop()
        if depth is None:
            parts.append(item)
        elif isinstance(item, (dict, list)):
            if depth == max_depth:
                raise WireError("MALFORMED_JSON", f"deeper than {max_depth}")
            is_object = isinstance(item, dict)
            parts.append("{" if is_object else "[")
            inside, comma = [], ""
            for member in item:
                inside.append((comma + write_string(member) + ":" if is_object else comma, None))
                inside.append((item[member] if is_object else member, depth + 1))
                comma = ","
            pending.append(("}" if is_object else "]", None))
            pending.extend(reversed(inside))
        else:
            parts.append(_write_scalar(item))
    return "".join(parts).encode("utf-8")


def text_key(value):
    """Sorts values by their canonical text in UTF-16 order when used as a sort key."""
    return utf16_key(write(value).decode("utf-8"))


def write_string(text):
    """The canonical text of a string, with its quotes (CJ-28 to CJ-31)."""
    return '"' + _TO_ESCAPE.sub(lambda match: _escape(match.group()), text) + '"'


def write_double(number):
    """The canonical text of a double (CJ-22 to CJ-27)."""
    if not math.isfinite(number):
        raise WireError("MALFORMED_JSON", "not a finite number")
    sign = "-" if math.copysign(1, number) < 0 else ""
    if number == 0:
        return sign + "0.0"
    # repr has the shortest digits; only their layout differs. value = 0.digits * 10^point
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = whole + fraction
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.strip("0")
    if not 1e-6 <= abs(number) < 1e21:
        tail = "." + digits[1:] if digits[1:] else ""
        return f"{sign}{digits[0]}{tail}e{point - 1:+d}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    return f"{sign}{digits[:point].ljust(point, '0')}.{digits[point:] or '0'}"


_TO_ESCAPE = re.compile('["\\\\\x00-\x1f\ud800-\udfff]')
_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def _escape(character):
    return _SHORT.get(character) or f"\\u{ord(character):04x}"


def _write_scalar(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return write_double(value)
    return write_string(value)


class _Stop(Exception):
    def __init__(self, position, reason):
        self.position = position
        self.reason = reason


class _Parser:
    """Walks over the text with a stack of its own, so that depth can't exhaust that of Python (CJ-8)."""

    def __init__(self, text, max_depth):
        self.text = text
        self.max_depth = max_depth
        self.position = 0

    def document(self):
        open_ones = []  # (container, the key that waits for its value)
        while True:
            value, is_open = self.value(len(open_ones))
            if is_open:
                open_ones.append((value, self.key() if isinstance(value, dict) else None))
                continue
            while True:  # a value is complete: put it where it belongs, and see what else is complete with it
                self.skip()
                if not open_ones:
                    if self.position < len(self.text):
                        self.fail("more after the value")
                    return value
                container, key = open_ones.pop()
                if key is None:
                    container.append(value)
                else:
                    container[key] = value
                if self.take(","):
                    self.skip()
                    open_ones.append((container, None if key is None else self.key()))
                    break
                if not self.take("]" if key is None else "}"):
                    self.fail("a comma or the end of an array or object is missing")
                value = container

    def value(self, depth):
        """A complete value and False, or a container that has something in it and True."""
        self.skip()
        character = self.peek()
        if character in ("{", "["):
            if depth == self.max_depth:
                self.fail(f"deeper than {self.max_depth}")
            self.position += 1
            self.skip()
            container, end = ({}, "}") if character == "{" else ([], "]")
            return container, not self.take(end)
        if character == '"':
            return self.string(), False
        if character in _LITERALS:
            return self.literal(*_LITERALS[character]), False
        return self.number(), False

    def key(self):
        if self.peek() != '"':
            self.fail("a key is missing")
        key = self.string()
        self.skip()
        if not self.take(":"):
            self.fail("a colon is missing")
        return key

    def string(self):
        self.position += 1
        parts, surrogates = [], False
        while True:
            match = _PLAIN.match(self.text, self.position)
            parts.append(match.group())
            self.position = match.end()
            if self.take('"'):
                text = "".join(parts)
                if surrogates:  # two escapes may make one character (CJ-16); UTF-16 joins them
                    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
                return text
            if not self.take("\\"):
                self.fail("a string is not ended, or holds a control character")
            letter = self.peek()
            if letter in _ESCAPED:
                self.position += 1
                parts.append(_ESCAPED[letter])
            elif self.take("u"):
                digits = _HEX.match(self.text, self.position).group()
                self.position += len(digits)
                if len(digits) < 4:
                    self.fail("an escape has too few hex digits")
                unit = int(digits, 16)
                surrogates = surrogates or 0xD800 <= unit <= 0xDFFF
                parts.append(chr(unit))
            else:
                self.fail("no such escape")

    def literal(self, word, value):
        for letter in word:
            if not self.take(letter):
                self.fail(f"{word} is misspelled")
        return value

    def number(self):
        start = self.position
        match = _NUMBER.match(self.text, start)
        if not match:
            self.position += self.peek() == "-"
            self.fail("a value is missing")
        text, (fraction, exponent) = match.group(), match.groups()
        self.position = match.end()
        if exponent is None:  # `1.` and `1e+` could go on: it is the character after them that is wrong
            if fraction is None and self.take("."):
                self.fail("a digit is missing")
            if self.take("e") or self.take("E"):
                _ = self.take("+") or self.take("-")
                self.fail("a digit is missing")
        if fraction is None and exponent is None and len(text) <= 20:
            integer = int(text)
            if -(2**63) <= integer < 2**63:
                return integer
        number = float(text)
        if math.isinf(number):
            self.position = start
            self.fail("the number is too large")
        return number

    def skip(self):
        self.position = _SPACE.match(self.text, self.position).end()

    def peek(self):
        return self.text[self.position : self.position + 1]

    def take(self, character):
        if self.text.startswith(character, self.position):
            self.position += 1
            return True
        return False

    def fail(self, reason):
        raise _Stop(self.position, reason)
