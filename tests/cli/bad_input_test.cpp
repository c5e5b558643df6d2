// Errors: one sentence on stderr, status 2, and no output file.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include "src/base/hash.h"
#include "tests/support/make_zip.h"
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

// Status 2, this sentence after the program's name on stderr, nothing on stdout, no new file.
void expectRefused(const Folder& folder, const std::vector<std::string>& arguments,
                   const std::string& sentence) {
  const std::vector<std::string> before = folder.names();
  const Outcome outcome = jumpscope(arguments, folder.path);
  std::string line = "jumpscope";
  for (const std::string& argument : arguments) line += " " + argument;
  SCOPED_TRACE(line);
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "jumpscope: " + sentence + "\n");
  EXPECT_EQ(folder.names(), before);
}

// `content` as a ROM is refused by run and by trace.
void expectRomRefused(const std::string& content, const std::string& sentence) {
  const Folder folder;
  writeText(folder / "bad.nes", content);
  expectRefused(folder, command({"run", "bad.nes"}, run_with_outputs), sentence);
  expectRefused(
      folder,
      {"trace", "bad.nes", "--profile", "smb", "--frames", "3", "-o", "trace.csv", "--writes", "writes.csv"},
      sentence);
}

TEST(BadInput, AnEmptyRomIsRefused) {
  expectRomRefused("", "bad.nes is empty; expected a cartridge file (iNES or NES 2.0)");
}

TEST(BadInput, ATextFileIsRefused) {
  expectRomRefused(
      "Dear diary, today I wrote an emulator and it was fun.\n",
      R"(bad.nes is not a cartridge file: it begins with the bytes 44 65 61 72 instead of 4E 45 53 1A )"
      R"(("NES" and $1A); give a dump without a header as --prg FILE --chr FILE)");
}

TEST(BadInput, ATruncatedHeaderIsRefused) {
  expectRomRefused(countingCartridge().substr(0, 11),
                   "bad.nes ends within its header: an iNES header has 16 bytes, the file has 11; dump or "
                   "download it again");
}

TEST(BadInput, AFileWithoutItsPrgIsRefused) {
  expectRomRefused(
      countingCartridge().substr(0, 16),
      "bad.nes is cut short: its header promises 32 KiB of PRG-ROM, but only 0 bytes of the file "
      "are left for it; dump or download it again");
}

TEST(BadInput, AFileThatEndsBeforeItsRomRunsWithANote) {
  const Folder folder;
  writeText(folder / "short.nes", countingCartridge().substr(0, 16 + 0x9000));
  const Outcome outcome = jumpscope({"run", "short.nes", "--frames", "2"}, folder.path);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(
      outcome.err,
      "note: short.nes: the file ends 4 KiB before the end of the ROM that its header promises (40 KiB); the "
      "missing bytes are $FF, as in FCEUX\n");
}

TEST(BadInput, AHeaderThatClaimsFourGibibytesIsRefused) {
  std::string rom = countingCartridge();
  rom[7] = 0x08;                        // NES 2.0
  rom[4] = static_cast<char>(32 << 2);  // PRG is 2^32 times 1
  rom[9] = 0x0F;
  expectRomRefused(rom,
                   "bad.nes is cut short: its header promises 4194304 KiB of PRG-ROM, but only 40 KiB of the "
                   "file are left for it; dump or download it again");
}

TEST(BadInput, AnUnsupportedMapperIsNamed) {
  std::string rom = countingCartridge();
  rom[6] = 0x40;
  rom[7] = 0x10;
  expectRomRefused(rom,
                   "bad.nes: mapper 20 (Famicom Disk System) is not supported; see `jumpscope info --boards` "
                   "for the boards that jumpscope runs");
}

TEST(BadInput, AFolderIsRefused) {
  const Folder folder;
  expectRefused(folder, command({"run", "."}, run_with_outputs),
                "cannot read .: it is a directory; a file was expected");
}

