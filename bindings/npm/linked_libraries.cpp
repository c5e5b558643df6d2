// dlopen for WebAssembly, where nothing can be loaded: libzip is linked and found by its name, and every other library is missing.
#include <dlfcn.h>
#include <zip.h>

#include <string_view>

#include "src/base/libzip_name.h"

namespace {

struct Linked {
  std::string_view name;
  void* function;
};

#define LINKED(name) \
  { #name, reinterpret_cast < void*>(&name) }
const Linked linked[]{
    LINKED(zip_error_init),      LINKED(zip_error_fini),
    LINKED(zip_error_strerror),  LINKED(zip_source_buffer_create),
    LINKED(zip_source_free),     LINKED(zip_open_from_source),
    LINKED(zip_discard),         LINKED(zip_get_error),
    LINKED(zip_get_num_entries), LINKED(zip_get_name),
    LINKED(zip_name_locate),     LINKED(zip_fopen_index),
    LINKED(zip_fread),           LINKED(zip_fclose),
    LINKED(zip_file_get_error),
};
#undef LINKED

}  // namespace

extern "C" {

void __dl_seterr(const char* format, ...);  // of its C library: what dlerror() returns

void* dlopen(const char* name, int) {
  if (name == std::string_view(JUMPSCOPE_LIBZIP)) return const_cast<Linked*>(linked);
  __dl_seterr("WebAssembly cannot load libraries; use jumpscope's native program");
  return nullptr;
}

void* dlsym(void*, const char* name) {
  for (const Linked& each : linked)
    if (each.name == name) return each.function;
  return nullptr;
}
}
