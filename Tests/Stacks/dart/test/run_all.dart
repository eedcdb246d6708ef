import 'dart:io';

import 'check.dart';
import 'codec_test.dart';
import 'crypto_test.dart';
import 'envelope_test.dart';
import 'json_test.dart';
import 'merge_test.dart';
import 'nfc_test.dart';
import 'records_test.dart';
import 'spec_examples.dart';
import 'wycheproof_test.dart';

/// Runs every test of the Dart stack; exit code 1 when one fails.
///
///     dart test/run_all.dart [--unicode=DIR] [--wycheproof=DIR] [--json-test-suite=DIR]
///
/// The last two are checkouts' folders of published vectors. What isn't there is
/// skipped, and said so.
void main(List<String> arguments) {
  final repository = Directory.fromUri(Platform.script.resolve('../../../../'));
  final examples = SpecExamples.read(Directory('${repository.path}/Spec'));
  part('cryptography', testCryptography);
  part('Wycheproof', () {
    final vectors = folder(arguments, 'wycheproof', '${repository.path}/Tests/Fixtures/wycheproof');
    if (vectors != null) testWycheproof(vectors);
  });
  part('NFC', () {
    final database = folder(arguments, 'unicode', '/usr/share/unicode');
    if (database != null) testNfc(database);
  });
  part('canonical JSON', () {
    testJson(examples);
    final suite = folder(arguments, 'json-test-suite', '${repository.path}/Tests/Fixtures/json-test-suite');
    if (suite != null) testJsonTestSuite(suite);
  });
  part('codec', () => testCodec(examples));
  part('rows and records', () => testRecords(repository, examples));
  part('merge', () => testMerge(repository, examples));
  part('envelope', () => testEnvelope(examples));
  for (final skip in skips) {
    print('skipped: $skip');
  }
  print('$checks checks, $failures failures');
  exit(failures == 0 && checks > 0 ? 0 : 1);
}
