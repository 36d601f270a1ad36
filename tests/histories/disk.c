/* A disk that can be full, read-only, or without power: loaded into a server by LD_PRELOAD, see disk.py.

   Every write, truncation, sync and removal of a file in TILORA_DISK_FOLDER is also appended to TILORA_DISK_JOURNAL, so
   that the files can be rebuilt as they would be after a loss of power. The first byte of TILORA_DISK_STATE says how the
   disk is: '.' as usual, 'f' full, 'r' read-only. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1, state = -1;
static const char *folder;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    folder = getenv("TILORA_DISK_FOLDER");
    const char *to = getenv("TILORA_DISK_JOURNAL"), *how = getenv("TILORA_DISK_STATE");
    if (folder && to && how) {
        journal = open(to, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        state = open(how, O_RDONLY | O_CLOEXEC);
    }
}

/* The name of the open file within the folder, or NULL if it is elsewhere. */
static const char *name_of(int fd, char *path, size_t size) {
    char link[64];
    if (journal < 0) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    if (length <= 0) return NULL;
    path[length] = 0;
    size_t prefix = strlen(folder);
    if (strncmp(path, folder, prefix) || path[prefix] != '/') return NULL;
    return path + prefix + 1;
}

static char disk(void) {
    char how = '.';
    if (state >= 0 && pread(state, &how, 1, 0) != 1) how = '.';
    return how;
}

static void note(char op, const char *name, uint64_t offset, const void *data, uint64_t size) {
    struct __attribute__((packed)) { char op; uint16_t name; uint64_t offset, size; } head = {
        op, (uint16_t)strlen(name), offset, size};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)name, head.name}, {(void *)data, data ? size : 0}};
    if (writev(journal, parts, 3) < 0) abort();
}

static ssize_t write_at(int fd, const void *data, size_t size, off_t offset, int here) {
    char path[4096];
    const char *name = name_of(fd, path, sizeof path);
    ssize_t (*real_pwrite)(int, const void *, size_t, off_t) = REAL(pwrite);
    ssize_t (*real_write)(int, const void *, size_t) = REAL(write);
    if (!name) return here ? real_write(fd, data, size) : real_pwrite(fd, data, size, offset);
    char how = disk();
    if (how != '.') {
        errno = how == 'f' ? ENOSPC : EROFS;
        return -1;
    }
    pthread_mutex_lock(&mutex);
    if (here) offset = lseek(fd, 0, SEEK_CUR);
    ssize_t done = here ? real_write(fd, data, size) : real_pwrite(fd, data, size, offset);
    if (done > 0) note('w', name, (uint64_t)offset, data, (uint64_t)done);
    pthread_mutex_unlock(&mutex);
    return done;
}

ssize_t write(int fd, const void *data, size_t size) { return write_at(fd, data, size, 0, 1); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return write_at(fd, data, size, offset, 0); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) { return write_at(fd, data, size, offset, 0); }

static int truncate_to(int fd, off_t size) {
    char path[4096];
    const char *name = name_of(fd, path, sizeof path);
    int (*real)(int, off_t) = REAL(ftruncate);
    if (!name) return real(fd, size);
    if (disk() == 'r') {
        errno = EROFS;
        return -1;
    }
    pthread_mutex_lock(&mutex);
    int done = real(fd, size);
    if (!done) note('t', name, (uint64_t)size, NULL, 0);
    pthread_mutex_unlock(&mutex);
    return done;
}

int ftruncate(int fd, off_t size) { return truncate_to(fd, size); }
int ftruncate64(int fd, off64_t size) { return truncate_to(fd, size); }

static int sync_it(int fd, int (*real)(int)) {
    char path[4096];
    const char *name = name_of(fd, path, sizeof path);
    if (!name) return real(fd);
    /* What others write meanwhile may be synced or not: the mutex makes it not. */
    pthread_mutex_lock(&mutex);
    int done = real(fd);
    if (!done) note('s', name, 0, NULL, 0);
    pthread_mutex_unlock(&mutex);
    return done;
}

int fsync(int fd) { return sync_it(fd, REAL(fsync)); }
int fdatasync(int fd) { return sync_it(fd, REAL(fdatasync)); }

int unlink(const char *path) {
    int (*real)(const char *) = REAL(unlink);
    int done = real(path);
    size_t prefix = folder ? strlen(folder) : 0;
    if (!done && journal >= 0 && !strncmp(path, folder, prefix) && path[prefix] == '/') {
        pthread_mutex_lock(&mutex);
        note('u', path + prefix + 1, 0, NULL, 0);
        pthread_mutex_unlock(&mutex);
    }
    return done;
}
