// What is said of the models and their parameters.
#include <gtest/gtest.h>

#include <algorithm>

#include "src/lab/about.h"
#include "src/lab/comparison.h"

namespace jumpscope::lab {
namespace {

TEST(About, HasWordsForEveryModel) {
  for (const physics::Model& model : physics::models()) {
    const About* about = aboutModel(model.name);
    ASSERT_TRUE(about) << model.name;
    EXPECT_FALSE(about->words.empty() || about->source.empty());
  }
  EXPECT_FALSE(aboutModel("no-such-model"));
}

const physics::Model& smb() {
  const auto& all = physics::models();
  return *std::find_if(all.begin(), all.end(), [](const auto& model) { return model.name == "smb-jump"; });
}

bool hasEffect(const std::string& parameter, const physics::Settings& settings) {
  std::vector<uint8_t> buttons(40, 1);
  buttons[0] = 0;
  const auto effects = parametersWithEffect(smb(), settings, buttons);
  for (size_t i = 0; i < effects.size(); ++i)
    if (smb().parameters[i].name == parameter) return effects[i];
  ADD_FAILURE() << parameter;
  return false;
}

// A jump's start takes its gravity from the tables, so that the one at the start of the run does not count.
TEST(About, GravityAtTheStartHasNoEffectOnAJump) {
  const physics::Settings usual = physics::completed(smb(), {});
  EXPECT_FALSE(hasEffect("gravity", usual));
  EXPECT_TRUE(hasEffect("x_speed_abs", usual));
}

TEST(About, FractionsAreToldInPhysicalUnits) {
  physics::Parameter parameter;
  parameter.unit = "1/256 px/frame^2";
  EXPECT_EQ(physicalText(parameter, 40), "0.1562 px/frame^2");
  parameter.unit = "px";
  EXPECT_EQ(physicalText(parameter, 40), std::nullopt);
  parameter.unit = "1/x px";
  EXPECT_EQ(physicalText(parameter, 40), std::nullopt);
}

TEST(Comparison, FliesAJumpOfSoManyFrames) {
  Comparison flies, pressed;
  flies.fly(5);
  for (int frame = 0; frame < 400; ++frame) pressed.frame(frame < 5 ? 1 : 0);
  ASSERT_EQ(flies.entries().size(), pressed.entries().size());
  for (size_t i = 0; i < flies.entries().size(); ++i) {
    const Arc& arc = flies.entries()[i].arc;
    ASSERT_TRUE(arc.flown());
    const Arc& other = pressed.entries()[i].arc;
    const size_t common = std::min(arc.samples.size(), other.samples.size());
    EXPECT_TRUE(std::equal(arc.samples.begin(), arc.samples.begin() + static_cast<ptrdiff_t>(common),
                           other.samples.begin()))
        << flies.entries()[i].choice.model->name;
  }
}

}  // namespace
}  // namespace jumpscope::lab
