import 'dart:io';
import 'dart:typed_data';

import '../lib/errors.dart';
import '../lib/testee/inputs.dart';

/// What the tests counted.
int checks = 0, failures = 0;

/// Parts that could not run, with the reason.
final skips = <String>[];

/// Counts a failure unless [actual] is [expected]; lists are compared by element.
void expectEqual(Object? actual, Object? expected, String what) {
  checks++;
  final a = actual is Uint8List ? encodeHex(actual) : '$actual';
  final b = expected is Uint8List ? encodeHex(expected) : '$expected';
  if (a != b) fail('$what\n    expected $b\n    actual   $a');
}

/// Counts a failure unless [body] is rejected with [expected].
void expectRejected(ErrorClass expected, void Function() body, String what) =>
    expectEqual(classOf(body), expected.name, what);

/// The class that [body] is rejected with, `ok` when it isn't.
String classOf(void Function() body) {
  try {
    body();
    return 'ok';
  } on WireException catch (error) {
    return error.errorClass.name;
  }
}

/// Prints the first failures and counts all of them.
void fail(String what) {
  if (++failures <= 20) print('  FAILED: $what');
}

/// Runs the part [name] of the tests and prints how long it took.
void part(String name, void Function() body) {
  final watch = Stopwatch()..start();
  final before = checks;
  body();
  print('$name: ${checks - before} checks, ${watch.elapsedMilliseconds} ms');
}

/// The bytes of [text], hex with any white space.
Uint8List hex(String text) => decodeHex('hex', text.replaceAll(RegExp(r'\s'), ''));

/// [length] bytes from [first], each one more than the last.
Uint8List run(int first, int length) => Uint8List.fromList([for (var i = 0; i < length; i++) (first + i) & 255]);

/// The folder [name] that an argument `--name=FOLDER` gives or [fallback];
/// null, counted as a skip, when it isn't there.
Directory? folder(List<String> arguments, String name, String fallback) {
  final prefix = '--$name=';
  final given = arguments.where((argument) => argument.startsWith(prefix));
  final path = given.isEmpty ? fallback : given.first.substring(prefix.length);
  if (path.isNotEmpty && Directory(path).existsSync()) return Directory(path);
  skips.add('$name: no folder ${path.isEmpty ? '(--$name=FOLDER)' : path}');
  return null;
}
