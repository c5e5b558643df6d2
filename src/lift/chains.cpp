#include "src/lift/chains.h"

#include <optional>

namespace jumpscope::lift {
namespace {

// One byte of a chain: what is added to what, or subtracted from what.
struct Link {
  Expression left, right;
  bool subtracts = false;
};

bool isCarryOf(const Expression& expression, Variable sum, bool subtracts) {
  if (expression->op != Op::Number) return false;
  const Expression& test = expression->a;
  if (test->op != (subtracts ? Op::Less : Op::AtLeast) || !isConstant(test->b)) return false;
  return test->a->op == Op::Variable && test->a->value == sum && test->b->value == (subtracts ? 0 : 0x100);
}

bool isByteSized(const Expression& expression) {
  return expression->lowest >= 0 && expression->highest <= 255;
}

std::optional<Link> firstLink(const Expression& sum) {
  if (sum->op != Op::Add && sum->op != Op::Subtract) return std::nullopt;
  if (!isByteSized(sum->a) || !isByteSized(sum->b)) return std::nullopt;
  return Link{sum->a, sum->b, sum->op == Op::Subtract};
}

std::optional<Link> nextLink(const Expression& sum, Variable before, bool subtracts) {
  if (sum->op != (subtracts ? Op::Subtract : Op::Add) || !isCarryOf(sum->b, before, subtracts))
    return std::nullopt;
  if (isByteSized(sum->a)) return Link{sum->a, constant(0), subtracts};
  std::optional<Link> link = firstLink(sum->a);
  if (link && link->subtracts != subtracts) return std::nullopt;
  return link;
}

// The expression whose low byte a statement stores or assigns; nullptr: it does nothing of the kind.
Expression wideValue(const Statement& statement) {
  if (statement.kind == Statement::Kind::Call || statement.value->op != Op::Byte) return nullptr;
  if (statement.kind == Statement::Kind::Store &&
      (statement.memory != Op::Ram || !isConstant(statement.address)))
    return nullptr;
  return statement.value->a;
}

bool isStoreOf(const Statement& statement, Variable sum) {
  const Expression value = statement.kind == Statement::Kind::Store ? wideValue(statement) : nullptr;
  return value && value->op == Op::Variable && value->value == sum;
}

bool mayRead(const Expression& expression, int address) {
  bool may = false;
  visit(expression, [&](const Node& node) {
    may |= node.op == Op::Anywhere || (node.op == Op::Ram && extentOf(node.a).overlaps({address, address}));
  });
  return may;
}

int readsIn(Function& function, Variable variable) {
  int count = 0;
  const auto add = [&](const Expression& expression) { count += countReads(expression, variable); };
  for (Block& block : function.blocks) {
    for (Statement& statement : block.statements) forEachRead(statement, add);
    forEachRead(block, add);
  }
  return count;
}

Expression joined(Expression high, Expression low, int bits) {
  return make(Op::Or, make(Op::ShiftLeft, std::move(high), constant(bits)), std::move(low));
}

class Chain {
 public:
  Chain(Function& function, Block& block, size_t at)
      : function_(function), statements_(block.statements), at_(at) {}

  // Follows the chain that begins here and replaces it. False: none begins here.
  bool join() {
    const Statement& first = statements_[at_];
    if (first.kind != Statement::Kind::Assign || first.variable < variable::first_sum) return false;
    std::optional<Link> link = firstLink(first.value);
    size_t next = at_;
    while (link && links_.size() < 3) {
      links_.push_back(*link);
      const std::optional<Variable> sum = carriesOn(next);
      if (!sum) {
        if (links_.size() > 1) last_ = next;
        break;
      }
      stores_.push_back(next + 1);
      next += 2;
      if (next >= statements_.size()) return false;
      const Statement& following = statements_[next];
      const bool keeps =
          following.kind == Statement::Kind::Assign && following.variable >= variable::first_sum;
      const Expression wide = keeps ? following.value : wideValue(following);
      link = wide ? nextLink(wide, *sum, links_.front().subtracts) : std::nullopt;
    }
    if (!last_ || links_.size() < 2 || !isUndisturbed()) return false;
    replace();
    return true;
  }

 private:
  // The sum that is kept here, stored right behind, and whose carry only the next link reads.
  std::optional<Variable> carriesOn(size_t at) {
    const Statement& statement = statements_[at];
    if (statement.kind != Statement::Kind::Assign || statement.variable < variable::first_sum)
      return std::nullopt;
    if (at + 1 >= statements_.size() || !isStoreOf(statements_[at + 1], statement.variable))
      return std::nullopt;
    if (readsIn(function_, statement.variable) != 2) return std::nullopt;
    return statement.variable;
  }

  // True if each operand has the same value before the first store as at its own store.
  bool isUndisturbed() const {
    for (size_t store = 0; store < stores_.size(); ++store)
      for (size_t link = store + 1; link < links_.size(); ++link) {
        const int address = statements_[stores_[store]].address->value;
        if (mayRead(links_[link].left, address) || mayRead(links_[link].right, address)) return false;
      }
    return wideValue(statements_[*last_]) != nullptr;
  }

  void replace() {
    Expression left = links_[0].left, right = links_[0].right;
    for (size_t i = 1; i < links_.size(); ++i) {
      left = joined(links_[i].left, left, static_cast<int>(8 * i));
      right = joined(links_[i].right, right, static_cast<int>(8 * i));
    }
    const Variable sum = statements_[at_].variable;
    const Expression total = make(links_[0].subtracts ? Op::Subtract : Op::Add, left, right);
    const auto part = [&](size_t index) {
      Node node = *variableOf(sum);
      node.lowest = total->lowest;
      node.highest = total->highest;
      const Expression whole = std::make_shared<const Node>(std::move(node));
      return byteOf(index == 0 ? whole : make(Op::ShiftRight, whole, constant(static_cast<int>(8 * index))));
    };
    std::vector<Statement> replacement{statements_[at_]};
    replacement.front().value = total;
    for (size_t i = 0; i < stores_.size(); ++i) {
      replacement.push_back(statements_[stores_[i]]);
      replacement.back().value = part(i);
    }
    replacement.push_back(statements_[*last_]);
    replacement.back().value = part(links_.size() - 1);
    const auto begin = statements_.begin() + static_cast<ptrdiff_t>(at_);
    statements_.erase(begin, statements_.begin() + static_cast<ptrdiff_t>(*last_) + 1);
    statements_.insert(statements_.begin() + static_cast<ptrdiff_t>(at_), replacement.begin(),
                       replacement.end());
  }

  Function& function_;
  std::vector<Statement>& statements_;
  size_t at_;
  std::vector<Link> links_;
  std::vector<size_t> stores_;  // of all links but the last
  std::optional<size_t> last_;  // the statement of the last link
};

}  // namespace

void joinChains(Function& function) {
  for (Block& block : function.blocks)
    for (size_t at = 0; at < block.statements.size(); ++at) Chain(function, block, at).join();
}

}  // namespace jumpscope::lift
