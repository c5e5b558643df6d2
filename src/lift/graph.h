// The flow of control between the blocks of a function.
#pragma once

#include <cstddef>
#include <vector>

#include "src/lift/unit.h"

namespace jumpscope::lift {

class Graph {
 public:
  static constexpr size_t none = Block::none;

  explicit Graph(const Function& function);

  bool reached(size_t block) const { return reached_[block]; }
  const std::vector<size_t>& after(size_t block) const { return after_[block]; }
  size_t arrivals(size_t block) const { return before_[block].size(); }
  bool dominates(size_t a, size_t b) const { return dominators_[b][a]; }
  // True if every path from `b` to a return goes through `a`.
  bool postDominates(size_t a, size_t b) const { return post_dominators_[b][a]; }
  // The nearest block, other than itself, on every path from `block` to a return; `none`: there is none.
  size_t meets(size_t block) const { return meets_[block]; }
  // Blocks of the loop that begins here, by index; empty: no loop begins here.
  const std::vector<bool>& loopAt(size_t header) const { return loops_[header]; }
  // A block that jumps back to one that does not dominate it; `none`: there is none.
  size_t irreducible() const { return irreducible_; }

 private:
  using Sets = std::vector<std::vector<bool>>;
  void findDominators();
  void findPostDominators();
  void findLoops();

  size_t count_;
  std::vector<std::vector<size_t>> after_, before_;
  std::vector<bool> reached_, returns_;
  std::vector<size_t> order_;  // reverse post-order
  Sets dominators_, post_dominators_, loops_;
  std::vector<size_t> meets_;
  size_t irreducible_ = none;
};

}  // namespace jumpscope::lift
