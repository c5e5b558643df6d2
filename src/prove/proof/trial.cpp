#include "src/prove/proof/trial.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "cpu6502/opcodes.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

// Many times what a routine of a frame needs; a frame has about 10,000.
constexpr uint64_t most_instructions = 60'000;

// Of a search: where chips answer otherwise than a plain run has it, trying says little and takes long.
constexpr uint64_t most_unconfirmed = 8;
constexpr uint64_t most_work = 100'000'000;  // instructions

std::vector<uint16_t> bytesOf(const std::vector<trace::Watch>& watches) {
  std::set<uint16_t> bytes;
  for (const trace::Watch& watch : watches)
    for (const uint16_t address : watch.addresses) bytes.insert(trace::foldMirror(address));
  return {bytes.begin(), bytes.end()};
}

bool contains(const std::vector<uint16_t>& addresses, uint16_t address) {
  return std::find(addresses.begin(), addresses.end(), address) != addresses.end();
}

// The address in an instruction with an index: "STA $0400,X", "INC $10,X". nullopt: one with a pointer.
std::optional<uint16_t> baseOf(const Routine& routine, uint16_t pc) {
  const auto byte = [&](int skipped) {
    return codeAt(routine.program(), routine.entries.front().before, static_cast<uint16_t>(pc + skipped));
  };
  const auto mode = cpu6502::opcodes[byte(0)].mode;
  if (mode == cpu6502::Mode::ZeroPageX || mode == cpu6502::Mode::ZeroPageY) return byte(1);
  if (mode == cpu6502::Mode::AbsoluteX || mode == cpu6502::Mode::AbsoluteY)
    return trace::foldMirror(static_cast<uint16_t>(byte(1) | byte(2) << 8));
  return std::nullopt;
}

}  // namespace

uint8_t padIn(const Memory& memory, const PadByte& pad) {
  const uint8_t byte = byteAt(memory, pad.address);
  return pad.reversed ? reversed(byte) : byte;
}

void putPad(Memory& memory, const PadByte& pad, uint8_t buttons) {
  if (uint8_t* place = placeOf(memory, pad.address)) *place = pad.reversed ? reversed(buttons) : buttons;
}

Trial::Trial(const Question& question)
    : question_(question),
      state_(question.specification.state()),
      compared_(bytesOf(question.specification.compared())),
      replayer_(question.routine),
      must_come_back_(alwaysCameBack()) {}

// As the end of a sentence, where the routine has returned to another place than its caller's; else empty.
std::string Trial::strayed(const Memory& before, const Registers& registers, uint16_t pc, uint8_t s) const {
  const auto pushed = [&](unsigned above) {
    return before.ram[0x0100 | static_cast<uint8_t>(registers.s + above)];
  };
  const uint16_t caller = static_cast<uint16_t>((pushed(1) | pushed(2) << 8) + 1);
  if (pc == caller && s == static_cast<uint8_t>(registers.s + 2)) return "";
  return "returns to " + trace::addressText(pc) + ", not to its caller at " + trace::addressText(caller);
}

bool Trial::alwaysCameBack() const {
  constexpr size_t looked_at = 64;
  const std::vector<Entry>& entries = question_.routine.entries;
  const size_t stride = entries.size() / looked_at + 1;
  for (size_t i = 0; i < entries.size(); i += stride) {
    const Entry& entry = entries[i];
    Memory after = entry.before;
    const Concrete result = runConcrete(question_.routine.programs[entry.program], question_.routine.address,
                                        after, entry.registers);
    if (!result.returned() || !strayed(entry.before, entry.registers, result.pc, result.registers.s).empty())
      return false;
  }
  return true;
}

uint8_t Trial::padOf(const Memory& memory) const {
  return question_.pad ? padIn(memory, *question_.pad) : uint8_t{0};
}

