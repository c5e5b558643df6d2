#include "src/console/cartridge.h"

#include <gtest/gtest.h>

#include "src/base/hash.h"

namespace jumpscope::console {
namespace {

constexpr size_t header_size = 16, trainer_size = 512, prg_size = 0x4000, chr_size = 0x2000;

// NROM-128, with a trainer when asked.
std::vector<uint8_t> image(bool trainer = false, bool chr_rom = true) {
  std::vector<uint8_t> file{'N', 'E', 'S', 0x1A, 1, chr_rom, static_cast<uint8_t>(trainer ? 4 : 0)};
  file.resize(header_size);
  if (trainer) file.insert(file.end(), trainer_size, 0x77);
  file.insert(file.end(), prg_size, 0x01);
  if (chr_rom) file.insert(file.end(), chr_size, 0x81);
  return file;
}

TEST(CartridgeHashes, AreOfTheFileAndOfItsParts) {
  const auto file = image();
  const Cartridge c = parseCartridge(file, "x.nes");
  const std::span<const uint8_t> body = std::span(file).subspan(header_size);
  EXPECT_EQ(c.fileSha1(), base::sha1Hex(file));
  EXPECT_EQ(c.prgChrSha1(), base::sha1Hex(body));
  EXPECT_EQ(c.prgChrCrc32(), base::crc32Hex(body));
  EXPECT_EQ(c.prgSha1(), base::sha1Hex(body.first(prg_size)));
  EXPECT_EQ(c.chrSha1(), base::sha1Hex(body.subspan(prg_size)));
}

TEST(CartridgeHashes, LeaveTheTrainerOut) {
  const Cartridge with = parseCartridge(image(true), "x.nes"), without = parseCartridge(image(), "x.nes");
  EXPECT_EQ(with.prgChrSha1(), without.prgChrSha1());
  EXPECT_NE(with.fileSha1(), without.fileSha1());
}

TEST(CartridgeHashes, LeaveBytesAfterChrRomOut) {
  auto longer = image();
  longer.insert(longer.end(), 128, 0x55);
  EXPECT_EQ(parseCartridge(longer, "x.nes").prgChrSha1(), parseCartridge(image(), "x.nes").prgChrSha1());
}

TEST(CartridgeHashes, ChrRamHasNone) {
  EXPECT_EQ(parseCartridge(image(false, false), "x.nes").chrSha1(), "");
}

TEST(CartridgeHashes, OfABareDumpAreThoseOfTheSameDumpWithAHeader) {
  const Cartridge headed = parseCartridge(image(), "x.nes");
  const Cartridge bare =
      console::makeBareCartridge(headed.prg, headed.chr, mappers::Mirroring::Vertical, "x.prg");
  EXPECT_EQ(bare.prgChrSha1(), headed.prgChrSha1());
  EXPECT_EQ(bare.fileSha1(), "");
}

}  // namespace
}  // namespace jumpscope::console
