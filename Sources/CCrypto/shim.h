#pragma once

#include <stddef.h>
#include <stdint.h>

#include <string.h>

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/provider.h>
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

// Any of the three modes of HKDF; to extract alone there is no info, to expand alone no salt.
static inline int ccrypto_hkdf_sha256(
    EVP_KDF *kdf, int mode, const uint8_t *key, size_t key_length, const uint8_t *salt, size_t salt_length,
    const uint8_t *info, size_t info_length, uint8_t *out, size_t out_length
) {
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_int(OSSL_KDF_PARAM_MODE, &mode),
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

// The first fetch of a cipher or digest builds methods for all that its provider has, which costs more than the start of
// a process. So a provider of our own hands out only those of the default provider that this format uses.

typedef struct {
    OSSL_PROVIDER *provider;
    OSSL_ALGORITHM ciphers[3];
    OSSL_ALGORITHM digests[2];
} ccrypto_selection;

static inline ccrypto_selection *ccrypto_selected(void) {
    static ccrypto_selection selection;
    return &selection;
}

// Looks for an algorithm by the first of its names; an empty place ends a list.
static inline void ccrypto_select(int operation, const char *name, OSSL_ALGORITHM *place) {
    size_t length = strlen(name);
    int no_cache = 0;
    const OSSL_ALGORITHM *all =
        OSSL_PROVIDER_query_operation(ccrypto_selected()->provider, operation, &no_cache);
    for (; all != NULL && all->algorithm_names != NULL; all++) {
        const char *names = all->algorithm_names;
        if (strncmp(names, name, length) == 0 && (names[length] == ':' || names[length] == 0)) {
            *place = *all;
            return;
        }
    }
}

static inline const OSSL_ALGORITHM *ccrypto_query(void *provider_context, int operation, int *no_cache) {
    (void)provider_context;
    *no_cache = 0;
    switch (operation) {
    case OSSL_OP_CIPHER:
        return ccrypto_selected()->ciphers;
    case OSSL_OP_DIGEST:
        return ccrypto_selected()->digests;
    default:
        return OSSL_PROVIDER_query_operation(ccrypto_selected()->provider, operation, no_cache);
    }
}

// The algorithms are handed the context of the provider that they come from.
static inline int ccrypto_provider_init(
    const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *core, const OSSL_DISPATCH **functions, void **context
) {
    (void)handle;
    (void)core;
    static const OSSL_DISPATCH provided[] = {
        {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))ccrypto_query},
        {0, NULL},
    };
    *functions = provided;
    *context = OSSL_PROVIDER_get0_provider_ctx(ccrypto_selected()->provider);
    return 1;
}

// A library context with these algorithms, NULL on failure; to be called once.
static inline OSSL_LIB_CTX *ccrypto_context(void) {
    ccrypto_selection *selection = ccrypto_selected();
    selection->provider = OSSL_PROVIDER_load(NULL, "default");
    if (selection->provider == NULL) {
        return NULL;
    }
    ccrypto_select(OSSL_OP_CIPHER, "AES-256-GCM", &selection->ciphers[0]);
    ccrypto_select(OSSL_OP_CIPHER, "AES-256-WRAP", &selection->ciphers[1]);
    ccrypto_select(OSSL_OP_DIGEST, "SHA2-256", &selection->digests[0]);
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();
    if (context == NULL || OSSL_PROVIDER_add_builtin(context, "selected", ccrypto_provider_init) != 1
        || OSSL_PROVIDER_load(context, "selected") == NULL) {
        OSSL_LIB_CTX_free(context);
        return NULL;
    }
    return context;
}
