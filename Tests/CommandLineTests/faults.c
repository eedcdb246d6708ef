// Makes system calls of a program fail, for LD_PRELOAD. The tests build it.
//
//   FAULT_KIND    the number of an error; `short`: half of what was asked for; `kill`: the process is gone before the call;
//                 `hardship`: every call is interrupted every other time, and reads and writes at most 997 bytes
//   FAULT_AT      the number of the call that it befalls, counted from 1
//   FAULT_ONWARDS given if it befalls all later ones too
//   FAULT_SPARES  given if calls on pipes neither count nor fail: how many there are depends on who is faster
//   FAULT_MARK    a file that gets the name of each call that it befell, with its descriptor
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long counter;

static void mark(const char *name, int descriptor) {
    const char *path = getenv("FAULT_MARK");
    if (path == NULL) return;
    char line[64];
    int length = snprintf(line, sizeof line, "%s %d\n", name, descriptor);
    long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    syscall(SYS_write, file, line, (size_t)length);
    syscall(SYS_close, file);
}

enum fault { NONE, FAIL, SHORT };

// What is to happen instead of a call; `errno` is set where it fails. An interruption befalls only what can have one.
static enum fault next(const char *name, int descriptor, int can_be_interrupted, int can_be_short) {
    const char *kind = getenv("FAULT_KIND");
    // A full disk lets files be removed.
    if (kind == NULL || (strcmp(name, "unlink") == 0 && atoi(kind) == ENOSPC)) return NONE;
    struct stat status;
    if (getenv("FAULT_SPARES") != NULL && fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode)) return NONE;
    long number = atomic_fetch_add(&counter, 1) + 1;
    if (strcmp(kind, "hardship") == 0) {
        if (can_be_interrupted && number % 2 == 0) {
            errno = EINTR;
            return FAIL;
        }
        return can_be_short ? SHORT : NONE;
    }
    const char *at = getenv("FAULT_AT");
    long place = at == NULL ? 0 : atol(at);
    if (number != place && (getenv("FAULT_ONWARDS") == NULL || number < place)) return NONE;
    mark(name, descriptor);
    if (strcmp(kind, "kill") == 0) kill(getpid(), SIGKILL);
    if (strcmp(kind, "short") == 0) return can_be_short ? SHORT : NONE;
    int code = atoi(kind);
    if (code == EINTR && !can_be_interrupted) return NONE;
    errno = code;
    return FAIL;
}

static size_t shortened(size_t count) {
    if (strcmp(getenv("FAULT_KIND"), "hardship") == 0) return count < 997 ? count : 997;
    return count < 2 ? count : count / 2;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                         \
    int name(const char *path, int flags, ...) {                          \
        va_list list;                                                     \
        va_start(list, flags);                                            \
        mode_t mode = va_arg(list, mode_t);                               \
        va_end(list);                                                     \
        if (next(#name, -1, 1, 0) == FAIL) return -1;                     \
        return REAL(name)(path, flags, mode);                             \
    }
OPEN(open)
OPEN(open64)

#define TRANSFER(name, parameters, arguments)                              \
    ssize_t name parameters {                                              \
        enum fault fault = next(#name, descriptor, 1, 1);                  \
        if (fault == FAIL) return -1;                                      \
        if (fault == SHORT) count = shortened(count);                      \
        return REAL(name) arguments;                                       \
    }
TRANSFER(read, (int descriptor, void *bytes, size_t count), (descriptor, bytes, count))
TRANSFER(write, (int descriptor, const void *bytes, size_t count), (descriptor, bytes, count))
TRANSFER(pread64, (int descriptor, void *bytes, size_t count, off64_t offset), (descriptor, bytes, count, offset))
TRANSFER(
    pwrite64, (int descriptor, const void *bytes, size_t count, off64_t offset), (descriptor, bytes, count, offset))

#define CALL(name, descriptor, can_be_interrupted, parameters, arguments)  \
    int name parameters {                                                  \
        if (next(#name, descriptor, can_be_interrupted, 0) == FAIL) return -1; \
        return REAL(name) arguments;                                       \
    }
CALL(fsync, descriptor, 1, (int descriptor), (descriptor))
// SQLite, which alone calls it, takes an interruption for a failure.
CALL(fdatasync, descriptor, 0, (int descriptor), (descriptor))
CALL(ftruncate, descriptor, 1, (int descriptor, off_t size), (descriptor, size))
CALL(ftruncate64, descriptor, 1, (int descriptor, off64_t size), (descriptor, size))
CALL(rename, -1, 0, (const char *from, const char *to), (from, to))
CALL(renameat2, -1, 0, (int a, const char *from, int b, const char *to, unsigned int flags), (a, from, b, to, flags))
CALL(unlink, -1, 0, (const char *path), (path))
CALL(link, -1, 0, (const char *from, const char *to), (from, to))
CALL(mkdir, -1, 0, (const char *path, mode_t mode), (path, mode))
CALL(getentropy, -1, 0, (void *bytes, size_t count), (bytes, count))

// As on Linux, the descriptor is closed whatever is returned.
int close(int descriptor) {
    enum fault fault = next("close", descriptor, 0, 0);
    int code = errno;
    int result = REAL(close)(descriptor);
    if (fault != FAIL) return result;
    errno = code;
    return -1;
}
