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

// The file on the disk that FILE or FILE.zip:NAME names.
std::string archiveOf(const std::string& path);

// What a file contains that is called `archive`: itself, what gzip compressed, or of a zip archive the one .nes file in
// it, or `wanted`. The content says which, not the extension. Throws std::runtime_error.
RomFile unpackRom(std::vector<uint8_t> file, const std::string& archive, const std::string& wanted = "");

// Reads FILE.nes, FILE.nes.gz, FILE.zip with one .nes in it, or that which FILE.zip:NAME picks, and applies the
// patches in their order. Throws std::runtime_error.
RomFile readRomFile(const std::string& path, const std::vector<std::string>& patches = {});

// readRomFile(), parsed.
console::Cartridge readCartridge(const std::string& path, const std::vector<std::string>& patches = {});

// True if the path names a cartridge: by its content or, when it is damaged, by its extension. Throws
// std::runtime_error when it cannot be read.
bool isRom(const std::string& path);

}  // namespace jumpscope::session
