#include "src/discover/judgement.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <span>

#include "src/discover/way_in.h"

namespace jumpscope::discover {

namespace {

// A movement, and no single leap, as a picture shows it.
constexpr size_t fewest_places = 3;

// The press does the same a little later. What only comes out otherwise, because buttons stir a game's random numbers,
// does not.
bool repeats(Bench& bench, const console::State& state, Buttons button, size_t hold, const Arc& arc) {
  constexpr size_t latency = 2, wanted = 2;
  size_t same = 0;
  for (const size_t later : {size_t{3}, size_t{7}, size_t{12}}) {
    const std::optional<Arc> again = jumpHere(bench, bench.after(state, {}, later), button, hold);
    if (!again || again->ground != arc.ground) continue;
    const size_t launch = std::max(again->launch, arc.launch) - std::min(again->launch, arc.launch);
    same += launch <= latency && std::abs(again->rise - arc.rise) <= std::max(4, arc.rise / 4);
  }
  return same >= wanted;
}

bool hasTwin(const Shot& shot, const Shot& other, size_t slot) {
  const auto sprite = [](const Shot& of, size_t at) { return std::span(of.oam).subspan(4 * at, 4); };
  const auto here = sprite(shot, slot);
  for (size_t at = 0; at < 64; ++at)
    if (std::equal(here.begin(), here.end(), sprite(other, at).begin())) return true;
  return false;
}

// Sprites that jump leave the places at which they would be. If these are still taken, something else is drawn besides,
// and has moved the others to other slots of OAM.
bool leavesItsPlace(const Shot& idle, const Shot& now, const Slots& slots) {
  size_t left = 0;
  for (size_t slot = 0; slot < 64; ++slot) left += slots[slot] && !hasTwin(idle, now, slot);
  return left * 2 > slots.count();
}

// By how much its fastest and its slowest step differ, px; those of a jump do by some.
int unevenness(const Film& idle, const Film& film, const Arc& arc) {
  const std::vector<int> heights = heightsOf(idle, film);
  std::set<int> speeds{};
  for (size_t t = arc.launch + 1; t < std::min(arc.landing, heights.size()); ++t)
    if (const int step = heights[t] - heights[t - 1]; step != 0) speeds.insert(std::abs(step));
  return speeds.empty() ? 0 : *speeds.rbegin() - *speeds.begin();
}

// Goes sideways, and as fast up as down: a ball that was served.
bool isServed(const Film& idle, const Film& film, const Arc& arc) {
  constexpr int aside = 8;
  const auto beside = displacementOf(arc.slots[arc.apex], idle[arc.apex], film[arc.apex], Axis::X);
  return std::abs(beside.value_or(0)) > aside && unevenness(idle, film, arc) <= 1;
}

// Rises, and is then carried back by a pixel now and then: it walked up, and the picture scrolls.
bool driftsBack(const Film& idle, const Film& film, const Arc& arc) {
  constexpr size_t longest = 6;
  if (arc.landing - arc.apex <= longest * (arc.apex - arc.launch + 1)) return false;
  const std::vector<int> heights = heightsOf(idle, film);
  for (size_t t = arc.apex + 1; t < std::min(arc.landing, heights.size()); ++t)
    if (heights[t] > heights[t - 1] + 1) return false;
  return true;
}

// Sinks without the press, and with it more slowly: the brake of something that is about to land.
bool onlySinks(const Film& idle, const Film& film, const Arc& arc) {
  constexpr int least = 3;
  const size_t frames = arc.apex - arc.launch + 1;
  const std::span<const Shot> rise = std::span(film).subspan(arc.launch, frames);
  const Slots& slots = arc.slots[arc.launch];
  for (size_t slot = 0; slot < 64; ++slot) {
    if (!slots[slot]) continue;
    const std::vector<int> path = pathOf(rise, slot);
    if (pathOf(std::span(idle).subspan(arc.launch, frames), slot).back() < least) return false;
    if (path.size() < rise.size() || *std::min_element(path.begin(), path.end()) <= -least) return false;
  }
  return slots.any();
}

// Goes up and down without the press, too. The press only puts it out of step.
bool swingsByItself(const Film& idle, const Arc& arc) {
  const std::span<const Shot> flight = std::span(idle).subspan(arc.launch, arc.landing - arc.launch);
  const int least = std::max(3, arc.rise / 3);
  size_t swinging = 0;
  for (size_t slot = 0; slot < 64; ++slot) {
    if (!arc.slots[arc.launch][slot]) continue;
    const std::vector<int> path = pathOf(flight, slot);
    int lowest = 0, highest = 0, rise = 0, fall = 0;
    for (const int y : path) {
      highest = std::min(highest, y), lowest = std::max(lowest, y);
      fall = std::max(fall, y - highest), rise = std::max(rise, lowest - y);
    }
    swinging += rise >= least && fall >= least;
  }
  return swinging * 2 > arc.slots[arc.launch].count();
}

size_t visibleIn(const Shot& shot) {
  size_t count = 0;
  for (size_t slot = 0; slot < 64; ++slot) count += isVisible(shot, slot);
  return count;
}

// While the button is held on: what jumps comes back, or is on its way down; thrust does not, or leaves the picture.
Judgement endOf(const Film& idle, const Film& held, const Arc& arc) {
  constexpr int farthest_step = 32;
  const std::vector<int> heights = heightsOf(idle, held);
  const size_t most_hidden = arc.slots[arc.apex].count() / 2;
  int top = 0;
  for (size_t t = 0; t < heights.size(); ++t) {
    if (t > 0 && std::abs(heights[t] - heights[t - 1]) > farthest_step) return Judgement::Thrust;
    top = std::min(top, heights[t]);
    // Two thirds down: what jumps on as long as the button is held may not be seen on the ground.
    if (-2 * top < arc.rise || 3 * (heights[t] - top) < -2 * top) continue;
    const bool gone = visibleIn(held[t]) + most_hidden < visibleIn(idle[t]);
    return gone ? Judgement::Thrust : Judgement::Jump;
  }
  if (-2 * top < arc.rise) return Judgement::JumpOnRelease;
  // It glides.
  constexpr int least_fall = 8;
  constexpr size_t seen = 24;
  const int fallen = heights.back() - top;
  return fallen >= least_fall && heights.back() > heights[heights.size() - seen] ? Judgement::Jump
                                                                                 : Judgement::Thrust;
}

// The same without ground: the press lifts it by so much, and then it falls, though the button is held.
bool fallsWhileHeld(const Film& held, const Arc& arc) {
  constexpr int farthest_step = 16, least_fall = 4, slack = 8;
  const std::vector<int> path = pathOf(held, arc.slot);
  int top = 0;
  for (size_t t = 1; t < path.size(); ++t) {
    if (std::abs(path[t] - path[t - 1]) > farthest_step) return false;
    top = std::min(top, path[t]);
    if (path[t] >= top + least_fall && -2 * top >= arc.rise) return -top <= 2 * arc.rise + slack;
  }
  return false;
}

// By how much sprites were moved in a direction, and in any.
struct Shifts {
  std::set<int> ahead, any;

