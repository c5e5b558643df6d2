#include "src/base/loaded_library.h"

#include <dlfcn.h>

#include <stdexcept>

namespace jumpscope::base {

LoadedLibrary::LoadedLibrary(const char* name, const Words& words)
    : library_(dlopen(name, RTLD_NOW | RTLD_LOCAL)), words_(words) {
  if (!library_)
    throw std::runtime_error(std::string(words.need) + ", which is not on this machine; install " +
                             words.package + ", or " + words.instead);
}

LoadedLibrary::Function LoadedLibrary::function(const char* name) const {
  if (void* const found = dlsym(library_, name)) return Function(found);
  throw std::runtime_error(std::string("the ") + words_.called + " on this machine lacks " + name +
                           "; install a newer one, or " + words_.instead);
}

}  // namespace jumpscope::base
