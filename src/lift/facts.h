// What is known of registers and flags before an instruction, whichever way the program came there.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "src/lift/expression.h"

namespace jumpscope::lift {

struct Facts {
  static constexpr int8_t unknown = -1;

  // Lowest and highest value of A, X and Y.
  std::array<int, 3> lowest{0, 0, 0}, highest{255, 255, 255};
  // C, Z, N and V: 0, 1 or unknown.
  std::array<int8_t, 4> flags{unknown, unknown, unknown, unknown};
  // The registers that Z and N tell about, a bit each: Z that they are 0, N their bit 7.
  uint8_t zero_of = 0, negative_of = 0;
  // C and Z are those of the comparison of this register with this constant; -1: of none.
  int compared = -1;
  int compared_with = 0;
  // What the function has pushed: 'a' for A, 'p' for the status.
  std::string pushed;

  int8_t& flag(Variable variable) { return flags[static_cast<size_t>(variable - variable::c)]; }
  int8_t flag(Variable variable) const { return flags[static_cast<size_t>(variable - variable::c)]; }
  // A register or flag as an expression: a constant where it is known.
  Expression value(Variable variable) const;
  // After an assignment of A, X or Y, or of a flag.
  void assigned(Variable variable, const Expression& value);
  // Removes the facts that depend on a register or flag that was changed to an unknown value.
  void forget(Variable variable);
  // Takes in what is known on another way to the same place. `widen`: a bound that moves goes as far as it can.
  // Precondition: the same has been pushed.
  void join(const Facts& other, bool widen);
  // Adds that a flag is 0 or 1, as after a branch. False: it cannot be.
  bool suppose(Variable flag, bool set);

  bool operator==(const Facts&) const = default;

 private:
  bool narrow(Variable variable, int low, int high);
};

}  // namespace jumpscope::lift
