// What happens in a frame beside the program's own work, each at its place on the raster.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/play/tools/instruction_log.h"

namespace jumpscope::play {

enum class EventKind : uint8_t {
  PictureWrite,
  PictureRead,
  SoundWrite,
  SoundRead,
  Controller,
  BoardWrite,
  Nmi,
  Irq,
  OamDma,
  SampleDma,
  SpriteZero,
};
inline constexpr std::array<std::string_view, 11> event_names = {"picture chip written",
                                                                 "picture chip read",
                                                                 "sound chip written",
                                                                 "sound chip read",
                                                                 "controllers",
                                                                 "board written",
                                                                 "NMI",
                                                                 "IRQ",
                                                                 "OAM DMA",
                                                                 "sample DMA",
                                                                 "sprite 0 hit"};

struct FrameEvent {
  EventKind kind = EventKind::Nmi;
  RasterPlace place{};
  uint64_t cycle = 0;
  trace::CodeAddress pc{};  // of the instruction; of an interrupt: where the program was
  uint16_t address = 0;     // of the register, mirrors folded; 0: none
  uint8_t value = 0;
  bool write = false;
};

// In order of time.
std::vector<FrameEvent> eventsOf(const InstructionLog& log, const console::Console& console);

// The dot in which the flag of the sprite-0 hit rises before a CPU cycle; nullopt: it does not. Precondition: the console
// stands before an instruction, with the input of the frame.
std::optional<FrameEvent> spriteZeroHit(const console::Console& before, uint64_t end_cycle);

// "PPUMASK $2001 = $1E"
std::string wordsOf(const FrameEvent& event);

}  // namespace jumpscope::play
