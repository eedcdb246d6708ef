import 'canonical_json.dart';
import 'errors.dart';
import 'profile.dart';
import 'records.dart';
import 'rows.dart';
import 'timestamp.dart';
import 'utf16_order.dart';

/// What a server says to a pushed record, or a device to a downloaded change: two words, what and why.
class Verdict {
  const Verdict.push(this.word, this.reason) : _member = 'answer';
  const Verdict.change(this.word, this.reason) : _member = 'action';

  final String word;
  final String reason;
  final String _member;

  Map<String, Object?> toJson() => {_member: word, 'reason': reason};
}

/// What is here of the record that a downloaded change speaks of.
class LocalRecord {
  LocalRecord({required this.baseVersion, required this.pendingSince, required this.isDeleted});

  /// The server's version on which the record stands.
  final int baseVersion;

  /// When it was last changed here, null where nothing waits to be published.
  final int? pendingSince;

  final bool isDeleted;
}

/// The rules by which a server accepts events and their history, and a device what the server has.
class Acceptance {
  Acceptance(this._profile, this._records);

  final Profile _profile;
  final RecordTable _records;

  /// The verdict about a pushed event, given the stored version.
  Verdict event(Row pushed, Row? stored, int now) {
    if (!_fits('event', pushed)) return const Verdict.push('rejected', 'malformed');
    final age = _profile.acceptAge;
    final isTooOld = age != null && now > pushed.updatedAt && now - pushed.updatedAt > age;
    if (stored == null || !_fits('event', stored)) {
      if (_isDeleted(pushed)) return const Verdict.push('accepted', 'deletion');
      return isTooOld ? const Verdict.push('conflict', 'tooOld') : const Verdict.push('accepted', 'created');
    }
    if (_isDeleted(pushed)) return Verdict.push('accepted', _isDeleted(stored) ? 'duplicate' : 'deletion');
    if (_isDeleted(stored)) return const Verdict.push('rejected', 'deleted');
    if (pushed.text == stored.text) return const Verdict.push('accepted', 'duplicate');

    final to = pushed.data!['state'] as String, from = stored.data!['state'] as String;
    if (to != from && !(_lifecycle[from] ?? '').split(' ').contains(to)) {
      return const Verdict.push('rejected', 'lifecycle');
    }
    if (isTooOld) return const Verdict.push('conflict', 'tooOld');
    if (compareUtf16(pushed.data!['periodStart'] as String, stored.data!['periodStart'] as String) < 0) {
      return const Verdict.push('conflict', 'otherPeriod');
    }
    if (_withoutStamp(pushed) == _withoutStamp(stored)) return const Verdict.push('accepted', 'matching');
    if (pushed.updatedAt == stored.updatedAt) return const Verdict.push('conflict', 'tie');
    return pushed.updatedAt > stored.updatedAt
        ? const Verdict.push('accepted', 'newer')
        : const Verdict.push('conflict', 'older');
  }

  /// The verdict about a pushed entry of an event's history, given the event and the stored entry of its id.
  Verdict history(Row pushed, Row? stored, Row? event) {
    if (pushed.isTombstone || !_fits('history', pushed)) return const Verdict.push('rejected', 'malformed');
    if (stored != null) {
      return pushed.text == stored.text
          ? const Verdict.push('accepted', 'duplicate')
          : const Verdict.push('rejected', 'idReused');
    }
    if (event == null || !_fits('event', event)) return const Verdict.push('rejected', 'noParent');
    if (_isDeleted(event)) return const Verdict.push('rejected', 'deleted');
    return event.data!['state'] == 'active'
        ? const Verdict.push('accepted', 'created')
        : const Verdict.push('rejected', 'inactive');
  }

  /// What a device does with a pulled record: `take`, `keepPending`, `delete` or `confirm`.
  ///
  /// [lastAnswer] is what its last push of the record was answered.
  String pulled(Row remote, Row? local, {required bool isPending, String? lastAnswer}) {
    if (_profile.isDeleted(remote)) return 'delete';
    if (local == null || !isPending) return 'take';
    if (local.text == remote.text) return 'confirm';
    return _profile.onConflict == 'takeServer' && lastAnswer == 'conflict' ? 'take' : 'keepPending';
  }

  /// "Keep Mine": the device's version with a stamp that the server accepts, null where it deleted its own.
  Row? keepMine(Row local, Row? over, int now) {
    if (over != null && _profile.isDeleted(over)) return null;
    final seen = over != null && over.updatedAt > local.updatedAt ? over.updatedAt : local.updatedAt;
    final stamp = _profile.stampAfter(seen, now), data = local.data;
    if (data == null) return local.restamped(stamp);
    _records['event'].decode(local);
    return Row(id: local.id, updatedAt: stamp, data: {...data, 'updatedAt': stamp}, others: local.others);
  }

  /// What is reported of rows whose stamps are more than a day after [now].
  static List<Map<String, Object?>> futureStamps(Iterable<Row> rows, String collection, int now) => [
        for (final row in rows)
          if (row.updatedAt - 86400000 > now)
            {'finding': 'futureTimestamp', 'collection': collection, 'id': row.id, 'updatedAt': row.updatedAt},
      ];

  /// What to do with a downloaded change, given what is here and the ids of the changes that were processed.
  Verdict change(Row change, LocalRecord? local, Set<String> processed) {
    if (change.isTombstone) throw const WireException(ErrorClass.malformedRow, 'a tombstone is no change');
    final record = _records['change'].decode(change);
    final occurredAt = parseTimestamp(record['occurredAt'] as String);
    if (occurredAt == null) {
      throw const WireException(ErrorClass.malformedRecord, '/data/occurredAt: not an RFC 3339 timestamp');
    }
    if (processed.contains(record['changeId'])) return const Verdict.change('ignore', 'duplicate');
    if (local == null) return const Verdict.change('apply', 'new');
    if ((record['version'] as int) <= local.baseVersion) return const Verdict.change('ignore', 'oldVersion');
    final pendingSince = local.pendingSince;
    if (pendingSince == null) return const Verdict.change('apply', 'newer');
    if (local.isDeleted) return const Verdict.change('ignore', 'localTombstone');
    if (pendingSince >= occurredAt) return const Verdict.change('ignore', 'newerLocalEdit');
    final waits = _profile.onConflict == 'ask' || _profile.onConflict == 'queue';
    return Verdict.change(waits ? 'conflict' : 'apply', 'olderLocalEdit');
  }

  bool _fits(String collection, Row row) {
    try {
      _records[collection].decode(row);
      return true;
    } on WireException {
      return false;
    }
  }

  bool _isDeleted(Row event) => _profile.isDeleted(event) || event.data!['state'] == 'deleted';

  /// The event apart from its stamp, its fields in their declared order.
  String _withoutStamp(Row row) =>
      canonicalText([{..._records['event'].decode(row), 'updatedAt': 0}, sortedByKey(row.others)]);

  static const _lifecycle = {
    'active': 'paused archived deleted',
    'paused': 'active archived deleted',
    'archived': 'active deleted',
  };
}
