package syncwire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON as CJ-1 to CJ-18 have it. A value is null, a Boolean, Long, Double or String, a List or a LinkedHashMap.
 * Java's strings are UTF-16 units, unpaired surrogates included, and a LinkedHashMap leaves a repeated key in its
 * first place: both are just what CJ-15 and CJ-18 ask for.
 */
public final class JsonReader {
    static final int MAX_DEPTH = 512;
    private static final int[] SMALLEST_OF_LENGTH = {0, 0x80, 0x800, 0x10000};

    private final byte[] text;
    private int at;
    private int depth;

    private JsonReader(byte[] text) {
        this.text = text;
    }

    public static Object parse(byte[] text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        reader.skipSpace();
        if (reader.at < text.length) {
            throw reader.fault("nothing may follow the value");
        }
        return value;
    }

    private Object value() {
        skipSpace();
        int c = peek();
        switch (c) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            case 't':
                return literal("true", true);
            case 'f':
                return literal("false", false);
            case 'n':
                return literal("null", null);
            default:
                if (c == '-' || isDigit(c)) {
                    return number();
                }
                throw fault("a value is expected");
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        enter();
        skipSpace();
        if (!skip('}')) {
            do {
                skipSpace();
                if (peek() != '"') {
                    throw fault("a key is expected");
                }
                String key = string();
                skipSpace();
                expect(':');
                members.put(key, value());
                skipSpace();
            } while (skip(','));
            expect('}');
        }
        depth--;
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        enter();
        skipSpace();
        if (!skip(']')) {
            do {
                elements.add(value());
                skipSpace();
            } while (skip(','));
            expect(']');
        }
        depth--;
        return elements;
    }

    private void enter() {
        if (depth == MAX_DEPTH) {
            throw fault("deeper than " + MAX_DEPTH);
        }
        depth++;
        at++;
    }

    private Object literal(String word, Object value) {
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i));
        }
        return value;
    }

    private Object number() {
        int start = at;
        boolean integral = true;
        skip('-');
        if (!skip('0')) {
            digits();
        }
        if (skip('.')) {
            integral = false;
            digits();
        }
        if (skip('e') || skip('E')) {
            integral = false;
            if (!skip('+')) {
                skip('-');
            }
            digits();
        }
        String literal = new String(text, start, at - start, StandardCharsets.US_ASCII);
        if (integral) {
            try {
                return Long.parseLong(literal);
            } catch (NumberFormatException beyondInt64) {
                // CJ-11: read as a double.
            }
        }
        double value = Double.parseDouble(literal);
        if (Double.isInfinite(value)) {
            at = start;
            throw fault("the number overflows");
        }
        return value;
    }

    private void digits() {
        if (!isDigit(peek())) {
            throw fault("a digit is expected");
        }
        while (isDigit(peek())) {
            at++;
        }
    }

    private String string() {
        StringBuilder units = new StringBuilder();
        at++;
        while (true) {
            int c = peek();
            if (c == '"') {
                at++;
                return units.toString();
            } else if (c == '\\') {
                at++;
                units.append(escape());
            } else if (c < 0x20) {
                throw fault("a control character or the end inside of a string");
            } else if (c < 0x80) {
                units.append((char) c);
                at++;
            } else {
                units.appendCodePoint(multibyte());
            }
        }
    }

    private char escape() {
        int c = peek();
        int index = c < 0 ? -1 : "\"\\/bfnrt".indexOf(c);
        if (index >= 0) {
            at++;
            return "\"\\/\b\f\n\r\t".charAt(index);
        }
        expect('u');
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            // Character.digit knows digits of all scripts; a byte is never one of the others.
            int digit = Character.digit(peek(), 16);
            if (digit < 0) {
                throw fault("a hex digit is expected");
            }
            unit = unit << 4 | digit;
            at++;
        }
        return (char) unit;
    }

    private int multibyte() {
        int first = peek();
        int following = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
        int codePoint = first & (0x3f >> following);
        boolean wellFormed = following > 0 && following < text.length - at;
        for (int i = 1; wellFormed && i <= following; i++) {
            wellFormed = (text[at + i] & 0xc0) == 0x80;
            codePoint = codePoint << 6 | text[at + i] & 0x3f;
        }
        if (!wellFormed || codePoint < SMALLEST_OF_LENGTH[following] || codePoint > 0x10ffff
                || codePoint >= 0xd800 && codePoint <= 0xdfff) {
            throw fault("malformed UTF-8");
        }
        at += following + 1;
        return codePoint;
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            at++;
        }
    }

    private int peek() {
        return at < text.length ? text[at] & 0xff : -1;
    }

    private boolean skip(char c) {
        boolean there = peek() == c;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) {
        if (!skip(c)) {
            throw fault("'" + c + "' is expected");
        }
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private WireError fault(String reason) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < at; i++) {
            column++;
            if (text[i] == '\n') {
                line++;
                column = 1;
            }
        }
        String place = "offset " + at + ", line " + line + ", column " + column;
        return new WireError("MALFORMED_JSON", place + ": " + reason);
    }
}
