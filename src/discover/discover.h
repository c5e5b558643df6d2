// From a cartridge to a profile: which bytes are the character's position, speed, gravity and state, each shown by an
// experiment. What no experiment decides is listed as undecided, and not claimed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/discover/bench.h"
#include "src/discover/way_in.h"
#include "src/trace/profile.h"

namespace jumpscope::discover {

class Frames;
struct Laboratory;

struct Settings {
  std::string name;  // of the profile
  std::chrono::milliseconds budget{60'000};
  std::optional<Script> input;  // instead of a way in that is searched
  bool any_region = false;      // the other television system may be tried
  std::function<void()> tick;   // called every now and then
  size_t situations = 1000;     // at most so many are tried on the way in
};

// A height of jump by how long the button is held.
struct Rise {
  size_t hold = 0;
  std::string height;  // px, exact
  size_t frames = 0;   // from the first that moves to the last
};

struct Discovery {
  console::Options options;  // of the console on which it was found
  WayIn way_in;
  std::vector<trace::Watch> watches;  // each with its evidence as its meaning
  std::vector<std::string> undecided;
  std::vector<Rise> rises;
  std::string path;  // px by which the height changes, by frame, where no byte was found to keep the speed
  std::optional<uint8_t> air_ground;      // the value of the watch `state` on the ground
  std::optional<trace::OnScreen> screen;  // where the character is on the screen
  std::optional<uint16_t> routine;        // that moves it; discover() leaves this to who can tell
  bool up_positive = false;
  bool complete = false;  // all was tried
  std::string cut;        // else "after 3.2 s (--budget)", or by Ctrl+C
  std::string doing;      // what the experiments are on
  uint64_t frames = 0;    // that were run

  const trace::Watch* watch(std::string_view name) const;
};

Discovery discover(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options,
                   const Settings& settings);

// The profile, with the rule of its jump. Precondition: there is a watch.
trace::Profile profileOf(const Discovery& discovery, const std::string& name,
                         const console::Cartridge& cartridge);
// "A", "B", "Up" or "Select".
std::string buttonName(Buttons button);
// The way in and the jump, as an FM2 file. Precondition: a jump was found.
std::string movieOf(const Discovery& discovery, const console::Cartridge& cartridge);
// "no jump on A, … was recognised …": a sentence without a full stop for a cartridge without a jump.
std::string whyNoJump(const Discovery& discovery);
std::string discoveryText(const Discovery& discovery);
nlohmann::ordered_json discoveryJson(const Discovery& discovery);

// What came of a claim of a profile: a watch, or a key such as "jump.when".
struct Check {
  std::string claim;
  bool holds = false;
  std::string words;
  bool checked = true;  // false: the experiments do not tell
};
// All experiments on the jump of a profile's movie, made anew, to compare profiles with what they show.
class Recheck {
 public:
  // `input`: the movie. Its jump is the one that its last press makes, or else the first along it.
  Recheck(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options,
          const Script& input);
  ~Recheck();

  const Discovery& found() const { return found_; }
  // One for each claim, but for the routine. Throws std::runtime_error when the movie shows no jump, unless the profile is
  // for another cartridge: then the checks say so. Precondition: the profile is one that parseProfile() takes.
  std::vector<Check> compare(const trace::Profile& profile);

 private:
  std::shared_ptr<const console::Cartridge> cartridge_;
  Bench bench_;
  Discovery found_;
  std::unique_ptr<Laboratory> laboratory_;  // nullptr: there is no jump
  std::unique_ptr<Frames> frames_;
};

}  // namespace jumpscope::discover
