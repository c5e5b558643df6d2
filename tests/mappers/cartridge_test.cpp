#include "mappers/cartridge.h"

#include <gtest/gtest.h>

#include "tests/support/bytes.h"

namespace jumpscope::mappers {
namespace {

using tests::errorOf;
using tests::toBytes;

// A file whose header has bytes 4 and 5 as given and which holds that many banks, each full of its own index.
std::vector<uint8_t> image(int prg_banks, int chr_banks, uint8_t flags6 = 0, uint8_t flags7 = 0) {
  const size_t trainer = (flags6 & 4) != 0 ? 512 : 0;
  std::vector<uint8_t> file(16 + trainer + size_t(prg_banks) * 0x4000 + size_t(chr_banks) * 0x2000);
  size_t at = 0;
  for (int byte : {int('N'), int('E'), int('S'), 0x1A, prg_banks, chr_banks, int(flags6), int(flags7)})
    file[at++] = uint8_t(byte);
  at = 16 + trainer;
  for (int bank = 0; bank < prg_banks; ++bank, at += 0x4000)
    std::fill_n(&file[at], 0x4000, uint8_t(bank + 1));
  for (int bank = 0; bank < chr_banks; ++bank, at += 0x2000)
    std::fill_n(&file[at], 0x2000, uint8_t(bank + 0x81));
  return file;
}

std::string parseError(const std::vector<uint8_t>& file) {
  return errorOf([&] { parseCartridge(file, "x.nes"); });
}

std::string supportError(const std::vector<uint8_t>& file) {
  const Cartridge cartridge = parseCartridge(file, "x.nes");
  return errorOf([&] { requireSupported(cartridge); });
}

TEST(Cartridge, AnINesFileIsReadWhole) {
  const Cartridge c = parseCartridge(image(2, 1, 0x03), "x.nes");
  EXPECT_EQ(c.format, Format::INes);
  EXPECT_EQ(c.mapper, 0);
  EXPECT_EQ(c.board, "NROM-256");
  EXPECT_EQ(c.mirroring, Mirroring::Vertical);
  EXPECT_TRUE(c.battery);
  EXPECT_EQ(c.prg.size(), 0x8000u);
  EXPECT_EQ(c.prg[0x7FFF], 2);
  EXPECT_EQ(c.chr.size(), 0x2000u);
  EXPECT_EQ(c.chr[0], 0x81);
  EXPECT_FALSE(c.chr_is_ram);
  EXPECT_EQ(c.trailing_bytes, 0u);
  EXPECT_EQ(errorOf([&] { requireSupported(c); }), "");
}

TEST(Cartridge, ATrainerIsKeptApart) {
  const Cartridge with = parseCartridge(image(1, 1, 0x04), "x.nes");
  const Cartridge without = parseCartridge(image(1, 1), "x.nes");
  EXPECT_EQ(with.trainer, std::vector<uint8_t>(512));
  EXPECT_TRUE(without.trainer.empty());
  EXPECT_EQ(with.prg[0], 1);
  EXPECT_EQ(with.prg, without.prg);
  EXPECT_EQ(with.chr, without.chr);
}

TEST(Cartridge, NoChrRomMeansChrRam) {
  const Cartridge c = parseCartridge(image(1, 0), "x.nes");
  EXPECT_TRUE(c.chr_is_ram);
  EXPECT_EQ(c.chr_ram_size, 0x2000u);
  EXPECT_TRUE(c.chr.empty());
}

TEST(Cartridge, BytesAfterChrRomAreIgnoredButCounted) {
  auto file = image(1, 1);
  file.insert(file.end(), 128, 0x55);
  const Cartridge c = parseCartridge(file, "x.nes");
  EXPECT_EQ(c.trailing_bytes, 128u);
  EXPECT_EQ(c.chr, parseCartridge(image(1, 1), "x.nes").chr);
}

TEST(Cartridge, ADumpersNameInTheHeaderDoesNotChangeTheMapper) {
  for (const char* garbage : {"DiskDude!", "\0blarggg"}) {
    auto file = image(1, 1, 0x01);
    std::copy(garbage, garbage + 9, file.begin() + 7);
    file[14] = 'x';
    const Cartridge c = parseCartridge(file, "x.nes");
    EXPECT_EQ(c.mapper, 0) << garbage;
    EXPECT_EQ(c.region, Region::Ntsc) << garbage;
    EXPECT_EQ(errorOf([&] { requireSupported(c); }), "");
  }
}

TEST(Cartridge, WhatIsIgnoredInAHeaderIsSaid) {
  const auto notes = [](const std::vector<uint8_t>& file) { return parseCartridge(file, "x.nes").notes; };
  const auto has = [](const std::vector<std::string>& notes, const char* words) {
    return notes.size() == 1 && notes[0].find(words) != std::string::npos;
  };
  EXPECT_EQ(notes(image(2, 1)), std::vector<std::string>());

  auto signed_over = image(1, 1);
  const std::string_view name = "DiskDude!";
  std::copy(name.begin(), name.end(), signed_over.begin() + 7);
  EXPECT_TRUE(has(notes(signed_over), "bytes 7 to 15 of the header are \"DiskDude!\" instead of values"));
  signed_over[9] = 0xFF;
  EXPECT_TRUE(has(notes(signed_over), "are 44 69 FF 6B 44"));

  auto longer = image(1, 1);
  longer.insert(longer.end(), 0x400, 0);
  EXPECT_TRUE(has(notes(longer), "1 KiB after the ROM belong to no part"));

  auto much_ram = image(1, 1);
  much_ram[8] = 0xFF;
  EXPECT_TRUE(has(notes(much_ram), "promises 2040 KiB of PRG-RAM"));
  EXPECT_EQ(parseCartridge(much_ram, "x.nes").prg_ram_size, 0u);

  EXPECT_TRUE(has(notes(image(1, 0, 0, 0x08)), "neither CHR-ROM nor CHR-RAM"));
}

TEST(Cartridge, BitsThatLookLikeNes20WithASizeThatDoesNotFitAreINes) {
  auto file = image(2, 1, 0x10, 0x48);
  file[9] = 'D';
  const Cartridge c = parseCartridge(file, "x.nes");
  EXPECT_EQ(c.format, Format::INes);
  EXPECT_EQ(c.mapper, 1);
  EXPECT_EQ(c.prg.size(), 0x8000u);
  ASSERT_EQ(c.notes.size(), 1u);
  EXPECT_NE(c.notes[0].find("bytes 7 to 15"), std::string::npos);
}

TEST(Cartridge, ABatteryKeepsPrgRamWhateverTheHeaderForgets) {
  const Cartridge ines = parseCartridge(image(1, 1, 0x02), "x.nes");
  EXPECT_FALSE(ines.sizes_known);
  EXPECT_EQ(ines.prg_nvram_size, 0x2000u);
  EXPECT_EQ(ines.prg_ram_size, 0u);

  auto no_size = image(1, 1, 0x02, 0x08);
  no_size[10] = 0x07;
  EXPECT_EQ(parseCartridge(no_size, "x.nes").prg_nvram_size, 0x2000u);
  EXPECT_EQ(parseCartridge(no_size, "x.nes").notes.size(), 1u);

  auto no_bit = image(1, 1, 0x00, 0x08);
  no_bit[10] = 0x70;
  EXPECT_TRUE(parseCartridge(no_bit, "x.nes").battery);
  EXPECT_EQ(parseCartridge(no_bit, "x.nes").notes.size(), 1u);
}

TEST(Cartridge, RamThatNoBoardHasIsRefused) {
  auto file = image(1, 1, 0x00, 0x08);
  file[11] = 0x0F;
  EXPECT_NE(parseError(file).find("promises 2048 KiB of CHR-RAM; no board has more than 1024 KiB"),
            std::string::npos)
      << parseError(file);
}

TEST(Cartridge, TheDefaultDeviceIsNes20s) {
  auto file = image(1, 1, 0x00, 0x08);
  file[15] = 0xC8;
  EXPECT_EQ(parseCartridge(file, "x.nes").default_device, 8);
  EXPECT_EQ(parseCartridge(image(1, 1), "x.nes").default_device, 0);
}

TEST(Cartridge, AnotherBoardThanTheHeadersIsTakenWithANote) {
  Cartridge c = parseCartridge(image(2, 1), "x.nes");
  overrideBoard(c, {66, 0});
  EXPECT_EQ(c.mapper, 66);
  EXPECT_EQ(c.board, "GxROM");
  EXPECT_EQ(c.notes, std::vector<std::string>{"mapper 66 was asked for; the header says 0"});
  EXPECT_EQ(makeBareCartridge(std::vector<uint8_t>(0x20000), {}, Mirroring::Vertical, "x", {30, 1}).submapper,
            1);
}

TEST(Cartridge, TheTelevisionSystemIsReadFromTheHeader) {
  auto file = image(1, 1);
  file[9] = 1;
  EXPECT_EQ(parseCartridge(file, "x.nes").region, Region::Pal);

  const Region expected[] = {Region::Ntsc, Region::Pal, Region::Ntsc, Region::Dendy};
  for (int timing = 0; timing < 4; ++timing) {
    auto nes20 = image(1, 1, 0, 0x08);
    nes20[12] = uint8_t(timing);
    EXPECT_EQ(parseCartridge(nes20, "x.nes").region, expected[timing]) << "timing " << timing;
  }
}

TEST(Cartridge, Nes20HasWideMapperNumbersAndRamSizes) {
  auto file = image(1, 1, 0x50, 0x38);
  file[8] = 0x72;
  file[10] = 0x97;
  file[11] = 0x07;
  const Cartridge c = parseCartridge(file, "x.nes");
  EXPECT_EQ(c.format, Format::Nes20);
  EXPECT_EQ(c.mapper, 0x235);
  EXPECT_EQ(c.submapper, 7);
  EXPECT_EQ(c.board, "unknown board");
  EXPECT_TRUE(c.sizes_known);
  EXPECT_EQ(c.prg_ram_size, 64u << 7);
  EXPECT_EQ(c.prg_nvram_size, 64u << 9);
  EXPECT_EQ(c.chr_ram_size, 64u << 7);
  EXPECT_EQ(c.chr_nvram_size, 0u);
}

TEST(Cartridge, Nes20SizesMayBeAnExponentAndAMultiplier) {
  auto file = image(2, 1, 0, 0x08);
  file[4] = 15 << 2;      // 2^15 * 1
  file[5] = 11 << 2 | 1;  // 2^11 * 3
  file[9] = 0xFF;
  file.resize(16 + 0x8000 + 0x1800);
  const Cartridge c = parseCartridge(file, "x.nes");
  EXPECT_EQ(c.prg.size(), 0x8000u);
  EXPECT_EQ(c.chr.size(), 0x1800u);
}

TEST(Cartridge, AHeaderThatClaimsMoreThanTheFileHoldsIsRefusedWithBothSizes) {
  auto four_gib = image(2, 1, 0, 0x08);
  four_gib[4] = 32 << 2;
  four_gib[9] = 0x0F;
  EXPECT_EQ(parseError(four_gib),
            "x.nes is cut short: its header promises 4194304 KiB of PRG-ROM, but only 40 KiB of the file are "
            "left for "
            "it; dump or download it again");
  auto absurd = four_gib;
  absurd[4] = 0xFF;
  EXPECT_NE(parseError(absurd).find("more than 2^64 bytes of PRG-ROM"), std::string::npos)
      << parseError(absurd);

  auto no_prg = image(2, 1);
  no_prg.resize(16);
  EXPECT_NE(parseError(no_prg).find("promises 32 KiB of PRG-ROM, but only 0 bytes"), std::string::npos);
  auto short_trainer = image(1, 1, 0x04);
  short_trainer.resize(16 + 511);
  EXPECT_NE(parseError(short_trainer).find("ends within its trainer of 512 bytes"), std::string::npos);
  auto giant_chr = image(2, 1, 0, 0x08);
  giant_chr[5] = 32 << 2;
  giant_chr[9] = 0xF0;
  EXPECT_NE(parseError(giant_chr).find("promises 4194304 KiB of CHR-ROM, but only 8 KiB"), std::string::npos);
}

// As FCEUX reads it.
TEST(Cartridge, AFileThatEndsBeforeItsRomIsFilledUpWithANote) {
  const auto whole = image(2, 1, 0x04);
  const size_t begin = 16 + 512;
  for (const size_t missing : {size_t{1}, size_t{0x2000}, size_t{0x2001}, size_t{0x9FFF}}) {
    auto file = whole;
    file.resize(whole.size() - missing);
    const Cartridge c = parseCartridge(file, "x.nes");
    auto filled = file;
    filled.resize(whole.size(), 0xFF);
    EXPECT_EQ(c.prg, std::vector<uint8_t>(filled.begin() + begin, filled.begin() + begin + 0x8000))
        << missing;
    EXPECT_EQ(c.chr, std::vector<uint8_t>(filled.begin() + begin + 0x8000, filled.end())) << missing;
    EXPECT_TRUE(c.notes.empty());
    EXPECT_EQ(c.shortage, "the file ends " +
                              std::string(missing == 0x2000 ? "8 KiB" : std::to_string(missing) + " bytes") +
                              " before the end of the ROM that its header promises (40 KiB); the missing "
                              "bytes are $FF, as in FCEUX");
    EXPECT_EQ(errorOf([&] { requireSupported(c); }), "");
  }
}

TEST(Cartridge, WhatIsNoCartridgeIsRefusedInOneSentence) {
  EXPECT_EQ(parseError({}), "x.nes is empty; expected a cartridge file (iNES or NES 2.0)");
  EXPECT_NE(parseError(toBytes("Hello, this is a text file.\n")).find("begins with the bytes 48 65 6C 6C"),
            std::string::npos);
  EXPECT_NE(parseError(toBytes("PK\x03\x04zipzipzipzip")).find("unpack it first"), std::string::npos);
  EXPECT_NE(parseError(toBytes("NESM\x1A\x01")).find("this is an NSF file"), std::string::npos);
  EXPECT_NE(parseError(toBytes("FDS\x1A\x01")).find("Famicom Disk System image"), std::string::npos);
  EXPECT_NE(parseError(toBytes("\x01*NINTENDO-HVC*")).find("disk of the Famicom Disk System"),
            std::string::npos);
  EXPECT_NE(parseError(toBytes("NES\x1A\x02")).find("16 bytes, the file has 5"), std::string::npos);
  EXPECT_NE(parseError(image(0, 1)).find("holds no program"), std::string::npos);
}

TEST(Cartridge, BoardsThatAreNotThereAreNamedByNumberAndName) {
  EXPECT_EQ(supportError(image(2, 1, 0x40, 0x10)),
            "x.nes: mapper 20 (Famicom Disk System) is not supported; see `jumpscope info --boards` for the "
            "boards that "
            "jumpscope runs");
  EXPECT_EQ(
      supportError(image(2, 1, 0xF0, 0xF0)),
      "x.nes: mapper 255 (unknown board) is not supported; see `jumpscope info --boards` for the boards that "
      "jumpscope runs");
}

TEST(Cartridge, NromOfAnImpossibleSizeOrWiringIsRefused) {
  EXPECT_NE(supportError(image(4, 1)).find("64 KiB of PRG-ROM is not supported"), std::string::npos);
  EXPECT_NE(supportError(image(2, 2)).find("16 KiB of CHR-ROM is not supported"), std::string::npos);
  EXPECT_EQ(supportError(image(2, 1, 0x08)), "");
  EXPECT_NE(supportError(image(2, 1, 0x00, 0x09)).find("Vs. System is not supported"), std::string::npos);
}

TEST(Cartridge, ABareDumpEqualsTheSameDumpWithAHeader) {
  const auto file = image(2, 1, 0x01);
  const Cartridge headed = parseCartridge(file, "x.nes");
  const Cartridge bare = makeBareCartridge(headed.prg, headed.chr, Mirroring::Vertical, "x.prg");
  EXPECT_EQ(bare.format, Format::Bare);
  EXPECT_EQ(bare.board, "NROM-256");
  EXPECT_EQ(bare.prg, headed.prg);
  EXPECT_EQ(bare.chr, headed.chr);
  EXPECT_EQ(errorOf([&] { requireSupported(bare); }), "");
  EXPECT_TRUE(makeBareCartridge(headed.prg, {}, Mirroring::Horizontal, "x.prg").chr_is_ram);
}

TEST(Cartridge, ABareDumpOfAnotherSizeIsRefused) {
  const auto bare = [](size_t prg, size_t chr, Mirroring mirroring) {
    return errorOf([&] {
      requireSupported(
          makeBareCartridge(std::vector<uint8_t>(prg), std::vector<uint8_t>(chr), mirroring, "x.prg"));
    });
  };
  EXPECT_NE(bare(0x8010, 0x2000, Mirroring::Vertical).find("32784 bytes"), std::string::npos);
  EXPECT_NE(bare(0, 0x2000, Mirroring::Vertical).find("0 bytes"), std::string::npos);
  EXPECT_NE(bare(0x8000, 0x1000, Mirroring::Vertical).find("CHR dump that goes with x.prg has 4 KiB"),
            std::string::npos);
}

TEST(Cartridge, BrokenFilesAreRefusedInASentenceAndNothingElse) {
  for (uint8_t flags7 : {0x00, 0x08})
    tests::feedBrokenFiles(
        image(1, 1, 0x05, flags7),
        [](const std::vector<uint8_t>& file) { requireSupported(parseCartridge(file, "x.nes")); }, 1000);
  // The header alone decides most: all values of each of its bytes.
  for (uint8_t flags7 : {0x00, 0x08})
    for (size_t at = 0; at < 16; ++at)
      for (int value = 0; value < 256; ++value) {
        auto file = image(1, 1, 0, flags7);
        file[at] = uint8_t(value);
        errorOf([&] { requireSupported(parseCartridge(file, "x.nes")); });
      }
}

}  // namespace
}  // namespace jumpscope::mappers
