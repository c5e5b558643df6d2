#include "src/play/tools/events.h"

#include <algorithm>

#include "src/base/text.h"
#include "src/console/region.h"
#include "src/trace/watch.h"

namespace jumpscope::play {

namespace {

// Names: https://www.nesdev.org/wiki/PPU_registers and https://www.nesdev.org/wiki/2A03
constexpr std::array<std::string_view, 8> picture_registers = {
    "PPUCTRL", "PPUMASK", "PPUSTATUS", "OAMADDR", "OAMDATA", "PPUSCROLL", "PPUADDR", "PPUDATA"};
constexpr std::array<std::string_view, 24> sound_registers = {
    "SQ1_VOL",    "SQ1_SWEEP", "SQ1_LO",    "SQ1_HI",  "SQ2_VOL",   "SQ2_SWEEP", "SQ2_LO",   "SQ2_HI",
    "TRI_LINEAR", "",          "TRI_LO",    "TRI_HI",  "NOISE_VOL", "",          "NOISE_LO", "NOISE_HI",
    "DMC_FREQ",   "DMC_RAW",   "DMC_START", "DMC_LEN", "OAMDMA",    "SND_CHN",   "JOY1",     "JOY2"};

constexpr uint16_t oam_dma = 0x4014, joy1 = 0x4016, joy2 = 0x4017;

std::optional<EventKind> kindOf(const BusAccess& access, const console::Console& console) {
  const uint16_t at = access.address;
  if (at < 0x2000) return std::nullopt;
  if (at < 0x4000) return access.write ? EventKind::PictureWrite : EventKind::PictureRead;
  if (at == joy1 || (at == joy2 && !access.write)) return EventKind::Controller;
  if (at < 0x4020) return access.write ? EventKind::SoundWrite : EventKind::SoundRead;
  // RAM of the cartridge is no register.
  if (!access.write || console.boardRamOffset(at)) return std::nullopt;
  return EventKind::BoardWrite;
}

FrameEvent at(EventKind kind, const Executed& step) { return {kind, step.place, step.cycle, step.pc}; }

}  // namespace

std::vector<FrameEvent> eventsOf(const InstructionLog& log, const console::Console& console) {
  std::vector<FrameEvent> events;
  bool copies = false;  // $4014 was written last
  for (const Executed& step : log.executed()) {
    if (step.kind == Executed::Kind::Nmi) events.push_back(at(EventKind::Nmi, step));
    if (step.kind == Executed::Kind::Irq) events.push_back(at(EventKind::Irq, step));
    if (step.halted > 0) events.push_back(at(copies ? EventKind::OamDma : EventKind::SampleDma, step));
    copies = false;
    for (const BusAccess& access : log.accessesOf(step)) {
      const std::optional<EventKind> kind = kindOf(access, console);
      if (!kind) continue;
      const auto folded =
          access.address < 0x4000 ? static_cast<uint16_t>(access.address & 0x2007) : access.address;
      events.push_back({*kind, access.place, access.cycle, step.pc, folded, access.value, access.write});
      copies |= access.write && access.address == oam_dma;
    }
  }
  return events;
}

std::optional<FrameEvent> spriteZeroHit(const console::Console& before, uint64_t end_cycle) {
  // A state is large, so that it is asked for every so often, and each time between two that differ.
  constexpr int far = 32;
  const auto hit = [](const console::State& state) { return state.ppu.status.sprite_zero_hit; };
  console::Console console(before);
  console::State last = console.state(), now = last;
  while (!(hit(now) && !hit(last))) {
    last = now;
    if (console.cpuCycles() >= end_cycle) return std::nullopt;
    for (int i = 0; i < far && console.cpuCycles() < end_cycle; ++i) console.step();
    now = console.state();
  }
  console.restore(last);
  while (!hit(now = console.state())) {
    last = now;
    console.step();
  }
  const auto after = [&](uint64_t dots) {
    console::State late = last;
    late.ppu.clock += dots * console::factsOf(console.options().region).ppu.dot_clocks;
    console.restore(late);
    console.step();
    return console.state();
  };
  // With the picture chip held back for so many dots, the flag does not rise within the instruction.
  uint64_t dots = 1;
  while (hit(after(dots))) ++dots;
  const console::State there = after(dots - 1);
  // The chip stands behind the dot in which it rose.
  const int dot = static_cast<int>(there.ppu.dot) - 1;
  const trace::CodeAddress pc(last.cpu.pc, console.prgBank(last.cpu.pc));
  return FrameEvent{EventKind::SpriteZero, {there.ppu.scanline, std::max(dot, 0)}, last.cycle, pc};
}

std::string wordsOf(const FrameEvent& event) {
  std::string text(event_names[static_cast<size_t>(event.kind)]);
  if (event.address == 0) return text;
  text.clear();
  if (event.address < 0x4000)
    text = picture_registers[event.address & 7];
  else if (event.address <= joy2)
    text = event.address == joy2 && event.write ? "FRAME_CNT" : sound_registers[event.address & 0x1F];
  return text.append(text.empty() ? "" : " ")
      .append(trace::addressText(event.address))
      .append(event.write ? " = $" : " -> $")
      .append(base::hex(event.value, 2));
}

}  // namespace jumpscope::play
