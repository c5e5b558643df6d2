#include "src/discover/speeds.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>

namespace jumpscope::discover {

namespace {

struct Ratio {
  int64_t numerator = 0, denominator = 1;

  auto operator<=>(const Ratio&) const = default;
};
Ratio ratioOf(int64_t a, int64_t b) {
  const int64_t common = std::gcd(a, b);
  if (b < 0) a = -a, b = -b;
  return {a / common, b / common};
}

int64_t product(int64_t value, int64_t numerator, int64_t denominator) {
  const int64_t raw = value * numerator;
  return raw >= 0 ? raw / denominator : -((-raw + denominator - 1) / denominator);
}

struct Step {
  size_t frame = 0;
  int delta = 0;
  int64_t effect = 0;
};

// What one update makes of the change; nullopt: nothing, or nothing that an update repeats.
std::optional<Step> stepOf(const Scene& scene, const Answer& answer, size_t place, const Number& target,
                           bool steady) {
  const int kept = answer.film[0].bytes[place] - scene.film[answer.frame].bytes[place];
  if ((kept - answer.delta) % 256 != 0) return std::nullopt;
  Step step{answer.frame, answer.delta, 0};
  constexpr size_t latest = 3;
  for (size_t t = 0; t < answer.film.size(); ++t) {
    const int64_t now = difference(target, scene.film[answer.frame + t], answer.film[t]);
    if (step.effect == 0) {
      if (t > latest) return std::nullopt;
      step.effect = now;
      if (now != 0 && !steady) return step;
    } else if (now == 2 * step.effect) {
      return step;
    } else if (now != step.effect) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

// Whether a change of this byte makes any difference to the target.
bool touches(Bench& bench, const Scene& scene, size_t place, const Number& target) {
  const size_t count = scene.moments.size();
  for (const size_t at : {count / 4, count * 3 / 4})
    for (const int delta : {16, -16})
      if (at < count)
        if (const auto answer = ask(bench, scene, scene.moments[at], place, delta, 5))
          for (size_t t = 0; t < answer->film.size(); ++t)
            if (difference(target, scene.film[answer->frame + t], answer->film[t]) != 0) return true;
  return false;
}

// What at least a few experiments agree on.
std::vector<Rate> ratesOf(size_t place, const std::vector<Step>& steps) {
  constexpr size_t fewest = 2, many = 4;
  std::map<Ratio, std::array<std::vector<Step>, 2>> by_ratio;
  for (const Step& step : steps) {
    const Ratio ratio = ratioOf(step.effect, step.delta);
    by_ratio[{std::abs(ratio.numerator), ratio.denominator}][ratio.numerator < 0].push_back(step);
  }
  std::vector<Rate> rates;
  for (const auto& [ratio, signs] : by_ratio) {
    const std::vector<Step>& more = signs[0].size() >= signs[1].size() ? signs[0] : signs[1];
    const std::vector<Step>& fewer = signs[0].size() >= signs[1].size() ? signs[1] : signs[0];
    if (more.size() < fewest) continue;
    const size_t count = more.size() + fewer.size();
    const bool negative = more[0].effect * more[0].delta < 0;
    rates.push_back({place, negative ? -ratio.numerator : ratio.numerator, ratio.denominator,
                     fewer.size() >= fewest, more[0].frame, more[0].delta, more[0].effect,
                     count >= many && count * 2 >= steps.size() && fewer.size() != 1});
  }
  return rates;
}

}  // namespace

void trim(Flight& flight, const Number& position) {
  // Memory is ahead of the sprites by a few frames.
  constexpr size_t most_ahead = 4;
  size_t begin = flight.first > most_ahead ? flight.first - most_ahead : 1;
  while (begin < flight.last && difference(position, flight.film[begin - 1], flight.film[begin]) == 0)
    ++begin;
  size_t end = std::min(flight.last, flight.film.size() - 1);
  while (end > begin && difference(position, flight.film[end - 1], flight.film[end]) == 0) --end;
  flight.first = begin + 1;
  flight.last = end;  // the last change may be a landing
}

void endAtWall(Flight& walk, const Number& position) {
  constexpr size_t around = 8, shortest = 12;
  constexpr int64_t fewer = 4;
  for (size_t t = walk.first + shortest; t + around < walk.film.size() && t < walk.last; ++t) {
    const int64_t before = difference(position, walk.film[t - around], walk.film[t]);
    const int64_t after = difference(position, walk.film[t], walk.film[t + around]);
    if (std::abs(after) * fewer < std::abs(before)) walk.last = t;
  }
}

std::vector<Rate> findRates(Bench& bench, const Scene& scene, const Number& target,
                            std::span<const size_t> among, bool steady) {
  constexpr size_t frames = 8;
  std::vector<Rate> rates;
  for (const size_t place : among) {
    if (target.has(place) || !touches(bench, scene, place, target)) continue;
    std::vector<Step> steps;
    for (const int delta : {16, -16, 1, -1, 64, -64})
      for (const Moment& moment : scene.moments) {
        const auto answer = ask(bench, scene, moment, place, delta, frames);
        if (!answer) continue;
        if (const auto step = stepOf(scene, *answer, place, target, steady)) steps.push_back(*step);
      }
    for (const Rate& rate : ratesOf(place, steps)) rates.push_back(rate);
  }
  return rates;
}

bool movesBy(const Speed& speed, int64_t raw, int64_t step) { return movesBy(speed, {&raw, 1}, step); }

bool movesBy(const Speed& speed, std::span<const int64_t> raws, int64_t step) {
  const int64_t half = int64_t{1} << (speed.number.bits() - 1);
  int64_t sum = 0;
  for (const int64_t raw : raws)
    sum += speed.is_signed ? product(raw >= half ? raw - 2 * half : raw, speed.numerator, speed.denominator)
                           : product(raw, std::abs(speed.numerator), speed.denominator);
  return sum == (speed.is_signed ? step : std::abs(step));
}

namespace {

// The speed at each moment at which the target is written, by frame: a game may change the speed again after it has moved,
// as many do that cut a jump short, and may move several times in a frame.
std::vector<std::vector<int64_t>> speedsInUse(Bench& bench, const console::State& start, const Flight& flight,
                                              const Number& target, const Speed& speed) {
  std::vector<size_t> places = speed.number.places;
  places.push_back(target.places.back());
  std::vector<std::vector<int64_t>> in_use(flight.last);
  std::vector<uint8_t> bytes;
  size_t frame = 0;
  for (const Bench::Write& write : bench.writes(start, flight.script, flight.last, places)) {
    if (write.frame >= flight.last) break;
    if (bytes.empty() || write.frame != frame) {
      frame = write.frame;
      bytes = flight.film[frame == 0 ? 0 : frame - 1].bytes;
    }
    if (write.place == target.places.back()) {
      int64_t raw = 0;
      for (const size_t place : speed.number.places) raw = raw << 8 | bytes[place];
      in_use[frame].push_back(raw);
    }
    bytes[write.place] = write.value;
  }
  return in_use;
}

struct Count {
  size_t holds = 0, frames = 0, bumps = 0;
  bool rests = false;
  bool forward = false, back = false;  // it holds in a frame of this direction
  std::vector<std::pair<const Flight*, size_t>> denied;
};

// A rise that ends at once: the target stops short of where the speed of the frame before would have brought it, and from
// then on the speed points the other way. The frames around it move by the speed.
bool isBump(const Flight& flight, size_t t, const Number& target, const Speed& speed, bool after) {
  if (!speed.is_signed || t < flight.first + 2 || t + 1 >= flight.last) return false;
  const auto step = [&](size_t n) { return difference(target, flight.film[n - 1], flight.film[n]); };
  const auto holds = [&](size_t n) {
    return movesBy(speed, unsignedValue(speed.number, flight.film[after ? n : n - 1]), step(n));
  };
  const int64_t before = signedValue(speed.number, flight.film[t - 1]) * speed.numerator;
  const int64_t now = signedValue(speed.number, flight.film[t]) * speed.numerator;
  const bool stops = before != 0 && (before < 0 ? now >= 0 : now <= 0);
  return stops && std::abs(step(t)) <= std::abs(step(t - 1)) && holds(t - 1) && holds(t + 1);
}

Count countFrames(std::span<const Flight> flights, const Number& target, const Speed& speed, bool after) {
  // Before the launch and in a landing, which takes a few frames, the ground moves the character.
  constexpr size_t longest_launch = 4, longest_landing = 4;
  Count count;
  for (const Flight& flight : flights) {
    bool bumped = false;
    for (size_t t = flight.first; t < flight.last; ++t) {
      const Shot &before = flight.film[t - 1], &now = flight.film[t];
      const int64_t step = difference(target, before, now);
      if (step == 0 && unsignedValue(speed.number, before) == unsignedValue(speed.number, now)) {
        count.rests |= unsignedValue(speed.number, now) != 0;
        continue;
      }
      const bool holds = movesBy(speed, unsignedValue(speed.number, after ? now : before), step);
      if (!holds && t + longest_landing >= flight.last) break;
      if (!holds && t < flight.first + longest_launch) continue;
      if (!holds && !bumped && isBump(flight, t, target, speed, after)) {
        bumped = true;
        ++count.bumps;
        continue;
      }
      ++count.frames;
      count.holds += holds;
      (step < 0 ? count.back : count.forward) |= holds && step != 0;
      if (!holds) count.denied.emplace_back(&flight, t);
    }
  }
  return count;
}

}  // namespace

void compareSpeed(Bench& bench, const console::State& start, std::span<const Flight> flights,
                  const Number& target, Speed& speed) {
  const Count after = countFrames(flights, target, speed, true);
  const Count before = countFrames(flights, target, speed, false);
  speed.after =
      after.holds * std::max<size_t>(before.frames, 1) >= before.holds * std::max<size_t>(after.frames, 1);
  const Count& better = speed.after ? after : before;
  speed.holds = better.holds;
  speed.frames = better.frames;
  speed.rests = better.rests;
  speed.bumps = better.bumps;
  bool forward = better.forward, back = better.back;
  speed.within = 0;
  for (const Flight& flight : flights) {
    const auto belongs = [&](const auto& denied) { return denied.first == &flight; };
    if (std::none_of(better.denied.begin(), better.denied.end(), belongs)) continue;
    const auto in_use = speedsInUse(bench, start, flight, target, speed);
    for (const auto& [of, t] : better.denied) {
      if (of != &flight) continue;
      const int64_t step = difference(target, flight.film[t - 1], flight.film[t]);
      if (!in_use[t].empty()) {
        const bool moves = movesBy(speed, in_use[t].front(), step) || movesBy(speed, in_use[t], step);
        speed.within += moves;
        (step < 0 ? back : forward) |= moves && step != 0;
      } else if (step == 0) {
        // An update that takes longer than a frame: the target is not written in this one.
        --speed.frames;
        speed.rests = true;
      }
    }
  }
  speed.both_ways = forward && back;
}

namespace {

// The bytes that make one number with a byte below that is a speed: with one of them, the target moves by the number in
// more than half of all frames, though by what is always 0 or always -1 it would not.
std::vector<size_t> bytesAboveSpeed(const Scene& scene, std::span<const Flight> flights, const Number& target,
                                    const Speed& speed) {
  constexpr int most = 8;  // in pages of 256 units, to both sides
  std::vector<size_t> found;
  for (const size_t high : scene.changing) {
    if (target.has(high) || speed.number.has(high)) continue;
    bool small = true, negative = false, positive = false;
    for (const Flight& flight : flights)
      for (size_t t = flight.first; t < flight.last && small; ++t) {
        const auto value = static_cast<int8_t>(flight.film[t].bytes[high]);
        small = value >= -most && value < most;
        (value < 0 ? negative : positive) = true;
      }
    if (!small || !negative || !positive) continue;
    Speed longer = speed;
    longer.number.places.insert(longer.number.places.begin(), high);
    const Count after = countFrames(flights, target, longer, true);
    const Count before = countFrames(flights, target, longer, false);
    if (after.holds * 2 > after.frames || before.holds * 2 > before.frames) found.push_back(high);
  }
  return found;
}

// Each byte as a speed by itself, and with the byte below or above; with sign, and without where that may be.
std::vector<Speed> possibleSpeeds(Bench& bench, const Scene& scene, std::span<const Flight> flights,
                                  const Number& target, std::span<const Rate> rates) {
  std::vector<Speed> possible;
  const auto add = [&](const Speed& speed) {
    possible.push_back(speed);
    possible.back().is_signed = !speed.rate.turns;
    if (speed.rate.turns) return;
    // A walk goes into one direction, and the experiments, which are made in it, do not show a sign that turns. Those of a
    // short jump may not, either.
    possible.push_back(speed);
    possible.back().is_signed = false;
  };
  for (const Rate& rate : rates) {
    const Speed speed{{{rate.place}}, true, rate.numerator, rate.denominator, true, false, 0, 0, 0, 0,
                      rate,           {}};
    Speed longer = speed;
    const auto below = std::find_if(rates.begin(), rates.end(), [&](const Rate& lower) {
      return lower.denominator * rate.numerator == 256 * lower.numerator * rate.denominator;
    });
    if (below != rates.end())
      longer.number.places.push_back(below->place);
    else if (const auto low = byteBelow(bench, scene, rate.place, target, longer.carries))
      longer.number.places.push_back(*low);
    if (longer.number.places.size() == 2) {
      const Ratio low = ratioOf(rate.numerator, rate.denominator * 256);
      longer.numerator = low.numerator;
      longer.denominator = low.denominator;
      add(longer);
    } else if (!rate.turns) {
      for (const size_t high : bytesAboveSpeed(scene, flights, target, speed)) {
        if (!touches(bench, scene, high, target)) continue;
        longer.number.places = {high, rate.place};
        add(longer);
      }
    }
    add(speed);
  }
  return possible;
}

}  // namespace

Speeds findSpeeds(Bench& bench, const Scene& scene, std::span<const Flight> flights, const Number& target) {
  Speeds speeds;
  const bool steady = scene.axis == Axis::Y;
  const std::vector<Rate> rates = findRates(bench, scene, target, scene.changing, steady);
  std::vector<Speed> possible = possibleSpeeds(bench, scene, flights, target, rates);
  std::stable_sort(possible.begin(), possible.end(), [](const Speed& a, const Speed& b) {
    return a.number.places.size() > b.number.places.size();
  });
  for (Speed& speed : possible) {
    compareSpeed(bench, scene.start, flights, target, speed);
    const auto covered = [&](const Speed& other) {
      return std::any_of(speed.number.places.begin(), speed.number.places.end(),
                         [&](size_t place) { return other.number.has(place); });
    };
    if (speed.frames < 8) continue;
    // What is right of one half of a jump only may have another sign in the other.
    if (scene.axis == Axis::Y && !speed.both_ways) continue;
    if (speed.holds + speed.within == speed.frames) {
      if (std::none_of(speeds.sure.begin(), speeds.sure.end(), covered)) speeds.sure.push_back(speed);
    } else if (speed.rate.certain && speed.holds * 2 > speed.frames &&
               std::none_of(speeds.unsure.begin(), speeds.unsure.end(),
                            [&](const Speed& other) { return other.number == speed.number; })) {
      speeds.unsure.push_back(speed);
    }
  }
  std::erase_if(speeds.unsure, [&](const Speed& unsure) {
    return std::any_of(speeds.sure.begin(), speeds.sure.end(), [&](const Speed& sure) {
      return std::any_of(unsure.number.places.begin(), unsure.number.places.end(),
                         [&](size_t place) { return sure.number.has(place); });
    });
  });
  return speeds;
}

std::vector<Speed> findGravity(Bench& bench, const Scene& scene, const Speed& speed, const Number& position) {
  std::vector<size_t> among;
  const size_t sprites = spritePage(scene);
  for (size_t place = 0; place < bench.places().count(); ++place)
    if (!isStack(place) && place / sprite_page != sprites && !speed.number.has(place) && !position.has(place))
      among.push_back(place);
  std::vector<Speed> found;
  for (const Rate& rate : findRates(bench, scene, speed.number, among, true)) {
    // What is added to a number is a whole multiple of its unit.
    if (rate.turns || !rate.certain || rate.denominator != 1) continue;
    const Flight flight{scene.script, scene.film, scene.first + 1, scene.last - 1};
    for (const bool is_signed : {false, true}) {
      Speed gravity{{{rate.place}}, is_signed, rate.numerator, rate.denominator, true, false, 0, 0, 0, 0,
                    rate,           {}};
      constexpr size_t fewest = 4;
      const Count count = countFrames({&flight, 1}, speed.number, gravity, true);
      gravity.holds = count.holds;
      gravity.frames = count.frames;
      if (gravity.holds < fewest || gravity.holds * 4 < gravity.frames * 3) continue;
      found.push_back(gravity);
      break;
    }
  }
  return found;
}

}  // namespace jumpscope::discover
