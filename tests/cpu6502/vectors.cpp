#include "tests/cpu6502/vectors.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "tests/support/sanitized.h"

namespace jumpscope::cpu6502::tests {

namespace {

using Json = nlohmann::json;

Snapshot parseSnapshot(const Json& json) {
  Snapshot snapshot;
  snapshot.pc = json.at("pc");
  snapshot.s = json.at("s");
  snapshot.a = json.at("a");
  snapshot.x = json.at("x");
  snapshot.y = json.at("y");
  snapshot.p = json.at("p");
  for (const Json& cell : json.at("ram")) snapshot.ram.emplace_back(cell.at(0), cell.at(1));
  return snapshot;
}

Intervals parseIntervals(const Json& json, const char* key) {
  Intervals intervals;
  if (!json.contains(key)) return intervals;
  for (const Json& interval : json.at(key))
    intervals.emplace_back(interval.at(0), interval.at(1).is_null() ? std::numeric_limits<uint64_t>::max()
                                                                    : interval.at(1).get<uint64_t>());
  return intervals;
}

Case parseCase(const Json& json) {
  Case parsed;
  parsed.name = json.at("name");
  parsed.category = json.value("cat", "");
  parsed.initial = parseSnapshot(json.at("initial"));
  parsed.final = parseSnapshot(json.at("final"));
  for (const Json& cycle : json.at("cycles")) {
    const bool sync = cycle.size() > 3 ? cycle.at(3).get<int>() != 0 : parsed.cycles.empty();
    const bool halted = cycle.size() > 4 && cycle.at(4).get<int>() != 0;
    parsed.cycles.push_back(
        {cycle.at(0), cycle.at(1), cycle.at(2).get_ref<const std::string&>() == "write", sync, halted});
  }
  parsed.nmi = parseIntervals(json, "nmi");
  parsed.irq = parseIntervals(json, "irq");
  parsed.rdy_low = parseIntervals(json, "rdy");
  if (json.contains("taken"))
    for (const Json& taken : json.at("taken"))
      parsed.taken.push_back({taken.at(0), taken.at(1), taken.at(2)});
  parsed.jam = json.value("jam", false);
  if (json.contains("compare_from")) parsed.compare_from = json.at("compare_from").get<size_t>();
  return parsed;
}

template <class Value>
std::string differs(const std::string& what, Value expected, Value got) {
  std::ostringstream text;
  text << what << ": expected " << +expected << ", got " << +got;
  return text.str();
}

}  // namespace

void forEachCase(const jumpscope::tests::DataFile& file, const std::function<void(const Case&)>& visit) {
  std::istringstream in(readData(file));
  size_t cases = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() != '{' || cases++ % jumpscope::tests::case_step != 0) continue;
    if (line.back() == ',') line.pop_back();
    visit(parseCase(Json::parse(line)));
  }
}

void load(const Snapshot& snapshot, State& state, RecordingBus& bus) {
  state = State{};
  state.lines = state.polled = 0;
  state.pc = snapshot.pc;
  state.s = snapshot.s;
  state.a = snapshot.a;
  state.x = snapshot.x;
  state.y = snapshot.y;
  state.p = snapshot.p;
  state.magic = 0x00;  // of the simulated chip
  for (const auto& [address, value] : snapshot.ram) (*bus.ram)[address] = value;
}

std::string compareRegisters(const Snapshot& expected, const State& state, bool compare_pc) {
  if (compare_pc && expected.pc != state.pc) return differs("PC", expected.pc, state.pc);
  if (expected.a != state.a) return differs("A", expected.a, state.a);
  if (expected.x != state.x) return differs("X", expected.x, state.x);
  if (expected.y != state.y) return differs("Y", expected.y, state.y);
  if (expected.s != state.s) return differs("S", expected.s, state.s);
  if (expected.p != state.p) return differs("P", expected.p, state.p);
  return "";
}

std::string compareRam(const Snapshot& expected, const RecordingBus& bus) {
  for (const auto& [address, value] : expected.ram)
    if ((*bus.ram)[address] != value)
      return differs("RAM at " + std::to_string(address), value, (*bus.ram)[address]);
  return "";
}

std::string compareCycles(const std::vector<Cycle>& expected, size_t first,
                          const std::vector<Cycle>& recorded, bool with_lines) {
  for (size_t i = first; i < expected.size(); ++i) {
    const std::string want = toString(expected[i], with_lines);
    const std::string got =
        i - first < recorded.size() ? toString(recorded[i - first], with_lines) : "nothing";
    if (want != got) return "cycle " + std::to_string(i) + ": expected " + want + ", got " + got;
  }
  return "";
}

std::vector<Taken> sequencesIn(const std::vector<Cycle>& recorded, size_t count, size_t first) {
  std::vector<Taken> taken;
  size_t start = 0;
  int break_flag = -1;
  for (size_t i = 0; i < count && i < recorded.size(); ++i) {
    const Cycle& cycle = recorded[i];
    const bool is_repeat = i > 0 && recorded[i - 1].halted;
    if (cycle.kind == Access::Fetch && !is_repeat) {
      start = i;
      break_flag = -1;
    }
    if (cycle.kind == Access::Stack && cycle.is_write) break_flag = (cycle.value >> 4) & 1;
    if (cycle.kind == Access::Vector && cycle.address % 2 == 0 && !is_repeat)
      taken.push_back({start + first, cycle.address, break_flag});
  }
  return taken;
}

std::string toString(const std::vector<Taken>& taken) {
  std::ostringstream text;
  for (const Taken& sequence : taken)
    text << "[at " << sequence.start << " vector " << sequence.vector << " B " << sequence.break_flag << "]";
  return text.str();
}

std::string toString(const Cycle& cycle, bool with_lines) {
  std::string text =
      std::to_string(cycle.address) + (cycle.is_write ? " <- " : " -> ") + std::to_string(cycle.value);
  if (cycle.sync) text += " sync";
  if (with_lines && cycle.halted) text += " halted";
  return text;
}

}  // namespace jumpscope::cpu6502::tests
