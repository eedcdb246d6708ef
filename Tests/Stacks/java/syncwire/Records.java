package syncwire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Records to rows and back, by the table of Spec/records.json, which is a resource on the class path. */
public final class Records {
    private record Field(String name, String type, boolean nullable, boolean isRowTime) {}

    private static Map<String, List<Field>> collections;

    private Records() {}

    /** The canonical text of the row of a record object (RC-13, RC-19). */
    public static byte[] encode(String collection, byte[] recordText) {
        List<Field> fields = fields(collection);
        Map<String, Object> record = Rows.asObject(JsonReader.parse(recordText));
        if (record == null) {
            throw fault("", "a record is an object");
        }
        if (record.keySet().equals(Set.of("id", "updatedAt", "deletedAt"))) {
            return JsonWriter.write(Rows.check(record));
        }
        Map<String, Object> unknown = new LinkedHashMap<>(record);
        unknown.remove("id");
        unknown.remove("updatedAt");
        Map<String, Object> data = new LinkedHashMap<>();
        for (Field field : fields) {
            if (!field.isRowTime) {
                boolean required = !field.nullable;
                check(field, record, required);
            }
            data.put(field.name, record.get(field.name));
            unknown.remove(field.name);
        }
        data.putAll(unknown);
        Map<String, Object> row = new TreeMap<>(Map.of("data", data));
        for (String key : List.of("id", "updatedAt")) {
            if (record.containsKey(key)) {
                row.put(key, record.get(key));
            }
        }
        return JsonWriter.write(Rows.check(row));
    }

    /** The canonical text of the record object of a row. */
    public static byte[] decode(String collection, byte[] rowText) {
        List<Field> fields = fields(collection);
        Map<String, Object> row = Rows.check(JsonReader.parse(rowText));
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("id", row.get("id"));
        record.put("updatedAt", row.get("updatedAt"));
        Map<String, Object> data = Rows.asObject(row.get("data"));
        if (data == null) {
            record.put("deletedAt", row.get("deletedAt"));
            return JsonWriter.write(record);
        }
        Map<String, Object> unknown = new LinkedHashMap<>(data);
        for (Field field : fields) {
            check(field, data, true);
            Object value = unknown.remove(field.name);
            if (!field.isRowTime) {
                record.put(field.name, value);
            } else if (!value.equals(row.get("updatedAt"))) {
                throw fault(field.name, "not the updatedAt of the row");
            }
        }
        for (String reserved : List.of("id", "updatedAt")) {
            if (unknown.containsKey(reserved)) {
                throw fault(reserved, "a reserved name (RC-20)");
            }
        }
        record.putAll(unknown);
        return JsonWriter.write(record);
    }

    private static void check(Field field, Map<String, Object> members, boolean required) {
        Object value = members.get(field.name);
        if (value == null) {
            if (required && !members.containsKey(field.name)) {
                throw fault(field.name, "missing");
            }
            if (!field.nullable) {
                throw fault(field.name, "null");
            }
            return;
        }
        boolean valid = switch (field.type) {
            case "string", "enum" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "json" -> value instanceof String text && isJson(text);
            case "integer" -> value instanceof Long number
                    && number >= -Rows.MAX_SAFE_INTEGER && number <= Rows.MAX_SAFE_INTEGER;
            default -> throw new IllegalStateException("a field type of a later records.json");
        };
        if (!valid) {
            throw fault(field.name, "not a value of type " + field.type);
        }
    }

    private static boolean isJson(String text) {
        try {
            // An encoder reports an unpaired surrogate; getBytes would write '?' for it.
            var bytes = StandardCharsets.UTF_8.newEncoder().encode(java.nio.CharBuffer.wrap(text));
            byte[] utf8 = new byte[bytes.remaining()];
            bytes.get(utf8);
            JsonReader.parse(utf8);
            return true;
        } catch (CharacterCodingException | WireError notJson) {
            return false;
        }
    }

    private static synchronized List<Field> fields(String collection) {
        if (collections == null) {
            collections = load();
        }
        List<Field> fields = collections.get(collection);
        if (fields == null) {
            throw WireError.parameter("no such collection");
        }
        return fields;
    }

    private static Map<String, List<Field>> load() {
        Map<String, List<Field>> result = new HashMap<>();
        try (InputStream file = Records.class.getResourceAsStream("/records.json")) {
            Map<String, Object> table = Rows.asObject(JsonReader.parse(file.readAllBytes()));
            for (Object entry : (List<?>) table.get("records")) {
                Map<String, Object> record = Rows.asObject(entry);
                List<Field> fields = new ArrayList<>();
                for (Object member : (List<?>) record.get("fields")) {
                    Map<String, Object> field = Rows.asObject(member);
                    fields.add(new Field((String) field.get("name"), (String) field.get("type"),
                            (Boolean) field.get("nullable"), "row.updatedAt".equals(field.get("sameAs"))));
                }
                result.put((String) record.get("collection"), fields);
            }
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
        return result;
    }

    private static WireError fault(String field, String reason) {
        return new WireError("MALFORMED_RECORD", "path \"/data" + Rows.step(field) + "\": " + reason);
    }
}
