// Errors: one sentence on stderr, status 2, and no output file.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

const std::vector<std::string> run_with_outputs{
    "--frames",   "3",     "--dump",    "cpu:0000-07ff=ram.bin", "--state", "state.bin", "--frame-hashes",
    "hashes.csv", "--wav", "sound.wav", "--screenshot",          "shot.png"};

std::vector<std::string> command(std::vector<std::string> first, const std::vector<std::string>& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

// Status 2, one line that begins with the program's name and holds `words`, nothing on stdout, no new file.
void expectRefused(const Folder& folder, const std::vector<std::string>& arguments,
                   const std::string& words) {
  const std::vector<std::string> before = folder.names();
  const Outcome outcome = jumpscope(arguments, folder.path);
  std::string line = "jumpscope";
  for (const std::string& argument : arguments) line += " " + argument;
  SCOPED_TRACE(line);
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("jumpscope: ")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err << "lacks: " << words;
  EXPECT_EQ(folder.names(), before);
}

// `content` as a ROM is refused by run and by trace.
void expectRomRefused(const std::string& content, const std::string& words) {
  const Folder folder;
  writeText(folder / "bad.nes", content);
  expectRefused(folder, command({"run", "bad.nes"}, run_with_outputs), words);
  expectRefused(
      folder,
      {"trace", "bad.nes", "--profile", "smb", "--frames", "3", "-o", "trace.csv", "--writes", "writes.csv"},
      words);
}

TEST(BadInput, AnEmptyRomIsRefused) { expectRomRefused("", "bad.nes"); }

TEST(BadInput, ATextFileIsRefused) {
  expectRomRefused("Dear diary, today I wrote an emulator and it was fun.\n", "bad.nes");
}

TEST(BadInput, ATruncatedHeaderIsRefused) { expectRomRefused(countingCartridge().substr(0, 11), "bad.nes"); }

TEST(BadInput, ATruncatedPrgIsRefused) {
  expectRomRefused(countingCartridge().substr(0, 16 + 0x5000), "bad.nes");
}

TEST(BadInput, AHeaderThatClaimsFourGibibytesIsRefused) {
  std::string rom = countingCartridge();
  rom[7] = 0x08;                        // NES 2.0
  rom[4] = static_cast<char>(32 << 2);  // PRG is 2^32 times 1
  rom[9] = 0x0F;
  expectRomRefused(rom, "bad.nes");
}

TEST(BadInput, AnUnsupportedMapperIsNamed) {
  std::string rom = countingCartridge();
  rom[6] = 0x20;
  rom[7] = 0x40;
  expectRomRefused(rom, "66");
}

TEST(BadInput, AFolderIsRefused) {
  const Folder folder;
  expectRefused(folder, command({"run", "."}, run_with_outputs), "directory");
}

TEST(BadInput, AMissingRomIsNamed) {
  const Folder folder;
  expectRefused(folder, command({"run", "nowhere.nes"}, run_with_outputs), "nowhere.nes");
}

TEST(BadInput, AnUnreadableRomIsNamed) {
  const Folder folder;
  writeText(folder / "bad.nes", countingCartridge());
  std::filesystem::permissions(folder / "bad.nes", std::filesystem::perms::none);
  // Root may read everything but this: address 0 of a process is no memory.
  const std::string unreadable = geteuid() == 0 ? "/proc/self/mem" : "bad.nes";
  expectRefused(folder, command({"run", unreadable}, run_with_outputs), unreadable);
}

TEST(BadInput, AMovieWithABadLineIsRefused) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  writeText(folder / "bad.fm2", "version 3\nport0 1\nport1 0\nport2 0\n|0|........|||\n|0|what?|||\n");
  expectRefused(folder, command({"run", "rom.nes", "--movie", "bad.fm2"}, run_with_outputs), "line 6");
}

