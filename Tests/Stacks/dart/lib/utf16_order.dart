/// The order of keys and ids: UTF-16 code units as unsigned numbers, a proper
/// prefix first. It is Dart's own order of strings.
///
/// `compareTo` compares code units on every Dart platform; it is wrapped here so
/// that each place which needs the wire's order says so.
int compareUtf16(String a, String b) => a.compareTo(b).sign;

/// A copy of [map] with its own keys in UTF-16 order; values are left alone.
Map<String, Object?> sortedByKey(Map<String, Object?> map) =>
    {for (final key in map.keys.toList()..sort(compareUtf16)) key: map[key]};

/// Whether [text] has a surrogate without its partner, which UTF-8 can't carry.
bool hasLoneSurrogate(String text) => text.runes.any((point) => point >= 0xd800 && point <= 0xdfff);
