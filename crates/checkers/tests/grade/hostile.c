/* Programs that misbehave. The name of the executable chooses the behaviour. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void loiter(void) {
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    for (;;) pause();
}

int main(int argc, char **argv) {
    const char *name = strrchr(argv[0], '/');
    name = name ? name + 1 : argv[0];
    (void)argc;
    if (!strcmp(name, "hang")) for (;;);
    if (!strcmp(name, "sleep")) for (;;) pause();
    if (!strcmp(name, "quiet")) { close(0); close(1); close(2); for (;;) pause(); }
    if (!strcmp(name, "crash")) raise(SIGSEGV);
    if (!strcmp(name, "abort")) abort();
    if (!strcmp(name, "status")) { fputs("no idea\n", stderr); return 3; }
    if (!strcmp(name, "children")) { for (int i = 0; i < 5; i++) if (!fork()) loiter(); puts("hello"); }
    if (!strcmp(name, "escapees")) {
        for (int i = 0; i < 5; i++) if (!fork()) { setsid(); if (!fork()) loiter(); loiter(); }
        puts("hello");
    }
    /* Starts more processes than the limit, but not endlessly: a failing test must not bring the machine down. */
    if (!strcmp(name, "crowd")) { for (int i = 0; i < 300; i++) if (!fork()) for (;;) pause(); for (;;) pause(); }
    if (!strcmp(name, "flood")) for (;;) puts("d4->b6 for red: score -99");
    if (!strcmp(name, "errors")) for (;;) fputs("error\n", stderr);
    if (!strcmp(name, "file")) {
        FILE *file = fopen("huge", "w");
        static char block[1 << 20];
        for (;;) fwrite(block, sizeof block, 1, file);
    }
    if (!strcmp(name, "memory")) for (;;) { char *block = malloc(1 << 20); if (block) memset(block, 1, 1 << 20); }
    /* These run in sessions of their own, where limits by process group or session do not apply. */
    if (!strcmp(name, "outsider") || !strcmp(name, "runaway")) {
        if (fork()) for (;;) pause();
        setsid();
        while (!strcmp(name, "runaway"));
        for (;;) { char *block = malloc(1 << 20); if (block) memset(block, 1, 1 << 20); else pause(); }
    }
    if (!strcmp(name, "group")) kill(0, SIGKILL);
    if (!strcmp(name, "parent")) { kill(-getpgid(getppid()), SIGKILL); kill(getppid(), SIGKILL); loiter(); }
    if (!strcmp(name, "locked")) { mkdir("folder", 0700); chmod("folder", 0); chmod(".", 0); puts("hello"); }
    if (!strcmp(name, "paint")) puts("\033]0;owned\007\033[2Jd4->b6 <script>alert('&')</script>");
    if (!strcmp(name, "moody")) { printf("%d\n", (int)getpid()); }
    return 0;
}
