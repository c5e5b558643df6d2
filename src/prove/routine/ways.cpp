#include "src/prove/routine/ways.h"

#include <algorithm>
#include <map>

#include "cpu6502/registers.h"
#include "src/base/concat.h"
#include "src/base/text.h"
#include "src/prove/routine/traced_facts.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

// All but the entries, and with this program only.
Routine emptyWay(const Routine& routine, size_t program) {
  Routine way;
  way.cartridge = routine.cartridge;
  way.runs = routine.runs;
  way.address = routine.address;
  way.motion = routine.motion;
  way.compared = routine.compared;
  way.between = routine.between;
  way.programs = {routine.programs[program]};
  way.pad_bytes = routine.pad_bytes;
  way.found = routine.found;
  way.unexplained = routine.unexplained;
  return way;
}

void add(Routine& way, Entry entry) {
  entry.program = 0;
  way.entries.push_back(std::move(entry));
  ++way.calls;
}

// "PRG-ROM $04000 at $8000, $1C000 at $C000"
std::string banksText(const Program& program) {
  constexpr uint32_t page = 0x800;
  std::string text;
  std::optional<uint32_t> expected;
  for (size_t i = 0; i < program.banks.size(); ++i) {
    const std::optional<uint32_t> bank = program.banks[i];
    if (i == 0 || bank != expected) {
      text += text.empty() ? ", PRG-ROM " : ", ";
      text += (bank ? "$" + base::hex(*bank, 5) : std::string("none")) + " at " +
              trace::addressText(static_cast<uint16_t>(0x8000 + i * page));
    }
    expected = bank ? std::optional(*bank + page) : std::nullopt;
  }
  return text;
}

}  // namespace

Way wayOf(const Entry& entry) {
  constexpr uint8_t known = cpu6502::flag::irq_disable | cpu6502::flag::decimal;
  return {entry.program, entry.registers.s, static_cast<uint8_t>(entry.registers.p & known),
          entry.return_address};
}

std::vector<Routine> waysOf(Routine routine) {
  std::map<Way, std::vector<size_t>> entries;
  for (size_t i = 0; i < routine.entries.size(); ++i) entries[wayOf(routine.entries[i])].push_back(i);
  std::vector<Routine> ways;
  if (entries.size() <= 1 && routine.programs.size() <= 1) {
    ways.push_back(std::move(routine));
  } else {
    for (const auto& [way, places] : entries) {
      ways.push_back(emptyWay(routine, way.program));
      for (const size_t place : places) add(ways.back(), std::move(routine.entries[place]));
    }
  }
  noteFacts(ways);
  std::stable_sort(ways.begin(), ways.end(),
                   [](const Routine& a, const Routine& b) { return a.entries.size() > b.entries.size(); });
  return ways;
}

std::vector<Routine> byProgram(Routine routine) {
  std::vector<Routine> parts;
  if (routine.programs.size() == 1) {
    parts.push_back(std::move(routine));
    return parts;
  }
  for (size_t program = 0; program < routine.programs.size(); ++program)
    parts.push_back(emptyWay(routine, program));
  for (Entry& entry : routine.entries) {
    Routine& part = parts[entry.program];
    add(part, std::move(entry));
  }
  std::erase_if(parts, [](const Routine& part) { return part.entries.empty(); });
  return parts;
}

std::string wayText(const Routine& way) {
  const Entry& entry = way.entries.front();
  const auto state = [&](uint8_t flag) { return (entry.registers.p & flag) != 0 ? " set" : " clear"; };
  return base::concat({"the caller is at ", trace::addressText(entry.return_address), ", S is $",
                       base::hex(entry.registers.s, 2), ", flag I is", state(cpu6502::flag::irq_disable),
                       ", D is", state(cpu6502::flag::decimal), banksText(way.program())});
}

}  // namespace jumpscope::prove
