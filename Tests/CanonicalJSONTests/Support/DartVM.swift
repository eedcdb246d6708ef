import Foundation
import TestSupport

extension DartVM {
    struct Failure: Error {
        let message: String
    }

    /// Runs `expression`, a Dart expression of `Uint8List input` that gives a String, on each input; nil where it
    /// throws.
    static func map(_ inputs: [[UInt8]], _ expression: String) throws -> [[UInt8]?] {
        try withTemporaryFolder { folder in
            let (script, request, reply) = (
                folder.appending(path: "map.dart"), folder.appending(path: "in"), folder.appending(path: "out")
            )
            try Data(program(expression).utf8).write(to: script)
            try Data(inputs.flatMap { frame($0) }).write(to: request)
            let dart = try Tool.run([path ?? "", script.path, request.path, reply.path])
            guard dart.status == 0 else { throw Failure(message: "dart failed: \(dart.errorText)") }
            return try frames(of: reply.bytes(), count: inputs.count)
        }
    }

    private static func frame(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt32(bytes.count)
        return (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + bytes
    }

    private static func frames(of bytes: [UInt8], count: Int) throws -> [[UInt8]?] {
        var results: [[UInt8]?] = []
        var at = 0
        while at + 4 <= bytes.count {
            let length = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
            at += 4
            guard length != .max else {
                results.append(nil)
                continue
            }
            results.append(Array(bytes[at..<at + Int(length)]))
            at += Int(length)
        }
        guard results.count == count else { throw Failure(message: "\(results.count) replies to \(count) inputs") }
        return results
    }

    private static func program(_ expression: String) -> String {
        """
        import 'dart:convert';
        import 'dart:io';
        import 'dart:typed_data';

        String apply(Uint8List input) => \(expression);

        void main(List<String> arguments) {
          final source = File(arguments[0]).readAsBytesSync();
          final output = BytesBuilder(copy: false);
          void number(int value) => output.add([for (var i = 0; i < 4; i++) (value >> (8 * i)) & 255]);
          var at = 0;
          while (at < source.length) {
            final length = ByteData.sublistView(source, at).getUint32(0, Endian.little);
            at += 4;
            try {
              final result = utf8.encode(apply(Uint8List.sublistView(source, at, at + length)));
              number(result.length);
              output.add(result);
            } catch (_) {
              number(0xffffffff);
            }
            at += length;
          }
          File(arguments[1]).writeAsBytesSync(output.takeBytes());
        }
        """
    }
}
