import 'dart:convert';
import 'dart:typed_data';

import 'errors.dart';

/// How many arrays and objects may be open at one point.
const maxJsonDepth = 512;

/// The canonical form of the JSON text in [bytes].
///
/// It is what `json.encode` makes of the value on the Dart VM, as UTF-8. On the
/// web it is not: JavaScript has no integers beside doubles, prints `1.0` as
/// `1`, and rounds integers beyond 2^53.
Uint8List canonicalize(List<int> bytes) => encodeJson(decodeJson(bytes));

/// The value of the JSON text in [bytes]: null, bool, int, double, String, List
/// or a Map in the order of its members.
///
/// `dart:convert` does the work. Three things it would let pass are rejected
/// too: a byte order mark (its decoder drops one), depth beyond [maxJsonDepth],
/// and numbers too large for a double (it reads infinity). And one thing that it
/// reads wrongly is read rightly: inside of arrays and objects the VM takes every
/// exponent beyond 400 for overflow or underflow, whatever the digits are.
Object? decodeJson(List<int> bytes) {
  if (bytes.length >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf) {
    throw const WireException(ErrorClass.malformedJson, 'byte order mark', offset: 0);
  }
  final String text;
  try {
    text = utf8.decode(bytes);
  } on FormatException catch (error) {
    throw WireException(ErrorClass.malformedJson, error.message, offset: error.offset);
  }
  final readable = _checkDepthAndNumbers(text);
  try {
    return json.decode(readable);
  } on FormatException catch (error) {
    // In a text that was spelled anew the parser's offset says nothing.
    final offset = identical(readable, text) ? error.offset : null;
    final at = offset == null ? null : utf8.encode(text.substring(0, offset)).length;
    throw WireException(ErrorClass.malformedJson, error.message, offset: at);
  }
}

/// The canonical bytes of [value].
Uint8List encodeJson(Object? value) {
  final String text;
  try {
    text = json.encode(value);
  } on JsonUnsupportedObjectError catch (error) {
    throw WireException(ErrorClass.malformedJson, 'no JSON text for ${error.unsupportedObject}');
  }
  _checkDepthAndNumbers(text);
  return Uint8List.fromList(utf8.encode(text));
}

/// The canonical text of [value], by which values are told apart and ordered.
///
/// Only for what [decodeJson] accepted: nothing is checked again.
String canonicalText(Object? value) => json.encode(value);

/// One pass over the tokens of [text]; what is not JSON at all is left to the
/// parser. The result is [text] with each number whose exponent is beyond the VM's
/// parser in a spelling that it reads rightly.
String _checkDepthAndNumbers(String text) {
  final rewritten = StringBuffer();
  var copied = 0;
  var depth = 0;
  for (var at = 0; at < text.length; at++) {
    final unit = text.codeUnitAt(at);
    if (unit == _quote) {
      at = _endOfString(text, at);
    } else if (unit == _openBracket || unit == _openBrace) {
      if (++depth > maxJsonDepth) {
        throw const WireException(ErrorClass.malformedJson, 'more than $maxJsonDepth levels');
      }
    } else if (unit == _closeBracket || unit == _closeBrace) {
      depth--;
    } else if (unit == _minus || _isDigit(unit)) {
      final start = at;
      while (at + 1 < text.length && _isInNumber(text.codeUnitAt(at + 1))) {
        at++;
      }
      final token = text.substring(start, at + 1);
      final value = double.tryParse(token);
      if (value != null && value.isInfinite) {
        throw const WireException(ErrorClass.malformedJson, 'a number too large for a double');
      }
      if (value != null && _largeExponent.hasMatch(token)) {
        rewritten
          ..write(text.substring(copied, start))
          ..write(json.encode(value));
        copied = at + 1;
      }
    }
  }
  return copied == 0 ? text : (rewritten..write(text.substring(copied))).toString();
}

/// A number of RFC 8259 with at least three digits of exponent.
final _largeExponent = RegExp(r'^-?(0|[1-9][0-9]*)(\.[0-9]+)?[eE][-+]?[0-9]{3,}$');

/// Where the closing quote of the string that opens at [start] is.
int _endOfString(String text, int start) {
  for (var at = start + 1; at < text.length; at++) {
    final unit = text.codeUnitAt(at);
    if (unit == _quote) return at;
    if (unit == _backslash) at++;
  }
  return text.length;
}

const _quote = 0x22, _backslash = 0x5c, _minus = 0x2d, _plus = 0x2b, _point = 0x2e;
const _openBracket = 0x5b, _closeBracket = 0x5d, _openBrace = 0x7b, _closeBrace = 0x7d;

bool _isDigit(int unit) => unit >= 0x30 && unit <= 0x39;

bool _isInNumber(int unit) =>
    _isDigit(unit) || unit == _point || unit | 0x20 == 0x65 || unit == _plus || unit == _minus;
