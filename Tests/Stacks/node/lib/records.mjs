// Record objects to rows and back (RC), by the tables of Spec/records.json.

import { readFileSync } from 'node:fs';
import { Fault, invalidParameter } from './fault.mjs';
import { hasLoneSurrogate, isObject, parse, write } from './json.mjs';
import { MAX_INTEGER, parseRow, writeRow } from './rows.mjs';

const tables = JSON.parse(readFileSync(new URL('../../../../Spec/records.json', import.meta.url), 'utf8'));
const fieldsOf = new Map(tables.records.map(({ collection, fields }) => [collection, fields]));

/** The canonical bytes of the row that a record object makes (RC-13, RC-19). */
export function encodeRecord(collection, bytes) {
  const fields = fieldsIn(collection);
  const record = parse(bytes);
  if (!isObject(record)) malformed('a record is an object', '');
  if (isTombstone(record)) return writeRow(record);

  const row = new Map();
  for (const key of ['id', 'updatedAt']) if (record.has(key)) row.set(key, record.get(key));
  const data = new Map();
  for (const field of fields) {
    const value = record.get(field.name) ?? (field.nullable ? null : undefined);
    if (field.sameAs === undefined) checkField(field, value); // the row's own check judges the shared one
    data.set(field.name, value);
  }
  for (const [key, value] of record) if (!row.has(key) && !data.has(key)) data.set(key, value);
  return writeRow(row.set('data', data));
}

/** The canonical bytes of the record object of a row. */
export function decodeRecord(collection, bytes) {
  const fields = fieldsIn(collection);
  const row = parseRow(bytes);
  const record = new Map([['id', row.get('id')], ['updatedAt', row.get('updatedAt')]]);
  if (row.has('deletedAt')) return write(record.set('deletedAt', row.get('deletedAt')));

  const data = row.get('data');
  const declared = new Set(fields.map((field) => field.name));
  for (const key of ['id', 'updatedAt']) {
    if (data.has(key) && !declared.has(key)) malformed('a reserved name', `/data/${key}`);
  }
  for (const field of fields) {
    const value = data.get(field.name);
    checkField(field, value);
    if (field.sameAs === undefined) record.set(field.name, value);
    else if (value !== row.get('updatedAt')) malformed("not the row's updatedAt", `/data/${field.name}`);
  }
  for (const [key, value] of data) if (!declared.has(key)) record.set(key, value);
  return write(record);
}

function fieldsIn(collection) {
  const fields = fieldsOf.get(collection);
  if (fields === undefined) throw invalidParameter('a collection that is not declared');
  return fields;
}

function isTombstone(record) {
  return record.size === 3 && ['id', 'updatedAt', 'deletedAt'].every((key) => record.has(key));
}

const CHECKS = {
  string: (value) => typeof value === 'string',
  enum: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => typeof value === 'bigint' && value >= -MAX_INTEGER && value <= MAX_INTEGER,
  json: (value) => typeof value === 'string' && isJSONText(value),
};

function checkField(field, value) {
  if (value === null && field.nullable) return;
  if (value === undefined) malformed('a declared field is missing', `/data/${field.name}`);
  if (!CHECKS[field.type](value)) malformed(`not a value of type ${field.type}`, `/data/${field.name}`);
}

function isJSONText(string) {
  if (hasLoneSurrogate(string)) return false;
  try {
    parse(Buffer.from(string, 'utf8'));
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

function malformed(reason, place) {
  throw new Fault('MALFORMED_RECORD', reason, place);
}
