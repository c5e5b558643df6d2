// Compiles lifted source and runs it on memories.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/lift/lift.h"
#include "src/prove/routine/routine.h"
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

// A source and the ROM that it was lifted from, which it may read through pointers.
struct Subject {
  Source source;
  prove::Program program;
};

// Several sources, compiled into one program.
class Lifted {
 public:
  Lifted(const prove::Routine& routine, const std::vector<Subject>& subjects, Language language);

  // What source number `which` makes of each memory.
  std::vector<Digest> run(size_t which, const std::vector<Input>& inputs) const;

 private:
  Language language_;
  tests::Folder folder_;
};

struct Comparison {
  size_t equal = 0, different = 0, refused = 0, unusual = 0;
  Comparison& operator+=(const Comparison& other);
};

// Runs the source and the cartridge's code on the same memories. A run of the cartridge's code that does not return soon
// or writes where return addresses lie is unusual, and counts as nothing else.
Comparison compare(const prove::Routine& routine, const Subject& subject, const Lifted& lifted, size_t which,
                   const std::vector<Input>& inputs);

// Whether there is a compiler.
bool canCompile(Language language);

}  // namespace jumpscope::lift
