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
  LabelledEntropy(this._given, this._slots, {required bool isNewArchive}) : _isNewArchive = isNewArchive;

  final List<Inputs> _given;
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
    final values = <String, Uint8List>{};
    for (final item in _given) {
      final label = item.text('label'), bytes = item.hex('hex');
      if (values.containsKey(label)) throw invalidInput(label, 'entropy given twice');
      if (!needed.containsKey(label)) throw invalidInput(label, 'entropy that nothing draws');
      if (bytes.length != needed[label]) throw invalidInput(label, 'entropy must have ${needed[label]} bytes');
      values[label] = bytes;
    }
    for (final label in needed.keys) {
      if (!values.containsKey(label)) throw invalidInput(label, 'entropy is missing');
    }
    return _values = values;
  }
}
