// Opens 10 000 small sealed records with Node's crypto: the same archives that `Benchmarks run records` opens.
//   node records.mjs [--rounds N] prints {"name","seconds","bytes","items"}
import crypto from "node:crypto";
import process from "node:process";

const count = 10_000;
const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 0x60 + index));
const workspace = Buffer.from(Array.from({ length: 16 }, (_, index) => index));
const zeroNonce = Buffer.alloc(12);
const whole = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1]);
const start = Buffer.concat([Buffer.from("\x89SWA\r\n\x1a\n", "latin1"), Buffer.from([1, 1, 1, 0, 0, 0, 0, 0])]);
const slotStart = Buffer.from([1, 1, 0, 88]);

const derive = (secret, salt, info, length = 32) =>
    Buffer.from(crypto.hkdfSync("sha256", secret, salt, info, length));

function encrypt(secret, nonce, aad, plaintext) {
    const cipher = crypto.createCipheriv("aes-256-gcm", secret, nonce).setAAD(aad);
    return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(secret, nonce, aad, sealed) {
    const decipher = crypto.createDecipheriv("aes-256-gcm", secret, nonce).setAAD(aad);
    decipher.setAuthTag(sealed.subarray(sealed.length - 16));
    const plaintext = decipher.update(sealed.subarray(0, sealed.length - 16));
    decipher.final();
    return plaintext;
}

function seal(plaintext) {
    const [contentKey, salt, slotSalt] = [32, 32, 32].map((size) => crypto.randomBytes(size));
    const nonce = crypto.randomBytes(12);
    const prologue = Buffer.concat([start, workspace, salt, Buffer.alloc(8)]);
    const slot = Buffer.concat([slotStart.subarray(1), derive(key, workspace, "SWA1/key-id", 8), slotSalt]);
    const wrapping = derive(key, slotSalt, "SWA1/wrap/raw");
    const wrapped = encrypt(wrapping, zeroNonce, Buffer.concat([prologue, slot]), contentKey);
    const head = Buffer.concat([prologue, slotStart.subarray(0, 1), slot, wrapped]);
    const mac = crypto.createHmac("sha256", derive(contentKey, salt, "SWA1/header")).update(head).digest();
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(plaintext.length));
    const payloadKey = derive(contentKey, salt, "SWA1/payload");
    const inner = Buffer.concat([length, plaintext]);
    return Buffer.concat([head, mac, nonce, encrypt(payloadKey, nonce, Buffer.concat([prologue, whole]), inner)]);
}

/** The plaintext of an archive in whole mode with one slot for a raw key and no compression. */
function openRecord(archive) {
    const prologue = archive.subarray(0, 72);
    if (!archive.subarray(0, 16).equals(start) || !archive.subarray(72, 76).equals(slotStart))
        throw new Error("no such archive");
    const slot = archive.subarray(73, 164);
    if (!crypto.timingSafeEqual(slot.subarray(3, 11), derive(key, prologue.subarray(16, 32), "SWA1/key-id", 8)))
        throw new Error("another key");
    const wrapping = derive(key, slot.subarray(11, 43), "SWA1/wrap/raw");
    const wrappingData = Buffer.concat([prologue, slot.subarray(0, 43)]);
    const contentKey = decrypt(wrapping, zeroNonce, wrappingData, slot.subarray(43));
    const salt = prologue.subarray(32, 64);
    const headerKey = derive(contentKey, salt, "SWA1/header");
    const mac = crypto.createHmac("sha256", headerKey).update(archive.subarray(0, 164)).digest();
    if (!crypto.timingSafeEqual(mac, archive.subarray(164, 196))) throw new Error("the header was altered");
    const payloadKey = derive(contentKey, salt, "SWA1/payload");
    const payloadData = Buffer.concat([prologue, whole]);
    const inner = decrypt(payloadKey, archive.subarray(196, 208), payloadData, archive.subarray(208));
    if (inner.readBigUInt64BE(0) !== BigInt(inner.length - 8)) throw new Error("another length");
    return inner.subarray(8);
}

const place = process.argv.indexOf("--rounds");
const rounds = place < 0 ? 3 : Number(process.argv[place + 1]);
const archives = Array.from({ length: count }, () => seal(crypto.randomBytes(512)));
const seconds = [];
for (let round = 0; round <= rounds; round += 1) {
    const begin = process.hrtime.bigint();
    for (const archive of archives) {
        if (openRecord(archive).length !== 512) throw new Error("a record was lost");
    }
    seconds.push(Number(process.hrtime.bigint() - begin) / 1e9);
}
const bytes = archives.reduce((sum, archive) => sum + archive.length, 0);
console.log(JSON.stringify({ name: "Node records", seconds: seconds.slice(1), bytes, items: count }));
