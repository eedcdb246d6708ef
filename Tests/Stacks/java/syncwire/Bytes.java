package syncwire;

import java.nio.ByteBuffer;

/** Small things to do with byte strings. */
final class Bytes {
    private Bytes() {}

    static byte[] join(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer out = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            out.put(part);
        }
        return out.array();
    }

    static byte[] ofLong(long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }
}
