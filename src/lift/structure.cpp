#include "src/lift/structure.h"

#include <algorithm>
#include <stdexcept>

#include "src/lift/graph.h"
#include "src/lift/optimize.h"
#include "src/lift/tidy.h"
#include "src/trace/watch.h"

namespace jumpscope::lift {
namespace {

std::string placeOf(const Function& function, size_t block) {
  const Block& at = function.blocks[block];
  return trace::addressText(at.ranges.empty() ? function.address : at.ranges.front().first);
}

bool isBareReturn(const Block& block) { return block.end == Block::End::Return && block.statements.empty(); }

// if (a) { if (b) … } with one place to go to otherwise is if (a && b).
bool joinConditions(Function& function) {
  const Graph graph(function);
  for (size_t i = 0; i < function.blocks.size(); ++i) {
    Block& block = function.blocks[i];
    if (!graph.reached(i) || block.end != Block::End::Branch) continue;
    for (const bool first : {true, false}) {
      const size_t inner = first ? block.yes : block.no, other = first ? block.no : block.yes;
      Block& then = function.blocks[inner];
      if (inner == i || graph.arrivals(inner) != 1 || !then.statements.empty() ||
          then.end != Block::End::Branch)
        continue;
      if (then.yes != other && then.no != other) continue;
      const bool direct = first ? then.no == other : then.yes == other;
      const Expression inner_condition = direct ? then.condition : opposite(then.condition);
      const size_t onward = then.yes == other ? then.no : then.yes;
      block.condition = make(first ? Op::Both : Op::Either, block.condition, inner_condition);
      (first ? block.yes : block.no) = onward;
      block.ranges.insert(block.ranges.end(), then.ranges.begin(), then.ranges.end());
      return true;
    }
  }
  return false;
}

class Structurer {
 public:
  explicit Structurer(const Function& function) : function_(function), graph_(function) {}

  Lines run() {
    if (graph_.irreducible() != Graph::none)
      throw std::runtime_error("the routine cannot be lifted: its flow of control jumps into a loop from " +
                               placeOf(function_, graph_.irreducible()) +
                               ", which source without goto cannot");
    Lines lines;
    emit(0, Graph::none, lines);
    return lines;
  }

 private:
  struct Loop {
    size_t header, exit;
  };

  void leave(Lines& lines, Line::Kind kind) {
    Line line;
    line.kind = kind;
    lines.push_back(std::move(line));
  }

  // True if control leaves here: to where the surrounding statement continues, or by continue or break.
  bool ends(size_t block, size_t stop, bool entering, Lines& lines) {
    if (block == Graph::none || block == stop) return true;
    if (loops_.empty()) return false;
    if (block == loops_.back().exit) {
      leave(lines, Line::Kind::Break);
      return true;
    }
    if (block == loops_.back().header && !entering) {
      leave(lines, Line::Kind::Continue);
      return true;
    }
    for (size_t i = 0; i + 1 < loops_.size(); ++i)
      if (block == loops_[i].header || block == loops_[i].exit)
        throw std::runtime_error("the routine cannot be lifted: from a loop within the loop at " +
                                 placeOf(function_, loops_[i].header) +
                                 " it goes on with the outer one, which source without goto cannot");
    return false;
  }

  void emit(size_t block, size_t stop, Lines& lines, bool entering = false) {
    while (!ends(block, stop, entering, lines)) {
      const bool begins_loop = !graph_.loopAt(block).empty() && !entering;
      entering = false;
      if (begins_loop) {
        block = emitLoop(block, lines);
        continue;
      }
      emitStatements(block, lines);
      const Block& at = function_.blocks[block];
      if (at.end == Block::End::Return) {
        Line line;
        line.kind = Line::Kind::Return;
        line.returns = at.returns;
        lines.push_back(std::move(line));
        return;
      }
      block = at.end == Block::End::Jump ? at.yes : emitBranch(block, stop, lines);
    }
  }

  void emitStatements(size_t block, Lines& lines) {
    const Block& at = function_.blocks[block];
    constexpr size_t most = 20'000;
    if (++emitted_ > most)
      throw std::runtime_error("the routine cannot be lifted: the subroutine at " +
                               trace::addressText(function_.address) +
                               " would become too long without goto, because many ways meet in it");
    if (!at.ranges.empty()) {
      Line line;
      line.kind = Line::Kind::Ranges;
      line.ranges = at.ranges;
      lines.push_back(std::move(line));
    }
    for (const Statement& statement : at.statements) {
      Line line;
      line.statement = statement;
      lines.push_back(std::move(line));
    }
  }

  // The block at which the code goes on.
  size_t emitLoop(size_t header, Lines& lines) {
    const size_t exit = exitOf(header);
    Line line;
    line.kind = Line::Kind::Forever;
    loops_.push_back({header, exit});
    emit(header, Graph::none, line.body, true);
    loops_.pop_back();
    lines.push_back(std::move(line));
    return exit;
  }

  size_t exitOf(size_t header) const {
    const std::vector<bool>& loop = graph_.loopAt(header);
    std::vector<size_t> exits;
    for (size_t i = 0; i < loop.size(); ++i) {
      if (!loop[i]) continue;
      for (const size_t next : graph_.after(i))
        if (!loop[next] && std::find(exits.begin(), exits.end(), next) == exits.end()) exits.push_back(next);
    }
    if (exits.size() < 2) return exits.empty() ? Graph::none : exits.front();
    size_t meet = graph_.meets(header);
    while (meet != Graph::none && loop[meet]) meet = graph_.meets(meet);
    if (meet != Graph::none) return meet;
    for (const size_t exit : exits)
      if (!isBareReturn(function_.blocks[exit])) return exit;
    return exits.front();
  }

  // Both sides up to where they meet, and the block at which the code goes on.
  size_t emitBranch(size_t block, size_t stop, Lines& lines) {
    size_t meet = graph_.meets(block);
    const bool is_beyond = meet == Graph::none || (stop != Graph::none && graph_.postDominates(meet, stop)) ||
                           isOutsideLoop(meet);
    if (is_beyond) meet = stop;
    const Block& at = function_.blocks[block];
    Line line;
    line.kind = Line::Kind::If;
    line.condition = at.condition;
    emit(at.yes, meet, line.body);
    emit(at.no, meet, line.otherwise);
    lines.push_back(std::move(line));
    return meet;
  }

  bool isOutsideLoop(size_t block) const {
    if (loops_.empty() || block == loops_.back().exit) return false;
    return !graph_.loopAt(loops_.back().header)[block];
  }

  const Function& function_;
  Graph graph_;
  std::vector<Loop> loops_;
  size_t emitted_ = 0;
};

}  // namespace

Lines structure(Function& function) {
  shortenWays(function);
  while (joinConditions(function)) shortenWays(function);
  Lines lines = Structurer(function).run();
  tidy(lines);
  return lines;
}

}  // namespace jumpscope::lift
