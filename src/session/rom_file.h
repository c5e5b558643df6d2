// A cartridge file as it lies on the disk: plain, in a zip archive or compressed with gzip, with patches beside it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/console/cartridge.h"

namespace jumpscope::session {

struct RomFile {
  std::vector<uint8_t> bytes;
  std::string name;   // of the cartridge file itself, without folder, archive and ".gz"
  std::string where;  // for messages: the name, and the archive's
};

// Reads FILE.nes, FILE.nes.gz, FILE.zip with one .nes in it, or that which FILE.zip:NAME picks, and applies the
// patches in their order. The content says what is packed, not the extension. Throws std::runtime_error.
RomFile readRomFile(const std::string& path, const std::vector<std::string>& patches = {});

// readRomFile(), parsed.
console::Cartridge readCartridge(const std::string& path, const std::vector<std::string>& patches = {});

// Whether the path names a cartridge: by its content, or by its extension when it is damaged. Throws
// std::runtime_error when it cannot be read.
bool isRom(const std::string& path);

}  // namespace jumpscope::session
