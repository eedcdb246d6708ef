package syncwire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The operations of TP-13 to TP-28. Each gives the members that its answer has beside id and status. */
final class Operations {
    static final List<String> NAMES = List.of("canonicalize", "compareUTF16", "contentHash", "encodeRecord",
        "decodeRecord", "compress", "decompress", "seal", "open", "rewrap", "inspect");
    private static final long DEFAULT_MAX_PLAINTEXT = 268_435_456;
    private static final HexFormat HEX = HexFormat.of();

    private final Scratch scratch = new Scratch();

    Map<String, Object> run(String name, Map<String, Object> request) {
        if (!NAMES.contains(name)) {
            throw new WireError.Unsupported("op:" + name);
        }
        Inputs inputs = new Inputs(request, scratch).object("inputs");
        Entropy entropy = new Inputs(request, scratch).entropy();
        if (!name.equals("seal") && !name.equals("rewrap")) {
            entropy.close();
        }
        return switch (name) {
            case "canonicalize" -> outputs("canonical", JsonWriter.write(JsonReader.parse(inputs.bytes("json"))));
            case "compareUTF16" -> outputs("order", compare(inputs.bytes("a"), inputs.bytes("b")));
            case "contentHash" -> outputs("hash", Rows.contentHash(inputs.bytes("row")));
            case "encodeRecord" -> outputs("row", Records.encode(inputs.text("collection"), inputs.bytes("record")));
            case "decodeRecord" -> outputs("record", Records.decode(inputs.text("collection"), inputs.bytes("row")));
            case "compress" -> outputs("compressed", Codec.compress(inputs.bytes("msg"),
                inputs.number("codec", Codec.DEFLATE), inputs.choice("mode", "deflate", "stored")));
            case "decompress" -> outputs("msg", Codec.decompress(inputs.bytes("compressed"),
                inputs.number("codec", Codec.DEFLATE), inputs.number("length"), inputs.number("limit")));
            case "seal" -> seal(inputs, entropy);
            case "open" -> open(inputs);
            case "rewrap" -> rewrap(inputs, entropy);
            default -> inspect(Header.parse(inputs.bytes("archive")));
        };
    }

    Map<String, Object> hello(Map<String, Object> request) {
        Inputs inputs = new Inputs(request, scratch);
        if (inputs.number("protocol") != 1) {
            throw WireError.parameter("protocol 1 is spoken here");
        }
        scratch.use(inputs.text("scratch"));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("implementation", Map.of("name", "java", "version", "1", "language", "Java",
            "runtime", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
            "zlib", "java.util.zip, which does not tell its version"));
        answer.put("operations", NAMES);
        answer.put("features", List.of("aes-kw", "chunked", "lone-surrogates", "int64"));
        return answer;
    }

    private static long compare(byte[] a, byte[] b) {
        Object first = JsonReader.parse(a);
        Object second = JsonReader.parse(b);
        if (first instanceof String left && second instanceof String right) {
            // Java compares strings by UTF-16 units (CJ-33).
            return Integer.signum(left.compareTo(right));
        }
        throw WireError.parameter("not the text of a string");
    }

    private Map<String, Object> seal(Inputs inputs, Entropy entropy) {
        Envelope.Request request = new Envelope.Request(inputs.bytes("plaintext"), inputs.hex("workspaceId"),
            inputs.number("contentType", 3), inputs.number("codec", Codec.DEFLATE),
            inputs.choice("mode", "deflate", "stored"), inputs.choice("chunk", "whole", "64k"),
            inputs.decimal("generation"), inputs.slots());
        Envelope.Trace trace = Envelope.seal(request, entropy);
        return traced(outputs("archive", trace.archive()), trace);
    }

