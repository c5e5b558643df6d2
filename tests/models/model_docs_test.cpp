// docs/models/README.md's table and docs/models/arcs.svg, made from the models and compared with what is
// committed. After a deliberate change: JUMPSCOPE_WRITE_DOCS=1 build/.../test_models
// --gtest_filter='ModelDocs.*'
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "src/models/model_trace.h"
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

TEST(ModelDocs, TheTableIsWhatTheModelSays) {
  const std::string begin = "<!-- table -->\n", end = "<!-- /table -->";
  std::string text = readText(page("README.md"));
  const size_t from = text.find(begin), to = text.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  const std::string committed = text.substr(from + begin.size(), to - from - begin.size());
  if (!writing()) {
    EXPECT_EQ(committed, table());
    return;
  }
  text.replace(from + begin.size(), committed.size(), table());
  std::ofstream(page("README.md"), std::ios::binary) << text;
}

TEST(ModelDocs, ThePictureOfAllArcsIsWhatTheModelsDraw) {
  struct Drawn {
    const char* model;
    Settings settings;
    size_t hold;
    const char* label;
  };
  const std::vector<Drawn> drawn{
      {"smb-jump", {}, 40, "smb-jump, standing"},
      {"smb-jump", {{"x_speed_abs", 0x28}}, 40, "smb-jump, running"},
      {"dk-jump", {}, 1, "dk-jump, second-difference"},
      {"verlet-jump", {}, 10, "verlet-jump"},
      {"bouncing-ball", {}, 1, "bouncing-ball"},
      {"siv3d-jump", {}, 12, "siv3d-jump, held 12"},
      {"actor-solid", {}, 1, "actor-solid"},
  };
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
  report::Picture picture = report::arcs(sources);
  picture.body = "<style>" + std::string(report::plot_style) + "</style>\n" +
                 report::rectangle("ground", {0, 0}, picture.width, picture.height) + picture.body;
  const std::string svg = report::svgElement(picture, "");
  if (writing()) {
    std::ofstream(page("arcs.svg"), std::ios::binary) << svg;
    return;
  }
  EXPECT_TRUE(readText(page("arcs.svg")) == svg) << "docs/models/arcs.svg is not what the models draw now";
}

}  // namespace
}  // namespace jumpscope::models
