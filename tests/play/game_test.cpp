// Rewinding and replaying: a repeated frame is identical.
#include "src/play/game.h"

#include <random>

#include "src/base/base64.h"
#include "src/session/record.h"
#include "tests/play/support.h"

namespace jumpscope::play {
namespace {

movie::FrameInput held(uint8_t buttons) {
  movie::FrameInput input;
  input.pads[0] = buttons;
  return input;
}

// What a frame was when it began.
struct Seen {
  console::State state;
  std::vector<uint16_t> picture;
};

// Does random things, and holds every frame that comes again to what it was.
class Wanderer {
 public:
  Wanderer(uint32_t seed, size_t rewind_bytes) : random_(seed), game_(jumplab(), options(rewind_bytes)) {
    see();
  }

  void run(int actions) {
    for (int i = 0; i < actions && !::testing::Test::HasFailure(); ++i) act();
  }

 private:
  static GameOptions options(size_t rewind_bytes) {
    GameOptions options = smbOptions(true);
    options.rewind_bytes = rewind_bytes;
    return options;
  }

  uint32_t upTo(uint32_t most) { return random_() % (most + 1); }

  void see() {
    const auto picture = game_.pixels();
    seen_.insert_or_assign(game_.frame(), Seen{game_.console().state(), {picture.begin(), picture.end()}});
  }

  void compare() {
    const Seen& was = seen_.at(game_.frame());
    EXPECT_TRUE(sameState(game_.console().state(), was.state)) << "frame " << game_.frame();
    const auto picture = game_.pixels();
    EXPECT_TRUE(std::equal(picture.begin(), picture.end(), was.picture.begin(), was.picture.end()))
        << "frame " << game_.frame();
    seen_.erase(std::next(seen_.find(game_.frame())), seen_.end());
  }

  void forth() {
    movie::FrameInput input = held(uint8_t(random_() & 0xC3));
    input.reset = upTo(150) == 0;
    input.power = upTo(300) == 0;
    for (uint32_t frames = upTo(60) + 1; frames > 0; --frames) {
      if (upTo(20) == 0) game_.poke(0x0700 + uint16_t(upTo(0x40)), uint8_t(random_()));
      const uint64_t frame = game_.frame();
      for (uint32_t steps = upTo(40) == 0 ? upTo(3000) : 0; steps > 0 && game_.frame() == frame; --steps)
        game_.stepInstruction(input);
      if (game_.inFrame() && upTo(3) == 0) game_.poke(0x00CE, uint8_t(random_()));
      if (game_.inFrame() && upTo(3) == 0) game_.stepScanline(input);
      if (game_.frame() == frame) game_.runFrame(input);
      input.reset = input.power = false;
      see();
    }
  }

  void act() {
    switch (upTo(7)) {
      case 0:
      case 1: {
        const uint64_t from = game_.frame(), oldest = game_.oldestFrame(), frames = upTo(120) + 1;
        const bool moved = game_.back(frames);
        EXPECT_EQ(moved, oldest < from);
        if (!moved) return;
        EXPECT_EQ(game_.frame(), std::max(from - std::min(frames, from), oldest));
        return compare();
      }
      case 2:
        slots_[upTo(2)] = {game_.save(), Seen{seen_.at(game_.frame())}, seen_};
        return;
      case 3: {
        const auto slot = slots_.find(upTo(2));
        if (slot == slots_.end()) return;
        game_.load(slot->second.saved);
        EXPECT_TRUE(sameState(game_.console().state(), slot->second.seen.state));
        seen_ = slot->second.before;
        return compare();
      }
      default:
        return forth();
    }
  }

  struct Slot {
    SavedGame saved;
    Seen seen;
    std::map<uint64_t, Seen> before;
  };

