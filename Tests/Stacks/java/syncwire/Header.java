package syncwire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What an archive says without a key: EN-1 to EN-9, checked in the order of EN-38 to EN-52. */
public record Header(byte[] prologue, List<Slot> slots, byte[] mac, byte[] nonce, int payloadOffset,
        int payloadLength) {
    static final byte[] MAGIC = {(byte) 0x89, 'S', 'W', 'A', 0x0d, 0x0a, 0x1a, 0x0a};
    static final int PROLOGUE_BYTES = 72;
    static final int MAX_SLOTS = 16;
    static final int CHUNK_LOG2 = 16;
    static final int MAX_WHOLE_INNER = 64 << 20;
    private static final int MAC_BYTES = 32;
    private static final int NONCE_BYTES = 12;

    public static Header parse(byte[] archive) {
        for (int i = 0; i < MAGIC.length && i < archive.length; i++) {
            if (archive[i] != MAGIC[i]) {
                throw new WireError("BAD_MAGIC", "offset " + i);
            }
        }
        need(archive, 9);
        if (archive[8] != 1) {
            throw new WireError("UNSUPPORTED_VERSION", "offset 8: version");
        }
        need(archive, 10);
        if (archive[9] != 1) {
            throw new WireError("UNSUPPORTED_SUITE", "offset 9: suite");
        }
        need(archive, PROLOGUE_BYTES + 1);
        checkField(archive[10] >= 1 && archive[10] <= 3, 10, "contentType");
        checkField(archive[11] >= 0 && archive[11] <= 2, 11, "codec");
        checkField(archive[12] == 0 || archive[12] == CHUNK_LOG2, 12, "chunkLog2");
        for (int i = 13; i < 16; i++) {
            checkField(archive[i] == 0, i, "reserved");
        }
        int slotCount = archive[PROLOGUE_BYTES];
        checkField(slotCount >= 1 && slotCount <= MAX_SLOTS, PROLOGUE_BYTES, "slotCount");
        List<Slot> slots = new ArrayList<>();
        int at = PROLOGUE_BYTES + 1;
        for (int i = 0; i < slotCount; i++) {
            Slot slot = parseSlot(archive, at, i, slotCount);
            slots.add(slot);
            at += slot.bytes().length;
        }
        int payload = at + MAC_BYTES + NONCE_BYTES;
        need(archive, payload + Crypto.TAG_BYTES + 1);
        Header header = new Header(Arrays.copyOf(archive, PROLOGUE_BYTES), slots,
            Arrays.copyOfRange(archive, at, at + MAC_BYTES), Arrays.copyOfRange(archive, at + MAC_BYTES, payload),
            payload, archive.length - payload);
        if (!header.isChunked() && header.payloadLength > MAX_WHOLE_INNER + Crypto.TAG_BYTES) {
            throw new WireError("LIMIT", "a payload above 64 MiB in whole mode");
        }
        return header;
    }

    private static Slot parseSlot(byte[] archive, int at, int number, int slotCount) {
        need(archive, at + 3);
        int type = archive[at] & 0xff;
        int length = ByteBuffer.wrap(archive).getShort(at + 1) & 0xffff;
        String name = "slots[" + number + "].";
        if (type == 0) {
            throw new WireError("MALFORMED_SLOT", "offset " + at + ": " + name + "type");
        }
        if (!Slot.isGoodLength(type, length)) {
            throw new WireError("MALFORMED_SLOT", "offset " + (at + 1) + ": " + name + "len");
        }
        if (Slot.isForPassphrase(type) && slotCount != 1) {
            throw new WireError("MALFORMED_SLOT", "offset " + at + ": " + name + "type is not alone");
        }
        need(archive, at + 3 + length);
        Slot slot = new Slot(type, Arrays.copyOfRange(archive, at, at + 3 + length));
        if (type == Slot.PBKDF2 && !Slot.isGoodIterations(slot.cost())) {
            throw new WireError("KDF_PARAMS", "offset " + (at + 3) + ": " + name + "iterations");
        }
        if (type == Slot.SCRYPT && !Slot.isGoodLog2N(slot.cost())) {
            throw new WireError("KDF_PARAMS", "offset " + (at + 3) + ": " + name + "log2N");
        }
        return slot;
    }

    static byte[] prologue(int contentType, int codec, boolean chunked, byte[] workspaceId, byte[] archiveSalt,
            long generation) {
        ByteBuffer out = ByteBuffer.allocate(PROLOGUE_BYTES);
        out.put(MAGIC).put((byte) 1).put((byte) 1).put((byte) contentType).put((byte) codec);
        out.put((byte) (chunked ? CHUNK_LOG2 : 0)).put(new byte[3]);
        return out.put(workspaceId).put(archiveSalt).putLong(generation).array();
    }

    /** From offset 0 to the end of the slots: what the header MAC covers. */
    static byte[] macInput(byte[] prologue, List<Slot> slots) {
        byte[][] parts = new byte[slots.size() + 2][];
        parts[0] = prologue;
        parts[1] = new byte[] {(byte) slots.size()};
        for (int i = 0; i < slots.size(); i++) {
            parts[i + 2] = slots.get(i).bytes();
        }
        return Bytes.join(parts);
    }

    public int contentType() {
        return prologue[10];
    }

    public int codec() {
        return prologue[11];
    }

    public boolean isChunked() {
        return prologue[12] == CHUNK_LOG2;
    }

    static byte[] workspaceId(byte[] prologue) {
        return Arrays.copyOfRange(prologue, 16, 32);
    }

    static byte[] archiveSalt(byte[] prologue) {
        return Arrays.copyOfRange(prologue, 32, 64);
    }

    /** Unsigned. */
    public long generation() {
        return ByteBuffer.wrap(prologue).getLong(64);
    }

    private static void need(byte[] archive, int length) {
        if (archive.length < length) {
            throw new WireError("TRUNCATED", "the input ends after " + archive.length + " bytes");
        }
    }

    private static void checkField(boolean good, int offset, String name) {
        if (!good) {
            throw new WireError("MALFORMED_HEADER", "offset " + offset + ": " + name);
        }
    }
}
