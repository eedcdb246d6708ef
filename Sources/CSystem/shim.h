#pragma once

#include <errno.h>

#if defined(__linux__)
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/prctl.h>
#elif defined(__APPLE__)
#include <stdio.h>
#endif

// Calls that Swift does not import, being variadic or of one system alone.

// Forbids core dumps of this process, and debuggers of the same user to attach; 0 on success.
static inline int csystem_forbid_dumps(void) {
#if defined(__linux__)
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#else
    errno = ENOSYS;
    return -1;
#endif
}

#if defined(__linux__) && defined(__GLIBC__)
// Its own header has it only for programs that ask for all of GNU's.
extern int renameat2(int, const char *, int, const char *, unsigned int);
#endif

// Renames a file unless something has the new name; 0 on success, EEXIST, or ENOSYS where the system has no such call.
static inline int csystem_rename_to_free_name(const char *from, const char *to) {
#if defined(__linux__) && defined(__GLIBC__)
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
#elif defined(__APPLE__)
    return renamex_np(from, to, RENAME_EXCL);
#else
    errno = ENOSYS;
    return -1;
#endif
}
