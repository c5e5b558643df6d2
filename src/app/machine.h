// What several commands share: which cartridge and which machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "src/app/arguments.h"
#include "src/console/console.h"

namespace jumpscope::app {

struct RomChoice {
  std::string rom;
  std::string prg, chr, mirroring;  // a bare dump, instead of `rom`
};

// Declares --prg, --chr and --mirroring; the positional ROM is the command's own.
void declareBareDump(Arguments& arguments, RomChoice& choice);

// Reads the files. Throws std::runtime_error when neither or both ways of naming a cartridge are used.
std::shared_ptr<const mappers::Cartridge> loadCartridge(const RomChoice& choice);

struct MachineChoice {
  std::string region = "auto";  // as movie and header say
  std::string ram_init = "fceux";
  std::string policy = "catch-up";
  uint64_t alignment = console::default_alignment;
  bool no_idle_skip = false;
};

void declareMachine(Arguments& arguments, MachineChoice& choice);

// `movie_is_pal`: what the movie, if any, was recorded on; it decides where the user does not.
console::Options machineOptions(const MachineChoice& choice, const mappers::Cartridge& cartridge,
                                bool movie_is_pal = false);

}  // namespace jumpscope::app
