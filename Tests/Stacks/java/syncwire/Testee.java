package syncwire;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** The read loop of the testee protocol: one request a line, one answer a line. */
public final class Testee {
    private static final int NO_REQUEST = 2;

    private Testee() {}

    public static void main(String[] arguments) throws IOException {
        boolean once = arguments.length > 0 && arguments[0].equals("--once");
        InputStream in = new BufferedInputStream(System.in, 65536);
        OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 65536);
        Operations operations = new Operations();
        byte[] line = readLine(in);
        if (once && line == null) {
            System.exit(NO_REQUEST);
        }
        while (line != null) {
            Map<String, Object> answer = answer(line, operations);
            out.write(JsonWriter.write(answer));
            out.write('\n');
            out.flush();
            if (once) {
                System.exit(answer.get("status").equals("ok") ? 0 : answer.get("status").equals("rejected") ? 1 : 127);
            }
            line = readLine(in);
        }
    }

    private static Map<String, Object> answer(byte[] line, Operations operations) {
        Map<String, Object> request = request(line);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", request.get("id"));
        try {
            String operation = (String) request.get("op");
            Map<String, Object> result = operation.equals("hello") ? operations.hello(request)
                : operations.run(operation, request);
            answer.put("status", "ok");
            answer.putAll(result);
        } catch (WireError.Unsupported unsupported) {
            answer.put("status", "unsupported");
            answer.put("feature", unsupported.feature);
        } catch (WireError error) {
            answer.put("status", "rejected");
            answer.put("error", Map.of("class", error.errorClass, "message", error.getMessage()));
        } catch (RuntimeException | OutOfMemoryError failure) {
            // Only the type: the message may hold anything (ER-10).
            answer.put("status", "rejected");
            answer.put("error", Map.of("class", "INTERNAL", "message", failure.getClass().getName()));
        }
        return answer;
    }

    private static Map<String, Object> request(byte[] line) {
        try {
            Map<String, Object> request = Rows.asObject(JsonReader.parse(line));
            if (request != null && request.get("id") instanceof Long && request.get("op") instanceof String) {
                return request;
            }
        } catch (WireError notJson) {
            // The same end as for JSON that is no request.
        }
        System.err.println("testee: a line that is no request");
        System.exit(NO_REQUEST);
        return null;
    }

    private static byte[] readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b = in.read();
        if (b < 0) {
            return null;
        }
        while (b >= 0 && b != '\n') {
            line.write(b);
            b = in.read();
        }
        return line.toByteArray();
    }
}
