#pragma once

#include <stddef.h>
#include <stdint.h>

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

static inline int ccrypto_hkdf_sha256(
    EVP_KDF *kdf, const uint8_t *key, size_t key_length, const uint8_t *salt, size_t salt_length,
    const uint8_t *info, size_t info_length, uint8_t *out, size_t out_length
) {
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_length),
        OSSL_PARAM_construct_end(),
    };
    return ccrypto_derive(kdf, params, out, out_length);
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

static inline int ccrypto_hmac_sha256(
    EVP_MAC *mac, const uint8_t *key, size_t key_length, const uint8_t *data, size_t data_length, uint8_t out[32]
) {
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    if (context == NULL) {
        return 0;
    }
    size_t length = 0;
    int done = EVP_MAC_init(context, key, key_length, params) == 1
        && EVP_MAC_update(context, data, data_length) == 1
        && EVP_MAC_final(context, out, &length, 32) == 1
        && length == 32;
    EVP_MAC_CTX_free(context);
    return done;
}
