// The public C++ interface: what it promises beyond what the programs of docs/library.md show.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "jumpscope/compare.h"
#include "jumpscope/console.h"
#include "jumpscope/movie.h"
#include "jumpscope/physics.h"
#include "jumpscope/trace.h"
#include "jumpscope_test_paths.h"
#include "tests/support/data.h"

namespace jumpscope {
namespace {

const std::string roms = std::string(JUMPSCOPE_SOURCE_DIR) + "/roms_test/";
const std::string jumplab = roms + "jumplab/jumplab.nes";
const std::string tier0 = roms + "movies/tier0-full.fm2";

std::vector<uint8_t> bytesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What a call that must fail says.
template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(Library, AStateRestoresEverythingAndComparesEqual) {
  Console console(Cartridge::open(jumplab));
  console.setButtons(0, parseButtons("RA"));
  console.runFrames(77);
  const State before = console.state();
  console.runFrames(30);
  EXPECT_NE(before, console.state());
  EXPECT_NE(before.firstDifference(console.state()), "");
  const std::vector<uint8_t> ram(console.ram().begin(), console.ram().end());
  console.restore(before);
  EXPECT_EQ(before, console.state());
  console.runFrames(30);
  EXPECT_TRUE(std::equal(ram.begin(), ram.end(), console.ram().begin()));
}

TEST(Library, RamStaysAtItsPlaceAndShowsTheConsoleAsItRuns) {
  Console console(Cartridge::open(jumplab));
  const auto ram = console.ram();
  const State start = console.state();
  console.runFrames(50);
  console.restore(start);
  console.loadState(console.saveState());
  console.poke(0x0010, 0xA5);
  EXPECT_EQ(console.ram().data(), ram.data());
  EXPECT_EQ(ram[0x10], 0xA5);
  const Console moved = std::move(console);
  EXPECT_EQ(moved.ram().data(), ram.data());
}

TEST(Library, AForkGoesOnByItselfWithItsButtons) {
  Console console(Cartridge::open(jumplab));
  console.runFrames(60);
  console.setButtons(0, 0x01);
  Console fork = console;
  EXPECT_EQ(fork.buttons(0), 0x01);
  console.runFrames(20);
  fork.runFrames(20);
  EXPECT_EQ(console.state(), fork.state());
  fork.setButtons(0, 0x80);
  fork.runFrame();
  console.runFrame();
  EXPECT_NE(console.state(), fork.state());
}

TEST(Library, StatesOfOtherCartridgesAndRegionsAreRefusedAndChangeNothing) {
  Console ntsc(Cartridge::open(jumplab));
  Options options;
  options.region = Region::Pal;
  Console pal(Cartridge::open(jumplab), options);
  EXPECT_EQ(pal.options().region, Region::Pal);
  const State before = ntsc.state();
  EXPECT_NE(refusal([&] { ntsc.restore(pal.state()); }).find("region pal"), std::string::npos);
  std::vector<uint8_t> file = ntsc.saveState();
  file[file.size() / 2] ^= 1;
  EXPECT_NE(refusal([&] { ntsc.loadState(file); }).find("truncated or altered"), std::string::npos);
  EXPECT_EQ(ntsc.state(), before);
}

TEST(Library, OnWriteNamesTheWriterUntilTheHookIsTakenAway) {
  Console console(Cartridge::open(jumplab));
  size_t writes = 0;
  console.runFrames(40);
  console.setButtons(0, parseButtons("A"));
  console.onWrite({0x009F}, [&](const Write& write) {
    ++writes;
    EXPECT_EQ(write.address, 0x009F);
    EXPECT_EQ(console.peek(write.address), write.old_value);
  });
  console.runFrames(60);
  EXPECT_GT(writes, 10u);
  const size_t so_far = writes;
  console.onWrite({}, {});
  console.runFrames(60);
  EXPECT_EQ(writes, so_far);
}

TEST(Library, WatchingChangesNothingThatTheConsoleDoes) {
  Console plain(Cartridge::open(jumplab)), watched(Cartridge::open(jumplab));
  watched.onWrite({0x00CE, 0x009F, 0x0300}, [](const Write&) {});
  plain.runFrames(40);
  watched.runFrames(40);
  watched.onWrite({}, {});
  plain.runFrames(40);
  watched.runFrames(40);
  EXPECT_EQ(plain.state(), watched.state());
}

TEST(Library, AForkShowsThePicture) {
  Options options;
  options.video = true;
  Console console(Cartridge::open(jumplab), options);
  console.runFrames(60);
  const Console fork = console;
  EXPECT_TRUE(std::ranges::equal(fork.pixels(), console.pixels()));
}

TEST(Library, ARecorderSeesWhatRecordSees) {
  const Cartridge cartridge = Cartridge::open(jumplab);
  const Movie movie = Movie::open(tier0);
  const Profile profile = Profile::builtin("smb");
  const Trace whole = record(cartridge, movie, profile);
  Console console(cartridge);
  Recorder recorder(console, profile, true);
  while (console.frame() < movie.frames()) {
    movie.apply(console);
    console.runFrame();
  }
  const Trace live = recorder.trace();
  ASSERT_EQ(live.rows(), whole.rows());
  for (size_t row = 0; row < whole.rows(); ++row) {
    EXPECT_EQ(live.buttons(row), whole.buttons(row)) << row;
    EXPECT_TRUE(std::ranges::equal(live.values(row), whole.values(row))) << row;
  }
  EXPECT_EQ(live.writes().size(), whole.writes().size());
  EXPECT_TRUE(compareWithGolden(live, whole).equal());
  EXPECT_TRUE(compareWithModel(live).equal());
}

TEST(Library, ATraceIsSavedAsTheProgramWritesIt) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "library_trace";
  std::filesystem::create_directories(folder);
  const Trace trace = record(Cartridge::open(jumplab), Movie::open(tier0), Profile::builtin("smb"));
  const std::string rows = folder / "t.csv", writes = folder / "w.csv.zst";
  trace.save(rows, writes);
  const Trace again = Trace::open(rows, writes);
  EXPECT_TRUE(compareWithGolden(again, trace).equal());
  EXPECT_EQ(again.writes().size(), trace.writes().size());
  EXPECT_NE(refusal([&] { trace.save((folder / "t.txt").string()); }), "nothing was refused");
  EXPECT_FALSE(std::filesystem::exists(folder / "t.txt"));
  std::filesystem::remove_all(folder);
}

TEST(Library, AChangedByteIsTheFirstDifference) {
  const Cartridge cartridge = Cartridge::open(jumplab);
  std::vector<uint8_t> file = bytesOf(jumplab);
  const auto prg = cartridge.prgRom();
  // The gravity table of the model's first tiers, wherever it lies.
  const std::array<uint8_t, 5> table = {0x20, 0x20, 0x1E, 0x28, 0x28};
  const auto found = std::search(prg.begin(), prg.end(), table.begin(), table.end());
  ASSERT_NE(found, prg.end());
  file[16 + static_cast<size_t>(found - prg.begin())] = 0x21;
  const Trace trace =
      record(Cartridge::parse(file, "mutant.nes"), Movie::open(tier0), Profile::builtin("smb"));
  const Comparison comparison = compareWithModel(trace);
  ASSERT_FALSE(comparison.equal());
  const Difference& first = comparison.differences.front();
  EXPECT_EQ(first.frame, 33u);
  ASSERT_TRUE(first.writer.has_value());
  EXPECT_NE(first.writer->instruction, "");
  ASSERT_TRUE(first.byte.has_value());
  EXPECT_EQ(first.byte->address, first.writer->address);
  EXPECT_EQ(first.byte->got, first.writer->new_value);
  EXPECT_EQ(first.byte->expected, uint8_t(first.expected));
  EXPECT_NE(comparison.json.find("\"differences\""), std::string::npos);
}

// A jump from standing, with the speed before the position: wrong from its first frame on.
TEST(Library, AgainstAModelOfYourOwnTheWrongByteAndItsWriterAreNamed) {
  const Profile profile = Profile::builtin("smb");
  Trace trace = record(Cartridge::open(jumplab), Movie::open(tier0), profile);
  int position = 0;
  OwnModel model;
  model.watches = {"y_position", "y_subpixel"};
  model.begin = [&](std::span<const int64_t> before) { position = int(before[0]) * 256; };
  model.step = [&](uint8_t, std::span<int64_t> values) {
    position += 0x20 - 4 * 256;
    values[0] = position >> 8, values[1] = position & 0xFF;
  };
  const Comparison comparison = compareWithModel(trace, profile, model);
  ASSERT_EQ(comparison.differences.size(), 1U);
  const Difference& difference = comparison.differences.front();
  EXPECT_EQ(difference.frame, 33U);
  EXPECT_EQ(difference.watch, "y_subpixel");
  EXPECT_EQ(difference.jump, std::optional<size_t>(0));
  EXPECT_EQ(trace.frame(difference.row), difference.frame);
  EXPECT_EQ(difference.expected_text, "32");
  EXPECT_EQ(difference.got_text, "0");
  ASSERT_TRUE(difference.byte.has_value());
  EXPECT_EQ(difference.byte->address, trace.columns()[*trace.find("y_subpixel")].addresses[0]);
  EXPECT_EQ(difference.byte->expected, std::optional<uint8_t>(32));
  EXPECT_EQ(difference.byte->got, std::optional<uint8_t>(0));
  ASSERT_TRUE(difference.writer.has_value());
  EXPECT_EQ(difference.writer->address, difference.byte->address);
  EXPECT_NE(comparison.text.find(difference.writer->instruction), std::string::npos) << comparison.text;
  EXPECT_NE(comparison.json.find("\"writer\""), std::string::npos);
}

TEST(Library, MoviesFromScriptsAndArraysPressTheSame) {
  const Movie script = Movie::press("3-4:A 6:RB");
  const Movie array = Movie::buttons(std::vector<uint8_t>{0, 0, 0, 1, 1, 0, 0x82, 0});
  for (uint64_t frame = 0; frame < 9; ++frame) EXPECT_EQ(script.at(frame), array.at(frame)) << frame;
  EXPECT_EQ(array.frames(), 8u);
  EXPECT_NE(refusal([&] { (void)array.at(0, 4); }), "nothing was refused");
  const Cartridge cartridge = Cartridge::open(jumplab);
  const std::string fm2 = script.fm2(cartridge, {}, 10);
  const Movie again = Movie::parse(std::span(reinterpret_cast<const uint8_t*>(fm2.data()), fm2.size()));
  for (uint64_t frame = 1; frame < 9; ++frame) EXPECT_EQ(script.at(frame), again.at(frame)) << frame;
}

TEST(Library, AssignmentMakesAConsoleTheOtherOneWithItsOptions) {
  const Cartridge cartridge = Cartridge::open(jumplab);
  Console plain(cartridge), seen(cartridge, {.video = true, .audio = true});
  seen.runFrames(5);
  plain = seen;
  plain.runFrame();
  EXPECT_TRUE(plain.options().video);
  EXPECT_EQ(plain.pixels().size(), 256U * 240);
  EXPECT_FALSE(plain.takeSamples().empty());
  seen = Console(cartridge);
  EXPECT_FALSE(seen.options().video);
  EXPECT_TRUE(seen.pixels().empty());
}

TEST(Library, AConsoleThatWasMovedFromCanBeAssignedTo) {
  Console console(Cartridge::open(jumplab));
  console.runFrames(3);
  Console other = std::move(console);
  console = other;
  EXPECT_EQ(console.state(), other.state());
  Console third = std::move(other);
  other = std::move(third);
  EXPECT_EQ(console.state(), other.state());
}

TEST(Library, ARecorderStaysWithAConsoleThatIsAssignedTo) {
  const Cartridge cartridge = Cartridge::open(jumplab);
  Console console(cartridge), ahead(cartridge);
  ahead.runFrames(100);
  const Profile profile = Profile::builtin("smb");
  const uint8_t* ram = console.ram().data();
  Recorder recorder(console, profile, true);
  console = Console(ahead);
  console.runFrames(2);
  EXPECT_EQ(console.ram().data(), ram);
  ASSERT_EQ(recorder.rows(), 2U);
  EXPECT_EQ(recorder.trace().frame(0), 100U);
  console = Console(cartridge, {.region = Region::Pal});
  console.runFrames(50);
  EXPECT_EQ(recorder.rows(), 52U);
  EXPECT_FALSE(recorder.trace().writes().empty());
}

TEST(Library, AHookMayReplaceItself) {
  Console console(Cartridge::open(jumplab));
  std::string seen;
  const auto names = [&seen](const std::string& name) {
    return [&seen, name](const Write&) { seen += name; };
  };
  console.onWrite({0x009F}, [&console, &seen, names, name = std::string(100, 'a')](const Write&) {
    console.onWrite({0x009F}, names("b"));
    seen += name;
  });
  console.setButtons(0, parseButtons("A"));
  console.runFrames(100);
  EXPECT_TRUE(seen.starts_with(std::string(100, 'a') + "bb"));
}

TEST(Library, AWriteHookAndARecorderDoNotTakeEachOthersPlace) {
  Console console(Cartridge::open(jumplab));
  int seen = 0;
  console.onWrite({0x00CE}, [&](const Write&) { ++seen; });
  EXPECT_NE(refusal([&] { Recorder(console, Profile::builtin("smb")); }).find("has a hook for writes"),
            std::string::npos);
  console.runFrames(60);
  EXPECT_GT(seen, 0);
  console.onWrite({}, {});
  Recorder recorder(console, Profile::builtin("smb"), true);
  EXPECT_NE(refusal([&] { console.onWrite({}, {}); }).find("a recorder watches the console"),
            std::string::npos);
  console.runFrames(60);
  EXPECT_EQ(recorder.rows(), 60U);
  EXPECT_FALSE(recorder.trace().writes().empty());
}

TEST(Library, ARecorderOutlivesItsConsole) {
  std::optional<Console> console(Cartridge::open(jumplab));
  Recorder recorder(*console, Profile::builtin("smb"));
  console->runFrames(7);
  console.reset();
  EXPECT_EQ(recorder.rows(), 7U);
  recorder.clear();
  EXPECT_EQ(recorder.rows(), 0U);
}

TEST(Library, WhatATraceDoesNotHaveIsRefusedWithASentence) {
  const Trace trace = record(Cartridge::open(jumplab), Movie::open(tier0), Profile::builtin("smb"), 10);
  EXPECT_EQ(refusal([&] { trace.frame(10); }), "there is no row 10; the trace has 10, counted from 0");
  EXPECT_EQ(refusal([&] { trace.value(0, 99); }), "there is no column 99; the trace has 27, counted from 0");
  EXPECT_EQ(refusal([&] { trace.save("a.csv", "a.csv"); }),
            "the trace and its write log would both be a.csv; give them two names");
}

TEST(Library, WrongArgumentsAreRefusedWithASentence) {
  const Cartridge cartridge = Cartridge::open(jumplab);
  Console console(cartridge);
  for (const std::string& sentence : {
           refusal([] { Cartridge::open("/nowhere.nes"); }),
           refusal([] { Cartridge::parse({}); }),
           refusal([&] { console.setButtons(4, 0); }),
           refusal([&] { console.setButtons(-1, 0); }),
           refusal([&] { console.setInput(3, {}); }),
           refusal([&] { console.setBatteryRam(std::vector<uint8_t>(8)); }),
           refusal([] { parseButtons("AX"); }),
           refusal([] { Movie::press("no"); }),
           refusal([] { Profile::builtin("nosuch"); }),
           refusal([] {
             Profile::watches({"y=$00CE", "y=$00CF"});
           }),
           refusal([] { runModel("nosuch", {}); }),
           refusal([&] { record(cartridge, Movie(), Profile()); }),
           refusal([&] { record(cartridge, Movie(), Profile(), UINT64_MAX); }),
           refusal([&] { console.runFrames(UINT64_MAX); }),
           refusal([&] { Movie().fm2(cartridge, {}, UINT64_MAX); }),
           refusal([&] {
             Options o;
             o.alignment = 4;
             Console(cartridge, o);
           }),
           refusal([&] {
             Options o;
             o.sample_rate = 0;
             Console(cartridge, o);
           }),
           refusal([&] {
             Options o;
             o.ram_init = "ones and zeros";
             Console(cartridge, o);
           }),
           refusal([&] {
             Options o;
             o.devices = {"7=zapper"};
             Console(cartridge, o);
           }),
       }) {
    EXPECT_NE(sentence, "nothing was refused");
    EXPECT_GT(sentence.size(), 10u);
  }
}

TEST(Library, ConsolesOnSeveralThreadsShareACartridge) {
  const Cartridge cartridge = Cartridge::open(jumplab);
  std::vector<std::string> ends(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& end : ends)
      threads.emplace_back([&] {
        Console console(cartridge);
        console.setButtons(0, 0x81);
        console.runFrames(200);
        end.assign(console.ram().begin(), console.ram().end());
      });
  }
  for (const std::string& end : ends) EXPECT_EQ(end, ends.front());
}

