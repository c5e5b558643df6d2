// A routine on its way from instructions to source: functions of blocks of statements.
#pragma once

#include <bitset>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/lift/expression.h"

namespace jumpscope::lift {

using Registers = std::bitset<variable::registers>;

struct Statement {
  enum class Kind : uint8_t { Assign, Store, Call } kind = Kind::Assign;
  Variable variable = 0;                     // Assign
  Op memory = Op::Ram;                       // Store: Ram, Board, Anywhere or Register
  Expression address;                        // Store: as for Op::Ram and so on
  Expression value;                          // Assign, Store
  size_t callee = 0;                         // Call: index of Unit::functions
  std::map<Variable, Expression> arguments;  // Call: of the callee's inputs
  std::vector<Variable> results;             // Call: those of the callee's outputs that are used
};

// Where code lies, last byte included.
struct Range {
  uint16_t first = 0, last = 0;
};

struct Block {
  static constexpr size_t none = SIZE_MAX;

  std::vector<Range> ranges;
  std::vector<Statement> statements;
  enum class End : uint8_t { Return, Jump, Branch } end = End::Return;
  Expression condition;                    // Branch
  size_t yes = none, no = none;            // Branch; Jump: yes
  std::map<Variable, Expression> returns;  // Return: of the function's outputs
};

struct Function {
  uint16_t address = 0;
  std::vector<Block> blocks;  // the first one is the entry; some may be reached by nothing
  Registers inputs, outputs, clobbers;
};

// True if the function takes this register by reference, as functions with several outputs do.
inline bool isByReference(const Function& function, Variable reg) {
  return function.outputs.count() > 1 && function.outputs[reg];
}

struct Unit {
  std::vector<Function> functions;  // the first one is the routine
  int stack_depth = 0;              // how many bytes the routine pushes at most, with all that it calls
};

// Every expression that a statement or the end of a block reads.
template <class Visit>
void forEachRead(Statement& statement, const Visit& visit) {
  if (statement.address) visit(statement.address);
  if (statement.value) visit(statement.value);
  for (auto& [variable, argument] : statement.arguments) visit(argument);
}
template <class Visit>
void forEachRead(Block& block, const Visit& visit) {
  if (block.condition) visit(block.condition);
  for (auto& [variable, result] : block.returns) visit(result);
}

}  // namespace jumpscope::lift
