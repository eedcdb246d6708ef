import 'canonical_json.dart';
import 'edit.dart';
import 'merge.dart';
import 'profile.dart';
import 'rows.dart';
import 'utf16_order.dart';

/// What is kept of one field: edits, or counts by replica.
class FieldState {
  FieldState(this.rule, Iterable<Edit> edits, [this.counts = const {}]) {
    final byId = <String, Edit>{};
    for (final edit in edits) {
      final other = byId[edit.id.text];
      if (other == null || other.wroteAt < edit.wroteAt) byId[edit.id.text] = edit;
    }
    this.edits = _kept(byId.values).toList()..sort((a, b) => a.id.compareTo(b.id));
  }

  /// Reads the JSON form.
  factory FieldState.fromJson(Object? json, FieldRule rule, String path) {
    if (json is! Map<String, Object?> || !{'edits', 'counts'}.containsAll(json.keys)) {
      throw malformedState(path, 'not the state of a field');
    }
    final edits = json.containsKey('edits') ? json['edits'] : const <Object?>[];
    final counts = json.containsKey('counts') ? json['counts'] : const <String, Object?>{};
    if (edits is! List<Object?> || counts is! Map<String, Object?>) throw malformedState(path, 'of the wrong type');
    if (counts.isNotEmpty && rule.type != 'counter') throw malformedState(path, 'counts of a ${rule.type}');
    return FieldState(rule, [
      for (final edit in edits) Edit.fromJson(edit, rule.type, path),
    ], counts.map((replica, count) {
      if (!isReplica(replica)) throw malformedState(path, 'no name of a replica');
      if (count is! List<Object?> || count.length != 2 || !count.every(isCount)) {
        throw malformedState(path, 'not [up, down]');
      }
      return MapEntry(replica, count.cast<int>());
    }));
  }

  final FieldRule rule;

  /// The edits that are kept, sorted by id.
  late final List<Edit> edits;

  /// Increments and decrements by replica.
  final Map<String, List<int>> counts;

  FieldState merge(FieldState other) => FieldState(rule, [...edits, ...other.edits], {
        for (final replica in {...counts.keys, ...other.counts.keys})
          replica: [
            for (var i = 0; i < 2; i++)
              [counts[replica]?[i] ?? 0, other.counts[replica]?[i] ?? 0].reduce((a, b) => a > b ? a : b),
          ],
      });

  Map<String, Object?> toJson() => rule.type == 'counter'
      ? {'counts': sortedByKey(counts)}
      : {'edits': [for (final edit in edits) edit.toJson()]};

  bool get isEmpty => edits.isEmpty && counts.isEmpty;

  /// The value in `data` of a state that isn't empty.
  Object? get value {
    switch (rule.type) {
      case 'counter':
        return canonicalText(sortedByKey(counts));
      case 'list':
        return canonicalText(_elements());
      case 'set':
        return canonicalText(_members());
      default:
        return shown!.change['set'];
    }
  }

  /// The edit whose value a register has, null without any.
  Edit? get shown => edits.isEmpty ? null : edits.reduce(_later);

  /// Whether changes that hadn't seen each other wait for a person.
  bool get isDisputed {
    if (!rule.isFlagged) return false;
    final replaced = {for (final edit in edits) ...edit.saw};
    final heads = edits.where((edit) => !replaced.contains(edit.id.text));
    return rule.type == 'list' ? heads.length > 1 : heads.map((edit) => edit.actionText).toSet().length > 1;
  }

  Iterable<Edit> _kept(Iterable<Edit> edits) {
    if (rule.isFlagged || rule.type == 'list' || edits.isEmpty) return edits;
    if (rule.type != 'set') return [edits.reduce(_later)];
    return {..._latest(edits, 'drop').values, ..._latest(edits, 'move').values};
  }

  /// Depth first; of several inserted at one place the latest first.
  List<Object?> _elements() {
    final known = {for (final edit in edits) edit.id.text};
    final removed = {for (final edit in edits) if (edit.action == 'remove') canonicalText(edit.change['remove'])};
    final inserted = <String?, List<Edit>>{};
    for (final edit in edits.where((edit) => edit.action == 'insert')) {
      final after = canonicalText(edit.change['after']);
      inserted.putIfAbsent(known.contains(after) ? after : null, () => []).add(edit);
    }
    // Edits are sorted, so that the last one of a place is the one to come first.
    final pending = [...?inserted[null]];
    final elements = <Object?>[];
    while (pending.isNotEmpty) {
      final edit = pending.removeLast();
      if (!removed.contains(edit.id.text)) elements.add(edit.change['insert']);
      pending.addAll(inserted[edit.id.text] ?? const []);
    }
    return elements;
  }

