// What the parts of the `play` window share.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/app/play/arc_trail.h"
#include "src/app/play/control.h"
#include "src/app/play/feet_finder.h"
#include "src/app/play/game.h"
#include "src/app/play/settings.h"
#include "src/app/play_options.h"

namespace jumpscope::app::gui {

// A cartridge that runs, and how the player wants it.
struct Player {
  PlayOptions options;
  play::Settings settings;
  std::unique_ptr<Game> game;  // nullptr: no cartridge yet
  std::string profile_file;    // where the watch list saves; empty: nowhere yet
  std::array<uint32_t, 512> colors{};
  ArcTrail trail;
  FeetFinder feet;
  float x_speed = 0;  // px/frame, over the last frames: for the prediction, whose model knows no x
  play::Control control{play::keyPreset("default")};
  movie::FrameInput held;  // for the next frame
  bool paused = false, fast = false;
  bool advance = false;    // one frame, though paused
  bool overlay_on = true;  // the physics as a whole
  // The last thing that there was to say, and until when it is shown (SDL_GetTicks64).
  std::string message;
  uint64_t message_until = 0;
  // The frame in which cartridge and model parted, as `diff` says it; empty: they have not.
  std::optional<Game::Stop> stop;

  void say(const std::string& words);
  // Whether a part of the overlay is switched on: one of play::overlay_names.
  bool shown(const std::string& part) const { return settings.overlay.at(part); }
  // Whether the profile calls the last frame part of a jump.
  bool inTheAir() const;
};

// Does it; what is thrown is said instead.
template <class Work>
bool tryTo(Player& player, const Work& work) {
  try {
    work();
    return true;
  } catch (const std::exception& error) {
    player.say(error.what());
    return false;
  }
}

// Adds it to the cartridge's profile, or begins a profile with it. Throws std::runtime_error for a watch that
// does not go with the others.
void addWatch(Player& player, const trace::Watch& watch);

}  // namespace jumpscope::app::gui
