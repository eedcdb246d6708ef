package syncwire;

import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Rows, RW-1 to RW-14. */
public final class Rows {
    static final long MAX_SAFE_INTEGER = 9007199254740991L;

    private Rows() {}

    /** The row with its own keys sorted (RW-2): TreeMap compares strings by UTF-16 units, as CJ-33 does. */
    static TreeMap<String, Object> check(Object value) {
        Map<String, Object> row = asObject(value);
        if (row == null) {
            throw fault("", "a row is an object");
        }
        boolean live = row.containsKey("data");
        if (live == row.containsKey("deletedAt")) {
            throw fault("", "a row has either data or deletedAt");
        }
        if (live && asObject(row.get("data")) == null) {
            throw fault("/data", "not an object");
        }
        if (!(row.get("id") instanceof String id) || id.isEmpty() || id.length() > 255 || hasLoneSurrogate(id)) {
            throw fault("/id", "not a string of 1 to 255 units without unpaired surrogates");
        }
        checkTime(row, "updatedAt");
        if (!live) {
            checkTime(row, "deletedAt");
            if (!row.get("updatedAt").equals(row.get("deletedAt"))) {
                throw fault("/updatedAt", "not equal to deletedAt");
            }
        }
        return new TreeMap<>(row);
    }

    public static String contentHash(byte[] rowText) {
        Map<String, Object> row = check(JsonReader.parse(rowText));
        return fnv1a(row.containsKey("data") ? JsonWriter.write(row.get("data")) : new byte[0]);
    }

    static String fnv1a(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return HexFormat.of().toHexDigits(hash);
    }

    static boolean hasLoneSurrogate(String units) {
        return units.codePoints().anyMatch(c -> c >= 0xd800 && c <= 0xdfff);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> asObject(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : null;
    }

    /** A key as a step of a JSON Pointer. */
    static String step(String key) {
        return "/" + key.replace("~", "~0").replace("/", "~1");
    }

    private static void checkTime(Map<String, Object> row, String key) {
        if (!(row.get(key) instanceof Long time) || time < 0 || time > MAX_SAFE_INTEGER) {
            throw fault("/" + key, "not an integer in 0..9007199254740991");
        }
    }

    private static WireError fault(String path, String reason) {
        return new WireError("MALFORMED_ROW", "path \"" + path + "\": " + reason);
    }
}
