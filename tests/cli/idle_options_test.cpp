// Options and input that would have no effect on what is named are refused, or named in a note.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

using Arguments = std::vector<std::string>;

// A folder with the counting cartridge and a trace of it.
struct TraceFolder : Folder {
  TraceFolder() {
    writeText(path / "rom.nes", countingCartridge());
    const Outcome made = in({"trace", "rom.nes", "--frames", "6", "--watch", "n=$10", "-o", "t.csv"});
    EXPECT_EQ(made.status, 0) << made.err;
  }
  Outcome in(const Arguments& arguments) const { return jumpscope(arguments, path); }
};

void expectRefusal(const TraceFolder& folder, const Arguments& arguments, const std::string& sentence) {
  const Outcome outcome = folder.in(arguments);
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find(sentence), std::string::npos) << sentence << "\n" << outcome.err;
}

TEST(IdleOptions, ATraceTakesNoneOfAConsole) {
  const TraceFolder folder;
  const std::vector<Arguments> all = {
      {"--movie", "x.fm2"},    {"--press", "3:A"},   {"--reset-at", "3"},         {"--frames", "3"},
      {"--load-state", "x"},   {"--patch", "x.ips"}, {"--mapper", "1"},           {"--region", "pal"},
      {"--ram-init", "zeros"}, {"--alignment", "3"}, {"--policy", "every-cycle"}, {"--device", "2=zapper"},
      {"--no-idle-skip"},      {"--no-native-code"}, {"--battery", "/nonexist"}};
  for (const Arguments& option : all)
    for (const Arguments& traces : {Arguments{"t.csv", "t.csv"}, Arguments{"t.csv"}}) {
      Arguments arguments{"diff"};
      arguments.insert(arguments.end(), traces.begin(), traces.end());
      arguments.insert(arguments.end(), option.begin(), option.end());
      expectRefusal(folder, arguments, option[0] + " applies to ROMs only");
    }
  expectRefusal(folder, {"diff", "t.csv", "t.csv", "--region", "pal", "--battery", "x"},
                "t.csv is a trace, which no console runs; --region, --battery apply to ROMs only");
  expectRefusal(folder, {"fit", "t.csv", "--movie", "x.fm2"}, "t.csv is a trace");
  expectRefusal(folder, {"fit", "t.csv", "--model", "smb-jump", "--prove", "3"}, "leave them or --model out");
}

TEST(IdleOptions, TwoTracesTakeNoneOfAModel) {
  const TraceFolder folder;
  for (const Arguments& option :
       {Arguments{"--strict"}, Arguments{"--model", "nosuchmodel"}, Arguments{"--set", "a=1"}}) {
    Arguments arguments{"diff", "t.csv", "t.csv"};
    arguments.insert(arguments.end(), option.begin(), option.end());
    expectRefusal(folder, arguments, "are for a comparison with a model, and A is compared with B");
  }
}

TEST(IdleOptions, AParameterIsSetOnce) {
  const TraceFolder folder;
  expectRefusal(folder, {"model", "siv3d-jump", "--set", "gravity=1", "--set", "gravity=2"},
                "--set names gravity twice");
  expectRefusal(folder, {"model", "--engine", "true", "--set", "g=1", "--set", "g=2"}, "--set names g twice");
}

TEST(IdleOptions, InputOutsideTheFramesThatAreRunIsNamed) {
  const TraceFolder folder;
  const auto notes = [&](Arguments input, const Arguments& command) {
    input.insert(input.begin(), command.begin(), command.end());
    const Outcome outcome = folder.in(input);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.err;
  };
  const Arguments trace{"trace", "rom.nes", "--watch", "n=$10"}, run{"run", "rom.nes"};
  for (const Arguments& command : {trace, run}) {
    EXPECT_EQ(notes({"--frames", "10", "--press", "5000:A"}, command),
              "note: the press at frame 5000 lies after the last frame that is run, 9\n");
    EXPECT_EQ(notes({"--frames", "10", "--press", "9:A 60:B 50:A", "--reset-at", "77"}, command),
              "note: 2 presses, the first at frame 50, lie after the last frame that is run, 9\n"
              "note: the reset at frame 77 lies after the last frame that is run, 9\n");
    EXPECT_EQ(notes({"--frames", "10", "--press", "9-5000:A", "--reset-at", "9"}, command), "");
  }
  notes({"--frames", "20", "--state", "s.state"}, run);
  EXPECT_EQ(notes({"--load-state", "s.state", "--frames", "5", "--press", "19:A 20:B 24:A 25:A"}, run),
            "note: the press at frame 19 lies before the first frame that is run, 20\n"
            "note: the press at frame 25 lies after the last frame that is run, 24\n");
}

