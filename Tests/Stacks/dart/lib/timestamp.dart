/// Milliseconds since 1970 of an RFC 3339 timestamp, floored; null for anything else.
int? parseTimestamp(String text) {
  final match = _form.firstMatch(text);
  if (match == null) return null;
  int part(int group) => int.parse(match[group] ?? '0');
  final month = part(2), day = part(3), hour = part(4), minute = part(5), second = part(6);
  if (hour > 23 || minute > 59 || second > 60 || part(9) > 23 || part(10) > 59) return null;
  // DateTime takes the 31st of a short month for the 1st of the next one.
  final date = DateTime.utc(part(1), month, day);
  if (month < 1 || day < 1 || date.month != month || date.day != day) return null;
  final east = (part(9) * 60 + part(10)) * (match[8] == '-' ? -1 : 1);
  final seconds = (hour * 60 + minute - east) * 60 + second;
  return date.millisecondsSinceEpoch + seconds * 1000 + int.parse((match[7] ?? '').padRight(3, '0').substring(0, 3));
}

final _form = RegExp(r'^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})'
    r'(?:\.([0-9]+))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$');
