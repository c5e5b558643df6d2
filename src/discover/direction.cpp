#include "src/discover/direction.h"

namespace jumpscope::discover {

Direction::Direction(Laboratory& laboratory, const Position& position, const Speed& speed, Axis axis)
    : bench_(laboratory.bench),
      jump_(laboratory.jump),
      position_(position),
      speed_(speed),
      axis_(axis),
      flights_(laboratory.trimmed(axis, position.number)) {}

std::optional<LawByte> Direction::of(size_t place) const {
  if (position_.number.has(place) || speed_.number.has(place)) return std::nullopt;
  std::optional<int> values[2];  // forward, back
  for (const Flight& flight : flights_)
    for (size_t t = flight.first; t < flight.last; ++t) {
      const int64_t step = stepIn(flight.film, t);
      if (step == 0) continue;
      std::optional<int>& value = values[step < 0];
      const int now = flight.film[t - 1].bytes[place];
      if (flight.film[t].bytes[place] != now) continue;  // in the frame in which it turns
      if (value && *value != now) return std::nullopt;
      value = now;
    }
  if (!values[0] || !values[1] || *values[0] == *values[1]) return std::nullopt;
  return turned(place, *values[0], *values[1]);
}

int64_t Direction::stepIn(const Film& film, size_t t) const {
  return difference(position_.number, film[t - 1], film[t]);
}

size_t Direction::movingFrame(const Flight& flight, size_t from) const {
  constexpr size_t longest_update = 4;
  for (size_t t = from; t < from + longest_update && t < flight.last; ++t)
    if (stepIn(flight.film, t) != 0) return t;
  return from;
}

std::optional<LawByte> Direction::turned(size_t place, int forward, int back) const {
  size_t shown = 0;
  std::string words;
  for (const Flight& flight : flights_)
    for (const size_t part : {size_t{1}, size_t{3}}) {
      const size_t from = movingFrame(flight, flight.first + (flight.last - flight.first) * part / 4);
      const int64_t step = stepIn(flight.film, from);
      if (step == 0 || flight.film[from].bytes[place] != flight.film[from - 1].bytes[place]) continue;
      const int set = step < 0 ? forward : back;
      const Poke poke{place, static_cast<uint8_t>(set)};
      const Moment moment{bench_.after(jump_.start, flight.script, from), from};
      const Film film = bench_.film(moment, flight.script, 1, {&poke, 1});
      const int64_t now = difference(position_.number, flight.film[from - 1], film[0]);
      const Shot& with = speed_.after ? film[0] : flight.film[from - 1];
      if ((now < 0) == (step < 0) || !movesBy(speed_, unsignedValue(speed_.number, with), now))
        return std::nullopt;
      if (++shown == 1)
        words = settingWords(bench_, place, set, jump_, from) + " turned the movement of that frame";
    }
  if (shown < 3) return std::nullopt;
  const bool down = (position_.weight.numerator > 0);
  const std::string ways[2] = {axis_ == Axis::Y ? "down" : "right", axis_ == Axis::Y ? "up" : "left"};
  return LawByte{place, "direction of the speed, " + std::to_string(forward) + " " + ways[!down] + ", " +
                            std::to_string(back) + " " + ways[down] + "; " + words + "; so in " +
                            std::to_string(shown) + " of " + std::to_string(shown) + " changes"};
}

}  // namespace jumpscope::discover
