#include "src/why/why.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "cpu6502/disassemble.h"
#include "src/why/shadow.h"

namespace jumpscope::why {
namespace {

// Turns the graph behind a value into a tree. Each instruction is one line; what only moves a value is none.
class Tree {
 public:
  Tree(const History& history, ChoicesTold choices) : history_(history), choices_(choices) {}

  std::vector<Cause> of(NodeId root) {
    std::vector<Cause> causes;
    append(root, Step::no_choice, causes);
    return causes;
  }

 private:
  using Kind = Node::Kind;

  static Cause leafOf(const Node& node) {
    Cause cause;
    cause.value = static_cast<uint8_t>(node.value);
    switch (node.kind) {
      case Kind::Rom:
        cause.kind = Cause::Kind::Rom;
        cause.prg_offset = node.a;
        break;
      case Kind::Ram:
        cause.kind = Cause::Kind::Ram;
        cause.address = static_cast<uint16_t>(node.a);
        break;
      case Kind::Button:
        cause.kind = Cause::Kind::Button;
        cause.pad = node.a / 8;
        cause.button = node.a % 8;
        break;
      case Kind::Register:
        cause.kind = Cause::Kind::Register;
        cause.address = static_cast<uint16_t>(node.a);
        break;
      default:
        cause.kind = Cause::Kind::Unknown;
    }
    return cause;
  }

  // What the instruction of `node` took from others to compute it.
  void inputsOf(NodeId id, uint32_t step, std::vector<NodeId>& inputs) const {
    if (id == no_node) return;
    const Node& node = history_.nodes[id];
    if (node.isLeaf() || node.step != step) {
      if (std::find(inputs.begin(), inputs.end(), id) == inputs.end()) inputs.push_back(id);
      return;
    }
    inputsOf(node.a, step, inputs);
    inputsOf(node.b, step, inputs);
  }

  bool isInstruction(NodeId id) const {
    const Node& node = history_.nodes[id];
    return node.kind == Kind::Computed || node.kind == Kind::Stored || node.b != no_node;
  }

  // `chosen`: the branch that decided about the instruction that takes this value.
  void append(NodeId id, uint32_t chosen, std::vector<Cause>& causes) {
    while (id != no_node && !history_.nodes[id].isLeaf() && !isInstruction(id)) {
      const Node& node = history_.nodes[id];
      if (history_.nodes[node.a].kind == Kind::Rom) return appendRom(node, chosen, causes);
      id = node.a;
    }
    if (id == no_node) return;
    const Node& node = history_.nodes[id];
    if (node.isLeaf())
      causes.push_back(node.kind == Kind::Rom ? romOf(node, node.step) : leafOf(node));
    else
      causes.push_back(instruction(node, id, chosen));
  }

  // A byte of ROM was read by LDA $8F40, or by LDA #: the instruction says which.
  Cause romOf(const Node& rom, uint32_t step) const {
    Cause cause = leafOf(rom);
    const Step& by = history_.steps[step];
    cause.address = cpu6502::opcodes[by.bytes[0]].mode == cpu6502::Mode::Immediate
                        ? static_cast<uint16_t>(by.pc.address + 1)
                        : by.address;
    cause.frame = by.frame;
    cause.pc = by.pc;
    cause.instruction = cpu6502::disassemble(by.pc.address, by.bytes);
    return cause;
  }
  void appendRom(const Node& loaded, uint32_t chosen, std::vector<Cause>& causes) {
    causes.push_back(romOf(history_.nodes[loaded.a], loaded.step));
    appendChoice(loaded.step, chosen, causes.back());
  }

  Cause instruction(const Node& node, NodeId id, uint32_t chosen) {
    const Step& step = history_.steps[node.step];
    Cause cause;
    cause.kind = Cause::Kind::Instruction;
    cause.value = static_cast<uint8_t>(node.value);
    cause.frame = step.frame;
    cause.pc = step.pc;
    cause.instruction = cpu6502::disassemble(step.pc.address, step.bytes);
    cause.address = step.address;
    cause.stores = node.kind == Kind::Stored;
    cause.is_shown_above = !shown_.insert({node.step, cause.stores}).second;
    if (cause.is_shown_above) return cause;
    std::vector<NodeId> inputs;
    inputsOf(id, node.step, inputs);
    for (const NodeId input : inputs) append(input, step.choice, cause.from);
    appendChoice(node.step, chosen, cause);
    return cause;
  }

  // Once for each branch, where it begins to decide.
  void appendChoice(uint32_t of_step, uint32_t chosen, Cause& cause) {
    const uint32_t choice = history_.steps[of_step].choice;
    if (choices_ == ChoicesTold::None || (choices_ == ChoicesTold::Direct && within_choice_)) return;
    if (choice == Step::no_choice || choice == chosen || !chosen_.insert(choice).second) return;
    const Step& step = history_.steps[choice];
    Cause why;
    why.kind = Cause::Kind::Choice;
    why.frame = step.frame;
    why.pc = step.pc;
    why.instruction = cpu6502::disassemble(step.pc.address, step.bytes);
    why.taken = step.taken;
    std::vector<NodeId> inputs;
    inputsOf(step.condition, choice, inputs);
    const bool outer = std::exchange(within_choice_, true);
    for (const NodeId input : inputs) append(input, choice, why.from);
    within_choice_ = outer;
    cause.from.push_back(std::move(why));
  }

