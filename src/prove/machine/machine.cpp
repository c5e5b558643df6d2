#include "src/prove/machine/machine.h"

#include <algorithm>
#include <map>

#include "cpu6502/disassemble.h"
#include "src/base/text.h"
#include "src/prove/machine/concrete.h"
#include "src/prove/machine/machine_bus.h"
#include "src/prove/machine/machine_path.h"

namespace jumpscope::prove {
namespace {

constexpr uint8_t jsr = 0x20, rts = 0x60, rti = 0x40;

std::string named(uint16_t address) { return "$" + base::hex(address, 4); }

class Runner : public Path {
 public:
  Runner(Terms& terms, const MachineCode& code, const MachineEntry& entry, const MachineOptions& options)
      : terms_(terms),
        code_(code),
        entry_(entry),
        options_(options),
        facts_(terms),
        decisions_(terms),
        bus_(terms, code, options, facts_, result_, entry.s) {}

  Execution run();
  bool decide(Term condition) override;

 private:
  // What a path knows.
  struct Knowledge {
    Decisions::Condition condition;
    ByteDomains domains;
  };

  PathState start();
  void foldKnownBytes(PathState& path);
  void assume(PathState& path, Term condition);
  void add(PathState path);
  void step(PathState path);
  void follow(PathState& path, uint16_t from, uint8_t opcode);
  bool jumpBack(PathState& path, uint16_t from, uint16_t to);
  void forkFrom(const PathState& after, const SymbolicRegisters& before, uint64_t chip_reads);

  bool isPossible(const PathState& path, Term condition, bool value);
  bool solverAllows(Decisions::Condition condition);
  void learn(PathState& path, Term condition, bool value);
  void learnBytes(PathState& path, Term condition, bool value);

  void end(PathState path, Exit::Kind kind, uint16_t pc, const std::string& problem, Term next = {});
  Term returnAddress(uint8_t opcode) const;
  std::string instructionAt(uint16_t pc) const;
  uint8_t byteOfCode(const PathState& path, unsigned address) const;
  std::string exhausted() const;

  Terms& terms_;
  const MachineCode& code_;
  const MachineEntry& entry_;
  const MachineOptions& options_;
  ByteFacts facts_;
  Decisions decisions_;
  Execution result_;
  MachineBus bus_;
  Loops loops_;
  std::map<Place, PathState> waiting_;
  std::vector<PathState> forked_;  // paths whose next instruction has decisions to begin with
  struct End {
    Exit exit;
    Decisions::Condition condition;
  };
  std::map<std::vector<uint32_t>, End> ends_;

