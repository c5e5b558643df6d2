// Engines that compute with real numbers, on every road by which a trace goes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

constexpr const char* profile = R"({"name": "game", "watches": [
  {"name": "y", "address": ["$0303", "$0302"], "type": "u16", "point": 8, "unit": "px"},
  {"name": "vy", "address": ["$0307", "$0306"], "type": "s16", "point": 8}],
  "jump": {"when": ["vy != 0", "vy != 0.3", "vy != 0.6"], "height": "y"}})";

std::string decimal(double value) {
  char text[40];
  snprintf(text, sizeof text, "%.4f", value);
  std::string shown = text;
  shown.resize(shown.find_last_not_of('0') + 1);
  return shown.back() == '.' ? shown.substr(0, shown.size() - 1) : shown;
}

// A jump of 30 frames after `wait` frames of a standing player, who sinks by a fraction and is pushed up again.
std::string engine(int wait, double speed, double higher = 0) {
  std::string text = "frame,y,vy\n";
  double y = 196, v = 0;
  for (int frame = 0; frame < wait + 60; ++frame) {
    if (frame >= wait && frame < wait + 31) {
      v = speed + 0.3 * (frame - wait);
      y = std::min(196.0, y + v);
      if (y == 196) v = 0;
    } else {
      v = frame % 2 ? 0.3 : 0;
      y = 196 + v;
    }
    text += std::to_string(frame) + "," + decimal(y + higher) + "," + decimal(v) + "\n";
  }
  return text;
}

struct Engine : Folder {
  Engine() {
    writeText(*this / "game.json", profile);
    writeText(*this / "mine.csv", engine(20, -4.4));
    writeText(*this / "other.csv", engine(36, -4.4));
    writeText(*this / "wrong.csv", engine(20, -4.3));
    writeText(*this / "higher.csv", engine(20, -4.4, 0.05));
    // The golden trace: the same as a trace of jumpscope, of real numbers, too.
    const std::string body = readText(*this / "mine.csv");
    std::string rows = "frame,buttons,y,vy\n";
    for (size_t at = body.find('\n') + 1; at < body.size(); at = body.find('\n', at) + 1) {
      const size_t comma = body.find(',', at), end = body.find('\n', at);
      rows += body.substr(at, comma - at) + ",........" + body.substr(comma, end - comma) + "\n";
    }
    writeText(
        *this / "golden.csv",
        R"(# jumpscope-trace 1 {"version":"0","rom":"g.nes","rom_sha1":"","movie_sha1":"","profile":"game",)"
        R"("model":"","region":"ntsc","ram_init":"fceux","rule":{"jump":{"when":["vy != 0","vy != 0.3",)"
        R"("vy != 0.6"],"height":"y"}},"watches":[{"name":"y","type":"s32","point":32},)"
        R"({"name":"vy","type":"s32","point":32}],"tolerances":{"y":"0.05","vy":0.01}})"
        "\n" +
            rows);
  }
  Outcome run(const std::vector<std::string>& arguments) const { return jumpscope(arguments, path); }
  Outcome check(const std::string& keys) const {
    writeText(*this / "suite.json",
              R"({"format": "jumpscope-suite", "version": 1, "cases": [{"name": "engine", )" + keys +
                  R"("expect": {"golden": "golden.csv"}}]})");
    return run({"check", "suite.json"});
  }
};

TEST(RealNumbers, AnEngineIsJudgedOnEveryRoad) {
  const Engine folder;
  const std::vector<std::vector<std::string>> roads{
      {"diff", "mine.csv", "golden.csv"},
      {"diff", "golden.csv", "mine.csv"},
      {"diff", "mine.csv", "mine.csv"},
      {"diff", "mine.csv", "golden.csv", "--profile", "./game.json"},
      {"diff", "mine.csv", "other.csv", "--align", "jump", "--profile", "./game.json"},
      {"diff", "other.csv", "golden.csv", "--align", "jump"},
      {"diff", "golden.csv", "other.csv", "--align", "jump"}};
  for (const auto& road : roads) {
    const Outcome outcome = folder.run(road);
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("0 differences"), std::string::npos) << outcome.out;
  }
  for (const char* keys : {R"("trace": "mine.csv", )", R"("trace": "mine.csv", "profile": "game.json", )",
                           R"("trace": "golden.csv", )"}) {
    const Outcome outcome = folder.check(keys);
    EXPECT_EQ(outcome.status, 0) << keys << outcome.out << outcome.err;
  }
}

