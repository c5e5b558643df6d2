// Our own cartridge, modified in memory one place at a time, through the whole emulator: every mutant is found
// at the first frame in which it can show, and the right watch is blamed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>

#include "src/console/console.h"
#include "src/diff/diff.h"
#include "src/movie/fm2.h"
#include "src/movie/player.h"
#include "src/trace/profile.h"
#include "src/trace/recorder.h"
#include "tests/support/shared.h"

namespace jumpscope::diff {
namespace {

using Patch = std::map<uint16_t, uint8_t>;  // CPU address to byte

constexpr size_t ines_header = 16;
constexpr uint16_t prg_base = 0x8000;
// A mutant's run goes on for so many frames after its RAM has come off the original one's: the flight ends.
constexpr size_t frames_after = 60;

std::vector<uint8_t> readBytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::filesystem::path folder() { return jumpscope::tests::sourceDir() / "roms_test"; }

struct Recording {
  trace::Trace trace;
  std::vector<trace::Write> writes;
};

class Jumplab {
 public:
  static const Jumplab& get() {
    static const Jumplab jumplab;
    return jumplab;
  }

  uint16_t label(const std::string& name) const {
    const auto found = labels_.find(name);
    if (found == labels_.end()) ADD_FAILURE() << "jumplab.labels has no " << name;
    return found == labels_.end() ? prg_base : found->second;
  }
  uint8_t byteAt(uint16_t address) const { return rom_.at(ines_header + address - prg_base); }
  const Recording& original() const { return original_; }

  // Runs the tour with a patched cartridge; until shortly after the compared bytes come off `until`'s, where
  // one is given.
  Recording run(const Patch& patch, const Recording* until) const {
    std::vector<uint8_t> rom = rom_;
    for (const auto& [address, byte] : patch) rom.at(ines_header + address - prg_base) = byte;
    const auto cartridge =
        std::make_shared<const console::Cartridge>(console::parseCartridge(rom, "jumplab.nes"));
    console::Console console(cartridge, {});
    const trace::Profile& profile = trace::builtinProfile("smb");
    Recording recording;
    recording.trace.header.watches = profile.watches;
    uint8_t buttons = 0;
    const trace::Recorder recorder(
        console, profile.watches, [&](uint64_t) { return buttons; },
        [&](const trace::Row& row) { recording.trace.rows.push_back(row); },
        [&](const trace::Write& write) { recording.writes.push_back(write); });
    size_t end = player_.frames();
    for (size_t frame = 0; frame < end; ++frame) {
      buttons = player_.at(frame).pads[0];
      console.setButtons(0, buttons);
      console.runFrame();
      if (until && end == player_.frames() && apart(recording.trace.rows[frame], until->trace.rows[frame]))
        end = std::min(end, frame + frames_after);
    }
    return recording;
  }

  // Whether a row differs in a byte that is compared.
  static bool apart(const trace::Row& a, const trace::Row& b) {
    return !std::equal(a.values.begin(), a.values.begin() + 7u, b.values.begin());
  }

 private:
  Jumplab() : rom_(readBytes(folder() / "jumplab" / "jumplab.nes")) {
    const std::vector<uint8_t> movie = readBytes(folder() / "movies" / "tour.fm2");
    player_.setMovie(movie::parseFm2(movie, "tour.fm2"));
    std::ifstream file(folder() / "jumplab" / "jumplab.labels");
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string al, address, name;
      if (words >> al >> address >> name && name.size() > 1)
        labels_[name.substr(1)] = static_cast<uint16_t>(std::stoul(address, nullptr, 16));
    }
    original_ = run({}, nullptr);
  }

