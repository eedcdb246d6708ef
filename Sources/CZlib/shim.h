#pragma once

// Makes z_stream.next_in a pointer to const, so that input can stay where it is.
#define ZLIB_CONST
#include <zlib.h>

// deflateInit2 and inflateInit2 are macros, which Swift does not import.
static inline int czlib_deflateInit2(z_streamp s, int level, int method, int windowBits, int memLevel, int strategy) {
    return deflateInit2(s, level, method, windowBits, memLevel, strategy);
}

static inline int czlib_inflateInit2(z_streamp s, int windowBits) {
    return inflateInit2(s, windowBits);
}
