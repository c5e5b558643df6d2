#include "src/movie/fm2.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "src/base/hash.h"
#include "src/movie/player.h"
#include "tests/support/bytes.h"
#include "tests/support/shared.h"

namespace jumpscope::movie {
namespace {

using tests::errorOf;
using tests::toBytes;

const std::string header =
    "version 3\n"
    "emuVersion 22020\n"
    "rerecordCount 12\n"
    "palFlag 0\n"
    "romFilename jump lab\n"
    "romChecksum base64:kAFQmDzST7DWlj99KOF/cg==\n"
    "guid 452DE2C3-EF43-2FA9-77AC-0677FC51543B\n"
    "fourscore 0\n"
    "microphone 0\n"
    "port0 1\n"
    "port1 1\n"
    "port2 0\n"
    "FDS 0\n"
    "NewPPU 1\n"
    "comment author somebody\n"
    "subtitle 60 here it jumps\n";

Movie parse(const std::string& text) { return parseFm2(toBytes(text), "m.fm2"); }
std::string parseError(const std::string& text) {
  return errorOf([&] { parse(text); });
}

// As writeFm2 needs it to compare with what was read.
Movie anonymous(Movie movie) {
  movie.name.clear();
  movie.sha1.clear();
  return movie;
}

TEST(Fm2, EveryPartOfATextMovieIsRead) {
  const Movie movie =
      parse(header + "|0|........|........||\n|1|R......A|.L......||\n|2|RLDUTSBA|.......A||\n");
  EXPECT_EQ(movie.emu_version, 22020);
  EXPECT_EQ(movie.rerecord_count, 12);
  EXPECT_FALSE(movie.pal);
  EXPECT_FALSE(movie.binary);
  EXPECT_EQ(movie.rom_filename, "jump lab");
  EXPECT_EQ(movie.comments, std::vector<std::string>{"author somebody"});
  EXPECT_EQ(movie.subtitles, (std::vector<Subtitle>{{60, "here it jumps"}}));
  EXPECT_EQ(movie.other_keys[2], (std::pair<std::string, std::string>("NewPPU", "1")));
  EXPECT_TRUE(movie.startsFromPowerOn());
  ASSERT_EQ(movie.records.size(), 3u);
  EXPECT_EQ(movie.records[0], Record{});
  EXPECT_EQ(movie.records[1], (Record{1, {0x81, 0x40, 0, 0}}));
  EXPECT_EQ(movie.records[2], (Record{2, {0xFF, 0x01, 0, 0}}));
}

TEST(Fm2, LinesMayEndInCrLfAndTheLastLineMayHaveNoEnd) {
  const Movie movie =
      parse("version 3\r\nemuVersion 9828\r\n|0|.......A|........||\r\n|0|......B.|........||");
  ASSERT_EQ(movie.records.size(), 2u);
  EXPECT_EQ(movie.records[0].pads[0], 0x01);
  EXPECT_EQ(movie.records[1].pads[0], 0x02);
}

// FCEUX takes every other line for a key and its value, known or not, wherever it stands.
TEST(Fm2, OtherLinesAreKeptAndPassedOverWhereverTheyStand) {
  const std::string records = "|0|........|........||\n|1|R......A|.L......||\n|0|.......A|........||\n";
  const Movie plain = parse(header + records);
  const Movie movie =
      parse(header + "# World 1\nNewKey\nno-letters: 7\n\n|0|........|........||\n# World 2\n" +
            "comment later\n \t\n|1|R......A|.L......|| world 2\n|0|.......A|........||\n" +
            "# the end\nsubtitle 2 bye\nport1 1\n\n");
  EXPECT_EQ(movie.records, plain.records);
  EXPECT_EQ(movie.comments.back(), "later");
  EXPECT_EQ(movie.subtitles.back(), (Subtitle{2, "bye"}));
  const std::pair<std::string, std::string> heading{"#", "World 2"}, alone{"NewKey", ""};
  EXPECT_EQ(std::ranges::count(movie.other_keys, heading), 1);
  EXPECT_EQ(std::ranges::count(movie.other_keys, alone), 1);
  EXPECT_EQ(anonymous(parse(writeFm2(movie))), anonymous(movie));
}

TEST(Fm2, LinesMayBeIndentedAndEndInCrAndTheFileMayBeginWithAByteOrderMark) {
  const std::string records = "|0|........|........||\n|1|R......A|.L......||\n";
  const Movie plain = anonymous(parse(header + records));
  const auto with = [](std::string text, const std::string& end, const std::string& indent) {
    for (size_t at = 0; (at = text.find('\n', at)) != text.npos; at += end.size() + indent.size())
      text.replace(at, 1, end + indent);
    return anonymous(parse(text));
  };
  EXPECT_EQ(with("\xEF\xBB\xBF" + header + records, "\n", ""), plain);
  EXPECT_EQ(with(header + records, "\n", " \t"), plain);
  EXPECT_EQ(with(header + records, "\r", ""), plain);
  EXPECT_EQ(with("  " + header + records, "\r\n", "  "), plain);
  EXPECT_EQ(parse("\xEF\xBB\xBFversion 3\n\tport0   1 \n  fourscore 0 \n  binary  1\n \t|" +
                  std::string("\0\1\2", 3))
                .records[0]
                .pads[1],
            2);
}

TEST(Fm2, AnyCharacterExceptSpaceAndDotIsAPressedButton) {
  EXPECT_EQ(parse("version 3\n|0|x . . .1|........||\n").records[0].pads[0], 0x81);
}

TEST(Fm2, AnEmptyPortHasAnEmptyField) {
  const Movie movie = parse("version 3\nport0 1\nport1 0\n|0|.......A|||\n");
  EXPECT_EQ(movie.records[0].pads[0], 0x01);
  EXPECT_NE(
      parseError("version 3\nport0 1\nport1 0\n|0|.......A|........||\n").find("column 13: expected '|'"),
      std::string::npos);
}

TEST(Fm2, AZapperAndAFourScoreAreRead) {
  const Movie zapper = parse("version 3\nport1 2\n|0|.......A|012 034 1 0 0||\n");
  EXPECT_EQ(zapper.ports[1], Device::Zapper);
  EXPECT_EQ(zapper.records[0].pads[0], 0x01);
  EXPECT_EQ(zapper.records[0].inputs[1], (DeviceInput{.x = 12, .y = 34}));
  const Movie four = parse("version 3\nfourscore 1\n|0|.......A|......B.|.....S..|....T...||\n");
  EXPECT_EQ(four.records[0], (Record{0, {1, 2, 4, 8}}));
}

// FCEUX's fourth number counts the frames for which the trigger is half pulled; its third has bit 1 set while the
// Zapper points beside the picture.
TEST(Fm2, AZapperIsWrittenAsItWasRead) {
  const std::string text = "version 3\nport0 2\nport1 2\n";
  Movie movie =
      anonymous(parse(text + "|0|012 034 1 5 0|255 239 1 0 99||\n|0|001 002 2 1 0|000 000 0 0 0||\n"));
  EXPECT_EQ(movie.records[0].inputs[0], (DeviceInput{.x = 12, .y = 34, .buttons = console::trigger}));
  EXPECT_EQ(movie.records[0].inputs[1], (DeviceInput{.x = 255, .y = 239}));
  EXPECT_EQ(movie.records[1].inputs[0], (DeviceInput{.x = 1, .buttons = console::trigger}));
  for (const bool binary : {false, true}) {
    movie.binary = binary;
    EXPECT_EQ(anonymous(parse(writeFm2(movie))), movie) << binary;
  }
}

TEST(Fm2, DevicesWithoutAFieldAreNotWritten) {
  Movie movie;
  movie.ports[1] = Device::PowerPadB;
  EXPECT_NE(tests::errorOf([&] { writeFm2(movie); }).find("no field for the device power-pad-b"),
            std::string::npos);
}

TEST(Fm2, ABinaryMovieHasTheSameRecordsAsItsText) {
  Movie movie = anonymous(parse(header + "|0|........|........||\n|1|R......A|.L......||\n"));
  movie.binary = true;
  movie.records[0].pads = {'|', '\n', 0, 0};
  const std::string file = writeFm2(movie);
  EXPECT_EQ(anonymous(parse(file)), movie);
}

TEST(Fm2, AWrittenMovieIsReadBack) {
  const std::string text = header + "|0|........|........||\n|1|R......A|.L......||\n";
  const Movie movie = parse(text);
  EXPECT_EQ(movie.sha1, base::sha1Hex(toBytes(text)));
  const std::string written = writeFm2(movie);
  EXPECT_EQ(anonymous(parse(written)), anonymous(movie));
  EXPECT_EQ(writeFm2(parse(written)), written);
  EXPECT_TRUE(written.ends_with("|0|........|........||\n|1|R......A|.L......||\n")) << written;
}

TEST(Fm2, ALengthEndsTheMovieEarlyAndMissingRecordsAreRefused) {
  const std::string records = "|0|.......A|........||\n|0|......B.|........||\n";
  EXPECT_EQ(parse("version 3\nlength 1\n" + records).records.size(), 1u);
  EXPECT_EQ(parse("version 3\nlength 0\n" + records).records.size(), 0u);
  EXPECT_EQ(parse("version 3\nlength -1\n" + records).records.size(), 2u);
  EXPECT_EQ(parseError("version 3\nlength 3\n" + records),
            "the movie m.fm2 is cut short: its header promises 3 records, but it holds 2");
  EXPECT_EQ(parse("version 3\nlength 1\nbinary 1\n|" + std::string("\0\1\2", 3) + "tail").records.size(), 1u);
}

TEST(Fm2, ABadLineIsNamedByLineAndColumn) {
  const std::string start = "version 3\nport0 1\n|0|........|........||\n";
  EXPECT_EQ(parseError(start + "|0|R..|........||\n"),
            "the movie m.fm2 has a bad line 4, column 7: expected eight characters for a controller, "
            "RLDUTSBA or dots; found 3");
  EXPECT_EQ(
      parseError(start + "0|........|........||\n"),
      "the movie m.fm2 has a bad line 4, column 2: a record begins with '|', but this line has it behind "
      "other text");
  EXPECT_NE(parseError(start + "port1 2\n").find("line 4, column 1: the key port1 changes the fields"),
            std::string::npos);
  EXPECT_NE(parseError(start + "# \1\n").find("line 4, column 3: a line of text must not contain control"),
            std::string::npos);
  EXPECT_NE(parseError(start + "|x|........|........||\n").find("line 4, column 2: expected the commands"),
            std::string::npos);
  EXPECT_NE(parseError(start + "|256|........|........||\n").find("line 4, column 2"), std::string::npos);
  EXPECT_NE(parseError(start + "|0|.........|........||\n").find("line 4, column 12: expected '|'"),
            std::string::npos);
  EXPECT_NE(parseError(start + "|0|........|........|\n").find("line 4, column 22: the record ends early"),
            std::string::npos);
  EXPECT_NE(parseError(start + "|0|........|........||x|\n").find("line 4, column 24: the record has more"),
            std::string::npos);
  EXPECT_NE(parseError(start + "  |0|........|......|\n").find("line 4, column 21: expected eight"),
            std::string::npos);
  EXPECT_NE(parseError("version 3\nport0 70\n").find("line 2, column 7: expected port0 0"),
            std::string::npos);
  EXPECT_NE(parseError("version 3\nport0 -1\n").find("line 2, column 7: expected port0 0"),
            std::string::npos);
  EXPECT_NE(
      parseError("version 3\nport0 3\n").find("line 2, column 7: port0 is a Power Pad, whose input FM2"),
      std::string::npos);
  EXPECT_NE(parseError("version 3\nfourscore yes\n").find("line 2, column 11: expected fourscore 0"),
            std::string::npos);
  EXPECT_NE(parseError("version 3\nemuVersion 99999999999\n").find("line 2, column 12: expected a 32-bit"),
            std::string::npos);
}

TEST(Fm2, OtherFilesAreRefused) {
  EXPECT_NE(parseError("").find("is empty"), std::string::npos);
  EXPECT_NE(parseError("Hello\n").find("is not an FM2 movie"), std::string::npos);
  EXPECT_NE(parseError("|0|........|........||\n").find("is not an FM2 movie"), std::string::npos);
  EXPECT_NE(parseError("version 2\n").find("expected version 3"), std::string::npos);
  EXPECT_NE(parseError("version 3\n|0|........|........||\nversion 2\n").find("expected version 3"),
            std::string::npos);
  EXPECT_EQ(parseError("FCM\x1A"),
            "the movie m.fm2 is an FCM movie; convert it with FCEUX (Tools, Convert FCM)");
  EXPECT_NE(parseError("MovieVersion BizHawk v0.0.1\n").find("old BizHawk"), std::string::npos);
}

TEST(Fm2, AnIncompleteBinaryRecordIsRefused) {
  EXPECT_EQ(parseError("version 3\nbinary 1\n|" + std::string("\0\1\2\0", 4)),
            "the movie m.fm2 is cut short: its binary record 1 has 1 bytes; expected 3, as port0, port1 and "
            "fourscore "
            "say");
}

console::Cartridge cartridgeOf(const std::string& prg, const std::string& chr) {
  console::Cartridge cartridge;
  cartridge.prg = toBytes(prg);
  cartridge.chr = toBytes(chr);
  return cartridge;
}

TEST(Fm2, TheRomChecksumTellsCartridgesApart) {
  const auto game = cartridgeOf("program", "pictures"), other = cartridgeOf("another", "pictures");
  Movie movie;
  EXPECT_TRUE(matchesRom(movie, game)) << "no checksum says nothing";
  movie.rom_checksum = romChecksum(game.prg, game.chr);
  EXPECT_TRUE(movie.rom_checksum.starts_with("base64:")) << movie.rom_checksum;
  EXPECT_TRUE(matchesRom(movie, game));
  EXPECT_FALSE(matchesRom(movie, other));
  // MD5 of "abc", a published test vector.
  EXPECT_EQ(romChecksum(toBytes("ab"), toBytes("c")), "base64:kAFQmDzST7DWlj99KOF/cg==");
  movie.rom_checksum = "0x900150983cd24fb0d6963f7d28e17f72";
  EXPECT_TRUE(matchesRom(movie, cartridgeOf("abc", "")));
  EXPECT_FALSE(matchesRom(movie, game));
  movie.rom_checksum = "base64:AAAAAAAAAAAAAAAAAAAAAA==";
  EXPECT_TRUE(matchesRom(movie, game)) << "zeros say nothing";
}

TEST(Fm2, EveryMovieOfOursIsPlayable) {
  const auto dir = tests::sourceDir() / "roms_test" / "movies";
  if (!std::filesystem::exists(dir)) GTEST_SKIP() << "SKIPPED: no movies at " << dir;
  for (const auto& entry : std::filesystem::directory_iterator(dir)) {
    if (entry.path().extension() != ".fm2") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const Movie movie = parseFm2(toBytes(text), entry.path().filename().string());
    Player player;
    player.setMovie(movie);
    EXPECT_GT(player.frames(), 0u) << movie.name;
    EXPECT_EQ(anonymous(parse(writeFm2(movie))), anonymous(movie)) << movie.name;
  }
}

TEST(Fm2, DamagedMoviesAreRefusedWithAnErrorMessage) {
  const std::string text =
      header + "|0|........|........||\n|1|R......A|.L......||\n|0|........|........||\n";
  Movie movie = parse(text);
  movie.binary = true;
  for (const std::string& file : {text, writeFm2(movie)})
    tests::feedBrokenFiles(toBytes(file), [](const std::vector<uint8_t>& bytes) {
      const Movie movie = parseFm2(bytes, "m.fm2");
      matchesRom(movie, cartridgeOf("abc", ""));
      if (movie.fields() == std::vector<Device>(2, Device::Pad)) {
        EXPECT_EQ(anonymous(parse(writeFm2(movie))), anonymous(movie));
      }
    });
}

}  // namespace
}  // namespace jumpscope::movie