  std::mt19937 random_;
  Game game_;
  std::map<uint64_t, Seen> seen_;
  std::map<uint32_t, Slot> slots_;
};

TEST(Game, ARepeatedFrameIsIdentical) {
  for (uint32_t seed = 1; seed <= 6 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Wanderer(seed, 64 << 20).run(60);
  }
}

TEST(Game, ARepeatedFrameIsIdenticalWithLittleMemory) {
  for (uint32_t seed = 1; seed <= 4 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Wanderer(seed, 400'000).run(60);
  }
}

TEST(Game, TenMinutesFitInto64MiB) {
  Game game(jumplab(), smbOptions());
  for (int frame = 0; frame < 40'000; ++frame) game.runFrame(held(uint8_t(frame >> 5)));
  EXPECT_LE(game.rewindBytes(), size_t{64} << 20);
  EXPECT_LE(game.oldestFrame(), 40'000u - 36'060u);
  EXPECT_GT(game.oldestFrame(), 0u);
  EXPECT_EQ(game.rows().size(), 36'000u);
  const uint64_t oldest = game.oldestFrame();
  EXPECT_TRUE(game.back(39'999));
  EXPECT_EQ(game.frame(), oldest);
  EXPECT_FALSE(game.back());
}

TEST(Game, RowsEqualThoseOfTheTraceCommand) {
  const movie::Movie tour = movieNamed("tour");
  const trace::Profile& profile = trace::builtinProfile("smb");
  const session::Recording recording =
      session::record(jumplab(), {}, session::playMovie(tour), "smb", profile.watches);
  GameOptions options = smbOptions();
  // Watches that remember the frame before.
  Game game(jumplab(), options);
  game.playMovie(tour);
  std::mt19937 random(3);
  while (game.mode() == Game::Mode::Playing) {
    game.runFrame({});
    if (random() % 50 == 0) game.back(random() % 70 + 1);
    if (random() % 200 == 0) game.load(game.save());
    if (random() % 100 == 0)
      for (int i = 0; i < 500; ++i) game.stepInstruction({});
  }
  ASSERT_EQ(game.rows().size(), recording.trace.rows.size());
  for (size_t i = 0; i < game.rows().size(); ++i) ASSERT_EQ(game.rows()[i], recording.trace.rows[i]) << i;
  const auto writes = game.writes();
  ASSERT_FALSE(writes.empty());
  ASSERT_LE(writes.size(), recording.writes.size());
  EXPECT_TRUE(std::equal(writes.rbegin(), writes.rend(), recording.writes.rbegin()));
}

TEST(Game, RowsWithPreviousValuesEqualThoseOfTheTraceCommand) {
  const movie::Movie tour = movieNamed("tour");
  trace::Profile profile = trace::builtinProfile("smb");
  trace::Watch delta = profile.watches[0];
  delta.name = "fall";
  delta.take = trace::Take::Delta;
  profile.watches.push_back(delta);
  const session::Recording recording =
      session::record(jumplab(), {}, session::playMovie(tour), "smb", profile.watches);
  GameOptions options;
  options.profile = profile;
  Game game(jumplab(), options);
  game.playMovie(tour);
  game.setBreakpoints({"delta(y_position) < -4"});
  std::mt19937 random(4);
  std::optional<SavedGame> saved;
  while (game.mode() == Game::Mode::Playing) {
    game.runFrame({});
    if (random() % 50 == 0) game.back(random() % 70 + 1);
    if (random() % 60 == 0) saved = game.save();
    if (random() % 300 == 0 && saved) game.load(*saved);
  }
  const auto rows = game.rows();
  ASSERT_FALSE(rows.empty());
  for (const trace::Row& row : rows) ASSERT_EQ(row, recording.trace.rows[row.frame]) << row.frame;
}

TEST(Game, WatchesDoNotChangeTheGame) {
  const movie::Movie tour = movieNamed("tour");
  GameOptions bare;
  Game plain(jumplab(), bare), watched(jumplab(), smbOptions(true));
  plain.playMovie(tour);
  watched.playMovie(tour);
  watched.setModelCheck(true);
  watched.setBreakpoints({"y_speed < 0", "frame == 500"});
  while (plain.mode() == Game::Mode::Playing) {
    plain.runFrame({});
    watched.runFrame({});
    if (watched.inFrame()) watched.runFrame({});
    while (watched.inFrame()) watched.runFrame({});
  }
  EXPECT_TRUE(sameState(plain.console().state(), watched.console().state()));
}

TEST(Game, LookingBetweenInstructionsDoesNotChangeTheGame) {
  const movie::Movie tour = movieNamed("tour");
  Game plain(jumplab(), smbOptions()), stepped(jumplab(), smbOptions());
  plain.playMovie(tour);
  stepped.playMovie(tour);
  for (int frame = 0; frame < 120; ++frame) {
    plain.runFrame({});
    const uint64_t now = stepped.frame();
    while (stepped.frame() == now) {
      if (frame % 2)
        stepped.stepScanline({});
      else
        stepped.stepInstruction({});
      stepped.console().state();
    }
    ASSERT_TRUE(sameState(plain.console().state(), stepped.console().state())) << frame;
  }
  EXPECT_EQ(std::vector(plain.rows().begin(), plain.rows().end()),
            std::vector(stepped.rows().begin(), stepped.rows().end()));
}

TEST(Game, EverySampleIsDeliveredOnce) {
  GameOptions options = smbOptions();
  options.machine.audio = true;
  Game plain(jumplab(), options), other(jumplab(), options);
  other.setBreakpoints({"frame % 7 == 3"});
  size_t plain_samples = 0, other_samples = 0;
  for (int frame = 0; frame < 200; ++frame) {
    plain.runFrame({});
    other.runFrame({});
    if (other.inFrame()) other.runFrame({});
    plain_samples += plain.takeSamples().size();
    other_samples += other.takeSamples().size();
  }
  EXPECT_NEAR(double(plain_samples), double(other_samples), 40.);
  other.back(100);
  EXPECT_LE(other.takeSamples().size(), 4u);
}

// As FCEUX counts: not the frames that were rewound.
TEST(Game, AStretchOfRewindingIsOneRerecordAndANewMovieHasNone) {
  Game game(jumplab(), smbOptions());
  for (int i = 0; i < 40; ++i) game.runFrame({});
  for (int i = 0; i < 10; ++i) game.back(1);
  EXPECT_EQ(game.rerecords(), 0u);
  game.runFrame({});
  EXPECT_EQ(game.rerecords(), 1u);
  game.back(3);
  game.runFrame({});
  EXPECT_EQ(game.rerecords(), 2u);
  game.powerOn();
  EXPECT_EQ(game.rerecords(), 0u);
}

TEST(Game, ARecordedMovieGivesTheSameFrames) {
  Game game(jumplab(), smbOptions());
  std::mt19937 random(9);
  for (int i = 0; i < 400; ++i) {
    movie::FrameInput input = held(uint8_t(random() & 0xC3));
    input.reset = random() % 90 == 0;
    game.runFrame(input);
    if (random() % 40 == 0) game.back(random() % 30);
  }
  const movie::Movie again = movie::parseFm2(
      [&] {
        const std::string text = movie::writeFm2(game.movie());
        return std::vector<uint8_t>(text.begin(), text.end());
      }(),
      "again.fm2");
  EXPECT_GT(again.rerecord_count, 0);
  Game other(jumplab(), smbOptions());
  other.playMovie(again);
  EXPECT_EQ(other.movieFrames(), game.frame());
  playTo(other);
  EXPECT_EQ(other.mode(), Game::Mode::Recording);
  EXPECT_TRUE(sameState(game.console().state(), other.console().state()));
  EXPECT_EQ(std::vector(game.rows().begin(), game.rows().end()),
            std::vector(other.rows().begin(), other.rows().end()));
}

TEST(Game, AMovieFromASaveStatePlaysAsASessionDoesAndCanBeRewound) {
  movie::Movie movie = movieNamed("tour");
  const auto state = tests::sourceDir() / "tests/data/fceux-states/jumplab-300.fc0";
  movie.records = {movie.records.begin() + 300, movie.records.begin() + 360};
  movie.other_keys.emplace_back("savestate", "base64:" + base::encodeBase64(base::readFile(state)));
  const session::Input input = session::playMovie(movie);
  session::Session session(jumplab(), {}, input);
  Game game(jumplab(), smbOptions(true));
  game.playMovie(movie);
  EXPECT_EQ(game.frame(), 0);
  EXPECT_EQ(game.pixels().size(), size_t{256 * 240});
  for (int frame = 0; frame < 60; ++frame) {
    session.runFrame();
    game.runFrame({});
  }
  EXPECT_TRUE(std::ranges::equal(game.console().ram(), session.console.ram()));
  EXPECT_THROW(game.movie(), std::runtime_error);
  EXPECT_TRUE(game.back(30));
  game.runFrame({});
  EXPECT_EQ(game.frame(), 31);
  // A state that is none leaves all as it is.
  for (int frame = 0; frame < 5; ++frame) game.runFrame({});
  const console::State before = game.console().state();
  std::vector<uint8_t> cut = base::readFile(state);
  cut.resize(cut.size() / 2);
  for (const std::vector<uint8_t>& bytes : {cut, std::vector<uint8_t>(5000, 7), std::vector<uint8_t>()}) {
    EXPECT_THROW(game.startFrom({bytes, "cut.fc0"}), std::runtime_error);
    EXPECT_TRUE(game.console().state() == before);
    EXPECT_TRUE(game.back(3));
    for (int frame = 0; frame < 3; ++frame) game.runFrame({});
    EXPECT_TRUE(game.console().state() == before) << "the way back is lost";
  }
  game.startFrom({base::readFile(state), "a.fc0"});
  EXPECT_EQ(game.frame(), 299);
}

TEST(Game, TakingOverAMovieContinuesFromItsFrame) {
  Game game(jumplab(), smbOptions());
  game.playMovie(movieNamed("tour"));
  playTo(game, 100);
  game.runFrame(held(0xFF));  // read-only: ignored
  game.takeOver();
  game.runFrame(held(0x01));
  const movie::Movie movie = game.movie();
  movie::Player player, tour;
  player.setMovie(movie);
  tour.setMovie(movieNamed("tour"));
  EXPECT_EQ(player.frames(), 102u);
  EXPECT_EQ(player.at(100), tour.at(100));
  EXPECT_EQ(player.at(101).pads[0], 0x01);
}

TEST(Game, AnEditedGameHasNoMovieUntilRewoundBeforeTheEdit) {
  Game game(jumplab(), smbOptions());
  for (int i = 0; i < 50; ++i) game.runFrame({});
  game.poke(0x00CE, 0x40);
  EXPECT_TRUE(game.edited());
  EXPECT_EQ(game.console().peek(0x00CE), 0x40);
  EXPECT_THROW(game.movie(), std::runtime_error);
  game.runFrame({});
  EXPECT_TRUE(game.back(2));
  EXPECT_FALSE(game.edited());
  EXPECT_EQ(game.movie().records.size(), 50u);
}

}  // namespace
}  // namespace jumpscope::play
