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

using Kind = Node::Kind;

// What leaves and instructions of a history are as causes.
class Describer {
 public:
  explicit Describer(const History& history) : history_(history) {}

  Cause ofLeaf(const Node& node) const {
    Cause cause;
    cause.value = static_cast<uint8_t>(node.value);
    switch (node.kind) {
      case Kind::Rom:
        cause.prg_offset = node.a;
        return ofRom(cause, history_.steps[node.step]);
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
  // Kind, place and text of the instruction of a step.
  Cause ofStep(Cause::Kind kind, const Step& step) const {
    Cause cause;
    cause.kind = kind;
    setPlace(cause, step);
    cause.taken = step.taken;
    return cause;
  }

 private:
  static void setPlace(Cause& cause, const Step& step) {
    cause.frame = step.frame;
    cause.pc = step.pc;
    cause.instruction = step.is_interrupt ? "interrupt" : cpu6502::disassemble(step.pc.address, step.bytes);
  }
  // A byte of ROM was read by LDA $8F40, or by LDA #: the instruction says which.
  static Cause ofRom(Cause cause, const Step& by) {
    cause.kind = Cause::Kind::Rom;
    cause.address = cpu6502::opcodes[by.bytes[0]].mode == cpu6502::Mode::Immediate
                        ? static_cast<uint16_t>(by.pc.address + 1)
                        : by.address;
    setPlace(cause, by);
    return cause;
  }

  const History& history_;
};

// Turns the graph behind a value into a tree. Each instruction is one line; what only moves a value is none.
class Tree {
 public:
  Tree(const History& history, ChoicesTold choices)
      : history_(history), describe_(history), choices_(choices) {}

  std::vector<Cause> of(NodeId root) {
    std::vector<Cause> causes;
    append(root, Step::no_choice, causes);
    return causes;
  }

 private:
  const Step& stepOf(NodeId id) const { return history_.steps[history_.nodes[id].step]; }

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
  std::vector<NodeId> inputsOf(NodeId id) const {
    std::vector<NodeId> inputs;
    inputsOf(id, history_.nodes[id].step, inputs);
    return inputs;
  }

  bool isMove(NodeId id) const {
    const Node& node = history_.nodes[id];
    return !node.isLeaf() && node.kind == Kind::Loaded && node.b == no_node;
  }

  // `chosen`: the branch that decided about the instruction that takes this value.
  void append(NodeId id, uint32_t chosen, std::vector<Cause>& causes) {
    std::vector<uint32_t> moves;
    for (; id != no_node && isMove(id); id = history_.nodes[id].a) moves.push_back(history_.nodes[id].step);
    if (id == no_node) return;
    const Node& node = history_.nodes[id];
    if (!node.isLeaf()) {
      causes.push_back(instruction(id, chosen));
    } else {
      causes.push_back(describe_.ofLeaf(node));
      if (node.kind == Kind::Rom) moves.push_back(node.step);
    }
    for (const uint32_t move : moves) appendChoice(move, chosen, causes.back());
  }

  Cause instruction(NodeId id, uint32_t chosen) {
    const Node& node = history_.nodes[id];
    const Step& step = history_.steps[node.step];
    Cause cause = describe_.ofStep(Cause::Kind::Instruction, step);
    cause.value = static_cast<uint8_t>(node.value);
    cause.address = step.address;
    cause.stores = node.kind == Kind::Stored;
    cause.is_shown_above = shown_.contains({node.step, cause.stores});
    cause.is_cut = !cause.is_shown_above && level_ >= deepest_level;
    if (cause.is_shown_above || cause.is_cut) return cause;
    std::vector<NodeId> inputs = inputsOf(id);
    shown_.insert({node.step, cause.stores});
    for (std::optional<NodeId> before; (before = sameBefore(id, inputs)); ++cause.times) {
      id = *before;
      inputs = inputsOf(id);
      shown_.insert({history_.nodes[id].step, cause.stores});
    }
    ++level_;
    for (const NodeId input : inputs) append(input, stepOf(id).choice, cause.from);
    appendChoice(history_.nodes[id].step, chosen, cause);
    --level_;
    return cause;
  }

  // INC of a counter, again and again: the same instruction's result, if that is all that it took.
  std::optional<NodeId> sameBefore(NodeId id, const std::vector<NodeId>& inputs) const {
    if (inputs.size() != 1) return std::nullopt;
    NodeId before = inputs[0];
    while (isMove(before)) before = history_.nodes[before].a;
    if (before == no_node || history_.nodes[before].isLeaf()) return std::nullopt;
    const Step &now = stepOf(id), &then = stepOf(before);
    const bool same = then.pc == now.pc && then.address == now.address && !then.is_interrupt &&
                      history_.nodes[before].kind == history_.nodes[id].kind;
    return same && !shown_.contains({history_.nodes[before].step, history_.nodes[id].kind == Kind::Stored})
               ? std::optional(before)
               : std::nullopt;
  }

  // Once for each branch, where it begins to decide.
  void appendChoice(uint32_t of_step, uint32_t chosen, Cause& cause) {
    const uint32_t choice = history_.steps[of_step].choice;
    if (choices_ == ChoicesTold::None || (choices_ == ChoicesTold::Direct && within_choice_)) return;
    if (choice == Step::no_choice || choice == chosen || level_ > deepest_level) return;
    if (!chosen_.insert(choice).second) return;
    const Step& step = history_.steps[choice];
    Cause why = describe_.ofStep(Cause::Kind::Choice, step);
    std::vector<NodeId> inputs;
    inputsOf(step.condition, choice, inputs);
    const bool outer = std::exchange(within_choice_, true);
    ++level_;
    for (const NodeId input : inputs) append(input, choice, why.from);
    --level_;
    within_choice_ = outer;
    cause.from.push_back(std::move(why));
  }

  const History& history_;
  Describer describe_;
  ChoicesTold choices_;
  int level_ = 0;
  bool within_choice_ = false;
  std::set<std::pair<uint32_t, bool>> shown_;
  std::set<uint32_t> chosen_;
};

// Collects the leaves of the graph behind the watch's bytes.
class Collector {
 public:
  Collector(const History& history, ChoicesTold choices)
      : history_(history), describe_(history), choices_(choices) {}

  void collect(const std::vector<NodeId>& roots, Answer& answer) {
    follow(roots, true, answer.computed_from);
    std::vector<NodeId> conditions;
    for (const uint32_t choice : chosen_) conditions.push_back(history_.steps[choice].condition);
    within_choices_ = true;
    follow(std::move(conditions), choices_ == ChoicesTold::All, answer.chosen_by);
  }

 private:
  // `to_choices`: the branches that decided about these instructions count, too.
  void follow(std::vector<NodeId> open, bool to_choices, Sources& into) {
    std::vector<bool> seen(history_.nodes.size());
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      if (id == no_node || seen[id]) continue;
      seen[id] = true;
      const Node& node = history_.nodes[id];
      if (node.isLeaf()) {
        add(describe_.ofLeaf(node), into);
        if (node.kind != Kind::Rom) continue;
      } else {
        open.push_back(node.a);
        open.push_back(node.b);
      }
      const uint32_t choice = history_.steps[node.step].choice;
      if (!to_choices || choices_ == ChoicesTold::None || choice == Step::no_choice) continue;
      if (chosen_.insert(choice).second && within_choices_) open.push_back(history_.steps[choice].condition);
    }
  }

  static auto placeOf(const Cause& cause) {
    return std::tuple(cause.prg_offset, cause.address, cause.pad, cause.button, cause.value);
  }
  static void add(Cause cause, Sources& into) {
    std::vector<Cause>* all = nullptr;
    switch (cause.kind) {
      case Cause::Kind::Rom:
        all = &into.rom;
        break;
      case Cause::Kind::Ram:
        all = &into.ram;
        break;
      case Cause::Kind::Button:
        all = &into.buttons;
        break;
      case Cause::Kind::Register:
        all = &into.registers;
        break;
      default:
        if (into.unknown.empty()) into.unknown.push_back(std::move(cause));
        return;
    }
    const auto at = std::lower_bound(all->begin(), all->end(), cause,
                                     [](const Cause& a, const Cause& b) { return placeOf(a) < placeOf(b); });
    if (at == all->end() || placeOf(*at) != placeOf(cause)) all->insert(at, std::move(cause));
  }

  const History& history_;
  Describer describe_;
  ChoicesTold choices_;
  bool within_choices_ = false;
  std::set<uint32_t> chosen_;
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

struct HookRemover {
  console::Console& console;
  ~HookRemover() { console.hooks().on_frame_end = nullptr; }
};

}  // namespace

Answer explain(console::Console& console, const std::function<void()>& run_frame, const Question& question) {
  requireRam(question.watch);
  Answer answer;
  answer.watch = question.watch;
  answer.frame = question.frame;
  answer.first_frame = console.frame();
  Shadow shadow(console);
  std::vector<NodeId> bytes;
  const HookRemover remover{console};
  console.hooks().on_frame_end = [&](uint64_t frame) {
    if (frame != question.frame) return;
    answer.value = trace::readWatch(question.watch, [&](uint16_t address) { return console.peek(address); });
    bytes = bytesOf(shadow, console, question.watch);
  };
  while (console.frame() <= question.frame) {
    run_frame();
    if (shadow.history().isFull())
      throw std::runtime_error(
          "the frames from " + std::to_string(answer.first_frame) + " to " + std::to_string(question.frame) +
          " execute more instructions than can be kept in memory; ask for fewer frames (--depth)");
  }
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
  Collector(shadow.history(), question.choices).collect(bytes, answer);
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