  void add(int by, int direction) {
    if (by != 0) any.insert(by);
    if (by * direction > 0) ahead.insert(by);
  }
};

// Whether Left or Right moves what jumps, in the air or on the ground. Where it moves others instead, these are the
// character, and what flies is a ball; where it moves what jumps in single leaps, that is a cursor.
class Character {
 public:
  Character(Bench& bench, const console::State& state, const Arc& arc)
      : bench_(bench), state_(state), arc_(arc) {}

  bool jumps(Buttons button, size_t hold, const Film& idle, const Film& film) {
    if (answers(button, hold, film)) return true;
    if (others_ >= fewest_places) return false;
    if (answers(0, 0, idle)) return true;
    if (others_ >= fewest_places || (leaps_ && !passes(idle))) return false;
    // Nothing moves it aside. A piston goes up and down at one speed, but meets nothing.
    return leaps_ || unevenness(idle, film, arc_) > 0 || passes(idle) || meets(idle);
  }

 private:
  bool answers(Buttons button, size_t hold, const Film& base) {
    for (const auto& [way, direction] : {std::pair{button_right, 1}, std::pair{button_left, -1}}) {
      constexpr size_t at_least = 24;
      const size_t frames = std::min(std::max(arc_.landing, at_least), base.size());
      Script script(frames, way);
      for (size_t t = 0; t < std::min(hold, frames); ++t) script[t] |= button;
      const Film film = bench_.film(state_, script, 0, frames);
      Shifts own, others;
      for (size_t t = 0; t < frames; ++t) {
        const Slots& slots = arc_.slots[t].any() ? arc_.slots[t] : arc_.slots[arc_.apex];
        own.add(displacement(base[t], film[t], Axis::X, slots).by, direction);
        others.add(displacement(base[t], film[t], Axis::X, ~slots).by, direction);
      }
      if (own.ahead.size() >= fewest_places) return true;
      leaps_ = leaps_ || !own.any.empty();
      others_ = std::max(others_, others.ahead.size());
    }
    return false;
  }

  // The picture scrolls by itself: a character that runs.
  static bool passes(const Film& idle) {
    std::set<int> places;
    for (const Shot& shot : idle) places.insert(shot.scroll_x);
    return places.size() >= fewest_places;
  }

  // Other sprites come along.
  bool meets(const Film& idle) const {
    for (size_t slot = 0; slot < 64; ++slot) {
      std::set<int> places;
      for (const Shot& shot : idle)
        if (isVisible(shot, slot) && !arc_.slots[arc_.apex][slot])
          places.insert(placeOf(shot, slot, Axis::X));
      if (places.size() >= fewest_places) return true;
    }
    return false;
  }

  Bench& bench_;
  const console::State& state_;
  const Arc& arc_;
  bool leaps_ = false;
  size_t others_ = 0;
};

}  // namespace

Judgement judge(Bench& bench, const console::State& state, Buttons button, size_t hold, const Arc& arc) {
  const Film idle = bench.film(state, {}, 0, jump_frames);
  const auto pressed = [&](size_t frames) {
    return bench.film(state, Script(frames, button), 0, jump_frames);
  };
  Judgement judgement = Judgement::Jump;
  if (arc.ground) {
    const Film film = pressed(hold);
    if (!leavesItsPlace(idle[arc.apex], film[arc.apex], arc.slots[arc.apex])) return Judgement::Other;
    if (isServed(idle, film, arc) || swingsByItself(idle, arc) || driftsBack(idle, film, arc) ||
        onlySinks(idle, film, arc))
      return Judgement::Other;
    judgement = endOf(idle, pressed(jump_frames), arc);
    if (judgement == Judgement::Thrust) return judgement;
    if (!Character(bench, state, arc).jumps(button, hold, idle, film)) return Judgement::Other;
  } else if (!fallsWhileHeld(pressed(jump_frames), arc)) {
    return Judgement::Thrust;
  }
  return repeats(bench, state, button, hold, arc) ? judgement : Judgement::Other;
}

}  // namespace jumpscope::discover
