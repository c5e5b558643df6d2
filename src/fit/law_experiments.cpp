#include "src/fit/law_experiments.h"

#include <algorithm>
#include <stdexcept>

#include "src/trace/watch.h"

namespace jumpscope::fit {
namespace {

constexpr size_t flight_frames = 150;      // frames
constexpr uint64_t frames_between = 1000;  // between the frames of two experiments

// Every way to hold while standing, and a few at each speed to the side.
std::vector<Experiment> plan() {
  std::vector<Experiment> list;
  for (size_t hold = 1; hold <= 32; hold += hold < 12 ? 1 : 3) list.push_back({0, 0, hold, {}});
  for (const size_t hold : {2, 5, 9}) list.push_back({0, 0, hold, hold + 4});
  list.push_back({0, 0, 60, {}});
  for (const int direction : {discover::button_right + 0, discover::button_right | discover::button_b})
    for (const size_t lead : {2, 5, 8, 12, 16, 20, 26, 34, 44, 60})
      for (const size_t hold : {3, 40})
        list.push_back({static_cast<discover::Buttons>(direction), lead, hold, {}});
  return list;
}

}  // namespace

discover::Script scriptOf(const Experiment& experiment, discover::Buttons button, size_t frames) {
  discover::Script script(frames, experiment.direction);
  for (size_t n = 0; n < frames; ++n) {
    if (n < experiment.lead) continue;
    const size_t since = n - experiment.lead;
    const bool again = experiment.again && since >= *experiment.again && since < *experiment.again + 3;
    if (since < experiment.hold || again) script[n] = static_cast<discover::Buttons>(script[n] | button);
  }
  return script;
}

Experiments makeExperiments(discover::Bench& bench, const discover::Script& way, discover::Buttons button,
                            const trace::Profile& profile) {
  Experiments result;
  const discover::Places& places = bench.places();
  for (const trace::Watch& watch : profile.watches) {
    const bool here = watch.take == trace::Take::Value && !watch.addresses.empty() &&
                      std::all_of(watch.addresses.begin(), watch.addresses.end(),
                                  [&](uint16_t address) { return places.at(trace::foldMirror(address)); });
    if (here) result.trace.header.watches.push_back(watch);
  }
  const console::State moment = bench.after(bench.powerOn(), way, way.size());
  uint64_t frame = way.size();
  for (const Experiment& experiment : plan()) {
    const size_t frames = experiment.lead + flight_frames;
    const discover::Script script = scriptOf(experiment, button, frames);
    result.made.push_back(experiment);
    result.first_rows.push_back(result.trace.rows.size());
    const discover::Film film = bench.film(moment, script, 0, frames);
    for (size_t n = 0; n < film.size(); ++n) {
      trace::Row row;
      row.frame = frame + n;
      row.buttons = script[n];
      const auto peek = [&](uint16_t address) {
        return film[n].bytes[*places.at(trace::foldMirror(address))];
      };
      for (const trace::Watch& watch : result.trace.header.watches)
        row.values.push_back(trace::readWatch(watch, peek));
      result.trace.rows.push_back(std::move(row));
    }
    frame += frames + frames_between;
  }
  return result;
}

std::pair<discover::Script, discover::Buttons> wayToJump(const discover::Script& movie,
                                                         std::optional<discover::Buttons> button) {
  constexpr discover::Buttons order[]{discover::button_a, discover::button_b, discover::button_up};
  for (const discover::Buttons one : order) {
    if (button && one != *button) continue;
    for (size_t n = movie.size(); n-- > 1;)
      if ((movie[n] & one) != 0 && (movie[n - 1] & one) == 0) {
        discover::Script way(movie.begin(), movie.begin() + std::ptrdiff_t(n));
        return {std::move(way), one};
      }
  }
  throw std::runtime_error(
      "the movie presses no button that could make a character jump; expected one that ends with a jump");
}

}  // namespace jumpscope::fit