std::string Trial::refusal(const Memory& before) const {
  for (const Limit& limit : question_.specification.limits(before))
    if (limit.holds)
      return "in this state " + limit.text + ", of which " + question_.specification.name() + " says nothing";
  const uint8_t pad = padOf(before);
  for (const MemoryCondition& condition : question_.assumptions)
    if (!condition.holds(before, pad))
      return "this state does not satisfy the assumption '" + condition.text() +
             "', so that the claim says nothing of it";
  return "";
}

const Trial::Spared& Trial::sparedBy(uint16_t pc) const {
  const auto [found, is_new] = spared_.try_emplace(pc);
  if (is_new) found->second = findSpared(pc);
  return found->second;
}

Trial::Spared Trial::findSpared(uint16_t pc) const {
  const std::vector<ComputedStore>& all = question_.routine.computed;
  const auto seen = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.pc == pc; });
  const bool executed = seen != all.end();
  const std::optional<uint16_t> base = baseOf(question_.routine, pc);
  const auto reaches = [&](const std::vector<uint16_t>& bytes) {
    return std::any_of(bytes.begin(), bytes.end(), [&](uint16_t byte) {
      return base == byte ||
             (executed && std::binary_search(seen->written.begin(), seen->written.end(), byte));
    });
  };
  // Of code in RAM that never ran, nobody knows which instruction stands there.
  if (!executed && pc < 0x8000) return {};
  if ((executed && seen->wrote_stack) || reaches(compared_)) return {};
  std::vector<uint16_t> state;
  for (const uint16_t address : state_) state.push_back(trace::foldMirror(address));
  if (question_.pad) state.push_back(question_.pad->address);
  Spared spared{compared_, !reaches(state), executed};
  if (spared.state) spared.bytes.insert(spared.bytes.end(), state.begin(), state.end());
  std::sort(spared.bytes.begin(), spared.bytes.end());
  spared.bytes.erase(std::unique(spared.bytes.begin(), spared.bytes.end()), spared.bytes.end());
  return spared;
}

bool Trial::breaksStoreAssumption(const Memory& before, const Registers& registers) const {
  bool breaks = false;
  const Program& program = question_.routine.program();
  Memory after = before;
  runConcrete(program, question_.routine.address, after, registers, {most_instructions, 0},
              [&](const DataWrite& write) {
                if (!write.isComputed() || breaks) return;
                const uint16_t folded = trace::foldMirror(write.address);
                const std::vector<uint16_t>& spared = sparedBy(write.pc).bytes;
                const bool reaches = isLiveStack(folded, registers.s, write.s) || contains(spared, folded);
                breaks = reaches && !spared.empty();
              });
  return breaks;
}

// True if it executes bytes of RAM of which the traced frames say nothing.
bool Trial::runsUnknownCode(const Concrete& result) const {
  const std::vector<CodeByte>& known = question_.routine.code;
  return std::any_of(result.code.begin(), result.code.end(), [&](const CodeRead& read) {
    return std::none_of(known.begin(), known.end(),
                        [&](const CodeByte& byte) { return byte.address == read.address; });
  });
}

std::vector<KnownEnd> Trial::allowed(const Memory& before, const Registers& registers,
                                     bool in_emulator) const {
  const Specification& specification = question_.specification;
  if (in_emulator && !specification.asksForPad())
    return specification.allowedInEmulator(before, registers, padOf(before));
  if (question_.pad || !specification.asksForPad())
    return specification.allowed(before, registers, padOf(before));
  std::vector<KnownEnd> ends;
  for (uint8_t pad = 0; pad < 4; ++pad)  // A and B
    for (KnownEnd& end : specification.allowed(before, registers, pad)) ends.push_back(std::move(end));
  return ends;
}

void Trial::noteWhenSeen(Counterexample& found) const {
  for (const Entry& entry : question_.routine.entries) {
    const bool same = std::all_of(state_.begin(), state_.end(), [&](uint16_t address) {
      return byteAt(entry.before, address) == byteAt(found.before, address);
    });
    if (!same || padOf(entry.before) != padOf(found.before)) continue;
    found.seen = entry.frame;
    return;
  }
}