  std::vector<uint8_t> rom_;
  movie::Player player_;
  std::map<std::string, uint16_t> labels_;
  Recording original_;
};

DiffResult diffOf(const Recording& recording) {
  return compareWith(recording.trace, trace::builtinProfile("smb"), recording.writes);
}

// Runs a mutant and checks where it is found. `watches`: those that may be blamed.
void expectFound(const std::string& what, const Patch& patch, const std::vector<std::string>& watches) {
  const Jumplab& jumplab = Jumplab::get();
  const Recording mutant = jumplab.run(patch, &jumplab.original());
  size_t first = 0;
  while (first < mutant.trace.rows.size() &&
         !Jumplab::apart(mutant.trace.rows[first], jumplab.original().trace.rows[first]))
    ++first;
  const DiffResult result = diffOf(mutant);
  ASSERT_FALSE(result.differences.empty()) << what << " was missed; its RAM comes off in frame " << first;
  const Difference& found = result.differences.front();
  // The log shows what the mover wrote in a frame whose end hides it (a landing): earlier is as good.
  EXPECT_LE(found.frame, first) << what;
  EXPECT_NE(std::find(watches.begin(), watches.end(), found.watch), watches.end())
      << what << " blames " << found.watch << ": " << diffText(mutant.trace, result);
  EXPECT_TRUE(found.writer.has_value()) << what;
}

#define REQUIRE_JUMPLAB()                                               \
  if (!std::filesystem::exists(folder() / "jumplab" / "jumplab.nes") || \
      !std::filesystem::exists(folder() / "movies" / "tour.fm2"))       \
  GTEST_SKIP() << "SKIPPED: no " << (folder() / "jumplab/jumplab.nes").string() << " with movies/tour.fm2"

TEST(Mutants, TheOriginalCartridgeHasNoDifference) {
  REQUIRE_JUMPLAB();
  const Recording& recording = Jumplab::get().original();
  const DiffResult result = diffOf(recording);
  EXPECT_TRUE(result.differences.empty()) << diffText(recording.trace, result);
  EXPECT_GE(result.jumps.size(), 12u);
  std::printf("%s\n", diffSummary(result).c_str());
}

void modifyTable(const std::string& label, const std::string& watch) {
  const Jumplab& jumplab = Jumplab::get();
  for (uint16_t tier = 0; tier < 7; ++tier)
    for (uint8_t bits : {0x01, 0x80}) {
      const uint16_t address = static_cast<uint16_t>(jumplab.label(label) + tier);
      std::ostringstream what;
      what << label << "[" << tier << "] ^ " << int{bits};
      expectFound(what.str(), {{address, jumplab.byteAt(address) ^ bits}}, {watch});
    }
}

TEST(Mutants, EveryByteOfTheRiseTableIsFound) {
  REQUIRE_JUMPLAB();
  modifyTable("jump_rise_table", "gravity");
}

TEST(Mutants, EveryByteOfTheFallTableIsFound) {
  REQUIRE_JUMPLAB();
  modifyTable("jump_fall_table", "gravity_fall");
}

TEST(Mutants, EveryByteOfTheSpeedTableIsFound) {
  REQUIRE_JUMPLAB();
  modifyTable("jump_speed_table", "y_speed");
}

TEST(Mutants, EveryByteOfTheFractionTableIsFound) {
  REQUIRE_JUMPLAB();
  modifyTable("jump_fraction_table", "y_speed_fraction");
}

TEST(Mutants, TheTerminalSpeedAndItsFractionAreFound) {
  REQUIRE_JUMPLAB();
  const Jumplab& jumplab = Jumplab::get();
  for (const char* label : {"terminal_speed_compare", "terminal_speed_load", "terminal_fraction_compare"}) {
    const uint16_t operand = static_cast<uint16_t>(jumplab.label(label) + 1);
    const bool fraction = std::string(label) == "terminal_fraction_compare";
    for (int change : fraction ? std::vector<int>{-0x40, 0x7F} : std::vector<int>{-1, 1}) {
      std::ostringstream what;
      what << label << " " << change;
      expectFound(what.str(), {{operand, static_cast<uint8_t>(jumplab.byteAt(operand) + change)}},
                  {"y_speed", "y_speed_fraction"});
    }
  }
}

TEST(Mutants, TheCarryIntoThePositionIsFound) {
  REQUIRE_JUMPLAB();
  const uint16_t address = Jumplab::get().label("position_carry_adc");
  // adc a:$009F -> clc, adc $9F
  const uint16_t second = static_cast<uint16_t>(address + 1), third = static_cast<uint16_t>(address + 2);
  expectFound("clc, adc", {{address, 0x18}, {second, 0x65}, {third, 0x9F}}, {"y_position"});
}

TEST(Mutants, TheReleaseTestIsFound) {
  REQUIRE_JUMPLAB();
  const Jumplab& jumplab = Jumplab::get();
  const uint16_t load = jumplab.label("release_test");
  const uint16_t combine = static_cast<uint16_t>(load + 2), branch = static_cast<uint16_t>(load + 4);
  ASSERT_EQ(jumplab.byteAt(load), 0xA5) << "release_test is lda, and, bmi";
  ASSERT_EQ(jumplab.byteAt(combine), 0x25) << "release_test is lda, and, bmi";
  ASSERT_EQ(jumplab.byteAt(branch), 0x30) << "release_test is lda, and, bmi";
  expectFound("and -> ora", {{combine, 0x05}}, {"gravity"});
  expectFound("bmi -> bpl", {{branch, 0x10}}, {"gravity"});
  expectFound("never released",
              {{load, 0xA9},
               {static_cast<uint16_t>(load + 1), 0xFF},
               {combine, 0x29},
               {static_cast<uint16_t>(load + 3), 0xFF}},
              {"gravity"});
}

}  // namespace
}  // namespace jumpscope::diff
