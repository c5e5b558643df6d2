// The choice of cartridge and machine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/movie/fm2.h"

namespace jumpscope::session {

struct RomChoice {
  std::string rom;
  std::string prg, chr, mirroring;  // a bare dump, instead of `rom`
  std::string mapper;  // "N" or "N.S": the board; empty: as the header says, NROM for a bare dump
  std::vector<std::string> patches;  // of `rom`, in their order

  // True if a cartridge is named, by ROM or by a bare dump's options.
  bool named() const { return !rom.empty() || bare(); }
  bool bare() const { return !prg.empty() || !chr.empty() || !mirroring.empty(); }
};

// "N" or "N.S", a mapper and its submapper. Throws std::runtime_error.
mappers::BoardNumber parseBoardNumber(const std::string& text);

// Reads the files. Throws std::runtime_error when neither or both ways of naming a cartridge are used.
std::shared_ptr<const console::Cartridge> loadCartridge(const RomChoice& choice);
// The same; nullptr: the file that is named is no cartridge.
std::shared_ptr<const console::Cartridge> loadIfCartridge(const RomChoice& choice);

struct MachineChoice {
  std::string region = "auto";  // as movie and header say
  std::string ram_init = "fceux";
  std::string policy = "catch-up";
  uint64_t alignment = console::default_alignment;
  bool no_idle_skip = false;
  bool no_native_code = false;
  std::string battery;               // the file that Options::battery is read from; empty: none
  std::vector<std::string> devices;  // "2=zapper"; others are as movie and header say

  bool operator==(const MachineChoice&) const = default;
};

// What a movie was recorded on.
struct RecordedOn {
  bool pal = false;
  std::optional<console::Devices> devices;  // nullopt: there is no movie
};

RecordedOn recordedOn(const movie::Movie& movie);

// The movie decides where the user does not, and the cartridge's header where neither does. Reads the battery's file,
// if any. Throws std::runtime_error.
console::Options machineOptions(const MachineChoice& choice, const console::Cartridge& cartridge,
                                const RecordedOn& movie = {});

}  // namespace jumpscope::session
