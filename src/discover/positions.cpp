// Which bytes are the position: a change of one moves the character's sprites by as much, and stays.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>

#include "src/discover/experiments.h"

namespace jumpscope::discover {

namespace {

// An answer in which the byte kept what was added, and the sprites came to stand at another place.
struct Trial {
  size_t frame = 0;
  int delta = 0;
  int least = 0, most = 0;  // px, in the last frames
};

// Sprites show a change up to four frames later: in games that move every second frame and draw a frame behind.
constexpr size_t latency = 4, trial_frames = 9;

std::optional<Trial> trialOf(const Scene& scene, const Answer& answer, size_t place) {
  if (answer.film.size() < latency + 2 || !keeps(scene, answer, place)) return std::nullopt;
  Trial trial{answer.frame, answer.delta, 1 << 20, -(1 << 20)};
  size_t known = 0;
  for (size_t t = latency; t < answer.moved.size(); ++t)
    if (answer.moved[t]) {
      ++known;
      trial.least = std::min(trial.least, *answer.moved[t]);
      trial.most = std::max(trial.most, *answer.moved[t]);
    }
  if (known < 2 || trial.most - trial.least > 1) return std::nullopt;
  return trial;
}

bool agrees(const Trial& trial, const Weight& weight) {
  const int product = trial.delta * weight.numerator;
  if (product % weight.denominator == 0) {
    const int exact = product / weight.denominator;
    return trial.least == exact && trial.most == exact;
  }
  const auto low = static_cast<int>(scaled(trial.delta, weight));
  return trial.least >= low && trial.most <= low + 1;
}

std::vector<Weight> possibleWeights() {
  std::vector<Weight> weights;
  for (const int sign : {1, -1}) {
    for (const int factor : {1, 2, 4, 8, 16, 32, 64}) weights.push_back({sign * factor, 1});
    for (const int part : {2, 4, 8, 16, 32, 64, 3, 5, 6, 7, 9, 10, 12, 15, 20, 25, 50, 60})
      weights.push_back({sign, part});
  }
  return weights;
}

// The weights that all trials agree with, but for a few: a large change may end in a wall. Changes by which the character
// would leave its surroundings say nothing.
std::vector<Weight> weightsOf(const std::vector<Trial>& trials) {
  constexpr int farthest = 48;
  std::vector<Weight> weights;
  for (const Weight& weight : possibleWeights()) {
    size_t exact = 0, good = 0, asked = 0;
    for (const Trial& trial : trials) {
      if (std::abs(scaled(trial.delta, weight)) > farthest) continue;
      const bool agreed = agrees(trial, weight);
      ++asked;
      good += agreed;
      exact += agreed && trial.least == trial.most && trial.least != 0;
    }
    if (exact >= 3 && good * 5 >= asked * 4) weights.push_back(weight);
  }
  return weights;
}

struct Mover {
  size_t place = 0;
  std::vector<Trial> trials;
  std::vector<Weight> weights;
};

// Whether a change of this byte moves the sprites at all.
bool moves(Bench& bench, const Scene& scene, size_t place) {
  for (const size_t at : {size_t{1}, size_t{3}})
    for (const int delta : {4, -4, 32, -32, 1}) {
      if (at >= scene.moments.size()) continue;
      const auto answer = ask(bench, scene, scene.moments[at], place, delta, trial_frames);
      if (!answer) continue;
      const auto trial = trialOf(scene, *answer, place);
      if (trial && (trial->least > 0 || trial->most < 0)) return true;
    }
  return false;
}

std::vector<Trial> trialsOf(Bench& bench, const Scene& scene, size_t place) {
  std::vector<Trial> trials;
  for (const Moment& moment : scene.moments)
    for (const int delta : {1, -1, 2, -2, 4, -4, 8, -8, 16, -16, 20, -20, 32, -32, 60, -60, 64, -64}) {
      const auto answer = ask(bench, scene, moment, place, delta, trial_frames);
      if (!answer) continue;
      if (const auto trial = trialOf(scene, *answer, place)) trials.push_back(*trial);
    }
  return trials;
}

// Where the character's first or last sprite along the axis is.
std::optional<int> spritePlace(const Scene& scene, size_t t, bool last) {
  std::optional<int> place;
  for (size_t slot = 0; slot < 64; ++slot)
    if (scene.slots[t][slot] && isVisible(scene.film[t], slot)) {
      const int at = placeOf(scene.film[t], slot, scene.axis);
      if (!place || (last ? at > *place : at < *place)) place = at;
    }
  return place;
}

// In how many frames sprites are where the number says, with one distance between the two. One end of the character may
// move by itself, as that of one who breathes.
void compareWithSprites(const Scene& scene, Position& position) {
  constexpr int animation = 4, field = 256;
  position.shown = position.seen = position.near = 0;
  for (size_t way = 0; way < 8; ++way) {
    const size_t delay = way / 2;
    std::map<int, size_t> distances;
    size_t seen = 0;
    for (size_t t = std::max(scene.first, delay); t < scene.last; ++t) {
      const std::optional<int> sprite = spritePlace(scene, t, way % 2 != 0);
      if (!sprite) continue;
      ++seen;
      const int64_t pixels = scaled(unsignedValue(position.number, scene.film[t - delay]), position.weight);
      ++distances[static_cast<int>(((*sprite - pixels) % field + field) % field)];
    }
    for (const auto& [distance, count] : distances) {
      if (count <= position.shown) continue;
      position.shown = count, position.delay = delay, position.near = 0;
      for (const auto& [other, frames] : distances) {
        const int apart = std::abs(other - distance);
        if (std::min(apart, field - apart) <= animation) position.near += frames;
      }
    }
    position.seen = std::max(position.seen, seen);
  }
}

// The number changes in the movement as its sprites do. Those of one who walks swing to and fro.
bool followsSprites(const Scene& scene, const Position& position) {
  if (position.seen < 6) return false;
  if (position.shown * 5 >= position.seen * 4) return true;
  constexpr size_t long_walk = 24;
  return scene.axis == Axis::X && position.seen >= long_walk && position.shown * 2 > position.seen &&
         position.near == position.seen;
}

// weight / 256^bytes
Weight finer(Weight weight, size_t bytes) {
  weight.denominator <<= 8 * bytes;
  const int common = std::gcd(weight.numerator, weight.denominator);
  return {weight.numerator / common, weight.denominator / common};
}
// The whole number that `place` is a part of.
Number grow(Bench& bench, const Scene& scene, size_t place, std::string& words) {
  constexpr size_t most_bytes = 4;
  Number number{{place}};
  while (number.places.size() < most_bytes) {
    const auto below = byteBelow(bench, scene, number.places.back(), number, words);
    if (!below) break;
    number.places.push_back(*below);
  }
  while (number.places.size() < most_bytes) {
    const auto above = byteAbove(bench, scene, number.places.front(), number, words);
    if (!above) break;
    number.places.insert(number.places.begin(), *above);
  }
  return number;
}

void describe(const Scene& scene, const Mover& mover, Position& position) {
  for (const Trial& trial : mover.trials) {
    if (trial.least != trial.most || trial.least == 0) continue;
    if (std::abs(trial.least) < std::abs(position.moved) || std::abs(trial.least) > 16) continue;
    position.place = mover.place;
    position.frame = trial.frame;
    position.delta = trial.delta;
    position.moved = trial.least;
  }
  const Slots& slots = scene.slots[position.frame];
  position.sprites = slots.count();
  position.first_sprite = 0;
  while (position.first_sprite < 63 && !slots[position.first_sprite]) ++position.first_sprite;
}

}  // namespace

std::vector<Position> findPositions(Bench& bench, const Scene& scene) {
  std::vector<Mover> movers;
  for (const size_t place : scene.changing) {
    if (!moves(bench, scene, place)) continue;
    Mover mover{place, trialsOf(bench, scene, place), {}};
    mover.weights = weightsOf(mover.trials);
    if (!mover.weights.empty()) movers.push_back(std::move(mover));
  }
  std::vector<Position> positions;
  for (const Mover& mover : movers) {
    const bool known = std::any_of(positions.begin(), positions.end(), [&](const Position& position) {
      return position.number.has(mover.place);
    });
    if (known) continue;
    Position position;
    position.number = grow(bench, scene, mover.place, position.carries);
    const auto at = std::find(position.number.places.begin(), position.number.places.end(), mover.place);
    const auto below = static_cast<size_t>(position.number.places.end() - at) - 1;
    std::vector<Position> fitting;
    for (const Weight& weight : mover.weights) {
      position.weight = finer(weight, below);
      compareWithSprites(scene, position);
      if (followsSprites(scene, position)) fitting.push_back(position);
    }
    std::stable_sort(fitting.begin(), fitting.end(),
                     [](const Position& a, const Position& b) { return a.shown > b.shown; });
    if (fitting.empty() || (fitting.size() > 1 && fitting[0].shown == fitting[1].shown)) continue;
    describe(scene, mover, fitting[0]);
    positions.push_back(fitting[0]);
  }
  return positions;
}

namespace {

constexpr size_t carry_frames = 10;

enum class Carry : uint8_t { Shown, Partly, Silent, Denied };

// Whether two bytes together keep what was added to the lower one; shown if the upper one took a carry. What comes after
// some frames in which they do may be a ceiling, which sets both: shown partly.
Carry carryOf(const Scene& scene, const Answer& answer, size_t high, size_t low) {
  constexpr size_t enough = 2;
  bool carried = false;
  for (size_t t = 0; t < answer.film.size(); ++t) {
    const std::vector<uint8_t>& before = scene.film[answer.frame + t].bytes;
    const std::vector<uint8_t>& now = answer.film[t].bytes;
    const int above = static_cast<int8_t>(now[high] - before[high]);
    if (256 * above + now[low] - before[low] != answer.delta) {
      const bool may_end = scene.axis == Axis::Y && t >= enough;
      if (may_end && carried) return Carry::Partly;
      return above == 0 || may_end ? Carry::Silent : Carry::Denied;
    }
    carried |= above != 0;
  }
  return carried ? Carry::Shown : Carry::Silent;
}

std::string carryWords(const Bench& bench, uint64_t first, const Answer& answer, size_t high, size_t low) {
  std::string words = "after ";
  words.append(answer.delta < 0 ? "subtracting " : "adding ").append(std::to_string(std::abs(answer.delta)));
  words.append(answer.delta < 0 ? " from " : " to ").append(placeText(bench, low));
  words.append(" before frame ")
      .append(std::to_string(first + answer.frame))
      .append(", its carry went into ");
  return words.append(placeText(bench, high));
}

void add(std::string& words, const std::string& more) {
  words.append(words.empty() ? "" : "; ").append(more);
}

}  // namespace

std::optional<size_t> byteBelow(Bench& bench, const Scene& scene, size_t place, const Number& but,
                                std::string& words) {
  struct Below {
    size_t place;
    bool whole;  // to the end of an experiment
    std::string words;
  };
  std::vector<Below> found;
  for (const size_t low : scene.changing) {
    if (but.has(low)) continue;
    size_t shown = 0, whole = 0, denied = 0;
    std::string text;
    for (size_t at = 0; at < scene.moments.size() && at < 4; ++at)
      for (const int delta : {128, -128, 64, -64}) {
        const auto answer = ask(bench, scene, scene.moments[at], low, delta, carry_frames);
        if (!answer || (at >= 2 && shown == 0)) continue;
        const Carry carry = carryOf(scene, *answer, place, low);
        const bool carries = carry == Carry::Shown || carry == Carry::Partly;
        if (carries && text.empty()) text = carryWords(bench, scene.start.frame, *answer, place, low);
        shown += carries;
        whole += carry == Carry::Shown;
        denied += carry == Carry::Denied;
      }
    if (shown >= 2 && denied * 4 <= shown) found.push_back({low, whole > 0, text});
  }
  // A byte of the speed may seem to for a few frames.
  if (found.size() > 1) std::erase_if(found, [](const Below& one) { return !one.whole; });
  if (found.size() != 1) return std::nullopt;
  add(words, found[0].words);
  return found[0].place;
}

namespace {

// Changes that bring a byte to the end of its range, as it moves on in the film.
std::vector<int> changesTowardsCarry(const Scene& scene, const Moment& moment, size_t place) {
  const int now = scene.film[moment.frame - 1].bytes[place];
  int path = 0, lowest = 0, highest = 0;
  for (size_t t = moment.frame; t < moment.frame + carry_frames && t < scene.last; ++t) {
    path += static_cast<int8_t>(scene.film[t].bytes[place] - scene.film[t - 1].bytes[place]);
    lowest = std::min(lowest, path);
    highest = std::max(highest, path);
  }
  std::vector<int> changes;
  for (const int target : {1, -lowest / 2})
    if (lowest < -target && target >= 1) changes.push_back(target - now);
  for (const int target : {254, 255 - highest / 2})
    if (highest > 255 - target && target <= 254) changes.push_back(target - now);
  std::sort(changes.begin(), changes.end());
  changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
  std::erase(changes, 0);
  return changes;
}

// The upper byte takes the carry from another value, too: a mark for "off the screen" is set to what it always is.
bool countsCarries(Bench& bench, const Scene& scene, size_t high, size_t low) {
  size_t shown = 0;
  for (const Moment& moment : scene.moments)
    for (const int more : {-1, 1, 3})
      for (const int delta : changesTowardsCarry(scene, moment, low)) {
        const std::vector<uint8_t>& now = scene.film[moment.frame - 1].bytes;
        const size_t frames = std::min(carry_frames, scene.last - std::min(scene.last, moment.frame));
        const std::array pokes = {Poke{low, static_cast<uint8_t>(now[low] + delta)},
                                  Poke{high, static_cast<uint8_t>(now[high] + more)}};
        const Film film = bench.film(moment, scene.script, frames, pokes);
        bool carried = false, kept = true;
        for (size_t t = 0; t < frames && kept; ++t) {
          const std::vector<uint8_t>& before = scene.film[moment.frame + t].bytes;
          const auto above = static_cast<int8_t>(film[t].bytes[high] - before[high] - more);
          kept = 256 * above + film[t].bytes[low] - before[low] == delta;
          carried |= above != 0;
        }
        if (kept && carried && ++shown == 2) return true;
      }
  return false;
}

}  // namespace

size_t spritePage(const Scene& scene) {
  const Shot &before = scene.film[scene.first], &now = scene.film[scene.first + 1];
  size_t best = SIZE_MAX, most = sprite_page / 2;
  for (size_t page = 0; page < 8; ++page) {
    size_t same = 0;
    for (size_t i = 0; i < sprite_page; ++i)
      same += now.oam[i] == before.bytes[sprite_page * page + i] ||
              now.oam[i] == now.bytes[sprite_page * page + i];
    if (same > most) best = page, most = same;
  }
  return best;
}

std::optional<size_t> byteAbove(Bench& bench, const Scene& scene, size_t place, const Number& but,
                                std::string& words) {
  const size_t sprites = spritePage(scene);
  std::map<size_t, size_t> shown, denied;
  std::map<size_t, std::string> texts;
  for (const Moment& moment : scene.moments)
    for (const int delta : changesTowardsCarry(scene, moment, place)) {
      const auto answer = ask(bench, scene, moment, place, delta, carry_frames);
      if (!answer) continue;
      for (size_t high = 0; high < bench.places().count(); ++high) {
        if (but.has(high) || isStack(high) || high / sprite_page == sprites) continue;
        const Carry carry = carryOf(scene, *answer, high, place);
        const bool carries = carry == Carry::Shown || carry == Carry::Partly;
        shown[high] += carries;
        denied[high] += carry == Carry::Denied;
        if (carries && texts[high].empty())
          texts[high] = carryWords(bench, scene.start.frame, *answer, high, place);
      }
    }
  std::vector<size_t> found;
  for (const auto& [high, count] : shown)
    if (count >= 2 && denied[high] * 4 <= count && countsCarries(bench, scene, high, place))
      found.push_back(high);
  if (found.size() != 1) return std::nullopt;
  add(words, texts[found[0]]);
  return found[0];
}

}  // namespace jumpscope::discover
