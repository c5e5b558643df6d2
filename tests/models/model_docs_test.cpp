// The tables and pictures of docs/models, made from the models and compared with what is committed. After a deliberate change: JUMPSCOPE_WRITE_DOCS=1 build/.../test_models
// --gtest_filter='ModelDocs.*'
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "src/models/model_trace.h"
#include "src/physics/actor_solid.h"
#include "src/report/plot_parts.h"
#include "src/report/svg.h"
#include "tests/support/shared.h"

namespace jumpscope::models {
namespace {

using physics::Settings;

std::filesystem::path page(const char* name) { return tests::sourceDir() / "docs" / "models" / name; }

std::string readText(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool writing() { return std::getenv("JUMPSCOPE_WRITE_DOCS") != nullptr; }

trace::Trace held(const std::string& model, const Settings& settings, size_t frames, size_t total = 100) {
  std::vector<uint8_t> buttons(total, 0);
  for (size_t n = 2; n < 2 + frames; ++n) buttons[n] = 1;
  return modelTrace(physics::findModel(model), settings, buttons);
}

struct Measured {
  int64_t apex_px;
  uint64_t apex_frame, frames_in_the_air;
  double distance_px;  // at a constant |x speed|
};

Measured measure(int x_speed, size_t hold) {
  const trace::Trace trace = held("smb-jump", {{"x_speed_abs", double(x_speed)}}, hold);
  const auto jumps = jumps::findJumps(trace, modelProfile(physics::findModel("smb-jump")), nullptr);
  const jumps::Jump& jump = jumps.at(0);
  return {jump.apex_px, jump.apex_frame, jump.frames_airborne,
          double(jump.landing_frame.value()) * double(x_speed) / 16};
}

constexpr int speeds[] = {0x00, 0x09, 0x18, 0x19, 0x28};
constexpr size_t holds[] = {1, 2, 4, 8, 12, 16, 20, 24, 28, 32};

std::string table() {
  std::string text =
      "| \\|x speed\\|, 1/16 px/frame | A held, frames | apex, px | frames to the apex | frames in the air | "
      "distance, px |\n|---|---|---|---|---|---|\n";
  for (const int speed : speeds)
    for (const size_t hold : holds) {
      const Measured jump = measure(speed, hold);
      text += "| " + std::to_string(speed) + " | " + std::to_string(hold) + " | " +
              std::to_string(jump.apex_px) + " | " + std::to_string(jump.apex_frame) + " | " +
              std::to_string(jump.frames_in_the_air) + " | " + report::number(jump.distance_px) + " |\n";
    }
  return text;
}

TEST(ModelDocs, TheKnownHeightsStand) {
  // Standing, walking, running: held to the top, and tapped for one frame.
  for (const auto& [speed, full, tapped] : {std::tuple{0x00, 66, 24}, {0x10, 71, 27}, {0x28, 83, 29}}) {
    EXPECT_EQ(measure(speed, 40).apex_px, full) << speed;
    EXPECT_EQ(measure(speed, 1).apex_px, tapped) << speed;
  }
}

void expectTable(const char* name, const std::string& table) {
  const std::string begin = "<!-- table -->\n", end = "<!-- /table -->";
  std::string text = readText(page(name));
  const size_t from = text.find(begin), to = text.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  const std::string committed = text.substr(from + begin.size(), to - from - begin.size());
  if (!writing()) {
    EXPECT_EQ(committed, table);
    return;
  }
  text.replace(from + begin.size(), committed.size(), table);
  std::ofstream(page(name), std::ios::binary) << text;
}

void expectPicture(const char* name, report::Picture picture) {
  picture.body = "<style>" + std::string(report::plot_style) + "</style>\n" +
                 report::rectangle("ground", {0, 0}, picture.width, picture.height) + picture.body;
  const std::string svg = report::svgElement(picture, "");
  if (writing()) {
    std::ofstream(page(name), std::ios::binary) << svg;
    return;
  }
  EXPECT_TRUE(readText(page(name)) == svg) << "docs/models/" << name << " is not what the models draw now";
}

struct Drawn {
  const char* model;
  Settings settings;
  size_t hold;
  const char* label;
};

void expectArcs(const char* name, const std::vector<Drawn>& drawn) {
  std::vector<trace::Trace> traces;
  std::vector<trace::Profile> profiles;
  for (const Drawn& one : drawn) {
    traces.push_back(held(one.model, one.settings, one.hold));
    profiles.push_back(modelProfile(physics::findModel(one.model)));
  }
  std::vector<report::PlotSource> sources;
  for (size_t i = 0; i < drawn.size(); ++i) {
    report::PlotSource source{&traces[i], &profiles[i], {}, nullptr, drawn[i].label};
    source.jumps = jumps::findJumps(traces[i], profiles[i], nullptr);
    source.jumps.resize(1);
    sources.push_back(std::move(source));
  }
  expectPicture(name, report::arcs(sources));
}

TEST(ModelDocs, TheTableIsWhatTheModelSays) { expectTable("README.md", table()); }

TEST(ModelDocs, ThePictureOfAllArcsIsWhatTheModelsDraw) {
  expectArcs("arcs.svg", {
                             {"smb-jump", {}, 40, "smb-jump, standing"},
                             {"smb-jump", {{"x_speed_abs", 0x28}}, 40, "smb-jump, running"},
                             {"dk-jump", {}, 1, "dk-jump, second-difference"},
                             {"verlet-jump", {}, 10, "verlet-jump"},
                             {"bouncing-ball", {}, 1, "bouncing-ball"},
                             {"siv3d-jump", {}, 12, "siv3d-jump, held 12"},
                             {"actor-solid", {}, 1, "actor-solid"},
                         });
}

TEST(ModelDocs, ThePictureOfTheFirstJumpIsWhatTheModelDraws) {
  expectArcs("siv3d-first-jump.svg", {{"siv3d-jump", {{"jump", 1}, {"level", 1}}, 1, "the sample's jump"},
                                      {"siv3d-jump", {{"level", 1}}, 50, "the article's, key held"}});
}

// Heights over the ground in px after 0, 1, ... frames of a standing jump that is held, and the same without
// the correction value: whole px of the speed only.
struct Rise {
  std::vector<double> parabola, model, whole;
};

Rise riseOf(size_t frames) {
  const auto& model = physics::findModel("smb-article-jump");
  const auto run = physics::runModel(model, {{"lands", 0}}, std::vector<uint8_t>(frames, 1));
  Rise rise{{0}, {0}, {0}};
  int64_t speed = -4, whole = 0;
  for (size_t n = 1; n <= frames; ++n) {
    const auto& row = run.rows[n - 1];
    whole -= speed;
    speed = row[2];
    const double t = double(n);
    rise.parabola.push_back(4 * t - t * t / 16);
    rise.model.push_back(176 - (double(row[0]) + double(row[1]) / 256));
    rise.whole.push_back(double(whole));
  }
  return rise;
}

TEST(ModelDocs, TheTableOfTheCorrectionValueIsWhatTheModelSays) {
  const Rise rise = riseOf(32);
  std::string text =
      "| frames t | v t - 1/2 a t^2 | y += v, then v += a | whole px of v only |\n|---|---|---|---|\n";
  for (const size_t n : {1, 2, 4, 8, 12, 16, 20, 24, 28, 32})
    text += "| " + std::to_string(n) + " | " + report::number(rise.parabola[n]) + " | " +
            report::number(rise.model[n]) + " | " + report::number(rise.whole[n]) + " |\n";
  expectTable("smb-article-jump.md", text);
}

TEST(ModelDocs, ThePictureOfTheCorrectionValueIsWhatTheModelDraws) {
  const Rise rise = riseOf(32);
  report::Picture picture{720, 300, report::rectangle("panel", {40, 20}, 480, 260)};
  const report::Scale across{0, 32, 40, 520}, up{0, 90, 280, 20};
  for (const double px : {0., 30., 60., 90.}) {
    picture.body += report::line("grid", {40, up(px)}, {520, up(px)});
    picture.body += report::text("tick", {34, up(px) + 4}, report::number(px), "end");
  }
  const auto draw = [&](const char* css, const std::vector<double>& heights, const char* label,
                        double below) {
    std::vector<report::Point> points;
    for (size_t n = 0; n < heights.size(); ++n) points.push_back({across(double(n)), up(heights[n])});
    picture.body += report::polyline(css, points, label);
    picture.body += report::text("label", {528, points.back().y + below}, label);
  };
  draw("s1", rise.whole, "whole px of v only", 4);
  draw("s0", rise.model, "y += v, then v += a", 0);
  draw("s2", rise.parabola, "v t - 1/2 a t^2", 12);
  expectPicture("correction-value.svg", picture);
}

// The same move three ways: ActorSolid.ALongMoveLandsOnTheOtherSideOfAStep.
TEST(ModelDocs, ThePictureOfTheStepIsWhatTheModelDraws) {
  using physics::Axis;
  const std::vector<physics::Solid> solids{{{9, 12, 8, 28}, {}}, {{-4, 40, 52, 4}, {}}};
  constexpr double scale = 8;
  report::Picture picture{460, 400, ""};
  const auto paper = [](double x, double y) { return report::Point{40 + x * scale, 20 + y * scale}; };
  for (const physics::Solid& solid : solids)
    picture.body += report::rectangle("panel", paper(double(solid.box.x), double(solid.box.y)),
                                      double(solid.box.width) * scale, double(solid.box.height) * scale);
  const auto draw = [&](const char* css, std::vector<std::pair<Axis, double>> moves, const char* label) {
    physics::World world(solids, {{{0, 0, 8, 8}, {}, false, false, true}});
    std::vector<report::Point> centers;
    const auto note = [&] {
      const physics::Box& box = world.actors()[0].box;
      centers.push_back(paper(double(box.x) + 4, double(box.y) + 4));
    };
    note();
    bool landed = false;
    for (size_t n = 0; !landed; ++n) {
      world.moveActor(0, moves[n % moves.size()].first, moves[n % moves.size()].second);
      note();
      landed = !world.events().empty() && world.events().back().axis == Axis::Y;
    }
    picture.body += report::polyline(css, centers, label);
    const report::Point at = centers.back();
    constexpr double half = 4 * scale;
    picture.body += report::polyline(css, {{at.x - half, at.y - half},
                                           {at.x + half, at.y - half},
                                           {at.x + half, at.y + half},
                                           {at.x - half, at.y + half},
                                           {at.x - half, at.y - half}});
    picture.body += report::text("label", {at.x, at.y + half - 6}, label, "middle");
  };
  draw("s0", {{Axis::X, 30}, {Axis::Y, 40}}, "x first");
  draw("s1", {{Axis::Y, 40}, {Axis::X, 30}}, "y first");
  draw("s2", {{Axis::X, 0.75}, {Axis::Y, 1}}, "in steps");
  expectPicture("actor-solid-step.svg", picture);
}

}  // namespace
}  // namespace jumpscope::models
