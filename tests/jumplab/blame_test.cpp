// jumplab, modified at named places, in the tour: every mutant is found at the first frame in which it can show,
// and the right watch is blamed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "tests/support/jumplab.h"

namespace jumpscope::tests {
namespace {

using Patch = std::map<uint16_t, uint8_t>;  // CPU address to byte

constexpr uint16_t prg_base = 0x8000;
// A mutant's run goes on for so many frames after its RAM has come off the original one's: the flight ends.
constexpr size_t frames_after = 60;

uint8_t byteAt(uint16_t address) {
  static const auto original = jumplabCartridge();
  return original->prg.at(address - prg_base);
}

const Inputs& tour() {
  static const Inputs inputs = [] {
    for (BundledMovie& movie : bundledMovies())
      if (movie.name == "tour") return std::move(movie.inputs);
    throw std::runtime_error("there is no movie named tour");
  }();
  return inputs;
}

const Recording& original() {
  static const Recording recording = recordJumplab(jumplabCartridge(), tour());
  return recording;
}

// Whether a row differs in a byte that the jump moves.
bool apart(const trace::Row& a, const trace::Row& b) {
  constexpr int moved = 7;  // the first watches of the profile
  return !std::equal(a.values.begin(), a.values.begin() + moved, b.values.begin());
}

// The tour with a patched cartridge, until shortly after it has come off the original's.
Recording runMutant(const Patch& patch) {
  console::Cartridge cartridge = *jumplabCartridge();
  for (const auto& [address, byte] : patch) cartridge.prg.at(address - prg_base) = byte;
  JumplabPlay play(std::make_shared<const console::Cartridge>(std::move(cartridge)));
  size_t end = tour().size();
  for (size_t frame = 0; frame < end; ++frame) {
    play.runFrame(tour()[frame]);
    if (end == tour().size() && apart(play.recording.trace.rows[frame], original().trace.rows[frame]))
      end = std::min(end, frame + frames_after);
  }
  return std::move(play.recording);
}

// Runs a mutant and checks where it is found. `watches`: those that may be blamed.
void expectFound(const std::string& what, const Patch& patch, const std::vector<std::string>& watches) {
  const Recording mutant = runMutant(patch);
  size_t first = 0;
  while (first < mutant.trace.rows.size() && !apart(mutant.trace.rows[first], original().trace.rows[first]))
    ++first;
  const diff::DiffResult result = diffOfJumplab(mutant);
  ASSERT_FALSE(result.differences.empty()) << what << " was missed; its RAM comes off in frame " << first;
  const diff::Difference& found = result.differences.front();
  // The log shows what the mover wrote in a frame whose end hides it (a landing): earlier is as good.
  EXPECT_LE(found.frame, first) << what;
  EXPECT_NE(std::find(watches.begin(), watches.end(), found.watch), watches.end())
      << what << " blames " << found.watch << ": " << diff::diffText(mutant.trace, result);
  EXPECT_TRUE(found.writer.has_value()) << what;
}

TEST(BlamedMutants, TheOriginalCartridgeHasNoDifference) {
  const diff::DiffResult result = diffOfJumplab(original());
  EXPECT_TRUE(result.differences.empty()) << diff::diffText(original().trace, result);
  EXPECT_GE(result.jumps.size(), 12u);
  std::printf("%s\n", diff::diffSummary(result).c_str());
}

void modifyTable(const std::string& label, const std::string& watch) {
  for (uint16_t tier = 0; tier < 7; ++tier)
    for (uint8_t bits : {0x01, 0x80}) {
      const uint16_t address = static_cast<uint16_t>(jumplabLabel(label) + tier);
      std::ostringstream what;
      what << label << "[" << tier << "] ^ " << int{bits};
      expectFound(what.str(), {{address, byteAt(address) ^ bits}}, {watch});
    }
}

TEST(BlamedMutants, EveryByteOfTheRiseTableIsFound) { modifyTable("jump_rise_table", "gravity"); }

TEST(BlamedMutants, EveryByteOfTheFallTableIsFound) { modifyTable("jump_fall_table", "gravity_fall"); }

TEST(BlamedMutants, EveryByteOfTheSpeedTableIsFound) { modifyTable("jump_speed_table", "y_speed"); }

TEST(BlamedMutants, EveryByteOfTheFractionTableIsFound) {
  modifyTable("jump_fraction_table", "y_speed_fraction");
}

TEST(BlamedMutants, TheTerminalSpeedAndItsFractionAreFound) {
  for (const char* label : {"terminal_speed_compare", "terminal_speed_load", "terminal_fraction_compare"}) {
    const uint16_t operand = static_cast<uint16_t>(jumplabLabel(label) + 1);
    const bool fraction = std::string(label) == "terminal_fraction_compare";
    for (int change : fraction ? std::vector<int>{-0x40, 0x7F} : std::vector<int>{-1, 1}) {
      std::ostringstream what;
      what << label << " " << change;
      expectFound(what.str(), {{operand, static_cast<uint8_t>(byteAt(operand) + change)}},
                  {"y_speed", "y_speed_fraction"});
    }
  }
}

TEST(BlamedMutants, TheCarryIntoThePositionIsFound) {
  const uint16_t address = jumplabLabel("position_carry_adc");
  // adc a:$009F -> clc, adc $9F
  const uint16_t second = static_cast<uint16_t>(address + 1), third = static_cast<uint16_t>(address + 2);
  expectFound("clc, adc", {{address, 0x18}, {second, 0x65}, {third, 0x9F}}, {"y_position"});
}

TEST(BlamedMutants, TheReleaseTestIsFound) {
  const uint16_t load = jumplabLabel("release_test");
  const uint16_t combine = static_cast<uint16_t>(load + 2), branch = static_cast<uint16_t>(load + 4);
  ASSERT_EQ(byteAt(load), 0xA5) << "release_test is lda, and, bmi";
  ASSERT_EQ(byteAt(combine), 0x25) << "release_test is lda, and, bmi";
  ASSERT_EQ(byteAt(branch), 0x30) << "release_test is lda, and, bmi";
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
}  // namespace jumpscope::tests
