// Follows a running console and notes each execution of a routine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "src/console/console.h"
#include "src/prove/routine/routine.h"

namespace jumpscope::prove {

inline constexpr uint16_t board_ram_start = 0x6000, board_ram_size = 0x2000;

Registers registersOf(const console::Console& console);
// The memory of a console, as a routine sees it.
Memory memoryOf(const console::Console& console);
// Of a step or hook that has just ended: whether it was an NMI or IRQ, and no instruction.
bool wasInterrupted(const console::Console& console);

// During its lifetime it owns the console's hooks on_stack_moved and, with Calls::Any, on_instruction.
class EntryFollower {
 public:
  // JSR: the program calls the routine by JSR, which costs little to follow. Any: it may come there by JMP, too; the
  // console then runs cycle by cycle.
  enum class Calls : uint8_t { Jsr, Any };

  // `entered` may change what it is given; `returned` gets it back with what the execution left.
  EntryFollower(console::Console& console, uint16_t address, Calls calls, std::function<void(Entry&)> entered,
                std::function<void(Entry&&)> returned);
  ~EntryFollower();
  EntryFollower(const EntryFollower&) = delete;
  EntryFollower& operator=(const EntryFollower&) = delete;

  // While an execution is followed.
  bool isOpen() const { return open_.has_value(); }
  // After a reset: what was begun does not return.
  void abandon() { open_.reset(); }

 private:
  void stackMoved();
  void enter();

  console::Console& console_;
  uint16_t address_;
  Calls calls_;
  std::function<void(Entry&)> entered_;
  std::function<void(Entry&&)> returned_;
  std::optional<Entry> open_;
  Mapping mapping_;  // at the entry
};

Mapping mappingNow(const console::Console& console);

}  // namespace jumpscope::prove