// The end with the most values in common first: it says best what is wrong.
void Trial::sortByLikeness(Counterexample& found) const {
  const std::vector<trace::Watch>& compared = question_.specification.compared();
  const auto different = [&](const KnownEnd& end) {
    size_t count = 0;
    for (size_t i = 0; i < compared.size() && !found.routine.empty(); ++i)
      count += bitsOf(compared[i], end.values[i]) != bitsOf(compared[i], found.routine[i]);
    return count;
  };
  std::stable_sort(found.allowed.begin(), found.allowed.end(),
                   [&](const KnownEnd& a, const KnownEnd& b) { return different(a) < different(b); });
}

// Chips may answer otherwise than the plain run has it: the emulator decides.
bool Trial::confirm(Counterexample& found) {
  found.allowed = allowed(found.before, found.registers, true);
  const Replayed result = replayer_.replay(found.before, found.registers);
  if (!result.returned) {
    found.kind = Counterexample::Kind::DoesNotReturn;
    if (found.problem.empty()) found.problem = "does not return";
    found.routine.clear();
    // Two routines may wait for the same thing.
    return found.confirmed = !found.allowed.empty();
  }
  if (result.interrupted) return false;
  found.problem =
      must_come_back_ ? strayed(found.before, found.registers, result.pc, result.registers.s) : "";
  if (!found.problem.empty()) {
    found.kind = Counterexample::Kind::DoesNotReturn;
    found.routine.clear();
    return found.confirmed = true;
  }
  if (found.kind == Counterexample::Kind::DoesNotReturn) found.kind = Counterexample::Kind::Differs;
  found.routine = valuesIn(result.memory, question_.specification.compared());
  if (endWith(found.allowed, question_.specification.compared(), found.routine) != nullptr) return false;
  std::string others = othersIn(found.before, result.memory);
  found.confirmed = others.empty();
  if (!others.empty()) done_by_others_ = std::move(others);
  return found.confirmed;
}

std::string Trial::othersIn(const Memory& before, const Memory& after) const {
  const Specification& specification = question_.specification;
  if (question_.pad || !specification.asksForPad())
    return specification.doneByOthers(before, after, padOf(before));
  for (uint8_t pad = 0; pad < 4; ++pad)  // A and B
    if (std::string others = specification.doneByOthers(before, after, pad); !others.empty()) return others;
  return {};
}

// True: run in the emulator what a plain run shows to agree, because it has read registers of chips.
bool Trial::asksEmulator(Origin origin) {
  constexpr uint64_t most_samples = 2'000;
  return origin != Origin::Sample || ++asked_emulator_ <= most_samples;
}

std::optional<Counterexample> Trial::attempt(const Memory& before, const Registers& registers,
                                             Origin origin) {
  ++tried_;
  if (!refusal(before).empty()) return std::nullopt;
  Memory after = before;
  const Concrete result = runConcrete(question_.routine.program(), question_.routine.address, after,
                                      registers, {most_instructions, 0});
  instructions_ += result.instructions;
  if (runsUnknownCode(result)) return std::nullopt;
  Counterexample found;
  found.allowed = allowed(before, registers);
  if (!result.returned())
    found.problem = problemOf(result);
  else if (must_come_back_)
    found.problem = strayed(before, registers, result.pc, result.registers.s);
  if (found.problem.empty()) {
    found.routine = valuesIn(after, question_.specification.compared());
    const bool agrees = endWith(found.allowed, question_.specification.compared(), found.routine) != nullptr;
    if (agrees && !(result.read_registers && asksEmulator(origin))) return std::nullopt;
  } else {
    found.kind = Counterexample::Kind::DoesNotReturn;
  }
  // The solver has kept to what is assumed of stores, unless registers of chips decide where they go.
  const bool may_break = origin == Origin::Sample || (origin == Origin::Solver && result.read_registers);
  if (may_break && breaksStoreAssumption(before, registers)) return std::nullopt;
  found.before = before;
  found.registers = registers;
  found.pad = padOf(before);
  const bool plain_disagrees = !found.routine.empty() && !result.read_registers;
  if (plain_disagrees)
    if (std::string others = othersIn(before, after); !others.empty()) {
      done_by_others_ = std::move(others);
      return std::nullopt;
    }
  if (!confirm(found)) {
    ++unconfirmed_;
    return std::nullopt;
  }
  sortByLikeness(found);
  noteWhenSeen(found);
  return found;
}

