package syncwire;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.Queue;

/** From a passphrase to the characters that go into the key derivation, EN-21 to EN-26. */
final class Passphrase {
    private Passphrase() {}

    /** Normalised; its UTF-8 form has 1 to 1024 bytes. */
    static String prepare(String passphrase) {
        if (Rows.hasLoneSurrogate(passphrase) || passphrase.indexOf('\0') >= 0) {
            throw new WireError("INVALID_PASSPHRASE", "an unpaired surrogate or U+0000");
        }
        String normalised = nfc(passphrase);
        int length = normalised.getBytes(StandardCharsets.UTF_8).length;
        if (length < 1 || length > 1024) {
            throw new WireError("INVALID_PASSPHRASE", "not 1 to 1024 bytes");
        }
        return normalised;
    }

    /**
     * The marks that Unicode 14 and 15 added: combining class, a mark of the same class that JDK 17 (Unicode 13) knows
     * and that no character is composed with, then first and last of each range. EN-26 asks for Unicode 15. No
     * character with a decomposition was added in these two versions, so their marks are all that is missing.
     */
    private static final int[][] NEW_MARKS = {
        {7, 0x1037, 0xc3c, 0xc3c},
        {9, 0x94d, 0x1715, 0x1715, 0x11070, 0x11070, 0x11f41, 0x11f42},
        {218, 0x302a, 0x1dfa, 0x1dfa},
        {220, 0x316, 0x899, 0x89b, 0x8cf, 0x8d2, 0x1ac3, 0x1ac4, 0x1aca, 0x1aca, 0x10efd, 0x10eff, 0x10f83, 0x10f83,
            0x10f85, 0x10f85, 0x1e4ee, 0x1e4ee},
        {230, 0x30d, 0x898, 0x898, 0x89c, 0x89f, 0x8ca, 0x8ce, 0x1ac1, 0x1ac2, 0x1ac5, 0x1ac9, 0x1acb, 0x1ace,
            0x10f82, 0x10f82, 0x10f84, 0x10f84, 0x1e08f, 0x1e08f, 0x1e2ae, 0x1e2ae, 0x1e4ef, 0x1e4ef},
        {232, 0x315, 0x1e4ec, 0x1e4ed},
    };

    /**
     * The JDK normalises a text in which each new mark is replaced by its known stand-in. Marks of one class keep their
     * order under normalisation, so the first stand-in of the result is the first mark that was replaced, and so on.
     */
    static String nfc(String text) {
        String result = text;
        for (int[] marks : NEW_MARKS) {
            result = replace(result, c -> isOneOf(c, marks) ? marks[1] : c);
        }
        result = Normalizer.normalize(result, Normalizer.Form.NFC);
        for (int[] marks : NEW_MARKS) {
            Queue<Integer> replaced = new ArrayDeque<>();
            text.codePoints().filter(c -> c == marks[1] || isOneOf(c, marks)).forEach(replaced::add);
            result = replace(result, c -> c == marks[1] ? replaced.remove() : c);
        }
        return result;
    }

    private static String replace(String text, java.util.function.IntUnaryOperator map) {
        return text.codePoints().map(map).collect(
            StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    private static boolean isOneOf(int codePoint, int[] marks) {
        for (int i = 2; i < marks.length; i += 2) {
            if (codePoint >= marks[i] && codePoint <= marks[i + 1]) {
                return true;
            }
        }
        return false;
    }
}
