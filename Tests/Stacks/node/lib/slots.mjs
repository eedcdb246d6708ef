// Slots: the content key, wrapped for a workspace key or a passphrase (EN-6 to EN-20, EN-53).

import { Fault, invalidParameter } from './fault.mjs';
import * as header from './header.mjs';
import { checkLength, decrypt, encrypt, hkdf, passphraseBytes, pbkdf2, scrypt, unwrapKey, wrapKey } from './keys.mjs';

const TYPES = { raw: header.RAW, pbkdf2: header.PBKDF2, scrypt: header.SCRYPT, 'aes-kw': header.KEY_WRAP };
const WRAP_LABEL = {
  [header.RAW]: 'SWA1/wrap/raw', [header.PBKDF2]: 'SWA1/wrap/pbkdf2', [header.SCRYPT]: 'SWA1/wrap/scrypt',
};
const ZERO_NONCE = Buffer.alloc(12); // safe only because each KEK encrypts once (EN-17)

/**
 * A checked copy of a caller's list of slots: `{type: 'raw' | 'aes-kw', key}`, `{type: 'pbkdf2', passphrase,
 * iterations}`, `{type: 'scrypt', passphrase, log2N}`.
 */
export function checkSlots(slots) {
  if (slots.length < 1 || slots.length > 16) throw invalidParameter('1 to 16 slots are allowed', 'slots');
  return slots.map((slot, index) => {
    const place = `slots[${index}]`;
    const type = Object.hasOwn(TYPES, slot.type) ? TYPES[slot.type] : undefined;
    if (type === undefined) throw invalidParameter('an unknown type of slot', place);
    if (!header.isPassphraseSlot(type)) {
      checkLength(slot.key, 32, 'a workspace key');
      return { type, key: slot.key };
    }
    const { iterations = 600000, log2N = 17 } = slot;
    if (slots.length !== 1) throw invalidParameter('a passphrase slot is the only slot', place);
    if (type === header.PBKDF2 && !header.iterationsAllowed(iterations)) throw invalidParameter('iterations', place);
    if (type === header.SCRYPT && !header.log2NAllowed(log2N)) throw invalidParameter('log2N', place);
    return { type, passphrase: passphraseBytes(slot.passphrase), iterations, log2N };
  });
}

/** The bytes of the slots, from slotCount on, and the layers that a testee reports. */
export async function makeSlots(slots, prologue, contentKey, draw) {
  const layers = [];
  for (const [index, slot] of slots.entries()) layers.push(await makeSlot(slot, index, prologue, contentKey, draw));
  return { bytes: Buffer.concat([Buffer.of(slots.length), ...layers.map((layer) => layer.bytes)]), layers };
}

async function makeSlot(slot, index, prologue, contentKey, draw) {
  const { type } = slot;
  const parameters = [];
  const salts = {};
  if (header.isPassphraseSlot(type)) {
    salts.kdfSalt = draw(`kdfSalt.${index}`, 16);
    parameters.push(type === header.PBKDF2 ? u32(slot.iterations) : Buffer.of(slot.log2N), salts.kdfSalt);
  } else {
    salts.keyId = await keyIdOf(slot.key, workspaceIdOf(prologue));
    parameters.push(salts.keyId);
  }
  if (type !== header.KEY_WRAP) parameters.push(salts.slotSalt = draw(`slotSalt.${index}`, 32));

  const length = Buffer.alloc(2);
  length.writeUInt16BE(header.SLOT_LENGTH[type]);
  const bound = Buffer.concat([Buffer.of(type), length, ...parameters]);
  const kek = await kekOf({ ...slot, ...salts }, slot);
  const wrapped = type === header.KEY_WRAP
    ? await wrapKey(kek, contentKey)
    : await encrypt(kek, ZERO_NONCE, Buffer.concat([prologue, bound]), contentKey);
  return { index, keyId: salts.keyId, kek, wrapped, bytes: Buffer.concat([bound, wrapped]) };
}

/** The content key from the first slot that opens. `unlocker` has `key` or `passphrase`, as bytes. */
export async function openSlots({ slots, prologue, workspaceId }, unlocker) {
  const wantedId = unlocker.key && (await keyIdOf(unlocker.key, workspaceId));
  for (const [index, slot] of slots.entries()) {
    if (unlocker.key ? !slot.keyId?.equals(wantedId) : !header.isPassphraseSlot(slot.type)) continue;
    const kek = await kekOf(slot, unlocker);
    const contentKey = slot.type === header.KEY_WRAP
      ? await unwrapKey(kek, slot.wrapped)
      : await decrypt(kek, ZERO_NONCE, Buffer.concat([prologue, slot.bound]), slot.wrapped);
    if (contentKey) return { contentKey, layer: { index, keyId: slot.keyId, kek, wrapped: slot.wrapped } };
  }
  throw new Fault('NO_MATCH', 'no slot opens with this key');
}

/** A checked unlocker of `{key}` or `{passphrase: string}`. */
export function checkUnlocker({ key, passphrase }) {
  if ((key === undefined) === (passphrase === undefined)) throw invalidParameter('either a key or a passphrase');
  if (key === undefined) return { passphrase: passphraseBytes(passphrase) };
  checkLength(key, 32, 'a workspace key');
  return { key };
}

async function kekOf({ type, kdfSalt, slotSalt, iterations, log2N }, { key, passphrase }) {
  if (type === header.KEY_WRAP) return key;
  const root = type === header.RAW ? key
    : type === header.PBKDF2 ? await pbkdf2(passphrase, kdfSalt, iterations)
    : await scrypt(passphrase, kdfSalt, log2N);
  return hkdf(root, slotSalt, WRAP_LABEL[type]);
}

const workspaceIdOf = (prologue) => prologue.subarray(16, 32);
const keyIdOf = (key, workspaceId) => hkdf(key, workspaceId, 'SWA1/key-id', 8);

function u32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
