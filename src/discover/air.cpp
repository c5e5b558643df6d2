#include "src/discover/air.h"

#include <optional>

namespace jumpscope::discover {

namespace {

// A state is one of few.
constexpr size_t most_values = 3;

std::optional<AirState> candidate(size_t place, const Film& idle, std::span<const Flight> flights) {
  AirState state{place, idle[0].bytes[place], {}, 0, flights.size(), 0};
  for (const Shot& shot : idle)
    if (shot.bytes[place] != state.ground) return std::nullopt;
  for (const Flight& flight : flights)
    for (size_t t = flight.first; t < flight.last; ++t) {
      ++state.frames;
      if (flight.film[t].bytes[place] == state.ground) return std::nullopt;
      state.in_flight.insert(flight.film[t].bytes[place]);
      if (state.in_flight.size() > most_values) return std::nullopt;
    }
  // On the ground again.
  for (const Flight& flight : flights) {
    constexpr size_t rest = 8;
    for (size_t t = flight.last + rest; t < flight.last + 2 * rest && t < flight.film.size(); ++t)
      if (flight.film[t].bytes[place] != state.ground) return std::nullopt;
  }
  return state;
}

// Whether the flight goes otherwise when it is told that it is none.
bool decides(Bench& bench, const Scene& scene, AirState& state, const Number& position) {
  size_t changed = 0, asked = 0;
  for (const Moment& moment : scene.moments) {
    const int now = scene.film[moment.frame - 1].bytes[state.place];
    const auto answer = ask(bench, scene, moment, state.place, state.ground - now, 6);
    if (!answer) continue;
    ++asked;
    for (size_t t = 0; t < answer->film.size(); ++t)
      if (difference(position, scene.film[answer->frame + t], answer->film[t]) != 0) {
        ++changed;
        state.frame = moment.frame;
        break;
      }
  }
  return asked > 0 && changed * 2 > asked;
}

}  // namespace

std::vector<AirState> findAirStates(Bench& bench, const Scene& scene, const Film& idle,
                                    std::span<const Flight> flights, const Number& position,
                                    const Number& speed) {
  std::vector<AirState> states;
  for (const size_t place : scene.changing) {
    if (position.has(place) || speed.has(place)) continue;
    auto state = candidate(place, idle, flights);
    if (state && decides(bench, scene, *state, position)) states.push_back(*state);
  }
  return states;
}

}  // namespace jumpscope::discover
