// What `discover --check` says of profiles that are right, that are damaged in one place, and that say the same otherwise.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "src/discover/discover.h"
#include "src/movie/fm2.h"
#include "src/movie/player.h"
#include "src/session/machine.h"
#include "src/trace/watch.h"
#include "tests/discover/random_game.h"
#include "tests/discover/small_game.h"
#include "tests/support/slow.h"

namespace jumpscope::discover {
namespace {

using tests::SmallGame;
using trace::Profile;
using trace::Type;
using trace::Watch;

// A game, what discover() finds of it, and its movie.
struct Subject {
  std::shared_ptr<const console::Cartridge> cartridge;
  Discovery found;
  Profile profile;
  Script movie;

  explicit Subject(std::shared_ptr<const console::Cartridge> of) : cartridge(std::move(of)) {
    Settings settings;
    settings.situations = 240;
    settings.budget = std::chrono::minutes(10);
    found = discover(cartridge, session::machineOptions({}, *cartridge), settings);
    if (!found.way_in.jump || found.watches.empty()) return;
    profile = profileOf(found, "small", *cartridge);
    const std::string fm2 = movieOf(found, *cartridge);
    movie::Player player;
    player.setMovie(movie::parseFm2(std::vector<uint8_t>(fm2.begin(), fm2.end()), "small.fm2"));
    for (uint64_t frame = 0; frame < player.frames(); ++frame) movie.push_back(player.at(frame).pads[0]);
  }
  std::vector<Check> check(const Profile& claimed) const {
    if (!again) again = std::make_unique<Recheck>(cartridge, found.options, movie);
    return again->compare(claimed);
  }
  std::vector<Check> checkOf(const Profile& claimed, std::shared_ptr<const console::Cartridge> other,
                             const Script& input) const {
    return Recheck(std::move(other), found.options, input).compare(claimed);
  }

