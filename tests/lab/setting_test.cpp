// Settings are saved, read back and validated; exports are readable by the other commands of
// jumpscope.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include "src/diff/model_rerun.h"
#include "src/lab/lab.h"
#include "src/models/model_trace.h"
#include "src/trace/trace_file.h"
#include "tests/support/shared.h"

namespace jumpscope::lab {
namespace {

std::string sentenceOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

std::string refusal(const std::string& text) {
  return sentenceOf([&] { loadSetting(text, "s.json"); });
}

std::string readBytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A folder that is gone with the test.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("jumpscope-lab-" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(LabSetting, TheLawOfAFileIsAModel) {
  const Folder folder;
  const std::string file = (folder.path / "law.json").string();
  std::ofstream(file) << R"({"y": {"bits": 16, "fraction": 8}, "speed": {"bits": 16, "fraction": 8},
      "tiers": [{"start": -1024, "gravity": 32, "fall": 32}]})";
  const std::string text = R"({"jumpscope_lab": 1, "jumps": {"models": [{"model": ")" + file +
                           R"(", "settings": {"x_speed": 3}}]}})";
  Lab lab = loadSetting(text, "s.json");
  lab.comparison.fly(10);
  const Arc& arc = lab.comparison.entries().at(0).arc;
  ASSERT_EQ(arc.error, "");
  ASSERT_GT(arc.samples.size(), 40u);
  EXPECT_DOUBLE_EQ(arc.samples[2].risen - arc.samples[1].risen, 4 - 2 * 0.125);
  EXPECT_EQ(lab.comparison.choices(), loadSetting(saveSetting(lab), "s.json").comparison.choices());
  EXPECT_NE(refusal(R"({"jumpscope_lab": 1, "jumps": {"models": [{"model": "none/law.json"}]}})")
                .find("none/law.json"),
            std::string::npos);
  EXPECT_THROW(comparisonModel("strafe"), std::runtime_error);
}

TEST(LabSetting, SavedSettingsAreReadBack) {
  Lab lab;
  lab.view = View::Sandbox;
  lab.across = Across::Pixels;
  lab.clock.setSlowness(4);
  lab.comparison.keepGhosts(3);
  lab.comparison.set(0, "x_speed_abs", 25);
  lab.comparison.add(physics::findModel("siv3d-jump"));
  const size_t last = lab.comparison.entries().size() - 1;
  lab.comparison.set(last, "gravity", 0.1 + 0.2);
  lab.comparison.set(last, "level", 2);
  lab.comparison.paint(last, 0x0A0B0C);
  lab.comparison.show(1, true);
  lab.strafe.set("air_accel", 12.5);
  lab.strafe.set("autopilot", 3);
  lab.sandbox.set("rounding", 2);
  const std::string text = saveSetting(lab);
  const Lab read = loadSetting(text, "s.json");
  EXPECT_EQ(read.view, lab.view);
  EXPECT_EQ(read.across, lab.across);
  EXPECT_EQ(read.clock.slowness(), 4);
  EXPECT_EQ(read.comparison.choices(), lab.comparison.choices());
  EXPECT_EQ(read.comparison.ghosts(), 3u);
  EXPECT_EQ(read.strafe.settings(), lab.strafe.settings());
  EXPECT_EQ(read.sandbox.settings(), lab.sandbox.settings());
  EXPECT_EQ(saveSetting(read), text);
  EXPECT_NE(text.find("\"level\": \"none\""), std::string::npos) << "choices are words";
}

TEST(LabSetting, MissingKeysHaveTheirDefaults) {
  EXPECT_EQ(saveSetting(loadSetting(R"({"jumpscope_lab": 1})", "s.json")), saveSetting(Lab{}));
  const Lab one = loadSetting(
      R"({"jumpscope_lab": 1, "jumps": {"models": [{"model": "dk-jump", "settings": {"rise": 400}}]}})",
      "s.json");
  ASSERT_EQ(one.comparison.entries().size(), 1u);
  EXPECT_EQ(one.comparison.entries()[0].choice.settings.at("rise"), 400);
  EXPECT_EQ(one.comparison.entries()[0].choice.settings.at("step"), 8);
}

