// The same routine as a model of the C++ interface and as an engine of the C interface.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "jumpscope.h"
#include "jumpscope/compare.h"
#include "jumpscope/console.h"
#include "jumpscope/movie.h"
#include "jumpscope/trace.h"
#include "jumpscope_test_paths.h"

namespace {

const std::string own_roms = std::string(JUMPSCOPE_SOURCE_DIR) + "/roms_test/";
const std::string own_jumplab = own_roms + "jumplab/jumplab.nes";
const std::string own_tier0 = own_roms + "movies/tier0-full.fm2";

// A jump from standing, in 1/256 px: y_position and y_subpixel, and the speed, which nobody is told.
struct Jump {
  int rise = 32, fall = 112;
  int position = 0, speed = 0;
  bool falls = false;

  void begin(int y, int sub) { position = y * 256 + sub, speed = -4 * 256, falls = false; }
  void step(bool a) {
    position += speed;
    falls = falls || !a || speed >= 0;
    speed += falls ? fall : rise;
    if (speed >= 0x480) speed = 0x400;
  }
};

class OwnEngine : public testing::Test {
 protected:
  void SetUp() override {
    jumpscope_cartridge* cartridge = nullptr;
    jumpscope_movie* movie = nullptr;
    ASSERT_EQ(jumpscope_cartridge_open(jumplab.c_str(), &cartridge), JUMPSCOPE_OK) << jumpscope_last_error();
    ASSERT_EQ(jumpscope_movie_open(own_tier0.c_str(), &movie), JUMPSCOPE_OK) << jumpscope_last_error();
    ASSERT_EQ(jumpscope_profile_builtin("smb", &profile), JUMPSCOPE_OK);
    ASSERT_EQ(jumpscope_record(cartridge, movie, profile, 0, nullptr, &trace), JUMPSCOPE_OK)
        << jumpscope_last_error();
    jumpscope_movie_free(movie);
    jumpscope_cartridge_free(cartridge);
  }
  void TearDown() override {
    jumpscope_trace_free(trace);
    jumpscope_profile_free(profile);
  }

  static jumpscope_engine engineOf(Jump& jump) {
    jumpscope_engine engine{};
    engine.size = sizeof engine;
    engine.computes = "y_position y_subpixel";
    engine.user = &jump;
    engine.seed = [](void* user, uint8_t, const double* values) {
      static_cast<Jump*>(user)->begin(int(values[0]), int(values[1]));
    };
    engine.step = [](void* user, uint8_t buttons, double* values) {
      auto& state = *static_cast<Jump*>(user);
      state.step((buttons & 1) != 0);
      values[0] = state.position >> 8, values[1] = state.position & 0xFF;
    };
    return engine;
  }
  static jumpscope::OwnModel modelOf(Jump& jump) {
    jumpscope::OwnModel model;
    model.watches = {"y_position", "y_subpixel"};
    model.begin = [&jump](std::span<const int64_t> before) { jump.begin(int(before[0]), int(before[1])); };
    model.step = [&jump](uint8_t buttons, std::span<int64_t> values) {
      jump.step((buttons & 1) != 0);
      values[0] = jump.position >> 8, values[1] = jump.position & 0xFF;
    };
    return model;
  }
  // The report, in which only the name of what was judged may differ.
  std::string ofC(Jump jump) const {
    const jumpscope_engine engine = engineOf(jump);
    jumpscope_comparison* comparison = nullptr;
    const jumpscope_status status = jumpscope_compare_engine(trace, profile, &engine, &comparison);
    EXPECT_NE(status, JUMPSCOPE_ERROR) << jumpscope_last_error();
    EXPECT_EQ(status == JUMPSCOPE_OK, jumpscope_comparison_differences(comparison) == 0);
    std::string text = jumpscope_comparison_json(comparison);
    jumpscope_comparison_free(comparison);
    return named(text, "\"the engine\"");
  }
  static std::string ofCpp(Jump jump) {
    const jumpscope::Profile profile = jumpscope::Profile::builtin("smb");
    const jumpscope::Trace trace = jumpscope::record(jumpscope::Cartridge::open(own_jumplab),
                                                     jumpscope::Movie::open(own_tier0), profile);
    return named(jumpscope::compareWithModel(trace, profile, modelOf(jump)).json, "\"the model\"");
  }
  static std::string named(std::string text, const std::string& name) {
    for (size_t at; (at = text.find(name)) != text.npos;) text.replace(at, name.size(), "NAME");
    return text;
  }

  jumpscope_profile* profile = nullptr;
  jumpscope_trace* trace = nullptr;
};

TEST_F(OwnEngine, OfTheCInterfaceHasTheVerdictOfAModelOfTheCppInterface) {
  EXPECT_EQ(ofC({}), ofCpp({}));
  EXPECT_EQ(ofC({}).find("\"writer\""), std::string::npos);
  Jump wrong;
  wrong.fall = 113;
  EXPECT_EQ(ofC(wrong), ofCpp(wrong));
  EXPECT_NE(ofC(wrong), ofC({}));
  EXPECT_NE(ofC(wrong).find("\"writer\""), std::string::npos);
}

TEST_F(OwnEngine, ThatIsNoneIsRefusedWithASentence) {
  Jump jump;
  jumpscope_comparison* comparison = nullptr;
  const auto refused = [&](const jumpscope_engine* engine) {
    EXPECT_EQ(jumpscope_compare_engine(trace, profile, engine, &comparison), JUMPSCOPE_ERROR);
    EXPECT_EQ(comparison, nullptr);
    return std::string(jumpscope_last_error());
  };
  EXPECT_NE(refused(nullptr).find("engine"), std::string::npos);
  jumpscope_engine engine = engineOf(jump);
  engine.size = 8;
  EXPECT_NE(refused(&engine).find("is no engine of this version"), std::string::npos);
  engine = engineOf(jump);
  engine.step = nullptr;
  EXPECT_NE(refused(&engine).find("seed and step must be set"), std::string::npos);
  engine = engineOf(jump);
  engine.computes = "y_position height";
  EXPECT_NE(refused(&engine).find("names 'height', which is not watched"), std::string::npos);
  engine = engineOf(jump);
  engine.step = [](void*, uint8_t, double* values) { values[0] = 0 * (values[1] = 1e300) * 1e300; };
  EXPECT_NE(refused(&engine).find("the engine, frame 33: y_"), std::string::npos) << refused(&engine);
}

}  // namespace
