import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import '../errors.dart';
import '../sha256.dart';

/// The most bytes that travel inside a line; longer ones travel as a file.
const maxInlineBytes = 65536;

/// The inputs of a request, each checked as it is taken.
class Inputs {
  /// Without a [_scratch] folder no byte string may come as a file.
  Inputs(this._members, [this._scratch]);

  final Map<String, Object?> _members;
  final String? _scratch;

  /// Whether the member is there; null is a value of the wrong type.
  bool has(String name) => _members.containsKey(name);

  String text(String name) => _take<String>(name, 'a string');

  int integer(String name, {int least = 0, int most = 0x7fffffffffffffff}) {
    final value = _take<int>(name, 'an integer');
    return value >= least && value <= most ? value : throw invalidInput(name, 'out of range');
  }

  /// A decimal number of at most 64 bits, which travels as a string.
  BigInt unsigned64(String name) {
    final value = text(name);
    final number = RegExp(r'^(0|[1-9][0-9]*)$').hasMatch(value) ? BigInt.parse(value) : null;
    if (number == null || number.bitLength > 64) throw invalidInput(name, 'not a decimal number below 2^64');
    return number;
  }

  /// The one of [choices] that [name] names.
  T choice<T>(String name, Map<String, T> choices) =>
      choices[text(name)] ?? (throw invalidInput(name, 'not one of ${choices.keys.join(', ')}'));

  Uint8List hex(String name) => decodeHex(name, text(name));

  Inputs object(String name) => Inputs(_take<Map<String, Object?>>(name, 'an object'), _scratch);

  List<Inputs> objects(String name) => [
        for (final item in _take<List<Object?>>(name, 'a list'))
          Inputs(item is Map<String, Object?> ? item : throw invalidInput(name, 'not a list of objects'), _scratch),
      ];

  /// A byte string: base64, or a file in the scratch folder.
  Uint8List bytes(String name) {
    final value = _members[name];
    if (value is String) {
      try {
        final bytes = base64.decode(value);
        // The decoder also takes the URL alphabet and percent signs.
        if (base64.encode(bytes) == value) return bytes;
      } on FormatException {
        throw invalidInput(name, 'not base64');
      }
      throw invalidInput(name, 'not base64');
    }
    return object(name)._file(name);
  }

  /// A list of byte strings.
  List<Uint8List> byteStrings(String name) => [
        for (final item in _take<List<Object?>>(name, 'a list')) Inputs({name: item}, _scratch).bytes(name),
      ];

  Uint8List _file(String name) {
    final path = text('file');
    final prefix = '$_scratch/';
    // Another folder's files are not the verifier's to point at.
    if (_scratch == null || !path.startsWith(prefix) || path.substring(prefix.length).contains(RegExp('[/\u0000]'))) {
      throw invalidInput(name, 'not a file of the scratch folder');
    }
    final file = File(path);
    if (!file.existsSync()) throw invalidInput(name, 'no such file');
    final bytes = file.readAsBytesSync();
    if (bytes.length != integer('length')) throw invalidInput(name, 'the file has another length');
    if (encodeHex(Sha256.digest(bytes)) != text('sha256')) throw invalidInput(name, 'the file has another SHA-256');
    return bytes;
  }

  T _take<T>(String name, String kind) {
    final value = _members[name];
    return value is T ? value : throw invalidInput(name, 'not $kind');
  }
}

/// Writes byte strings into answers: inside the line, or to [folder] when long.
class Outputs {
  /// Without a [folder] every byte string stays inside the line.
  Outputs(this.folder);

  final String? folder;
  static int _count = 0;

  Object bytes(Uint8List bytes) {
    final to = folder;
    if (to == null || bytes.length <= maxInlineBytes) return base64.encode(bytes);
    final file = File('$to/dart-$pid-${_count++}.bin')..writeAsBytesSync(bytes);
    return {'file': file.absolute.path, 'sha256': encodeHex(Sha256.digest(bytes)), 'length': bytes.length};
  }
}

String encodeHex(List<int> bytes) => bytes.map((byte) => byte.toRadixString(16).padLeft(2, '0')).join();

Uint8List decodeHex(String name, String text) {
  if (!RegExp(r'^([0-9a-f]{2})*$').hasMatch(text)) throw invalidInput(name, 'not lower-case hex');
  return Uint8List.fromList([
    for (var at = 0; at < text.length; at += 2) int.parse(text.substring(at, at + 2), radix: 16),
  ]);
}

WireException invalidInput(String name, String reason) =>
    WireException(ErrorClass.invalidParameter, '$name: $reason');
