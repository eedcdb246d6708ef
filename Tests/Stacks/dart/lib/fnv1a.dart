/// 64-bit FNV-1a of [bytes] as 16 lower-case hex digits.
///
/// Needs 64-bit integers that wrap, so it runs on the VM and not on the web.
String fnv1a64(List<int> bytes) {
  var hash = 0xcbf29ce484222325;
  for (final byte in bytes) {
    hash = (hash ^ byte) * 0x100000001b3;
  }
  // An int is signed: the halves are printed each as an unsigned number.
  return _hex32(hash >> 32) + _hex32(hash);
}

String _hex32(int value) => (value & 0xffffffff).toRadixString(16).padLeft(8, '0');
