#include "src/prove/routine/routine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "src/base/files.h"
#include "src/prove/machine/concrete.h"
#include "src/prove/proof/replay.h"
#include "src/prove/routine/ways.h"
#include "src/session/rom_file.h"
#include "src/session/trace_input.h"
#include "src/trace/watch.h"
#include "tests/support/jumplab.h"
#include "tests/support/shared.h"
#include "tests/support/together.h"

namespace jumpscope::prove {
namespace {

using Runs = std::vector<Run>;

std::filesystem::path bundled(const std::string& path) { return tests::sourceDir() / "roms_test" / path; }

Run runOf(const console::Cartridge& cartridge, const std::filesystem::path& movie) {
  Run run{session::playMovie(session::readMovie(movie)), {}};
  run.options = session::machineOptions({}, cartridge, run.input.recorded_on);
  return run;
}

Runs bundledRuns(const console::Cartridge& cartridge) {
  std::vector<std::filesystem::path> movies;
  for (const auto& file : std::filesystem::directory_iterator(bundled("movies")))
    if (file.path().extension() == ".fm2") movies.push_back(file.path());
  std::sort(movies.begin(), movies.end());
  Runs runs;
  for (const auto& movie : movies) runs.push_back(runOf(cartridge, movie));
  return runs;
}

const trace::Profile& smb() { return trace::builtinProfile("smb"); }

// What a routine that has returned left below its stack pointer is dead, and depends on interrupts.
bool sameButForDeadStack(Memory a, Memory b, uint8_t s) {
  for (unsigned address = 0x0100; address <= 0x0100u + s; ++address) a.ram[address] = b.ram[address] = 0;
  return a == b;
}

RUN_TOGETHER(JumplabRoutine);

class JumplabRoutine : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto cartridge = tests::jumplabCartridge();
    routine = new Routine(findRoutine(cartridge, smb(), bundledRuns(*cartridge)));
  }
  static void TearDownTestSuite() { delete routine; }
  static prove::Run shortRun() { return runOf(*routine->cartridge, bundled("movies/tier0-full.fm2")); }
  static inline Routine* routine = nullptr;
};

TEST_F(JumplabRoutine, ItIsThePlayersFrame) {
  EXPECT_EQ(routine->address, 0x8210);
  EXPECT_EQ(routine->found,
            "the innermost subroutine that is called once per frame and writes all bytes of the motion");
  EXPECT_EQ(routine->programs.size(), 1u);
  EXPECT_GT(routine->entries.size(), 5000u);
}

TEST_F(JumplabRoutine, ItKnowsTheByteOfThePad) {
  const std::optional<PadByte> pad = routine->padByte();
  ASSERT_TRUE(pad);
  EXPECT_EQ(pad->address, 0x0010);
  EXPECT_TRUE(pad->reversed);
}

TEST_F(JumplabRoutine, EveryEntryRunAloneLeavesTheMemoryOfTheGame) {
  size_t compared = 0, interrupted = 0;
  for (const Entry& entry : routine->entries) {
    interrupted += entry.interrupted;
    if (entry.interrupted) continue;
    Memory memory = entry.before;
    const Concrete result = runConcrete(routine->program(), routine->address, memory, entry.registers);
    ASSERT_TRUE(result.returned()) << "frame " << entry.frame << ": " << problemOf(result);
    ASSERT_TRUE(memory == entry.after) << "frame " << entry.frame;
    EXPECT_EQ(result.registers, entry.registers_after) << "frame " << entry.frame;
    EXPECT_EQ(result.pc, entry.return_address);
    ++compared;
  }
  EXPECT_GT(compared, 5000u);
  EXPECT_EQ(interrupted, 0u);
}

TEST_F(JumplabRoutine, EveryStateReplayedLeavesTheMemoryOfTheGame) {
  Replayer replayer(*routine);
  size_t compared = 0;
  for (const Entry& entry : routine->entries) {
    if (!entry.state) continue;
    const Replayed replayed = replayer.replay(entry, entry.before, entry.registers);
    ASSERT_TRUE(replayed.returned);
    EXPECT_FALSE(replayed.interrupted);
    EXPECT_TRUE(replayed.memory == entry.after) << "frame " << entry.frame;
    ++compared;
  }
  EXPECT_GE(compared, 32u);
}

