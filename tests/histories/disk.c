/* A disk that can be full, read-only, or without power: loaded into a program by LD_PRELOAD, see disk.py.

   The files in TILORA_DISK_FOLDER are what the operating system has in memory; those in TILORA_DISK_KEPT are what is
   really on the disk: each file as it was when it was last synced, under a name made of its inode and birth. So renaming
   a file keeps nothing, and a new file that gets an old inode has nothing kept. Nothing is synced to the real disk, which
   would only take time. The first byte of TILORA_DISK_STATE says how the disk is: '.' as usual, 'f' full, 'r' read-only. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *folder, *kept;
static int state = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *in = getenv("TILORA_DISK_FOLDER"), *to = getenv("TILORA_DISK_KEPT"), *how = getenv("TILORA_DISK_STATE");
    if (!in || !to || !how) return;
    folder = strdup(in); /* copies: PostgreSQL writes over its environment */
    kept = strdup(to);
    state = open(how, O_RDONLY | O_CLOEXEC);
}

/* Write the name under which the file is kept; 0 if all is well. Also called by disk.py. */
int kept_name(int fd, char *name, size_t size) {
    struct statx found;
    if (statx(fd, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME | STATX_TYPE, &found)) return -1;
    if (!(found.stx_mask & STATX_BTIME) || !S_ISREG(found.stx_mode)) return -1;
    snprintf(name, size, "%llx-%llx-%x", (unsigned long long)found.stx_ino,
             (unsigned long long)found.stx_btime.tv_sec, found.stx_btime.tv_nsec);
    return 0;
}

static void fail(const char *what) {
    dprintf(2, "disk.c: %s: %s\n", what, strerror(errno));
    abort();
}

static int is_here(int fd) {
    char link[64], path[4096];
    if (!folder) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    size_t prefix = strlen(folder);
    return !strncmp(path, folder, prefix) && path[prefix] == '/';
}

/* Whether writing to this file fails now, with errno set. */
static int fails(int fd) {
    char how = '.';
    if (state < 0 || pread(state, &how, 1, 0) != 1 || how == '.' || !is_here(fd)) return 0;
    errno = how == 'f' ? ENOSPC : EROFS;
    return 1;
}

ssize_t write(int fd, const void *data, size_t size) {
    return fails(fd) ? -1 : REAL(write)(fd, data, size);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
    return fails(fd) ? -1 : REAL(pwrite)(fd, data, size, offset);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
    return fails(fd) ? -1 : REAL(pwrite64)(fd, data, size, offset);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
    return fails(fd) ? -1 : REAL(pwritev)(fd, parts, count, offset);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
    return fails(fd) ? -1 : REAL(pwritev64)(fd, parts, count, offset);
}
int ftruncate(int fd, off_t size) { return fails(fd) ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return fails(fd) ? -1 : REAL(ftruncate64)(fd, size); }
int posix_fallocate(int fd, off_t offset, off_t size) {
    return fails(fd) ? errno : REAL(posix_fallocate)(fd, offset, size);
}
int posix_fallocate64(int fd, off64_t offset, off64_t size) {
    return fails(fd) ? errno : REAL(posix_fallocate64)(fd, offset, size);
}

static void copy(int from, int to) {
    static __thread char buffer[1 << 16];
    ssize_t size;
    while ((size = copy_file_range(from, NULL, to, NULL, 1 << 30, 0)) > 0) {}
    if (size == 0) return;
    while ((size = read(from, buffer, sizeof buffer)) > 0)
        if (REAL(write)(to, buffer, (size_t)size) != size) fail("copying");
}

/* Keep the file as it is now. What others write meanwhile may be kept or not, as with a real disk. */
static int keep(int fd) {
    char name[128], lock_path[4096], new[4096], old[4096], own[64];
    if (kept_name(fd, name, sizeof name)) return 0; /* a folder: names are kept at once */
    snprintf(lock_path, sizeof lock_path, "%s/lock", kept);
    snprintf(new, sizeof new, "%s/new", kept);
    snprintf(old, sizeof old, "%s/%s", kept, name);
    snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
    int lock = open(lock_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (lock < 0) fail(lock_path);
    while (flock(lock, LOCK_EX)) /* or an older copy could replace a newer one */
        if (errno != EINTR) fail("locking");
    int from = open(own, O_RDONLY | O_CLOEXEC), to = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (from < 0) fail(own);
    if (to < 0) fail(new);
    copy(from, to);
    if (rename(new, old)) fail(old);
    if (REAL(write)(lock, "s", 1) != 1) fail(lock_path); /* so that syncs can be counted */
    close(from);
    close(to);
    close(lock);
    return 0;
}

int fsync(int fd) { return is_here(fd) ? keep(fd) : REAL(fsync)(fd); }
int fdatasync(int fd) { return is_here(fd) ? keep(fd) : REAL(fdatasync)(fd); }
