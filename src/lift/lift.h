// `lift`: a routine of a cartridge as readable source.
#pragma once

#include <string>

#include "src/prove/routine/routine.h"
#include "src/trace/profile.h"
#include "src/trace/symbols.h"

namespace jumpscope::lift {

enum class Language : uint8_t { Cpp, CSharp };

struct Source {
  std::string text;
  size_t functions = 0, lines = 0;
  // From here to $01FF return addresses lie, which the source does not have.
  int stack_from = 0x0200;
};

// The routine and all that it calls, structured, without goto. `profile` may be nullptr: bytes are named by labels and
// addresses. Throws std::runtime_error with a sentence that names address and instruction for what cannot be lifted.
Source lift(const prove::Routine& routine, const trace::Profile* profile, const trace::Symbols& symbols,
            Language language);

}  // namespace jumpscope::lift
