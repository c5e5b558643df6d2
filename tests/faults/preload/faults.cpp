// Loaded into a program by LD_PRELOAD, makes one of its allocations or calls of the system fail, counted from the
// start of main(), as SQLite's tests do ("How SQLite Is Tested", sections on out-of-memory and I/O errors).
//
//   JUMPSCOPE_FAULT=alloc:N or call:N   the N-th one fails, counted from 1; 0: none
//   JUMPSCOPE_FAULT_LASTS=1             and all after it
//   JUMPSCOPE_FAULT_REPORT=FILE         where the counts go at the end: allocations, calls, blocks never freed
//
// glibc only. The functions below have the signatures and errors that POSIX gives them.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* block);
}

namespace {

using Main = int (*)(int, char**, char**);

std::atomic<bool> counting = false;
std::atomic<long> allocations = 0, calls = 0;
long failing_allocation = 0, failing_call = 0;
bool lasts = false;
Main real_main = nullptr;

// The blocks allocated since main() began: a table with open addressing, since nothing here may allocate.
constexpr size_t table_size = size_t{1} << 20;
std::atomic<void*> blocks[table_size];
void* const gone = &blocks;

size_t slotOf(const void* block) {
  return (reinterpret_cast<uintptr_t>(block) >> 4) * 0x9E3779B97F4A7C15u >> (64 - 20);
}

void remember(void* block) {
  if (!block) return;
  for (size_t i = slotOf(block), tried = 0; tried < table_size; i = (i + 1) % table_size, ++tried) {
    void* expected = blocks[i];
    if ((expected == nullptr || expected == gone) && blocks[i].compare_exchange_strong(expected, block))
      return;
  }
}

void forget(void* block) {
  if (!block) return;
  for (size_t i = slotOf(block), tried = 0; tried < table_size; i = (i + 1) % table_size, ++tried) {
    void* found = blocks[i];
    if (found == nullptr) return;
    if (found == block && blocks[i].compare_exchange_strong(found, gone)) return;
  }
}

bool fails(std::atomic<long>& count, long failing) {
  if (!counting) return false;
  const long now = ++count;
  return failing != 0 && (lasts ? now >= failing : now == failing);
}

bool allocationFails() {
  if (!fails(allocations, failing_allocation)) return false;
  errno = ENOMEM;
  return true;
}

bool callFails(int error) {
  if (!fails(calls, failing_call)) return false;
  errno = error;
  return true;
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

void* kept(void* block) {
  if (counting) remember(block);
  return block;
}

void report() {
  counting = false;
  const char* path = getenv("JUMPSCOPE_FAULT_REPORT");
  if (!path) return;
  long live = 0;
  for (const auto& block : blocks) live += block != nullptr && block != gone;
  char text[100];
  const int length = snprintf(text, sizeof text, "%ld %ld %ld\n", allocations.load(), calls.load(), live);
  const long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  syscall(SYS_write, file, text, length);
  syscall(SYS_close, file);
}

int countedMain(int argc, char** argv, char** environment) {
  if (const char* fault = getenv("JUMPSCOPE_FAULT")) {
    if (strncmp(fault, "alloc:", 6) == 0) failing_allocation = atol(fault + 6);
    if (strncmp(fault, "call:", 5) == 0) failing_call = atol(fault + 5);
  }
  lasts = getenv("JUMPSCOPE_FAULT_LASTS") != nullptr;
  atexit(report);
  counting = true;
  return real_main(argc, argv, environment);
}

}  // namespace

extern "C" {

int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(), void (*rtld_fini)(),
                      void* stack_end) {
  real_main = main;
  const auto start =
      next<int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*)>("__libc_start_main");
  return start(countedMain, argc, argv, init, fini, rtld_fini, stack_end);
}

void* malloc(size_t size) { return allocationFails() ? nullptr : kept(__libc_malloc(size)); }

void* calloc(size_t count, size_t size) {
  return allocationFails() ? nullptr : kept(__libc_calloc(count, size));
}

void* realloc(void* block, size_t size) {
  if (allocationFails()) return nullptr;
  forget(block);
  return kept(__libc_realloc(block, size));
}

void* memalign(size_t alignment, size_t size) {
  return allocationFails() ? nullptr : kept(__libc_memalign(alignment, size));
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void** block, size_t alignment, size_t size) {
  *block = memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

void free(void* block) {
  forget(block);
  __libc_free(block);
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if (callFails(flags & O_CREAT ? ENOSPC : EIO)) return -1;
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open(path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) {
  static const auto real = next<FILE* (*)(const char*, const char*)>("fopen");
  return callFails(EIO) ? nullptr : real(path, mode);
}

FILE* fopen64(const char* path, const char* mode) { return fopen(path, mode); }

ssize_t read(int file, void* data, size_t size) {
  return callFails(EIO) ? -1 : syscall(SYS_read, file, data, size);
}

ssize_t write(int file, const void* data, size_t size) {
  return callFails(ENOSPC) ? -1 : syscall(SYS_write, file, data, size);
}

// What iostreams use for standard output.
size_t fwrite(const void* data, size_t size, size_t count, FILE* file) {
  static const auto real = next<size_t (*)(const void*, size_t, size_t, FILE*)>("fwrite");
  if (file == stdout && callFails(ENOSPC)) return 0;
  return real(data, size, count, file);
}

int fflush(FILE* file) {
  static const auto real = next<int (*)(FILE*)>("fflush");
  if (file == stdout && __fpending(stdout) > 0 && callFails(ENOSPC)) return EOF;
  return real(file);
}

int fsync(int file) { return callFails(EIO) ? -1 : static_cast<int>(syscall(SYS_fsync, file)); }

int close(int file) {
  const int result = static_cast<int>(syscall(SYS_close, file));
  return callFails(EIO) ? -1 : result;
}

// A disk that stays full takes new names.
int rename(const char* from, const char* to) {
  return !lasts && callFails(EIO) ? -1 : static_cast<int>(syscall(SYS_rename, from, to));
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  return !lasts && callFails(EIO)
             ? -1
             : static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int mkdir(const char* path, mode_t mode) {
  return callFails(ENOSPC) ? -1 : static_cast<int>(syscall(SYS_mkdir, path, mode));
}

int fstat(int file, struct stat* result) {
  static const auto real = next<int (*)(int, struct stat*)>("fstat");
  return callFails(EIO) ? -1 : real(file, result);
}

int stat(const char* path, struct stat* result) {
  static const auto real = next<int (*)(const char*, struct stat*)>("stat");
  return callFails(EIO) ? -1 : real(path, result);
}

int lstat(const char* path, struct stat* result) {
  static const auto real = next<int (*)(const char*, struct stat*)>("lstat");
  return callFails(EIO) ? -1 : real(path, result);
}

}  // extern "C"