TEST(IdleOptions, ACaseOfASuiteNamesSuchInput) {
  const TraceFolder folder;
  writeText(folder / "suite.json", nlohmann::json{{"format", "jumpscope-suite"},
                                                  {"version", 1},
                                                  {"cases",
                                                   {{{"name", "one"},
                                                     {"rom", "rom.nes"},
                                                     {"press", "9999:A"},
                                                     {"reset_at", 9998},
                                                     {"frames", 10},
                                                     {"expect", {{"ram", {{"$0012", "00"}}}}}}}}}
                                       .dump());
  const Outcome outcome = folder.in({"check", "suite.json"});
  EXPECT_NE(outcome.out.find("the press at frame 9999 lies after the last frame that is run, 9"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("the reset at frame 9998 lies"), std::string::npos) << outcome.out;
}

TEST(IdleOptions, APressNeedsAPadThatIsPluggedIn) {
  const TraceFolder folder;
  const auto refused = [&](const Arguments& more, const std::string& sentence) {
    Arguments arguments{"trace", "rom.nes", "--watch", "n=$10", "--frames", "20"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    expectRefusal(folder, arguments, sentence);
  };
  refused({"--device", "1=none", "--press", "7:A"}, "pad 1, but port 1 holds none; add --device 1=pad");
  refused({"--device", "2=zapper", "--press", "2/5:A"}, "pad 2, but port 2 holds zapper");
  EXPECT_EQ(folder
                .in({"trace", "rom.nes", "--watch", "n=$10", "--device", "2=none", "--device", "four-score",
                     "--press", "2/5:A 4/5:B"})
                .status,
            0);
  expectRefusal(folder, {"model", "smb-jump", "--input", "2/1:A"}, "a model reads the buttons of port 1");
}

TEST(IdleOptions, AFrameToLogMustBeRun) {
  const TraceFolder folder;
  expectRefusal(folder, {"log", "rom.nes", "--from", "2", "--to", "6", "--frames", "3"},
                "--to 6 lies after the 3 frames that are run; add --frames 7");
  expectRefusal(folder, {"log", "rom.nes", "--from", "5", "--frames", "5"},
                "--from 5 lies after the 5 frames");
  EXPECT_EQ(folder.in({"log", "rom.nes", "--from", "2", "--to", "2", "--frames", "3"}).status, 0);
}

TEST(IdleOptions, AMovieOnAnotherRegionIsNamed) {
  const TraceFolder folder;
  ASSERT_EQ(folder.in({"run", "rom.nes", "--frames", "5", "--region", "pal", "--record", "pal.fm2"}).status,
            0);
  ASSERT_EQ(folder.in({"run", "rom.nes", "--frames", "5", "--record", "ntsc.fm2"}).status, 0);
  const auto said = [&](const std::string& movie, const std::string& region) {
    return folder.in({"run", "rom.nes", "--movie", movie, "--region", region}).err;
  };
  EXPECT_EQ(said("pal.fm2", "ntsc"), "note: pal.fm2 was recorded for PAL, and is played on ntsc\n");
  EXPECT_EQ(said("ntsc.fm2", "pal"),
            "note: ntsc.fm2 was recorded on a console that is not PAL, and is played on pal\n");
  EXPECT_EQ(said("pal.fm2", "auto") + said("ntsc.fm2", "ntsc"), "");
}

TEST(IdleOptions, TracesOfOtherAddressesAreNamed) {
  const TraceFolder folder;
  for (const std::string address : {"$10", "$12"})
    folder.in(
        {"trace", "rom.nes", "--frames", "1", "--watch", "n=" + address, "-o", address.substr(1) + ".csv"});
  const Outcome other = folder.in({"diff", "10.csv", "12.csv"}),
                same = folder.in({"diff", "10.csv", "10.csv"});
  EXPECT_NE(other.out.find("watch n is read at $0010, in the golden trace at $0012"), std::string::npos)
      << other.out << other.err;
  EXPECT_EQ(same.out.find("is read at"), std::string::npos) << same.out;
}

TEST(IdleOptions, ASearchSaysWhereItsMovieEnds) {
  const TraceFolder folder;
  ASSERT_EQ(folder.in({"run", "rom.nes", "--frames", "9", "--record", "m.fm2"}).status, 0);
  const Outcome late = folder.in({"search", "rom.nes", "--movie", "m.fm2", "--at", "30 any"});
  EXPECT_NE(late.err.find("note: the movie ends with frame 8, before the last step '30 any'"),
            std::string::npos)
      << late.err;
  const Outcome within = folder.in({"search", "rom.nes", "--movie", "m.fm2", "--at", "8 any"});
  EXPECT_EQ(within.err.find("note:"), std::string::npos) << within.err;
}

TEST(IdleOptions, AColumnThatACaseLeavesOutIsNoNote) {
  const TraceFolder folder;
  ASSERT_EQ(folder
                .in({"trace", "rom.nes", "--frames", "6", "--watch", "n=$10", "--watch", "other=$11", "-o",
                     "more.csv"})
                .status,
            0);
  writeText(folder / "suite.json", R"({"format": "jumpscope-suite", "version": 1, "cases": [
    {"name": "a", "trace": "more.csv", "columns": ["buttons"], "expect": {"golden": "t.csv"}}]})");
  const Outcome outcome = folder.in({"check", "suite.json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("is not in the golden trace"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace jumpscope::tests