Counterexample Trial::unreached(const Memory& before, const Registers& registers, const std::string& end) {
  Counterexample found;
  found.kind = Counterexample::Kind::NeverEndsSo;
  found.before = before;
  found.registers = registers;
  found.pad = padOf(before);
  found.end = end;
  for (KnownEnd& known : allowed(before, registers))
    if (known.name == end) found.allowed.push_back(std::move(known));
  const Replayed result = replayer_.replay(before, registers);
  if (result.returned) found.routine = valuesIn(result.memory, question_.specification.compared());
  found.confirmed = result.returned && !result.interrupted &&
                    endWith(found.allowed, question_.specification.compared(), found.routine) == nullptr;
  noteWhenSeen(found);
  return found;
}

uint8_t Trial::unusual(uint8_t byte) {
  static constexpr uint8_t edges[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x10, 0x7F, 0x80, 0x81, 0xFC, 0xFE, 0xFF};
  const uint64_t draw = random_();
  switch (draw % 4) {
    case 0:
      return edges[(draw >> 8) % std::size(edges)];
    case 1:
      return static_cast<uint8_t>(byte + (draw >> 8) % 7 - 3);
    default:
      return static_cast<uint8_t>(draw >> 8);
  }
}

// An entry's memory with some bytes of the state, or other buttons, in place of its own.
Memory Trial::sample(const Entry& entry) {
  Memory memory = entry.before;
  const uint64_t draw = random_();
  const unsigned share = 1 + draw % 8;  // of 8
  for (const uint16_t address : state_)
    if (random_() % 8 < share)
      if (uint8_t* place = placeOf(memory, address)) *place = unusual(*place);
  for (const MemoryCondition& condition : question_.assumptions)
    if (!condition.holds(memory, padOf(memory)))
      for (const uint16_t address : condition.addresses())
        if (uint8_t* place = placeOf(memory, address)) *place = byteAt(entry.before, address);
  if (question_.pad && draw >> 8 & 1) putPad(memory, *question_.pad, static_cast<uint8_t>(draw >> 16));
  // Bytes that nobody has named.
  if ((draw >> 9) % 4 == 0)
    for (unsigned i = 0; i < 1 + (draw >> 12) % 64; ++i) {
      const uint16_t address = static_cast<uint16_t>(random_() % 0x800);
      if (address >> 8 != 1) memory.ram[address] = unusual(memory.ram[address]);
    }
  return memory;
}

std::optional<Counterexample> Trial::search(uint64_t samples) {
  const std::vector<Entry>& entries = question_.routine.entries;
  const auto isEnough = [&] {
    return unconfirmed_ > most_unconfirmed || instructions_ > most_work ||
           (tried_ % 64 == 0 && isOver(question_.deadline));
  };
  for (const Entry& entry : entries)
    if (isEnough())
      return std::nullopt;
    else if (const auto found = attempt(entry.before, entry.registers, Origin::Sample))
      return found;
  for (uint64_t i = 0; i < samples && !isEnough(); ++i) {
    const Entry& entry = entries[random_() % entries.size()];
    Registers registers = entry.registers;
    if (i % 4 == 3)
      registers.a = static_cast<uint8_t>(random_()), registers.x = static_cast<uint8_t>(random_());
    if (i % 4 == 3) registers.y = static_cast<uint8_t>(random_());
    if (const auto found = attempt(sample(entry), registers, Origin::Sample)) return found;
  }
  return std::nullopt;
}

}  // namespace jumpscope::prove