TEST_F(JumplabRoutine, RandomMemoryRunAloneAndReplayedIsTheSame) {
  Replayer replayer(*routine);
  std::mt19937 random(17);
  for (int round = 0; round < 2000; ++round) {
    const Entry& entry = routine->entries[random() % routine->entries.size()];
    Memory memory = entry.before;
    for (const uint16_t address : routine->compared)
      if (random() % 2) memory.ram[address] = static_cast<uint8_t>(random());
    const Replayed replayed = replayer.replay(memory, entry.registers);
    const Concrete alone = runConcrete(routine->program(), routine->address, memory, entry.registers);
    ASSERT_EQ(alone.returned(), replayed.returned);
    if (replayed.interrupted) continue;
    ASSERT_TRUE(sameButForDeadStack(memory, replayed.memory, entry.registers.s)) << "round " << round;
  }
}

TEST_F(JumplabRoutine, ItsComputedStoresAreThoseOfSquaresAndChips) {
  struct Expected {
    std::string instruction;
    uint16_t lowest, highest;
  };
  const std::vector<Expected> expected{{"STA ($24),Y", 0x0500, 0x06FF}, {"STA $0370,X", 0x0370, 0x0373},
                                       {"STA $0374,X", 0x0374, 0x0377}, {"STA $0378,X", 0x0378, 0x037B},
                                       {"STA $7C,X", 0x007C, 0x007F},   {"STA $8A,X", 0x008A, 0x008D},
                                       {"STA $90,X", 0x0090, 0x0093},   {"STA $94,X", 0x0094, 0x0097},
                                       {"STA $98,X", 0x0098, 0x009B},   {"STA $A0,X", 0x00A0, 0x00A3}};
  const std::vector<Routine> ways = waysOf(*routine);
  ASSERT_EQ(ways.size(), 1u);
  EXPECT_GE(ways.front().computed.size(), expected.size());
  for (const ComputedStore& store : ways.front().computed) {
    const auto found = std::ranges::find(expected, store.instruction, &Expected::instruction);
    ASSERT_NE(found, expected.end()) << store.instruction;
    EXPECT_GE(store.lowest, found->lowest) << store.instruction;
    EXPECT_LE(store.highest, found->highest) << store.instruction;
    EXPECT_FALSE(store.wrote_compared) << store.instruction;
  }
}

TEST_F(JumplabRoutine, NamedByItsAddressItHasTheSameEntries) {
  const Routine named = findRoutine(routine->cartridge, smb(), {shortRun()}, {.address = 0x8210});
  EXPECT_EQ(named.found, "the routine was named");
  ASSERT_FALSE(named.entries.empty());
  const auto same = [&](const Entry& entry) { return entry.after == named.entries.back().after; };
  EXPECT_TRUE(std::ranges::any_of(routine->entries, same));
}

TEST_F(JumplabRoutine, ARoutineThatIsEnteredByJmpReturnsWhereItsCallerContinues) {
  const uint16_t contact = tests::jumplabLabel("contact");
  const Routine landing = findRoutine(routine->cartridge, smb(), {shortRun()}, {.address = contact});
  ASSERT_FALSE(landing.entries.empty());
  EXPECT_EQ(landing.entries.front().return_address, routine->entries.front().return_address);
  for (const Entry& entry : landing.entries) {
    Memory memory = entry.before;
    EXPECT_TRUE(runConcrete(landing.program(), contact, memory, entry.registers).returned());
    EXPECT_TRUE(memory == entry.after) << "frame " << entry.frame;
  }
}

