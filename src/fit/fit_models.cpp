// Each model's own way from a flight to its constants.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "src/fit/fit_search.h"

namespace jumpscope::fit {
namespace {

using physics::Settings;

using Values = std::vector<double>;

bool fine(const FitSeries& series) { return series.bits >= 8; }

double median(Values values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + int64_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// dd[n]: how much faster downwards the step into frame n is than the one before.
Values accelerations(const FitSeries& series) {
  const Values d = steps(pixels(series));
  Values dd{0};
  for (size_t n = 1; n < d.size(); ++n) dd.push_back(d[n] - d[n - 1]);
  return dd;
}

// Super Mario Bros.: all constants are whole numbers, and every one of them stands in the differences.

Settings smbFixed(const FitSeries&, double) {
  return {{"own_tables", 1}, {"floor", -1}, {"y_position", 176}, {"fit origin", 176}};
}
Settings articleFixed(const FitSeries&, double) {
  return {{"own_tables", 1}, {"lands", 0}, {"ground", 176}, {"fit origin", 176}};
}

// Values that occur, the most frequent first, at most `most`.
std::vector<int> frequent(const std::map<int, int>& counts, size_t most) {
  std::vector<std::pair<int, int>> order;
  for (const auto& [value, count] : counts) order.push_back({-count, value});
  std::sort(order.begin(), order.end());
  std::vector<int> values;
  for (size_t i = 0; i < order.size() && i < most; ++i) values.push_back(order[i].second);
  return values;
}

std::vector<Settings> smbFineGuesses(const FitSeries& series) {
  const Values d = steps(pixels(series)), dd = accelerations(series);
  std::map<int, int> gravities;
  std::set<int> terminals{4};
  bool capped = false;
  for (size_t n = 1; n < dd.size(); ++n) {
    const double gravity = dd[n] * 256;
    if (gravity >= 0 && gravity <= 255) ++gravities[int(gravity)];
    // What stops a fall from getting faster is the terminal speed, which has no fraction.
    if (d[n] <= 0 || d[n] >= 128) continue;
    capped = capped || dd[n] <= 0;
    if (d[n] == std::floor(d[n])) terminals.insert(int(d[n]));
  }
  // The cartridge's own value first, so that a flight that does not show it keeps it.
  std::vector<int> fractions{128};
  for (int fraction = 0; fraction < 256; ++fraction) fractions.push_back(fraction);
  const std::vector<int> rises = frequent(gravities, 5);
  std::vector<Settings> guesses;
  for (const int rise : rises)
    for (const int fall : rises)
      for (const int terminal : capped ? terminals : std::set<int>{4})
        for (size_t f = 0; f < (capped ? fractions.size() : 1); ++f)
          guesses.push_back({{"jump_speed", std::nearbyint(d[0] * 256)},
                             {"rise", rise},
                             {"fall", fall},
                             {"terminal_speed", terminal},
                             {"terminal_fraction", fractions[f]}});
  return guesses;
}

// From whole pixels. While the key is held, row n says of speed s and gravity r that s t + r t (t - 1) / 2,
// with t = n + 1, lies within its pixel: for each r an interval of s. What fits is tried with every fall,
// round numbers first.
std::vector<Settings> smbCoarseGuesses(const FitSeries& series) {
  const Values y = pixels(series);
  const size_t apex = size_t(std::min_element(y.begin(), y.end()) - y.begin());
  size_t last = 0;
  while (last < apex && series.buttons[last] != 0) ++last;
  const Parabolas estimate = parabolasOf(series);
  const double pixel = std::ldexp(256., -series.bits);
  std::vector<std::pair<int, int>> starts;  // speed, rise
  for (int rise = 0; rise < 256; ++rise) {
    double lowest = -32768, highest = 32767;
    for (size_t n = 0; n <= last; ++n) {
      const double t = double(n + 1), fallen = rise * t * (t - 1) / 2;
      lowest = std::max(lowest, std::ceil((y[n] * 256 - fallen) / t));
      highest = std::min(highest, std::floor((y[n] * 256 + pixel - 1 - fallen) / t));
    }
    for (double speed = lowest; speed <= highest; ++speed) starts.push_back({int(speed), rise});
  }
  const auto roundness = [](int value) { return value == 0 ? 16 : std::countr_zero(unsigned(value)); };
  std::stable_sort(starts.begin(), starts.end(), [&](const auto& a, const auto& b) {
    return roundness(a.first) + roundness(a.second) > roundness(b.first) + roundness(b.second);
  });
  if (starts.empty())
    starts.push_back({int(estimate.speed * 256), std::clamp(int(estimate.rise * 256), 0, 255)});
  constexpr size_t most_starts = 48;
  if (starts.size() > most_starts) starts.resize(most_starts);
  std::vector<Settings> guesses;
  const int fall = std::clamp(int(estimate.fall * 256), 0, 255);
  for (const auto& [speed, rise] : starts)
    for (int f = std::max(0, fall - 32) & ~1; f <= std::min(255, fall + 96); f += 2)
      guesses.push_back({{"jump_speed", speed}, {"rise", rise}, {"fall", f}});
  return guesses;
}

std::vector<Settings> smbGuesses(const FitSeries& series, double) {
  if (fine(series))
    if (std::vector<Settings> guesses = smbFineGuesses(series); !guesses.empty()) return guesses;
  return smbCoarseGuesses(series);
}

Constants smbConstants(const Settings& settings, double) {
  Constants constants;
  constants.speed = settings.at("jump_speed") / 256;
  constants.rise_gravity = settings.at("rise") / 256;
  constants.fall_gravity = settings.at("fall") / 256;
  constants.terminal_speed = settings.at("terminal_speed");
  constants.terminal_from = settings.at("terminal_speed") + settings.at("terminal_fraction") / 256;
  return constants;
}

// Donkey Kong and the second difference: one gravity, no release.

Settings dkFixed(const FitSeries&, double) { return {{"lands", 0}, {"start_y", 176}, {"fit origin", 176}}; }

std::vector<Settings> dkGuesses(const FitSeries& series, double) {
  const Parabolas estimate = parabolasOf(series);
  const double speed = fine(series) ? steps(pixels(series))[0] : estimate.speed;
  const double gravity = fine(series) ? median(accelerations(series)) : estimate.fall;
  const double step = std::nearbyint(gravity * 128);
  return {{{"step", step}, {"rise", step - speed * 256}}};
}

Constants dkConstants(const Settings& settings, double) {
  Constants constants;
  constants.speed = (settings.at("step") - settings.at("rise")) / 256;
  constants.rise_gravity = constants.fall_gravity = settings.at("step") / 128;
  return constants;
}

Settings secondFixed(const FitSeries& series, double) {
  return {{"lands", 0}, {"start_y", series.origin}, {"precision", 1}, {"fit origin", series.origin}};
}

std::vector<Settings> secondGuesses(const FitSeries& series, double) {
  const Parabolas estimate = parabolasOf(series);
  const double speed = fine(series) ? steps(pixels(series))[0] : estimate.speed;
  const double gravity = fine(series) ? median(accelerations(series)) : estimate.fall;
  return {{{"g", gravity}, {"v0", gravity / 2 - speed}}};
}

Constants secondConstants(const Settings& settings, double) {
  Constants constants;
  constants.rise_gravity = constants.fall_gravity = settings.at("g");
  constants.speed = settings.at("g") / 2 - settings.at("v0");
  return constants;
}

// Verlet: gravity is what most steps have in common; boosts are what some have more.

Settings verletFixed(const FitSeries& series, double fps) {
  return {{"ground", series.origin}, {"fps", fps}, {"fit origin", series.origin}};
}

std::vector<Settings> verletGuesses(const FitSeries& series, double fps) {
  const Values d = steps(pixels(series)), dd = accelerations(series);
  size_t held = 0;
  while (held < series.buttons.size() && series.buttons[held] != 0) ++held;
  const double gravity = fine(series) ? median({dd.begin() + 1, dd.end()}) : parabolasOf(series).fall;
  std::vector<Settings> guesses;
  for (const int every : {2, 1, 3, 4, 5, 6}) {
    Settings guess{{"g", gravity * fps * fps}, {"boost_every", every}};
    guess["v0"] = (d[0] - gravity / 2) * fps;
    for (int k = 0; k < 4; ++k) {
      const size_t call = size_t(every) * size_t(k + 1);  // counted from 0
      if (call < std::min(held, dd.size()) && fine(series))
        guess["boost_" + std::to_string(k + 1)] =
            std::abs(dd[call] - gravity) < 1e-7 ? 0 : dd[call] - gravity;
    }
    guesses.push_back(std::move(guess));
  }
  return guesses;
}

Constants verletConstants(const Settings& settings, double fps) {
  Constants constants;
  const double gravity = settings.at("g") / (fps * fps);
  constants.speed = settings.at("v0") / fps + gravity / 2;
  constants.rise_gravity = constants.fall_gravity = gravity;
  for (int k = 1; k <= 4; ++k) constants.boosts.push_back(settings.at("boost_" + std::to_string(k)));
  constants.boost_every = int(settings.at("boost_every"));
  return constants;
}

// The ball's first speed follows from the size of its room, which is therefore chosen to fit it.

Settings ballFixed(const FitSeries& series, double fps) {
  return {{"fps", fps}, {"fit origin", series.origin}};
}

std::vector<Settings> ballGuesses(const FitSeries& series, double fps) {
  const Values y = pixels(series), d = steps(y);
  const Values dd = accelerations(series);
  const double gh2 = median({dd.begin() + 1, dd.end()}), gravity = gh2 * fps * fps;
  const auto speedAt = [&](double first_step) { return (first_step - gh2 / 2) * fps; };
  const double v0 = speedAt(d[0]);
  Settings guess{{"pixels_per_metre", gravity / 9.8}};
  if (gravity > 0) {
    // v0^2 = 2 g (ground - (2 r + 5)) and ground = 0.9 area - r, with the ground where the flight began.
    const double fall = v0 * v0 / (2 * gravity), radius = (series.origin - fall - 5) / 2;
    guess["radius"] = radius;
    guess["area_height"] = (series.origin + radius) / 0.9;
  }
  // Every other step than gravity's is a bounce: it begins at the ground anew.
  for (size_t n = 1; n < d.size(); ++n)
    if (std::abs(dd[n] - gh2) > 1e-6 && v0 < 0) {
      guess["restitution"] = speedAt(y[n]) / v0;
      break;
    }
  return {guess};
}

Constants ballConstants(const Settings& settings, double fps) {
  Constants constants;
  const double gravity = 9.8 * settings.at("pixels_per_metre"), radius = settings.at("radius");
  const double fall = std::max(0., settings.at("area_height") * 0.9 - radius - (2 * radius + 5));
  constants.rise_gravity = constants.fall_gravity = gravity / (fps * fps);
  constants.speed = -std::sqrt(2 * gravity * fall) / fps + constants.fall_gravity / 2;
  return constants;
}

// Siv3D: gravity where nothing damps, damping where nothing else happens.

Settings siv3dFixed(const FitSeries& series, double) {
  return {{"level", 2}, {"y", series.origin}, {"fit origin", series.origin}};
}

std::vector<Settings> siv3dGuesses(const FitSeries& series, double) {
  const Parabolas estimate = parabolasOf(series);
  const Values d = steps(pixels(series));
  Settings guess{{"jump_speed", fine(series) ? d[0] : estimate.speed}};
  Values gravities, dampings;
  // The damping acts after a frame's own step, on the speed that the next one starts from; not after the
  // first.
  for (size_t n = 1; n < d.size(); ++n)
    if (n == 1 || series.buttons[n - 1] != 0 || d[n - 1] >= 0) gravities.push_back(d[n] - d[n - 1]);
  const double gravity = fine(series) && !gravities.empty() ? median(gravities) : estimate.fall;
  for (size_t n = 2; n < d.size(); ++n)
    if (series.buttons[n - 1] == 0 && d[n - 1] < -0.25) dampings.push_back((d[n] - gravity) / d[n - 1]);
  guess["gravity"] = gravity;
  if (!dampings.empty() && fine(series)) guess["damping"] = std::clamp(median(dampings), 0., 1.);
  return {guess};
}

Constants siv3dConstants(const Settings& settings, double) {
  Constants constants;
  constants.speed = settings.at("jump_speed");
  constants.rise_gravity = constants.fall_gravity = settings.at("gravity");
  constants.release_factor = settings.at("damping");
  return constants;
}

// Actors: the first step already has a frame's gravity in it, and every step is cut to whole pixels.

Settings actorFixed(const FitSeries&, double) { return {{"run_speed", 0}, {"x", 24}, {"fit origin", 160}}; }

std::vector<Settings> actorGuesses(const FitSeries& series, double) {
  const Parabolas estimate = parabolasOf(series);
  std::vector<Settings> guesses;
  for (const double gravity : {estimate.rise, estimate.fall, (estimate.rise + estimate.fall) / 2})
    guesses.push_back({{"gravity", gravity}, {"jump_speed", estimate.speed - gravity}});
  return guesses;
}

Constants actorConstants(const Settings& settings, double) {
  Constants constants;
  constants.rise_gravity = constants.fall_gravity = settings.at("gravity");
  constants.speed = settings.at("jump_speed") + settings.at("gravity");
  constants.terminal_speed = constants.terminal_from = settings.at("terminal_speed");
  return constants;
}

const std::vector<FitModel>& all() {
  static const std::vector<FitModel> list{
      {"smb-jump",
       {"jump_speed", "rise", "fall", "terminal_speed", "terminal_fraction", "release_rise"},
       smbFixed,
       smbGuesses,
       smbConstants},
      {"smb-article-jump",
       {"jump_speed", "rise", "fall", "terminal_speed", "terminal_fraction", "release_rise"},
       articleFixed,
       smbGuesses,
       smbConstants},
      {"dk-jump", {"rise", "step"}, dkFixed, dkGuesses, dkConstants},
      {"second-difference", {"v0", "g", "precision"}, secondFixed, secondGuesses, secondConstants},
      {"verlet-jump",
       {"v0", "g", "boost_1", "boost_2", "boost_3", "boost_4", "boost_every"},
       verletFixed,
       verletGuesses,
       verletConstants},
      {"bouncing-ball",
       {"area_height", "radius", "pixels_per_metre", "restitution", "stop"},
       ballFixed,
       ballGuesses,
       ballConstants},
      {"siv3d-jump",
       {"jump_speed", "gravity", "damping", "precision"},
       siv3dFixed,
       siv3dGuesses,
       siv3dConstants},
      {"actor-solid", {"jump_speed", "gravity", "terminal_speed"}, actorFixed, actorGuesses, actorConstants},
  };
  return list;
}

}  // namespace

const FitModel* findFitModel(const std::string& name) {
  for (const FitModel& model : all())
    if (model.name == name) return &model;
  return nullptr;
}

std::vector<std::string> fittedModels() {
  std::vector<std::string> names;
  for (const FitModel& model : all()) names.push_back(model.name);
  return names;
}

}  // namespace jumpscope::fit
