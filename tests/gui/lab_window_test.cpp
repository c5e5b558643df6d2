// jumpscope lab on a virtual display (Xvfb): keys and mouse change the picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "jumpscope_test_paths.h"
#include "tests/gui/xvfb.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

using namespace std::chrono_literals;

constexpr int width = 1280, height = 800;

struct Region {
  int left, top, right, bottom;
};
constexpr Region arcs{60, 66, 700, 484}, picture{8, 40, 912, 768}, sandbox_room{20, 44, 900, 596};

// The places of things in the window.
constexpr int setting_y = 707, save_x = 1181, export_field_x = 1130, export_x = 1210, export_y = 730;

size_t differing(const Picture& a, const Picture& b, const Region& region) {
  size_t count = 0;
  for (int y = region.top; y < region.bottom; ++y)
    for (int x = region.left; x < region.right; ++x) {
      const ppu::Rgb &one = a.at(x, y), &other = b.at(x, y);
      count += one.red != other.red || one.green != other.green || one.blue != other.blue;
    }
  return count;
}

size_t colored(const Picture& a, uint32_t rgb, const Region& region) {
  size_t count = 0;
  for (int y = region.top; y < region.bottom; ++y)
    for (int x = region.left; x < region.right; ++x) {
      const ppu::Rgb& pixel = a.at(x, y);
      count += (uint32_t{pixel.red} << 16 | uint32_t{pixel.green} << 8 | pixel.blue) == rgb;
    }
  return count;
}

// Pixels of bright letters, whose edges are between their color and the paper's.
size_t bright(const Picture& a, const Region& region) {
  size_t count = 0;
  for (int y = region.top; y < region.bottom; ++y)
    for (int x = region.left; x < region.right; ++x) count += a.at(x, y).green > 0x80;
  return count;
}

// A lab that runs in a folder of its own.
class LabWindow : public testing::Test {
 protected:
  void SetUp() override {
    REQUIRE_WINDOW();
    display_.emplace(width, height);
  }

  void TearDown() override {
    if (!lab_) return;
    display_->press("ctrl+q");
    if (lab_->wait(700ms) == 0) return;
    display_->press("d");  // a setting was changed
    EXPECT_EQ(lab_->wait(10s), 0) << "Ctrl+Q closes the window";
  }