TEST(Library, EveryModelRunsAndTellsItsParameters) {
  const std::vector<uint8_t> buttons(60, 0x01);
  for (const std::string& name : modelNames()) {
    const ModelInfo info = modelInfo(name);
    const ModelRun run = runModel(name, buttons);
    EXPECT_EQ(run.rows.size(), buttons.size()) << name;
    EXPECT_EQ(run.columns.size(), info.columns.size()) << name;
    for (const ModelParameter& parameter : info.parameters)
      EXPECT_NO_THROW(runModel(name, buttons, {{parameter.name, parameter.default_value}})) << parameter.name;
  }
}

TEST(Library, PixelsAndSamplesAreMadeWhenAskedFor) {
  const Cartridge cartridge = Cartridge::open(jumplab);
  Console silent(cartridge);
  silent.runFrames(5);
  EXPECT_TRUE(silent.pixels().empty());
  EXPECT_TRUE(silent.takeSamples().empty());
  Options options;
  options.video = options.audio = true;
  Console console(cartridge, options);
  console.runFrames(60);
  EXPECT_EQ(console.pixels().size(), size_t(picture_width * picture_height));
  EXPECT_NEAR(static_cast<double>(console.takeSamples().size()), 48000 * 60 / 60.0988, 100);
}

}  // namespace
}  // namespace jumpscope
