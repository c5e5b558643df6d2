// Cartridges, the archives that they come in, and patches.
#include <algorithm>
#include <memory>

#include "mappers/patch.h"
#include "mappers/patch_reader.h"
#include "src/console/cartridge.h"
#include "src/console/console.h"
#include "src/session/rom_file.h"
#include "tests/fuzz/readers.h"

namespace jumpscope::fuzz {
namespace {

// 256 bytes, each its own index.
const std::vector<uint8_t>& patchedFile() {
  static const auto file = [] {
    std::vector<uint8_t> bytes(256);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = uint8_t(i);
    return bytes;
  }();
  return file;
}

void append(std::vector<uint8_t>& bytes, uint32_t little_endian) {
  for (int shift = 0; shift < 32; shift += 8) bytes.push_back(uint8_t(little_endian >> shift));
}

// What a BPS or UPS patch does, behind sizes and checksums that fit; but for the result's, which nobody can guess.
std::vector<uint8_t> sealedPatch(std::string_view mark, uint8_t target_size, Bytes body) {
  std::vector<uint8_t> patch(mark.begin(), mark.end());
  patch.insert(patch.end(), {0x00, 0x81, uint8_t(target_size & 0x7F), 0x80});  // 256, and at least 128
  patch.insert(patch.end(), body.begin(), body.end());
  append(patch, mappers::crc32Of(patchedFile()));
  append(patch, 0);
  append(patch, mappers::crc32Of(patch));
  return patch;
}

std::vector<uint8_t> patchFrom(Bytes bytes) {
  if (bytes.size() > 1 && bytes[0] == 'b') return sealedPatch("BPS1", bytes[1], bytes.subspan(2));
  if (bytes.size() > 1 && bytes[0] == 'u') return sealedPatch("UPS1", bytes[1], bytes.subspan(2));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

void readCartridge(Bytes bytes) {
  const auto cartridge = std::make_shared<const console::Cartridge>(
      console::parseCartridge({bytes.begin(), bytes.end()}, "game.nes"));
  mappers::requireSupported(*cartridge);
  console::Console console(cartridge, {});
  for (int i = 0; i < 50; ++i) console.step();
}

void readRomFile(Bytes bytes) {
  const session::RomFile rom = session::unpackRom({bytes.begin(), bytes.end()}, "game.zip");
  console::parseCartridge(rom.bytes, rom.where);
}

void readPatch(Bytes bytes) {
  mappers::applyPatch({patchedFile(), "game.nes"}, {patchFrom(bytes), "game.patch"});
}

}  // namespace jumpscope::fuzz
