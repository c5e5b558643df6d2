// The room of platforms: they carry, push and squish.
#include "src/lab/sandbox.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace jumpscope::lab {
namespace {

using physics::WorldEvent;

void stop(Sandbox& sandbox, std::initializer_list<const char*> movers) {
  for (const char* mover : movers) sandbox.set(mover, 0);
}

bool noted(const Sandbox& sandbox, const std::string& text) {
  return std::any_of(sandbox.notes().begin(), sandbox.notes().end(),
                     [&](const SandboxNote& note) { return note.text == text; });
}

TEST(LabSandbox, ThePlatformCarriesTheCrate) {
  Sandbox sandbox;
  const auto& world = sandbox.world();
  const int64_t crate = world.actors()[1].box.x, platform = world.solids()[sandbox_platform].box.x;
  for (int n = 0; n < 100; ++n) {
    sandbox.frame({});
    ASSERT_EQ(world.actors()[1].box.x - crate, world.solids()[sandbox_platform].box.x - platform)
        << "frame " << n;
  }
  EXPECT_GT(world.actors()[1].box.x, crate + 50);
  EXPECT_EQ(sandbox.rides(1), int(sandbox_platform));
}

TEST(LabSandbox, TheLiftCarriesThePlayerUp) {
  Sandbox sandbox;
  stop(sandbox, {"pusher_speed", "crusher_speed", "lift_speed"});
  // To the left wall: onto the lift's way up by a jump.
  for (int n = 0; n < 70; ++n) sandbox.frame({-1, n >= 5 && n < 10});
  ASSERT_EQ(sandbox.rides(sandbox_player), int(sandbox_lift));
  sandbox.set("lift_speed", 0.5);
  const int64_t before = sandbox.world().actors()[sandbox_player].box.y;
  for (int n = 0; n < 100; ++n) {
    sandbox.frame({});
    const auto& world = sandbox.world();
    ASSERT_EQ(world.actors()[sandbox_player].box.bottom(), world.solids()[sandbox_lift].box.y);
  }
  EXPECT_EQ(sandbox.world().actors()[sandbox_player].box.y, before - 50);
}

TEST(LabSandbox, ThePusherPushesTheCrate) {
  Sandbox sandbox;
  const int64_t before = sandbox.world().actors()[2].box.x;
  bool touched = false;
  for (int n = 0; n < 110; ++n) {
    sandbox.frame({});
    const auto& world = sandbox.world();
    ASSERT_GE(world.actors()[2].box.x, world.solids()[sandbox_pusher].box.right());
    touched = touched || world.actors()[2].box.x == world.solids()[sandbox_pusher].box.right();
  }
  EXPECT_TRUE(touched);
  EXPECT_GT(sandbox.world().actors()[2].box.x, before + 30);
}

// Runs to the right under the waiting press, then lets it come down.
void walkUnderTheCrusher(Sandbox& sandbox) {
  stop(sandbox, {"pusher_speed", "lift_speed", "crusher_speed", "platform_speed"});
  // Over the pusher, which stands in the way.
  for (int n = 0; n < 400 && sandbox.world().actors()[sandbox_player].box.x < 212; ++n)
    sandbox.frame({1, n % 60 >= 5 && n % 60 < 10});
  for (int n = 0; n < 60; ++n) sandbox.frame({});
  sandbox.set("crusher_speed", 2);
}

TEST(LabSandbox, TheCrusherSquishesThePlayerAndThePlayerRespawns) {
  Sandbox sandbox;
  const physics::Box start = sandbox.world().actors()[sandbox_player].box;
  walkUnderTheCrusher(sandbox);
  const physics::Box under = sandbox.world().actors()[sandbox_player].box;
  ASSERT_GE(under.x, 200);
  ASSERT_LE(under.right(), 236);
  for (int n = 0; n < 60 && sandbox.world().actors()[sandbox_player].alive; ++n) sandbox.frame({});
  EXPECT_FALSE(sandbox.world().actors()[sandbox_player].alive);
  EXPECT_TRUE(noted(sandbox, "the crusher squishes the player"));
  EXPECT_EQ(sandbox.squished(), 1u);
  EXPECT_EQ(sandbox.sinceEvent(sandbox_player), 0u);
  for (uint64_t n = 0; n < Sandbox::absence - 1; ++n) sandbox.frame({});
  EXPECT_FALSE(sandbox.world().actors()[sandbox_player].alive);
  sandbox.frame({});
  EXPECT_TRUE(sandbox.world().actors()[sandbox_player].alive);
  EXPECT_EQ(sandbox.world().actors()[sandbox_player].box, start);
}

TEST(LabSandbox, AnActorThatSurvivesASquishStays) {
  Sandbox sandbox;
  sandbox.set("survives_squish", 1);
  walkUnderTheCrusher(sandbox);
  for (int n = 0; n < 60; ++n) sandbox.frame({});
  EXPECT_TRUE(sandbox.world().actors()[sandbox_player].alive);
  EXPECT_TRUE(noted(sandbox, "the crusher squishes the player"));
  EXPECT_EQ(sandbox.squished(), 0u);
}

TEST(LabSandbox, RepeatedEventsAreOneNote) {
  Sandbox sandbox;
  stop(sandbox, {"pusher_speed"});
  for (int n = 0; n < 60; ++n) sandbox.frame({1, false});
  const auto note = std::find_if(sandbox.notes().begin(), sandbox.notes().end(), [](const SandboxNote& n) {
    return n.text == "the player meets a solid on the right";
  });
  ASSERT_NE(note, sandbox.notes().end());
  EXPECT_GT(note->times, 20u);
  EXPECT_EQ(note->event.kind, WorldEvent::Kind::Collide);
  EXPECT_EQ(note->last_frame, sandbox.frames());
}

TEST(LabSandbox, IsDeterministicAndParametersActAtOnce) {
  Sandbox one, two, other;
  other.set("rounding", 1);
  other.set("gravity", 0.5);
  for (int n = 0; n < 2000; ++n) {
    const SandboxInput input{n % 100 < 60 ? 1 : -1, n % 40 < 6};
    one.frame(input);
    two.frame(input);
    other.frame(input);
    ASSERT_EQ(one.world().actors(), two.world().actors()) << "frame " << n;
    ASSERT_EQ(one.world().solids(), two.world().solids()) << "frame " << n;
  }
  EXPECT_NE(one.world().actors(), other.world().actors());
  one.restart();
  EXPECT_EQ(one.frames(), 0u);
  EXPECT_EQ(one.world().actors(), Sandbox().world().actors());
}

}  // namespace
}  // namespace jumpscope::lab
