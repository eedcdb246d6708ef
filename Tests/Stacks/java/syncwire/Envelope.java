package syncwire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sealing, opening and rewrapping archives, EN-10 to EN-70. */
public final class Envelope {
    private static final int CHUNK = 1 << Header.CHUNK_LOG2;

    /** What to seal, and how. */
    public record Request(byte[] plaintext, byte[] workspaceId, int contentType, int codec, boolean stored,
            boolean chunked, long generation, List<SlotRequest> slots) {
        public Request {
            checkContext(workspaceId, contentType);
            if (codec < Codec.IDENTITY || codec > Codec.DEFLATE) {
                throw WireError.parameter("codec is 0 to 2");
            }
            SlotRequest.check(slots);
        }
    }

    /** What the caller of open knows about the archive; null is not known. The generation is unsigned. */
    public record Expectation(byte[] workspaceId, Integer contentType, Long minGeneration) {
        public Expectation {
            checkContext(workspaceId, contentType);
        }
    }

    /**
     * What a run made on its way, for those who compare two stacks. The keys must not leave the program; slot is the
     * number of the first of these slots in the file.
     */
    record Trace(byte[] archive, byte[] plaintext, byte[] coded, int slot, List<Slot> slots, List<byte[]> wrappingKeys,
            byte[] headerMac, byte[] payloadKey) {}

    private Envelope() {}

    public static byte[] seal(Request request) {
        return seal(request, Entropy.ofSystem()).archive;
    }

    public static byte[] open(byte[] archive, Secret secret, Expectation expected, long maxPlaintext) {
        return openTraced(archive, secret, expected, maxPlaintext).plaintext;
    }

    public static byte[] rewrap(byte[] archive, Secret secret, List<SlotRequest> slots) {
        return rewrap(archive, secret, slots, Entropy.ofSystem()).archive;
    }

    static Trace seal(Request request, Entropy entropy) {
        byte[] prologue = Header.prologue(request.contentType, request.codec, request.chunked, request.workspaceId,
            entropy.draw("archiveSalt", 32), request.generation);
        byte[] contentKey = entropy.draw("cek", 32);
        byte[] nonce = entropy.draw("nonce", 12);
        Wrapped wrapped = wrap(prologue, contentKey, request.slots, entropy);
        byte[] coded = Codec.compress(request.plaintext, request.codec, request.stored);
        byte[] inner = Bytes.join(Bytes.ofLong(request.plaintext.length), coded);
        if (!request.chunked && inner.length > Header.MAX_WHOLE_INNER) {
            throw new WireError("LIMIT", "more than 64 MiB in whole mode");
        }
        byte[] payloadKey = Crypto.hkdf(contentKey, Header.archiveSalt(prologue), "SWA1/payload", 32);
        int part = request.chunked ? CHUNK : inner.length;
        ByteArrayOutputStream out = new ByteArrayOutputStream(inner.length + 1024);
        out.writeBytes(wrapped.header);
        out.writeBytes(nonce);
        for (int at = 0, i = 0; at < inner.length; at += part, i++) {
            int count = Math.min(part, inner.length - at);
            byte[] aad = pieceAad(prologue, i, at + count == inner.length);
            out.writeBytes(Crypto.gcmSeal(payloadKey, pieceNonce(nonce, i), aad, inner, at, count));
        }
        return new Trace(out.toByteArray(), null, coded, 0, wrapped.slots, wrapped.keys, wrapped.mac, payloadKey);
    }

    static Trace openTraced(byte[] archive, Secret secret, Expectation expected, long maxPlaintext) {
        Header header = Header.parse(archive);
        byte[] prologue = header.prologue();
        Unlocked unlocked = unlock(header, secret);
        if (expected.workspaceId != null && !Arrays.equals(expected.workspaceId, Header.workspaceId(prologue))) {
            throw new WireError("CONTEXT_MISMATCH", "another workspace than expected");
        }
        if (expected.contentType != null && expected.contentType != header.contentType()) {
            throw new WireError("CONTEXT_MISMATCH", "another content type than expected");
        }
        if (expected.minGeneration != null
                && Long.compareUnsigned(header.generation(), expected.minGeneration) < 0) {
            throw new WireError("ROLLBACK", "an older generation than expected");
        }
        byte[] payloadKey = Crypto.hkdf(unlocked.contentKey, Header.archiveSalt(prologue), "SWA1/payload", 32);
        byte[] inner = openPieces(archive, header, payloadKey);
        if (inner.length < 8) {
            throw new WireError("MALFORMED_PAYLOAD", "shorter than the length that it begins with");
        }
        long length = ByteBuffer.wrap(inner).getLong();
        byte[] coded = Arrays.copyOfRange(inner, 8, inner.length);
        byte[] plaintext = Codec.decompress(coded, header.codec(), length, maxPlaintext);
        return new Trace(archive, plaintext, coded, unlocked.number, List.of(header.slots().get(unlocked.number)),
            List.of(unlocked.wrappingKey), header.mac(), payloadKey);
    }

