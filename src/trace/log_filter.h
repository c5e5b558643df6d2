// Which instructions a log has: conditions that are asked before each (when.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/trace/trace.h"
#include "src/trace/when.h"

namespace jumpscope::trace {

class InstructionFilter {
 public:
  // `what` stands before the sentence, as with When. Throws std::runtime_error, also for a condition that asks for what
  // an instruction does not have. `labels` may be nullptr.
  InstructionFilter(const std::vector<std::string>& conditions, std::vector<Watch> watches,
                    const Symbols* labels, const std::string& what);

  // Before a frame: the buttons of the one before.
  void beginFrame(uint8_t buttons_before) { buttons_before_ = buttons_before; }
  // True if all conditions are. `buttons`: those of the frame.
  bool holds(const console::Console& console, uint8_t buttons);

 private:
  std::vector<Watch> watches_;
  std::vector<When> conditions_;
  std::vector<std::vector<size_t>> columns_;  // that each condition reads
  Row row_;
  uint8_t buttons_before_ = 0;
};

}  // namespace jumpscope::trace
