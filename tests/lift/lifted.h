// Compiles lifted source and runs it on memories.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/lift/lift.h"
#include "src/prove/routine.h"
#include "tests/support/program.h"

namespace jumpscope::lift {

// A memory and what a call leaves of it, as a number; nullopt: the source says that it does not go on.
struct Input {
  prove::Memory memory;
  prove::Registers registers;
};
using Digest = std::optional<uint64_t>;

// Of all memory but the part of the stack page where return addresses lie.
uint64_t digestOf(const prove::Memory& memory, int stack_from);

// Several sources, compiled into one program.
class Lifted {
 public:
  Lifted(const prove::Routine& routine, const std::vector<Source>& sources, Language language);

  // What source number `which` makes of each memory.
  std::vector<Digest> run(size_t which, const std::vector<Input>& inputs) const;

 private:
  const prove::Routine& routine_;
  Language language_;
  tests::Folder folder_;
};

// Whether there is a compiler.
bool canCompile(Language language);

}  // namespace jumpscope::lift
