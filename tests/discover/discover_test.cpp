// What discover() finds in small cartridges whose memory we know, one way of keeping a jump after the other.
#include "src/discover/discover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "src/session/machine.h"
#include "src/trace/watch.h"
#include "tests/discover/small_game.h"
#include "tests/discover/still_game.h"

namespace jumpscope::discover {
namespace {

using tests::SmallGame;

Discovery explored(const SmallGame& game) {
  const auto cartridge = tests::cartridgeOf(game);
  Settings settings;
  settings.name = "small";
  settings.situations = 240;
  settings.budget = std::chrono::minutes(10);
  return discover(cartridge, session::machineOptions({}, *cartridge), settings);
}

// "$0301,$0300:u16.8", or "-" where there is no such watch.
std::string shown(const Discovery& found, const std::string& name) {
  const trace::Watch* watch = found.watch(name);
  if (!watch) return "-";
  std::string text;
  for (const uint16_t address : watch->addresses)
    text += (text.empty() ? "" : ",") + trace::addressText(address);
  text += ":" + std::string(trace::typeName(watch->type));
  return watch->fraction_bits ? text + "." + std::to_string(watch->fraction_bits) : text;
}

std::string allOf(const Discovery& found) {
  std::string text;
  for (const trace::Watch& watch : found.watches)
    text += watch.name + " " + shown(found, watch.name) + " " + watch.meaning + "\n";
  for (const std::string& line : found.undecided) text += line + "\n";
  return text;
}

void expectVertical(const SmallGame& game, const std::string& y, const std::string& v) {
  const Discovery found = explored(game);
  ASSERT_TRUE(found.way_in.jump) << whyNoJump(found);
  EXPECT_EQ(shown(found, "y"), y) << allOf(found);
  EXPECT_EQ(shown(found, "y_speed"), v) << allOf(found);
  EXPECT_TRUE(found.complete);
}

void expectSideways(const SmallGame& game, const std::string& x, const std::string& v) {
  const Discovery found = explored(game);
  EXPECT_EQ(shown(found, "x"), x) << allOf(found);
  EXPECT_EQ(shown(found, "x_speed"), v) << allOf(found);
}

TEST(Discover, FindsPositionSpeedAndState) {
  const Discovery found = explored({});
  ASSERT_TRUE(found.way_in.jump);
  EXPECT_EQ(buttonName(found.way_in.jump->button), "A");
  EXPECT_EQ(shown(found, "y"), "$0301,$0300:u16.8");
  EXPECT_EQ(shown(found, "y_speed"), "$0303,$0302:s16.8");
  EXPECT_EQ(shown(found, "x"), "$0305,$0304:u16.8");
  EXPECT_EQ(shown(found, "state"), "$0310:u8") << allOf(found);
  EXPECT_EQ(shown(found, "gravity"), "-") << "it is in the code";
  EXPECT_NE(found.watch("y")->meaning.find("lifted the 3 sprites by"), std::string::npos) << allOf(found);
}

TEST(Discover, FindsBytesFarApart) {
  SmallGame game;
  game.y = {0x0345, 0x0712};
  game.v = {0x0021, 0x05F0};
  expectVertical(game, "$0345,$0712:u16.8", "$0021,$05F0:s16.8");
}

TEST(Discover, FindsBigEndianBytes) {
  SmallGame game;
  game.y = {0x0400, 0x0401};
  game.v = {0x0402, 0x0403};
  expectVertical(game, "$0400,$0401:u16.8", "$0402,$0403:s16.8");
}

TEST(Discover, FindsAPageAboveThePixels) {
  SmallGame game;
  game.y = {0x0040, 0x0041, 0x0042};
  expectVertical(game, "$0040,$0041,$0042:u24.8", "$0303,$0302:s16.8");
}

TEST(Discover, FindsTwelvePointFour) {
  SmallGame game;
  game.shift = 4;
  game.v = {0x0302};
  game.jump_speed = 0x40;
  game.gravity = 3;
  game.fastest = 0x40;
  expectVertical(game, "$0301,$0300:u16.4", "$0302:s8.4");
}

TEST(Discover, FindsTenPointSix) {
  SmallGame game;
  game.shift = 6;
  game.jump_speed = 0x100;
  game.gravity = 11;
  game.fastest = 0x100;
  expectVertical(game, "$0301,$0300:u16.6", "$0303,$0302:s16.6");
}

TEST(Discover, FindsAPlaceOnTheScreenThatACameraTakesOver) {
  SmallGame game;
  game.camera_from = 144;
  game.vx = {0x0307, 0x0306};
  expectSideways(game, "$0305,$0304:u16.8", "$0307,$0306:s16.8");
}

TEST(Discover, FindsAWalkThatEndsAtAWall) {
  SmallGame game;
  game.wall = 150;
  game.vx = {0x0307, 0x0306};
  expectSideways(game, "$0305,$0304:u16.8", "$0307,$0306:s16.8");
}

TEST(Discover, FindsAWalkWhoseStepsSwayTheSprites) {
  SmallGame game;
  game.sways = true;
  const Discovery found = explored(game);
  EXPECT_EQ(shown(found, "x"), "$0305,$0304:u16.8") << allOf(found);
}

TEST(Discover, FindsASpeedThatACeilingEnds) {
  SmallGame game;
  game.ceiling = 150;
  expectVertical(game, "$0301,$0300:u16.8", "$0303,$0302:s16.8");
}

TEST(Discover, FindsIntegers) {
  SmallGame game;
  game.shift = 0;
  game.y = {0x0300};
  game.v = {0x0302};
  game.jump_speed = 9;
  game.gravity = 1;
  game.fastest = 6;
  expectVertical(game, "$0300:u8", "$0302:s8");
}

TEST(Discover, FindsAHeightThatGrowsUpward) {
  SmallGame game;
  game.up_positive = true;
  const Discovery found = explored(game);
  EXPECT_EQ(shown(found, "y"), "$0301,$0300:u16.8") << allOf(found);
  EXPECT_EQ(shown(found, "y_speed"), "$0303,$0302:s16.8") << allOf(found);
  EXPECT_TRUE(found.up_positive);
  const auto profile = profileOf(found, "small", *tests::cartridgeOf(game));
  EXPECT_EQ(profile.height_watch, "y");
  EXPECT_TRUE(profile.height_up);
}

TEST(Discover, GivesTheStepsOfAJumpWithoutSpeed) {
  SmallGame game;
  game.table_driven = true;
  game.y = {0x0300};
  game.shift = 0;
  game.v = {0x0302};
  const Discovery found = explored(game);
  EXPECT_EQ(shown(found, "y"), "$0300:u8") << allOf(found);
  EXPECT_EQ(shown(found, "y_speed"), "-") << allOf(found);
  EXPECT_EQ(found.path.substr(0, 14), "-4 -4 -3 -3 -3") << found.path;
}

TEST(Discover, FindsWhatMovesEverySecondFrame) {
  SmallGame game;
  game.every_second_frame = true;
  expectVertical(game, "$0301,$0300:u16.8", "$0303,$0302:s16.8");
}

TEST(Discover, FindsASpeedOfWhichSomeFramesHaveTwoUpdates) {
  SmallGame game;
  game.catches_up = true;
  expectVertical(game, "$0301,$0300:u16.8", "$0303,$0302:s16.8");
}

TEST(Discover, FindsTheButton) {
  for (const auto& [bit, name] :
       {std::pair{uint8_t{0x40}, "B"}, std::pair{uint8_t{0x08}, "Up"}, std::pair{uint8_t{0x20}, "Select"}}) {
    SmallGame game;
    game.button = bit;
    const Discovery found = explored(game);
    ASSERT_TRUE(found.way_in.jump);
    EXPECT_EQ(buttonName(found.way_in.jump->button), name);
    EXPECT_EQ(shown(found, "y"), "$0301,$0300:u16.8");
  }
}

TEST(Discover, FindsTheRowOfAnObjectTable) {
  SmallGame game;
  game.object = 5;
  game.y = {0x0355, 0x0365};
  game.v = {0x0375, 0x0385};
  game.state = 0x0395;
  expectVertical(game, "$0355,$0365:u16.8", "$0375,$0385:s16.8");
}

TEST(Discover, IsNotDeceivedByCopies) {
  SmallGame game;
  for (uint16_t i = 0; i < 30; ++i) game.copies.push_back(static_cast<uint16_t>(0x0600 + 7 * i));
  expectVertical(game, "$0301,$0300:u16.8", "$0303,$0302:s16.8");
}

TEST(Discover, FindsThePositionInAScrollingLevel) {
  SmallGame game;
  game.scrolls = true;
  const Discovery found = explored(game);
  EXPECT_EQ(shown(found, "y"), "$0301,$0300:u16.8") << allOf(found);
  EXPECT_EQ(shown(found, "x"), "$0305,$0304:u16.8") << allOf(found);
}

TEST(Discover, FindsItsWayPastATitle) {
  SmallGame game;
  game.title = SmallGame::Title::Start;
  expectVertical(game, "$0301,$0300:u16.8", "$0303,$0302:s16.8");
}

TEST(Discover, FindsBytesInCartridgeRam) {
  SmallGame game;
  game.y = {0x6101, 0x6100};
  game.v = {0x7003, 0x7002};
  expectVertical(game, "$6101,$6100:u16.8", "$7003,$7002:s16.8");
}

TEST(Discover, FindsASpeedWithoutSign) {
  SmallGame game;
  game.magnitude = true;
  expectVertical(game, "$0301,$0300:u16.8", "$0303,$0302:u16.8");
}

TEST(Discover, FindsGravityInMemory) {
  SmallGame game;
  game.gravity_byte = 0x0333;
  const Discovery found = explored(game);
  EXPECT_EQ(shown(found, "gravity"), "$0333:u8.8") << allOf(found);
}

SmallGame gameWithGravities() {
  SmallGame game;
  game.gravity_byte = 0x0333;
  game.fall_byte = 0x0335;
  return game;
}

TEST(Discover, FindsTheGravityOfFalling) {
  const Discovery found = explored(gameWithGravities());
  EXPECT_EQ(shown(found, "gravity"), "$0333:u8.8") << allOf(found);
  EXPECT_EQ(shown(found, "gravity_fall"), "$0335:u8.8") << allOf(found);
  EXPECT_EQ(shown(found, "jump_origin_y"), "-") << "a release counts at once";
}

TEST(Discover, FindsThePixelWhereTheJumpBegan) {
  SmallGame game = gameWithGravities();
  game.origin_byte = 0x0777;
  game.least_rise = 6;
  const Discovery found = explored(game);
  EXPECT_EQ(shown(found, "gravity_fall"), "$0335:u8.8") << allOf(found);
  EXPECT_EQ(shown(found, "jump_origin_y"), "$0777:u8") << allOf(found);
}

TEST(Discover, ClaimsNoStartThatDecidesNothing) {
  SmallGame game = gameWithGravities();
  game.origin_byte = 0x0777;
  game.least_rise = 0;
  EXPECT_EQ(shown(explored(game), "jump_origin_y"), "-");
}

TEST(Discover, FindsTheButtonsOfTheFrameBefore) {
  EXPECT_EQ(shown(explored({}), "held_before"), "$0010:u8");
  SmallGame game;
  game.repeats = true;
  EXPECT_EQ(shown(explored(game), "held_before"), "-") << "a held button jumps again";
}

TEST(Discover, FindsTheDirectionOfASpeedWithoutSign) {
  SmallGame game;
  game.magnitude = true;
  const Discovery found = explored(game);
  EXPECT_EQ(shown(found, "y_direction"), "$0311:u8") << allOf(found);
  EXPECT_NE(found.watch("y_direction")->meaning.find("0 down, 1 up"), std::string::npos) << allOf(found);
}

TEST(Discover, SaysWhereTheFeetAreOnTheScreen) {
  const Discovery found = explored({});
  ASSERT_TRUE(found.screen);
  // Two sprites beside each other and one below; a sprite is drawn a line below its place.
  EXPECT_EQ(found.screen->feet_x, 8);
  EXPECT_EQ(found.screen->feet_y, 17);
  EXPECT_FALSE(found.screen->scrolls);
  SmallGame game;
  game.scrolls = true;
  game.x = {0x0306, 0x0305, 0x0304};
  const Discovery scrolling = explored(game);
  ASSERT_TRUE(scrolling.screen);
  EXPECT_TRUE(scrolling.screen->scrolls);
  EXPECT_EQ(scrolling.screen->feet_x, 8);
}

TEST(Discover, FindsASpeedThatIsAddedBeforeGravity) {
  SmallGame game;
  game.position_first = true;
  expectVertical(game, "$0301,$0300:u16.8", "$0303,$0302:s16.8");
}

TEST(Discover, FindsASpeedThatIsCutOnRelease) {
  SmallGame game;
  game.cut = 0x0100;
  expectVertical(game, "$0301,$0300:u16.8", "$0303,$0302:s16.8");
}

TEST(Discover, FindsWhatFliesWithoutGround) {
  SmallGame game;
  game.flaps = true;
  game.jump_speed = 0x0300;
  game.gravity = 0x20;
  const Discovery found = explored(game);
  ASSERT_TRUE(found.way_in.jump);
  EXPECT_FALSE(found.way_in.jump->arc.ground);
  EXPECT_EQ(shown(found, "y"), "$0301,$0300:u16.8") << allOf(found);
  EXPECT_EQ(shown(found, "y_speed"), "$0303,$0302:s16.8") << allOf(found);
}

TEST(Discover, IsNotDeceivedByOtherSprites) {
  SmallGame game;
  game.bobs = true;
  game.two_players = true;
  game.shoots = true;
  expectVertical(game, "$0301,$0300:u16.8", "$0303,$0302:s16.8");
}

TEST(Discover, SaysThatNothingJumps) {
  for (const bool shoots : {false, true}) {
    SmallGame game;
    game.can_jump = false;
    game.shoots = shoots;
    game.bobs = true;
    const Discovery found = explored(game);
    EXPECT_FALSE(found.way_in.jump) << shoots;
    EXPECT_GT(found.way_in.in_control, 0u);
    EXPECT_EQ(whyNoJump(found).substr(0, 44), "no jump on A, B, Up or Select was recognised")
        << whyNoJump(found);
    EXPECT_TRUE(found.complete);
  }
}

TEST(Discover, IsNotDeceivedByWhatRisesAndFallsWithoutAJump) {
  for (int game = 0; game < tests::still_games; ++game) {
    const std::vector<uint8_t> image = tests::imageOf(static_cast<tests::StillGame>(game), false);
    const auto cartridge =
        std::make_shared<const console::Cartridge>(console::parseCartridge(image, "still.nes"));
    Settings settings;
    settings.situations = 40;
    settings.budget = std::chrono::minutes(10);
    const Discovery found = discover(cartridge, session::machineOptions({}, *cartridge), settings);
    EXPECT_FALSE(found.way_in.jump) << "game " << game << "\n" << discoveryText(found);
  }
}

TEST(Discover, SaysThatAButtonIsThrust) {
  const std::vector<uint8_t> image = tests::imageOf(tests::StillGame::Lander, false);
  const auto cartridge =
      std::make_shared<const console::Cartridge>(console::parseCartridge(image, "lander.nes"));
  Settings settings;
  settings.situations = 10;
  const Discovery found = discover(cartridge, session::machineOptions({}, *cartridge), settings);
  EXPECT_FALSE(found.way_in.jump);
  EXPECT_NE(whyNoJump(found).find("A lifts sprites as long as it is held: thrust, no jump"),
            std::string::npos)
      << whyNoJump(found);
}

TEST(Discover, FindsAJumpThatBeginsWhenTheButtonIsLetGo) {
  SmallGame game;
  game.on_release = true;
  expectVertical(game, "$0301,$0300:u16.8", "$0303,$0302:s16.8");
  const Discovery found = explored(game);
  EXPECT_TRUE(found.way_in.jump->on_release);
  EXPECT_EQ(discoveryText(found).substr(0, 21), "jump: letting go of A") << discoveryText(found);
  EXPECT_FALSE(explored({}).way_in.jump->on_release);
}

TEST(Discover, KeepsWhatItKnowsWhenTheTimeIsUp) {
  SmallGame game;
  const auto cartridge = tests::cartridgeOf(game);
  Settings settings;
  settings.budget = std::chrono::milliseconds(0);
  const Discovery found = discover(cartridge, session::machineOptions({}, *cartridge), settings);
  EXPECT_FALSE(found.complete);
  EXPECT_FALSE(found.way_in.jump);
  EXPECT_EQ(whyNoJump(found).substr(0, 27), "cut after 0.0 s (--budget):") << whyNoJump(found);
}

TEST(Discover, SaysWhatASearchThatWasCutHasTried) {
  SmallGame game;
  game.can_jump = false;
  const auto cartridge = tests::cartridgeOf(game);
  Settings settings;
  settings.budget = std::chrono::milliseconds(300);
  const Discovery found = discover(cartridge, session::machineOptions({}, *cartridge), settings);
  EXPECT_FALSE(found.complete);
  EXPECT_NE(whyNoJump(found).find("there is more to try"), std::string::npos) << whyNoJump(found);
  settings.budget = std::chrono::minutes(10);
  settings.situations = 3;
  const Discovery ended = discover(cartridge, session::machineOptions({}, *cartridge), settings);
  EXPECT_TRUE(ended.complete);
  EXPECT_EQ(whyNoJump(ended).find("cut"), std::string::npos) << whyNoJump(ended);
  EXPECT_EQ(whyNoJump(ended).find("there is more to try"), std::string::npos) << whyNoJump(ended);
}

TEST(Discover, FollowsAMovie) {
  SmallGame game;
  game.title = SmallGame::Title::Start;
  const auto cartridge = tests::cartridgeOf(game);
  Settings settings;
  settings.input = Script(200, 0);
  (*settings.input)[150] = button_start;
  const Discovery found = discover(cartridge, session::machineOptions({}, *cartridge), settings);
  ASSERT_TRUE(found.way_in.jump);
  EXPECT_GE(found.way_in.jump->way.size(), 151u);
  EXPECT_EQ(shown(found, "y"), "$0301,$0300:u16.8");
}

}  // namespace
}  // namespace jumpscope::discover
