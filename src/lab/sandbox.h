// A sandbox for physics/actor_solid.h: a room with platforms that carry, push and squish, and actors.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "src/physics/actor_solid.h"
#include "src/physics/models.h"

namespace jumpscope::lab {

// What the solids are, by their place in World::solids().
enum SandboxSolid : size_t {
  sandbox_floor,
  sandbox_left_wall,
  sandbox_right_wall,
  sandbox_ledge,
  sandbox_lift,
  sandbox_platform,
  sandbox_pusher,
  sandbox_crusher,
  sandbox_solid_count
};
inline constexpr std::array<const char*, sandbox_solid_count> sandbox_solid_names{
    "floor", "left wall", "right wall", "ledge", "lift", "platform", "pusher", "crusher"};

// By their place in World::actors().
enum SandboxActor : size_t { sandbox_player, sandbox_first_crate };
inline constexpr size_t sandbox_crates = 3;

struct SandboxInput {
  int move = 0;  // -1 to the left, 1 to the right
  bool jump = false;
};

// An event; the same event within a few frames is one note.
struct SandboxNote {
  uint64_t first_frame = 0, last_frame = 0;
  uint64_t times = 1;
  physics::WorldEvent event;
  std::string text;  // "the player meets a solid below"
};

// Only its name and parameters are used: this view is not run on a script.
const physics::Model& sandboxParameters();

// A value: copying it is a save state.
class Sandbox {
 public:
  static constexpr int64_t width = 296, height = 200;  // px, of the room
  static constexpr uint64_t absence = 45;              // frames from a squish to the respawn
  static constexpr size_t most_notes = 24;

  Sandbox();

  void frame(const SandboxInput& input);
  void restart();

  // Throws std::runtime_error for a name that sandboxParameters() does not have, or a value outside its
  // range.
  void set(const std::string& parameter, double value);
  const physics::Settings& settings() const { return settings_; }

  const physics::World& world() const { return world_; }
  // px/frame, down positive.
  double speed(size_t actor) const { return speeds_.at(actor); }
  // The solid that carries the actor, or -1. Of several the last in the list.
  int rides(size_t actor) const;
  // Frames since something new happened to the actor; nullopt: nothing yet.
  std::optional<uint64_t> sinceEvent(size_t actor) const {
    return flashed_.at(actor) ? std::optional(frame_ - *flashed_[actor]) : std::nullopt;
  }
  const std::deque<SandboxNote>& notes() const { return notes_; }  // the newest last
  uint64_t frames() const { return frame_; }
  uint64_t squished() const { return squished_; }  // so many times, since the start

 private:
  struct Mover {
    size_t solid;
    physics::Axis axis;
    double length;  // px from its first position to the turning point
    const char* speed;
    int direction = 1;  // away from the first position
    double at = 0;      // px from the first position
  };

  void moveSolids();
  void moveActors(const SandboxInput& input);
  void fall(size_t actor);
  void readEvents();
  void note(const physics::WorldEvent& event);
  void bringBack();
  // Rebuilds the world with other actors or settings.
  void rebuild(std::vector<physics::Actor> actors);

  physics::Settings settings_;
  physics::World world_;
  std::vector<Mover> movers_;
  std::vector<double> speeds_;
  std::vector<uint64_t> gone_since_;
  std::vector<std::optional<uint64_t>> flashed_;
  std::deque<SandboxNote> notes_;
  uint64_t frame_ = 0, squished_ = 0;
  bool jump_previous_ = false;
};

}  // namespace jumpscope::lab
