import 'nfc_tables.dart';

/// [text] in Unicode normalization form C (Unicode Standard Annex 15).
///
/// A passphrase is normalized before a key is derived from it, since the same
/// password typed on two systems may arrive composed or decomposed. `dart:` has
/// no normalizer. Unpaired surrogates pass through unchanged.
String toNfc(String text) {
  if (text.codeUnits.every((unit) => unit < 0x300)) return text;
  final points = <int>[];
  for (final point in text.runes) {
    _decompose(point, points);
  }
  _reorder(points);
  return String.fromCharCodes(_compose(points));
}

const _hangulSyllable = 0xac00, _hangulL = 0x1100, _hangulV = 0x1161, _hangulT = 0x11a7;
const _hangulLCount = 19, _hangulVCount = 21, _hangulTCount = 28;
const _hangulSyllableCount = _hangulLCount * _hangulVCount * _hangulTCount;

void _decompose(int point, List<int> out) {
  final syllable = point - _hangulSyllable;
  if (syllable >= 0 && syllable < _hangulSyllableCount) {
    out.add(_hangulL + syllable ~/ (_hangulVCount * _hangulTCount));
    out.add(_hangulV + syllable ~/ _hangulTCount % _hangulVCount);
    if (syllable % _hangulTCount != 0) out.add(_hangulT + syllable % _hangulTCount);
    return;
  }
  final at = _tables.mappingAt[point];
  if (at == null) {
    out.add(point);
    return;
  }
  _decompose(canonicalMappings[at + 1], out);
  if (canonicalMappings[at + 2] != 0) out.add(canonicalMappings[at + 2]);
}

/// Sorts each run of combining marks by class, stably.
void _reorder(List<int> points) {
  final classes = _tables.classes;
  for (var i = 1; i < points.length; i++) {
    final point = points[i], pointClass = classes[point] ?? 0;
    if (pointClass == 0) continue;
    var to = i;
    while (to > 0 && (classes[points[to - 1]] ?? 0) > pointClass) {
      points[to] = points[to - 1];
      to--;
    }
    points[to] = point;
  }
}

List<int> _compose(List<int> points) {
  final out = <int>[];
  var starterAt = -1, previousClass = 0;
  for (final point in points) {
    final pointClass = _tables.classes[point] ?? 0;
    final blocked = starterAt < out.length - 1 && previousClass >= pointClass;
    final composed = starterAt < 0 || blocked ? null : _pair(out[starterAt], point);
    if (composed != null) {
      out[starterAt] = composed;
      continue;
    }
    if (pointClass == 0) starterAt = out.length;
    previousClass = pointClass;
    out.add(point);
  }
  return out;
}

int? _pair(int first, int second) {
  final l = first - _hangulL, v = second - _hangulV;
  if (l >= 0 && l < _hangulLCount && v >= 0 && v < _hangulVCount) {
    return _hangulSyllable + (l * _hangulVCount + v) * _hangulTCount;
  }
  final syllable = first - _hangulSyllable, t = second - _hangulT;
  if (syllable >= 0 && syllable < _hangulSyllableCount && syllable % _hangulTCount == 0 && t > 0 && t < _hangulTCount) {
    return first + t;
  }
  return _tables.compositions[first << 21 | second];
}

final _tables = _NfcTables();

class _NfcTables {
  _NfcTables() {
    final excluded = compositionExclusions.toSet();
    for (var at = 0; at < canonicalMappings.length; at += 3) {
      final point = canonicalMappings[at];
      mappingAt[point] = at;
      if (canonicalMappings[at + 2] == 0 || excluded.contains(point)) continue;
      compositions[canonicalMappings[at + 1] << 21 | canonicalMappings[at + 2]] = point;
    }
    for (var at = 0; at < combiningClassRanges.length; at += 3) {
      for (var point = combiningClassRanges[at]; point <= combiningClassRanges[at + 1]; point++) {
        classes[point] = combiningClassRanges[at + 2];
      }
    }
  }

  /// Where the mapping of a code point starts in [canonicalMappings].
  final Map<int, int> mappingAt = {};

  /// The composed code point by its two parts, `first << 21 | second`.
  final Map<int, int> compositions = {};

  /// Combining classes other than 0.
  final Map<int, int> classes = {};
}