TEST_F(JumplabRoutine, FewEntriesAndStatesAreKeptOfManyAndSpreadEvenly) {
  const Routine few = findRoutine(routine->cartridge, smb(), {shortRun()},
                                  {.address = 0x8210, .most_entries = 20, .most_states = 5});
  EXPECT_GT(few.calls, 40u);
  EXPECT_GE(few.entries.size(), 20u);
  EXPECT_LE(few.entries.size(), 40u);
  for (const Entry& entry : few.entries) EXPECT_EQ(entry.before.board.size(), entry.after.board.size());
  EXPECT_FALSE(few.entries.front().before.board.empty());
  EXPECT_GT(few.entries.back().frame, few.entries.front().frame + few.calls / 2);
  const auto states =
      std::ranges::count_if(few.entries, [](const Entry& entry) { return entry.state != nullptr; });
  EXPECT_GE(states, 1);
  EXPECT_LE(states, 10);
}

TEST_F(JumplabRoutine, OfManyEntriesThoseAreKeptThatShowSomethingElse) {
  constexpr uint16_t outer = 0xA000, inner = 0xA040, copy = 0xA080;
  console::Cartridge cartridge = *routine->cartridge;
  const auto put = [&](uint16_t address, const std::vector<uint8_t>& code) {
    std::copy(code.begin(), code.end(), cartridge.prg.begin() + (address & 0x7FFF));
  };
  put(0x8210, {0x4C, 0x00, 0xA0});                         // JMP outer
  put(copy, {0xAD, 0x82, 0x07, 0x4C, 0x13, 0x82});         // what the JMP has replaced, and on
  put(inner, {0x20, 0xE0, 0x03, 0x20, 0x80, 0xA0, 0x60});  // JSR $03E0; JSR copy; RTS
  // LDA #$60; STA $03E1; LDX $13; CPX #$37; BNE over; LDA #$EA; over: STA $03E0; JSR inner; RTS: in one frame of 256
  // code in RAM begins with NOP.
  put(outer, {0xA9, 0x60, 0x8D, 0xE1, 0x03, 0xA6, 0x13, 0xE0, 0x37, 0xD0,
              0x02, 0xA9, 0xEA, 0x8D, 0xE0, 0x03, 0x20, 0x40, 0xA0, 0x60});
  const Routine few = findRoutine(std::make_shared<const console::Cartridge>(std::move(cartridge)), smb(),
                                  {shortRun()}, {.address = inner, .most_entries = 20});
  EXPECT_LT(few.entries.size(), few.calls);
  const std::vector<Routine> ways = waysOf(few);
  ASSERT_EQ(ways.size(), 1u);
  EXPECT_NE(ways[0].refused.find("takes $03E0 from RAM as its caller left it"), std::string::npos)
      << ways[0].refused;
}

TEST(FindRoutine, WithoutAMovieAnExplorationFindsTheSame) {
  const Routine routine = findRoutine(tests::jumplabCartridge(), smb(), {});
  EXPECT_EQ(routine.address, 0x8210);
  EXPECT_NE(
      routine.found.find("no movie was given: Start was pressed now and then until the height followed the "
                         "buttons in frame"),
      std::string::npos)
      << routine.found;
}

std::string problemOfSearch(const std::string& profile, Search search = {}) {
  const auto cartridge = tests::jumplabCartridge();
  try {
    findRoutine(cartridge, trace::parseProfile(profile, "own.json"),
                {runOf(*cartridge, bundled("movies/tier0-full.fm2"))}, search);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(FindRoutine, SaysWhoWritesWhatWhenNoSubroutineWritesAll) {
  EXPECT_EQ(problemOfSearch(R"({"name": "own", "watches": [{"name": "y_position", "address": "$00CE"},
                                {"name": "y_speed", "address": "$0011"}], "jump": {"height": "y_position"}})"),
            "no subroutine that is called once per frame writes all bytes of the motion; y_speed ($0011) is "
            "written "
            "by no subroutine; y_position ($00CE) is written by $81C6, $8210, $8306; give the routine's "
            "address with "
            "--routine $A");
}

TEST(FindRoutine, SaysThatTheHeightHardlyEverChanges) {
  EXPECT_EQ(problemOfSearch(R"({"name": "own", "watches": [{"name": "y_position", "address": "$07FF"}],
                                "jump": {"height": "y_position"}})"),
            "the height (y_position ($07FF)) changes in only 1 frame of the run; give a movie in which the "
            "character jumps "
            "(--movie F), or the routine's address (--routine $A)");
}