    private Map<String, Object> open(Inputs inputs) {
        byte[] workspaceId = null;
        Integer contentType = null;
        Long minGeneration = null;
        if (inputs.has("expect")) {
            Inputs expect = inputs.object("expect");
            workspaceId = expect.has("workspaceId") ? expect.hex("workspaceId") : null;
            contentType = expect.has("contentType") ? (Integer) expect.number("contentType", 3) : null;
            minGeneration = expect.has("minGeneration") ? (Long) expect.decimal("minGeneration") : null;
        }
        long max = inputs.has("maxPlaintext") ? inputs.number("maxPlaintext") : DEFAULT_MAX_PLAINTEXT;
        boolean isSnapshot = inputs.has("profile") && inputs.choice("profile", "bytes", "snapshot");
        Envelope.Expectation expected = new Envelope.Expectation(workspaceId, contentType, minGeneration);
        Envelope.Trace trace = Envelope.openTraced(inputs.bytes("archive"), inputs.secret(), expected, max);
        if (isSnapshot) {
            Payload.checkSnapshot(trace.plaintext());
        }
        return traced(outputs("plaintext", trace.plaintext()), trace);
    }

    private Map<String, Object> rewrap(Inputs inputs, Entropy entropy) {
        Envelope.Trace trace = Envelope.rewrap(inputs.bytes("archive"), inputs.secret(), inputs.slots(), entropy);
        return traced(outputs("archive", trace.archive()), trace);
    }

    private Map<String, Object> inspect(Header header) {
        List<Object> slots = new ArrayList<>();
        for (Slot slot : header.slots()) {
            Map<String, Object> form = new LinkedHashMap<>();
            form.put("type", (long) slot.type());
            form.put("length", (long) slot.bodyLength());
            if (Slot.isForWorkspaceKey(slot.type())) {
                form.put("keyId", HEX.formatHex(slot.keyId()));
            } else if (Slot.isForPassphrase(slot.type())) {
                form.put(slot.type() == Slot.PBKDF2 ? "iterations" : "log2N", slot.cost());
            }
            slots.add(form);
        }
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("contentType", (long) header.contentType());
        outputs.put("codec", (long) header.codec());
        outputs.put("chunk", header.isChunked() ? "64k" : "whole");
        outputs.put("workspaceId", HEX.formatHex(Header.workspaceId(header.prologue())));
        outputs.put("archiveSalt", HEX.formatHex(Header.archiveSalt(header.prologue())));
        outputs.put("generation", Long.toUnsignedString(header.generation()));
        outputs.put("slots", slots);
        outputs.put("payloadOffset", (long) header.payloadOffset());
        outputs.put("payloadLength", (long) header.payloadLength());
        return new LinkedHashMap<>(Map.of("outputs", outputs));
    }

    private Map<String, Object> outputs(String name, Object value) {
        Object form = value instanceof byte[] bytes ? scratch.send(bytes) : value;
        return new LinkedHashMap<>(Map.of("outputs", Map.of(name, form)));
    }

    /** Adds what TP-25 asks for: keys only as check values. */
    private Map<String, Object> traced(Map<String, Object> answer, Envelope.Trace trace) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (trace.coded() != null) {
            values.put("compressed", scratch.send(trace.coded()));
        }
        for (int i = 0; i < trace.slots().size(); i++) {
            Slot slot = trace.slots().get(i);
            int number = trace.slot() + i;
            if (Slot.isForWorkspaceKey(slot.type())) {
                values.put("keyId." + number, HEX.formatHex(slot.keyId()));
            }
            values.put("kekCheck." + number, check(trace.wrappingKeys().get(i)));
            values.put("wrappedCEK." + number, HEX.formatHex(slot.wrapped()));
        }
        values.put("headerMac", HEX.formatHex(trace.headerMac()));
        if (trace.payloadKey() != null) {
            values.put("payloadKeyCheck", check(trace.payloadKey()));
        }
        answer.put("intermediates", values);
        return answer;
    }

    /** TP-26. */
    private static String check(byte[] key) {
        return HEX.formatHex(Arrays.copyOf(Crypto.sha256(key), 8));
    }
}
