// Laws of small cartridges, proved: how their program tells the routine that moves the character of a new press.
#include <gtest/gtest.h>

#include <stdexcept>

#include "src/physics/law_model.h"
#include "src/prove/proof/claim.h"
#include "src/prove/proof/report.h"
#include "src/session/machine.h"
#include "src/trace/watch.h"
#include "tests/discover/small_game.h"

namespace jumpscope::discover {
namespace {

using tests::SmallGame;

// What the program of a default SmallGame does.
physics::Law lawOf(const SmallGame& game) {
  physics::Law law;
  law.y.parts = {{"y", 16}};
  law.speed.parts = {{"y_speed", 16}};
  law.state = {{{"state", 8}}, 8, 0};
  law.held = {{{"held_before", 8}}, 8, 0};
  law.held_mask = 0x80;
  law.tiers = {{0, -game.jump_speed, game.gravity, game.gravity}};
  law.terminal = {.from = game.fastest, .to = game.fastest};
  law.landing = physics::Law::Landing{256, 176, 80, true};
  return law;
}

prove::ClaimOptions claimOf(const SmallGame& game, const physics::Law& law) {
  prove::ClaimOptions options;
  options.cartridge = tests::cartridgeOf(game);
  options.profile.name = "small";
  options.profile.height_watch = "y";
  options.profile.watches = {trace::parseWatch("y=$0301,$0300:u16.8"),
                             trace::parseWatch("y_speed=$0303,$0302:s16.8"), trace::parseWatch("state=$0310"),
                             trace::parseWatch("held_before=$0010")};
  options.model = physics::addModel(physics::lawModel(law, "small law", "")).name;
  prove::Run run;
  run.options = session::machineOptions({}, *options.cartridge);
  for (const auto& [first, last] : {std::pair{20u, 30u}, {40u, 44u}, {90u, 120u}}) {
    movie::Press press;
    press.first = first;
    press.last = last;
    press.buttons = 0x01;
    run.input.player.addPresses({press});
  }
  run.input.frames = 140;
  options.runs = {run};
  options.samples = 2000;
  return options;
}

// "proved", or what is found; "" where Z3 is missing.
std::string verdictOn(const SmallGame& game, const physics::Law& law) {
  const prove::Claim claim(claimOf(game, law));
  try {
    const prove::Proof proof = claim.prove();
    return prove::proofText(claim, proof, {});
  } catch (const std::runtime_error& problem) {
    if (std::string(problem.what()).find("Z3") == std::string::npos) throw;
    return "";
  }
}

// The pad is read before the routine is called: the byte that held the buttons of the frame before has those of this one,
// and another byte says which are new.
TEST(ProvedLaws, ThePressIsTakenFromTheByteInWhichTheCallerRemembersIt) {
  const SmallGame game;
  const std::string text = verdictOn(game, lawOf(game));
  if (text.empty()) GTEST_SKIP() << "Z3 is not installed";
  EXPECT_TRUE(text.starts_with("proved")) << text;
  EXPECT_NE(text.find("where bit 7 of $0012 is set, A is down"), std::string::npos) << text;
  EXPECT_NE(text.find("bit 7 of $0012 tells of a new press of A"), std::string::npos) << text;
  // A wrong law is refuted as before.
  physics::Law other = lawOf(game);
  ++other.tiers[0].start;
  EXPECT_TRUE(verdictOn(game, other).starts_with("differs"));
}

// The law knows that an earlier press may start at the landing, but no watch counts the frames since.
TEST(ProvedLaws, AnEarlierPressMayStartWhereTheLawHasABuffer) {
  SmallGame game;
  game.buffer = true;
  physics::Law law = lawOf(game);
  law.buffer = 6;
  const std::string text = verdictOn(game, law);
  if (text.empty()) GTEST_SKIP() << "Z3 is not installed";
  EXPECT_TRUE(text.starts_with("proved")) << text;
}

}  // namespace
}  // namespace jumpscope::discover