  void open(const std::vector<std::string>& arguments = {}) {
    std::vector<std::string> words{"env", "-C", folder_.path,
                                   std::string(JUMPSCOPE_BINARY_DIR) + "/jumpscope", "lab"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    lab_.emplace(words);
    window_ = display_->window("jumpscope lab");
    ASSERT_FALSE(window_.empty()) << "no window appeared";
    display_->act("mousemove 400 600");
    std::this_thread::sleep_for(200ms);
  }

  Picture look() {
    Picture seen = display_->look(window_);
    EXPECT_EQ(seen.width, width);
    EXPECT_EQ(seen.height, height);
    seen.pixels.resize(size_t{width} * height);
    return seen;
  }

  void jump() {
    display_->press("space", 300ms);
    std::this_thread::sleep_for(2500ms);
  }

  const Folder folder_;
  std::optional<Display> display_;
  std::optional<Background> lab_;
  std::string window_;
};

TEST_F(LabWindow, SpaceDrawsAnArcOfEveryModel) {
  open();
  const Picture before = look();
  EXPECT_GT(bright(before, {60, 48, 280, 66}), 200u) << "the title of the picture";
  jump();
  const Picture after = look();
  EXPECT_GT(differing(before, after, arcs), 3000u);
  for (const uint32_t color : {0xFF6B5E, 0x6FDB73, 0x4FD1C5, 0x6AA9FF, 0xFF8CC8})
    EXPECT_GT(colored(after, color, arcs), 40u) << std::hex << color;
  jump();
  const Picture again = look();
  EXPECT_GT(differing(after, again, arcs), 100u) << "the arc before stays, paler";
}

TEST_F(LabWindow, ASliderChangesTheArcAndASettingKeepsIt) {
  writeText(folder_ / "one.json", R"({"jumpscope_lab": 1, "jumps": {"models": [{"model": "dk-jump"}]}})");
  open({"one.json"});
  jump();
  const Picture before = look();
  // "rise" of dk-jump, the first of its sliders.
  display_->drag(1102, 246, 1142, 246);
  const Picture after = look();
  EXPECT_GT(differing(before, after, arcs), 500u);
  display_->click(save_x, setting_y);
  std::this_thread::sleep_for(300ms);
  const auto saved = nlohmann::json::parse(readText(folder_ / "one.json"), nullptr, false);
  ASSERT_FALSE(saved.is_discarded());
  ASSERT_TRUE(saved.contains("sandbox")) << "the setting was not saved: " << saved.dump();
  EXPECT_GT(saved["jumps"]["models"][0]["settings"]["rise"], 400);
  EXPECT_EQ(saved["jumps"]["models"][0]["settings"]["step"], 8);
}

TEST_F(LabWindow, KeysSelectTheViewsAndAdvanceByFrames) {
  open();
  const Picture jumps = look();
  display_->press("3");
  std::this_thread::sleep_for(300ms);
  const Picture sandbox = look();
  EXPECT_GT(differing(jumps, sandbox, picture), 100'000u);
  EXPECT_GT(colored(sandbox, 0xD9534F, sandbox_room), 5000u) << "the crusher";
  std::this_thread::sleep_for(300ms);
  EXPECT_GT(differing(sandbox, look(), sandbox_room), 200u) << "platforms move by themselves";

  display_->press("p");
  std::this_thread::sleep_for(200ms);
  const Picture paused = look();
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(differing(paused, look(), sandbox_room), 0u) << "nothing moves while paused";
  for (int n = 0; n < 3; ++n) display_->press("backslash");
  EXPECT_GT(differing(paused, look(), sandbox_room), 50u) << "a frame step moves them";
  display_->press("p");
  display_->press("Right", 400ms);
  display_->press("2");
  std::this_thread::sleep_for(300ms);
  const Picture strafe = look();
  EXPECT_GT(differing(sandbox, strafe, picture), 100'000u);
  display_->press("Up", 800ms);
  const Picture run = look();
  EXPECT_GT(differing(strafe, run, {60, 625, 892, 742}), 300u) << "the curve of the speed";
  EXPECT_GT(differing(strafe, run, {16, 44, 582, 590}), 1000u) << "the way from above";
  display_->press("1");
  std::this_thread::sleep_for(200ms);
  EXPECT_LT(differing(jumps, look(), picture), 100u) << "the jumps are as they were left";
}

TEST_F(LabWindow, AnArcIsExportedAndTypingInAFieldIsText) {
  open();
  jump();
  display_->click(export_x, export_y);
  std::this_thread::sleep_for(300ms);
  const Outcome outcome = jumpscope({"diff", "arc.csv"}, folder_.path);
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;

  display_->click(export_field_x, export_y);
  display_->press("End");
  for (const char* key : {"3", "p", "period", "s", "v", "g"}) display_->press(key);
  const Picture before = look();
  display_->click(export_x, export_y);
  std::this_thread::sleep_for(300ms);
  EXPECT_TRUE(readText(folder_ / "arc.csv3p.svg").starts_with("<svg"));
  // Neither paused by the p nor in the third view.
  display_->press("space", 60ms);
  std::this_thread::sleep_for(2500ms);
  EXPECT_GT(differing(before, look(), arcs), 300u);
  EXPECT_EQ(colored(look(), 0xD9534F, sandbox_room), 0u);
}

TEST_F(LabWindow, TheTextGrowsWithItsKey) {
  open();
  const Picture before = look();
  for (int i = 0; i < 4; ++i) display_->press("ctrl+equal");
  std::this_thread::sleep_for(300ms);
  const Picture after = look();
  EXPECT_GT(2 * bright(after, {60, 48, 900, 130}), 3 * bright(before, {60, 48, 900, 130}));
}

TEST_F(LabWindow, CtrlCEndsItWithStatus130) {
  open();
  lab_->interrupt();
  EXPECT_EQ(lab_->wait(10s), 130);
  lab_.reset();
}

TEST(LabFiles, AnInvalidSettingIsRefusedBeforeAWindowOpens) {
  const Folder folder;
  writeText(folder / "bad.json", R"({"jumpscope_lab": 1, "veiw": "jumps"})");
  const Outcome outcome = jumpscope({"lab", "bad.json"}, folder.path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "jumpscope: bad.json: unknown key 'veiw'; did you mean 'view'?\n");
}

TEST_F(LabWindow, WithoutADisplayLabIsRefused) {
  display_.reset();
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  setenv("SDL_VIDEODRIVER", "x11", 1);
  const Outcome outcome = jumpscope({"lab"}, folder_.path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.err.starts_with("jumpscope: lab cannot open a window")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

// Pixels of the models' colors: neither paper nor ink.
size_t colorful(const Picture& a, const Region& region) {
  size_t count = 0;
  for (int y = region.top; y < region.bottom; ++y)
    for (int x = region.left; x < region.right; ++x) {
      const ppu::Rgb& pixel = a.at(x, y);
      const auto [low, high] = std::minmax({pixel.red, pixel.green, pixel.blue});
      count += high - low > 60;
    }
  return count;
}

// The names stand beside the arcs, or in the panel's list alone.
TEST_F(LabWindow, NamesNeverLieOverTheArcs) {
  ASSERT_NO_FATAL_FAILURE(open());
  display_->act("windowsize --sync " + window_ + " 1280 720");
  for (int i = 0; i < 4; ++i) display_->press("ctrl+equal");
  std::this_thread::sleep_for(500ms);
  EXPECT_EQ(colorful(display_->look(window_), {60, 130, 570, 400}), 0u) << "names where there is no room";
  for (int i = 0; i < 4; ++i) display_->press("ctrl+minus");
  std::this_thread::sleep_for(500ms);
  const Picture before = display_->look(window_);
  int left = 900;
  while (left > 60 && colorful(before, {left - 1, 66, left, 400}) == 0) --left;
  const int right = left;
  while (left > 60 && colorful(before, {left - 1, 66, left, 400}) > 0) --left;
  ASSERT_GT(right - left, 10) << "no color is named";
  display_->press("space", 400ms);
  std::this_thread::sleep_for(2s);
  const Picture after = display_->look(window_);
  EXPECT_GT(colorful(after, {60, 66, left, 400}), 500u) << "no arc is shown";
  EXPECT_EQ(differing(before, after, {left, 66, right, 400}), 0u) << "arcs run through the names";
}

}  // namespace
}  // namespace jumpscope::tests
