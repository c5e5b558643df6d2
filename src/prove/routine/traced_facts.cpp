#include "src/prove/routine/traced_facts.h"

#include <algorithm>
#include <map>
#include <set>

#include "cpu6502/disassemble.h"
#include "src/base/concat.h"
#include "src/base/text.h"
#include "src/prove/machine/concrete.h"
#include "src/prove/routine/fixed_pointers.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

// The instruction that stands there at the entry.
std::string textAt(const Program& program, const Memory& memory, uint16_t pc) {
  std::array<uint8_t, 3> bytes{};
  for (uint16_t i = 0; i < 3; ++i) bytes[i] = codeAt(program, memory, static_cast<uint16_t>(pc + i));
  return cpu6502::disassemble(pc, bytes);
}

// What a proof takes a console to be has to leave what the console left.
enum class Explained : uint8_t { Yes, Remapped, DoesNotReturn, OtherBytes };

Explained explain(const Entry& entry, const Concrete& result, const Memory& memory) {
  if (!entry.returned) return Explained::Yes;
  if (entry.remapped) return Explained::Remapped;
  if (entry.interrupted || result.read_registers) return Explained::Yes;
  if (!result.returned()) return Explained::DoesNotReturn;
  return memory == entry.after ? Explained::Yes : Explained::OtherBytes;
}

bool cameBack(const Entry& entry, const Concrete& result) {
  return result.pc == entry.return_address &&
         result.registers.s == static_cast<uint8_t>(entry.registers.s + 2);
}

// The first frames in which the routine returned to its caller, and to another place.
struct Returns {
  std::optional<uint64_t> back, astray;

  std::string contradiction() const {
    if (!back || !astray) return "";
    return "the routine returns to its caller in frame " + std::to_string(*back) +
           ", but to another place in frame " + std::to_string(*astray);
  }
};

class Facts {
 public:
  Facts(Routine& routine, Returns& returns) : routine_(routine), returns_(returns) {}

  void note() {
    for (const Entry& entry : routine_.entries) run(entry);
    routine_.computed.clear();
    for (auto& [pc, store] : stores_) {
      store.written.assign(written_[pc].begin(), written_[pc].end());
      routine_.computed.push_back(std::move(store));
    }
    noteCode();
    routine_.pointers = fixedPointers(routine_);
  }

 private:
  void run(const Entry& entry) {
    const Program& program = routine_.programs[entry.program];
    Memory memory = entry.before;
    const Concrete result = runConcrete(program, routine_.address, memory, entry.registers, {},
                                        [&](const DataWrite& write) { noteStore(entry, write); });
    for (const CodeRead& read : result.code) code_.try_emplace(read.address, read.pc);
    if (routine_.unexplained.empty()) routine_.unexplained = whyUnexplained(entry, result, memory);
    if (!result.returned()) return;
    std::optional<uint64_t>& frame = cameBack(entry, result) ? returns_.back : returns_.astray;
    if (!frame) frame = entry.frame;
  }

  void noteStore(const Entry& entry, const DataWrite& write) {
    if (!write.isComputed()) return;
    const uint16_t pc = write.pc, folded = trace::foldMirror(write.address);
    const auto [found, fresh] = stores_.try_emplace(pc);
    ComputedStore& store = found->second;
    if (fresh)
      store = {pc, textAt(routine_.programs[entry.program], entry.before, pc), folded, folded, false, false,
               {}};
    store.lowest = std::min(store.lowest, folded);
    store.highest = std::max(store.highest, folded);
    store.wrote_compared |= std::binary_search(routine_.compared.begin(), routine_.compared.end(), folded);
    store.wrote_stack |= isLiveStack(folded, entry.registers.s, write.s);
    written_[pc].insert(folded);
  }

  static std::string whyUnexplained(const Entry& entry, const Concrete& result, const Memory& memory) {
    const std::string frame = "frame " + std::to_string(entry.frame);
    switch (explain(entry, result, memory)) {
      case Explained::Yes:
        break;
      case Explained::Remapped:
        return "the routine returns with other banks than it was entered with in " + frame;
      case Explained::DoesNotReturn:
        return "in " + frame + " the emulator returns, but the routine by itself " + problemOf(result);
      case Explained::OtherBytes:
        return "in " + frame + " the emulator leaves other bytes than the routine by itself" +
               place(entry, memory);
    }
    return "";
  }

