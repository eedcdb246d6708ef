package syncwire;

import java.util.List;

/** A slot to be written. The cost is the number of iterations of PBKDF2, and 0 for the types with a workspace key. */
public record SlotRequest(int type, Secret secret, int cost) {
    public static SlotRequest rawKey(byte[] workspaceKey) {
        return new SlotRequest(Slot.RAW, Secret.ofKey(workspaceKey), 0);
    }

    public static SlotRequest keyWrap(byte[] workspaceKey) {
        return new SlotRequest(Slot.KEY_WRAP, Secret.ofKey(workspaceKey), 0);
    }

    public static SlotRequest pbkdf2(String passphrase, long iterations) {
        if (!Slot.isGoodIterations(iterations)) {
            throw WireError.parameter("iterations out of range");
        }
        return new SlotRequest(Slot.PBKDF2, Secret.ofPassphrase(passphrase), (int) iterations);
    }

    /** JCA has no scrypt: a good request is unsupported, a bad one is still bad. */
    public static SlotRequest scrypt(String passphrase, long log2N) {
        if (!Slot.isGoodLog2N(log2N)) {
            throw WireError.parameter("log2N out of range");
        }
        return new SlotRequest(Slot.SCRYPT, Secret.ofPassphrase(passphrase), (int) log2N);
    }

    /** EN-36, EN-9. */
    static void check(List<SlotRequest> slots) {
        if (slots.isEmpty() || slots.size() > Header.MAX_SLOTS) {
            throw WireError.parameter("1 to 16 slots");
        }
        if (slots.size() > 1 && slots.stream().anyMatch(slot -> Slot.isForPassphrase(slot.type))) {
            throw WireError.parameter("a slot for a passphrase is the only slot");
        }
        if (slots.stream().anyMatch(slot -> slot.type == Slot.SCRYPT)) {
            throw new WireError.Unsupported("scrypt");
        }
    }
}
