package syncwire;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The check of a snapshot's plaintext, PL-9: canonical, and a payload (PL-1 to PL-8) if it has rows. */
public final class Payload {
    private Payload() {}

    public static void checkSnapshot(byte[] plaintext) {
        Object value = canonicalValue(plaintext);
        Map<String, Object> payload = Rows.asObject(value);
        if (payload == null || !payload.containsKey("rows")) {
            return;
        }
        checkSorted(payload, "");
        if (!Long.valueOf(1).equals(payload.get("schema"))) {
            throw fault("/schema", "not the integer 1");
        }
        Map<String, Object> collections = Rows.asObject(payload.get("rows"));
        if (collections == null) {
            throw fault("/rows", "not an object");
        }
        checkSorted(collections, "/rows");
        collections.forEach(Payload::checkCollection);
    }

    /** PL-10: what metadata has to be. */
    public static Object canonicalValue(byte[] plaintext) {
        Object value;
        try {
            value = JsonReader.parse(plaintext);
        } catch (WireError notJson) {
            throw new WireError("NOT_CANONICAL", notJson.getMessage());
        }
        int offset = Arrays.mismatch(plaintext, JsonWriter.write(value));
        if (offset >= 0) {
            throw new WireError("NOT_CANONICAL", "offset " + offset + ": not the canonical text");
        }
        return value;
    }

    private static void checkCollection(String name, Object value) {
        String path = "/rows" + Rows.step(name);
        if (name.isEmpty() || Rows.hasLoneSurrogate(name)) {
            throw fault(path, "not a name of a collection");
        }
        if (!(value instanceof List<?> rows)) {
            throw fault(path, "not an array");
        }
        String previous = null;
        for (int i = 0; i < rows.size(); i++) {
            String rowPath = path + "/" + i;
            String id;
            try {
                id = (String) Rows.check(rows.get(i)).get("id");
            } catch (WireError notRow) {
                throw fault(rowPath, notRow.getMessage());
            }
            checkSorted(Rows.asObject(rows.get(i)), rowPath);
            if (previous != null && previous.compareTo(id) >= 0) {
                throw fault(rowPath, "the ids are not sorted and unique");
            }
            previous = id;
        }
    }

    private static void checkSorted(Map<String, Object> object, String path) {
        String previous = null;
        for (String key : object.keySet()) {
            if (previous != null && previous.compareTo(key) > 0) {
                throw fault(path, "the keys are not sorted");
            }
            previous = key;
        }
    }

    private static WireError fault(String path, String reason) {
        return new WireError("NOT_CANONICAL", "path \"" + path + "\": " + reason);
    }
}
