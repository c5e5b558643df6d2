// From blocks that jump to statements within statements.
#pragma once

#include <vector>

#include "src/lift/unit.h"

namespace jumpscope::lift {

struct Line;
using Lines = std::vector<Line>;

struct Line {
  enum class Kind : uint8_t {
    Ranges,     // a comment: where the following code comes from
    Statement,  //
    If,
    Forever,
    While,    // condition before the body
    DoWhile,  // condition behind it
    Return,
    Break,
    Continue,
  } kind = Kind::Statement;
  std::vector<Range> ranges;
  Statement statement;
  bool declares = false;  // Statement: the variable begins here
  Expression condition;   // If, While, DoWhile
  Lines body, otherwise;  // otherwise: of If
  std::map<Variable, Expression> returns;
};

// Throws std::runtime_error with a sentence for a flow of control that has no structure.
Lines structure(Function& function);

}  // namespace jumpscope::lift
