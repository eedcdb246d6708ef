import 'dart:typed_data';

import 'errors.dart';

/// How far a raw deflate stream (RFC 1951) reaches.
///
/// `dart:io` inflates, but its filter swallows whatever follows the final block
/// and doesn't tell where that was, and it has no bound on its output. So the
/// stream is walked here first, without making its output.
class DeflateExtent {
  const DeflateExtent(this.compressedLength, this.plainLength);

  /// Walks the stream that starts [bytes]. Throws MALFORMED_PAYLOAD when it
  /// is damaged, ends before its final block does, or makes more than [limit] bytes.
  factory DeflateExtent.of(Uint8List bytes, {required int limit}) => _Walker(bytes, limit).walk();

  /// The bytes up to the end of the final block.
  final int compressedLength;

  /// The bytes that the stream inflates to.
  final int plainLength;
}

class _Walker {
  _Walker(this._bytes, this._limit);

  final Uint8List _bytes;
  final int _limit;
  int _at = 0, _bitBuffer = 0, _bitCount = 0, _produced = 0;

  DeflateExtent walk() {
    var isFinal = false;
    while (!isFinal) {
      isFinal = _bits(1) == 1;
      switch (_bits(2)) {
        case 0:
          _storedBlock();
          break;
        case 1:
          _codedBlock(_fixedLengths, _fixedDistances);
          break;
        case 2:
          _dynamicBlock();
          break;
        default:
          throw _fault('invalidDeflate', 'invalid block type');
      }
    }
    return DeflateExtent(_at, _produced);
  }

  int _byte() => _at < _bytes.length ? _bytes[_at++] : throw _fault('truncated', 'stream ends too early');

  int _bits(int count) {
    while (_bitCount < count) {
      _bitBuffer |= _byte() << _bitCount;
      _bitCount += 8;
    }
    final value = _bitBuffer & ((1 << count) - 1);
    _bitBuffer >>= count;
    _bitCount -= count;
    return value;
  }

  void _produce(int count) {
    _produced += count;
    if (_produced > _limit) throw _fault('lengthMismatch', 'more than the declared length');
  }

  void _storedBlock() {
    _bitBuffer = _bitCount = 0;
    final length = _byte() | _byte() << 8;
    if (length ^ 0xffff != (_byte() | _byte() << 8)) throw _fault('invalidDeflate', 'invalid stored length');
    if (length > _bytes.length - _at) throw _fault('truncated', 'stream ends too early');
    _at += length;
    _produce(length);
  }

  void _codedBlock(_HuffmanCode lengths, _HuffmanCode distances) {
    for (;;) {
      final symbol = _symbol(lengths);
      if (symbol == _endOfBlock) return;
      if (symbol < _endOfBlock) {
        _produce(1);
        continue;
      }
      final lengthCode = symbol - _endOfBlock - 1;
      if (lengthCode >= _lengthBase.length) throw _fault('invalidDeflate', 'invalid length symbol');
      final length = _lengthBase[lengthCode] + _bits(_lengthExtra[lengthCode]);
      final distanceCode = _symbol(distances);
      if (distanceCode >= _distanceCodes) throw _fault('invalidDeflate', 'invalid distance symbol');
      if (_distance(distanceCode) > _produced) throw _fault('invalidDeflate', 'distance too far back');
      _produce(length);
    }
  }

  int _distance(int code) {
    if (code < 4) return code + 1;
    final extra = (code >> 1) - 1;
    return (2 + (code & 1) << extra) + 1 + _bits(extra);
  }

  void _dynamicBlock() {
    final lengthCount = _bits(5) + 257, distanceCount = _bits(5) + 1, metaCount = _bits(4) + 4;
    if (lengthCount > 286 || distanceCount > _distanceCodes) throw _fault('invalidDeflate', 'too many symbols');
    final metaBits = Uint8List(_metaOrder.length);
    for (var i = 0; i < metaCount; i++) {
      metaBits[_metaOrder[i]] = _bits(3);
    }
    final meta = _HuffmanCode(metaBits, mayBeSingle: false);

    final bits = Uint8List(lengthCount + distanceCount);
    for (var i = 0; i < bits.length;) {
      final symbol = _symbol(meta);
      if (symbol < 16) {
        bits[i++] = symbol;
        continue;
      }
      if (symbol == 16 && i == 0) throw _fault('invalidDeflate', 'no length to repeat');
      final value = symbol == 16 ? bits[i - 1] : 0;
      final count = symbol == 16 ? 3 + _bits(2) : (symbol == 17 ? 3 + _bits(3) : 11 + _bits(7));
      if (i + count > bits.length) throw _fault('invalidDeflate', 'too many lengths');
      bits.fillRange(i, i += count, value);
    }
    if (bits[_endOfBlock] == 0) throw _fault('invalidDeflate', 'no end-of-block symbol');
    _codedBlock(
      _HuffmanCode(Uint8List.sublistView(bits, 0, lengthCount)),
      _HuffmanCode(Uint8List.sublistView(bits, lengthCount)),
    );
  }

  int _symbol(_HuffmanCode code) {
    var value = 0, first = 0, index = 0;
    for (var length = 1; length <= _HuffmanCode.maxBits; length++) {
      value |= _bits(1);
      final count = code.counts[length];
      if (value - count < first) return code.symbols[index + value - first];
      index += count;
      first = (first + count) << 1;
      value <<= 1;
    }
    throw _fault('invalidDeflate', 'invalid code');
  }
}

/// A canonical Huffman code: how many codes of each length there are, and the
/// symbols in the order of their codes.
class _HuffmanCode {
  /// Builds the code from the [bits] of each symbol. As in zlib, a code may be
  /// incomplete only when it has a single symbol, of one bit, or none.
  _HuffmanCode(Uint8List bits, {bool mayBeSingle = true}) : symbols = Uint16List(bits.length) {
    for (final length in bits) {
      counts[length]++;
    }
    counts[0] = 0;
    var left = 1, longest = 0;
    for (var length = 1; length <= maxBits; length++) {
      left = 2 * left - counts[length];
      if (left < 0) throw _fault('invalidDeflate', 'over-subscribed code');
      if (counts[length] > 0) longest = length;
    }
    if (left > 0 && !(mayBeSingle && longest <= 1)) throw _fault('invalidDeflate', 'incomplete code');

    final next = Uint16List(maxBits + 2);
    for (var length = 1; length <= maxBits; length++) {
      next[length + 1] = next[length] + counts[length];
    }
    for (var symbol = 0; symbol < bits.length; symbol++) {
      if (bits[symbol] != 0) symbols[next[bits[symbol]]++] = symbol;
    }
  }

  static const maxBits = 15;

  final Uint16List counts = Uint16List(maxBits + 1);
  final Uint16List symbols;
}

WireException _fault(String code, String reason) =>
    WireException(ErrorClass.malformedPayload, '$code: $reason');

const _endOfBlock = 256, _distanceCodes = 30;
const _metaOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const _lengthBase = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, //
  35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const _lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];

final _fixedLengths = _HuffmanCode(
  Uint8List(288)
    ..fillRange(0, 144, 8)
    ..fillRange(144, 256, 9)
    ..fillRange(256, 280, 7)
    ..fillRange(280, 288, 8),
);

final _fixedDistances = _HuffmanCode(Uint8List(32)..fillRange(0, 32, 5));
