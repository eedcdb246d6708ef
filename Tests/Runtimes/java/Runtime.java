// A testee whose codec is what the JDK has as it comes, in the way that the first argument names. Wrong on purpose.
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Collator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;

public class Runtime {
    static class Rejected extends RuntimeException {
        final String errorClass;

        Rejected(String errorClass, String message) {
            super(message);
            this.errorClass = errorClass;
        }
    }

    /** The parser that people write when no library is at hand: maps, lists, Long and Double. */
    static class Parser {
        private final String text;
        private int position = 0;

        Parser(String text) {
            this.text = text;
        }

        Object document() {
            Object value = value();
            skip();
            if (position != text.length()) throw bad("text after the value");
            return value;
        }

        private Rejected bad(String reason) {
            return new Rejected("MALFORMED_JSON", reason + " at " + position);
        }

        private void skip() {
            while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) position++;
        }

        private boolean take(String token) {
            skip();
            if (!text.startsWith(token, position)) return false;
            position += token.length();
            return true;
        }

        private void expect(String token) {
            if (!take(token)) throw bad(token + " expected");
        }

        private Object value() {
            if (take("{")) {
                Map<String, Object> members = new TreeMap<>();
                if (take("}")) return members;
                do {
                    expect("\"");
                    String key = string();
                    expect(":");
                    members.put(key, value());
                } while (take(","));
                expect("}");
                return members;
            }
            if (take("[")) {
                List<Object> elements = new ArrayList<>();
                if (take("]")) return elements;
                do elements.add(value()); while (take(","));
                expect("]");
                return elements;
            }
            if (take("\"")) return string();
            if (take("true")) return true;
            if (take("false")) return false;
            if (take("null")) return null;
            int start = position;
            while (position < text.length() && "+-.eE0123456789".indexOf(text.charAt(position)) >= 0) position++;
            String number = text.substring(start, position);
            try {
                if (number.matches("-?[0-9]+")) return Long.valueOf(number);
                return Double.valueOf(number);
            } catch (NumberFormatException error) {
                throw bad("a number expected");
            }
        }

        private String string() {
            StringBuilder result = new StringBuilder();
            while (position < text.length()) {
                char c = text.charAt(position++);
                if (c == '"') return result.toString();
                if (c != '\\') {
                    result.append(c);
                    continue;
                }
                if (position == text.length()) break;
                char escape = text.charAt(position++);
                int short_ = "bfnrt".indexOf(escape);
                if (short_ >= 0) {
                    result.append("\b\f\n\r\t".charAt(short_));
                } else if (escape == 'u' && position + 4 <= text.length()) {
                    try {
                        result.append((char) Integer.parseInt(text.substring(position, position + 4), 16));
                    } catch (NumberFormatException error) {
                        throw bad("four hex digits expected");
                    }
                    position += 4;
                } else {
                    result.append(escape);
                }
            }
            throw bad("the string does not end");
        }
    }

    static String write(Object value) {
        if (value instanceof Map) {
            List<String> members = new ArrayList<>();
            ((Map<?, ?>) value).forEach((key, member) -> members.add(quote((String) key) + ":" + write(member)));
            return "{" + String.join(",", members) + "}";
        }
        if (value instanceof List) {
            List<String> elements = new ArrayList<>();
            for (Object element : (List<?>) value) elements.add(write(element));
            return "[" + String.join(",", elements) + "]";
        }
        return value instanceof String ? quote((String) value) : String.valueOf(value);
    }

    static String quote(String text) {
        StringBuilder result = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') result.append('\\').append(c);
            else if (c < 0x20) result.append(String.format("\\u%04x", (int) c));
            else result.append(c);
        }
        return result.append('"').toString();
    }

    static Object parse(byte[] bytes) {
        try {
            return new Parser(new String(bytes, StandardCharsets.UTF_8)).document();
        } catch (StackOverflowError error) {
            throw new Rejected("MALFORMED_JSON", "too deep");
        }
    }

    static byte[] compress(byte[] message, long codec) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        if (codec == 0) return message;
        try (var stream = codec == 1 ? new GZIPOutputStream(packed) : new DeflaterOutputStream(packed)) {
            stream.write(message);
        }
        return packed.toByteArray();
    }

    static byte[] decompress(byte[] packed, long codec) {
        if (codec == 0) return packed;
        var bytes = new ByteArrayInputStream(packed);
        try (var stream = codec == 1 ? new GZIPInputStream(bytes) : new InflaterInputStream(bytes)) {
            return stream.readAllBytes();
        } catch (IOException error) {
            throw new Rejected("MALFORMED_PAYLOAD", String.valueOf(error.getMessage()));
        }
    }

    static String outputs(String operation, Map<?, ?> inputs) throws IOException {
        switch (operation) {
            case "canonicalize":
                return output("canonical", write(parse(bytes(inputs.get("json")))).getBytes(StandardCharsets.UTF_8));
            case "compareUTF16": {
                String a = String.valueOf(parse(bytes(inputs.get("a")))), b = String.valueOf(parse(bytes(inputs.get("b"))));
                return "{\"order\":" + Integer.signum(Collator.getInstance(Locale.ENGLISH).compare(a, b)) + "}";
            }
            case "compress":
                return output("compressed", compress(bytes(inputs.get("msg")), (Long) inputs.get("codec")));
            default:
                return output("msg", decompress(bytes(inputs.get("compressed")), (Long) inputs.get("codec")));
        }
    }

    static String output(String name, byte[] bytes) {
        return "{\"" + name + "\":\"" + Base64.getEncoder().encodeToString(bytes) + "\"}";
    }

    static byte[] bytes(Object value) throws IOException {
        if (value instanceof String) return Base64.getDecoder().decode((String) value);
        return Files.readAllBytes(Path.of((String) ((Map<?, ?>) value).get("file")));
    }

    static final Map<String, List<String>> MODES = Map.of(
        "String.getBytes", List.of("canonicalize"),
        "Collator", List.of("compareUTF16"),
        "GZIPOutputStream", List.of("compress", "decompress"));

    static String answer(String mode, Map<?, ?> request) throws IOException {
        String operation = (String) request.get("op");
        if (operation.equals("hello")) {
            Map<String, Object> facts = new HashMap<>();
            facts.put("name", mode);
            facts.put("version", "1");
            facts.put("language", "java");
            facts.put("runtime", "Java " + System.getProperty("java.version"));
            facts.put("zlib", "java.util.zip");
            return "\"status\":\"ok\",\"features\":[],\"operations\":" + write(MODES.get(mode))
                + ",\"implementation\":" + write(facts);
        }
        if (!MODES.get(mode).contains(operation)) {
            return "\"status\":\"unsupported\",\"feature\":" + quote("op:" + operation);
        }
        try {
            return "\"status\":\"ok\",\"outputs\":" + outputs(operation, (Map<?, ?>) request.get("inputs"));
        } catch (Rejected error) {
            return "\"status\":\"rejected\",\"error\":{\"class\":" + quote(error.errorClass) + ",\"message\":"
                + quote(error.getMessage()) + "}";
        }
    }

    public static void main(String[] arguments) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = lines.readLine()) != null; ) {
            Map<?, ?> request = (Map<?, ?>) new Parser(line).document();
            String answer = "{\"id\":" + request.get("id") + "," + answer(arguments[0], request) + "}\n";
            System.out.write(answer.getBytes(StandardCharsets.UTF_8));
            System.out.flush();
        }
    }
}
