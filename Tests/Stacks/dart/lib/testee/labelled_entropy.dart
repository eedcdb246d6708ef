import 'dart:typed_data';

import '../entropy.dart';
import '../key_schedule.dart';
import '../slots.dart';
import 'inputs.dart';

/// The randomness that a request prescribes, by label. It exists for vectors
/// alone, so it lives beside the testee and not in the library.
class LabelledEntropy implements Entropy {
  /// Takes the [given] list of `label` and `hex`, which must be exactly what an
  /// operation with these [slots] draws.
  LabelledEntropy(List<Inputs> given, List<SlotRequest> slots, {required bool isNewArchive}) {
    final needed = {
      if (isNewArchive) ...{'cek': 32, 'archiveSalt': 32, 'nonce': 12},
      for (var i = 0; i < slots.length; i++) ...{
        if (slots[i].type != Slot.aesKeyWrap) 'slotSalt.$i': 32,
        if (slots[i].type == Slot.pbkdf2 || slots[i].type == Slot.scrypt) 'kdfSalt.$i': 16,
      },
    };
    for (final item in given) {
      final label = item.text('label'), bytes = item.hex('hex');
      if (_values.containsKey(label)) throw invalidInput(label, 'entropy given twice');
      if (!needed.containsKey(label)) throw invalidInput(label, 'entropy that nothing draws');
      if (bytes.length != needed[label]) throw invalidInput(label, 'entropy must have ${needed[label]} bytes');
      _values[label] = bytes;
    }
    for (final label in needed.keys) {
      if (!_values.containsKey(label)) throw invalidInput(label, 'entropy is missing');
    }
  }

  final Map<String, Uint8List> _values = {};

  @override
  Uint8List draw(String label, int length) => _values.remove(label)!;
}