TEST(RealNumbers, ADifferenceIsShownAsItWasWritten) {
  const Engine folder;
  const Outcome diff = folder.run({"diff", "wrong.csv", "golden.csv"});
  EXPECT_EQ(diff.status, 1);
  EXPECT_NE(diff.out.find("frame 20, y: expected 191.9, got 192, old value 196.3"), std::string::npos)
      << diff.out;
  const Outcome check = folder.check(R"("trace": "wrong.csv", )");
  EXPECT_EQ(check.status, 1);
  EXPECT_NE(check.out.find("frame 20, y: expected 191.9, got 192"), std::string::npos) << check.out;
  const Outcome jumps = folder.run({"jumps", "mine.csv", "--profile", "./game.json", "--csv"});
  EXPECT_EQ(jumps.status, 0) << jumps.err;
  EXPECT_NE(jumps.out.find(",34.5,"), std::string::npos) << jumps.out;
  for (const Outcome& outcome : {diff, check, jumps}) EXPECT_EQ(outcome.out.find("99999"), std::string::npos);
}

TEST(RealNumbers, DecimalTolerancesHoldInGoldensSuitesAndOnTheCommandLine) {
  const Engine folder;
  EXPECT_EQ(folder.run({"diff", "higher.csv", "golden.csv"}).status, 0) << "0.05, as the golden trace allows";
  EXPECT_EQ(folder.run({"diff", "higher.csv", "golden.csv", "--tolerance", "y=0.0499"}).status, 1);
  EXPECT_EQ(folder.run({"diff", "higher.csv", "mine.csv", "--tolerance", "y=0.05"}).status, 0);
  EXPECT_EQ(folder.run({"diff", "higher.csv", "mine.csv", "--tolerance", "y=4.9e-2"}).status, 1);
  EXPECT_EQ(folder.check(R"("trace": "higher.csv", )").status, 0);
  EXPECT_EQ(folder.check(R"("trace": "higher.csv", "tolerances": {"y": 0.0499}, )").status, 1);
  EXPECT_EQ(folder.check(R"("trace": "higher.csv", "tolerances": {"y": "0.06"}, )").status, 0);
  const Outcome unknown = folder.check(R"("trace": "wrong.csv", "tolerances": {"x": 5}, )");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.out.find("'tolerances' names x"), std::string::npos) << unknown.out << unknown.err;
}

TEST(RealNumbers, TheFirstJumpIsTheSameWhicheverSideHasTheRule) {
  const Engine folder;
  for (const auto& [a, b] : {std::pair{"other.csv", "golden.csv"}, {"golden.csv", "other.csv"}}) {
    const Outcome outcome = folder.run({"diff", a, b, "--align", "jump"});
    EXPECT_NE(outcome.out.find(std::string("frame ") + (a[0] == 'o' ? "36" : "20") + " of A"),
              std::string::npos)
        << outcome.out;
  }
}

TEST(RealNumbers, PlotAndFitTakeThemToo) {
  const Engine folder;
  const Outcome plot =
      folder.run({"plot", "wrong.csv", "other.csv", "golden.csv", "--align", "jump", "-o", "p.svg"});
  ASSERT_EQ(plot.status, 0) << plot.err;
  const std::string svg = readText(folder / "p.svg");
  EXPECT_NE(svg.find("wrong.csv | other.csv | golden.csv"), std::string::npos);
  EXPECT_NE(svg.find("wrong.csv | golden.csv: "), std::string::npos);
  EXPECT_NE(svg.find("other.csv | golden.csv: "), std::string::npos);
  ASSERT_EQ(folder.run({"plot", "wrong.csv", "golden.csv", "--align", "jump", "-o", "p.html"}).status, 0);
  EXPECT_NE(readText(folder / "p.html").find("the first in frame 20, y: expected 191.9, got 192"),
            std::string::npos);
  const Outcome fit = folder.run({"fit", "mine.csv", "--profile", "./game.json", "--model", "cut-jump"});
  EXPECT_NE(fit.status, 2) << fit.err;
  const Outcome against = folder.run({"diff", "mine.csv", "--profile", "smb"});
  EXPECT_EQ(against.status, 2);
}

TEST(RealNumbers, AModelOfAGameRefusesThem) {
  const Folder folder;
  writeText(folder / "r.csv",
            "frame,buttons,$001D,$000E,y_position\n1,........,0,8,176.5\n2,........,0,8,176.3\n");
  const Outcome outcome = jumpscope({"diff", "r.csv", "--profile", "smb"}, folder.path);
  EXPECT_EQ(outcome.status, 2);
}

TEST(RealNumbers, ConditionsTakeDecimals) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const Outcome outcome = jumpscope({"trace", "rom.nes", "--watch", "n=$0010", "--frames", "40", "--when",
                                     "n > 20.6 && n < 23.1", "-o", "t.csv"},
                                    folder.path);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string rows = readText(folder / "t.csv");
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 5) << rows;
}

}  // namespace
}  // namespace jumpscope::tests
