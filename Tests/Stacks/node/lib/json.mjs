// Canonical JSON (CJ). JSON.parse can't be used: it makes 1 and 1.0 the same, rounds integers, and moves keys such
// as "10" to the front. Values here are null, booleans, BigInt (integer), number (double), string, Array and Map. A Map
// keeps the first position and the last value of a repeated key, as CJ-18 asks for.

import { Fault } from './fault.mjs';

export const MAX_DEPTH = 512;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** The value of a JSON text in UTF-8 bytes. Throws MALFORMED_JSON. */
export function parse(bytes, maxDepth = MAX_DEPTH) {
  const reader = new Reader(bytes, maxDepth);
  const value = reader.value(0);
  reader.space();
  if (reader.at < bytes.length) reader.fail('more after the value');
  return value;
}

/** The canonical bytes of a value. Throws MALFORMED_JSON for what has no text: NaN, infinities, too much depth. */
export function write(value, maxDepth = MAX_DEPTH) {
  return Buffer.from(text(value, maxDepth), 'utf8');
}

export function canonicalize(bytes, maxDepth = MAX_DEPTH) {
  return write(parse(bytes, maxDepth), maxDepth);
}

/** -1, 0 or 1 (CJ-33). JavaScript compares strings by UTF-16 code units; localeCompare does not. */
export function compareUTF16(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const hasLoneSurrogate = (string) => /\p{Surrogate}/u.test(string);
export const isObject = (value) => value instanceof Map;

/** A key as a step of a JSON Pointer; an unpaired surrogate is spelled as in JSON (CJ-36). */
export function pointerStep(key) {
  const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
  return `/${escaped.replace(/\p{Surrogate}/gu, (unit) => JSON.stringify(unit).slice(1, -1))}`;
}

function text(value, depthLeft) {
  if (typeof value === 'string') return JSON.stringify(value); // escapes exactly what CJ-28 to CJ-31 escape
  if (typeof value === 'number') return doubleText(value);
  if (value === null || typeof value !== 'object') return String(value); // null, booleans, integers
  if (depthLeft === 0) throw new Fault('MALFORMED_JSON', 'nested too deep to be written');
  if (Array.isArray(value)) return `[${value.map((item) => text(item, depthLeft - 1)).join(',')}]`;
  const members = [];
  for (const [key, item] of value) members.push(`${JSON.stringify(key)}:${text(item, depthLeft - 1)}`);
  return `{${members.join(',')}}`;
}

/** JavaScript prints the digits and exponents of CJ-22 to CJ-25; it lacks the `.0` and the sign of negative zero. */
function doubleText(value) {
  if (!Number.isFinite(value)) throw new Fault('MALFORMED_JSON', 'a number without a JSON text');
  if (Object.is(value, -0)) return '-0.0';
  const digits = String(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

class Reader {
  constructor(bytes, maxDepth) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.maxDepth = maxDepth;
    this.at = 0;
  }

  fail(reason, offset = this.at) {
    const before = this.bytes.subarray(0, offset);
    let line = 1;
    for (const byte of before) if (byte === 0x0a) line++;
    const column = offset - before.lastIndexOf(0x0a);
    throw new Fault('MALFORMED_JSON', reason, `offset ${offset}, line ${line}, column ${column}`);
  }

  space() {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.at++;
    }
  }

  /** Steps over one character if it is there. */
  take(character) {
    if (this.bytes[this.at] !== character.charCodeAt(0)) return false;
    this.at++;
    return true;
  }

  expect(character) {
    if (!this.take(character)) this.fail(`expected ${character}`);
  }

  value(depth) {
    this.space();
    switch (this.bytes[this.at]) {
      case 0x22: return this.string();
      case 0x5b: return this.array(this.enter(depth));
      case 0x7b: return this.object(this.enter(depth));
      case 0x74: return this.word('true', true);
      case 0x66: return this.word('false', false);
      case 0x6e: return this.word('null', null);
      default: return this.number();
    }
  }

  enter(depth) {
    if (depth >= this.maxDepth) this.fail('nested too deep');
    this.at++;
    return depth + 1;
  }

  word(spelling, value) {
    for (const character of spelling) this.expect(character);
    return value;
  }

  array(depth) {
    const items = [];
    this.space();
    if (this.take(']')) return items;
    for (;;) {
      items.push(this.value(depth));
      this.space();
      if (this.take(']')) return items;
      this.expect(',');
    }
  }

  object(depth) {
    const members = new Map();
    this.space();
    if (this.take('}')) return members;
    for (;;) {
      this.space();
      if (this.bytes[this.at] !== 0x22) this.fail('expected a key');
      const key = this.string();
      this.space();
      this.expect(':');
      members.set(key, this.value(depth));
      this.space();
      if (this.take('}')) return members;
      this.expect(',');
    }
  }

  number() {
    const start = this.at;
    let isInteger = true;
    this.take('-');
    if (!this.take('0')) this.digits();
    if (this.take('.')) {
      isInteger = false;
      this.digits();
    }
    if (this.take('e') || this.take('E')) {
      isInteger = false;
      this.take('+') || this.take('-');
      this.digits();
    }
    const spelling = this.bytes.toString('latin1', start, this.at);
    // Beyond 20 characters it is beyond Int64, and BigInt takes quadratic time.
    if (isInteger && spelling.length <= 20) {
      const integer = BigInt(spelling);
      if (integer >= INT64_MIN && integer <= INT64_MAX) return integer;
    }
    const double = Number(spelling);
    if (!Number.isFinite(double)) this.fail('a number beyond the doubles', start);
    return double;
  }

  digits() {
    const start = this.at;
    while (this.bytes[this.at] >= 0x30 && this.bytes[this.at] <= 0x39) this.at++;
    if (this.at === start) this.fail('expected a value or a digit');
  }

  string() {
    let string = '';
    let start = ++this.at;
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === 0x22) {
        string += this.bytes.toString('utf8', start, this.at++);
        return string;
      } else if (byte === 0x5c) {
        string += this.bytes.toString('utf8', start, this.at++) + this.escape();
        start = this.at;
      } else if (byte >= 0x80) {
        this.at += this.sequenceLength();
      } else if (byte >= 0x20) {
        this.at++;
      } else {
        this.fail(byte === undefined ? 'a string without its end' : 'an unescaped control character');
      }
    }
  }

  /** One UTF-16 code unit: two escapes that are a pair join by standing side by side in the string. */
  escape() {
    const character = String.fromCharCode(this.bytes[this.at]);
    if (character === 'u') {
      this.at++;
      let unit = 0;
      for (let i = 0; i < 4; i++, this.at++) {
        const digit = Number.parseInt(String.fromCharCode(this.bytes[this.at]), 16);
        if (Number.isNaN(digit)) this.fail('expected a hex digit');
        unit = unit * 16 + digit;
      }
      return String.fromCharCode(unit);
    }
    if (!Object.hasOwn(ESCAPES, character)) this.fail('an unknown escape');
    this.at++;
    return ESCAPES[character];
  }

  /** The length of the well-formed multi-byte sequence at this place (RFC 3629, section 4). */
  sequenceLength() {
    const [lead, second, third, fourth] = this.bytes.subarray(this.at, this.at + 4);
    const within = (byte, low, high) => byte >= low && byte <= high;
    const rest = (byte) => within(byte, 0x80, 0xbf);
    if (within(lead, 0xc2, 0xdf) && rest(second)) return 2;
    if (within(lead, 0xe0, 0xef) && rest(third)) {
      if (within(second, lead === 0xe0 ? 0xa0 : 0x80, lead === 0xed ? 0x9f : 0xbf)) return 3;
    } else if (within(lead, 0xf0, 0xf4) && rest(third) && rest(fourth)) {
      if (within(second, lead === 0xf0 ? 0x90 : 0x80, lead === 0xf4 ? 0x8f : 0xbf)) return 4;
    }
    return this.fail('malformed UTF-8');
  }
}
