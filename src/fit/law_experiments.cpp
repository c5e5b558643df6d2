#include "src/fit/law_experiments.h"

#include <algorithm>
#include <stdexcept>

#include "src/trace/watch.h"

namespace jumpscope::fit {
namespace {

constexpr size_t flight_frames = 150;      // frames
constexpr uint64_t frames_between = 1000;  // between the frames of two experiments
// Before the press: a start is seen by what was before it.
constexpr size_t rest = 2;

// Every way to hold while standing, and a few at each speed to the side.
std::vector<Experiment> plan() {
  std::vector<Experiment> list;
  for (size_t hold = 1; hold <= 32; hold += hold < 12 ? 1 : 3) list.push_back({0, rest, hold, {}});
  for (const size_t hold : {2, 5, 9}) list.push_back({0, rest, hold, hold + 4});
  list.push_back({0, rest, 60, {}});
  for (const int direction : {discover::button_right + 0, discover::button_right | discover::button_b})
    for (const size_t lead : {2, 5, 8, 12, 16, 20, 26, 34, 44, 60})
      for (const size_t hold : {3, 40})
        list.push_back({static_cast<discover::Buttons>(direction), lead, hold, {}});
  return list;
}

// Presses that come shortly before the landing of a short jump, whose press is in this row.
std::vector<Experiment> pressesBeforeLanding(const trace::Trace& trace, const trace::Profile& profile,
                                             size_t hold, size_t press_row) {
  const auto height = trace.find(profile.height_watch);
  if (!height) return {};
  size_t landing = 0;
  for (size_t row = press_row + 1; row < std::min(press_row + flight_frames, trace.rows.size()); ++row)
    if (trace.rows[row].values[*height] != trace.rows[row - 1].values[*height]) landing = row - press_row;
  std::vector<Experiment> list;
  for (const size_t before : {1, 2, 3, 4, 5, 6, 8, 10, 13, 16})
    if (landing > before + hold + 1) list.push_back({0, rest, hold, landing - before});
  return list;
}

// The watches that the bench can read, and lag.
Experiments withoutRows(const discover::Bench& bench, const trace::Profile& profile) {
  Experiments result;
  const discover::Places& places = bench.places();
  for (const trace::Watch& watch : profile.watches) {
    const bool here = watch.take == trace::Take::Value && !watch.addresses.empty() &&
                      std::all_of(watch.addresses.begin(), watch.addresses.end(),
                                  [&](uint16_t address) { return places.at(trace::foldMirror(address)); });
    if (here) result.trace.header.watches.push_back(watch);
  }
  trace::Watch lag;
  lag.name = "lag";
  lag.type = trace::Type::Lag;
  if (!result.trace.find(lag.name)) result.trace.header.watches.push_back(lag);
  return result;
}

// The rows of an input from the moment on, the first of them in `frame`.
void addRows(discover::Bench& bench, const discover::Script& script, uint64_t frame, Experiments& result) {
  result.first_rows.push_back(result.trace.rows.size());
  const discover::Film film = bench.film(result.moment, script, 0, script.size());
  for (size_t n = 0; n < film.size(); ++n) {
    trace::Row row;
    row.frame = frame + n;
    row.buttons = script[n];
    const auto peek = [&](uint16_t address) {
      return film[n].bytes[*bench.places().at(trace::foldMirror(address))];
    };
    for (const trace::Watch& watch : result.trace.header.watches)
      row.values.push_back(watch.type == trace::Type::Lag ? !film[n].polled : trace::readWatch(watch, peek));
    result.trace.rows.push_back(std::move(row));
  }
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
  Experiments result = withoutRows(bench, profile);
  result.moment = bench.after(bench.powerOn(), way, way.size());
  uint64_t frame = way.size();
  std::vector<Experiment> todo = plan();
  for (size_t i = 0; i < todo.size(); ++i) {
    constexpr size_t hold = 2;
    const Experiment experiment = todo[i];
    const discover::Script script = scriptOf(experiment, button, experiment.lead + flight_frames);
    result.made.push_back(experiment);
    addRows(bench, script, frame, result);
    frame += script.size() + frames_between;
    const bool is_short = experiment.hold == hold && experiment.direction == 0 && !experiment.again;
    if (!is_short) continue;
    for (const Experiment& more :
         pressesBeforeLanding(result.trace, profile, hold, result.first_rows.back() + rest))
      todo.push_back(more);
  }
  return result;
}

Experiments playedBefore(discover::Bench& bench, const discover::Script& movie, size_t end,
                         const trace::Profile& profile) {
  constexpr size_t most = 1200;  // frames
  const size_t first = end - std::min(end, most);
  Experiments result = withoutRows(bench, profile);
  result.moment = bench.after(bench.powerOn(), movie, first);
  addRows(bench, discover::Script(movie.begin() + std::ptrdiff_t(first), movie.end()), first, result);
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
