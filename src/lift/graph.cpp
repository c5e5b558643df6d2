#include "src/lift/graph.h"

#include <algorithm>

namespace jumpscope::lift {

Graph::Graph(const Function& function) : count_(function.blocks.size()) {
  after_.resize(count_);
  before_.resize(count_);
  reached_.resize(count_);
  returns_.resize(count_);
  const auto walk = [&](const auto& self, size_t block) -> void {
    reached_[block] = true;
    const Block& at = function.blocks[block];
    returns_[block] = at.end == Block::End::Return;
    if (at.end != Block::End::Return) after_[block].push_back(at.yes);
    if (at.end == Block::End::Branch && at.no != at.yes) after_[block].push_back(at.no);
    for (const size_t next : after_[block]) {
      before_[next].push_back(block);
      if (!reached_[next]) self(self, next);
    }
    order_.push_back(block);
  };
  walk(walk, 0);
  std::reverse(order_.begin(), order_.end());
  findDominators();
  findPostDominators();
  findLoops();
}

void Graph::findDominators() {
  dominators_.assign(count_, std::vector<bool>(count_, true));
  dominators_[0].assign(count_, false);
  dominators_[0][0] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (const size_t block : order_) {
      if (block == 0) continue;
      std::vector<bool> common(count_, true);
      for (const size_t from : before_[block])
        for (size_t i = 0; i < count_; ++i) common[i] = common[i] && dominators_[from][i];
      common[block] = true;
      changed |= common != dominators_[block];
      dominators_[block] = std::move(common);
    }
  }
}

// A block that never returns keeps the full set, and meets nothing.
void Graph::findPostDominators() {
  post_dominators_.assign(count_, std::vector<bool>(count_, true));
  for (bool changed = true; changed;) {
    changed = false;
    for (auto block = order_.rbegin(); block != order_.rend(); ++block) {
      std::vector<bool> common(count_, !returns_[*block]);
      for (const size_t to : after_[*block])
        for (size_t i = 0; i < count_; ++i) common[i] = common[i] && post_dominators_[to][i];
      common[*block] = true;
      changed |= common != post_dominators_[*block];
      post_dominators_[*block] = std::move(common);
    }
  }
  meets_.assign(count_, none);
  for (const size_t block : order_) {
    const auto size = [&](size_t i) {
      return std::count(post_dominators_[i].begin(), post_dominators_[i].end(), true);
    };
    if (size(block) == static_cast<ptrdiff_t>(count_)) continue;
    for (size_t i = 0; i < count_; ++i)
      if (i != block && reached_[i] && post_dominators_[block][i] && size(i) + 1 == size(block))
        meets_[block] = i;
  }
}

void Graph::findLoops() {
  loops_.resize(count_);
  std::vector<size_t> place(count_);
  for (size_t i = 0; i < order_.size(); ++i) place[order_[i]] = i;
  for (const size_t block : order_)
    for (const size_t next : after_[block]) {
      if (place[next] > place[block]) continue;
      if (!dominates(next, block)) {
        irreducible_ = block;
        continue;
      }
      std::vector<bool>& loop = loops_[next];
      loop.resize(count_);
      loop[next] = true;
      std::vector<size_t> open{block};
      while (!open.empty()) {
        const size_t inside = open.back();
        open.pop_back();
        if (loop[inside]) continue;
        loop[inside] = true;
        for (const size_t from : before_[inside]) open.push_back(from);
      }
    }
}

}  // namespace jumpscope::lift
