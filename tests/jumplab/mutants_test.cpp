// Every mutant of the bundled cartridge's jump: the diff finds it in one of the bundled movies, or no movie shows
// it. `tools/mutants` prints the same with names.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>

#include "tests/support/mutant_runs.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

constexpr unsigned threads = 2;

std::vector<Mutant> everyNth(const std::vector<Mutant>& mutants, size_t n) {
  std::vector<Mutant> some;
  for (size_t i = 0; i < mutants.size(); i += n) some.push_back(mutants[i]);
  return some;
}

// Missed, and why no trace can tell.
const std::map<std::string_view, std::vector<std::string_view>>& knownLimits() {
  static const std::map<std::string_view, std::vector<std::string_view>> limits{
      {"the ground is not asked: the player walks over a pit as over a floor",
       {"$8229 BEQ $822E -> BEQ $822F", "$8229 BEQ $822E -> BEQ $8230", "$8229 BEQ $822E -> BEQ $8231",
        "$8229 BEQ $822E -> BEQ $8249", "$8229 BEQ $822E -> BEQ $824A"}},
      {"B is masked with A in deep water, as the original game does",
       {"$8245 AND #$40 -> AND $40", "$8245 AND #$40 -> AND #$00", "$8245 AND #$40 -> AND #$3F"}},
      {"the waterline lies some pixels elsewhere, as in another level",
       {"$8544 LDA #$08 -> ORA #$08", "$8544 LDA #$08 -> EOR #$08", "$8544 LDA #$08 -> ADC #$08",
        "$8544 LDA #$08 -> LDA #$09", "$8544 LDA #$08 -> LDA #$0A", "$8544 LDA #$08 -> LDA #$0C",
        "$8546 LDX #$10 -> LDX #$0F"}},
      {"a store into the level or the enemies, which then meet the player elsewhere",
       {"$8238 BEQ $8247 -> STX $0D,Y", "$82CE BEQ $82FE -> STX $2E,Y", "$82D1 BCC $82FF -> STA ($2C),Y",
        "$82D1 BCC $82FF -> STX $2C,Y"}},
      {"a crash that ends in a reset or takes control from the player",
       {"$8224 JSR $841F -> JSR $801F", "$8243 BCC $8247 -> BCC $8246", "$855B BPL $853E -> ROL $E1,X"}},
  };
  return limits;
}

bool isKnownLimit(const Mutant& mutant) {
  for (const auto& [reason, names] : knownLimits())
    if (std::find(names.begin(), names.end(), mutant.name()) != names.end()) return true;
  return false;
}

// Nothing vertical comes off the original's in a mutant that is missed, but bumps that another level could have
// and known limits, unless something the model takes as it comes (x speed, water, the game's state) has come off
// before.
void expectNoneMissed(const std::vector<Mutant>& mutants, std::vector<BundledMovie> movies) {
  const MutantRuns runs(jumpRoutine(*jumplabCartridge()), std::move(movies), threads);
  const std::vector<Verdict> verdicts = judgeAll(runs, mutants, threads, Effort::Quick);
  std::vector<Mutant> missed;
  for (size_t i = 0; i < mutants.size(); ++i)
    if (countsOf({verdicts[i]}).missed_vertically != 0 && !isKnownLimit(mutants[i]))
      missed.push_back(mutants[i]);
  const std::vector<Verdict> last = judgeAll(runs, missed, threads, Effort::Whole);
  EXPECT_EQ(countsOf(last).missed_vertically, 0u) << reportOf(missed, last);
  EXPECT_GT(countsOf(verdicts).found, mutants.size() / 3);
  std::printf("%s", summaryOf(verdicts).c_str());
}

// All of them take half an hour: every twentieth, unless JUMPSCOPE_MUTANTS is "all".
TEST(EveryMutant, OfTheJumpIsFoundOrShowsInNoMovie) {
  REQUIRE_SLOW();
  const char* wanted = std::getenv("JUMPSCOPE_MUTANTS");
  const bool all = wanted && std::string_view(wanted) == "all";
  expectNoneMissed(everyNth(mutantsOf(jumpRoutine(*jumplabCartridge())), all ? 1 : 20 * slowStep()),
                   bundledMovies());
}

TEST(EveryMutant, OfASampleIsFoundOrShowsInNoShortMovie) {
  std::vector<BundledMovie> movies = bundledMovies();
  std::erase_if(movies, [](const BundledMovie& movie) { return movie.inputs.size() > 600; });
  expectNoneMissed(everyNth(mutantsOf(jumpRoutine(*jumplabCartridge())), 100 * case_step), std::move(movies));
}

TEST(Mutants, LabelsOfTheJumpStandAtInstructions) {
  const std::vector<Instruction> code = jumpRoutine(*jumplabCartridge());
  std::set<uint16_t> addresses;
  for (const Instruction& instruction : code) addresses.insert(instruction.address);
  size_t labels = 0;
  for (const auto& [address, name] : jumplabLabels())
    if ((address >= 0x8210 && address <= 0x834A) || (address >= 0x852F && address < 0x855D)) {
      EXPECT_TRUE(addresses.contains(address)) << name;
      ++labels;
    }
  EXPECT_EQ(labels, 13u);
  EXPECT_EQ(textOf(code.front()), "LDA $0782");
  EXPECT_EQ(textOf(code.back()), "BPL $853E");
}

TEST(Mutants, OfAnInstructionAreAllOpcodesOperandsAndTargets) {
  const std::vector<uint8_t> prg{0xA9, 0x01, 0x10, 0x00, 0x60};  // LDA #1, BPL, RTS
  const std::vector<Instruction> code = decode(prg, 0x8000, 0x8004);
  ASSERT_EQ(code.size(), 3u);
  std::set<std::string> names;
  for (const Mutant& mutant : mutantsOf(code)) {
    EXPECT_TRUE(names.insert(mutant.name()).second) << mutant.name() << " twice";
    EXPECT_NE(mutant.mutated, mutant.original);
  }
  for (const char* name :
       {"$8000 LDA #$01 -> LDX #$01", "$8000 LDA #$01 -> LDA $01", "$8000 LDA #$01 -> LDA #$02",
        "$8000 LDA #$01 -> LDA #$00", "$8000 LDA #$01 -> LDA #$81", "$8000 LDA #$01 -> LDA #$FF",
        "$8002 BPL $8004 -> BMI $8004", "$8002 BPL $8004 -> BPL $8003", "$8002 BPL $8004 -> BPL $8006",
        "$8002 BPL $8004 -> BPL $8000", "$8004 RTS -> RTI", "$8004 RTS -> NOP"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(Mutants, APatchedProgramDiffersInTheInstructionOnly) {
  const std::vector<uint8_t> prg{0xEA, 0xA9, 0x01, 0xEA};
  const Mutant mutant{{0x8001, 2, {0xA9, 0x01}}, {0x8001, 2, {0xA2, 0x01}}};
  EXPECT_EQ(patched(prg, mutant), (std::vector<uint8_t>{0xEA, 0xA2, 0x01, 0xEA}));
}

}  // namespace
}  // namespace jumpscope::tests
