import 'dart:typed_data';

import '../entropy.dart';
import '../key_schedule.dart';
import '../slots.dart';
import 'inputs.dart';

/// The randomness that a request prescribes, by label. It exists for vectors
/// alone, so it lives beside the testee and not in the library.
class LabelledEntropy implements Entropy {
  /// Takes the [given] list of `label` and `hex`, which must be exactly what an
  /// operation with these [slots] draws. That is checked when it draws: an archive
  /// that can't be read is reported first (TP-11).
  LabelledEntropy(List<Inputs> given, this._slots, {required bool isNewArchive}) : _isNewArchive = isNewArchive {
    for (final item in given) {
      final label = item.text('label'), bytes = item.hex('hex');
      if (_given.containsKey(label)) throw invalidInput(label, 'entropy given twice');
      _given[label] = bytes;
    }
  }

  final Map<String, Uint8List> _given = {};
  final List<SlotRequest> _slots;
  final bool _isNewArchive;
  Map<String, Uint8List>? _values;

  @override
  Uint8List draw(String label, int length) => checked().remove(label)!;

  /// What is given, once it is known to be what the operation needs.
  Map<String, Uint8List> checked() {
    final known = _values;
    if (known != null) return known;
    final needed = {
      if (_isNewArchive) ...{'cek': 32, 'archiveSalt': 32, 'nonce': 12},
      for (var i = 0; i < _slots.length; i++) ...{
        if (_slots[i].type != Slot.aesKeyWrap) 'slotSalt.$i': 32,
        if (_slots[i].type == Slot.pbkdf2 || _slots[i].type == Slot.scrypt) 'kdfSalt.$i': 16,
      },
    };
    for (final label in _given.keys) {
      if (!needed.containsKey(label)) throw invalidInput(label, 'entropy that nothing draws');
    }
    for (final label in needed.keys) {
      if (_given[label]?.length != needed[label]) throw invalidInput(label, 'entropy must have ${needed[label]} bytes');
    }
    return _values = Map.of(_given);
  }
}
