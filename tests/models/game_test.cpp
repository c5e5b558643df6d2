// A model beside a game: what it would start, and that nobody else knows its name.
#include "src/physics/game.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "src/models/write_log.h"
#include "src/physics/models.h"
#include "tests/support/fake_game.h"
#include "tests/support/shared.h"

namespace jumpscope::models {
namespace {

TEST(Game, TheModelStartsExactlyTheJumpsAndStrokesThatTheTourStarts) {
  const tests::Play game = tests::play(tests::tour());
  const Binding binding(game.trace, tests::fakeProfile());
  const WriteLog log(game.trace, binding, game.writes);
  const auto judge = binding.game().judge({});
  size_t started = 0;
  for (size_t row = 1; row < game.trace.rows.size(); ++row) {
    const FrameLog& written = log.frame(row);
    physics::Frame frame;
    frame.before = binding.values(game.trace.rows[row - 1]);
    frame.now = binding.values(game.trace.rows[row]);
    if (!written.game_ran || !judge->passes(frame).empty()) continue;
    frame.at_start = log.valuesBefore(row, written.opened.value_or(0), frame.before);
    const physics::Start start = judge->judge(frame.before, frame).start;
    EXPECT_EQ(start != physics::Start::None, written.starts_jump) << "frame " << game.trace.rows[row].frame;
    if (written.starts_jump) {
      EXPECT_EQ(start == physics::Start::Stroke, binding.game().strokes(frame.at_start));
    }
    started += written.starts_jump;
  }
  EXPECT_GT(started, 10u);
}

TEST(Game, AnUnknownModelsTraceIsReadByTheCommonNamesAlone) {
  trace::Trace trace;
  trace::Watch watch;
  watch.name = "y_position";
  trace.header.watches = {watch};
  trace::Profile profile;
  profile.model = "none of ours";
  const Binding binding(trace, profile);
  EXPECT_EQ(&binding.game(), &physics::anyGame());
  EXPECT_EQ(binding.column(Role::YPosition), 0u);
  EXPECT_FALSE(binding.has(Role::State));
  EXPECT_TRUE(binding.playerInControl({0, 0, {7}}));
}

TEST(Models, EveryOneIsRegisteredOnceUnderItsOwnName) {
  std::set<std::string> names;
  for (const physics::Model& model : physics::models())
    EXPECT_TRUE(names.insert(model.name).second) << model.name;
  for (const physics::Model& model : physics::models()) {
    if (!model.game) continue;
    EXPECT_LE(model.game->variables().size(), Values::most) << model.name;
    EXPECT_NE(model.game->judge({}) != nullptr, model.game->flightPredictor({}) != nullptr) << model.name;
    for (std::string_view name : model.game->parameters())
      EXPECT_NE(physics::findParameter(model, name), nullptr) << model.name << " " << name;
  }
}

// A model is named by its own files and by the profile of its game.
TEST(Models, NoGenericSourceNamesAModelOrItsGame) {
  namespace fs = std::filesystem;
  const fs::path source = tests::sourceDir() / "src";
  size_t files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp") continue;
    const std::string path = fs::relative(entry.path(), source).generic_string();
    if (path.starts_with("physics/") || path.starts_with("trace/builtin_")) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    ++files;
    EXPECT_EQ(text.str().find("smb"), std::string::npos) << path;
  }
  EXPECT_GT(files, 100u);
}

}  // namespace
}  // namespace jumpscope::models
