#include "src/fit/law_experiments.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "src/movie/buttons.h"
#include "src/trace/columns.h"
#include "src/trace/watch.h"

namespace jumpscope::fit {
namespace {

constexpr size_t flight_frames = 150;      // frames
constexpr uint64_t frames_between = 1000;  // between the frames of two experiments
// Before the press: a start is seen by what was before it.
constexpr size_t rest = 2;

// Every way to hold while standing, and a few at each speed to the side.
std::vector<Experiment> plan(discover::Buttons jump) {
  std::vector<Experiment> list;
  for (size_t hold = 1; hold <= 32; hold += hold < 12 ? 1 : 3) list.push_back({0, rest, hold, {}});
  for (const size_t hold : {2, 5, 9}) list.push_back({0, rest, hold, hold + 4});
  list.push_back({0, rest, 60, {}});
  // Games run with the other of A and B.
  const discover::Buttons run = jump == discover::button_b ? discover::button_a : discover::button_b;
  for (const int direction : {discover::button_right + 0, discover::button_right | run})
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
  trace::addLagWatch(result.trace.header.watches);
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
  result.way = way;
  result.button = button;
  addExperiments(bench, result, plan(button));
  constexpr size_t hold = 2;
  const auto short_one = std::find(result.made.begin(), result.made.end(), Experiment{0, rest, hold, {}});
  const size_t first = result.first_rows[size_t(short_one - result.made.begin())];
  addExperiments(bench, result, pressesBeforeLanding(result.trace, profile, hold, first + rest));
  return result;
}

void addExperiments(discover::Bench& bench, Experiments& result, const std::vector<Experiment>& list) {
  uint64_t frame =
      result.trace.rows.empty() ? result.way.size() : result.trace.rows.back().frame + 1 + frames_between;
  for (const Experiment& experiment : list) {
    const discover::Script script = scriptOf(experiment, result.button, experiment.lead + flight_frames);
    result.made.push_back(experiment);
    addRows(bench, script, frame, result);
    frame += script.size() + frames_between;
  }
}

std::string Experiments::placeOf(uint64_t frame) const {
  if (frame < way.size()) return "frame " + std::to_string(frame) + " of the movie";
  size_t number = 0;
  while (number + 1 < made.size() && trace.rows[first_rows[number + 1]].frame <= frame) ++number;
  const Experiment& experiment = made[number];
  const size_t begin = way.size(), press = begin + experiment.lead;
  const auto span = [](size_t first, size_t frames) {
    return std::to_string(first) + (frames > 1 ? "-" + std::to_string(first + frames - 1) : "");
  };
  const auto letters = [](discover::Buttons buttons) {
    std::string text = movie::buttonsText(buttons);
    std::erase(text, '.');
    return text;
  };
  std::string text = "frame " + std::to_string(begin + frame - trace.rows[first_rows[number]].frame) +
                     " (the movie to frame " + std::to_string(begin - 1) + ", then ";
  if (experiment.direction != 0)
    text += letters(experiment.direction) + " from frame " + std::to_string(begin) + " on, ";
  text += letters(button) + " in " + span(press, experiment.hold);
  if (experiment.again) text += " and " + span(press + *experiment.again, 3);
  return text + ")";
}

std::vector<Experiment> decidingExperiments(const LawFit& found, const Experiments& experiments,
                                            const physics::LawNumber& x_speed) {
  std::vector<Experiment> list, known = experiments.made;
  for (const OpenConstant& open : found.open)
    for (const auto& end : {open.lowest, open.highest}) {
      if (!end || *end == open.value) continue;
      const auto input = partingInput(found.law, withValue(found.law, open.name, *end));
      if (!input) continue;
      const Experiment one = experimentFor(*input, experiments, x_speed);
      if (std::find(known.begin(), known.end(), one) != known.end()) continue;
      list.push_back(one);
      known.push_back(one);
    }
  return list;
}

Experiment experimentFor(const JumpInput& input, const Experiments& experiments,
                         const physics::LawNumber& x_speed) {
  Experiment best{0, rest, input.hold, input.again};
  const auto column =
      x_speed.parts.empty() ? std::nullopt : experiments.trace.find(x_speed.parts.front().watch);
  int64_t nearest = input.x_speed;
  for (size_t i = 0; column && i < experiments.made.size(); ++i)
    for (size_t lead = 1; lead <= experiments.made[i].lead; ++lead) {
      const trace::Row& row = experiments.trace.rows[experiments.first_rows[i] + lead - 1];
      const int64_t off = std::abs(std::abs(row.values[*column]) - input.x_speed);
      if (off >= nearest) continue;
      nearest = off;
      best.direction = experiments.made[i].direction;
      best.lead = lead;
    }
  return best;
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
