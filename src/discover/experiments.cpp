#include "src/discover/experiments.h"

#include <algorithm>
#include <cstdlib>

#include "src/trace/watch.h"

namespace jumpscope::discover {

namespace {

constexpr size_t most_moments = 6, fewest_frames = 8;

std::vector<size_t> changingBytes(const Film& film, size_t first, size_t last) {
  std::vector<size_t> places;
  for (size_t place = 0; place < film[first].bytes.size(); ++place)
    for (size_t t = first + 1; t <= last && !isStack(place); ++t)
      if (film[t].bytes[place] != film[t - 1].bytes[place]) {
        places.push_back(place);
        break;
      }
  return places;
}

// Evenly spread over the movement.
void findMoments(Bench& bench, Scene& scene) {
  Moment here{scene.start, 0};
  for (size_t i = 0; i < most_moments; ++i) {
    const size_t frame = scene.first + 1 + i * (scene.last - scene.first) / (most_moments + 1);
    if (frame <= here.frame) continue;
    const auto at = [&](size_t t) {
      return scene.script.begin() + static_cast<std::ptrdiff_t>(std::min(t, scene.script.size()));
    };
    here = {bench.after(here.state, Script(at(here.frame), at(frame)), frame - here.frame), frame};
    scene.moments.push_back(here);
  }
}

int64_t signedWithin(int64_t value, int bits) {
  const int64_t size = int64_t{1} << bits;
  value &= size - 1;
  return value >= size / 2 ? value - size : value;
}

}  // namespace

std::optional<Scene> filmScene(Bench& bench, const console::State& start, const Script& script,
                               const Film& idle, Axis axis, const Slots& character) {
  Scene scene{axis, start, script, bench.film(start, script, 0, idle.size()), {}, 0, 0, {}, {}};
  int farthest = 0;
  for (size_t t = 0; t < idle.size(); ++t) {
    const Displacement shift = displacement(idle[t], scene.film[t], axis, character);
    scene.slots.push_back(shift.slots);
    if (shift.by == 0) continue;
    if (farthest == 0) scene.first = t;
    if (std::abs(shift.by) > std::abs(farthest)) farthest = shift.by, scene.last = t;
  }
  if (axis == Axis::Y) {
    const std::optional<Arc> arc = findArc(idle, scene.film);
    if (!arc) return std::nullopt;
    scene.first = arc->launch;
    scene.last = std::min(arc->landing, idle.size() - 1);
  }
  if (scene.last < scene.first + fewest_frames) return std::nullopt;
  // Memory is ahead of the sprites by a few frames, and the last pixel of a landing may take some more.
  constexpr size_t margin = 4;
  scene.changing = changingBytes(scene.film, scene.first - std::min(margin, scene.first),
                                 std::min(scene.last + margin, idle.size() - 1));
  findMoments(bench, scene);
  return scene;
}

bool Number::has(size_t place) const {
  return std::find(places.begin(), places.end(), place) != places.end();
}

int64_t unsignedValue(const Number& number, const Shot& shot) {
  int64_t value = 0;
  for (const size_t place : number.places) value = value << 8 | shot.bytes[place];
  return value;
}
int64_t signedValue(const Number& number, const Shot& shot) {
  return signedWithin(unsignedValue(number, shot), number.bits());
}
int64_t difference(const Number& number, const Shot& a, const Shot& b) {
  return signedWithin(unsignedValue(number, b) - unsignedValue(number, a), number.bits());
}

std::optional<Answer> ask(Bench& bench, const Scene& scene, const Moment& moment, size_t place, int delta,
                          size_t frames) {
  if (moment.frame == 0) return std::nullopt;
  const int value = scene.film[moment.frame - 1].bytes[place] + delta;
  if (value < 0 || value > 255) return std::nullopt;
  constexpr size_t fewest = 5;
  frames = std::min(frames, scene.last > moment.frame ? scene.last - moment.frame : 0);
  if (frames < fewest) return std::nullopt;
  const Poke poke{place, static_cast<uint8_t>(value)};
  Answer answer{moment.frame, delta, bench.film(moment, scene.script, frames, {&poke, 1}), {}};
  for (size_t t = 0; t < frames; ++t)
    answer.moved.push_back(displacementOf(scene.slots[moment.frame + t], scene.film[moment.frame + t],
                                          answer.film[t], scene.axis));
  return answer;
}

bool keeps(const Scene& scene, const Answer& answer, size_t place) {
  for (size_t t = 0; t < answer.film.size(); ++t) {
    const int now = answer.film[t].bytes[place] - scene.film[answer.frame + t].bytes[place];
    if ((now - answer.delta) % 256 != 0) return false;
  }
  return true;
}

int64_t scaled(int64_t raw, const Weight& weight) {
  const int64_t product = raw * weight.numerator;
  return product >= 0 ? product / weight.denominator
                      : -((-product + weight.denominator - 1) / weight.denominator);
}

std::string placeText(const Bench& bench, size_t place) {
  return trace::addressText(bench.places().address(place));
}
std::string numberText(const Bench& bench, const Number& number) {
  std::string text;
  for (const size_t place : number.places)
    text.append(text.empty() ? "" : ",").append(placeText(bench, place));
  return text;
}

}  // namespace jumpscope::discover
