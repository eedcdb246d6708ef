import 'dart:math';
import 'dart:typed_data';

/// Where sealing takes its random bytes from.
abstract class Entropy {
  /// [length] bytes for the purpose that [label] names.
  Uint8List draw(String label, int length);
}

/// The system's cryptographic source: the only one for real archives.
class SystemEntropy implements Entropy {
  final Random _random = Random.secure();

  @override
  Uint8List draw(String label, int length) =>
      Uint8List.fromList(List.generate(length, (_) => _random.nextInt(256)));
}
