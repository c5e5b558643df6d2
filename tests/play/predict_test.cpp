// Predicted arcs are right unless other code changes the motion.
#include "src/play/predict.h"

#include "src/jumps/jumps.h"
#include "src/models/law_file.h"
#include "src/physics/law_model.h"
#include "src/session/record.h"
#include "tests/play/support.h"

namespace jumpscope::play {
namespace {

using models::Role;

class Recorded {
 public:
  explicit Recorded(const std::string& name)
      : recording_(
            session::record(jumplab(), {}, session::playMovie(movieNamed(name)), "smb", profile().watches)),
        binding_(trace(), profile()),
        jumps_(jumps::findJumps(trace(), profile(), std::optional(recording_.writes))) {}

  static const trace::Profile& profile() { return trace::builtinProfile("smb"); }
  const trace::Trace& trace() const { return recording_.trace; }
  const models::Binding& binding() const { return binding_; }
  const std::vector<jumps::Jump>& jumps() const { return jumps_; }

  bool aDownIn(uint64_t frame) const {
    return frame < trace().rows.size() && models::aDown(binding_, trace().rows[frame]);
  }

 private:
  session::Recording recording_;
  models::Binding binding_;
  std::vector<jumps::Jump> jumps_;
};

// The first row of a jump in which something else than start and mover acts.
size_t undisturbedUntil(const jumps::Jump& jump) {
  size_t last = jump.last_row;
  if (jump.end == jumps::JumpEnd::NextStroke || jump.end == jumps::JumpEnd::NextJump) ++last;
  for (const jumps::Event& event : jump.events) last = std::min<size_t>(last, event.frame);
  return last;
}

void expectPredictionsComeTrue(const std::string& movie, size_t fewest) {
  const Recorded recorded(movie);
  const auto& rows = recorded.trace().rows;
  size_t predictions = 0;
  for (const jumps::Jump& jump : recorded.jumps()) {
    // A fall begins with what the ground gave way to, which no row says beforehand.
    const bool fall = jump.start == jumps::JumpStart::Fall;
    for (size_t row = jump.first_row - (fall ? 0 : 1); row + 1 < undisturbedUntil(jump); ++row) {
      const auto points = predictWith(
          std::span(rows).subspan(row, 1), recorded.binding(),
          [&](uint64_t frame) { return recorded.aDownIn(frame); }, std::nullopt);
      for (size_t ahead = row + 1; ahead < undisturbedUntil(jump); ++ahead) {
        ASSERT_LT(ahead - row - 1, points.size());
        const PredictedPoint& point = points[ahead - row - 1];
        const trace::Row& came = rows[ahead];
        ASSERT_EQ(point.frame, came.frame);
        for (const Role role : {Role::YPosition, Role::YSubpixel, Role::YSpeed})
          ASSERT_EQ(point.state.byte(*recorded.binding().variable(role)), recorded.binding().byte(came, role))
              << "from " << rows[row].frame << " to " << came.frame;
        ++predictions;
      }
    }
  }
  EXPECT_GT(predictions, fewest);
}

TEST(Predict, PredictionsOfTheToursJumpsAreRight) { expectPredictionsComeTrue("tour", 10'000); }
TEST(Predict, PredictionsOfStompsAreRightUpToTheStomp) { expectPredictionsComeTrue("stomps", 1000); }

TEST(Predict, HeldAndTappedJumpsFromTheGroundEqualThePublishedOnes) {
  const Recorded recorded("tier0-full");
  const std::span<const trace::Row> standing(&recorded.trace().rows[recorded.jumps().at(0).first_row - 1], 1);
  const uint8_t floor = floorOf(standing, recorded.binding());
  const auto apex = [&](const std::vector<PredictedPoint>& points) {
    int64_t highest = points.front().y;
    for (const PredictedPoint& point : points) highest = std::min(highest, point.y);
    return 256 + floor - highest;
  };
  const auto full = predict(standing, recorded.binding(), true, floor);
  EXPECT_EQ(apex(full), 66);
  EXPECT_EQ(full.back().frame, recorded.trace().rows[recorded.jumps()[0].last_row].frame);
  EXPECT_EQ(full.back().y, 256 + floor);
  const auto tapped = predict(standing, recorded.binding(), false, floor);
  EXPECT_EQ(apex(tapped), 24);
  EXPECT_EQ(tapped.size(), 21u);
}

// jumplab's vertical movement while the player stands: no watch tells the law's phase, gravity or clock.
const physics::Model& lawOfJumplab() {
  static const physics::Model model = physics::lawModel(
      models::parseLaw(R"({"y": {"watches": ["y_position", "y_subpixel"], "bits": [8, 8], "fraction": 8},
          "speed": {"watches": ["y_speed", "y_speed_fraction"], "bits": [8, 8], "fraction": 8},
          "order": ["start", "choose", "move", "gravity"], "choice": {"apex": 0, "release": true},
          "tiers": [{"start": -1024, "gravity": 32, "fall": 112}], "terminal": {"from": 1152, "to": 1024}})",
                       "jumplab's"),
      "jumplab's law", "");
  return model;
}

// The rows of a jump from rest as a live check shows them, with A held for so many frames.
std::vector<trace::Row> rowsWithHold(int held) {
  Game game(jumplab(), smbOptions());
  movie::FrameInput start, jump;
  start.pads[0] = 0x08;
  jump.pads[0] = 0x01;
  for (int frame = 0; frame < 240; ++frame)
    game.runFrame(frame >= 60 && frame < 63            ? start
                  : frame >= 120 && frame < 120 + held ? jump
                                                       : movie::FrameInput());
  return {game.rows().begin(), game.rows().end()};
}

TEST(Predict, ALawPredictsFromEachFrameOfAFlight) {
  trace::Trace columns;
  columns.header.watches = Recorded::profile().watches;
  const models::Binding binding(columns, Recorded::profile(), *lawOfJumplab().game);
  const auto value = [&](const trace::Row& row, Role role) { return binding.byte(row, role); };
  ASSERT_TRUE(canPredict(Recorded::profile(), binding));
  for (const int held : {1, 4, 12, 40}) {
    const std::vector<trace::Row> rows = rowsWithHold(held);
    const size_t standing = 119;
    size_t landed = standing + 1;
    while (value(rows[landed], Role::YPosition) != value(rows[standing], Role::YPosition)) ++landed;
    ASSERT_GT(landed, standing + 15);
    for (size_t now = standing; now < landed; ++now) {
      const auto points = predictWith(
          std::span(rows).subspan(standing, now - standing + 1), binding,
          [&](uint64_t frame) { return (rows[frame].buttons & 1) != 0; },
          value(rows[standing], Role::YPosition));
      ASSERT_EQ(points.size(), landed - now) << "held " << held << ", from " << now;
      for (size_t ahead = now + 1; ahead < landed; ++ahead)
        for (const Role role : {Role::YPosition, Role::YSubpixel, Role::YSpeed})
          ASSERT_EQ(points[ahead - now - 1].state.byte(*binding.variable(role)), value(rows[ahead], role))
              << "held " << held << ", from " << now << " to " << ahead;
      EXPECT_EQ(points.back().y, 256 + value(rows[standing], Role::YPosition));
    }
  }
}

TEST(Predict, WithALawAPressIsHeldOrTapped) {
  trace::Trace columns;
  columns.header.watches = Recorded::profile().watches;
  const models::Binding binding(columns, Recorded::profile(), *lawOfJumplab().game);
  const std::vector<trace::Row> rows = rowsWithHold(1);
  const std::span<const trace::Row> standing = std::span(rows).subspan(110, 1);
  const uint8_t floor = floorOf(standing, binding);
  const auto apex = [&](bool held) {
    int64_t highest = 1000;
    for (const PredictedPoint& point : predict(standing, binding, held, floor))
      highest = std::min(highest, point.y);
    return 256 + floor - highest;
  };
  EXPECT_EQ(apex(true), 66);
  EXPECT_EQ(apex(false), 24);
}

// A jump in mid-fall leaves from the air; what it may land on is the ground that the first one left.
TEST(Predict, TheFloorOfALawIsTheGroundAndNotWhereAJumpInTheAirBegan) {
  trace::Profile profile = Recorded::profile();
  profile.jump_when.clear();
  const Game game(jumplab(), smbOptions());
  trace::Trace columns{game.live()->trace().header, {}};
  const models::Binding binding(columns, profile, *lawOfJumplab().game);
  const size_t height = *columns.find(profile.height_watch);
  LiveCheck live(columns.header, profile);
  trace::Row row = rowsWithHold(1)[119];
  const auto frames = [&](int count, int step) {
    for (int i = 0; i < count; ++i) {
      row.values[height] += step;
      ++row.frame;
      live.add(row);
    }
  };
  row.values[height] = 176;
  frames(30, 0);
  EXPECT_EQ(live.ground(), nullptr) << "on the ground";
  frames(10, -4);
  frames(6, 4);
  const int64_t in_the_air = row.values[height];
  ASSERT_EQ(floorOf(live.flight(), binding, live.ground()), 176);
  frames(35, -4);
  ASSERT_TRUE(live.ground());
  EXPECT_EQ(binding.byte(live.flight().front(), Role::YPosition), in_the_air);
  EXPECT_EQ(floorOf(live.flight(), binding, live.ground()), 176);
}

TEST(Predict, WithoutTheNeededWatchesThereIsNoPrediction) {
  const Recorded recorded("tier0-full");
  EXPECT_TRUE(canPredict(Recorded::profile(), recorded.binding()));
  trace::Trace trace;
  trace.header.watches = {Recorded::profile().watches[0]};
  EXPECT_FALSE(canPredict(Recorded::profile(), models::Binding(trace, Recorded::profile())));
}

}  // namespace
}  // namespace jumpscope::play
