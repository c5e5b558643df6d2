// A shared library that is loaded by name when it is needed, because few need it, or it takes long.
#pragma once

#include <string>

namespace jumpscope::base {

class LoadedLibrary {
 public:
  // For messages.
  struct Words {
    const char* need;     // "a PNG needs librsvg"
    const char* called;   // "librsvg or cairo"
    const char* package;  // "librsvg2-2 (Debian)"
    const char* instead;  // "write .svg"
  };

  // Becomes a pointer to a function of any type.
  class Function {
   public:
    explicit Function(void* found) : found_(found) {}
    template <class Type>
    operator Type*() const {
      return reinterpret_cast<Type*>(found_);
    }

   private:
    void* found_;
  };

  // It stays loaded until the program ends. Throws std::runtime_error where there is no library of this name.
  LoadedLibrary(const char* name, const Words& words);

  // Throws std::runtime_error where the library lacks it.
  Function function(const char* name) const;

 private:
  void* library_;
  Words words_;
};

}  // namespace jumpscope::base
