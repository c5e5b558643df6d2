// What stops the game: breakpoints, and the first difference from the model.
#include <algorithm>
#include <chrono>

#include "cpu6502/disassemble.h"
#include "src/base/files.h"
#include "src/base/text.h"
#include "src/diff/diff.h"
#include "src/session/record.h"
#include "src/session/state_file.h"
#include "src/trace/log_filter.h"
#include "src/trace/watch.h"
#include "tests/play/support.h"
#include "tests/support/bytes.h"
#include "tests/support/sanitized.h"

namespace jumpscope::play {
namespace {

TEST(Stop, ABreakpointStopsOnceWhereItBecomesTrue) {
  const trace::Profile& profile = trace::builtinProfile("smb");
  const movie::Movie tour = movieNamed("tour");
  const session::Recording recording =
      session::record(jumplab(), {}, session::playMovie(tour), "smb", profile.watches);
  const size_t speed = *recording.trace.find("y_speed");
  std::vector<uint64_t> expected;
  bool before = false;
  for (const trace::Row& row : recording.trace.rows) {
    const bool now = row.values[speed] < -3;
    if (now && !before) expected.push_back(row.frame);
    before = now;
  }
  ASSERT_GT(expected.size(), 20u);

  Game game(jumplab(), smbOptions());
  game.playMovie(tour);
  game.setBreakpoints({"y_speed < -3"});
  std::vector<uint64_t> stopped;
  while (game.mode() == Game::Mode::Playing) {
    game.runFrame({});
    const auto stop = game.takeStop();
    ASSERT_EQ(stop.has_value(), game.inFrame());
    if (!stop) continue;
    EXPECT_EQ(stop->kind, Game::Stop::Kind::Breakpoint);
    EXPECT_EQ(stop->frame, game.frame());
    EXPECT_LT(int8_t(game.console().peek(0x009F)), -3);
    EXPECT_NE(stop->words.find("y_speed < -3: true in frame " + std::to_string(stop->frame)),
              std::string::npos)
        << stop->words;
    EXPECT_EQ(game.rows().size(), stop->frame);
    stopped.push_back(stop->frame);
  }
  EXPECT_EQ(stopped, expected);
  EXPECT_EQ(std::vector(game.rows().begin(), game.rows().end()), recording.trace.rows);
}

TEST(Stop, AWatchIsStoppedAtBeforeWhateverWritesIt) {
  EXPECT_EQ(writesOf(trace::parseWatch("h=$04F3,$00CE:u16.8")), "writes($04F3) || writes($00CE)");
  EXPECT_EQ(writesOf(trace::Watch{}), "");
  Game game(jumplab(), smbOptions());
  game.playMovie(movieNamed("tier0-full"));
  for (const trace::Watch& watch : game.profile()->watches)
    if (const std::string condition = writesOf(watch); !condition.empty()) game.setBreakpoints({condition});
  game.setBreakpoints({writesOf(trace::parseWatch("h=$04F3,$00CE:u16.8"))});
  size_t stops = 0;
  for (; stops < 20 && game.mode() == Game::Mode::Playing; game.runFrame({})) {
    if (!game.takeStop()) continue;
    ++stops;
    const console::Console& console = game.console();
    const uint16_t pc = console.cpu().pc;
    std::array<uint8_t, 3> bytes{};
    for (uint16_t i = 0; i < 3; ++i) bytes[i] = console.peek(static_cast<uint16_t>(pc + i));
    const std::string text = cpu6502::disassemble(pc, bytes);
    EXPECT_TRUE(text.find("$CE") != text.npos || text.find("$04F3") != text.npos ||
                text.find(",X") != text.npos)
        << text;
  }
  EXPECT_EQ(stops, 20u);
}

TEST(Stop, ABreakpointNamesTheInstructionThatWrote) {
  Game game(jumplab(), smbOptions());
  game.playMovie(movieNamed("tier0-full"));
  game.setBreakpoints({"y_speed == -4"});
  while (!game.inFrame() && game.mode() == Game::Mode::Playing) game.runFrame({});
  ASSERT_TRUE(game.inFrame());
  const uint16_t pc = game.console().cpu().instruction_pc;
  const SavedGame saved = game.save();
  EXPECT_EQ(saved.state.frame, game.frame());
  game.runFrame({});
  const auto write = std::find_if(game.writes().begin(), game.writes().end(), [&](const trace::Write& one) {
    return one.frame == saved.state.frame && one.watch == "y_speed" && one.new_value == 0xFC;
  });
  ASSERT_NE(write, game.writes().end());
  EXPECT_EQ(write->pc, pc);
}

// The cycles of the instructions that `jumpscope log --when` would print in these frames.
std::vector<uint64_t> loggedCycles(const std::string& condition, uint64_t frames) {
  console::Console console(jumplab(), {});
  trace::InstructionFilter filter({condition}, {}, nullptr, "--when");
  std::vector<uint64_t> cycles;
  console.hooks().on_instruction = [&] {
    if (filter.holds(console, 0)) cycles.push_back(console.cpuCycles());
  };
  while (console.frame() < frames) console.runFrame();
  return cycles;
}

std::vector<uint64_t> stoppedCycles(const std::string& condition, uint64_t frames) {
  Game game(jumplab(), smbOptions());
  game.setBreakpoints({condition});
  std::vector<uint64_t> cycles;
  while (game.frame() < frames) {
    game.runFrame({});
    if (const auto stop = game.takeStop()) {
      EXPECT_TRUE(game.inFrame());
      EXPECT_NE(stop->words.find("before the instruction at"), std::string::npos) << stop->words;
      cycles.push_back(game.console().cpuCycles());
    }
  }
  return cycles;
}

TEST(Stop, ABreakpointOfTheProcessorStopsBeforeEachInstructionThatALogShows) {
  const std::string physics = trace::addressText(labelOf("move_y"));
  const std::vector<std::string> conditions{"pc == " + physics,     "writes($CE)", "reads($4016)",
                                            "writes($2005..$2006)", "op == $40",   "writes($0200) && a == 3"};
  constexpr uint64_t frames = 12;
  size_t stops = 0;
  for (const std::string& condition : conditions) {
    const std::vector<uint64_t> expected = loggedCycles(condition, frames);
    EXPECT_EQ(stoppedCycles(condition, frames), expected) << condition;
    stops += expected.size();
  }
  EXPECT_GT(stops, 30u);
}

TEST(Stop, BreakpointsWithinAFrameChangeNothing) {
  Game plain(jumplab(), smbOptions()), stopped(jumplab(), smbOptions());
  plain.playMovie(movieNamed("tier0-full"));
  stopped.playMovie(movieNamed("tier0-full"));
  stopped.setBreakpoints({"writes($CE)", "scanline == 100", "[$00CE] < 150"});
  playTo(plain, 120);
  size_t stops = 0;
  while (stopped.frame() < plain.frame()) {
    stopped.runFrame({});
    stops += stopped.takeStop().has_value();
    if (stops % 5 == 1) stopped.stepInstruction({});
  }
  EXPECT_GT(stops, 150u);
  EXPECT_EQ(std::vector(stopped.rows().begin(), stopped.rows().end()),
            std::vector(plain.rows().begin(), plain.rows().end()));
  EXPECT_EQ(session::encodeState(stopped.console()), session::encodeState(plain.console()));
}

TEST(Stop, AConditionThatIsTrueMustBecomeFalseBeforeItStops) {
  Game game(jumplab(), smbOptions(true));
  game.playMovie(movieNamed("tier0-full"));
  while (game.console().peek(0x001D) == 0) game.runFrame({});
  game.setBreakpoints({"player_state != 0", "y_speed == 0"});
  const uint64_t frame = game.frame();
  game.runFrame({});
  EXPECT_FALSE(game.takeStop());
  game.stepInstruction({});
  game.setBreakpoints({"frame == " + std::to_string(game.frame())});
  game.runFrame({});
  ASSERT_TRUE(game.takeStop());
  EXPECT_TRUE(game.inFrame());
  EXPECT_EQ(game.frame(), frame + 1);
  EXPECT_EQ(game.pixels().size(), 256u * 240);
}

TEST(Stop, AWrongConditionIsNamedAndChangesNothing) {
  Game game(jumplab(), smbOptions());
  game.setBreakpoints({"y_speed < 0"});
  const std::string sentence = tests::errorOf([&] { game.setBreakpoints({"y_sped < 0"}); });
  EXPECT_NE(sentence.find("breakpoint"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("y_sped"), std::string::npos) << sentence;
  EXPECT_EQ(game.breakpoints(), std::vector<std::string>{"y_speed < 0"});
}

TEST(Stop, TheModelCheckRaisesNoFalseAlarm) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(testRoms() / "movies"))
    if (entry.path().extension() == ".fm2") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  size_t frames = 0;
  double worst = 0, all = 0;
  const size_t step = 2 * tests::case_step - 1;  // every 15th under the sanitizers, else all
  for (size_t i = 0; i < names.size(); i += step) {
    const std::string& name = names[i];
    Game game(jumplab(), smbOptions());
    game.playMovie(movieNamed(name));
    game.setModelCheck(true);
    while (game.mode() == Game::Mode::Playing) {
      const auto begin = std::chrono::steady_clock::now();
      game.runFrame({});
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
      worst = std::max(worst, took.count());
      all += took.count();
      ++frames;
      const auto stop = game.takeStop();
      ASSERT_FALSE(stop) << name << ": " << stop->words;
    }
  }
  EXPECT_GT(frames, 5000u / tests::case_step);
  std::printf("%zu frames, %.3f ms each on average with the console, %.3f ms the longest\n", frames,
              all / double(frames), worst);
}

// Every kind of mutant: the game stops in the frame that `jumpscope diff` names first.
TEST(Stop, AMutantStopsWhereDiffSaysItDiffersFirst) {
  const std::vector<uint8_t> rom = base::readFile(testRoms() / "jumplab/jumplab.nes");
  const auto flipped = [&](const std::string& name, uint16_t more, uint8_t bits) {
    const uint16_t at = uint16_t(labelOf(name) + more);
    return Patch{{at, uint8_t(rom.at(size_t{16} + at - 0x8000) ^ bits)}};
  };
  std::vector<Patch> mutants;
  for (const uint16_t tier : {0, 1, 2, 3, 4, 5}) {
    mutants.push_back(flipped("jump_rise_table", tier, 1));
    mutants.push_back(flipped("jump_fall_table", tier, 0x10));
    mutants.push_back(flipped("jump_speed_table", tier, 1));
    mutants.push_back(flipped("jump_fraction_table", tier, 1));
  }
  mutants.push_back(flipped("terminal_speed_load", 1, 1));
  const uint16_t release = labelOf("release_test"), carry = labelOf("position_carry_adc");
  mutants.push_back({{uint16_t(release + 2), 0x05}});
  mutants.push_back({{uint16_t(release + 4), 0x10}});
  mutants.push_back({{carry, 0x18}, {uint16_t(carry + 1), 0x65}, {uint16_t(carry + 2), 0x9F}});
  const movie::Movie tour = movieNamed("tour");
  const trace::Profile& profile = trace::builtinProfile("smb");
  size_t tried = 0, found = 0;
  for (size_t i = 0; i < mutants.size(); i += tests::case_step, ++tried) {
    SCOPED_TRACE(i);
    const auto cartridge = jumplab(mutants[i]);
    const session::Recording recording =
        session::record(cartridge, {}, session::playMovie(tour), "smb", profile.watches);
    const auto diff = diff::compareWith(recording.trace, profile, std::optional(recording.writes));
    Game game(cartridge, smbOptions());
    game.playMovie(tour);
    game.setModelCheck(true);
    std::optional<Game::Stop> stop;
    while (!stop && game.mode() == Game::Mode::Playing) {
      game.runFrame({});
      stop = game.takeStop();
    }
    ASSERT_EQ(stop.has_value(), !diff.differences.empty());
    if (!stop) continue;
    ++found;
    EXPECT_EQ(stop->kind, Game::Stop::Kind::Model);
    EXPECT_EQ(stop->frame, diff.differences.front().frame);
    EXPECT_EQ(game.frame(), stop->frame + 1);
    EXPECT_EQ(stop->difference->watch, diff.differences.front().watch);
    const std::string text = diff::diffText(recording.trace, diff);
    EXPECT_NE(text.find(stop->words), std::string::npos) << stop->words << "\n" << text;
  }
  EXPECT_GE(found + 2, tried);
  std::printf("%zu mutants, %zu stops\n", tried, found);
}

TEST(Stop, ADifferentJumpStopsOnceAndAgainAfterRewinding) {
  const uint16_t rise = labelOf("jump_rise_table");
  Game game(jumplab({{rise, 0x21}}), smbOptions());
  game.playMovie(movieNamed("tier0-full"));
  game.setModelCheck(true);
  std::vector<uint64_t> stops;
  while (game.mode() == Game::Mode::Playing) {
    game.runFrame({});
    if (const auto stop = game.takeStop()) {
      stops.push_back(stop->frame);
      if (stops.size() == 1) game.back(20);
    }
  }
  ASSERT_EQ(stops.size(), 2u);
  EXPECT_EQ(stops[0], stops[1]);
}

TEST(Stop, ItsWordsNameTheRoutineWhereLabelsAreKnown) {
  trace::Symbols symbols;
  const std::vector<uint8_t> file = base::readFile(testRoms() / "jumplab/jumplab.labels");
  trace::readSymbols(base::asText(file), "jumplab.labels", symbols);
  GameOptions options = smbOptions();
  options.symbols = std::make_shared<const trace::Symbols>(symbols);
  Game game(jumplab({{labelOf("jump_rise_table"), 0x21}}), options);
  game.playMovie(movieNamed("tier0-full"));
  game.setModelCheck(true);
  game.setBreakpoints({"y_speed == -4"});
  std::map<Game::Stop::Kind, std::string> words;
  while (game.mode() == Game::Mode::Playing) {
    game.runFrame({});
    if (const auto stop = game.takeStop()) words.emplace(stop->kind, stop->words);
  }
  for (const auto kind : {Game::Stop::Kind::Model, Game::Stop::Kind::Breakpoint})
    EXPECT_NE(words[kind].find(" (jump_start+$"), std::string::npos) << words[kind];
}

TEST(Stop, WithoutAModelThereIsNoCheck) {
  GameOptions options;
  Game game(jumplab(), options);
  EXPECT_NE(tests::errorOf([&] { game.setModelCheck(true); }), "");
  trace::Profile profile = trace::builtinProfile("smb");
  profile.model.clear();
  game.setProfile(profile);
  EXPECT_NE(tests::errorOf([&] { game.setModelCheck(true); }), "");
  EXPECT_FALSE(game.modelCheck());
}

TEST(Stop, TheLastJumpIsTheOneOfTheJumpTable) {
  const movie::Movie tour = movieNamed("tour");
  const trace::Profile& profile = trace::builtinProfile("smb");
  const session::Recording recording =
      session::record(jumplab(), {}, session::playMovie(tour), "smb", profile.watches);
  const auto jumps = jumps::findJumps(recording.trace, profile, std::optional(recording.writes));
  Game game(jumplab(), smbOptions());
  game.playMovie(tour);
  size_t seen = 0;
  uint64_t last_start = 0;
  while (game.mode() == Game::Mode::Playing) {
    game.runFrame({});
    const auto jump = game.lastJump();
    if (!jump || jump->start_frame == last_start) continue;
    last_start = jump->start_frame;
    const auto same = std::find_if(jumps.begin(), jumps.end(),
                                   [&](const jumps::Jump& one) { return one.start_frame == last_start; });
    ASSERT_NE(same, jumps.end());
    EXPECT_EQ(jump->apex_raw, same->apex_raw);
    EXPECT_EQ(jump->end, same->end);
    EXPECT_EQ(jump->tier, same->tier);
    ++seen;
  }
  EXPECT_GT(seen, 30u);
}

}  // namespace
}  // namespace jumpscope::play
