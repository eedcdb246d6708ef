import 'canonical_json.dart';
import 'errors.dart';
import 'rows.dart';

/// How one field of a record is merged.
class FieldRule {
  const FieldRule(this.type, {this.isFlagged = false});

  /// `register`, `move`, `counter`, `list` or `set`.
  final String type;

  /// Whether changes that hadn't seen each other wait for a person.
  final bool isFlagged;
}

/// Every choice in which systems differ; what is here decides, never the name.
class Profile {
  /// Reads the JSON text of a profile, as `Spec/profiles/` has them.
  factory Profile.parse(List<int> bytes) {
    final json = decodeJson(bytes);
    if (json is! Map<String, Object?>) throw const WireException(ErrorClass.invalidParameter, 'no profile: no object');
    for (final name in {..._shape.keys, ...json.keys}) {
      final fits = _shape[name];
      if (fits == null || !json.containsKey(name) || !fits(json[name])) {
        throw WireException(ErrorClass.invalidParameter, 'the profile\'s /$name is missing, unknown or wrong');
      }
    }
    if ((json['tie'] as String).startsWith('replica') && json['replicaField'] == null) {
      throw const WireException(ErrorClass.invalidParameter, 'the profile\'s /replicaField: ties are settled by it');
    }
    return Profile._(json);
  }

  Profile._(this._json)
      : fieldTypes = _object(_json['fieldTypes']).map((collection, fields) {
          return MapEntry(collection, _object(fields).map((field, rule) {
            final members = _object(rule);
            return MapEntry(field, FieldRule(members['type'] as String, isFlagged: members['flagged'] as bool));
          }));
        });

  final Map<String, Object?> _json;

  /// The rules of the fields by collection, empty unless fields are merged.
  final Map<String, Map<String, FieldRule>> fieldTypes;

  bool get mergesFields => _json['granularity'] == 'field';
  bool get isWallClock => _json['order'] == 'wall';
  bool get deletesForEver => _json['delete'] == 'absolute';
  String get tie => _json['tie'] as String;
  String? get replicaField => _json['replicaField'] as String?;
  String get onConflict => _json['onConflict'] as String;
  String get localPending => _json['localPending'] as String;
  int? get acceptAge => _json['acceptAge'] as int?;

  /// The fields of [collection] that no order may settle without a report.
  List<String> watched(String collection) => _fields('watched', collection);

  /// The fields of [collection] that are no reason to publish a record.
  List<String> hashExclude(String collection) => _fields('hashExclude', collection);

  /// Whether so many deletions need a person's consent.
  bool isMassDelete(int deletions, {required int live}) {
    final limit = _json['massDelete'];
    if (limit is! Map<String, Object?>) return false;
    if (live > 1 && deletions == live) return true;
    return deletions >= (limit['count'] as int) && deletions * 100 >= live * (limit['percent'] as int);
  }

  /// Whether [row] says that its record was deleted: a tombstone, or data as `softDelete` has it.
  bool isDeleted(Row row) {
    final data = row.data, soft = _json['softDelete'];
    if (data == null) return true;
    if (soft is! Map<String, Object?> || !data.containsKey(soft['field'])) return false;
    return canonicalText(data[soft['field']]) == canonicalText(soft['value']) && data[soft['stamp']] is int;
  }

  /// The stamp of a change of a version stamped [seen], of a new record where it is null.
  int stampAfter(int? seen, int now) {
    final clock = now.clamp(0, maxSafeInteger);
    if (seen == null || isWallClock) return clock;
    if (seen == maxSafeInteger) throw const WireException(ErrorClass.invalidParameter, 'no stamp is later');
    return clock > seen ? clock : seen + 1;
  }

  List<String> _fields(String member, String collection) =>
      ((_object(_json[member])[collection] ?? const <Object?>[]) as List<Object?>).cast<String>();
}

Map<String, Object?> _object(Object? value) => value as Map<String, Object?>;

typedef _Check = bool Function(Object? value);

final Map<String, _Check> _shape = {
  'name': _isString,
  'unit': _oneOf('blob ops pages records'),
  'granularity': _oneOf('record field'),
  'order': _oneOf('wall wall-monotone seq hlc server'),
  'tie': _oneOf('replica-utf16 replica-bytes canonical-utf16 conflict'),
  'replicaField': _orNull(_isString),
  'softDelete': _orNull(_members({'field': _isString, 'value': (_) => true, 'stamp': _isString})),
  'delete': _oneOf('lww versioned absolute'),
  'forget': _oneOf('never allSeen age'),
  'authority': _oneOf('client server app human'),
  'onConflict': _oneOf('lww queue ask takeServer'),
  'fieldTypes': _mapOf(_mapOf(_isFieldRule)),
  'watched': _mapOf(_listOf(_isString)),
  'hashExclude': _mapOf(_listOf(_isString)),
  'absence': _oneOf('ignore diffTombstone'),
  'capture': _oneOf('journal outbox diff flag'),
  'stampedAt': _oneOf('edit detection'),
  'localPending': _oneOf('replay-guarded replay-restamp merge hold'),
  'massDelete': _orNull(_members({'count': _integer(0), 'percent': _integer(0, 100)})),
  'cycle': _listOf(_oneOf('snapshot pull merge replay push commit')),
  'position': _oneOf('token cursor timestamp'),
  'advance': _oneOf('afterPut afterAck afterCommit afterCycle'),
  'ack': _oneOf('blob batch op record'),
  'casRequired': _isBool,
  'retry': _members({
    'max': _orNull(_integer(1)),
    'base': _integer(0),
    'cap': _integer(0),
    'jitter': _oneOf('none full'),
  }),
  'errors': _mapOf(_oneOf('rebase conflict backoff auth park surface')),
  'pageRecords': _orNull(_integer(1)),
  'pages': _orNull(_integer(1)),
  'accountBinding': _isBool,
  'parentsFirst': _listOf(_isString),
  'acceptAge': _orNull(_integer(1)),
  'crypto': _oneOf('none snapshot-gcm envelope'),
};

bool _isString(Object? value) => value is String;

bool _isBool(Object? value) => value is bool;

_Check _integer(int least, [int most = maxSafeInteger]) =>
    (value) => value is int && value >= least && value <= most;

_Check _oneOf(String names) => (value) => names.split(' ').contains(value);

_Check _orNull(_Check fits) => (value) => value == null || fits(value);

_Check _listOf(_Check fits) => (value) => value is List<Object?> && value.every(fits);

_Check _mapOf(_Check fits) => (value) => value is Map<String, Object?> && value.values.every(fits);

_Check _members(Map<String, _Check> fit) => (value) =>
    value is Map<String, Object?> &&
    value.length == fit.length &&
    fit.entries.every((member) => value.containsKey(member.key) && member.value(value[member.key]));

/// Counts never disagree, so nobody has to look at them: a counter isn't flagged.
bool _isFieldRule(Object? value) =>
    _members({'type': _oneOf('register move counter list set'), 'flagged': _isBool})(value) &&
    (_object(value)['type'] != 'counter' || _object(value)['flagged'] == false);
