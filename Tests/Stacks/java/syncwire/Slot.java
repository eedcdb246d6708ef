package syncwire;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A slot in an archive: its type and its bytes, from the type to the end of the body. */
public record Slot(int type, byte[] bytes) {
    static final int RAW = 1;
    static final int PBKDF2 = 2;
    static final int SCRYPT = 3;
    static final int KEY_WRAP = 4;

    /** By type; EN-6. */
    private static final int[] BODY_LENGTHS = {0, 88, 100, 97, 48};
    private static final String[] WRAP_LABELS = {"", "SWA1/wrap/raw", "SWA1/wrap/pbkdf2", "SWA1/wrap/scrypt"};
    private static final byte[] PBKDF2_LABEL = "SWA1/pbkdf2".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    private static final int BODY = 3;
    private static final int GCM_WRAPPED = 48;
    private static final int KEY_WRAPPED = 40;
    private static final byte[] ZERO_NONCE = new byte[12];

    /** The content key and the key that wraps it, which for type 04 is the workspace key. */
    record Opened(byte[] contentKey, byte[] wrappingKey) {}

    static boolean isForPassphrase(int type) {
        return type == PBKDF2 || type == SCRYPT;
    }

    static boolean isForWorkspaceKey(int type) {
        return type == RAW || type == KEY_WRAP;
    }

    static boolean isGoodLength(int type, int length) {
        return length <= 1024 && (type > KEY_WRAP || length == BODY_LENGTHS[type]);
    }

    static boolean isGoodIterations(long iterations) {
        return iterations >= 210_000 && iterations <= 2_000_000;
    }

    static boolean isGoodLog2N(long log2N) {
        return log2N >= 15 && log2N <= 18;
    }

    public int bodyLength() {
        return bytes.length - BODY;
    }

    public byte[] keyId() {
        return Arrays.copyOfRange(bytes, BODY, BODY + 8);
    }

    /** The first field of a PBKDF2 slot, unsigned; of a scrypt slot it is log2N. */
    public long cost() {
        return type == SCRYPT ? bytes[BODY] & 0xff : ByteBuffer.wrap(bytes).getInt(BODY) & 0xffffffffL;
    }

    byte[] wrapped() {
        return Arrays.copyOfRange(bytes, bytes.length - (type == KEY_WRAP ? KEY_WRAPPED : GCM_WRAPPED), bytes.length);
    }

    /** Null where the secret doesn't open this slot (EN-53). */
    Opened open(Secret secret, byte[] prologue) {
        byte[] workspaceId = Header.workspaceId(prologue);
        if (isForWorkspaceKey(type) && !Arrays.equals(keyId(), secret.keyId(workspaceId))) {
            return null;
        }
        byte[] wrappingKey = wrappingKey(secret);
        byte[] contentKey = type == KEY_WRAP ? Crypto.keyUnwrap(wrappingKey, wrapped())
            : Crypto.gcmOpen(wrappingKey, ZERO_NONCE, aad(prologue), wrapped(), 0, GCM_WRAPPED);
        return contentKey == null ? null : new Opened(contentKey, wrappingKey);
    }

    /** A new slot and the key that wraps the content key in it. */
    record Made(Slot slot, byte[] wrappingKey) {}

    static Made make(SlotRequest request, int number, byte[] contentKey, byte[] prologue, Entropy entropy) {
        ByteBuffer out = ByteBuffer.allocate(BODY + BODY_LENGTHS[request.type()]);
        out.put((byte) request.type()).putShort((short) BODY_LENGTHS[request.type()]);
        if (isForWorkspaceKey(request.type())) {
            out.put(request.secret().keyId(Header.workspaceId(prologue)));
        } else {
            out.putInt(request.cost()).put(entropy.draw("kdfSalt." + number, 16));
        }
        if (request.type() != KEY_WRAP) {
            out.put(entropy.draw("slotSalt." + number, 32));
        }
        Slot slot = new Slot(request.type(), out.array());
        byte[] wrappingKey = slot.wrappingKey(request.secret());
        out.put(request.type() == KEY_WRAP ? Crypto.keyWrap(wrappingKey, contentKey)
            : Crypto.gcmSeal(wrappingKey, ZERO_NONCE, slot.aad(prologue), contentKey, 0, contentKey.length));
        return new Made(slot, wrappingKey);
    }

    private byte[] wrappingKey(Secret secret) {
        if (type == KEY_WRAP) {
            return secret.workspaceKey();
        }
        int saltEnd = bytes.length - GCM_WRAPPED;
        byte[] slotSalt = Arrays.copyOfRange(bytes, saltEnd - 32, saltEnd);
        byte[] root = secret.workspaceKey();
        if (type == PBKDF2) {
            byte[] kdfSalt = Arrays.copyOfRange(bytes, saltEnd - 48, saltEnd - 32);
            root = Crypto.pbkdf2(secret.passphrase(), Bytes.join(PBKDF2_LABEL, kdfSalt), (int) cost());
        }
        return Crypto.hkdf(root, slotSalt, WRAP_LABELS[type], 32);
    }

    private byte[] aad(byte[] prologue) {
        return Bytes.join(prologue, Arrays.copyOf(bytes, bytes.length - GCM_WRAPPED));
    }
}
