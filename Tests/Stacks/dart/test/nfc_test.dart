import 'dart:io';

import '../lib/nfc.dart';
import '../lib/nfc_tables.dart';
import 'check.dart';

/// EN-21, EN-26: every line of Unicode's NormalizationTest.txt, and every code
/// point that it doesn't list.
void testNfc(Directory database) {
  final result = Process.runSync('bzcat', ['${database.path}/NormalizationTest.txt.bz2']);
  if (result.exitCode != 0) {
    skips.add('NFC: bzcat gives no NormalizationTest.txt');
    return;
  }
  final lines = (result.stdout as String).split('\n');
  if (!lines.first.contains(unicodeVersion)) {
    skips.add('NFC: the database is ${lines.first}, the tables are $unicodeVersion');
    return;
  }
  final listed = <int>{};
  var inPart1 = false;
  for (final line in lines) {
    if (line.startsWith('@Part')) inPart1 = line.startsWith('@Part1');
    if (line.isEmpty || line.startsWith('#') || line.startsWith('@')) continue;
    final columns = line.split(';').take(5).map(_text).toList();
    if (inPart1) listed.add(columns[0].runes.single);
    final actual = [for (final column in columns) toNfc(column)];
    expectEqual(actual, [columns[1], columns[1], columns[1], columns[3], columns[3]], line);
  }
  for (var point = 0; point < 0x110000; point++) {
    if (listed.contains(point) || (point >= 0xd800 && point < 0xe000)) continue;
    final text = String.fromCharCode(point);
    if (toNfc(text) != text) fail('U+${point.toRadixString(16)} changes');
  }
}

String _text(String points) =>
    String.fromCharCodes(points.split(' ').map((point) => int.parse(point, radix: 16)));
