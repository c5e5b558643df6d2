#include "src/discover/jump_count.h"

#include <algorithm>
#include <cstdlib>

namespace jumpscope::discover {
namespace {

constexpr size_t looked_at = 6, least_counted = 3;  // frames after the start

}  // namespace

JumpCount::JumpCount(Laboratory& laboratory, const KnownJump& jump)
    : bench_(laboratory.bench), jump_(laboratory.jump), known_(jump), flights_(laboratory.flights) {
  // The first frame with a speed upward, the same in all flights.
  const auto rises = [&](const Flight& flight, size_t t) {
    return signedValue(known_.v.number, flight.film[t]) * known_.v.numerator * known_.y.weight.numerator < 0;
  };
  start_ = SIZE_MAX;
  for (const Flight& flight : flights_)
    for (size_t t = 1; t < flight.film.size(); ++t)
      if (rises(flight, t)) {
        start_ = std::min(start_, t);
        break;
      }
}

bool JumpCount::isDown(const Flight& flight, size_t t) const {
  return t < flight.script.size() && (flight.script[t] & jump_.button) != 0;
}

size_t JumpCount::heldUntil(const Flight& flight) const {
  size_t last = start_;
  while (last < start_ + looked_at && isDown(flight, last + 1)) ++last;
  return last;
}

size_t JumpCount::changed(size_t place, const std::vector<int>& values, size_t within,
                          std::string& words) const {
  size_t count = 0;
  for (const Flight& flight : flights_) {
    const size_t from = start_ + 2;
    if (heldUntil(flight) < from) continue;
    const Moment moment{bench_.after(jump_.start, flight.script, from), from};
    const auto other = [&](int value) {
      const Poke poke{place, static_cast<uint8_t>(value)};
      const Film film = bench_.film(moment, flight.script, within, {&poke, 1});
      for (size_t t = 0; t < film.size() && from + t < flight.film.size(); ++t)
        if (difference(known_.v.number, flight.film[from + t], film[t]) != 0) return true;
      return false;
    };
    const auto found = std::find_if(values.begin(), values.end(), other);
    if (found == values.end()) continue;
    if (++count == 1)
      words += settingWords(bench_, place, *found & 0xFF, jump_, from) + " changed the speed after it";
  }
  return count;
}

std::optional<LawByte> JumpCount::counter(size_t place) const {
  if (start_ == SIZE_MAX || start_ < 2) return std::nullopt;
  std::optional<int> first, step;
  for (const Flight& flight : flights_) {
    const auto at = [&](size_t t) { return int(flight.film[t].bytes[place]); };
    for (size_t t = 1; t < start_; ++t)
      if (at(t) != at(0)) return std::nullopt;
    const size_t last = heldUntil(flight);
    if (last >= flight.film.size() || (first && at(start_) != *first)) return std::nullopt;
    first = at(start_);
    for (size_t t = start_ + 1; t <= last; ++t) {
      const int moved = static_cast<int8_t>(at(t) - at(t - 1));
      if (moved == 0 && t >= start_ + least_counted) break;  // nothing depends on it any more
      if (std::abs(moved) != 1 || (step && moved != *step)) return std::nullopt;
      step = moved;
    }
  }
  if (!step) return std::nullopt;
  constexpr size_t flight_frames = 40;
  std::string words = "the frames since the start, " + std::to_string(*first) + " at the end of that; ";
  if (changed(place, {0, 255, *first + 16, *first + 40}, flight_frames, words) < 2) return std::nullopt;
  return LawByte{place, words};
}

std::optional<LawByte> JumpCount::runs(size_t place) const {
  if (start_ == SIZE_MAX || start_ < 2) return std::nullopt;
  std::optional<int> set;
  bool ends = false;
  for (const Flight& flight : flights_) {
    const auto at = [&](size_t t) { return int(flight.film[t].bytes[place]); };
    const size_t last = heldUntil(flight);
    if (last + 2 >= flight.film.size()) return std::nullopt;
    for (size_t t = 0; t < start_; ++t)
      if (at(t) != 0) return std::nullopt;
    for (size_t t = start_; t <= last; ++t)
      if (at(t) == 0 || (set && at(t) != *set))
        return std::nullopt;
      else
        set = at(t);
    if (last == start_ + looked_at) continue;  // held on
    if (at(last + 2) != 0) return std::nullopt;
    ends = true;
  }
  if (!set || !ends) return std::nullopt;
  constexpr size_t soon = 4;
  std::string words = "not 0 while the frames since the start are counted, until a release; ";
  if (changed(place, {0}, soon, words) < 2) return std::nullopt;
  return LawByte{place, words};
}

}  // namespace jumpscope::discover
