// Conditions over the rows of a trace: they select the frames that are recorded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
//   12  -0.5  $1F             exact numbers
//   + -   == != < <= > >=   ! && ||   ( )
// Every value except 0 is true. Precedence as in C.
class When {
 public:
  // Throws std::runtime_error with `what` ("--when", "profile p.json: when") in front of the sentence.
  When(std::string_view text, const std::vector<Watch>& watches, const std::string& what);

  // Watches to record after the given ones, for previous(), delta() and changed().
  const std::vector<Watch>& extraWatches() const { return extra_; }
  // Precondition: called with every row in order of frames; row.values are those of the watches, then of the
  // extra ones.
  bool holds(const Row& row);

  // A number with 32 binary places, whatever its size: whole + part / 2^32.
  struct Exact {
    int64_t whole = 0;
    uint32_t part = 0;
    auto operator<=>(const Exact&) const = default;
  };
  // The expression's value; `buttons_before` are those of the row before, for pressed() and released(). For
  // callers that go back in time, or evaluate on several threads.
  Exact value(const Row& row, uint8_t buttons_before) const { return evaluate(root_, row, buttons_before); }
  // The places in row.values that the expression reads, in ascending order.
  std::vector<size_t> columns() const;

  enum class Op : uint8_t {
    Number,
    Value,
    Frame,
    Buttons,
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
    int fraction_bits = 0;       // Value
    uint8_t buttons = 0;         // Held, Pressed, Released
  };

  // The expression as a tree, to evaluate it on other number types.
  const Node& node(size_t index) const { return nodes_[index]; }
  size_t root() const { return root_; }

 private:
  friend class WhenParser;

  static Exact sum(Exact a, Exact b);
  static Exact negative(Exact a);
  Exact evaluate(size_t node, const Row& row, uint8_t buttons_before) const;

  std::vector<Node> nodes_;
  size_t root_ = 0;
  std::vector<Watch> extra_;
  uint8_t buttons_before_ = 0;
};

// The exact decimal, as short as that allows: "-0.5", "12".
std::string exactText(When::Exact value);

}  // namespace jumpscope::trace
