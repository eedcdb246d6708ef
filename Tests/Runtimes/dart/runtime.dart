// A testee whose codec is what Dart has as it comes, in the way that the first argument names. Wrong on purpose.
import 'dart:convert';
import 'dart:io';

class Rejected {
  Rejected(this.errorClass, this.message);
  final String errorClass;
  final String message;
}

typedef Operation = Map<String, Object?> Function(Map<String, Object?> inputs);

List<int> bytesOf(Object? value) =>
    value is String ? base64.decode(value) : File((value as Map)['file'] as String).readAsBytesSync();

Object? parse(Object? value) {
  try {
    return jsonDecode(utf8.decode(bytesOf(value)));
  } on FormatException catch (error) {
    throw Rejected('MALFORMED_JSON', error.message);
  }
}

Map<String, Object?> canonicalize(Map<String, Object?> inputs) {
  try {
    return {'canonical': base64.encode(utf8.encode(jsonEncode(parse(inputs['json']))))};
  } on JsonUnsupportedObjectError catch (error) {
    throw Rejected('MALFORMED_JSON', '$error');
  } on StackOverflowError {
    throw Rejected('MALFORMED_JSON', 'too deep');
  }
}

Map<String, Object?> compress(Map<String, Object?> inputs) {
  final message = bytesOf(inputs['msg']);
  final codec = inputs['codec'];
  final packed = codec == 0 ? message : (codec == 1 ? gzip : zlib).encode(message);
  return {'compressed': base64.encode(packed)};
}

Map<String, Object?> decompress(Map<String, Object?> inputs) {
  final packed = bytesOf(inputs['compressed']);
  final codec = inputs['codec'];
  try {
    return {'msg': base64.encode(codec == 0 ? packed : (codec == 1 ? gzip : zlib).decode(packed))};
  } on FormatException catch (error) {
    throw Rejected('MALFORMED_PAYLOAD', error.message);
  }
}

final Map<String, Map<String, Operation>> modes = {
  'jsonEncode': {'canonicalize': canonicalize},
  'GZipCodec': {'compress': compress, 'decompress': decompress},
};

Future<void> main(List<String> arguments) async {
  final operations = modes[arguments[0]]!;
  for (String? line; (line = stdin.readLineSync(encoding: utf8)) != null;) {
    final request = jsonDecode(line!) as Map<String, Object?>;
    final op = request['op'];
    final answer = <String, Object?>{'id': request['id'], 'status': 'ok'};
    if (op == 'hello') {
      answer['implementation'] = {
        'name': arguments[0],
        'version': '1',
        'language': 'dart',
        'runtime': 'Dart ${Platform.version.split(' ').first}',
        'zlib': 'dart:io',
      };
      answer['operations'] = operations.keys.toList();
      answer['features'] = <String>[];
    } else if (!operations.containsKey(op)) {
      answer['status'] = 'unsupported';
      answer['feature'] = 'op:$op';
    } else {
      try {
        answer['outputs'] = operations[op]!(request['inputs'] as Map<String, Object?>);
      } on Rejected catch (rejected) {
        answer['status'] = 'rejected';
        answer['error'] = {'class': rejected.errorClass, 'message': rejected.message};
      }
    }
    stdout.writeln(jsonEncode(answer));
    await stdout.flush();
  }
}
