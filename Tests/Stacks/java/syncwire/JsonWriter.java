package syncwire;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Writes the one text of a value, CJ-19 to CJ-31. */
public final class JsonWriter {
    private final StringBuilder out = new StringBuilder();
    private int depth;

    private JsonWriter() {}

    public static byte[] write(Object value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value);
        // No unpaired surrogate is left here, so that getBytes has nothing to replace by '?'.
        return writer.out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void value(Object value) {
        if (value instanceof String string) {
            string(string);
        } else if (value instanceof Double number) {
            out.append(doubleText(number));
        } else if (value instanceof List<?> list) {
            enter('[');
            String separator = "";
            for (Object element : list) {
                out.append(separator);
                value(element);
                separator = ",";
            }
            leave(']');
        } else if (value instanceof Map<?, ?> map) {
            enter('{');
            String separator = "";
            for (Map.Entry<?, ?> member : map.entrySet()) {
                out.append(separator);
                string((String) member.getKey());
                out.append(':');
                value(member.getValue());
                separator = ",";
            }
            leave('}');
        } else {
            out.append(value);
        }
    }

    private void enter(char bracket) {
        if (++depth > JsonReader.MAX_DEPTH) {
            throw new WireError("MALFORMED_JSON", "deeper than " + JsonReader.MAX_DEPTH);
        }
        out.append(bracket);
    }

    private void leave(char bracket) {
        depth--;
        out.append(bracket);
    }

    private void string(String units) {
        out.append('"');
        for (int i = 0; i < units.length(); i++) {
            char c = units.charAt(i);
            int index = "\b\t\n\f\r\"\\".indexOf(c);
            if (index >= 0) {
                out.append('\\').append("btnfr\"\\".charAt(index));
            } else if (Character.isHighSurrogate(c) && i + 1 < units.length()
                    && Character.isLowSurrogate(units.charAt(i + 1))) {
                out.append(c).append(units.charAt(++i));
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                out.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    /** CJ-22 to CJ-27. */
    static String doubleText(double x) {
        if (Double.isNaN(x) || Double.isInfinite(x)) {
            throw new WireError("MALFORMED_JSON", "a number that is not finite has no text");
        }
        String sign = x < 0 || 1 / x < 0 ? "-" : "";
        double magnitude = Math.abs(x);
        if (magnitude == 0) {
            return sign + "0.0";
        }
        BigDecimal shortest = shortest(magnitude);
        if (magnitude >= 1e-6 && magnitude < 1e21) {
            String plain = shortest.toPlainString();
            return sign + plain + (plain.indexOf('.') < 0 ? ".0" : "");
        }
        String digits = shortest.unscaledValue().toString();
        int exponent = digits.length() - 1 - shortest.scale();
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        return sign + digits.charAt(0) + fraction + (exponent < 0 ? "e" : "e+") + exponent;
    }

    /** Double.toString is no help: before JDK 19 it prints 2.0E-3 as 0.0020 and 2e23 with 17 digits. */
    private static BigDecimal shortest(double x) {
        BigDecimal exact = new BigDecimal(x);
        int low = 1;
        int high = 17;
        while (low < high) {
            int middle = (low + high) / 2;
            if (rounded(exact, x, middle) == null) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return rounded(exact, x, low).stripTrailingZeros();
    }

    /**
     * The nearest decimal of that many digits that reads back as x, or null. Below a power of two doubles are twice as
     * dense as above: the nearest decimal may then read back as a neighbour while the one on the other side doesn't.
     */
    private static BigDecimal rounded(BigDecimal exact, double x, int digits) {
        for (RoundingMode mode : List.of(RoundingMode.HALF_EVEN, RoundingMode.DOWN, RoundingMode.UP)) {
            BigDecimal candidate = exact.round(new MathContext(digits, mode));
            if (Double.parseDouble(candidate.toString()) == x) {
                return candidate;
            }
        }
        return null;
    }
}