TEST(BadInput, AMissingRomIsNamed) {
  const Folder folder;
  expectRefused(folder, command({"run", "nowhere.nes"}, run_with_outputs),
                "cannot read nowhere.nes: there is no such file");
}

TEST(BadInput, AnUnreadableRomIsNamed) {
  const Folder folder;
  writeText(folder / "bad.nes", countingCartridge());
  std::filesystem::permissions(folder / "bad.nes", std::filesystem::perms::none);
  // Root may read everything but this: address 0 of a process is no memory.
  const std::string unreadable = geteuid() == 0 ? "/proc/self/mem" : "bad.nes";
  expectRefused(
      folder, command({"run", unreadable}, run_with_outputs),
      "cannot read " + unreadable + (geteuid() == 0 ? ": input/output error" : ": permission denied"));
}

TEST(BadInput, AMovieWithABadLineIsRefused) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  writeText(folder / "bad.fm2", "version 3\nport0 1\nport1 0\nport2 0\n|0|........|||\n|0|what?|||\n");
  expectRefused(folder, command({"run", "rom.nes", "--movie", "bad.fm2"}, run_with_outputs),
                "the movie bad.fm2 has a bad line 6, column 9: expected eight characters for a controller, "
                "RLDUTSBA or dots; found 5");
}

TEST(BadInput, AProfileWithAnUnknownKeyIsRefused) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  writeText(folder / "bad.json", R"({"name": "x", "colour": "red"})");
  expectRefused(folder, {"trace", "rom.nes", "--profile", "bad.json", "--frames", "3", "-o", "t.csv"},
                "profile bad.json: unknown key 'colour'; did you mean 'roms'?");
}

TEST(BadInput, IfOneOutputCannotBeWrittenNoneIsWritten) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  expectRefused(
      folder,
      {"run", "rom.nes", "--frames", "2", "--dump", "oam=oam.bin", "--dump", "palette=no/such/folder.bin"},
      "cannot create no/such/folder.bin: no such file or directory");
}

TEST(BadInput, UsageErrorsHaveAnErrorMessage) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  expectRefused(folder, {"fly"}, "there is no command 'fly'; see jumpscope --help");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--no-such-option"},
                "run has no option --no-such-option; see jumpscope run --help");
  expectRefused(folder, {"run", "--frames"}, "--frames: 1 required N missing; see jumpscope run --help");
  expectRefused(folder, {"run", "rom.nes"},
                "the number of frames is unknown; add --frames N or --movie F.fm2");
  expectRefused(folder, {"run", "--frames", "3"},
                "no cartridge is named; give a ROM file, or a bare dump as --prg F --chr F --mirroring M");
}

TEST(BadInput, ValuesThatAnOptionDoesNotTakeAreNamed) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const std::string press =
      "; expected FIRST-LAST:BUTTONS such as 60-75:A, or 2/60-75:RB for the second controller";
  const std::vector<std::array<std::string, 3>> bad_values = {
      {"--frames", "many", "--frames must be an integer from 0 to 1000000000, not 'many'"},
      {"--frames", "-1", "--frames must be an integer from 0 to 1000000000, not '-1'"},
      {"--frames", "99999999999999999999999",
       "--frames must be an integer from 0 to 1000000000, not '99999999999999999999999'"},
      {"--reset-at", "soon", "--reset-at must be an integer from 0 to 1000000000, not 'soon'"},
      {"--alignment", "4", "--alignment must be an integer from 0 to 3, not '4'"},
      {"--region", "secam", "--region must be one of auto, ntsc, pal, dendy, not 'secam'"},
      {"--policy", "whim", "--policy must be one of catch-up, every-cycle, not 'whim'"},
      {"--ram-init", "mauve",
       "unknown power-on RAM 'mauve': expected fceux, zeros, ones or random:SEED with a whole number"},
      {"--press", "5-2:A", "--press item '5-2:A' ends before it begins" + press},
      {"--press", "5:X",
       "--press item '5:X' names a button 'X'; the buttons are R L D U T (Start) S (Select) B A, in "
       "capitals, or words such as Start, joined by +" +
           press},
  };
  for (const auto& [option, value, sentence] : bad_values) {
    std::vector<std::string> arguments = {"run", "rom.nes", option, value};
    if (option != "--frames") arguments = {"run", "rom.nes", "--frames", "3", option, value};
    expectRefused(folder, arguments, sentence);
  }
}

