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
    return checkProfile(cartridge, found.options, claimed, movie).checks;
  }
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
    text += one.claim + (one.holds ? ": holds: " : one.checked ? ": does not hold: " : ": not checked: ") + one.words + "\n";
  return text;
}

const Check* lineOf(const std::vector<Check>& checks, const std::string& claim) {
  for (const Check& one : checks)
    if (one.claim == claim) return &one;
  return nullptr;
}

Watch& watchOf(Profile& profile, const std::string& name) {
  return *std::find_if(profile.watches.begin(), profile.watches.end(), [&](const Watch& one) { return one.name == name; });
}

struct Damage {
  std::string claim, what;
  std::function<void(Profile&)> make;
};

Type otherSign(Type type) {
  switch (type) {
    case Type::U8: return Type::S8;
    case Type::U16: return Type::S16;
    case Type::U24: return Type::S24;
    case Type::U32: return Type::S32;
    case Type::S8: return Type::U8;
    case Type::S16: return Type::U16;
    case Type::S24: return Type::U24;
    default: return Type::U32;
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
      add("byte " + std::to_string(i) + " xor " + std::to_string(by), [=](Watch& one) { one.addresses[i] ^= by; });
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

TEST(DiscoverCheck, SeesEveryDamageAndBlamesNothingElse) {
  const Subject subject(tests::cartridgeOf(gameWithMuch()));
  ASSERT_TRUE(subject.found.screen) << discoveryText(subject.found);
  ASSERT_FALSE(subject.profile.jump_when.empty()) << discoveryText(subject.found);
  const auto whole = subject.check(subject.profile);
  for (const Check& one : whole) ASSERT_TRUE(one.holds) << linesOf(whole);
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
    for (const Check& other : checks)
      if (&other != line)
        EXPECT_TRUE(other.holds || (!other.checked && other.words == "needs " + damage.claim)) << linesOf(checks);
  }
  EXPECT_GT(denied, 4 * open) << "most are told";
  RecordProperty("denied", std::to_string(denied));
  RecordProperty("open", std::to_string(open));
}

}  // namespace
}  // namespace jumpscope::discover
