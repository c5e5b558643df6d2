// What each value of a run was computed from: a graph of the instructions that were executed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/trace/trace.h"

namespace jumpscope::why {

using NodeId = uint32_t;
// Of what the processor's own circuits supply, such as the 0 of CLC.
inline constexpr NodeId no_node = 0;

// One instruction that was executed.
struct Step {
  uint64_t frame;
  trace::CodeAddress pc;
  uint8_t bytes[3];
  uint16_t address = 0;         // that it read or wrote last
  uint32_t choice = no_choice;  // the branch that decided that it was executed: an index of History::steps
  NodeId condition = no_node;   // of a branch: what it asked
  bool taken = false;           // of a branch
  bool is_interrupt = false;    // it was entered instead of the instruction there

  static constexpr uint32_t no_choice = UINT32_MAX;
};

struct Node {
  enum class Kind : uint8_t {
    Rom,       // a: offset in PRG-ROM
    Ram,       // as the run found it; a: address
    Button,    // a: pad * 8 + button, in the order of console::Buttons
    Register,  // of a chip or board; a: address
    Unknown,   // of the processor, as the run found it
    Computed,  // by `step` from a and b
    Loaded,    // by `step`: the value of a, from an address computed from b
    Stored,    // by `step`: the value of a, to an address computed from b
  };
  NodeId a = no_node, b = no_node;
  uint32_t step = 0;
  uint16_t value = 0;
  Kind kind = Kind::Unknown;

  // Not computed since the run began: what the processor was found with counts as step 0.
  bool isLeaf() const { return kind < Kind::Computed || step == 0; }
};

// Grows while instructions are executed. The thread's current history is where computed numbers (traced.h) are noted.
class History {
 public:
  std::vector<Node> nodes = std::vector<Node>(1);
  std::vector<Step> steps;
  // The last condition that was asked in the step, and its answer.
  NodeId condition = no_node;
  bool answer = false;

  // About 700 MB with their steps: some 600 frames.
  static constexpr size_t most_nodes = size_t{1} << 25;
  bool isFull() const { return nodes.size() > most_nodes; }

  NodeId add(Node::Kind kind, NodeId a, NodeId b, uint16_t value) {
    nodes.push_back({a, b, static_cast<uint32_t>(steps.size() - 1), value, kind});
    return static_cast<NodeId>(nodes.size() - 1);
  }
  NodeId join(NodeId a, NodeId b, uint16_t value) {
    return a == no_node && b == no_node ? no_node : add(Node::Kind::Computed, a, b, value);
  }

  // True if a jump's target is more than where the program came from: bytes of ROM or RAM, but for return addresses that
  // lay on the stack as the run began, and those that calls and interrupts push.
  bool comesFromData(NodeId target) const {
    constexpr size_t most_looked_at = 256;  // of a deeper graph, which no push of an address has
    std::vector<NodeId> open{target};
    for (size_t looked_at = 0; !open.empty(); ++looked_at) {
      const Node& node = nodes[open.back()];
      open.pop_back();
      if (looked_at == most_looked_at) return true;
      if (node.isLeaf()) {
        const bool on_stack = node.kind == Node::Kind::Ram && node.a >> 8 == 1;
        if (node.kind < Node::Kind::Unknown && !on_stack) return true;
        continue;
      }
      if (node.a != no_node) open.push_back(node.a);
      // Where it was pushed and pulled is the stack pointer's doing.
      if (node.kind == Node::Kind::Computed && node.b != no_node) open.push_back(node.b);
    }
    return false;
  }

  static History& current() { return *current_; }
  class Scope {
   public:
    explicit Scope(History& history) : outer_(current_) { current_ = &history; }
    ~Scope() { current_ = outer_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    History* outer_;
  };

 private:
  static thread_local History* current_;
};

}  // namespace jumpscope::why
