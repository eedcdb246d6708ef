package syncwire;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The inputs of a request. What is missing, of the wrong type or malformed is INVALID_PARAMETER (TP-8). */
final class Inputs {
    private final Map<String, Object> members;
    private final Scratch scratch;

    Inputs(Object members, Scratch scratch) {
        this.members = Rows.asObject(members);
        this.scratch = scratch;
        if (this.members == null) {
            throw WireError.parameter("an object is missing");
        }
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    String text(String name) {
        return get(name, String.class);
    }

    long number(String name) {
        long number = get(name, Long.class);
        if (number < 0) {
            throw WireError.parameter(name + " is negative");
        }
        return number;
    }

    int number(String name, int max) {
        long number = number(name);
        if (number > max) {
            throw WireError.parameter(name + " is too large");
        }
        return (int) number;
    }

    /** True if it is the second of two names, false if the first. */
    boolean choice(String name, String first, String second) {
        String value = text(name);
        if (!value.equals(first) && !value.equals(second)) {
            throw WireError.parameter(name + " is neither " + first + " nor " + second);
        }
        return value.equals(second);
    }

    byte[] hex(String name) {
        try {
            return HexFormat.of().parseHex(text(name));
        } catch (IllegalArgumentException malformed) {
            throw WireError.parameter(name + " is not hex");
        }
    }

    /** An unsigned number of 64 bits in decimal. */
    long decimal(String name) {
        String text = text(name);
        try {
            // parseUnsignedLong alone takes signs, leading zeros and the digits of other scripts.
            if (text.matches("0|[1-9][0-9]*")) {
                return Long.parseUnsignedLong(text);
            }
        } catch (NumberFormatException beyond64Bits) {
            // The same error as for a text that is no number.
        }
        throw WireError.parameter(name + " is not a decimal number below 2^64");
    }

    byte[] bytes(String name) {
        Object value = members.get(name);
        if (value instanceof Map) {
            return scratch.read(new Inputs(value, scratch));
        }
        String text = text(name);
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            // The decoder forgives missing padding and unused bits.
            if (Base64.getEncoder().encodeToString(bytes).equals(text)) {
                return bytes;
            }
        } catch (IllegalArgumentException malformed) {
            // The same error as for a text that is nearly base64.
        }
        throw WireError.parameter(name + " is not base64");
    }

    Inputs object(String name) {
        return new Inputs(members.get(name), scratch);
    }

    List<Inputs> objects(String name) {
        List<Inputs> result = new ArrayList<>();
        for (Object element : get(name, List.class)) {
            result.add(new Inputs(element, scratch));
        }
        return result;
    }

    Secret secret() {
        if (has("key") == has("passphrase")) {
            throw WireError.parameter("either key or passphrase");
        }
        return has("key") ? Secret.ofKey(hex("key")) : Secret.ofPassphrase(text("passphrase"));
    }

    List<SlotRequest> slots() {
        List<SlotRequest> slots = new ArrayList<>();
        for (Inputs slot : objects("slots")) {
            slots.add(switch (slot.text("type")) {
                case "raw" -> SlotRequest.rawKey(slot.hex("key"));
                case "pbkdf2" -> SlotRequest.pbkdf2(slot.text("passphrase"), slot.number("iterations"));
                case "scrypt" -> SlotRequest.scrypt(slot.text("passphrase"), slot.number("log2N"));
                case "aes-kw" -> SlotRequest.keyWrap(slot.hex("key"));
                default -> throw WireError.parameter("no such type of slot");
            });
        }
        return slots;
    }

    /** The entropy of TP-11 among the members of a request: each label has to be drawn once. */
    Entropy entropy() {
        Map<String, byte[]> given = new HashMap<>();
        if (has("entropy")) {
            for (Inputs entry : objects("entropy")) {
                if (given.put(entry.text("label"), entry.hex("hex")) != null) {
                    throw WireError.parameter("entropy is given twice");
                }
            }
        }
        return new Entropy() {
            @Override
            public byte[] draw(String label, int length) {
                byte[] bytes = given.remove(label);
                if (bytes == null || bytes.length != length) {
                    throw WireError.parameter("entropy " + label + " has to have " + length + " bytes");
                }
                return bytes;
            }

            @Override
            public void close() {
                if (!given.isEmpty()) {
                    throw WireError.parameter("entropy that is not used");
                }
            }
        };
    }

    private <T> T get(String name, Class<T> type) {
        if (!type.isInstance(members.get(name))) {
            throw WireError.parameter(name + " is missing or of the wrong type");
        }
        return type.cast(members.get(name));
    }
}
