#include "src/lab/sandbox.h"

#include <algorithm>

#include "src/base/concat.h"
#include "src/physics/model_parts.h"

namespace jumpscope::lab {
namespace {

using physics::Actor;
using physics::Axis;
using physics::choice;
using physics::Parameter;
using physics::real;
using physics::Solid;
using physics::WorldEvent;

// clang-format off
std::vector<Parameter> parameterList() {
  return {
      real("run_speed", "px/frame", "horizontal speed of the player", 1.3, 0, 16),
      real("gravity", "px/frame^2", "added to the speed in the air", 0.25, 0, 16),
      real("jump_speed", "px/frame", "speed at the start of a jump, down positive", -4.6, -16, 0),
      real("terminal_speed", "px/frame", "maximum speed of a fall", 5, 0, 16),
      real("lift_speed", "px/frame", "of the lift that moves up and down", 0.5, 0, 8),
      real("platform_speed", "px/frame", "of the platform that moves left and right", 0.7, 0, 8),
      real("pusher_speed", "px/frame", "of the wall that pushes", 0.6, 0, 8),
      real("crusher_speed", "px/frame", "of the press that squishes", 0.9, 0, 8),
      {"survives_squish", "flag", "1: an actor without room stays inside the solid", 0, 0, 1},
      {"side_rider", "flag", "1: an actor also rides solids that it touches on the left or right", 0, 0, 1},
      choice("rounding", "of remainders to px: half_away is the article's, half_even C#'s Math.Round, half_up floor(v + 0.5)", {"half_away", "half_even", "half_up"}),
      choice("precision", "of amounts and remainders", {"f64", "f32"}),
  };
}

// A player who runs against a wall moves by a pixel only in some frames.
constexpr uint64_t same_within = 4;

constexpr int64_t ground = 184;  // px, top of the floor

const std::vector<Solid>& firstSolids() {
  static const std::vector<Solid> solids{
      {{0, ground, 296, 16}, {}}, {{0, 0, 8, ground}, {}}, {{288, 0, 8, ground}, {}}, {{240, 96, 48, 8}, {}},
      {{16, 168, 32, 8}, {}}, {{64, 112, 48, 8}, {}}, {{96, 152, 12, 32}, {}}, {{200, 72, 36, 36}, {}},
  };
  return solids;
}
// clang-format on

std::vector<Actor> firstActors() {
  std::vector<Actor> actors(1 + sandbox_crates);
  actors[sandbox_player].box = {72, ground - 14, 10, 14};
  actors[1].box = {80, 112 - 10, 10, 10};      // on the platform
  actors[2].box = {120, ground - 10, 10, 10};  // where the pusher comes
  actors[3].box = {256, 96 - 10, 10, 10};      // on the ledge
  return actors;
}

std::string actorName(size_t actor) {
  return actor == sandbox_player ? "the player" : base::concat({"crate ", std::to_string(actor)});
}

std::string textOf(const WorldEvent& event) {
  const bool x = event.axis == Axis::X;
  if (event.kind == WorldEvent::Kind::Squish)
    return base::concat({"the ", sandbox_solid_names[event.solid], " squishes ", actorName(event.actor)});
  return base::concat({actorName(event.actor), " meets a solid ",
                       x ? (event.direction < 0 ? "on the left" : "on the right")
                         : (event.direction < 0 ? "above" : "below")});
}

}  // namespace

const physics::Model& sandboxParameters() {
  static const physics::Model list = [] {
    physics::Model model;
    model.name = "sandbox";
    model.parameters = parameterList();
    return model;
  }();
  return list;
}

Sandbox::Sandbox() : settings_(physics::completed(sandboxParameters(), {})), world_({}, {}) { restart(); }

void Sandbox::restart() {
  world_ = physics::World(firstSolids(), {});
  rebuild(firstActors());
  movers_ = {{sandbox_lift, Axis::Y, -104, "lift_speed"},
             {sandbox_platform, Axis::X, 88, "platform_speed"},
             {sandbox_pusher, Axis::X, 72, "pusher_speed"},
             {sandbox_crusher, Axis::Y, double(ground - 72 - 36), "crusher_speed"}};
  const size_t actors = world_.actors().size();
  frame_ = 0;
  speeds_.assign(actors, 0);
  gone_since_.assign(actors, 0);
  flashed_.assign(actors, std::nullopt);
  notes_.clear();
  squished_ = 0;
  jump_previous_ = false;
}

void Sandbox::rebuild(std::vector<Actor> actors) {
  for (Actor& actor : actors) {
    actor.survives_squish = settings_.at("survives_squish") != 0;
    actor.side_rider = settings_.at("side_rider") != 0;
  }
  world_ =
      physics::World(world_.solids(), std::move(actors), physics::Rounding(int(settings_.at("rounding"))),
                     physics::Precision(int(settings_.at("precision"))));
}

void Sandbox::set(const std::string& parameter, double value) {
  physics::Settings wanted = settings_;
  wanted[parameter] = value;
  settings_ = physics::completed(sandboxParameters(), wanted);
  rebuild(world_.actors());
}

int Sandbox::rides(size_t actor) const {
  int solid = -1;
  for (size_t i = 0; i < world_.solids().size(); ++i)
    if (world_.riding(actor, i)) solid = int(i);
  return solid;
}

void Sandbox::moveSolids() {
  for (Mover& mover : movers_) {
    const double length = std::abs(mover.length), sign = mover.length < 0 ? -1 : 1;
    const double before = mover.at;
    mover.at = std::clamp(mover.at + mover.direction * settings_.at(mover.speed), 0., length);
    if (mover.at == length) mover.direction = -1;
    if (mover.at == 0) mover.direction = 1;
    const double amount = sign * (mover.at - before);
    world_.moveSolid(mover.solid, mover.axis == Axis::X ? amount : 0, mover.axis == Axis::Y ? amount : 0);
  }
}

// As physics/actor_solid_model.cpp moves its hero.
void Sandbox::fall(size_t actor) {
  double& speed = speeds_[actor];
  const bool stands = speed >= 0 && world_.actors()[actor].alive && world_.blocked(actor, 0, 1);
  speed = stands ? 0 : std::min(speed + settings_.at("gravity"), settings_.at("terminal_speed"));
  if (speed != 0) world_.moveActor(actor, Axis::Y, speed);
}

void Sandbox::moveActors(const SandboxInput& input) {
  const bool pressed = input.jump && !jump_previous_;
  jump_previous_ = input.jump;
  if (pressed && world_.actors()[sandbox_player].alive && world_.blocked(sandbox_player, 0, 1))
    speeds_[sandbox_player] = settings_.at("jump_speed");
  const double run = input.move * settings_.at("run_speed");
  if (run != 0) world_.moveActor(sandbox_player, Axis::X, run);
  for (size_t actor = 0; actor < world_.actors().size(); ++actor) fall(actor);
}

void Sandbox::note(const WorldEvent& event) {
  for (SandboxNote& known : notes_)
    if (known.event == event && known.last_frame + same_within >= frame_) {
      known.last_frame = frame_;
      ++known.times;
      return;
    }
  flashed_[event.actor] = frame_;
  notes_.push_back({frame_, frame_, 1, event, textOf(event)});
  if (notes_.size() > most_notes) notes_.pop_front();
}

void Sandbox::readEvents() {
  for (const WorldEvent& event : world_.events()) {
    note(event);
    if (event.kind == WorldEvent::Kind::Collide && event.axis == Axis::Y) speeds_[event.actor] = 0;
    if (event.kind != WorldEvent::Kind::Squish || world_.actors()[event.actor].alive) continue;
    gone_since_[event.actor] = frame_;
    speeds_[event.actor] = 0;
    ++squished_;
  }
}

void Sandbox::bringBack() {
  std::vector<Actor> actors = world_.actors();
  const std::vector<Actor> first = firstActors();
  bool back = false;
  for (size_t i = 0; i < actors.size(); ++i) {
    if (actors[i].alive || frame_ < gone_since_[i] + absence) continue;
    const bool occupied = std::any_of(world_.solids().begin(), world_.solids().end(),
                                      [&](const Solid& solid) { return solid.box.overlaps(first[i].box); });
    if (occupied) continue;  // later
    actors[i] = first[i];
    back = true;
  }
  if (back) rebuild(std::move(actors));
}

void Sandbox::frame(const SandboxInput& input) {
  ++frame_;
  world_.clearEvents();
  moveSolids();
  moveActors(input);
  readEvents();
  bringBack();
}

}  // namespace jumpscope::lab
