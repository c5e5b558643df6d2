// Every row of every published smb_game_* golden, tolerance 0.
#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/physics/smb_frame_ends.h"
#include "tests/physics/golden_files.h"

namespace jumpscope::physics {
namespace {

using nlohmann::json;

SmbJumpState initialState(const json& init) {
  SmbJumpState state;
  state.y_page = init.value("y_hi", state.y_page);
  state.y_position = init.value("y", state.y_position);
  state.y_subpixel = init.value("y_sub", state.y_subpixel);
  state.y_speed = init.value("vy", state.y_speed);
  state.y_speed_fraction = init.value("vy_frac", state.y_speed_fraction);
  state.gravity = init.value("grav", state.gravity);
  state.gravity_fall = init.value("grav_fall", state.gravity_fall);
  state.player_state = init.value("state", state.player_state);
  state.jump_origin_y = init.value("org_y", state.jump_origin_y);
  state.swim_timer = init.value("swim_timer", state.swim_timer);
  state.a_previous = init.value("a_prev", 0) != 0;
  return state;
}

// Returns false for a kind that this test does not know, so that it fails and is not passed over.
bool applyEvent(SmbInput& input, const std::string& kind) {
  if (kind == "bump_solid")
    input.bump = SmbBump::Solid;
  else if (kind == "bump_block")
    input.bump = SmbBump::Block;
  else if (kind == "bump_brick")
    input.bump = SmbBump::Brick;
  else if (kind == "stomp_fc")
    input.stomp = SmbStomp::Minus4;
  else if (kind == "stomp_fd")
    input.stomp = SmbStomp::Minus3;
  else
    return false;
  return true;
}

int64_t column(const SmbJumpState& state, const std::string& name) {
  if (name == "a") return state.a_previous;
  if (name == "y_hi") return state.y_page;
  if (name == "y") return state.y_position;
  if (name == "y_sub") return state.y_subpixel;
  if (name == "vy") return state.y_speed;
  if (name == "vy_frac") return state.y_speed_fraction;
  if (name == "grav") return state.gravity;
  if (name == "grav_fall") return state.gravity_fall;
  if (name == "state") return state.player_state;
  if (name == "swim_timer") return state.swim_timer;
  if (name == "org_y") return state.jump_origin_y;
  ADD_FAILURE() << "the model has no column \"" << name << "\"";
  return -1;
}

// Stomps aside, what a frame came to is one of the ends that the model allows a prover.
void expectAmongTheEnds(const SmbJumpState& before, const SmbInput& input, const SmbJumpState& after,
                        const json& id, size_t frame) {
  Values from;
  from.set(smb_x_speed_abs, input.x_speed_abs);
  from.set(smb_swimming, input.swimming);
  from.set(smb_whirlpool, input.whirlpool);
  static const SmbFrameEnds<Plain> rules(Settings{});
  constexpr size_t compared[]{smb_y_position,   smb_y_page,           smb_y_subpixel,
                              smb_y_speed,      smb_y_speed_fraction, smb_gravity,
                              smb_gravity_fall, smb_player_state,     smb_swim_timer};
  const auto ends = rules.ends(smbValuesOf(before, from), input.a_down, false);
  EXPECT_TRUE(endWith(ends, smbValuesOf(after, from), compared)) << id << " frame " << frame;
}

struct Tally {
  size_t cases = 0, rows = 0, values = 0;
};

// Runs one case; false at its first differing field, which it has reported.
bool runCase(const json& set, const json& golden, Tally& tally) {
  const json& script = golden.at("script");
  const auto a = unroll(script.at("a"));
  const auto x_speed_abs = unroll(script.at("xabs"));
  const auto floor = script.contains("floor") ? unroll(script.at("floor")) : std::vector<json>{};
  SmbJumpState state = initialState(golden.at("init"));
  const json& frames = golden.at("frames");
  for (size_t n = 0; n < frames.size(); ++n) {
    SmbInput input;
    input.a_down = a.at(n).get<int>() != 0;
    input.x_speed_abs = x_speed_abs.at(n).get<uint8_t>();
    input.swimming = golden.at("init").value("swim", 0) != 0;
    input.whirlpool = golden.at("init").value("whirl", 0) != 0;
    if (n < floor.size() && !floor[n].is_null()) input.floor = floor[n].get<uint8_t>();
    for (const json& event : script.value("events", json::array()))
      if (event.at(0).get<size_t>() == n && !applyEvent(input, event.at(1).get<std::string>())) {
        ADD_FAILURE() << golden.at("id") << ": unknown event " << event;
        return false;
      }
    const SmbJumpState before = state;
    state = step(state, input);
    if (input.stomp == SmbStomp::None) expectAmongTheEnds(before, input, state, golden.at("id"), n);
    for (size_t c = 0; c < set.at("columns").size(); ++c) {
      const std::string name = set["columns"][c].get<std::string>();
      const int64_t got = column(state, name), expected = frames[n].at(c).get<int64_t>();
      if (got != expected) {
        ADD_FAILURE() << golden.at("id") << " frame " << n << " " << name << ": expected " << expected
                      << ", got " << got;
        return false;
      }
      ++tally.values;
    }
    ++tally.rows;
  }
  ++tally.cases;
  return true;
}

TEST(SmbJumpGoldens, EveryRowOfEveryPublishedCaseAgrees) {
  Tally total;
  for (const json& set : goldenSets("smb_game")) {
    Tally tally;
    for (const json& golden : set.at("cases")) runCase(set, golden, tally);
    EXPECT_EQ(tally.cases, set.at("cases").size()) << set.at("set");
    std::printf("%-20s %4zu cases %6zu rows %7zu values\n", set.at("set").get<std::string>().c_str(),
                tally.cases, tally.rows, tally.values);
    total.cases += tally.cases, total.rows += tally.rows, total.values += tally.values;
  }
  std::printf("%-20s %4zu cases %6zu rows %7zu values\n", "total", total.cases, total.rows, total.values);
}

}  // namespace
}  // namespace jumpscope::physics
