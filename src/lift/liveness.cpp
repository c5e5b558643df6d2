#include "src/lift/liveness.h"

namespace jumpscope::lift {
namespace {

Registers registersIn(const Live& live) {
  Registers registers;
  for (const Variable variable : live)
    if (variable < variable::registers) registers.set(variable);
  return registers;
}

}  // namespace

void liveBefore(const Unit& unit, const Statement& statement, Live& live) {
  if (statement.kind == Statement::Kind::Assign && live.erase(statement.variable) == 0) return;
  if (statement.kind == Statement::Kind::Call) {
    const Function& callee = unit.functions[statement.callee];
    for (Variable reg = 0; reg < variable::registers; ++reg) {
      if (callee.clobbers[reg]) live.erase(reg);
      if (callee.inputs[reg] && !statement.arguments.contains(reg)) live.insert(reg);
    }
  }
  if (statement.address) addReads(statement.address, live);
  if (statement.value) addReads(statement.value, live);
  for (const auto& [reg, argument] : statement.arguments) addReads(argument, live);
}

// Until Block::returns is set, a function gives its outputs in their registers.
std::vector<Live> liveBehind(const Unit& unit, const Function& function) {
  std::vector<Live> at_start(function.blocks.size()), behind(function.blocks.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = function.blocks.size(); i-- > 0;) {
      const Block& block = function.blocks[i];
      Live& after = behind[i];
      if (block.end != Block::End::Return)
        after.insert(at_start[block.yes].begin(), at_start[block.yes].end());
      if (block.end == Block::End::Branch) after.insert(at_start[block.no].begin(), at_start[block.no].end());
      if (block.end == Block::End::Return && block.returns.empty())
        for (Variable reg = 0; reg < variable::registers; ++reg)
          if (function.outputs[reg]) after.insert(reg);
      Live live = liveAtEnd(block, after);
      for (size_t s = block.statements.size(); s-- > 0;) liveBefore(unit, block.statements[s], live);
      changed |= live != at_start[i];
      at_start[i] = std::move(live);
    }
  }
  return behind;
}

Live liveAtEnd(const Block& block, Live behind) {
  if (block.condition) addReads(block.condition, behind);
  for (const auto& [variable, value] : block.returns) addReads(value, behind);
  return behind;
}

void findInterfaces(Unit& unit) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Function& function : unit.functions) {
      const std::vector<Live> behind = liveBehind(unit, function);
      for (size_t i = 0; i < function.blocks.size(); ++i) {
        Live live = liveAtEnd(function.blocks[i], behind[i]);
        const std::vector<Statement>& statements = function.blocks[i].statements;
        for (size_t s = statements.size(); s-- > 0;) {
          if (statements[s].kind == Statement::Kind::Call) {
            Function& callee = unit.functions[statements[s].callee];
            const Registers outputs = callee.outputs | (registersIn(live) & callee.clobbers);
            changed |= outputs != callee.outputs;
            callee.outputs = outputs;
          }
          liveBefore(unit, statements[s], live);
        }
        if (i != 0) continue;
        const Registers inputs = function.inputs | registersIn(live);
        changed |= inputs != function.inputs;
        function.inputs = inputs;
      }
    }
  }
}

}  // namespace jumpscope::lift
