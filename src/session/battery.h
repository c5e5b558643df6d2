// What a cartridge's battery keeps, as a file: the bytes of PRG-NVRAM, then of CHR-NVRAM.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/session/folders.h"

namespace jumpscope::session {

using BatteryRam = std::shared_ptr<const std::vector<uint8_t>>;

// Where the file is. Empty paths: there is no such place.
struct BatteryPlace {
  std::filesystem::path read;   // where the file is now, if there is one
  std::filesystem::path write;  // where it is written
};

// GAME.sav beside the ROM where the folder can be written, else $XDG_DATA_HOME/jumpscope/saves/GAME-CRC32.sav. A file that
// exists beside the ROM and cannot be written is read until the other one exists. `rom_path`: the ROM's or the
// archive's.
BatteryPlace findBattery(const Folders& folders, const std::filesystem::path& rom_path,
                         const console::Cartridge& cartridge);

// How many bytes the cartridge's battery keeps; 0: it has none. Throws std::runtime_error when there is no board for it.
size_t batterySize(std::shared_ptr<const console::Cartridge> cartridge);

// Keeps the file as the battery's RAM is; whoever reads it at any moment finds what the RAM was at one of the calls of save(),
// never a mixture, also after a crash.
class BatteryFile {
 public:
  BatteryFile() = default;  // keeps nothing
  // Reads the file, if there is one. Throws std::runtime_error when it cannot be read or is not `size` bytes long: it is
  // left as it is then.
  BatteryFile(BatteryPlace place, size_t size);

  bool keeps() const { return !place_.write.empty(); }
  const std::filesystem::path& path() const { return place_.write; }
  // As the file has it; nullptr: there is none.
  const BatteryRam& content() const { return content_; }
  // Writes the file if the RAM is not what it was at the call before, or when it was read, or, without a file, if it is
  // not all zeros. Throws std::runtime_error.
  void save(std::vector<uint8_t> ram);

 private:
  BatteryPlace place_;
  BatteryRam content_;
};

}  // namespace jumpscope::session
