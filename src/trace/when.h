// Conditions over the rows of a trace and the machine behind them: which frames are recorded, which instructions are
// logged, where the game stops. One language for all (docs/formats.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/console/console.h"
#include "src/trace/machine_value.h"
#include "src/trace/symbols.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// A condition such as "y_speed < 0 && held(A)":
//   y_speed                   a watch's value as the trace shows it; fractions are exact
//   previous(y) delta(y)      the value a frame ago; the difference to it (as watches of that kind have it)
//   changed(y)                delta(y) != 0
//   frame, buttons            the frame's number; the buttons as a byte, Right in bit 7 to A in bit 0
//   held(RA)                  all of these are down in this frame; letters as in --press
//   pressed(A) released(A)    all went down, or up, with this frame
//   abs(V)  V % N             absolute value; remainder of a division by an integer
//   12  -0.6  $1F             numbers, to the nearest multiple of 2^-32
//   + -   == != < <= > >=   ! && ||   ( )     = is ==
//   y == 3..5   y != 3..5     within, or not within, these limits
// And where a machine runs (MachineTerms):
//   [$0010]  [player_y]       a byte of memory, by address or label
//   player_y                  a label alone is its address: pc == move_y
//   pc bank op a x y s p scanline dot    (machine_value.h); a watch of the same name comes first, cpu.y is the register
//   pc == $05:8271            in PRG bank 5
//   reads($2002) writes($00CE..$00D0)   whether the next instruction does, by address or label
//   $0010 = 3   pc=$8000-$8FFF    short for [$0010] == 3 and pc == $8000..$8FFF
// Every value except 0 is true. Precedence as in C.
class When {
 public:
  // What a condition may name beside watches.
  struct MachineTerms {
    bool allowed = false;             // holds() is then given a console
    const Symbols* labels = nullptr;  // outlive the constructor
  };

  // Throws std::runtime_error with `what` ("--when", "profile p.json: when") in front of the sentence.
  When(std::string_view text, const std::vector<Watch>& watches, const std::string& what,
       MachineTerms machine = {false, nullptr});

  // Watches to record after the given ones, for previous(), delta() and changed().
  const std::vector<Watch>& extraWatches() const { return extra_; }
  // Precondition: called with every row in order of frames; row.values are those of the watches, then of the
  // extra ones. `console`: where MachineTerms were allowed.
  bool holds(const Row& row, const console::Console* console = nullptr);

  using Exact = Real;
  // The expression's value; `buttons_before` are those of the row before, for pressed() and released(). For
  // callers that go back in time, or evaluate on several threads.
  Exact value(const Row& row, uint8_t buttons_before, const console::Console* console = nullptr) const {
    return evaluate(root_, {row, buttons_before, console});
  }
  // It asks for what only a moment within a frame has: registers, memory, accesses; or for accesses alone.
  bool asksForMoment() const;
  bool asksForAccess() const;
  // The places in row.values that the expression reads, in ascending order.
  std::vector<size_t> columns() const;

  enum class Op : uint8_t {
    Number,
    Value,
    Frame,
    Buttons,
    Machine,
    Memory,
    Reads,
    Writes,
    Held,
    Pressed,
    Released,
    Abs,
    Modulo,
    Negate,
    Add,
    Subtract,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Not,
    And,
    Or,
  };
  struct Node {
    Op op = Op::Number;
    size_t left = 0, right = 0;  // operands, in nodes_
    Exact number;                // Number; Modulo's divisor
    size_t column = 0;           // Value
    MachineValue machine{};      // Machine
    uint16_t address = 0;        // Memory; Reads and Writes: the first one
    uint16_t last_address = 0;   // Reads, Writes
    int fraction_bits = 0;       // Value
    uint8_t buttons = 0;         // Held, Pressed, Released
  };

  // The expression as a tree, to evaluate it on other number types.
  const Node& node(size_t index) const { return nodes_[index]; }
  size_t root() const { return root_; }

 private:
  friend class WhenParser;

  static Exact sum(Exact a, Exact b);
  struct Moment {
    const Row& row;
    uint8_t buttons_before;
    const console::Console* console;
  };
  Exact evaluate(size_t node, const Moment& moment) const;

  std::vector<Node> nodes_;
  size_t root_ = 0;
  std::vector<Watch> extra_;
  uint8_t buttons_before_ = 0;
};

}  // namespace jumpscope::trace