 private:
  mutable std::unique_ptr<Recheck> again;
};

SmallGame gameWithMuch() {
  SmallGame game;
  game.gravity_byte = 0x0333;
  game.gravity = 0x20;
  game.fall_byte = 0x0334;
  game.origin_byte = 0x0777;
  game.least_rise = 6;
  game.vx = {0x0307, 0x0306};
  game.x = {0x0309, 0x0305, 0x0304};
  game.scrolls = true;
  return game;
}

std::string linesOf(const std::vector<Check>& checks) {
  std::string text;
  for (const Check& one : checks)
    text += one.claim +
            (one.holds     ? ": holds: "
             : one.checked ? ": does not hold: "
                           : ": not checked: ") +
            one.words + "\n";
  return text;
}

const Check* lineOf(const std::vector<Check>& checks, const std::string& claim) {
  for (const Check& one : checks)
    if (one.claim == claim) return &one;
  return nullptr;
}

Watch& watchOf(Profile& profile, const std::string& name) {
  return *std::find_if(profile.watches.begin(), profile.watches.end(),
                       [&](const Watch& one) { return one.name == name; });
}

struct Damage {
  std::string claim, what;
  std::function<void(Profile&)> make;
};

Type otherSign(Type type) {
  switch (type) {
    case Type::U8:
      return Type::S8;
    case Type::U16:
      return Type::S16;
    case Type::U24:
      return Type::S24;
    case Type::U32:
      return Type::S32;
    case Type::S8:
      return Type::U8;
    case Type::S16:
      return Type::U16;
    case Type::S24:
      return Type::U24;
    default:
      return Type::U32;
  }
}

// Every field of a watch, one after the other.
void addWatch(std::vector<Damage>& all, const Watch& watch) {
  const std::string name = watch.name;
  const auto add = [&](const std::string& what, const std::function<void(Watch&)>& make) {
    all.push_back({name, what, [name, make](Profile& profile) { make(watchOf(profile, name)); }});
  };
  for (size_t i = 0; i < watch.addresses.size(); ++i)
    for (const uint16_t by : {0x0001, 0x0010, 0x0040})
      add("byte " + std::to_string(i) + " xor " + std::to_string(by),
          [=](Watch& one) { one.addresses[i] ^= by; });
  for (size_t i = 1; i < watch.addresses.size(); ++i)
    add("bytes swapped", [=](Watch& one) { std::swap(one.addresses[i - 1], one.addresses[i]); });
  add("sign", [](Watch& one) { one.type = otherSign(one.type); });
  add("bcd", [](Watch& one) { one.type = Type::Bcd; });
  add("point + 1", [](Watch& one) { ++one.fraction_bits; });
  if (watch.fraction_bits > 0) add("point - 1", [](Watch& one) { --one.fraction_bits; });
  add("no point", [](Watch& one) { one.fraction_bits = one.fraction_bits ? 0 : 8; });
  for (const char* unit : {"px", "px/frame", "1/2 px", "px/frame^2", "frames", "apples"})
    if (watch.unit != unit) add(std::string("unit ") + unit, [unit](Watch& one) { one.unit = unit; });
  add("a difference", [](Watch& one) { one.take = trace::Take::Delta; });
}

std::vector<Damage> damagesOf(const Profile& profile) {
  std::vector<Damage> all;
  for (const Watch& watch : profile.watches) addWatch(all, watch);
  all.push_back({"jump.button", "B", [](Profile& one) { one.jump_button = "B"; }});
  all.push_back({"jump.button", "Right", [](Profile& one) { one.jump_button = "Right"; }});
  for (const char* op : {"==", "<", "<=", ">="})
    all.push_back({"jump.when", op, [op](Profile& one) { one.jump_when[0].op = op; }});
  for (const int by : {1, 2, 255})
    all.push_back({"jump.when", std::to_string(by), [by](Profile& one) {
                     one.jump_when[0].value = trace::Real((one.jump_when[0].value.whole + by) & 255);
                   }});
  all.push_back({"jump.when", "y", [](Profile& one) { one.jump_when[0].watch = "y"; }});
  all.push_back({"jump.height", "x", [](Profile& one) { one.height_watch = "x"; }});
  all.push_back({"jump.horizontal", "y", [](Profile& one) { one.horizontal_watch = "y"; }});
  all.push_back({"jump.positive", "other", [](Profile& one) { one.height_up = !one.height_up; }});
  for (const int by : {-1, 1, 8}) {
    all.push_back({"screen", "feet x", [by](Profile& one) { one.screen->feet_x += by; }});
    all.push_back({"screen", "feet y", [by](Profile& one) { one.screen->feet_y += by; }});
  }
  all.push_back({"screen", "scrolls", [](Profile& one) { one.screen->scrolls = !one.screen->scrolls; }});
  for (size_t i = 0; i < profile.screen->x.addresses.size(); ++i)
    all.push_back({"screen", "x", [i](Profile& one) { one.screen->x.addresses[i] ^= 0x10; }});
  for (size_t i = 0; i < profile.screen->y.addresses.size(); ++i)
    all.push_back({"screen", "y", [i](Profile& one) { one.screen->y.addresses[i] ^= 0x10; }});
  all.push_back({"screen", "point", [](Profile& one) { --one.screen->y.fraction_bits; }});
  all.push_back({"roms", "PRG", [](Profile& one) { one.roms[0].prg_chr_sha1.back() ^= 1; }});
  if (!profile.roms[0].file_sha1.empty())
    all.push_back({"roms", "file", [](Profile& one) { one.roms[0].file_sha1.back() ^= 1; }});
  return all;
}

// "needs jump.height", which needs y, which is the damaged one.
bool needs(const Check& one, const Check* damaged) {
  return one.words == "needs " + damaged->claim ||
         (one.words == "needs jump.height" && damaged->claim == "y");
}

TEST(DiscoverCheck, SeesEveryDamageAndBlamesNothingElse) {
  const Subject subject(tests::cartridgeOf(gameWithMuch()));
  ASSERT_TRUE(subject.found.screen) << discoveryText(subject.found);
  ASSERT_FALSE(subject.profile.jump_when.empty()) << discoveryText(subject.found);
  const auto whole = subject.check(subject.profile);
  for (const Check& one : whole) ASSERT_TRUE(one.holds) << linesOf(whole);
  for (const char* claim :
       {"roms", "y", "y_speed", "state", "gravity", "gravity_fall", "jump_origin_y", "held_before", "x",
        "x_speed", "jump.height", "jump.horizontal", "jump.positive", "jump.when", "jump.button", "screen"})
    EXPECT_TRUE(lineOf(whole, claim)) << claim << " in\n" << linesOf(whole);
  size_t denied = 0, open = 0;
  for (const Damage& damage : damagesOf(subject.profile)) {
    SCOPED_TRACE(damage.claim + ": " + damage.what);
    Profile claimed = subject.profile;
    damage.make(claimed);
    const auto checks = subject.check(claimed);
    const Check* const line = lineOf(checks, damage.claim);
    ASSERT_TRUE(line) << linesOf(checks);
    EXPECT_FALSE(line->holds) << linesOf(checks);
    ++(line->checked ? denied : open);
    for (const Check& other : checks) {
      if (&other == line) continue;
      EXPECT_TRUE(other.holds || (!other.checked && needs(other, line))) << linesOf(checks);
    }
  }
  EXPECT_GT(denied, 3 * open) << "most read otherwise in some frame";
}

TEST(DiscoverCheck, TakesWhatIsDescribedOtherwise) {
  const Subject subject(tests::cartridgeOf(gameWithMuch()));
  Profile claimed = subject.profile;
  watchOf(claimed, "y") = {"height", watchOf(claimed, "y").addresses, Type::U16, 8, 0xFF, "px", ""};
  Watch& height = watchOf(claimed, "height");
  const uint16_t fraction = height.addresses.back();
  height.addresses.pop_back();
  height.fraction_bits = 0;
  height.type = Type::U8;
  claimed.watches.push_back({"below", {fraction}, Type::U8, 0, 0xFF, "1/256 px", ""});
  claimed.height_watch = "height";
  claimed.subpixel_watch = "below";
  Watch& speed = watchOf(claimed, "y_speed");
  speed.unit = "1/256 px/frame";
  speed.fraction_bits = 0;
  watchOf(claimed, "x_speed").addresses.pop_back();
  watchOf(claimed, "x_speed").type = Type::S8;
  watchOf(claimed, "x_speed").fraction_bits = 0;
  watchOf(claimed, "state").name = "in_air";
  claimed.jump_when = {{"in_air", ">", 0}};
  claimed.screen->x.addresses.pop_back();
  claimed.screen->x.fraction_bits = 0;
  claimed.screen->x.type = Type::U16;
  claimed.screen->feet_y -= 256;
  claimed.roms[0].file_sha1.clear();
  claimed.roms.push_back({"another dump", std::string(40, 'a'), std::string(40, 'b')});
  const auto checks = subject.check(claimed);
  for (const Check& one : checks) EXPECT_TRUE(one.holds) << linesOf(checks);
  EXPECT_FALSE(lineOf(checks, "in_air")) << "the line of jump.when says it";
}

TEST(DiscoverCheck, SaysWhatNoExperimentTells) {
  const Subject subject(tests::cartridgeOf(gameWithMuch()));
  Profile claimed = subject.profile;
  claimed.watches.push_back({"lives", {0x0010}, Type::U8, 0, 0xFF, "", ""});
  claimed.watches.push_back({"x_direction", {0x0011}, Type::U8, 0, 0xFF, "", ""});
  claimed.jump_when[0] = {"state",
                          "==", lineOf(subject.check(claimed), "state")->words.starts_with("$0310") ? 1 : 0};
  claimed.model = "cut-jump";
  claimed.assume = {"lives == 3"};
  const auto checks = subject.check(claimed);
  for (const char* claim : {"lives", "x_direction", "model", "assume"}) {
    const Check* const line = lineOf(checks, claim);
    ASSERT_TRUE(line) << claim;
    EXPECT_FALSE(line->holds || line->checked) << linesOf(checks);
  }
  const Check* const rule = lineOf(checks, "jump.when");
  EXPECT_FALSE(rule->holds || rule->checked) << "no frame has a state of 2: " << rule->words;
}

TEST(DiscoverCheck, TellsACopyFromAByteThatStandsStill) {
  SmallGame game;
  game.copies = {0x0600};
  const Subject subject(tests::cartridgeOf(game));
  Profile claimed = subject.profile;
  watchOf(claimed, "y") = {"y", {0x0600}, Type::U8, 0, 0xFF, "px", ""};
  const auto copy = subject.check(claimed);
  EXPECT_FALSE(lineOf(copy, "y")->holds) << linesOf(copy);
  EXPECT_NE(lineOf(copy, "y")->words.find("as a copy would"), std::string::npos) << linesOf(copy);
  watchOf(claimed, "y").addresses = {0x0601};
  const auto still = subject.check(claimed);
  EXPECT_TRUE(lineOf(still, "y")->checked && !lineOf(still, "y")->holds) << linesOf(still);
}

TEST(DiscoverCheck, SaysFirstThatTheCartridgeIsAnotherOne) {
  const Subject subject(tests::cartridgeOf(gameWithMuch()));
  SmallGame other = gameWithMuch();
  other.jump_speed = 0x0380;
  const auto cartridge = tests::cartridgeOf(other);
  const auto checks = subject.checkOf(subject.profile, cartridge, subject.movie);
  EXPECT_EQ(checks.front().claim, "roms");
  EXPECT_TRUE(checks.front().checked && !checks.front().holds) << linesOf(checks);
  EXPECT_TRUE(lineOf(checks, "y")->holds) << linesOf(checks);
  other.can_jump = false;
  const auto still = subject.checkOf(subject.profile, tests::cartridgeOf(other), subject.movie);
  EXPECT_TRUE(still.front().checked && !still.front().holds) << linesOf(still);
  for (size_t i = 1; i < still.size(); ++i) EXPECT_FALSE(still[i].checked) << linesOf(still);
  Profile here = subject.profile;
  here.roms.clear();
  EXPECT_THROW(subject.checkOf(here, tests::cartridgeOf(other), subject.movie), std::runtime_error);
}

TEST(DiscoverCheck, FollowsAMovieThatEndsOtherwise) {
  const Subject subject(tests::cartridgeOf(gameWithMuch()));
  Script movie = subject.movie;
  movie.insert(movie.end(), 20, button_right);
  const auto checks = subject.checkOf(subject.profile, subject.cartridge, movie);
  for (const Check& one : checks) EXPECT_TRUE(one.holds) << linesOf(checks);
}

TEST(DiscoverCheck, PassesAllThatDiscoverWrites) {
  REQUIRE_SLOW();
  for (uint32_t seed = 1; seed <= tests::slowCases(150u); ++seed)
    for (const tests::RandomGame& game : {tests::randomGame(seed), tests::mixedGame(seed)}) {
      const Subject subject(game.cartridge);
      if (subject.profile.watches.empty()) continue;
      const auto checks = subject.check(subject.profile);
      for (const Check& one : checks)
        EXPECT_TRUE(one.holds) << seed << " " << game.kind << "\n" << linesOf(checks);
    }
}

}  // namespace
}  // namespace jumpscope::discover
