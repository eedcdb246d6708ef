package syncwire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The primitives of the envelope, from JCA. HKDF is the one that JDK 17 lacks. */
final class Crypto {
    static final int TAG_BYTES = 16;

    private Crypto() {}

    static byte[] sha256(byte[] message) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(message);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    static byte[] hmac(byte[] key, byte[]... message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            for (byte[] part : message) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** RFC 5869 with SHA-256. Up to 32 bytes of output are one block of the expansion. */
    static byte[] hkdf(byte[] secret, byte[] salt, String info, int length) {
        byte[] extracted = hmac(salt, secret);
        return Arrays.copyOf(hmac(extracted, info.getBytes(US_ASCII), new byte[] {1}), length);
    }

    /** The JDK encodes the characters in UTF-8, whatever the default charset is. */
    static byte[] pbkdf2(String passphrase, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(passphrase.toCharArray(), salt, iterations, 256);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        } finally {
            spec.clearPassword();
        }
    }

    static byte[] gcmSeal(byte[] key, byte[] nonce, byte[] aad, byte[] message, int start, int count) {
        try {
            return gcm(Cipher.ENCRYPT_MODE, key, nonce, aad).doFinal(message, start, count);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** The message, or null where it is not authentic. */
    static byte[] gcmOpen(byte[] key, byte[] nonce, byte[] aad, byte[] sealed, int start, int count) {
        try {
            return gcm(Cipher.DECRYPT_MODE, key, nonce, aad).doFinal(sealed, start, count);
        } catch (AEADBadTagException notAuthentic) {
            return null;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static Cipher gcm(int mode, byte[] key, byte[] nonce, byte[] aad) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BYTES * 8, nonce));
        cipher.updateAAD(aad);
        return cipher;
    }

    /** RFC 3394. */
    static byte[] keyWrap(byte[] wrappingKey, byte[] key) {
        try {
            Cipher cipher = Cipher.getInstance("AESWrap");
            cipher.init(Cipher.WRAP_MODE, new SecretKeySpec(wrappingKey, "AES"));
            return cipher.wrap(new SecretKeySpec(key, "AES"));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    /** The key, or null where the wrapped key is not authentic. */
    static byte[] keyUnwrap(byte[] wrappingKey, byte[] wrapped) {
        try {
            Cipher cipher = Cipher.getInstance("AESWrap");
            cipher.init(Cipher.UNWRAP_MODE, new SecretKeySpec(wrappingKey, "AES"));
            return cipher.unwrap(wrapped, "AES", Cipher.SECRET_KEY).getEncoded();
        } catch (InvalidKeyException notAuthentic) {
            return null;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