TEST(FindRoutine, SaysThatAProfileNamesNoHeight) {
  EXPECT_EQ(problemOfSearch(R"({"name": "own", "watches": [{"name": "lives", "address": "$07FF"}]})"),
            "the profile 'own' does not say which watch is the height; add \"jump\": {\"height\": …} or feed "
            "y_position");
}

TEST(FindRoutine, SaysThatANamedRoutineIsNeverRun) {
  EXPECT_EQ(problemOfSearch(R"({"name": "own", "watches": [{"name": "y_position", "address": "$00CE"}],
                                "jump": {"height": "y_position"}})",
                            {.address = 0xFFF0}),
            "the routine at $FFF0 is not run to its return in 118 frames; give a movie in which it runs "
            "(--movie F) or "
            "another address (--routine $A)");
}

// full_game is compiled from C; its motion is one function. In falling, two subroutines of the main loop write the
// height; cybercoaster's is no jump.
TEST(FindRoutine, OfHomebrewGamesItIsFoundOrSaidWhyNot) {
  REQUIRE_SHARED("homebrew/licences.json");
  const std::map<std::string, std::string> expected{
      {"full_game", "$93A2"},
      {"grunio", "$E11E"},
      {"falling", "y_position ($0013) is written by $C1B3, $C531"},
      {"cybercoaster", "y_position ($0002) is written by $B700"}};
  for (const auto& [name, answer] : expected) {
    const std::filesystem::path rom = shared_path.parent_path() / (name + ".nes");
    const auto cartridge = std::make_shared<const console::Cartridge>(session::readCartridge(rom));
    const trace::Profile profile = session::loadProfile(bundled("homebrew/" + name + ".json"));
    try {
      const Routine routine =
          findRoutine(cartridge, profile, {runOf(*cartridge, bundled("homebrew/" + name + ".fm2"))});
      EXPECT_EQ(trace::addressText(routine.address), answer) << name;
      for (const Entry& entry : routine.entries) {
        Memory memory = entry.before;
        EXPECT_TRUE(runConcrete(routine.programs[entry.program], routine.address, memory, entry.registers)
                        .returned());
        EXPECT_TRUE(sameButForDeadStack(memory, entry.after, entry.registers.s))
            << name << " " << entry.frame;
      }
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find(answer), std::string::npos) << error.what();
    }
  }
}

TEST(RunConcrete, SaysWhyARoutineDoesNotReturn) {
  Program program;
  program.bytes = {0x4C, 0x00, 0x80, 0x02};  // $8000 JMP $8000; $8003 JAM
  Memory memory;
  EXPECT_EQ(problemOf(runConcrete(program, 0x8000, memory, {}, {.instructions = 500})),
            "does not return within 500 instructions");
  EXPECT_EQ(problemOf(runConcrete(program, 0x8003, memory, {})), "jams at $8003");
}

TEST(RunConcrete, ReadsOfRegistersGiveWhatTheCallerChooses) {
  Program program;
  program.bytes = {0xAD, 0x02, 0x20, 0x85, 0x10, 0x60};  // LDA $2002; STA $10; RTS
  Memory memory;
  const Concrete result = runConcrete(program, 0x8000, memory, {.s = 0xF0}, {.register_value = 0x5A});
  EXPECT_TRUE(result.returned());
  EXPECT_TRUE(result.read_registers);
  EXPECT_EQ(memory.ram[0x10], 0x5A);
}

TEST(RunConcrete, ARoutineThatDropsItsReturnAddressReturnsToItsCallersCaller) {
  Program program;
  program.bytes = {0x68, 0x68, 0x60};  // PLA; PLA; RTS
  Memory memory;
  memory.ram[0x01F3] = 0x33;
  memory.ram[0x01F4] = 0x91;
  const Concrete result = runConcrete(program, 0x8000, memory, {.s = 0xF0});
  EXPECT_TRUE(result.returned());
  EXPECT_EQ(result.pc, 0x9134);
}

}  // namespace
}  // namespace jumpscope::prove