TEST(BadInput, ADumpThatIsNoRangeOfAMemoryIsRefused) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const std::vector<std::pair<std::string, std::string>> bad_dumps = {
      {"cpu:0000-07ff", "no file is named"},
      {"cpu:0000-10000=f", "'10000' is not a hexadecimal address within this space"},
      {"cpu:0800-07ff=f", "the range ends before it begins"},
      {"cpu:zz-07ff=f", "'zz' is not a hexadecimal address within this space"},
      {"cpu:00=f", "the range lacks a '-'"},
      {"ppu:0000-4000=f", "'4000' is not a hexadecimal address within this space"},
      {"vram=f", "unknown memory space"},
      {"cpu:0000-07ff=", "no file is named"},
  };
  for (const auto& [dump, why] : bad_dumps)
    expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--dump", dump},
                  "--dump '" + dump + "': " + why +
                      "; write e.g. cpu:0000-07ff=FILE, ppu:2000-2fff=FILE, oam=FILE or palette=FILE");
}

TEST(BadInput, AnIncompleteBareDumpIsRefused) {
  const Folder folder;
  writeText(folder / "prg.bin", std::string(0x8000, '\xEA'));
  writeText(folder / "short.bin", std::string(0x7FFF, '\xEA'));
  writeText(folder / "rom.nes", countingCartridge());
  expectRefused(folder, {"run", "--prg", "prg.bin", "--frames", "1"},
                "a bare dump does not contain its nametable mirroring; add --mirroring horizontal or "
                "--mirroring vertical");
  expectRefused(folder, {"run", "--chr", "prg.bin", "--mirroring", "vertical", "--frames", "1"},
                "a bare dump needs its PRG-ROM; add --prg FILE");
  expectRefused(
      folder, {"run", "--prg", "short.bin", "--mirroring", "vertical", "--frames", "1"},
      "the PRG dump short.bin has 32767 bytes; expected a multiple of 8 KiB without a header (give a "
      "file with a header without --prg)");
  expectRefused(folder, {"run", "rom.nes", "--prg", "prg.bin", "--mirroring", "vertical", "--frames", "1"},
                "name a ROM file or a bare dump (--prg, --chr, --mirroring), not both");
}

TEST(BadInput, ADamagedOrForeignStateIsRefused) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  std::string other = countingCartridge();
  other.back() = 1;
  writeText(folder / "other.nes", other);
  ASSERT_EQ(jumpscope({"run", "rom.nes", "--frames", "3", "--state", "good.state"}, folder.path).status, 0);
  const std::string good = readText(folder / "good.state");

  const auto refused = [&](const std::string& content, const std::string& sentence) {
    writeText(folder / "bad.state", content);
    expectRefused(folder,
                  {"run", "rom.nes", "--frames", "3", "--load-state", "bad.state", "--dump", "oam=oam.bin"},
                  "bad.state " + sentence);
  };
  const std::string no_state = "is not a jumpscope state; make one with `jumpscope run ROM --state FILE`";
  const std::string damaged = "is truncated or altered; save the state again";
  refused("", no_state);
  refused("something else", no_state);
  refused(good.substr(0, 18), damaged);
  refused(good.substr(0, good.size() - 1), damaged);
  refused(good + "x", damaged);
  std::string altered = good;
  altered[good.size() / 2] ^= 1;
  refused(altered, damaged);
  std::string future = good;
  future[16] = 9;
  refused(
      future,
      "is a state of format 9, and this jumpscope reads format 4; save the state again with this version");
  const auto prgChrSha1 = [](const std::string& file) {
    return base::sha1Hex({reinterpret_cast<const uint8_t*>(file.data()) + 16, file.size() - 16});
  };
  expectRefused(folder, {"run", "other.nes", "--frames", "3", "--load-state", "good.state"},
                "good.state is a state of another cartridge (PRG+CHR SHA-1 " +
                    prgChrSha1(countingCartridge()) + ", this one has " + prgChrSha1(other) +
                    "); load it with the cartridge that made it");
  expectRefused(folder, {"run", "rom.nes", "--frames", "3", "--region", "pal", "--load-state", "good.state"},
                "good.state was saved on a console of region ntsc; add --region ntsc");
}

