// All that a console remembers: one flat value. Copying it is a save state, comparing two is a test.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>

#include "apu/state.h"
#include "cpu6502/state.h"
#include "mappers/board.h"
#include "ppu/state.h"
#include "ppu/timetable.h"
#include "src/bits/bits.h"
#include "src/console/devices.h"

namespace jumpscope::console {

// The DMA unit that copies a page to OAM. The DMC's half of DMA lives in apu::State.
struct OamDma {
  bool active = false;
  bool first_cycle = false;
  bool halt = false;    // the cycle only stops the CPU
  bool loaded = false;  // `data` was read in the last get cycle
  uint8_t page = 0;
  uint8_t index = 0;
  uint8_t data = 0;

  bool operator==(const OamDma&) const = default;
};

// What is behind one controller port and read with it: the shift registers are loaded while strobed. With a
// standard pad or half of a Four Score, with another device, and the expansion port's half.
struct Pad {
  uint8_t buttons = 0;                // held down now
  uint8_t second = 0;                 // likewise on the pad that a Four Score or the expansion port adds
  uint32_t shift = 0xFFFF'FF00;       // next bit to read is bit 0
  uint16_t second_shift = 0xFFFF;     // the second line of a device that has two
  uint16_t expansion_shift = 0xFFFF;  // the expansion port's
  uint8_t shift_delay = 0;            // cycles until the registers shift: reads in a row count as one

  bool operator==(const Pad&) const = default;
};

struct Controllers {
  uint64_t cycle = 0;  // CPU cycles accounted for
  Devices devices;     // that are plugged in
  bool strobe = false;
  bool loaded = false;  // since the strobe rose, or since the last read under strobe
  bool polled = false;  // a pad was loaded in this frame
  bool polled_last_frame = false;
  std::array<Pad, 2> pads{};
  std::array<DeviceInput, port_count> inputs{};
  std::array<uint64_t, port_count> light_until{};  // master clock at which a Zapper's light goes out
  UpTo<ppu::picture_width * ppu::picture_height> light_seen;  // pixels of this frame that Zappers have seen
  std::array<uint8_t, ppu::pixel_delay> beam{};  // palette entries on their way to the screen, newest first

  bool operator==(const Controllers&) const = default;
};

struct State {
  uint64_t cycle = 0;  // CPU cycles since power-on
  uint64_t frame = 0;  // number of the frame in progress
  cpu6502::State cpu;
  ppu::State ppu;
  apu::State apu;
  OamDma dma;
  Controllers controllers;
  uint8_t data_bus = 0;      // the external data bus keeps the last value
  uint8_t internal_bus = 0;  // the 2A03's own, which $4015 drives without the outside seeing it
  std::array<uint8_t, 0x0800> ram{};
  mappers::BoardState board;

  bool operator==(const State&) const = default;
};

// Visits (section, name, field) of every field in file order. Sections: "console", "cpu", "ppu", "apu",
// "ram", "board".
template <class S, class Visitor>
requires std::is_same_v<std::remove_const_t<S>, State>
void visitSections(S& state, Visitor&& visit) {
  const auto in = [&](const char* section) {
    return [&visit, section](const char* name, auto& field) { visit(section, name, field); };
  };
  const auto console = in("console");
  console("cycle", state.cycle);
  console("frame", state.frame);
  console("dma.active", state.dma.active);
  console("dma.first_cycle", state.dma.first_cycle);
  console("dma.halt", state.dma.halt);
  console("dma.loaded", state.dma.loaded);
  console("dma.page", state.dma.page);
  console("dma.index", state.dma.index);
  console("dma.data", state.dma.data);
  console("controllers.cycle", state.controllers.cycle);
  console("controllers.four_score", state.controllers.devices.four_score);
  for (auto& device : state.controllers.devices.ports) console("controllers.device", device);
  console("controllers.strobe", state.controllers.strobe);
  console("controllers.loaded", state.controllers.loaded);
  console("controllers.polled", state.controllers.polled);
  console("controllers.polled_last_frame", state.controllers.polled_last_frame);
  for (auto& pad : state.controllers.pads) {
    console("pad.buttons", pad.buttons);
    console("pad.second", pad.second);
    console("pad.shift", pad.shift);
    console("pad.second_shift", pad.second_shift);
    console("pad.expansion_shift", pad.expansion_shift);
    console("pad.shift_delay", pad.shift_delay);
  }
  for (auto& input : state.controllers.inputs) {
    console("input.x", input.x);
    console("input.y", input.y);
    console("input.knob", input.knob);
    console("input.buttons", input.buttons);
  }
  console("controllers.light_until", state.controllers.light_until);
  console("controllers.light_seen", state.controllers.light_seen);
  console("controllers.beam", state.controllers.beam);
  console("data_bus", state.data_bus);
  console("internal_bus", state.internal_bus);
  cpu6502::visitFields(state.cpu, in("cpu"));
  ppu::visitFields(state.ppu, in("ppu"));
  apu::visitFields(state.apu, in("apu"));
  in("ram")("ram", state.ram);
  mappers::visitFields(state.board, in("board"));
}

// The name of the first field in which two states differ, "section.name"; empty when they are equal.
std::string firstDifference(const State& a, const State& b);

}  // namespace jumpscope::console