  const History& history_;
  ChoicesTold choices_;
  bool within_choice_ = false;
  std::set<std::pair<uint32_t, bool>> shown_;
  std::set<uint32_t> chosen_;
};

// Collects the leaves of trees.
class Collector {
 public:
  explicit Collector(Answer& answer) : answer_(answer) {}
  void collect(const Cause& cause, Sources& into) {
    switch (cause.kind) {
      case Cause::Kind::Rom:
        add(into.rom, cause);
        break;
      case Cause::Kind::Ram:
        add(into.ram, cause);
        break;
      case Cause::Kind::Button:
        add(into.buttons, cause);
        break;
      case Cause::Kind::Register:
        add(into.registers, cause);
        break;
      default:
        break;
    }
    for (const Cause& from : cause.from)
      collect(from, from.kind == Cause::Kind::Choice ? answer_.chosen_by : into);
  }

 private:
  static auto placeOf(const Cause& cause) {
    return std::tuple(cause.prg_offset, cause.address, cause.pad, cause.button, cause.value);
  }
  static void add(std::vector<Cause>& all, Cause cause) {
    cause.from.clear();
    const auto at = std::lower_bound(all.begin(), all.end(), cause,
                                     [](const Cause& a, const Cause& b) { return placeOf(a) < placeOf(b); });
    if (at == all.end() || placeOf(*at) != placeOf(cause)) all.insert(at, std::move(cause));
  }

  Answer& answer_;
};

void requireRam(const trace::Watch& watch) {
  if (watch.addresses.empty() || watch.take != trace::Take::Value)
    throw std::runtime_error(
        "the watch '" + watch.name +
        "' is computed from the frame before; ask about the watch that it is computed from");
}

// The bytes of the watch, most significant first, at the moment at which a trace reads them; shorter if one of them is not in RAM.
std::vector<NodeId> bytesOf(Shadow& shadow, const console::Console& console, const trace::Watch& watch) {
  std::vector<NodeId> nodes;
  for (const uint16_t address : watch.addresses) {
    std::optional<Traced<uint8_t>> byte = shadow.at(address);
    // The frame ended within an instruction, behind its write.
    if (byte && byte->value != console.peek(address)) {
      shadow.catchUp();
      byte = shadow.at(address);
    }
    if (!byte) break;
    nodes.push_back(byte->from);
  }
  return nodes;
}

}  // namespace

Answer explain(console::Console& console, const std::function<void()>& run_frame, const Question& question) {
  requireRam(question.watch);
  Answer answer;
  answer.watch = question.watch;
  answer.frame = question.frame;
  answer.first_frame = console.frame();
  Shadow shadow(console);
  std::vector<NodeId> bytes;
  console.hooks().on_frame_end = [&](uint64_t frame) {
    if (frame != question.frame) return;
    answer.value = trace::readWatch(question.watch, [&](uint16_t address) { return console.peek(address); });
    bytes = bytesOf(shadow, console, question.watch);
  };
  while (console.frame() <= question.frame) run_frame();
  console.hooks().on_frame_end = nullptr;
  if (bytes.size() < question.watch.addresses.size())
    throw std::runtime_error("there is no RAM at " +
                             trace::addressText(question.watch.addresses[bytes.size()]) + " of the watch '" +
                             question.watch.name + "' at the end of frame " + std::to_string(question.frame) +
                             "; ask about a watch of RAM");
  Tree tree(shadow.history(), question.choices);
  for (const NodeId byte : bytes) {
    std::vector<Cause> causes = tree.of(byte);
    answer.bytes.insert(answer.bytes.end(), causes.begin(), causes.end());
  }
  answer.surprises = shadow.surprises();
  Collector collector(answer);
  for (const Cause& byte : answer.bytes) collector.collect(byte, answer.computed_from);
  return answer;
}

Answer explain(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& machine,
               const session::Input& input, const Question& question) {
  requireRam(question.watch);
  session::Session session(std::move(cartridge), machine, input);
  console::Console& console = session.console;
  const uint64_t start = console.frame();
  if (question.frame < start || question.frame - start >= input.frames)
    throw std::runtime_error("the input ends before frame " + std::to_string(question.frame) +
                             "; it has the frames " + std::to_string(start) + " to " +
                             std::to_string(start + input.frames - 1) + " (--frames runs on)");
  const uint64_t depth = std::min(std::max<uint64_t>(question.depth, 1), question.frame - start + 1);
  while (console.frame() + depth <= question.frame) session.runFrame();
  return explain(
      console, [&] { session.runFrame(); }, question);
}

}  // namespace jumpscope::why