TEST(LabSetting, InvalidSettingsAreRefusedWithPathAndExpectedValue) {
  const auto wrong = [](const std::string& inner) {
    return refusal("{\"jumpscope_lab\": 1, " + inner + "}");
  };
  EXPECT_EQ(refusal("{"), "s.json is not valid JSON: there is an error at line 1, column 2");
  EXPECT_EQ(refusal("[]"), "s.json: expected an object");
  EXPECT_EQ(refusal("{}"), "s.json: expected a key 'jumpscope_lab'");
  EXPECT_EQ(refusal(R"({"jumpscope_lab": 2})"), "s.json: jumpscope_lab: expected an integer from 1 to 1");
  EXPECT_EQ(wrong(R"("strafes": {})"), "s.json: unknown key 'strafes'; did you mean 'strafe'?");
  EXPECT_EQ(wrong(R"("view": "jump")"), "s.json: view: expected one of jumps, strafe, sandbox");
  EXPECT_EQ(wrong(R"("view": 1)"), "s.json: view: expected a string");
  EXPECT_EQ(wrong(R"("slow_motion": 3)"), "s.json: slow_motion: expected 1, 2, 4, 8 or 16");
  EXPECT_EQ(wrong(R"("slow_motion": 1e99)"), "s.json: slow_motion: expected an integer from 1 to 16");
  EXPECT_EQ(wrong(R"("jumps": [])"), "s.json: jumps: expected an object");
  EXPECT_EQ(wrong(R"("jumps": {"ghosts": -1})"), "s.json: jumps.ghosts: expected an integer from 0 to 32");
  EXPECT_EQ(wrong(R"("jumps": {"models": {}})"), "s.json: jumps.models: expected a list");
  EXPECT_EQ(wrong(R"("jumps": {"models": [{}]})"), "s.json: jumps.models[0]: expected a key 'model'");
  EXPECT_EQ(wrong(R"("jumps": {"models": [{"model": "dk-jmp"}]})"),
            "s.json: jumps.models[0].model: expected a model with a height, e.g. dk-jump");
  EXPECT_EQ(wrong(R"("jumps": {"models": [{"model": "dk-jump", "colour": "red"}]})"),
            "s.json: jumps.models[0].colour: expected a color as \"#rrggbb\"");
  EXPECT_EQ(wrong(R"("jumps": {"models": [{"model": "dk-jump", "shown": 1}]})"),
            "s.json: jumps.models[0].shown: expected true or false");
  EXPECT_EQ(wrong(R"("jumps": {"models": [{"model": "dk-jump", "settings": {"ris": 1}}]})"),
            "s.json: jumps.models[0].settings: unknown key 'ris'; did you mean 'rise'?");
  EXPECT_EQ(wrong(R"("jumps": {"models": [{"model": "dk-jump", "settings": {"rise": 0.5}}]})"),
            "s.json: jumps.models[0].settings.rise: expected an integer from 0 to 65535");
  EXPECT_EQ(wrong(R"("strafe": {"air_accel": "fast"})"),
            "s.json: strafe.air_accel: expected a number from 0 to 1e+05");
  EXPECT_EQ(wrong(R"("strafe": {"fps": 5})"), "s.json: strafe.fps: expected a number from 10 to 1000");
  EXPECT_EQ(wrong(R"("strafe": {"precision": "f16"})"), "s.json: strafe.precision: expected one of f32, f64");
  EXPECT_EQ(wrong(R"("sandbox": {"gravity": 0.25, "gravity": 1})"),
            "s.json has the key 'gravity' twice in one object");
}

// The text between the first ```json and the ``` after it.
std::string exampleOf(const std::string& page) {
  const size_t begin = page.find("```json\n") + 8;
  return page.substr(begin, page.find("```", begin) - begin);
}

TEST(LabSetting, TheDocumentationHasAValidExampleAndEveryParameter) {
  const std::string page = readBytes(tests::sourceDir() / "docs" / "lab.md");
  const Lab lab = loadSetting(exampleOf(page), "docs/lab.md");
  ASSERT_EQ(lab.comparison.entries().size(), 2u);
  EXPECT_EQ(lab.comparison.entries()[1].choice.settings.at("gravity"), 0.4);
  EXPECT_EQ(lab.clock.slowness(), 4);
  EXPECT_TRUE(lab.strafe.autopilot());
  for (const physics::Model* list : {&strafeParameters(), &sandboxParameters()})
    for (const physics::Parameter& parameter : list->parameters)
      EXPECT_NE(page.find("`" + parameter.name + "`"), std::string::npos) << parameter.name;
  const auto saved = nlohmann::json::parse(saveSetting(lab));
  for (const auto& [key, value] : saved.items()) EXPECT_NE(page.find("`" + key), std::string::npos) << key;
}

