import '../acceptance.dart';
import '../errors.dart';
import '../rows.dart';

/// The answer to one of the five questions of the operation `decide`.
Object? answerQuestion(Object? question, Acceptance acceptance) {
  if (question is! Map<String, Object?>) throw _fault('not an object');
  final members = _Members(question);
  final kinds = ['push', 'change', 'pulled', 'keepMine', 'stamps'].where(question.containsKey).toList();
  switch (kinds.length == 1 ? kinds[0] : '') {
    case 'push':
      return _push(members, acceptance);
    case 'change':
      return _change(members, acceptance);
    case 'pulled':
      return _pulled(members, acceptance);
    case 'keepMine':
      members.allowOnly({'keepMine', 'over', 'now'});
      final now = members.take<int>('now');
      return acceptance.keepMine(members.row('keepMine')!, members.row('over', isNullable: true), now)?.toJson();
    case 'stamps':
      members.allowOnly({'stamps', 'collection', 'now'});
      final collection = members.take<String>('collection'), at = members.take<int>('now');
      final rows = members.take<List<Object?>>('stamps').map(Row.fromJson).toList();
      return Acceptance.futureStamps(rows, collection, at);
    default:
      throw _fault('none of the five');
  }
}

Object? _push(_Members members, Acceptance acceptance) {
  final isHistory = members.take<String>('collection') == 'history';
  if (!isHistory && members.take<String>('collection') != 'event') throw _fault('neither event nor history');
  members.allowOnly({'push', 'collection', 'stored', 'now', if (isHistory) 'event'});
  final now = members.take<int>('now');
  final pushed = members.row('push')!, stored = members.row('stored', isNullable: true);
  if (!isHistory) return acceptance.event(pushed, stored, now).toJson();
  return acceptance.history(pushed, stored, members.row('event', isNullable: true)).toJson();
}

Object? _change(_Members members, Acceptance acceptance) {
  members.allowOnly({'change', 'local', 'processed'});
  final local = members.take<Map<String, Object?>?>('local');
  final processed = members.take<List<Object?>>('processed');
  if (!processed.every((id) => id is String)) throw _fault('processed are strings');
  LocalRecord? record;
  if (local != null) {
    final parts = _Members(local)..allowOnly({'baseVersion', 'pendingSince', 'deleted'});
    record = LocalRecord(
      baseVersion: parts.take('baseVersion'),
      pendingSince: parts.take('pendingSince'),
      isDeleted: parts.take('deleted'),
    );
  }
  return acceptance.change(members.row('change')!, record, processed.cast<String>().toSet()).toJson();
}

Object? _pulled(_Members members, Acceptance acceptance) {
  members.allowOnly({'pulled', 'local', 'pending', 'lastPush'});
  final isPending = members.take<bool>('pending'), last = members.take<Map<String, Object?>?>('lastPush');
  String? answer;
  if (last != null) {
    final verdict = _Members(last)..allowOnly({'answer', 'reason'});
    answer = verdict.take<String>('answer');
    if (!_answers.contains(answer) || !_reasons.contains(verdict.take<String>('reason'))) throw _fault('no verdict');
  }
  final remote = members.row('pulled')!, local = members.row('local', isNullable: true);
  return acceptance.pulled(remote, local, isPending: isPending, lastAnswer: answer);
}

const _answers = ['accepted', 'conflict', 'rejected'];
final _reasons = ('created newer deletion duplicate matching older tie otherPeriod tooOld deleted lifecycle inactive '
        'noParent idReused malformed')
    .split(' ');

/// The members of an object of the question.
class _Members {
  _Members(this._json);

  final Map<String, Object?> _json;

  void allowOnly(Set<String> names) {
    if (_json.length != names.length || !names.containsAll(_json.keys)) throw _fault('the members are $names');
  }

  T take<T>(String name) {
    final value = _json[name];
    return _json.containsKey(name) && value is T ? value : throw _fault('$name is missing or of the wrong type');
  }

  Row? row(String name, {bool isNullable = false}) {
    final value = _json[name];
    return isNullable && value == null ? null : Row.fromJson(value);
  }
}

WireException _fault(String reason) => WireException(ErrorClass.invalidParameter, 'the question: $reason');
