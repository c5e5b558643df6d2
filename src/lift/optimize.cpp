#include "src/lift/optimize.h"

#include <algorithm>

#include "src/lift/chains.h"
#include "src/lift/liveness.h"

namespace jumpscope::lift {
namespace {

// Blocks that one other block alone leads to, and always, become part of it.
void joinBlocks(Function& function) {
  std::vector<Block>& blocks = function.blocks;
  std::vector<int> arrivals(blocks.size());
  arrivals[0] = 1;
  for (Block& block : blocks) {
    if (block.end == Block::End::Branch && block.yes == block.no) block.end = Block::End::Jump;
    if (block.end != Block::End::Return) ++arrivals[block.yes];
    if (block.end == Block::End::Branch) ++arrivals[block.no];
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (arrivals[i] == 0) continue;
    Block& block = blocks[i];
    while (block.end == Block::End::Jump && block.yes != i && arrivals[block.yes] == 1) {
      const size_t next = block.yes;
      Block taken = std::move(blocks[next]);
      arrivals[next] = 0;
      blocks[next] = {};
      for (const Range& range : taken.ranges) {
        if (!block.ranges.empty() && block.ranges.back().last + 1 == range.first)
          block.ranges.back().last = range.last;
        else
          block.ranges.push_back(range);
      }
      std::move(taken.statements.begin(), taken.statements.end(), std::back_inserter(block.statements));
      block.end = taken.end;
      block.condition = taken.condition;
      block.yes = taken.yes;
      block.no = taken.no;
    }
  }
}

// Substitution within one block.
class Substitution {
 public:
  Substitution(const Unit& unit, Block& block, const Live& behind)
      : unit_(unit), block_(block), behind_(behind) {}

  bool run() {
    bool any = false;
    for (size_t i = 0; i < block_.statements.size();) {
      const size_t before = block_.statements.size();
      any |= tryAt(i);
      if (block_.statements.size() == before) ++i;
    }
    return any;
  }

 private:
  struct Uses {
    int count = 0;
    bool movable = true;   // the value is the same at every use
    bool escapes = false;  // used behind the block
  };

  std::vector<Statement>& statements() { return block_.statements; }

  bool defines(const Statement& statement, Variable variable) const {
    if (statement.kind == Statement::Kind::Assign) return statement.variable == variable;
    if (statement.kind != Statement::Kind::Call || variable >= variable::registers) return false;
    return unit_.functions[statement.callee].clobbers[variable];
  }

  // True if the statement may change the expression's value.
  bool disturbs(const Statement& statement, const Expression& expression) const {
    bool disturbed = false;
    visit(expression, [&](const Node& node) {
      if (node.op == Op::Variable) disturbed |= defines(statement, static_cast<Variable>(node.value));
      const bool memory = node.op == Op::Ram || node.op == Op::Board || node.op == Op::Anywhere;
      if (!memory) return;
      if (statement.kind == Statement::Kind::Call) disturbed = true;
      if (statement.kind == Statement::Kind::Store) disturbed |= mayTouch(statement, node);
    });
    return disturbed;
  }
  static bool mayTouch(const Statement& store, const Node& load) {
    if (store.memory == Op::Register) return false;
    if (store.memory == Op::Anywhere || load.op == Op::Anywhere) return true;
    return store.memory == load.op && extentOf(store.address).overlaps(extentOf(load.a));
  }

  template <class Each>
  void forReads(size_t index, const Each& each) {
    if (index < statements().size())
      forEachRead(statements()[index], each);
    else
      forEachRead(block_, each);
  }

  Uses usesOf(size_t at) {
    const Variable variable = statements()[at].variable;
    const Expression value = statements()[at].value;
    Uses uses;
    bool same_value = true;
    for (size_t i = at + 1; i <= statements().size(); ++i) {
      int here = 0;
      forReads(i, [&](const Expression& expression) { here += countReads(expression, variable); });
      const bool given = i < statements().size() && isGiven(statements()[i], variable);
      uses.count += here + given;
      if (given || (here && !same_value)) uses.movable = false;
      if (i == statements().size()) break;
      if (defines(statements()[i], variable)) return uses;
      same_value &= !disturbs(statements()[i], value);
    }
    uses.escapes = behind_.contains(variable);
    return uses;
  }

  // True if a call takes the variable by reference.
  bool isGiven(const Statement& statement, Variable variable) const {
    if (statement.kind != Statement::Kind::Call || variable >= variable::registers) return false;
    return unit_.functions[statement.callee].inputs[variable] && !statement.arguments.contains(variable);
  }

  void substitute(size_t at) {
    const Variable variable = statements()[at].variable;
    const Expression value = statements()[at].value;
    for (size_t i = at + 1; i <= statements().size(); ++i) {
      forReads(i, [&](Expression& expression) { expression = replaced(expression, variable, value); });
      if (i < statements().size() && defines(statements()[i], variable)) return;
    }
  }

  static bool isCheap(const Expression& value) {
    return isConstant(value) || value->op == Op::Variable || (value->op == Op::Ram && isConstant(value->a));
  }

  bool tryAt(size_t at) {
    if (statements()[at].kind != Statement::Kind::Assign) return false;
    const Uses uses = usesOf(at);
    const Expression value = statements()[at].value;
    // Where the assignment goes, a value made of the variable itself still finds what it was before.
    const bool is_itself = value->op == Op::Variable && value->value == statements()[at].variable;
    const bool gone =
        is_itself ||
        (!uses.escapes && (uses.count == 0 || (uses.movable && (uses.count == 1 || isCheap(value)))));
    if (gone) {
      if (!is_itself) substitute(at);
      statements().erase(statements().begin() + static_cast<ptrdiff_t>(at));
      return true;
    }
    if (uses.count > 0 && uses.movable && isConstant(value)) {
      substitute(at);
      return true;
    }
    return false;
  }

