// Why a watch has the value that it has: which bytes and buttons it was computed from, and by which instructions.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/session/session.h"
#include "src/trace/symbols.h"
#include "src/trace/watch.h"
#include "src/why/history.h"

namespace jumpscope::why {

// Which branches are told that decided whether an instruction was executed: those of the instructions that computed the
// value; or also those that decided about the branches, and so on.
enum class ChoicesTold : uint8_t { None, Direct, All };

struct Question {
  trace::Watch watch;
  uint64_t frame = 0;  // the value at whose end
  uint64_t depth = 1;  // how many frames back, from the end of that one
  ChoicesTold choices = ChoicesTold::Direct;
};

struct Cause {
  enum class Kind : uint8_t { Instruction, Choice, Rom, Ram, Button, Register, Unknown };
  Kind kind = Kind::Unknown;
  uint8_t value = 0;
  // Instruction and Choice.
  uint64_t frame = 0;
  trace::CodeAddress pc;
  std::string instruction;
  bool stores = false;          // to `address`
  bool taken = false;           // Choice
  uint64_t times = 1;           // Instruction: it took its own result so often, of which this is the last
  bool is_shown_above = false;  // so `from` is empty
  bool is_cut = false;          // likewise: it is too far down
  // Rom: as the processor sees it, and in PRG-ROM. Ram, Register and Instruction: what was read or written last.
  uint16_t address = 0;
  uint32_t prg_offset = 0;
  unsigned pad = 0, button = 0;  // Button
  std::vector<Cause> from;
};

// What a value was computed from at last, each once, in order.
struct Sources {
  std::vector<Cause> rom, ram, buttons, registers;
  std::vector<Cause> unknown;  // registers of the processor as the run found them; one stands for all
};

struct Answer {
  trace::Watch watch;
  int64_t value = 0;  // raw, as trace::formatValue() takes it
  uint64_t frame = 0, first_frame = 0;
  std::vector<Cause> bytes;  // one for each address of the watch
  Sources computed_from, chosen_by;
  uint64_t surprises = 0;  // see Shadow
};

// The tree has at most this many levels; the sources are complete.
inline constexpr int deepest_level = 100;

// From where the console is, at the start of a frame: `run_frame` runs the next one, with its input. The question's depth
// does not matter. Throws std::runtime_error when the watch is no value of RAM, or too many instructions were executed.
Answer explain(console::Console& console, const std::function<void()>& run_frame, const Question& question);
// Runs the input up to the frame. Throws std::runtime_error when the watch is no value of RAM, or the input is shorter.
Answer explain(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& machine,
               const session::Input& input, const Question& question);

// The names that addresses have: labels, then watches.
struct Names {
  const trace::Symbols* labels = nullptr;
  std::vector<trace::Watch> watches;

  std::string of(uint16_t address) const;  // "" if there is none
};

// As a tree of lines.
std::string asText(const Answer& answer, const Names& names);
// Its first levels: what stored the value, what computed it, and from what.
std::string asShortText(const Answer& answer, const Names& names);
// As JSON.
std::string asJson(const Answer& answer, const Names& names);

}  // namespace jumpscope::why
