// The ways in which a routine is entered. A proof takes for known what answers at $8000-$FFFF, the stack pointer, the
// flags I and D and the caller: it is about one way.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "src/prove/routine/routine.h"

namespace jumpscope::prove {

struct Way {
  size_t program = 0;  // index of Routine::programs
  uint8_t s = 0, flags = 0;
  uint16_t return_address = 0;

  auto operator<=>(const Way&) const = default;
};

Way wayOf(const Entry& entry);

// The routine as it was entered in each way, the most frequent one first: with the entries, the program and the facts of
// that way only. Precondition: it has entries.
std::vector<Routine> waysOf(Routine routine);
// The routine with each program that it was entered with, and the entries of that program. Their facts are not noted.
std::vector<Routine> byProgram(Routine routine);

// "the caller is at $810C, S is $F8, flag I is set, D is clear", and where banks are switched which are there.
std::string wayText(const Routine& way);

}  // namespace jumpscope::prove
