package syncwire;

/** What opens a slot, or what a slot is made for: a workspace key or a passphrase. Exactly one of the two is null. */
public record Secret(byte[] workspaceKey, String passphrase) {
    public static Secret ofKey(byte[] workspaceKey) {
        if (workspaceKey.length != 32) {
            throw WireError.parameter("a workspace key has 32 bytes");
        }
        return new Secret(workspaceKey, null);
    }

    public static Secret ofPassphrase(String passphrase) {
        return new Secret(null, Passphrase.prepare(passphrase));
    }

    /** The key of types 01 and 04 by which a slot is found. */
    byte[] keyId(byte[] workspaceId) {
        return Crypto.hkdf(workspaceKey, workspaceId, "SWA1/key-id", 8);
    }
}
