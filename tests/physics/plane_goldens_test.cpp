// Every row of every published golden of actor_solid and strafe, tolerance 0.
#include <gtest/gtest.h>

#include <map>

#include "src/physics/actor_solid.h"
#include "src/physics/strafe.h"
#include "tests/physics/golden_files.h"

namespace jumpscope::physics {
namespace {

using nlohmann::json;

Box boxOf(const json& item) { return {item.at("x"), item.at("y"), item.at("w"), item.at("h")}; }

struct NamedWorld {
  std::vector<std::string> solid_names, actor_names;
  std::map<std::string, size_t> solid_of, actor_of;
  World world;
};

Remainder remainderOf(const json& item) { return {item.value("rx", 0.0), item.value("ry", 0.0)}; }

NamedWorld worldOf(const json& init) {
  NamedWorld named{{}, {}, {}, {}, World({}, {})};
  std::vector<Solid> solids;
  std::vector<Actor> actors;
  for (const json& item : init.at("world").at("solids")) {
    named.solid_of[item.at("id")] = solids.size();
    named.solid_names.push_back(item.at("id"));
    solids.push_back({boxOf(item), remainderOf(item)});
  }
  for (const json& item : init.at("world").at("actors")) {
    named.actor_of[item.at("id")] = actors.size();
    named.actor_names.push_back(item.at("id"));
    const std::string on_squish = item.value("on_squish", "destroy");
    EXPECT_TRUE(on_squish == "destroy" || on_squish == "survive") << on_squish;
    actors.push_back({boxOf(item), remainderOf(item), on_squish == "survive", item.value("side_rider", false),
                      item.value("alive", true)});
  }
  static const std::map<std::string, Rounding> roundings{
      {"half_away", Rounding::HalfAway}, {"half_even", Rounding::HalfEven}, {"half_up", Rounding::HalfUp}};
  static const std::map<std::string, Precision> precisions{{"f32", Precision::Binary32},
                                                           {"f64", Precision::Binary64}};
  named.world = World(std::move(solids), std::move(actors), roundings.at(init.at("rounding")),
                      precisions.at(init.at("precision")));
  return named;
}

json eventsOf(const NamedWorld& named) {
  json all = json::array();
  for (const WorldEvent& event : named.world.events()) {
    const std::string axis = event.axis == Axis::X ? "x" : "y", actor = named.actor_names[event.actor];
    if (event.kind == WorldEvent::Kind::Collide)
      all.push_back({"collide", actor, axis, event.direction});
    else
      all.push_back({"squish", actor, named.solid_names[event.solid], axis, event.direction});
  }
  return all;
}

void apply(NamedWorld& named, const json& operation) {
  const std::string op = operation.at("op"), id = operation.at("id");
  if (op == "actor_move")
    named.world.moveActor(named.actor_of.at(id), operation.at("axis") == "x" ? Axis::X : Axis::Y,
                          operation.at("amount"));
  else if (op == "solid_move")
    named.world.moveSolid(named.solid_of.at(id), operation.value("x", 0.0), operation.value("y", 0.0));
  else
    ADD_FAILURE() << "unknown operation " << op;
}

bool sameBoxes(Comparison& comparison, const NamedWorld& named, const json& frame, bool binary32) {
  const auto number = [&](const json& value) {
    return binary32 ? double(value.get<float>()) : value.get<double>();
  };
  const auto same = [&](const std::string& name, const json& expected, const Box& box,
                        const Remainder& rest) {
    return comparison.value(name + ".x", expected.at(0), box.x) &&
           comparison.value(name + ".y", expected.at(1), box.y) &&
           comparison.value(name + ".rx", number(expected.at(2)), rest.x) &&
           comparison.value(name + ".ry", number(expected.at(3)), rest.y);
  };
  for (size_t i = 0; i < named.solid_names.size(); ++i)
    if (!same(named.solid_names[i], frame.at("solids").at(i), named.world.solids()[i].box,
              named.world.solids()[i].remainder))
      return false;
  for (size_t i = 0; i < named.actor_names.size(); ++i) {
    const Actor& actor = named.world.actors()[i];
    const json& expected = frame.at("actors").at(i);
    const json alive = expected.at(4).is_boolean() ? json(actor.alive) : json(int(actor.alive));
    if (!same(named.actor_names[i], expected, actor.box, actor.remainder) ||
        !comparison.value(named.actor_names[i] + ".alive", expected.at(4), alive))
      return false;
  }
  return true;
}

TEST(Goldens, ActorSolid) {
  for (const json& set : goldenSets("actor_solid")) {
    Comparison comparison(set);
    for (const json& golden : set.at("cases")) {
      comparison.begin(golden);
      NamedWorld named = worldOf(golden.at("init"));
      const bool binary32 = golden.at("init").at("precision") == "f32";
      const json& script = golden.at("script");
      for (size_t n = 0; n < script.size(); ++n) {
        named.world.clearEvents();
        for (const json& operation : script[n]) apply(named, operation);
        const json& frame = golden.at("frames").at(n);
        if (!comparison.value("events", frame.at("events"), eventsOf(named)) ||
            !sameBoxes(comparison, named, frame, binary32) || !comparison.row(json::array(), {}, {}))
          break;
      }
    }
  }
}

template <class Float>
void compareStrafe(const json& set, const json& golden, const json& frames, Comparison& comparison) {
  const auto binary32 = [](const json& value) { return Float(value.get<float>()); };
  const auto constants = [&](const char* where, StrafeConstants<Float> out) {
    const json& params = set.value("params", json::object());
    if (!params.contains(where)) return out;
    return StrafeConstants<Float>{binary32(params[where].at("max_speed")),
                                  binary32(params[where].at("accel")),
                                  binary32(params[where].at("friction"))};
  };
  const StrafeConstants<Float> ground = constants("ground", strafe_ground<Float>),
                               air = constants("air", strafe_air<Float>);
  const json& init = golden.at("init");
  Vector2<Float> velocity{binary32(init.at("vx")), binary32(init.at("vy"))};
  const Float dt = binary32(init.at("dt"));
  const json& script = golden.at("script");
  for (size_t n = 0; n < frames.size(); ++n) {
    const json& input = script.at(n);
    velocity = strafeStep<Float>(velocity, {binary32(input.at(0)), binary32(input.at(1))},
                                 input.at(2).get<double>() != 0 ? ground : air, dt);
    json expected = frames[n];
    for (json& value : expected) value = value.get<Float>();
    if (!comparison.row(expected, {double(velocity.x), double(velocity.y), double(length(velocity))},
                        {"vx", "vy", "speed"}))
      return;
  }
}

TEST(Goldens, Strafe) {
  for (const json& set : goldenSets("strafe")) {
    Comparison comparison(set);
    for (const json& golden : set.at("cases")) {
      comparison.begin(golden);
      compareStrafe<float>(set, golden, golden.at("frames"), comparison);
      if (!golden.contains("frames_f64")) continue;
      comparison.begin(golden);
      compareStrafe<double>(set, golden, golden.at("frames_f64"), comparison);
    }
  }
}

}  // namespace
}  // namespace jumpscope::physics
