package syncwire;

import java.security.SecureRandom;

/** Where sealing takes its random bytes from. Only the testee has another source than the system (EN-67). */
interface Entropy {
    byte[] draw(String label, int length);

    /** Called when nothing more will be drawn. */
    default void close() {}

    static Entropy ofSystem() {
        SecureRandom random = new SecureRandom();
        return (label, length) -> {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        };
    }
}
