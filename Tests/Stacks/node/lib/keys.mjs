// The primitives of the envelope: WebCrypto, and scrypt, which WebCrypto lacks, from node:crypto.

import { scrypt as scryptWithCallback, timingSafeEqual, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { Fault, invalidParameter } from './fault.mjs';
import { hasLoneSurrogate } from './json.mjs';

const { subtle } = webcrypto;
const scryptAsync = promisify(scryptWithCallback);
const ascii = (label) => Buffer.from(label, 'latin1');
const gcm = (nonce, aad) => ({ name: 'AES-GCM', iv: nonce, additionalData: aad, tagLength: 128 });

/** The bytes that a passphrase means (EN-21 to EN-26). Throws INVALID_PASSPHRASE. */
export function passphraseBytes(passphrase) {
  const fail = (reason) => { throw new Fault('INVALID_PASSPHRASE', reason); };
  if (hasLoneSurrogate(passphrase)) fail('an unpaired surrogate');
  if (passphrase.includes('\0')) fail('a character U+0000');
  const bytes = Buffer.from(passphrase.normalize('NFC'), 'utf8');
  if (bytes.length < 1 || bytes.length > 1024) fail(`${bytes.length} bytes, 1 to 1024 are allowed`);
  return bytes;
}

export function checkLength(bytes, length, what) {
  if (bytes?.length !== length) throw invalidParameter(`${what} has ${length} bytes`);
}

export async function hkdf(key, salt, label, length = 32) {
  const base = await subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info: ascii(label) };
  return Buffer.from(await subtle.deriveBits(algorithm, base, length * 8));
}

export async function pbkdf2(passphrase, kdfSalt, iterations) {
  const base = await subtle.importKey('raw', passphrase, 'PBKDF2', false, ['deriveBits']);
  const salt = Buffer.concat([ascii('SWA1/pbkdf2'), kdfSalt]);
  return Buffer.from(await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, base, 256));
}

export function scrypt(passphrase, kdfSalt, log2N) {
  const salt = Buffer.concat([ascii('SWA1/scrypt'), kdfSalt]);
  // Node's default limit of 32 MiB is too small for log2N 15 already; 18 needs 256 MiB and a little.
  return scryptAsync(passphrase, salt, 32, { N: 2 ** log2N, r: 8, p: 1, maxmem: 2 ** 29 });
}

/** Ciphertext, then the 16-byte tag. */
export async function encrypt(key, nonce, aad, plaintext) {
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  return Buffer.from(await subtle.encrypt(gcm(nonce, aad), aes, plaintext));
}

/** The plaintext, or null if it does not authenticate. */
export async function decrypt(key, nonce, aad, ciphertext) {
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  return orNull(async () => Buffer.from(await subtle.decrypt(gcm(nonce, aad), aes, ciphertext)));
}

/** AES key wrap (RFC 3394) of a 32-byte key. WebCrypto wraps keys only, so the wrapped one is imported as some key. */
export async function wrapKey(key, contentKey) {
  const kek = await subtle.importKey('raw', key, 'AES-KW', false, ['wrapKey']);
  const wrapped = await subtle.importKey('raw', contentKey, 'AES-GCM', true, ['encrypt']);
  return Buffer.from(await subtle.wrapKey('raw', wrapped, kek, 'AES-KW'));
}

export async function unwrapKey(key, wrapped) {
  const kek = await subtle.importKey('raw', key, 'AES-KW', false, ['unwrapKey']);
  return orNull(async () => {
    const contentKey = await subtle.unwrapKey('raw', wrapped, kek, 'AES-KW', 'AES-GCM', true, ['encrypt']);
    return Buffer.from(await subtle.exportKey('raw', contentKey));
  });
}

export async function hmac(key, message) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const hmacKey = await subtle.importKey('raw', key, algorithm, false, ['sign']);
  return Buffer.from(await subtle.sign('HMAC', hmacKey, message));
}

export const equalInConstantTime = timingSafeEqual;

async function orNull(operation) {
  try {
    return await operation();
  } catch (error) {
    if (error.name === 'OperationError') return null;
    throw error;
  }
}
