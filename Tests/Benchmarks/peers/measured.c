// Runs a command some times and prints a line of JSON a time: its seconds and the largest resident size, in KiB, of
// any process of it: `measured TIMES STATUS STDIN STDOUT COMMAND...`. It must end with that exit status; `-` leaves a
// stream as it is.
//
// A child of a large process counts as large until it execs, and the kernel remembers: so this small one starts it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
    if (count < 6) {
        fputs("usage: measured TIMES STATUS STDIN STDOUT COMMAND...\n", stderr);
        return 64;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (strcmp(arguments[3], "-") != 0) posix_spawn_file_actions_addopen(&actions, 0, arguments[3], O_RDONLY, 0);
    // Nothing of the command may get between the lines of this program.
    if (strcmp(arguments[4], "-") == 0) posix_spawn_file_actions_adddup2(&actions, 2, 1);
    else posix_spawn_file_actions_addopen(&actions, 1, arguments[4], O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (int left = atoi(arguments[1]); left > 0; --left) {
        pid_t child;
        int status;
        struct rusage usage;
        const double begin = now();
        if (posix_spawnp(&child, arguments[5], &actions, NULL, arguments + 5, environ) != 0) {
            perror(arguments[5]);
            return 69;
        }
        if (wait4(child, &status, 0, &usage) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != atoi(arguments[2])) {
            fprintf(stderr, "measured: %s failed\n", arguments[5]);
            return 70;
        }
        printf("{\"seconds\":[%.9f],\"peakKiB\":%ld}\n", now() - begin, usage.ru_maxrss);
    }
    return 0;
}
