import 'canonical_json.dart';
import 'errors.dart';
import 'fnv1a.dart';
import 'rows.dart';
import 'utf16_order.dart';

/// What an edit is known by: its number, who made it, and a hash of what it does.
class EditId implements Comparable<EditId> {
  EditId(this.seq, this.replica, this.hash);

  /// Reads `[seq, replica, hash]`.
  factory EditId.fromJson(Object? json, String path) {
    if (json is! List<Object?> || json.length != 3) throw malformedState(path, 'not [seq, replica, hash]');
    final seq = json[0], replica = json[1], hash = json[2];
    if (!isCount(seq, least: 1) || replica is! String || hash is! String || !_hash.hasMatch(hash)) {
      throw malformedState(path, 'not [seq, replica, hash]');
    }
    return EditId(seq as int, replica, hash);
  }

  final int seq;
  final String replica;
  final String hash;

  /// The same for equal ids.
  String get text => canonicalText(toJson());

  Object toJson() => [seq, replica, hash];

  /// By number, then replica, then hash, whose 16 digits sort as the number does.
  @override
  int compareTo(EditId other) {
    if (seq != other.seq) return seq.compareTo(other.seq);
    final names = compareUtf16(replica, other.replica);
    return names != 0 ? names : compareUtf16(hash, other.hash);
  }

  static final _hash = RegExp(r'^[0-9a-f]{16}$');
}

/// One change of one field by one device.
class Edit {
  Edit._(this.action, this.change, this.saw, this.wroteAt, int seq, String replica)
      : id = EditId(seq, replica, fnv1a64(encodeJson(change)));

  /// Reads an edit of a field of [type].
  factory Edit.fromJson(Object? json, String type, String path) {
    if (json is! Map<String, Object?>) throw malformedState(path, 'not an edit');
    final actions = _actionsOf[type]!.where(json.containsKey).toList();
    if (actions.length != 1) throw malformedState(path, 'not one action of a $type');
    final action = actions[0], parts = _partsOf[action]!;
    final names = {'seq', 'replica', 'wroteAt', ...parts};
    if (!json.keys.toSet().containsAll(names) || !{...names, 'saw'}.containsAll(json.keys)) {
      throw malformedState(path, 'a member is missing or unknown');
    }
    final seq = json['seq'], replica = json['replica'], wroteAt = json['wroteAt'];
    final saw = json.containsKey('saw') ? json['saw'] : const <Object?>[];
    if (!isCount(seq, least: 1) || !isCount(wroteAt) || !isReplica(replica)) {
      throw malformedState(path, 'no number, device or time');
    }
    if (action == 'review' && json['review'] != true || parts.contains('at') && json['at'] is! String) {
      throw malformedState(path, 'a member of the wrong type');
    }
    if (saw is! List<Object?>) throw malformedState(path, 'saw is no array');
    final seen = [for (final id in saw) EditId.fromJson(id, path)]..sort();
    final references = [
      ...seen,
      for (final part in ['after', 'remove'])
        if (parts.contains(part) && !(part == 'after' && json[part] == null)) EditId.fromJson(json[part], path),
    ];
    if (references.any((id) => id.seq >= (seq as int))) throw malformedState(path, 'refers to what is not earlier');
    final change = {
      for (final part in parts) part: json[part],
      if (seen.isNotEmpty) 'saw': [for (final id in seen) id.toJson()],
    };
    return Edit._(action, change, {for (final id in seen) id.text}, wroteAt as int, seq as int, replica as String);
  }

  final EditId id;

  /// `set`, `insert`, `remove`, `review`, `add`, `move` or `drop`.
  final String action;

  /// The members of the action and then `saw`: what the id's hash is of.
  final Map<String, Object?> change;

  /// The texts of the ids of the edits that it replaces.
  final Set<String> saw;

  /// The device's clock, for people only.
  final int wroteAt;

  /// The members of the action alone.
  String get actionText => canonicalText({for (final part in _partsOf[action]!) part: change[part]});

  Map<String, Object?> toJson() => {'seq': id.seq, 'replica': id.replica, 'wroteAt': wroteAt, ...change};

  /// The order in which the greatest is the latest: number, replica, larger text.
  int compareAge(Edit other) {
    if (id.seq != other.id.seq) return id.seq.compareTo(other.id.seq);
    final names = compareUtf16(id.replica, other.id.replica);
    return names != 0 ? names : compareUtf16(canonicalText(change), canonicalText(other.change));
  }

  static const _partsOf = {
    'set': ['set'],
    'insert': ['insert', 'after'],
    'remove': ['remove'],
    'review': ['review'],
    'add': ['add', 'at'],
    'move': ['move', 'at'],
    'drop': ['drop'],
  };
  static const _actionsOf = {
    'register': ['set'],
    'move': ['set'],
    'counter': <String>[],
    'list': ['insert', 'remove', 'review'],
    'set': ['add', 'move', 'drop'],
  };
}

/// Whether [value] is an integer that a row may hold.
bool isCount(Object? value, {int least = 0}) => value is int && value >= least && value <= maxSafeInteger;

/// Whether [value] can be the name of a replica.
bool isReplica(Object? value) => value is String && value.isNotEmpty && !hasLoneSurrogate(value);

WireException malformedState(String path, String reason) => WireException(ErrorClass.malformedRow, '$path: $reason');
