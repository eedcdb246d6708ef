package syncwire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Identity, gzip with the pinned header, raw deflate (AC). */
public final class Codec {
    public static final int IDENTITY = 0;
    public static final int GZIP = 1;
    public static final int DEFLATE = 2;

    private static final byte[] GZIP_HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    private static final int STORED_BLOCK = 65535;

    private Codec() {}

    public static byte[] compress(byte[] message, int codec, boolean stored) {
        if (codec == IDENTITY) {
            return message;
        }
        byte[] deflated = stored ? stored(message) : deflated(message);
        return codec == DEFLATE ? deflated : Bytes.join(GZIP_HEADER, deflated, trailer(message));
    }

    /** The strict reader: everything before the first fault counts, and the first fault decides (AC-16). */
    public static byte[] decompress(byte[] coded, int codec, long length, long limit) {
        if (Long.compareUnsigned(length, limit) > 0) {
            throw new WireError("LIMIT", "limitExceeded: the declared length is above the limit");
        }
        if (codec == IDENTITY) {
            if (coded.length != length) {
                throw fault("lengthMismatch", coded.length);
            }
            return coded;
        }
        int start = codec == GZIP ? checkHeader(coded) : 0;
        Inflater inflater = new Inflater(true);
        byte[] message;
        int end;
        try {
            inflater.setInput(coded, start, coded.length - start);
            message = inflate(inflater, length);
            end = start + (int) inflater.getBytesRead();
        } catch (DataFormatException malformed) {
            int offset = start + (int) inflater.getBytesRead();
            throw fault(codec == DEFLATE && looksLikeZlib(coded) ? "zlibContainer" : "invalidDeflate", offset);
        } finally {
            inflater.end();
        }
        if (codec == GZIP) {
            byte[] expected = trailer(message);
            if (coded.length - end < expected.length) {
                throw fault("truncated", coded.length);
            }
            for (int i = 0; i < expected.length; i++) {
                if (coded[end + i] != expected[i]) {
                    throw fault(i < 4 ? "crcMismatch" : "sizeMismatch", end + i);
                }
            }
            end += expected.length;
        }
        if (end < coded.length) {
            boolean member = codec == GZIP && coded.length - end >= 2 && coded[end] == GZIP_HEADER[0]
                    && coded[end + 1] == GZIP_HEADER[1];
            throw fault(member ? "severalMembers" : "trailingBytes", end);
        }
        if (message.length != length) {
            throw fault("lengthMismatch", end);
        }
        return message;
    }

    private static byte[] inflate(Inflater inflater, long length) throws DataFormatException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        byte[] buffer = new byte[65536];
        while (!inflater.finished()) {
            // One byte more than declared may be asked for, so that a longer stream shows (AC-9).
            int room = (int) Math.min(buffer.length - 1, length - message.size()) + 1;
            int count = inflater.inflate(buffer, 0, room);
            message.write(buffer, 0, count);
            if (message.size() > length) {
                throw fault("lengthMismatch", inflater.getBytesRead());
            }
            if (count == 0 && !inflater.finished()) {
                throw fault("truncated", inflater.getBytesRead());
            }
        }
        return message.toByteArray();
    }

    private static int checkHeader(byte[] coded) {
        for (int i = 0; i < GZIP_HEADER.length; i++) {
            if (i >= coded.length) {
                throw fault("truncated", i);
            }
            if (coded[i] != GZIP_HEADER[i]) {
                boolean reserved = i == 3 && (coded[i] & 0xe0) != 0;
                throw fault(i < 2 ? "notGzip" : reserved ? "reservedFlag" : "headerNotPinned", i);
            }
        }
        return GZIP_HEADER.length;
    }

    private static boolean looksLikeZlib(byte[] coded) {
        return coded.length >= 2 && (coded[0] & 0x8f) == 8 && ((coded[0] & 0xff) * 256 + (coded[1] & 0xff)) % 31 == 0;
    }

    private static byte[] deflated(byte[] message) {
        Deflater deflater = new Deflater(6, true);
        try {
            deflater.setInput(message);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[65536];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** AC-17. */
    private static byte[] stored(byte[] message) {
        int blocks = Math.max(1, (message.length + STORED_BLOCK - 1) / STORED_BLOCK);
        ByteBuffer out = ByteBuffer.allocate(message.length + 5 * blocks).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < blocks; i++) {
            int start = i * STORED_BLOCK;
            int count = Math.min(STORED_BLOCK, message.length - start);
            out.put((byte) (i == blocks - 1 ? 1 : 0)).putShort((short) count).putShort((short) ~count);
            out.put(message, start, count);
        }
        return out.array();
    }

    private static byte[] trailer(byte[] message) {
        CRC32 crc = new CRC32();
        crc.update(message);
        ByteBuffer out = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        return out.putInt((int) crc.getValue()).putInt(message.length).array();
    }

    private static WireError fault(String name, long offset) {
        return new WireError("MALFORMED_PAYLOAD", name + " at offset " + offset + " of the coded bytes");
    }
}
