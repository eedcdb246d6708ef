#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>

// OSSL_PARAM arrays keep pointers to their values, so they are built and used up here, within one call each.
// Every function returns 1 on success and 0 on failure, like the EVP functions beneath.

static inline int ccrypto_derive(EVP_KDF *kdf, const OSSL_PARAM *params, uint8_t *out, size_t out_length) {
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    if (context == NULL) {
        return 0;
    }
    int done = EVP_KDF_derive(context, out, out_length, params) == 1;
    EVP_KDF_CTX_free(context);
    return done;
}

static inline int ccrypto_pbkdf2_sha256(
    EVP_KDF *kdf, const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length,
    uint64_t iterations, uint8_t *out, size_t out_length
) {
    // 1 switches off the lower bounds of SP 800-132, which short published vectors do not meet.
    int no_lower_bounds = 1;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, (void *)password, password_length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_length),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS5, &no_lower_bounds),
        OSSL_PARAM_construct_end(),
    };
    return ccrypto_derive(kdf, params, out, out_length);
}

static inline int ccrypto_scrypt(
    EVP_KDF *kdf, const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length,
    uint64_t n, uint32_t r, uint32_t p, uint64_t maximum_memory, uint8_t *out, size_t out_length
) {
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, (void *)password, password_length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_length),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &n),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &r),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &p),
        OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &maximum_memory),
        OSSL_PARAM_construct_end(),
    };
    return ccrypto_derive(kdf, params, out, out_length);
}

// HMAC (RFC 2104) of three pieces in a row. Written out, since EVP_MAC and EVP_KDF look the hash up by its name at every
// call, which takes several times as long as hashing the few bytes of a key.
static inline int ccrypto_hmac_sha256_pieces(
    EVP_MD_CTX *context, const EVP_MD *sha256, const uint8_t *key, size_t key_length, const uint8_t *first,
    size_t first_length, const uint8_t *second, size_t second_length, const uint8_t *third, size_t third_length,
    uint8_t out[32]
) {
    uint8_t pad[64] = {0};
    int done = 1;
    if (key_length > sizeof pad) {
        done = EVP_Digest(key, key_length, pad, NULL, sha256, NULL) == 1;
    } else if (key_length > 0) {
        memcpy(pad, key, key_length);
    }
    for (size_t index = 0; index < sizeof pad; index++) {
        pad[index] ^= 0x36;
    }
    done = done && EVP_DigestInit_ex2(context, sha256, NULL) == 1
        && EVP_DigestUpdate(context, pad, sizeof pad) == 1
        && EVP_DigestUpdate(context, first, first_length) == 1
        && EVP_DigestUpdate(context, second, second_length) == 1
        && EVP_DigestUpdate(context, third, third_length) == 1
        && EVP_DigestFinal_ex(context, out, NULL) == 1;
    for (size_t index = 0; index < sizeof pad; index++) {
        pad[index] ^= 0x36 ^ 0x5c;
    }
    done = done && EVP_DigestInit_ex2(context, sha256, NULL) == 1
        && EVP_DigestUpdate(context, pad, sizeof pad) == 1
        && EVP_DigestUpdate(context, out, 32) == 1
        && EVP_DigestFinal_ex(context, out, NULL) == 1;
    OPENSSL_cleanse(pad, sizeof pad);
    return done;
}

static inline int ccrypto_hmac_sha256(
    const EVP_MD *sha256, const uint8_t *key, size_t key_length, const uint8_t *data, size_t data_length,
    uint8_t out[32]
) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context == NULL) {
        return 0;
    }
    int done = ccrypto_hmac_sha256_pieces(
        context, sha256, key, key_length, data, data_length, NULL, 0, NULL, 0, out);
    EVP_MD_CTX_free(context);
    return done;
}

// HKDF (RFC 5869): extract, then expand, of which every block but the first starts with the one before it.
static inline int ccrypto_hkdf_sha256(
    const EVP_MD *sha256, const uint8_t *key, size_t key_length, const uint8_t *salt, size_t salt_length,
    const uint8_t *info, size_t info_length, uint8_t *out, size_t out_length
) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context == NULL || out_length > 255 * 32) {
        EVP_MD_CTX_free(context);
        return 0;
    }
    uint8_t secret[32], block[32] = {0};
    int done = ccrypto_hmac_sha256_pieces(
        context, sha256, salt, salt_length, key, key_length, NULL, 0, NULL, 0, secret);
    for (size_t start = 0; done && start < out_length; start += sizeof block) {
        uint8_t number = (uint8_t)(start / sizeof block + 1);
        size_t rest = out_length - start;
        done = ccrypto_hmac_sha256_pieces(
            context, sha256, secret, sizeof secret, block, start == 0 ? 0 : sizeof block, info, info_length, &number, 1,
            block);
        memcpy(out + start, block, rest < sizeof block ? rest : sizeof block);
    }
    OPENSSL_cleanse(secret, sizeof secret);
    OPENSSL_cleanse(block, sizeof block);
    EVP_MD_CTX_free(context);
    return done;
}