  static std::string place(const Entry& entry, const Memory& memory) {
    for (unsigned address = 0; address < 0x8000; ++address) {
      const auto at = static_cast<uint16_t>(address);
      if (byteAt(entry.after, at) != byteAt(memory, at)) return ", first in " + trace::addressText(at);
    }
    return "";
  }

  void noteCode() {
    const Memory& first = routine_.entries.front().before;
    routine_.code.clear();
    for (const auto& [at, pc] : code_) {
      const uint16_t address = at;  // which clang++ 14 lets the lambda have
      const uint8_t value = byteAt(first, address);
      const auto other =
          std::find_if(routine_.entries.begin(), routine_.entries.end(),
                       [&](const Entry& entry) { return byteAt(entry.before, address) != value; });
      if (other == routine_.entries.end()) {
        routine_.code.push_back({address, value});
      } else if (routine_.refused.empty()) {
        routine_.refused = base::concat(
            {textAt(routine_.programs[other->program], other->before, pc), " at ", trace::addressText(pc),
             " takes ", trace::addressText(address), " from RAM as its caller left it, which is $",
             base::hex(value, 2), " in frame ", std::to_string(routine_.entries.front().frame), " and $",
             base::hex(byteAt(other->before, address), 2), " in frame ", std::to_string(other->frame)});
      }
    }
  }

  Routine& routine_;
  Returns& returns_;
  std::map<uint16_t, ComputedStore> stores_;
  std::map<uint16_t, std::set<uint16_t>> written_;
  std::map<uint16_t, uint16_t> code_;  // who reads it
};

}  // namespace

bool FactsSeen::add(const Entry& entry) {
  const Program& program = routine_.programs[entry.program];
  OfWay& seen = ways_[wayOf(entry)];
  bool fresh = addPads(entry);
  Memory memory = entry.before;
  const Concrete result =
      runConcrete(program, routine_.address, memory, entry.registers, {}, [&](const DataWrite& write) {
        if (!write.isComputed()) return;
        const uint16_t folded = trace::foldMirror(write.address);
        fresh |= seen.stores.emplace(write.pc, folded).second;
        if (isLiveStack(folded, entry.registers.s, write.s))
          fresh |= seen.stack_stores.emplace(write.pc, folded).second;
        if (const auto pointer = pointerOf(program, write.pc))
          fresh |= seen.pointers.emplace(*pointer, pointerIn(entry.before, *pointer)).second;
      });
  for (const CodeRead& read : result.code)
    fresh |= seen.code.emplace(read.address, byteAt(entry.before, read.address)).second;
  // Bytes that another execution has run count in this one, too.
  for (auto at = seen.code.begin(); at != seen.code.end(); ++at)
    fresh |= seen.code.emplace(at->first, byteAt(entry.before, at->first)).second;
  fresh |= seen.ends
               .emplace(explain(entry, result, memory) == Explained::Yes,
                        !result.returned() || cameBack(entry, result))
               .second;
  return fresh;
}

bool FactsSeen::addPads(const Entry& entry) {
  const auto held = [&](const PadByte& byte) {
    return entry.before.ram[byte.address] == (byte.reversed ? reversed(entry.pad) : entry.pad);
  };
  if (any_) return std::erase_if(pads_, [&](const PadByte& byte) { return !held(byte); }) != 0;
  any_ = true;
  for (uint16_t address = 0; address < 0x800; ++address)
    for (const bool backwards : {false, true})
      if (const PadByte byte{address, backwards}; held(byte)) pads_.push_back(byte);
  return true;
}

void noteFacts(std::span<Routine> ways) {
  Returns returns;
  for (Routine& way : ways) Facts(way, returns).note();
  std::string unexplained;
  for (const Routine& way : ways)
    if (unexplained.empty()) unexplained = way.unexplained;
  if (unexplained.empty()) unexplained = returns.contradiction();
  for (Routine& way : ways) way.unexplained = unexplained;
}

}  // namespace jumpscope::prove
