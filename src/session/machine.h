// Which cartridge runs on which machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::session {

struct RomChoice {
  std::string rom;
  std::string prg, chr, mirroring;  // a bare dump, instead of `rom`
  std::string mapper;  // "N" or "N.S": the board; empty: as the header says, NROM for a bare dump
  std::vector<std::string> patches;  // of `rom`, in their order

  // Whether a cartridge is named at all, in whatever way.
  bool named() const { return !rom.empty() || bare(); }
  bool bare() const { return !prg.empty() || !chr.empty() || !mirroring.empty(); }
};

// "N" or "N.S", a mapper and its submapper. Throws std::runtime_error.
mappers::BoardNumber parseBoardNumber(const std::string& text);

// Reads the files. Throws std::runtime_error when neither or both ways of naming a cartridge are used.
std::shared_ptr<const console::Cartridge> loadCartridge(const RomChoice& choice);

struct MachineChoice {
  std::string region = "auto";  // as movie and header say
  std::string ram_init = "fceux";
  std::string policy = "catch-up";
  uint64_t alignment = console::default_alignment;
  bool no_idle_skip = false;
  std::string battery;  // the file that Options::battery is read from; empty: none

  bool operator==(const MachineChoice&) const = default;
};

// Reads the battery's file, if any; throws std::runtime_error. `movie_is_pal`: what the movie, if any, was recorded on; it decides where the user does not.
console::Options machineOptions(const MachineChoice& choice, const console::Cartridge& cartridge,
                                bool movie_is_pal = false);

}  // namespace jumpscope::session
