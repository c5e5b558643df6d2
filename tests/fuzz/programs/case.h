// A program, the console that it runs on, and what happens to the console meanwhile: one input of the
// differential fuzzer, as a value and as files.
//
// Files: NAME.nes, which names the board, and beside it NAME.case, a text with a line for each setting:
//
//   frames 14
//   region pal                    ntsc, pal or dendy
//   alignment 1                   0-3
//   ram-init random:77            as the option of `run`
//   outputs                       with pixels and samples
//   no-idle-skip
//   buttons 0 129 8               of the first pad, a number for each frame, repeated
//   at FRAME STEPS KIND VALUE     a disturbance; see there
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::fuzz {

// Something done to both consoles alike, or to the one that catches up and without any effect.
struct Disturbance {
  enum class Kind : uint8_t {
    None,     // only the steps
    Save,     // write a state file and go on from it
    Copy,     // go on with a copy
    Assign,   // go on with another console that was assigned this one
    Restore,  // the same by Console::restore
    Look,     // read everything that can be read
    Poke,     // VALUE: address | byte << 16
    Reset,
    Buttons,  // VALUE: of the second pad
  };
  static constexpr int kinds = 9;

  int frame = 0;
  int steps = 0;  // so many instructions after the frame's start or the disturbance before, singly
  Kind kind = Kind::None;
  uint32_t value = 0;

  bool operator==(const Disturbance&) const = default;
};

struct Case {
  std::vector<uint8_t> prg;  // a multiple of 16 KiB
  std::vector<uint8_t> chr;  // a multiple of 8 KiB; empty: 8 KiB of CHR-RAM
  mappers::Mirroring mirroring = mappers::Mirroring::Horizontal;
  mappers::BoardNumber board;
  console::Options options;
  int frames = 14;
  std::vector<console::Buttons> buttons;
  std::vector<Disturbance> disturbances;  // by frame

  std::shared_ptr<const console::Cartridge> cartridge() const;
};

// Decided by its seed alone, the same on every machine. Half of the seeds are on a board other than NROM.
Case randomCase(uint32_t seed, int frames);

// For a third of the programs none, so that the fast paths also see long quiet times.
std::vector<Disturbance> randomDisturbances(std::mt19937& random, int frames);

// The first seed of a run without one: another for each day, far enough from the next day's.
uint32_t seedOfTheDay();

// Both files of a case; `path` is that of the .case file. Throws std::runtime_error.
Case readCase(const std::filesystem::path& path);
void writeCase(const Case& what, const std::filesystem::path& path);

// How `jumpscope run` shows the case, as far as it can: without disturbances.
std::string runCommand(const Case& what, const std::filesystem::path& rom);

}  // namespace jumpscope::fuzz
