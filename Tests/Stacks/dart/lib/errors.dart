/// Why an input was rejected. Stacks agree on [errorClass]; the rest is for people.
class WireException implements Exception {
  const WireException(this.errorClass, this.message, {this.offset});

  final ErrorClass errorClass;
  final String message;

  /// The byte offset in the input, where one is known.
  final int? offset;

  @override
  String toString() => '${errorClass.name}: $message${offset == null ? '' : ' (offset $offset)'}';
}

/// The error classes of the wire, by the names that every stack uses.
class ErrorClass {
  const ErrorClass._(this.name);

  final String name;

  // The envelope's reader.
  static const badMagic = ErrorClass._('BAD_MAGIC');
  static const truncated = ErrorClass._('TRUNCATED');
  static const unsupportedVersion = ErrorClass._('UNSUPPORTED_VERSION');
  static const unsupportedSuite = ErrorClass._('UNSUPPORTED_SUITE');
  static const malformedHeader = ErrorClass._('MALFORMED_HEADER');
  static const malformedSlot = ErrorClass._('MALFORMED_SLOT');
  static const kdfParams = ErrorClass._('KDF_PARAMS');
  static const limit = ErrorClass._('LIMIT');
  static const noMatch = ErrorClass._('NO_MATCH');
  static const headerAuth = ErrorClass._('HEADER_AUTH');
  static const contextMismatch = ErrorClass._('CONTEXT_MISMATCH');
  static const rollback = ErrorClass._('ROLLBACK');
  static const payloadAuth = ErrorClass._('PAYLOAD_AUTH');
  static const malformedPayload = ErrorClass._('MALFORMED_PAYLOAD');
  static const notCanonical = ErrorClass._('NOT_CANONICAL');

  // JSON, rows and records.
  static const malformedJson = ErrorClass._('MALFORMED_JSON');
  static const malformedRow = ErrorClass._('MALFORMED_ROW');
  static const malformedRecord = ErrorClass._('MALFORMED_RECORD');

  // What the caller passed in.
  static const invalidParameter = ErrorClass._('INVALID_PARAMETER');
  static const invalidPassphrase = ErrorClass._('INVALID_PASSPHRASE');
}