// Status 2, and these words on stderr.
void expectNamed(const Folder& folder, const std::vector<std::string>& arguments, const std::string& words) {
  const Outcome outcome = jumpscope(arguments, folder.path);
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << words << "\n" << outcome.err;
}

TEST(BadInput, TheReasonIsTheOneThatTheUserCanMend) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  writeText(folder / "none.fm2",
            "version 3\nemuVersion 22020\npalFlag 0\nromFilename x\nromChecksum "
            "base64:AAAAAAAAAAAAAAAAAAAAAA==\nfourscore 0\nport0 1\nport1 1\nport2 0\n");
  expectNamed(folder, {"run", "rom.nes", "--movie", "none.fm2"}, "none.fm2 has no records");
  expectNamed(folder, {"trace", "rom.nes", "--watch", "n=$10", "--movie", "none.fm2"},
              "none.fm2 has no records");
  expectNamed(folder, {"log", "rom.nes", "--frames", "3", "--when", "changed([$6000])"},
              "has '[$6000])' where only the name of a watch can stand");
  writeText(folder / "two.csv", "frame,y,v\n0,1,2\n1,2,3\n");
  expectNamed(folder, {"diff", "two.csv", "two.csv", "--column", "y=v"},
              "the column 'y' is there already, and 'v' is to be compared by this name");
  writeText(folder / "same.csv", "frame,y,y\n0,1,2\n");
  expectNamed(folder, {"info", "same.csv"}, "the columns 'y' and 'y' mean the same");
  expectNamed(folder, {"run", "--frames", "3", "--", "rom.nes", "--video"},
              "run takes no further argument '--video': after --, no word is an option");
  expectNamed(folder, {"diff", "-", "two.csv"}, "standard input is not read here");
  expectNamed(folder, {"run", "rom.nes", "--frames", "3", "--dump", "cpu:2000-2007=r.bin"},
              "the range has only registers");
  writeText(folder / "suite.json",
            R"({"format": "jumpscope-suite", "version": 1, "cases": [{"name": "a", "rom": "rom.nes",
            "frames": 3, "expect": {"ram": {"$FFFF": "81 00"}}}]})");
  expectNamed(folder, {"check", "suite.json"}, "bytes that end at $FFFF, the last address");
}

// libzip makes no such archive, but reads it: two names of equal length are made one.
TEST(BadInput, FilesOfOneNameInAnArchiveCannotBePicked) {
  const Folder folder;
  const std::vector<uint8_t> zip = makeZip({{"a.nes", countingCartridge()}, {"b.nes", countingCartridge()}});
  std::string file(zip.begin(), zip.end());
  for (size_t at = file.find("b.nes"); at != file.npos; at = file.find("b.nes")) file[at] = 'a';
  writeText(folder / "two.zip", file);
  for (const std::string path : {"two.zip", "two.zip:a.nes"})
    expectNamed(folder, {"run", path, "--frames", "3"}, "contains 2 files named a.nes; unpack it");
}

}  // namespace
}  // namespace jumpscope::tests