  // Of the instruction in progress.
  PathState* path_ = nullptr;
  std::vector<bool> decided_;
  std::vector<size_t> forks_;  // decisions that could have gone the other way
  Knowledge known_before_;     // where forks_ is not empty
  bool ask_solver_ = false;
  bool forked_now_ = false;  // at a condition that could be either
};

PathState Runner::start() {
  PathState path;
  const Execution* given = options_.inputs;
  result_.a = given ? given->a : terms_.variable(8, "A");
  result_.x = given ? given->x : terms_.variable(8, "X");
  result_.y = given ? given->y : terms_.variable(8, "Y");
  constexpr uint8_t kept = cpu6502::flag::irq_disable | cpu6502::flag::decimal;
  constexpr uint8_t flags =
      cpu6502::flag::carry | cpu6502::flag::zero | cpu6502::flag::overflow | cpu6502::flag::negative;
  result_.flags = given ? given->flags : terms_.variable(8, "P");
  const Term p = terms_.binary(Op::And, result_.flags, terms_.constant(8, flags));
  result_.p = terms_.binary(Op::Or, p, terms_.constant(8, cpu6502::flag::unused | (entry_.p & kept)));
  path.registers.pc = entry_.address;
  path.registers.a = Symbolic<uint8_t>::of(result_.a);
  path.registers.x = Symbolic<uint8_t>::of(result_.x);
  path.registers.y = Symbolic<uint8_t>::of(result_.y);
  path.registers.s = entry_.s;
  path.registers.setStatus(Symbolic<uint8_t>::of(p));
  path.registers.mask = static_cast<uint8_t>(entry_.p & kept);
  const uint16_t pushed = static_cast<uint16_t>(entry_.return_address - 1);
  path.memory.write(static_cast<uint16_t>(0x0100 | static_cast<uint8_t>(entry_.s + 1)),
                    terms_.constant(8, pushed & 0xFF));
  path.memory.write(static_cast<uint16_t>(0x0100 | static_cast<uint8_t>(entry_.s + 2)),
                    terms_.constant(8, pushed >> 8));
  path.assumed = terms_.yes();
  path.frames.push_back({static_cast<uint8_t>(entry_.s + 2), entry_.address, entry_.address, {}});
  for (const Term assumption : options_.assumptions) learn(path, assumption, true);
  foldKnownBytes(path);
  return path;
}

// Bytes of RAM that the assumptions leave one value are constants.
void Runner::foldKnownBytes(PathState& path) {
  for (const auto& [source, value] : path.domains.settled()) {
    const Node node = terms_.node(source);
    if (node.op != Op::Initial || terms_.node({node.a}).op != Op::Constant) continue;
    const uint64_t address = terms_.node({node.a}).value;
    if (address < 0x0800) path.memory.write(static_cast<uint16_t>(address), terms_.constant(8, value));
  }
}

Execution Runner::run() {
  const Path::Scope scope(*this);
  add(start());
  while (!waiting_.empty()) {
    auto first = waiting_.extract(waiting_.begin());
    if (const std::string why = exhausted(); !why.empty()) {
      const uint16_t pc = first.mapped().registers.pc;
      end(std::move(first.mapped()), Exit::Kind::Bound, pc, why);
      continue;
    }
    step(std::move(first.mapped()));
    while (!forked_.empty()) {
      PathState path = std::move(forked_.back());
      forked_.pop_back();
      step(std::move(path));
    }
  }
  for (auto& [place, last] : ends_) {
    last.exit.condition = decisions_.term(last.condition);
    result_.exits.push_back(std::move(last.exit));
  }
  return std::move(result_);
}

void Runner::add(PathState path) {
  const Place place(path, loops_);
  if (options_.merge) {
    const auto [found, is_new] = waiting_.try_emplace(place, std::move(path));
    if (is_new) return;
    mergePaths(terms_, decisions_, found->second, path);
    ++result_.merges;
  } else {
    Place own = place;
    own.kind.push_back(static_cast<uint32_t>(result_.forks));
    while (waiting_.contains(own)) ++own.kind.back();
    waiting_.emplace(std::move(own), std::move(path));
  }
}

// Why the paths that are left are not followed; empty: they are.
std::string Runner::exhausted() const {
  if (result_.instructions > options_.most_instructions)
    return "its paths take more than " + std::to_string(options_.most_instructions) +
           " instructions together; assume more of the memory (--assume)";
  if (terms_.size() > options_.most_terms)
    return "its paths compute more than " + std::to_string(options_.most_terms) +
           " different values; assume more of the memory (--assume)";
  return "";
}

void Runner::step(PathState path) {
  const uint16_t pc = path.registers.pc;
  if (std::find(options_.ends.begin(), options_.ends.end(), pc) != options_.ends.end())
    return end(std::move(path), Exit::Kind::Returned, pc, "");
  ++result_.instructions;
  result_.executed.set(pc);
  path_ = &path;
  decided_.clear();
  forks_.clear();
  if (!path.forced.empty()) known_before_ = {path.condition, path.domains};

  const SymbolicRegisters before = path.registers;
  const uint64_t chip_reads = path.chip_reads;
  const uint8_t next = byteOfCode(path, pc);
  const uint8_t s = before.s.concrete();
  std::optional<uint16_t> returns_to;  // so that a return to an unknown address ends up at 0
  if (next == rts && hasReturned(rts, entry_.s, static_cast<uint8_t>(s + 2))) returns_to = 0xFFFF;
  if (next == rti && hasReturned(rti, entry_.s, static_cast<uint8_t>(s + 3))) returns_to = 0;
  // A backward branch may be that of a loop, and all jumps elsewhere may lead nowhere.
  ask_solver_ = (next & 0x1F) != 0x10 || (byteOfCode(path, pc + 1) & 0x80) != 0;
  cpu6502::State lines;
  lines.lines = lines.polled = 0;
  MachineBus::Path view{path.memory, path.domains, path.assumed, path.spared, path.chip_reads, s};
  bus_.setPath(view, pc, returns_to);
  cpu6502::Processor<MachineBus> processor(before, lines, bus_);
  try {
    processor.instruction();
  } catch (const Refused& refused) {
    forkFrom(path, before, chip_reads);
    return end(std::move(path), Exit::Kind::Refused, pc, instructionAt(pc) + " " + refused.what());
  }
  path.registers = processor;
  forkFrom(path, before, chip_reads);
  forked_now_ = !forks_.empty() || !path.forced.empty();
  path.forced.clear();
  if (lines.jammed())
    return end(std::move(path), Exit::Kind::Jammed, pc, "the processor stops at " + instructionAt(pc));
  if (!path.registers.s.isConcrete())
    return end(std::move(path), Exit::Kind::Refused, pc,
               instructionAt(pc) + " makes the stack pointer unknown");
  if (hasReturned(lines.opcode, entry_.s, path.registers.s.concrete()))
    return end(std::move(path), Exit::Kind::Returned, path.registers.pc, "", returnAddress(lines.opcode));
  follow(path, pc, lines.opcode);
}

// Keeps book of calls and loops after an instruction, and puts the path where it waits for others.
void Runner::follow(PathState& path, uint16_t from, uint8_t opcode) {
  const uint16_t to = path.registers.pc;
  const uint8_t s = path.registers.s.concrete();
  bool returned = false;
  while (path.frames.size() > 1 && s > static_cast<int>(path.frames.back().s) - 2) {
    path.frames.pop_back();
    returned = true;
  }
  Frame& frame = path.frames.back();
  if (opcode == jsr && !returned) {
    frame.pc = from;
    path.frames.push_back({static_cast<uint8_t>(s + 2), to, to, {}});
  } else {
    if (to <= from && !returned && !jumpBack(path, from, to)) return;
    path.frames.back().pc = to;
    path.frames.back().leaveLoops();
  }
  add(std::move(path));
}

// False: the path has ended here.
bool Runner::jumpBack(PathState& path, uint16_t from, uint16_t to) {
  Frame& frame = path.frames.back();
  path.unknown_turns += forked_now_;
  const bool too_many = ++path.backward_jumps > options_.most_backward_jumps;
  if (too_many || path.unknown_turns > options_.most_unknown_turns) {
    end(std::move(path), Exit::Kind::Bound, from,
        "a path makes more than " +
            (too_many ? std::to_string(options_.most_backward_jumps) + " backward jumps"
                      : std::to_string(options_.most_unknown_turns) +
                            " turns of loops whose number is not known") +
            ", the last one by " + instructionAt(from));
    return false;
  }
  if (to < frame.entry) {
    frame.entry = to;
    frame.turns.clear();
    return true;
  }
  const Loop loop{to, from};
  frame.jumpedBack(loop);
  if (loops_.insert(loop).second) {
    std::map<Place, PathState> before = std::move(waiting_);
    waiting_.clear();
    for (auto& [place, waiting] : before) add(std::move(waiting));
  }
  return true;
}

// The other sides of the decisions of the instruction that has just been executed: it runs again for each. What it
// wrote before a decision it writes again.
void Runner::forkFrom(const PathState& after, const SymbolicRegisters& before, uint64_t chip_reads) {
  for (const size_t decision : forks_) {
    PathState other = after;
    other.registers = before;
    other.chip_reads = chip_reads;
    other.condition = known_before_.condition;
    other.domains = known_before_.domains;
    other.forced.assign(decided_.begin(), decided_.begin() + static_cast<std::ptrdiff_t>(decision));
    other.forced.push_back(!decided_[decision]);
    forked_.push_back(std::move(other));
  }
}

bool Runner::decide(Term condition) {
  PathState& path = *path_;
  const size_t number = decided_.size();
  if (number < path.forced.size()) {
    const bool value = path.forced[number];
    decided_.push_back(value);
    learn(path, condition, value);
    return value;
  }
  const bool can_be_true = isPossible(path, condition, true);
  const bool can_be_false = isPossible(path, condition, false);
  if (can_be_true && can_be_false) {
    if (forks_.empty() && path.forced.empty()) known_before_ = {path.condition, path.domains};
    forks_.push_back(number);
    ++result_.forks;
    learn(path, condition, true);
  }
  decided_.push_back(can_be_true);
  return can_be_true;
}

bool Runner::isPossible(const PathState& path, Term condition, bool value) {
  if (const Term source = facts_.source(condition)) {
    if (const std::optional<ByteSet> truth = facts_.truth(condition)) {
      const ByteSet domain = path.domains.of(source);
      if ((domain & (value ? *truth : ~*truth)).none()) return false;
    }
  }
  const Decisions::Condition asked = decisions_.of(condition);
  const Decisions::Condition together =
      decisions_.both(path.condition, value ? asked : decisions_.negation(asked));
  if (together == Decisions::never) return false;
  return !ask_solver_ || together == path.condition || solverAllows(together);
}

bool Runner::solverAllows(Decisions::Condition condition) {
  if (options_.solver == nullptr) return true;
  ++result_.solver_calls;
  const Term term = decisions_.term(condition);
  return options_.solver->check({&term, 1}) != Solver::Answer::No;
}

void Runner::learn(PathState& path, Term condition, bool value) {
  const Decisions::Condition asked = decisions_.of(condition);
  path.condition = decisions_.both(path.condition, value ? asked : decisions_.negation(asked));
  learnBytes(path, condition, value);
}

void Runner::learnBytes(PathState& path, Term condition, bool value) {
  const Node node = terms_.node(condition);
  if (const Term source = facts_.source(condition)) {
    if (const std::optional<ByteSet> truth = facts_.truth(condition))
      path.domains.restrict(source, value ? *truth : ~*truth);
  } else if (node.op == Op::Xor && terms_.isConstant(node.b, 1)) {
    learnBytes(path, node.a, !value);
  } else if (node.op == (value ? Op::And : Op::Or)) {
    learnBytes(path, node.a, value);
    learnBytes(path, node.b, value);
  }
}

// Where the bytes that a return has pulled lead to; no term where they are known.
Term Runner::returnAddress(uint8_t opcode) const {
  const Term pulled = bus_.unknownTarget();
  if (!pulled || opcode == rti) return pulled;
  return terms_.binary(Op::Add, pulled, terms_.constant(16, 1));
}

void Runner::end(PathState path, Exit::Kind kind, uint16_t pc, const std::string& problem, Term next) {
  if (!next) next = terms_.constant(16, pc);
  // What is left of an exhausted machine is too much to ask about.
  if (kind != Exit::Kind::Returned && exhausted().empty() && !solverAllows(path.condition)) return;
  std::vector<uint32_t> place{static_cast<uint32_t>(kind), pc};
  place.push_back(path.registers.s.isConcrete() ? path.registers.s.concrete() : 0x100);
  place.push_back(static_cast<uint32_t>(path.chip_reads));
  noteStores(place, path.memory);
  if (!options_.merge) place.push_back(static_cast<uint32_t>(ends_.size()));
  Exit exit{kind, {}, path.assumed, path.registers, path.memory, pc, next, problem, path.paths, path.spared};
  const auto [found, is_new] = ends_.try_emplace(place, End{std::move(exit), path.condition});
  if (is_new) return;
  Exit& into = found->second.exit;
  const Decisions::Condition together = decisions_.either(found->second.condition, path.condition);
  const Term condition = decisions_.term(decisions_.restricted(found->second.condition, together));
  mergeRegisters(terms_, condition, into.registers, path.registers);
  into.memory.merge(terms_, condition, path.memory);
  into.assumed = terms_.ite(condition, into.assumed, path.assumed);
  into.next = terms_.ite(condition, into.next, next);
  mergeSpared(into.spared, path.spared);
  into.paths = addPaths(into.paths, path.paths);
  found->second.condition = together;
  ++result_.merges;
}

// 0 where it is not known.
uint8_t Runner::byteOfCode(const PathState& path, unsigned address) const {
  address &= 0xFFFF;
  if (address >= 0x8000) return code_.rom[address & 0x7FFF];
  if (address >= 0x2000) return 0;
  const Term byte = path.memory.read(terms_, address & 0x07FF);
  return terms_.isConstant(byte) ? static_cast<uint8_t>(terms_.node(byte).value) : uint8_t{0};
}

std::string Runner::instructionAt(uint16_t pc) const {
  if (pc < 0x8000) return "the instruction at " + named(pc);
  std::array<uint8_t, 3> bytes{};
  for (uint16_t i = 0; i < 3; ++i) bytes[i] = code_.rom[(pc + i) & 0x7FFF];
  return cpu6502::disassemble(pc, bytes) + " at " + named(pc);
}

}  // namespace

void assignRegisters(Assignment& assignment, const Terms& terms, const Execution& execution, uint8_t a,
                     uint8_t x, uint8_t y, uint8_t p) {
  assignment.variables[terms.node(execution.a).value] = a;
  assignment.variables[terms.node(execution.x).value] = x;
  assignment.variables[terms.node(execution.y).value] = y;
  assignment.variables[terms.node(execution.flags).value] = p;
}

Execution execute(Terms& terms, const MachineCode& code, const MachineEntry& entry,
                  const MachineOptions& options) {
  Runner runner(terms, code, entry, options);
  return runner.run();
}

}  // namespace jumpscope::prove