  /// By position, then by text.
  List<Object?> _members() {
    final places = _latest(edits, 'move');
    String place(MapEntry<String, Edit> member) => places[member.key]!.change['at'] as String;
    final members = _latest(edits, 'drop').entries.where((member) => member.value.action == 'add').toList()
      ..sort((a, b) {
        final order = compareUtf16(place(a), place(b));
        return order != 0 ? order : compareUtf16(a.key, b.key);
      });
    return [for (final member in members) member.value.change['add']];
  }

  /// The latest edit of each element of a set that is an `add` or [other], by the element's text.
  static Map<String, Edit> _latest(Iterable<Edit> edits, String other) {
    final latest = <String, Edit>{};
    for (final edit in edits.where((edit) => edit.action == 'add' || edit.action == other)) {
      latest.update(canonicalText(edit.change[edit.action]), (known) => _later(known, edit), ifAbsent: () => edit);
    }
    return latest;
  }

  static Edit _later(Edit a, Edit b) => a.compareAge(b) >= 0 ? a : b;
}

/// A record whose fields are merged one by one; its row carries their states in the key `state`.
class Document {
  Document._(this._id, this.fields, this._deletion, this._seq, this._stamp, this._others);

  /// Reads a row with a state; its `data` follow from that and aren't looked at.
  factory Document.read(Row row, Map<String, FieldRule> rules) {
    final state = row.others['state'];
    if (state is! Map<String, Object?> || !{'deletion', 'fields', 'seq'}.containsAll(state.keys)) {
      throw malformedState('/state', 'not a state');
    }
    final fields = state['fields'], seq = state['seq'];
    if (fields is! Map<String, Object?> || !isCount(seq)) throw malformedState('/state', 'without fields or seq');
    return Document._(
      row.id,
      fields.map((name, json) {
        return MapEntry(name, FieldState.fromJson(json, rules[name] ?? _register, '/state/fields/$name'));
      }),
      state.containsKey('deletion') ? FieldState.fromJson(state['deletion'], _register, '/state/deletion') : null,
      seq as int,
      row.updatedAt,
      {...row.others}..remove('state'),
    );
  }

  /// The states of the fields that were ever written.
  final Map<String, FieldState> fields;

  final String _id;
  final FieldState? _deletion;
  final int _seq;
  final int _stamp;
  final Map<String, Object?> _others;

  /// This version and [other] together.
  Document merge(Document other) => Document._(
        _id,
        {
          ...fields,
          for (final field in other.fields.entries)
            field.key: fields[field.key]?.merge(field.value) ?? field.value,
        },
        other._deletion == null ? _deletion : _deletion?.merge(other._deletion!) ?? other._deletion,
        _seq > other._seq ? _seq : other._seq,
        _stamp > other._stamp ? _stamp : other._stamp,
        largestOfEach([_others, other._others]),
      );

  /// The row: in `data` the [declared] fields first and then the others sorted, or a tombstone.
  Row toRow(List<String> declared) {
    final sorted = sortedByKey(fields).cast<String, FieldState>();
    final state = {
      if (_deletion != null) 'deletion': _deletion!.toJson(),
      'fields': sorted.map((name, field) => MapEntry(name, field.toJson())),
      'seq': _seq,
    };
    final others = {..._others, 'state': state};
    final deletion = _deletion;
    if (deletion != null && !deletion.isEmpty && deletion.value == true) {
      return Row.tombstone(id: _id, deletedAt: _stamp, others: others);
    }
    final names = {...declared.where(fields.containsKey), ...sorted.keys};
    final data = {
      for (final name in names)
        if (!fields[name]!.isEmpty) name: fields[name]!.value,
    };
    return Row(id: _id, updatedAt: _stamp, data: data, others: others);
  }

  /// What became of the fields that [versions] don't agree about, or that wait for a person.
  Map<String, String> fieldOutcomes(List<Document> versions) {
    final outcomes = <String, String>{};
    for (final name in fields.keys.toList()..sort(compareUtf16)) {
      final state = fields[name]!, text = canonicalText(state.toJson());
      final states = [for (final version in versions) version.fields[name]];
      if (state.isDisputed) {
        outcomes[name] = 'disputed';
      } else if (states.any((other) => other == null || canonicalText(other.toJson()) != text)) {
        outcomes[name] = _outcome(state.rule.type, states.whereType<FieldState>());
      }
    }
    return outcomes;
  }

  static String _outcome(String type, Iterable<FieldState> states) {
    if (type != 'register' && type != 'move') return 'joined';
    final ids = {for (final state in states) if (state.shown != null) state.shown!.id.text: state.shown!.id};
    final makers = {for (final id in ids.values) canonicalText([id.seq, id.replica])};
    return makers.length < ids.length ? 'duplicate' : 'highest';
  }

  static const _register = FieldRule('register');
}
