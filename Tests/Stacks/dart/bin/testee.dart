import 'dart:async';
import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import '../lib/canonical_json.dart';
import '../lib/errors.dart';
import '../lib/records.dart';
import '../lib/testee/inputs.dart';
import '../lib/testee/operations.dart';

/// Answers the testee protocol on stdin and stdout, one JSON object a line.
///
///     dart bin/testee.dart [--records FILE] [--once]
///
/// `--once` answers one request and exits with 0 for ok, 1 for rejected, 127 for
/// unsupported. A mistake of the program itself is left to end it: a crash must
/// not look like an answer.
Future<void> main(List<String> arguments) async {
  var recordsPath = Platform.script.resolve('../../../../Spec/records.json').toFilePath();
  var isOnce = false;
  for (var i = 0; i < arguments.length; i++) {
    if (arguments[i] == '--once') {
      isOnce = true;
    } else if (arguments[i] == '--records' && i + 1 < arguments.length) {
      recordsPath = arguments[++i];
    } else {
      _endUsage('unknown argument ${arguments[i]}');
    }
  }

  final testee = _Testee(Operations(() => RecordTable.parse(File(recordsPath).readAsBytesSync())));
  await for (final line in stdin.transform(_lines())) {
    final answer = testee.answer(_request(line));
    stdout.writeln(json.encode(answer));
    await stdout.flush();
    if (isOnce) exit(const {'ok': 0, 'rejected': 1, 'unsupported': 127}[answer['status']]!);
  }
  if (isOnce) _endUsage('no request');
}

/// The bytes before each 0A. `LineSplitter` would end a line at 0D too, which is
/// white space inside of a request.
StreamTransformer<List<int>, Uint8List> _lines() {
  final line = BytesBuilder();
  return StreamTransformer.fromHandlers(
    handleData: (chunk, lines) {
      var start = 0;
      for (var end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
        line.add(chunk.sublist(start, end));
        lines.add(line.takeBytes());
        start = end + 1;
      }
      line.add(chunk.sublist(start));
    },
    handleDone: (lines) {
      if (line.isNotEmpty) lines.add(line.takeBytes());
      lines.close();
    },
  );
}

Map<String, Object?> _request(Uint8List line) {
  Object? request;
  try {
    request = decodeJson(line);
  } on WireException catch (error) {
    _endUsage('not JSON: $error');
  }
  if (request is! Map<String, Object?> || request['id'] is! int || request['op'] is! String) {
    _endUsage('not a request: an object with the members id and op');
  }
  return request;
}

Never _endUsage(String reason) {
  stderr.writeln('testee: $reason');
  exit(2);
}

class _Testee {
  _Testee(this._operations);

  final Operations _operations;
  Outputs _outputs = Outputs(null);

  Map<String, Object?> answer(Map<String, Object?> request) {
    final id = request['id'], name = request['op'] as String;
    final operation = _operations.byName[name];
    if (operation == null && name != 'hello') return {'id': id, 'status': 'unsupported', 'feature': 'op:$name'};
    try {
      if (operation == null) return _hello(request);
      final members = Inputs(request, _outputs.folder);
      final entropy = members.has('entropy') ? members.objects('entropy') : const <Inputs>[];
      final answer = operation(members.object('inputs'), entropy, _outputs);
      return {
        'id': id,
        'status': 'ok',
        'outputs': answer.outputs,
        if (answer.intermediates.isNotEmpty) 'intermediates': answer.intermediates,
      };
    } on WireException catch (error) {
      return {
        'id': id,
        'status': 'rejected',
        'error': {
          'class': error.errorClass.name,
          'message': error.message,
          if (error.offset != null) 'offset': error.offset,
        },
      };
    }
  }

  Map<String, Object?> _hello(Map<String, Object?> request) {
    final members = Inputs(request);
    members.integer('protocol', least: 1, most: 1);
    _outputs = Outputs(members.text('scratch'));
    return {
      'id': request['id'],
      'status': 'ok',
      'implementation': {
        'name': 'syncwire-dart',
        'version': '0.1.0',
        'language': 'dart',
        'runtime': 'Dart ${Platform.version}',
        'zlib': 'dart:io',
      },
      'operations': _operations.byName.keys.toList(),
      'features': Operations.features,
    };
  }
}