TEST(LabSetting, ThirteenModelsAreRefused) {
  std::string models = R"({"model": "dk-jump"})";
  for (int n = 0; n < 12; ++n) models += R"(, {"model": "dk-jump"})";
  EXPECT_EQ(refusal(R"({"jumpscope_lab": 1, "jumps": {"models": [)" + models + "]}}"),
            "s.json: jumps.models: expected at most 12 models");
}

void jump(Lab& lab) {
  for (int n = 0; n < 200; ++n) lab.frame(n < 14 ? uint32_t{key_jump} : 0);
}

TEST(LabExport, AnExportedTraceIsTheModelsRun) {
  const Folder folder;
  Lab lab;
  jump(lab);
  for (size_t i = 0; i < lab.comparison.entries().size(); ++i)
    for (const char* name : {"arc.csv", "arc.csv.zst", "arc.jsonl"}) {
      const Entry& entry = lab.comparison.entries()[i];
      const std::string said = exportArc(lab.comparison, i, folder.path / name);
      EXPECT_TRUE(said.starts_with("wrote " + std::to_string(entry.arc.buttons.size()) + " frames")) << said;
      const trace::Trace read = trace::readTrace(folder.path / name);
      EXPECT_EQ(read, models::modelTrace(*entry.choice.model, entry.arc.settings, entry.arc.buttons));
      trace::Trace again;
      const diff::GoldenResult result = diff::diffWithItsModel(read, again);
      EXPECT_TRUE(result.same()) << entry.choice.model->name;
      EXPECT_GT(result.compared_values, 100u);
    }
}

TEST(LabExport, APictureHasTheArcsOfAllVisibleModels) {
  const Folder folder;
  Lab lab;
  jump(lab);
  exportArc(lab.comparison, 0, folder.path / "arcs.svg");
  const std::string svg = readBytes(folder.path / "arcs.svg");
  EXPECT_TRUE(svg.starts_with("<svg"));
  EXPECT_NE(svg.find("smb-jump"), std::string::npos);
  EXPECT_NE(svg.find("siv3d-jump"), std::string::npos);
  EXPECT_EQ(svg.find("bouncing-ball"), std::string::npos) << "which is hidden";
}

TEST(LabExport, APictureCanBeAPng) {
#ifdef JUMPSCOPE_SANITIZE
  GTEST_SKIP() << "SKIPPED: librsvg's font library keeps memory to its end, which counts as a leak";
#endif
  const Folder folder;
  Lab lab;
  jump(lab);
  const std::string said = sentenceOf([&] { exportArc(lab.comparison, 0, folder.path / "arcs.png"); });
  if (said.starts_with("a PNG needs librsvg")) GTEST_SKIP() << "SKIPPED: " << said;
  EXPECT_TRUE(readBytes(folder.path / "arcs.png").starts_with("\x89PNG")) << said;
}

TEST(LabExport, AnImpossibleExportIsRefusedWithTheReason) {
  const Folder folder;
  Lab lab;
  const auto refused = [&](const std::string& name) {
    return sentenceOf([&] { exportArc(lab.comparison, 0, name); });
  };
  EXPECT_EQ(refused("arc.csv"), "smb-jump has not jumped yet; press Space, then export its trace");
  EXPECT_EQ(refused("arc.svg"), "no visible model has jumped yet; press Space, then export the picture");
  EXPECT_TRUE(refused("arc.txt").starts_with("the name 'arc.txt' has no extension of an export"));
  EXPECT_TRUE(refused("").starts_with("an export needs a file name"));
  jump(lab);
  EXPECT_NE(refused((folder.path / "no" / "arc.csv").string()), "nothing was thrown");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path));
}

TEST(LabViews, OnlyTheVisibleViewAdvances) {
  Lab lab;
  lab.frame(key_jump);
  EXPECT_TRUE(lab.comparison.entries()[0].arc.flown());
  EXPECT_EQ(lab.sandbox.frames(), 0u);
  lab.view = View::Strafe;
  lab.frame(key_up | key_turn_left, 3);
  EXPECT_NEAR(lab.strafe.now().view, 90 + 3 + 2, 1e-9) << "120 degrees a second, and the mouse";
  lab.view = View::Sandbox;
  lab.frame(key_right);
  EXPECT_EQ(lab.sandbox.frames(), 1u);
  lab.restart();
  EXPECT_EQ(lab.sandbox.frames(), 0u);
  EXPECT_TRUE(lab.comparison.entries()[0].arc.flown()) << "other views stay as they are";
}

}  // namespace
}  // namespace jumpscope::lab
