#include "src/discover/laboratory.h"

#include <algorithm>
#include <utility>

namespace jumpscope::discover {

namespace {

Film filmOf(Bench& bench, const JumpScene& jump, const Script& script, size_t frames) {
  return bench.film(jump.start, script, 0, frames);
}

// Of a cartridge's RAM only those bytes count that take part; they are many, and looking at each takes long.
void narrowPlaces(Bench& bench, const JumpScene& jump) {
  const Film idle = filmOf(bench, jump, {}, walk_frames);
  const Film film = filmOf(bench, jump, Script(jump.hold, jump.button), walk_frames);
  const Film walk = filmOf(bench, jump, Script(walk_frames, button_right), walk_frames);
  std::vector<bool> lively(bench.places().count());
  for (size_t place = 0; place < lively.size(); ++place)
    for (size_t t = 0; t < walk_frames && !lively[place]; ++t)
      lively[place] = film[t].bytes[place] != idle[0].bytes[place] ||
                      idle[t].bytes[place] != idle[0].bytes[place] ||
                      walk[t].bytes[place] != idle[0].bytes[place];
  constexpr size_t near = 4;
  bench.places().narrow([&](size_t place) {
    for (size_t other = place < near ? 0 : place - near; other <= place + near && other < lively.size();
         ++other)
      if (lively[other]) return true;
    return false;
  });
}

// What changes in another movement may be a part of this one's numbers: the sign of a speed to the left.
void addChanging(Scene& scene, const Flight& other) {
  const std::vector<uint8_t>& before = other.film[0].bytes;
  for (size_t place = 0; place < before.size(); ++place) {
    const auto changes = [&](const Shot& shot) { return shot.bytes[place] != before[place]; };
    if (isStack(place) || std::none_of(other.film.begin(), other.film.end(), changes)) continue;
    const auto at = std::lower_bound(scene.changing.begin(), scene.changing.end(), place);
    if (at == scene.changing.end() || *at != place) scene.changing.insert(at, place);
  }
}

}  // namespace

Laboratory::Laboratory(Bench& on, const JumpScene& of) : bench(on), jump(of) {
  narrowPlaces(bench, jump);
  idle = filmOf(bench, jump, {}, jump_frames);
  flight = filmScene(bench, jump.start, press(jump.hold), idle, Axis::Y);
  for (const size_t hold : {size_t{2}, size_t{5}, size_t{10}, size_t{18}, jump.hold}) {
    const Script script = press(hold);
    Flight hop{script, filmOf(bench, jump, script, jump_frames), 0, 0};
    const std::optional<Arc> arc = findArc(idle, hop.film);
    if (!arc || arc->ground != jump.arc.ground) continue;
    hop.first = arc->launch;
    hop.last = std::min(arc->landing, hop.film.size() - 1);
    flights.push_back(std::move(hop));
  }
  filmWalks(walk_frames, walk_frames);
}

void Laboratory::filmWalks(size_t right, size_t left) {
  Slots character;
  for (const Slots& slots : jump.arc.slots) character |= slots;
  walk.reset();
  walks.clear();
  for (const auto& [direction, frames] : {std::pair{button_right, right}, std::pair{button_left, left}}) {
    const Film standing(idle.begin(), idle.begin() + static_cast<std::ptrdiff_t>(frames));
    const Script script(frames, direction);
    const std::optional<Scene> scene = filmScene(bench, jump.start, script, standing, Axis::X, character);
    if (!scene) continue;
    walks.push_back({script, scene->film, scene->first, scene->last});
    if (!walk) walk = scene;
  }
  if (walk)
    for (const Flight& other : walks) addChanging(*walk, other);
}

bool Laboratory::endWalksAtTheCamera() {
  constexpr size_t fewest = 16;
  size_t right = walk_frames, left = walk_frames;
  for (const Flight& one : walks) {
    const int scroll = one.film[0].scroll_x;
    const auto follows = std::find_if(one.film.begin(), one.film.end(),
                                      [&](const Shot& shot) { return shot.scroll_x != scroll; });
    (one.script[0] == button_right ? right : left) = static_cast<size_t>(follows - one.film.begin());
  }
  if ((right == walk_frames && left == walk_frames) || std::min(right, left) < fewest) return false;
  filmWalks(right, left);
  return walk.has_value();
}

Script Laboratory::press(size_t hold) const {
  // The first frame that moves has one before it to compare with.
  constexpr size_t rest = 2;
  Script script(rest, 0);
  script.insert(script.end(), hold, jump.button);
  return script;
}

std::vector<Flight> Laboratory::trimmed(Axis axis, const Number& position) const {
  std::vector<Flight> all = axis == Axis::Y ? flights : walks;
  for (Flight& one : all) {
    trim(one, position);
    if (axis == Axis::X) endAtWall(one, position);
  }
  return all;
}

}  // namespace jumpscope::discover