TEST(BadInput, AProfileWithAnUnknownKeyIsRefused) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  writeText(folder / "bad.json", R"({"name": "x", "colour": "red"})");
  expectRefused(folder, {"trace", "rom.nes", "--profile", "bad.json", "--frames", "3", "-o", "t.csv"},
                "colour");
}

TEST(BadInput, IfOneOutputCannotBeWrittenNoneIsWritten) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  expectRefused(
      folder,
      {"run", "rom.nes", "--frames", "2", "--dump", "oam=oam.bin", "--dump", "palette=no/such/folder.bin"},
      "no/such/folder.bin");
}

TEST(BadInput, UsageErrorsHaveAnErrorMessage) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  expectRefused(folder, {"fly"}, "fly");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--no-such-option"}, "--no-such-option");
  expectRefused(folder, {"run", "rom.nes", "--frames", "many"}, "--frames");
  expectRefused(folder, {"run", "rom.nes", "--frames", "-1"}, "--frames");
  expectRefused(folder, {"run", "rom.nes", "--frames", "99999999999999999999999"}, "--frames");
  expectRefused(folder, {"run", "rom.nes"}, "--frames");
  expectRefused(folder, {"run", "--frames", "3"}, "ROM");
  expectRefused(folder, {"run", "--frames"}, "--frames");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--alignment", "4"}, "--alignment");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--region", "secam"}, "secam");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--policy", "whim"}, "whim");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--ram-init", "mauve"}, "mauve");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--press", "5-2:A"}, "5-2:A");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--press", "5:X"}, "5:X");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--reset-at", "soon"}, "soon");
  for (const char* dump : {"cpu:0000-07ff", "cpu:0000-10000=f", "cpu:0800-07ff=f", "cpu:zz-07ff=f",
                           "cpu:00=f", "ppu:0000-4000=f", "vram=f", "cpu:0000-07ff="})
    expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--dump", dump}, dump);
}

TEST(BadInput, AnIncompleteBareDumpIsRefused) {
  const Folder folder;
  writeText(folder / "prg.bin", std::string(0x8000, '\xEA'));
  writeText(folder / "short.bin", std::string(0x7FFF, '\xEA'));
  writeText(folder / "rom.nes", countingCartridge());
  expectRefused(folder, {"run", "--prg", "prg.bin", "--frames", "1"}, "--mirroring");
  expectRefused(folder, {"run", "--chr", "prg.bin", "--mirroring", "vertical", "--frames", "1"}, "--prg");
  expectRefused(folder, {"run", "--prg", "short.bin", "--mirroring", "vertical", "--frames", "1"},
                "short.bin");
  expectRefused(folder, {"run", "rom.nes", "--prg", "prg.bin", "--mirroring", "vertical", "--frames", "1"},
                "not both");
}

TEST(BadInput, ADamagedOrForeignStateIsRefused) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  std::string other = countingCartridge();
  other.back() = 1;
  writeText(folder / "other.nes", other);
  ASSERT_EQ(jumpscope({"run", "rom.nes", "--frames", "3", "--state", "good.state"}, folder.path).status, 0);
  const std::string good = readText(folder / "good.state");

  const auto refused = [&](const std::string& content, const std::string& words) {
    writeText(folder / "bad.state", content);
    expectRefused(folder,
                  {"run", "rom.nes", "--frames", "3", "--load-state", "bad.state", "--dump", "oam=oam.bin"},
                  words);
  };
  refused("", "bad.state");
  refused("something else", "bad.state");
  refused(good.substr(0, 18), "truncated");
  refused(good.substr(0, good.size() - 1), "truncated");
  refused(good + "x", "altered");
  std::string altered = good;
  altered[good.size() / 2] ^= 1;
  refused(altered, "altered");
  std::string future = good;
  future[16] = 9;
  refused(future, "format 9");
  expectRefused(folder, {"run", "other.nes", "--frames", "3", "--load-state", "good.state"},
                "another cartridge");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--region", "pal", "--load-state", "good.state"},
                "ntsc");
}

}  // namespace
}  // namespace jumpscope::tests