  const Unit& unit_;
  Block& block_;
  const Live& behind_;
};

void passArguments(Unit& unit) {
  for (Function& function : unit.functions)
    for (Block& block : function.blocks) {
      for (Statement& statement : block.statements) {
        if (statement.kind != Statement::Kind::Call) continue;
        const Function& callee = unit.functions[statement.callee];
        for (Variable reg = 0; reg < variable::registers; ++reg) {
          if (callee.inputs[reg] && !isByReference(callee, reg)) statement.arguments[reg] = variableOf(reg);
          if (callee.outputs[reg]) statement.results.push_back(reg);
        }
      }
      // Several results are given in variables of the caller, one after the other.
      if (block.end != Block::End::Return || function.outputs.count() != 1) continue;
      for (Variable reg = 0; reg < variable::registers; ++reg)
        if (function.outputs[reg]) block.returns[reg] = variableOf(reg);
    }
}

void removeDead(const Unit& unit, Block& block, Live live) {
  for (size_t i = block.statements.size(); i-- > 0;) {
    Statement& statement = block.statements[i];
    if (statement.kind == Statement::Kind::Assign && !live.contains(statement.variable))
      block.statements.erase(block.statements.begin() + static_cast<ptrdiff_t>(i));
    else
      liveBefore(unit, statement, live);
  }
}

void shorten(const Unit& unit, Function& function) {
  // Each round makes the code shorter or leaves it as it is.
  for (bool any = true; any;) {
    any = false;
    const std::vector<Live> behind = liveBehind(unit, function);
    for (size_t i = 0; i < function.blocks.size(); ++i) {
      Block& block = function.blocks[i];
      removeDead(unit, block, liveAtEnd(block, behind[i]));
      any |= Substitution(unit, block, behind[i]).run();
    }
  }
}

// What became unnecessary when the code became shorter is no longer passed. False: nothing did.
bool dropInputs(Unit& unit) {
  bool any = false;
  for (size_t index = 0; index < unit.functions.size(); ++index) {
    Function& function = unit.functions[index];
    Live live = liveAtEnd(function.blocks[0], liveBehind(unit, function)[0]);
    for (size_t s = function.blocks[0].statements.size(); s-- > 0;)
      liveBefore(unit, function.blocks[0].statements[s], live);
    for (Variable reg = 0; reg < variable::registers; ++reg) {
      if (!function.inputs[reg] || isByReference(function, reg) || live.contains(reg)) continue;
      function.inputs.reset(reg);
      any = true;
      for (Function& caller : unit.functions)
        for (Block& block : caller.blocks)
          for (Statement& statement : block.statements)
            if (statement.kind == Statement::Kind::Call && statement.callee == index)
              statement.arguments.erase(reg);
    }
  }
  return any;
}

// Of what a call gives, what is read.
void keepResultsThatAreRead(const Unit& unit, Function& function) {
  const std::vector<Live> behind = liveBehind(unit, function);
  for (size_t i = 0; i < function.blocks.size(); ++i) {
    Block& block = function.blocks[i];
    Live live = liveAtEnd(block, behind[i]);
    for (size_t s = block.statements.size(); s-- > 0;) {
      Statement& statement = block.statements[s];
      if (statement.results.size() == 1)
        std::erase_if(statement.results, [&](Variable result) { return !live.contains(result); });
      liveBefore(unit, statement, live);
    }
  }
}

bool isBareReturn(const Block& block) { return block.end == Block::End::Return && block.statements.empty(); }

bool returnTheSame(const Block& a, const Block& b) {
  return std::equal(
      a.returns.begin(), a.returns.end(), b.returns.begin(), b.returns.end(),
      [](const auto& x, const auto& y) { return x.first == y.first && same(x.second, y.second); });
}

// Where a way to this block ends in effect.
size_t endOfWay(const std::vector<Block>& blocks, size_t block) {
  const size_t begin = block;
  for (size_t steps = 0; blocks[block].statements.empty() && blocks[block].end == Block::End::Jump; ++steps) {
    if (steps == blocks.size()) return begin;  // an endless loop that does nothing
    block = blocks[block].yes;
  }
  if (!isBareReturn(blocks[block])) return block;
  for (size_t i = 1; i < block; ++i)
    if (isBareReturn(blocks[i]) && returnTheSame(blocks[i], blocks[block])) return i;
  return block;
}

}  // namespace

bool shortenWays(Function& function) {
  bool any = false;
  for (Block& block : function.blocks) {
    for (size_t* next : {&block.yes, &block.no}) {
      if (*next == Block::none) continue;
      const size_t end = endOfWay(function.blocks, *next);
      any |= end != *next;
      *next = end;
    }
    if (block.end != Block::End::Branch || block.yes != block.no) continue;
    block.end = Block::End::Jump;
    block.condition = nullptr;
    block.no = Block::none;
    any = true;
  }
  return any;
}

void optimize(Unit& unit) {
  for (Function& function : unit.functions) joinBlocks(function);
  findInterfaces(unit);
  passArguments(unit);
  for (bool any = true; any;) {
    any = false;
    for (Function& function : unit.functions) {
      shorten(unit, function);
      any |= shortenWays(function);
    }
    any |= dropInputs(unit);
  }
  for (Function& function : unit.functions) {
    joinChains(function);
    keepResultsThatAreRead(unit, function);
  }
}

}  // namespace jumpscope::lift
