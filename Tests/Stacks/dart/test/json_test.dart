import 'dart:convert';
import 'dart:io';

import '../lib/canonical_json.dart';
import '../lib/errors.dart';
import '../lib/utf16_order.dart';
import 'check.dart';
import 'spec_examples.dart';

/// CJ-1 to CJ-33, by the examples of the specification and by what they leave out.
void testJson(SpecExamples examples) {
  for (final name in ['cj-numbers', 'cj-strings']) {
    for (final pair in examples.pairs(name)) {
      expectEqual(_canonical(pair[0]), pair[1], '$name ${pair[0]}');
    }
  }
  for (final pair in examples.pairs('cj-order')) {
    final first = json.decode(pair[0]) as String, second = json.decode(pair[1]) as String;
    expectEqual([compareUtf16(first, second), compareUtf16(second, first)], [-1, 1], 'cj-order ${pair[0]}');
    expectEqual(compareUtf16(first, first), 0, 'cj-order ${pair[0]}');
  }
  expectEqual(
    canonicalize(utf8.encode(r'{"k":"\ud800","l":"\udc00\ud800","m":"\ud83d\ude00","n":"\ufffd"}')),
    examples.bytes('cj-surrogates'),
    'cj-surrogates',
  );
  expectEqual(canonicalize(utf8.encode(r'{"\u00e9":1,"e\u0301":2}')), examples.bytes('cj-nfc-nfd'), 'cj-nfc-nfd');

  final zeros = '0' * 401;
  expectEqual(_canonical('[1${zeros}e-401,-1${zeros}e-401]'), '[1.0,-1.0]', 'CJ-13: a large negative exponent');
  expectEqual(_canonical('[0.${'0' * 100}1e401,2]'), '[1e+300,2]', 'CJ-13: a large exponent');

  expectEqual(_canonical('[' * 512 + ']' * 512).length, 1024, 'CJ-6: depth 512');
  expectEqual(_canonical('["${'[{' * 600}"]').length, 1204, 'CJ-6: brackets in a string');
  final rejected = {
    'CJ-6: depth 513': '[' * 513 + ']' * 513,
    'CJ-8: 100 000 opened arrays': '[' * 100000,
    'CJ-14: an overflow': '1e400',
    'CJ-14: a long one': '1${'0' * 400}',
    'CJ-14: one that a repeated key drops': '{"a":1e400,"a":1}',
    'CJ-2: a byte order mark': '\ufeff1',
    'CJ-5: two values': '1 2',
    'CJ-5: none': ' ',
  };
  rejected.forEach((what, text) {
    expectRejected(ErrorClass.malformedJson, () => canonicalize(utf8.encode(text)), what);
  });
  for (final bytes in ['22c08022', '22eda08022', '22f09f22', '22ff22', '22f490808022']) {
    expectRejected(ErrorClass.malformedJson, () => canonicalize(hex(bytes)), 'CJ-1: $bytes');
  }

  var escaped = 0;
  for (var unit = 0; unit < 0x10000; unit++) {
    final text = _canonical('"\\u${unit.toRadixString(16).padLeft(4, '0')}"');
    if (text.contains(r'\')) escaped++;
  }
  expectEqual(escaped, 2082, 'CJ-31: escaped code units');
}

/// CJ-34: `y_` accepted, `n_` rejected.
void testJsonTestSuite(Directory suite) {
  final files = Directory('${suite.path}/test_parsing').listSync().whereType<File>();
  for (final file in files) {
    final name = file.uri.pathSegments.last;
    if (name.startsWith('i_')) continue;
    final expected = name.startsWith('y_') ? 'ok' : ErrorClass.malformedJson.name;
    expectEqual(classOf(() => canonicalize(file.readAsBytesSync())), expected, name);
  }
}

String _canonical(String text) => utf8.decode(canonicalize(utf8.encode(text)));
