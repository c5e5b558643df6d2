// Cartridge files in archives, and with patches.
#include "src/session/rom_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "src/base/files.h"
#include "src/base/gzip_stream.h"
#include "src/session/machine.h"
#include "tests/support/bytes.h"
#include "tests/support/make_zip.h"
#include "tests/support/program.h"

namespace jumpscope::session {
namespace {

using tests::errorOf;

class RomFiles : public testing::Test {
 protected:
  static void write(const std::filesystem::path& path, std::span<const uint8_t> bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
  }
  static std::string gzip(const std::string& content) {
    std::string packed;
    base::GzipCompressor compressor([&](std::string_view piece) { packed += piece; });
    compressor.write(content);
    compressor.finish();
    return packed;
  }
  std::string zip(const tests::ZipFiles& files) const {
    write(folder_ / "a.zip", tests::makeZip(files));
    return (folder_ / "a.zip").string();
  }
  std::string file(const std::string& name, const std::string& content) const {
    tests::writeText(folder_ / name, content);
    return (folder_ / name).string();
  }
  static std::string error(const std::string& path, const std::vector<std::string>& patches = {}) {
    return errorOf([&] { readCartridge(path, patches); });
  }
  static bool contains(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  }

  const tests::Folder folder_;
  const std::string rom_ = tests::countingCartridge();
};

TEST_F(RomFiles, AnArchivedCartridgeIsTheCartridge) {
  const console::Cartridge plain = readCartridge(file("game.nes", rom_));
  for (const std::string& path :
       {zip({{"read me.txt", "hello"}, {"roms/game.NES", rom_}, {"__MACOSX/._game.nes", "x"}}),
        file("game.nes.gz", gzip(rom_)), file("no extension", gzip(rom_))}) {
    const console::Cartridge packed = readCartridge(path);
    EXPECT_EQ(packed.prg, plain.prg) << path;
    EXPECT_EQ(packed.fileSha1(), plain.fileSha1()) << path;
    EXPECT_TRUE(readIfCartridge(path)) << path;
  }
  EXPECT_EQ(readCartridge((folder_ / "a.zip").string()).name, "game.NES");
  EXPECT_EQ(readCartridge((folder_ / "game.nes.gz").string()).name, "game.nes");
}

TEST_F(RomFiles, OneOfSeveralInAnArchiveIsPickedByName) {
  std::string other = rom_;
  other.back() = 'x';
  const std::string path = zip({{"a.nes", rom_}, {"b/b.nes", other}, {"c.bin", rom_}});
  EXPECT_TRUE(contains(error(path),
                       "the archive a.zip contains 2 cartridges: a.nes, b/b.nes; pick one as a.zip:NAME"))
      << error(path);
  EXPECT_EQ(readCartridge(path + ":a.nes").name, "a.nes");
  EXPECT_EQ(readCartridge(path + ":b/b.nes").chr.back(), 'x');
  EXPECT_EQ(readCartridge(path + ":c.bin").name, "c.bin");
  EXPECT_TRUE(contains(error(path + ":d.nes"), "contains no file d.nes; its cartridges are a.nes, b/b.nes"));
  EXPECT_TRUE(contains(error(file("game.nes", rom_) + ":x"), "game.nes is no zip archive"));
}

TEST_F(RomFiles, AFileWithAColonInItsNameIsThatFile) {
  EXPECT_EQ(readCartridge(file("a.zip:b.nes", rom_)).name, "a.zip:b.nes");
}

TEST_F(RomFiles, AnArchiveWithoutACartridgeIsRefused) {
  EXPECT_TRUE(contains(error(zip({{"a.txt", "x"}})), "the archive a.zip contains no .nes file"));
  EXPECT_FALSE(readIfCartridge((folder_ / "a.zip").string()));
  EXPECT_TRUE(contains(error(file("b.zip", "PK\x03\x04 nothing more")), "is not a complete zip archive"));
  EXPECT_TRUE(
      contains(error(zip({{"a.nes", "this is no cartridge"}})), "a.nes in a.zip is not a cartridge file"));
}

TEST_F(RomFiles, AnArchiveThatIsMadeToFillTheMemoryIsRefused) {
  const std::string huge(mappers::largest_cartridge + 1, '\0');
  EXPECT_TRUE(contains(error(zip({{"a.nes", huge}})), "is larger than 65536 KiB"));
  EXPECT_TRUE(contains(error(file("a.nes.gz", gzip(huge))), "decompresses to more than"));
}

TEST_F(RomFiles, ADamagedGzipFileIsRefused) {
  const std::string packed = gzip(rom_);
  EXPECT_TRUE(contains(error(file("a.nes.gz", packed.substr(0, packed.size() / 2))), "is cut short"));
  EXPECT_TRUE(contains(error(file("a.nes.gz", packed.substr(0, 10) + "xxxx")), "a.nes.gz is "));
}

TEST_F(RomFiles, PatchesAreAppliedInTheirOrder) {
  const std::string path = file("game.nes", rom_);
  const auto patch = [&](const char* name, char value) {
    return file(name, std::string("PATCH\0\0\x10\0\1", 10) + value + "EOF");
  };
  const std::string one = patch("1.ips", 'a'), two = patch("2.ips", 'b');
  EXPECT_EQ(readCartridge(path, {one, two}).prg[0], 'b');
  EXPECT_EQ(readCartridge(path, {two, one}).prg[0], 'a');
  EXPECT_EQ(readCartridge(zip({{"game.nes", rom_}}), {one}).prg[0], 'a');
  EXPECT_NE(readCartridge(path, {one}).fileSha1(), readCartridge(path).fileSha1());
}

TEST_F(RomFiles, APatchBesideTheRomIsNotAppliedByItself) {
  file("game.ips", "PATCH" + std::string("\0\0\x10\0\1z", 6) + "EOF");
  EXPECT_NE(readCartridge(file("game.nes", rom_)).prg[0], 'z');
}

TEST(BoardNumbers, AreAMapperAndItsSubmapper) {
  EXPECT_EQ(parseBoardNumber("4"), (mappers::BoardNumber{4, 0}));
  EXPECT_EQ(parseBoardNumber("34.2"), (mappers::BoardNumber{34, 2}));
  for (const char* wrong : {"", "x", "4.", ".1", "4.16", "4096", "-1", "4.1.1"})
    EXPECT_NE(errorOf([&] { parseBoardNumber(wrong); }), "") << wrong;
}

TEST(BoardNumbers, OverrideAHeaderAndNameTheBoardOfABareDump) {
  const tests::Folder folder;
  RomChoice choice;
  choice.rom = (folder / "game.nes").string();
  tests::writeText(choice.rom, tests::countingCartridge());
  choice.mapper = "66";
  EXPECT_EQ(loadCartridge(choice)->board, "GxROM");
  EXPECT_EQ(loadCartridge(choice)->notes.size(), 1u);

  RomChoice bare;
  bare.prg = (folder / "prg").string();
  tests::writeText(bare.prg, std::string(0x20000, 'x'));
  bare.mirroring = "vertical";
  bare.mapper = "2";
  EXPECT_EQ(loadCartridge(bare)->mapper, 2);
  bare.patches = {"x.ips"};
  EXPECT_NE(errorOf([&] { loadCartridge(bare); }).find("--patch changes a file with a header"),
            std::string::npos);
}

}  // namespace
}  // namespace jumpscope::session
