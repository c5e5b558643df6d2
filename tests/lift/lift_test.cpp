#include "src/lift/lift.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "src/session/rom_file.h"
#include "src/session/session.h"
#include "src/session/trace_input.h"
#include "tests/lift/lifted.h"
#include "tests/support/jumplab.h"
#include "tests/support/mutants.h"
#include "tests/support/sanitized.h"
#include "tests/support/shared.h"
#include "tests/support/slow.h"

namespace jumpscope::lift {
namespace {

std::filesystem::path bundled(const std::string& path) { return tests::sourceDir() / "roms_test" / path; }
const trace::Profile& smb() { return trace::builtinProfile("smb"); }

prove::Routine jumplabRoutine() {
  const auto cartridge = tests::jumplabCartridge();
  std::vector<std::filesystem::path> movies;
  for (const auto& file : std::filesystem::directory_iterator(bundled("movies")))
    if (file.path().extension() == ".fm2") movies.push_back(file.path());
  std::sort(movies.begin(), movies.end());
  std::vector<prove::Run> runs;
  for (size_t i = 0; i < movies.size(); i += tests::case_step) {
    prove::Run run{session::playMovie(session::readMovie(movies[i])), {}};
    run.options = session::machineOptions({}, *cartridge, run.input.recorded_on);
    runs.push_back(run);
  }
  return prove::findRoutine(cartridge, smb(), std::move(runs));
}

std::vector<Input> entriesOf(const prove::Routine& routine) {
  std::vector<Input> inputs;
  for (const prove::Entry& entry : routine.entries) inputs.push_back({entry.before, entry.registers});
  return inputs;
}

// Half of them all random, half an entry with some random bytes.
std::vector<Input> randomInputs(const prove::Routine& routine, size_t count, std::mt19937& random) {
  std::vector<Input> inputs;
  for (size_t i = 0; i < count; ++i) {
    const prove::Entry& entry = routine.entries[random() % routine.entries.size()];
    Input input{entry.before, entry.registers};
    const bool all = i % 2 == 0;
    for (uint8_t& byte : input.memory.ram)
      if (all || random() % 16 == 0) byte = static_cast<uint8_t>(random());
    inputs.push_back(std::move(input));
  }
  return inputs;
}

class LiftJumplab : public testing::TestWithParam<Language> {
 protected:
  static void SetUpTestSuite() { routine = new prove::Routine(jumplabRoutine()); }
  static void TearDownTestSuite() { delete routine; }
  static inline prove::Routine* routine = nullptr;
  static inline const trace::Symbols no_labels{};
};

TEST_P(LiftJumplab, LeavesTheCartridgesMemoryInEveryFrameOfAllMoviesAndOnRandomMemory) {
  if (!canCompile(GetParam())) GTEST_SKIP() << "no compiler (c++; mono-mcs and mono-runtime)";
  const Source source = lift(*routine, &smb(), no_labels, GetParam());
  EXPECT_EQ(source.text.find("goto"), std::string::npos);
  const Subject subject{source, routine->program()};
  const Lifted lifted(*routine, {subject}, GetParam());
  const Comparison frames = compare(*routine, subject, lifted, 0, entriesOf(*routine));
  EXPECT_EQ(frames.equal, routine->entries.size());
  EXPECT_EQ(frames.different, 0u);

  std::mt19937 random(17);
  Comparison all;
  constexpr size_t batches = 20, inputs = 5000 / tests::case_step;
  for (size_t batch = 0; batch < batches; ++batch)
    all += compare(*routine, subject, lifted, 0, randomInputs(*routine, inputs, random));
  EXPECT_EQ(all.different, 0u);
  EXPECT_EQ(all.refused, 0u);
  EXPECT_EQ(all.equal + all.unusual, batches * inputs);
}

INSTANTIATE_TEST_SUITE_P(Languages, LiftJumplab, testing::Values(Language::Cpp, Language::CSharp),
                         [](const auto& info) { return info.param == Language::Cpp ? "Cpp" : "CSharp"; });

// Lifts so many mutants of the routine, chosen by the seed, and compares each with what it does.
void expectMutantsRight(prove::Routine& routine, unsigned seed, size_t count) {
  const std::vector<uint8_t>& prg = routine.cartridge->prg;
  const std::vector<tests::Mutant> mutants = tests::mutantsOf(tests::decode(prg, 0x8210, 0x856B));
  const prove::Program original = routine.program();
  std::vector<Subject> subjects;
  std::vector<std::string> names;
  std::mt19937 random(seed);
  for (size_t round = 0; round < count; ++round) {
    const tests::Mutant& mutant = mutants[random() % mutants.size()];
    const std::vector<uint8_t> bytes = tests::patched(prg, mutant);
    std::copy(bytes.begin(), bytes.end(), routine.programs.front().bytes.begin());
    try {
      subjects.push_back({lift(routine, &smb(), trace::Symbols(), Language::Cpp), routine.program()});
      names.push_back(mutant.name());
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find("cannot be lifted: "), std::string::npos) << error.what();
    }
  }
  routine.programs.front() = original;
  const Lifted lifted(routine, subjects, Language::Cpp);
  Comparison all;
  for (size_t i = 0; i < subjects.size(); ++i) {
    const Comparison some = compare(routine, subjects[i], lifted, i, randomInputs(routine, 1000, random));
    EXPECT_EQ(some.different, 0u) << names[i];
    all += some;
  }
  EXPECT_GT(subjects.size(), count * 3 / 4);
  EXPECT_GT(all.equal, 500 * count);
  std::cout << subjects.size() << " lifted, " << count - subjects.size() << " refused; " << all.equal
            << " memories equal, " << all.refused << " stopped, " << all.unusual << " unusual\n";
}

TEST(LiftMutants, AreLiftedToWhatTheyDoOrRefused) {
  if (!canCompile(Language::Cpp)) GTEST_SKIP() << "no compiler (c++)";
  prove::Routine routine = jumplabRoutine();
  expectMutantsRight(routine, 5, 32 / tests::case_step);
}

TEST(LiftMutants, ManyMoreAreLiftedToWhatTheyDoOrRefused) {
  REQUIRE_SLOW();
  if (!canCompile(Language::Cpp)) GTEST_SKIP() << "no compiler (c++)";
  prove::Routine routine = jumplabRoutine();
  for (unsigned seed = 100; seed < 100 + jumpscope::tests::slowCases(6u); ++seed)
    expectMutantsRight(routine, seed, 60);
}

// full_game is compiled from C, whose routines find their arguments through pointers.
TEST(LiftHomebrew, ARoutineCompiledFromCLeavesTheCartridgesMemoryInEveryFrame) {
  REQUIRE_SHARED("homebrew/full_game.nes");
  if (!canCompile(Language::Cpp)) GTEST_SKIP() << "no compiler (c++)";
  const auto cartridge = std::make_shared<const console::Cartridge>(session::readCartridge(shared_path));
  const trace::Profile profile = session::loadProfile(bundled("homebrew/full_game.json"));
  const session::Input input = session::playMovie(session::readMovie(bundled("homebrew/full_game.fm2")));
  const prove::Routine routine = prove::findRoutine(
      cartridge, profile, {{input, session::machineOptions({}, *cartridge, input.recorded_on)}});
  const Subject subject{lift(routine, &profile, trace::Symbols(), Language::Cpp), routine.program()};
  const Lifted lifted(routine, {subject}, Language::Cpp);
  const Comparison frames = compare(routine, subject, lifted, 0, entriesOf(routine));
  EXPECT_EQ(frames.equal, routine.entries.size());
  EXPECT_GT(frames.equal, 800u);
}

// A routine at $8000 that nobody has to find.
prove::Routine routineOf(const std::vector<uint8_t>& code) {
  prove::Routine routine;
  routine.cartridge = tests::jumplabCartridge();
  routine.address = 0x8000;
  routine.programs.emplace_back();
  std::copy(code.begin(), code.end(), routine.programs.front().bytes.begin());
  prove::Entry entry;
  entry.registers.s = 0xF0;
  routine.entries.push_back(entry);
  return routine;
}

std::string lifted(const std::vector<uint8_t>& code) {
  return lift(routineOf(code), nullptr, trace::Symbols(), Language::Cpp).text;
}

std::string refusal(const std::vector<uint8_t>& code) {
  try {
    return lifted(code);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(Lift, RefusesWhatHasNoCounterpartInSourceAndNamesTheInstruction) {
  const std::string start = "the routine cannot be lifted: ";
  EXPECT_EQ(refusal({0x6C, 0x10, 0x00}),
            start + "$8000 JMP ($0010) jumps to an address that only the run tells");
  EXPECT_EQ(refusal({0x48, 0x60}), start + "$8001 RTS jumps to what was pushed");
  EXPECT_EQ(refusal({0x68, 0x68, 0x60}), start + "$8000 PLA pulls what the routine has not pushed");
  EXPECT_EQ(refusal({0x08, 0x68, 0x60}), start + "$8001 PLA pulls what was pushed as something else");
  EXPECT_EQ(refusal({0xBA, 0x60}), start + "$8000 TSX works with the stack pointer");
  EXPECT_EQ(refusal({0xAD, 0xEF, 0x01, 0x60}), start + "$8000 LDA $01EF accesses the stack");
  EXPECT_EQ(refusal({0x00}), start + "$8000 BRK has no counterpart in source");
  EXPECT_EQ(refusal({0xA7, 0x10, 0x60}), start + "$8000 *LAX $10 has no counterpart in source");
  EXPECT_EQ(refusal({0x4C, 0x00, 0x02}),
            start + "it continues at $0200, and only code at $8000-$FFFD stays as it is");
}

TEST(Lift, RefusesRecursionThatMayFillTheStack) {
  // DEC $10; BNE +1; RTS; JSR $8000; RTS
  EXPECT_EQ(refusal({0xC6, 0x10, 0xD0, 0x01, 0x60, 0x20, 0x00, 0x80, 0x60}),
            "the routine cannot be lifted: $8005 JSR $8000 calls what may call it again, and nobody knows "
            "how often");
}

TEST(Lift, AWriteThatMaySwitchBanksIsRefusedOrThrows) {
  prove::Routine direct = routineOf({0x8D, 0x00, 0x80, 0x60});            // STA $8000
  prove::Routine by_pointer = routineOf({0xA0, 0x00, 0x91, 0x10, 0x60});  // LDY #0; STA ($10),Y
  for (prove::Routine* routine : {&direct, &by_pointer}) routine->programs.front().banks.resize(16);
  EXPECT_THROW(lift(direct, nullptr, trace::Symbols(), Language::Cpp), std::runtime_error);
  const std::string text = lift(by_pointer, nullptr, trace::Symbols(), Language::Cpp).text;
  EXPECT_NE(text.find("if (address >= 0x8000) throw"), std::string::npos) << text;
}

TEST(Lift, AByteOfTheCartridgesRamIsNotReadLaterThanItIsWritten) {
  prove::Routine routine = routineOf({0xAE, 0x10, 0x70, 0xA9, 0x07, 0x8D, 0x10, 0x70, 0x86, 0x10, 0x60});
  routine.entries.front().before.board.resize(0x2000);  // LDX $7010; LDA #$07; STA $7010; STX $10; RTS
  const std::string text = lift(routine, nullptr, trace::Symbols(), Language::Cpp).text;
  const size_t read = text.find("= board[0x1010];"), write = text.find("board[0x1010] = 7;");
  ASSERT_NE(read, std::string::npos) << text;
  EXPECT_LT(read, write) << text;
}

TEST(Lift, ARoutineMayReadItsOwnCodeThroughAPointer) {
  if (!canCompile(Language::Cpp)) GTEST_SKIP() << "no compiler (c++)";
  std::vector<Subject> subjects;
  prove::Routine routine;
  for (const uint8_t number : {1, 2}) {
    // LDY #number; LDA ($10),Y; STA $12; RTS
    routine = routineOf({0xA0, number, 0xB1, 0x10, 0x85, 0x12, 0x60});
    subjects.push_back({lift(routine, nullptr, trace::Symbols(), Language::Cpp), routine.program()});
  }
  const Lifted compiled(routine, subjects, Language::Cpp);
  Input input{routine.entries.front().before, routine.entries.front().registers};
  input.memory.ram[0x11] = 0x80;
  for (size_t i = 0; i < subjects.size(); ++i)
    EXPECT_EQ(compare(routine, subjects[i], compiled, i, {input}).equal, 1u) << i;
}

// Names that are words of a language, that local variables have, that two bytes share, or that no language allows.
void addOddNames(trace::Profile& profile, trace::Symbols& symbols) {
  const char* names[] = {"class",    "base",     "int",  "string", "sum",      "sum2",
                         "pushed_a", "decltype", "NULL", "State",  "ToString", "InvalidOperationException",
                         "a"};
  uint16_t address = 0x10;
  for (const char* name : names) {
    trace::Watch watch;
    watch.name = name;
    watch.addresses = {address++};
    watch.meaning = "two\nlines and a backslash\\";
    profile.watches.push_back(watch);
    watch.name += "_";
    profile.watches.push_back(watch);
  }
  for (const char* name :
       {"odd-name", "odd.name", "9lives", "\xC3\xA9t\xC3\xA9", "odd_name_001E", "__x", "_X"})
    symbols.add({.name = name, .address = address++});
  symbols.add({.name = "class", .address = 0x8000});
}

TEST(Lift, NamesThatNoLanguageAllowsAreChanged) {
  // CLC; LDA a; ADC b; PHA; LDA c; ADC d; STA e; PLA; STA f, with all bytes from $10 to $27.
  std::vector<uint8_t> code;
  for (uint8_t byte = 0x10; byte < 0x24; ++byte) {
    const uint8_t next = byte + 1, after = byte + 2, last = byte + 3;
    code.insert(code.end(),
                {0x18, 0xA5, byte, 0x65, next, 0x48, 0xA5, next, 0x65, after, 0x85, after, 0x68, 0x85, last});
  }
  code.push_back(0x60);
  const prove::Routine routine = routineOf(code);
  trace::Profile profile;
  trace::Symbols symbols;
  addOddNames(profile, symbols);
  for (const Language language : {Language::Cpp, Language::CSharp}) {
    if (!canCompile(language)) GTEST_SKIP() << "no compiler (c++; mono-mcs and mono-runtime)";
    const Subject subject{lift(routine, &profile, symbols, language), routine.program()};
    SCOPED_TRACE(subject.source.text);
    const Lifted compiled(routine, {subject}, language);
    std::mt19937 random(1);
    EXPECT_EQ(compare(routine, subject, compiled, 0, randomInputs(routine, 20, random)).equal, 20u);
  }
}

TEST(Lift, AMultiByteSumIsOneExpression) {
  // CLC; LDA $10; ADC $12; STA $10; LDA $11; ADC $13; STA $11; RTS
  const std::string text =
      lifted({0x18, 0xA5, 0x10, 0x65, 0x12, 0x85, 0x10, 0xA5, 0x11, 0x65, 0x13, 0x85, 0x11, 0x60});
  EXPECT_NE(text.find("int sum = u16(ram[0x11], ram[0x10]) + u16(ram[0x13], ram[0x12]);"), std::string::npos)
      << text;
}

TEST(Lift, AByteOfASumThatIsStoredWhereTheNextOneReadsIsNoChain) {
  // CLC; LDA $10; ADC $12; STA $13; LDA $11; ADC $13; STA $11; RTS
  const std::string text =
      lifted({0x18, 0xA5, 0x10, 0x65, 0x12, 0x85, 0x13, 0xA5, 0x11, 0x65, 0x13, 0x85, 0x11, 0x60});
  EXPECT_EQ(text.find("u16(ram"), std::string::npos) << text;
}

TEST(Lift, ALoopWithItsTestAtTheEndIsDoWhile) {
  // LDX #$04; loop: STA $20,X; DEX; BNE loop; RTS
  const std::string text = lifted({0xA2, 0x04, 0x95, 0x20, 0xCA, 0xD0, 0xFB, 0x60});
  EXPECT_NE(text.find("do {"), std::string::npos) << text;
  EXPECT_NE(text.find("} while (x != 0);"), std::string::npos) << text;
}

TEST(Lift, ABranchThatIsAlwaysTakenLeavesNothingOfWhatItSkips) {
  // LDA #$01; BNE +1; JAM; STA $10; RTS
  const std::string text = lifted({0xA9, 0x01, 0xD0, 0x01, 0x02, 0x85, 0x10, 0x60});
  EXPECT_NE(text.find("ram[0x10] = 1;"), std::string::npos) << text;
  EXPECT_EQ(text.find("if (x"), std::string::npos) << text;
}

// The excerpts of docs/lift.md.
TEST(Lift, ThePageShowsWhatIsWritten) {
  trace::Symbols symbols;
  trace::readSymbols(tests::readText(bundled("jumplab/jumplab.labels")), "jumplab.labels", symbols);
  const prove::Routine routine = prove::findRoutine(tests::jumplabCartridge(), smb(), {});
  const std::string page = tests::readText(tests::sourceDir() / "docs/lift.md");
  for (const auto& [fence, language] :
       {std::pair("```cpp\n", Language::Cpp), std::pair("```csharp\n", Language::CSharp)}) {
    const std::string text = lift(routine, &smb(), symbols, language).text;
    size_t excerpts = 0;
    for (size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at), ++excerpts) {
      at += std::string(fence).size();
      const std::string excerpt = page.substr(at, page.find("```", at) - at);
      EXPECT_NE(text.find(excerpt), std::string::npos) << excerpt;
    }
    EXPECT_GE(excerpts, 1u) << fence;
  }
}

}  // namespace
}  // namespace jumpscope::lift
