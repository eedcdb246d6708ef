package syncwire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Byte strings as they travel: base64, or beyond 65 536 bytes a file in the scratch folder (TP-4, TP-5). */
final class Scratch {
    private static final int MAX_INLINE = 65536;

    private Path folder;
    private int written;

    /** Without this, byte strings have no file form (TP-29). */
    void use(String path) {
        try {
            folder = Path.of(path);
        } catch (InvalidPathException impossible) {
            throw WireError.parameter("scratch is not a path");
        }
    }

    Object send(byte[] bytes) {
        if (folder == null || bytes.length <= MAX_INLINE) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        Path file = folder.resolve("java-" + ProcessHandle.current().pid() + "-" + written++);
        try {
            Files.write(file, bytes);
        } catch (IOException notWritten) {
            throw new UncheckedIOException(notWritten);
        }
        Map<String, Object> form = new LinkedHashMap<>();
        form.put("file", file.toString());
        form.put("sha256", HexFormat.of().formatHex(Crypto.sha256(bytes)));
        form.put("length", (long) bytes.length);
        return form;
    }

    byte[] read(Inputs form) {
        byte[] hash = form.hex("sha256");
        long length = form.number("length");
        try {
            Path file = Path.of(form.text("file"));
            boolean allowed = folder != null && folder.equals(file.getParent())
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
            byte[] bytes = allowed && Files.size(file) == length ? Files.readAllBytes(file) : null;
            if (bytes != null && Arrays.equals(Crypto.sha256(bytes), hash)) {
                return bytes;
            }
        } catch (IOException | InvalidPathException unreadable) {
            // The same error as for a file that is not the one described.
        }
        throw WireError.parameter("not a file of the scratch folder with this length and hash");
    }
}
