import 'dart:typed_data';

/// CRC-32 of [bytes] as gzip has it (RFC 1952).
int crc32(Uint8List bytes) {
  var crc = 0xffffffff;
  for (var i = 0; i < bytes.length; i++) {
    crc = _table[(crc ^ bytes[i]) & 255] ^ (crc >> 8);
  }
  return crc ^ 0xffffffff;
}

final Uint32List _table = () {
  final table = Uint32List(256);
  for (var i = 0; i < 256; i++) {
    var value = i;
    for (var bit = 0; bit < 8; bit++) {
      value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xedb88320;
    }
    table[i] = value;
  }
  return table;
}();
