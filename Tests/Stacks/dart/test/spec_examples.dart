import 'dart:io';
import 'dart:typed_data';

import 'check.dart';

/// The examples of the specification: its fenced blocks, by name.
class SpecExamples {
  SpecExamples._(this._blocks);

  /// Reads the chapters in [spec].
  factory SpecExamples.read(Directory spec) {
    final blocks = <String, String>{};
    final fence = RegExp(r'^```(hex|json|pairs|values) (\S+)\n(.*?)^```$', multiLine: true, dotAll: true);
    for (final file in spec.listSync().whereType<File>().where((file) => file.path.endsWith('.md'))) {
      for (final match in fence.allMatches(file.readAsStringSync())) {
        blocks['${match[1]} ${match[2]}'] = match[3]!;
      }
    }
    return SpecExamples._(blocks);
  }

  final Map<String, String> _blocks;

  String _block(String form, String name) => _blocks['$form $name'] ?? (throw StateError('Spec has no $form $name'));

  /// The bytes of the block [name], without offsets and comments.
  Uint8List bytes(String name) => hex(_block('hex', name)
      .split('\n')
      .map((line) => line.split('#').first.replaceFirst(RegExp(r'^\s*[0-9a-f]{4,}:'), ''))
      .join());

  /// The JSON text of the block [name].
  String json(String name) => _block('json', name).trimRight();

  /// The `left => right` of the block [name].
  List<List<String>> pairs(String name) => [
        for (final line in _block('pairs', name).split('\n'))
          if (line.trim().isNotEmpty) line.split(' => ').map((side) => side.trim()).toList(),
      ];

  /// The `name = value` of the block [name].
  Map<String, String> values(String name) => {
        for (final line in _block('values', name).split('\n'))
          if (line.trim().isNotEmpty) line.split(' = ').first.trim(): line.split(' = ').last.trim(),
      };
}
