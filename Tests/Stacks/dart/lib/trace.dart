/// Why a row of a merge is as it is.
class RowTrace {
  RowTrace(this.collection, this.id, {required this.outcomes, required this.stamps});

  final String collection;
  final String id;

  /// What became of the version of each input, by the words of the specification.
  List<String> outcomes;

  /// The stamp of each input's version, null where it has none.
  final List<int?> stamps;

  /// What became of the fields that the versions don't agree about.
  Map<String, String> fields = const {};

  /// Whether a person has to look at it.
  bool isConflict = false;

  /// Whether all inputs have the row in the same bytes.
  bool get isUnanimous => outcomes.every((outcome) => outcome == 'won' || outcome == 'same');

  Map<String, Object?> toJson() => {
        'collection': collection,
        'id': id,
        'inputs': [
          for (var i = 0; i < outcomes.length; i++) {'outcome': outcomes[i], 'updatedAt': stamps[i]},
        ],
        'fields': [
          for (final field in fields.entries) {'field': field.key, 'outcome': field.value},
        ],
        'conflict': isConflict,
      };
}