    static Trace rewrap(byte[] archive, Secret secret, List<SlotRequest> slots, Entropy entropy) {
        SlotRequest.check(slots);
        Header header = Header.parse(archive);
        Wrapped wrapped = wrap(header.prologue(), unlock(header, secret).contentKey, slots, entropy);
        byte[] rest = Arrays.copyOfRange(archive, header.payloadOffset(), archive.length);
        byte[] result = Bytes.join(wrapped.header, header.nonce(), rest);
        return new Trace(result, null, null, 0, wrapped.slots, wrapped.keys, wrapped.mac, null);
    }

    /** The slots made for a content key, and all bytes up to the end of the header MAC. */
    private record Wrapped(List<Slot> slots, List<byte[]> keys, byte[] mac, byte[] header) {}

    private static Wrapped wrap(byte[] prologue, byte[] contentKey, List<SlotRequest> requests, Entropy entropy) {
        List<Slot> slots = new ArrayList<>();
        List<byte[]> keys = new ArrayList<>();
        for (SlotRequest request : requests) {
            Slot.Made made = Slot.make(request, slots.size(), contentKey, prologue, entropy);
            slots.add(made.slot());
            keys.add(made.wrappingKey());
        }
        entropy.close();
        byte[] covered = Header.macInput(prologue, slots);
        byte[] mac = headerMac(contentKey, prologue, covered);
        return new Wrapped(slots, keys, mac, Bytes.join(covered, mac));
    }

    private record Unlocked(int number, byte[] contentKey, byte[] wrappingKey) {}

    /** EN-53 and EN-54. */
    private static Unlocked unlock(Header header, Secret secret) {
        for (int i = 0; i < header.slots().size(); i++) {
            Slot slot = header.slots().get(i);
            boolean fits = secret.passphrase() == null ? Slot.isForWorkspaceKey(slot.type())
                : Slot.isForPassphrase(slot.type());
            if (fits && slot.type() == Slot.SCRYPT) {
                // It is the only slot (EN-46), so nothing else can open the archive (EN-7).
                throw new WireError.Unsupported("scrypt");
            }
            Slot.Opened opened = fits ? slot.open(secret, header.prologue()) : null;
            if (opened != null) {
                byte[] covered = Header.macInput(header.prologue(), header.slots());
                byte[] mac = headerMac(opened.contentKey(), header.prologue(), covered);
                // isEqual takes the same time wherever the first difference is.
                if (!MessageDigest.isEqual(mac, header.mac())) {
                    throw new WireError("HEADER_AUTH", "the header is not as it was written");
                }
                return new Unlocked(i, opened.contentKey(), opened.wrappingKey());
            }
        }
        throw new WireError("NO_MATCH", "no slot opens");
    }

    /** All pieces, or PAYLOAD_AUTH before anything in them is judged (EN-57). */
    private static byte[] openPieces(byte[] archive, Header header, byte[] payloadKey) {
        int size = header.isChunked() ? CHUNK + Crypto.TAG_BYTES : header.payloadLength();
        ByteArrayOutputStream inner = new ByteArrayOutputStream(header.payloadLength());
        for (int at = header.payloadOffset(), i = 0; at < archive.length; at += size, i++) {
            int count = Math.min(size, archive.length - at);
            byte[] aad = pieceAad(header.prologue(), i, at + count == archive.length);
            // A tag alone is no piece, even where it is right for an empty part (EN-59).
            byte[] part = count <= Crypto.TAG_BYTES ? null
                : Crypto.gcmOpen(payloadKey, pieceNonce(header.nonce(), i), aad, archive, at, count);
            if (part == null) {
                throw new WireError("PAYLOAD_AUTH", "the piece at offset " + at);
            }
            inner.writeBytes(part);
        }
        return inner.toByteArray();
    }

    private static void checkContext(byte[] workspaceId, Integer contentType) {
        if (workspaceId != null && workspaceId.length != 16) {
            throw WireError.parameter("a workspaceId has 16 bytes");
        }
        if (contentType != null && (contentType < 1 || contentType > 3)) {
            throw WireError.parameter("contentType is 1 to 3");
        }
    }

    private static byte[] headerMac(byte[] contentKey, byte[] prologue, byte[] covered) {
        return Crypto.hmac(Crypto.hkdf(contentKey, Header.archiveSalt(prologue), "SWA1/header", 32), covered);
    }

    private static byte[] pieceNonce(byte[] nonce, long i) {
        ByteBuffer out = ByteBuffer.wrap(nonce.clone());
        return out.putLong(4, out.getLong(4) ^ i).array();
    }

    private static byte[] pieceAad(byte[] prologue, long i, boolean last) {
        return Bytes.join(prologue, Bytes.ofLong(i), new byte[] {(byte) (last ? 1 : 0)});
    }
}
