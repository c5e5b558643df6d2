// What a 2A03 did in random programs, by a switch-level simulation of its netlist, and a replay of them
// (tests/data/netlist/README.md).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "apu/apu.h"
#include "tests/support/data.h"

namespace jumpscope::apu::netlist {

// The chip's sequencers count down.
inline int countingDown(uint8_t step) { return (8 - step) & 7; }

// Named as in the vectors.
struct Field {
  const char* name;
  int (*value)(const State&);
};

inline constexpr std::array<Field, 16> fields = {{
    {"sq0_len", [](const State& s) { return int{s.pulse1.length.count}; }},
    {"sq1_len", [](const State& s) { return int{s.pulse2.length.count}; }},
    {"tri_len", [](const State& s) { return int{s.triangle.length.count}; }},
    {"noi_len", [](const State& s) { return int{s.noise.length.count}; }},
    {"sq0_envc", [](const State& s) { return int{s.pulse1.envelope.decay}; }},
    {"sq1_envc", [](const State& s) { return int{s.pulse2.envelope.decay}; }},
    {"noi_envc", [](const State& s) { return int{s.noise.envelope.decay}; }},
    {"sq0_p", [](const State& s) { return int{s.pulse1.period}; }},
    {"sq1_p", [](const State& s) { return int{s.pulse2.period}; }},
    {"tri_lc", [](const State& s) { return int{s.triangle.linear}; }},
    {"sq0_on", [](const State& s) { return int{s.pulse1.length.running}; }},
    {"sq1_on", [](const State& s) { return int{s.pulse2.length.running}; }},
    {"tri_on", [](const State& s) { return int{s.triangle.length.running}; }},
    {"noi_on", [](const State& s) { return int{s.noise.length.running}; }},
    {"sq0_c", [](const State& s) { return countingDown(s.pulse1.step); }},
    {"sq1_c", [](const State& s) { return countingDown(s.pulse2.step); }},
}};
inline constexpr size_t reads = fields.size();  // after the fields: what was read from $4015
inline constexpr size_t kinds = fields.size() + 1;
inline const char* kindName(size_t kind) { return kind == reads ? "$4015 read" : fields[kind].name; }

struct Access {
  uint64_t cycle;
  uint16_t address;
  bool write;
  uint8_t value;
};

// A field has `value` from the end of `cycle` on.
struct Change {
  uint64_t cycle;
  int value;
};

struct Program {
  int id;
  uint64_t cycles;
  std::vector<Access> bus;
  std::array<std::vector<Change>, fields.size()> changes;
};

inline Program toProgram(const nlohmann::json& json) {
  Program program{json.at("id"), json.at("cycles"), {}, {}};
  for (const auto& access : json.at("bus"))
    program.bus.push_back({access.at(0), access.at(1), access.at(2) == "w", access.at(3)});
  for (size_t i = 0; i < fields.size(); ++i)
    for (const auto& change : json.at("regs").value(fields[i].name, nlohmann::json::array()))
      program.changes[i].push_back({change.at(0), change.at(1)});
  return program;
}

inline std::vector<Program> programs(const std::string& file) {
  std::vector<Program> all;
  std::istringstream text(tests::readData(tests::dataFile(file)));
  for (std::string line; std::getline(text, line);)
    if (!line.empty()) all.push_back(toProgram(nlohmann::json::parse(line)));
  return all;
}

struct Difference {
  uint64_t cycle = UINT64_MAX;  // none
  int chip = 0;
  int ours = 0;
};

struct Comparison {
  std::array<Difference, kinds> first;
  bool equal() const {
    return std::ranges::all_of(first, [](const Difference& d) { return d.cycle == UINT64_MAX; });
  }
  uint64_t firstCycle() const { return std::ranges::min(first, {}, &Difference::cycle).cycle; }
};

// What the chip has at the start of a program that the vectors tell.
inline State startOf(const Program& program, bool odd_is_put) {
  State start = Apu(ntsc_rates).s;
  start.odd_is_put = odd_is_put;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (program.changes[i].empty()) continue;
    const int step = countingDown(static_cast<uint8_t>(program.changes[i].front().value));
    if (fields[i].name == std::string("sq0_c")) start.pulse1.step = static_cast<uint8_t>(step);
    if (fields[i].name == std::string("sq1_c")) start.pulse2.step = static_cast<uint8_t>(step);
  }
  return start;
}

// Plays a program and looks at the fields at the ends of the cycles `looks` (in order, among them those of
// all accesses). `unit`: the chip itself or what its accesses go through.
template <class Unit>
Comparison replay(Apu& apu, Unit& unit, const Program& program, const std::vector<uint64_t>& looks) {
  Comparison comparison;
  const auto compare = [&](size_t kind, uint64_t cycle, int chip, int ours) {
    if (chip != ours && comparison.first[kind].cycle == UINT64_MAX)
      comparison.first[kind] = {cycle, chip, ours};
  };
  size_t next = 0;
  std::array<size_t, fields.size()> passed{};
  for (const uint64_t cycle : looks) {
    unit.runTo(cycle);
    for (; next < program.bus.size() && program.bus[next].cycle == cycle; ++next) {
      const Access& access = program.bus[next];
      constexpr int driven = 0xDF;  // bit 5 is open bus
      if (access.write)
        unit.write(access.address, access.value);
      else if (access.address == 0x4015)
        compare(reads, cycle, access.value & driven, unit.readStatus(0) & driven);
    }
    for (size_t i = 0; i < fields.size(); ++i) {
      const std::vector<Change>& changes = program.changes[i];
      while (passed[i] < changes.size() && changes[passed[i]].cycle <= cycle) ++passed[i];
      if (passed[i] > 0) compare(i, cycle, changes[passed[i] - 1].value, fields[i].value(apu.s));
    }
  }
  return comparison;
}

// Replays all programs of a file, prints a line per field, and fails with each program's first difference.
// `play(program, start)`: a Comparison. The vectors do not say in which half of an APU cycle a program
// starts, so both are tried.
template <class Play>
void expectAllEqual(const std::string& file, Play&& play) {
  const std::vector<Program> all = programs(file);
  ASSERT_FALSE(all.empty());
  std::array<size_t, kinds> equal{};
  std::array<size_t, kinds> values{};
  for (const Program& program : all) {
    Comparison best = play(program, startOf(program, false));
    if (!best.equal())
      if (Comparison other = play(program, startOf(program, true)); other.firstCycle() > best.firstCycle())
        best = other;
    for (size_t kind = 0; kind < kinds; ++kind) {
      equal[kind] += best.first[kind].cycle == UINT64_MAX;
      values[kind] += kind == reads ? static_cast<size_t>(std::ranges::count_if(
                                          program.bus, [](const Access& a) { return !a.write; }))
                                    : program.changes[kind].size();
      if (const Difference& first = best.first[kind]; first.cycle != UINT64_MAX)
        ADD_FAILURE() << "program " << program.id << ", cycle " << first.cycle << ", " << kindName(kind)
                      << ": the chip has " << first.chip << ", we have " << first.ours;
    }
  }
  for (size_t kind = 0; kind < kinds; ++kind)
    if (values[kind] > 0)
      std::cout << kindName(kind) << ": " << equal[kind] << " of " << all.size() << " programs equal, "
                << values[kind] << " values\n";
}

}  // namespace jumpscope::apu::netlist
