package syncwire;

/** A rejection: the class of Spec/errors.md and a reason that holds no key, passphrase or plaintext (ER-10). */
public final class WireError extends RuntimeException {
    public final String errorClass;

    WireError(String errorClass, String reason) {
        super(reason);
        this.errorClass = errorClass;
    }

    static WireError parameter(String reason) {
        return new WireError("INVALID_PARAMETER", reason);
    }

    /** Something that is right but that this stack can't do (TP-9, EN-7). */
    public static final class Unsupported extends RuntimeException {
        public final String feature;

        Unsupported(String feature) {
            super(feature);
            this.feature = feature;
        }
    }
}
