// Conditions of `--when` over memory, as it is before a routine runs: of bytes, and of bytes that are not known.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/prove/routine/presses.h"
#include "src/prove/routine/routine.h"
#include "src/prove/terms/symbolic.h"
#include "src/trace/trace.h"
#include "src/trace/when.h"

namespace jumpscope::prove {

using SymbolicPeek = std::function<Symbolic<uint8_t>(uint16_t address)>;

class MemoryCondition {
 public:
  // `what` begins the sentence of the std::runtime_error that is thrown for text which is no condition on one moment:
  // previous(), delta(), pressed(), released() and frame need other frames.
  MemoryCondition(std::string_view text, const std::vector<trace::Watch>& watches, const std::string& what);

  // That the pointer in two bytes of the zero page is `value`.
  static MemoryCondition pointerIs(uint8_t address, uint16_t value);
  // That bytes which the routine executes are as in the traced frames. Precondition: their addresses follow each other.
  static MemoryCondition codeIs(std::span<const CodeByte> bytes);

  // That the button is down where the bit tells of a new press. Precondition: !bit.before.
  static MemoryCondition pressIsDown(const PressBit& bit);

  const std::string& text() const { return text_; }
  bool holds(const Memory& memory, uint8_t buttons) const;
  // `buttons` as console::Buttons.
  Symbolic<bool> holds(const SymbolicPeek& peek, const Symbolic<uint8_t>& buttons) const;
  // The bytes that it reads.
  std::vector<uint16_t> addresses() const;

 private:
  Symbolic<bool> truth(size_t index, const SymbolicPeek& peek, const Symbolic<uint8_t>& buttons) const;
  Symbolic<int64_t> evaluate(size_t index, const SymbolicPeek& peek, const Symbolic<uint8_t>& buttons) const;

  std::string text_;
  std::vector<trace::Watch> watches_;
  trace::When when_;
  int places_;
};

}  // namespace jumpscope::prove
