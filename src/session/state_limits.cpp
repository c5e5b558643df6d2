#include "src/session/state_limits.h"

#include <array>
#include <string_view>
#include <type_traits>

namespace jumpscope::session {

namespace {

struct Limit {
  std::string_view section, field;
  uint64_t largest;
};

// Fields that index tables or count towards something, with the largest value that the chip gives them.
constexpr std::array<Limit, 24> limits{{
    {"console", "cycle", uint64_t{1} << 48},
    {"console", "frame", uint64_t{1} << 48},
    {"ppu", "frame", uint64_t{1} << 48},
    {"ppu", "scanline", 311},
    {"ppu", "dot", 340},
    {"ppu", "sprite_table", 0x1000},
    {"ppu", "background_table", 0x1000},
    {"ppu", "v", 0x7FFF},
    {"ppu", "t", 0x7FFF},
    {"ppu", "fine_x", 7},
    {"ppu", "address_bus", 0x3FFF},
    {"ppu", "pattern_address", 0x1FFF},
    {"ppu", "commit", 4},
    {"ppu", "secondary_address", 31},
    {"ppu", "evaluation_step", 3},
    {"apu", "pulse1.duty", 3},
    {"apu", "pulse2.duty", 3},
    {"apu", "pulse1.step", 7},
    {"apu", "pulse2.step", 7},
    {"apu", "triangle.step", 31},
    {"apu", "noise.rate", 15},
    {"apu", "dmc.rate", 15},
    {"apu", "dmc.output", 127},
    {"apu", "dmc.bits_left", 8},
}};

constexpr uint64_t distance(uint64_t a, uint64_t b) { return a > b ? a - b : b - a; }

constexpr uint64_t clocksPerCycle(console::Region region) {
  return region == console::Region::Ntsc ? 12 : region == console::Region::Pal ? 16 : 15;
}

}  // namespace

bool isPlausible(const console::State& state, console::Region region) {
  bool plausible = true;
  console::visitSections(state, [&](std::string_view section, std::string_view field, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>)
      for (const Limit& limit : limits)
        if (limit.section == section && limit.field == field && static_cast<uint64_t>(value) > limit.largest)
          plausible = false;
  });
  // The chips stand at the same moment, give or take a cycle of the slowest.
  return plausible && distance(state.ppu.clock, state.cycle * clocksPerCycle(region)) <= 64 &&
         distance(state.apu.cycle, state.cycle) <= 2 && state.controllers.cycle <= state.cycle;
}

}  // namespace jumpscope::session
