// Times Dart's own JSON from bytes to bytes: `json.dart roundtrip --input FILE [--rounds N]` prints a line of JSON.
import 'dart:convert';
import 'dart:io';

void main(List<String> arguments) {
  String option(String name, String otherwise) {
    final at = arguments.indexOf(name);
    return at < 0 ? otherwise : arguments[at + 1];
  }

  final content = File(option('--input', '')).readAsBytesSync();
  // The fused decoder reads bytes without making a string of all of them.
  final decoder = utf8.decoder.fuse(json.decoder);
  final encoder = JsonUtf8Encoder();
  List<int> roundTrip() => encoder.convert(decoder.convert(content));

  roundTrip();
  final seconds = <double>[];
  for (var round = 0; round < int.parse(option('--rounds', '5')); round++) {
    final watch = Stopwatch()..start();
    roundTrip();
    seconds.add(watch.elapsedMicroseconds / 1e6);
  }
  print(jsonEncode({'name': 'Dart roundtrip', 'seconds': seconds, 'bytes': content.length}));
}
