#include "src/physics/smb_parts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

namespace jumpscope::physics {
namespace {

// clang-format off
constexpr Variable smb_variables[]{
    {"y_position",          Role::YPosition,      /*needed*/ true,  /*compared*/ true},
    {"y_page",              Role::YPage,          true,  true},
    {"y_subpixel",          Role::YSubpixel,      true,  true},
    {"y_speed",             Role::YSpeed,         true,  true, /*is_signed*/ true},
    {"y_speed_fraction",    Role::YSpeedFraction, true,  true},
    {"gravity",             Role::Gravity,        true,  true},
    // It shows itself through gravity; a trace without it is compared all the same.
    {"gravity_fall",        Role::GravityFall,    false, true},
    {"jump_origin_y",       Role::JumpOrigin,     true,  true},
    {"player_state",        Role::State,          true,  true},
    {.name = "buttons_ab",          .compared = true, .input = true, .opens = true},
    {.name = "buttons_ab_previous", .compared = true, .input = true, .closes = true},
    {.name = "x_speed_abs", .role = Role::XSpeed, .needed = true, .input = true},
    {.name = "swimming",  .steady = true},
    {.name = "whirlpool", .steady = true},
    {.name = "swim_timer",       .compared = true, .early = true},
    {"jumpspring"},
    {"freeze"},
    {"engine"},
    {"x_position",          Role::XPosition},
    {"x_page",              Role::XPage},
    {.name = "jump_origin_page", .compared = true},
    {.name = "halt_threshold",   .compared = true},
    {"pause"},
    {"mode"},
    {"frame_counter"},  // not the model's: it tells lag
};
// clang-format on

// All constants of a flight are whole numbers, and every one of them stands in the differences.

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
  const std::vector<double> d = steps(pixels(series)), dd = accelerations(series);
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
  const std::vector<double> y = pixels(series);
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
  constants.terminal_fraction = settings.at("terminal_fraction") / 256;
  return constants;
}

// One jump's constants in the place of the tables, for a game that is built the same way.
const std::vector<Parameter>& tableParameters() {
  static const std::vector<Parameter> all = [] {
    // clang-format off
  std::vector<Parameter> list{
      {"own_tables",        "flag",             "1: the seven below instead of the cartridge's tables by |x speed|", 0, 0, 1},
      {"rise",              "1/256 px/frame^2", "gravity while rising with the button held",                        32, 0, 255},
      {"fall",              "1/256 px/frame^2", "gravity after release or apex",                                   112, 0, 255},
      {"jump_speed",        "1/256 px/frame",   "speed of a start, down positive",                               -1024, -32768, 32767},
      {"terminal_speed",    "px/frame",         "no fall is faster",                                                 4, -128, 127},
      {"terminal_fraction", "1/256 px/frame",   "at terminal_speed: the fraction from which it is enforced",       128, 0, 255},
      {"release_rise",      "px",               "rise needed before a release counts",                               1, 0, 255},
  };
    // clang-format on
    for (size_t i = 1; i < list.size(); ++i) list[i].counts_with = list.front().name;
    return list;
  }();
  return all;
}

// Puts a value of tableParameters() into every row.
void putIntoTables(SmbTables& tables, const std::string& name, double value) {
  if (name == "rise") tables.rise.fill(uint8_t(value));
  if (name == "fall") tables.fall.fill(uint8_t(value));
  if (name == "jump_speed") {
    tables.speed.fill(int8_t(int(value) >> 8));
    tables.speed_fraction.fill(uint8_t(int(value) & 0xFF));
  }
  if (name == "terminal_speed") tables.terminal_speed = int8_t(value);
  if (name == "terminal_fraction") tables.terminal_fraction = uint8_t(value);
  if (name == "release_rise") tables.release_rise = uint8_t(value);
}

}  // namespace

std::span<const Variable> SmbGame::variables() const { return smb_variables; }

bool SmbGame::aDown(const Values& now) const {
  // At a frame's end both bytes hold its buttons.
  for (size_t v : {smb_buttons_ab, smb_buttons_ab_previous})
    if (now.has(v)) return (now.byte(v) & smb_game_a) != 0;
  return Game::aDown(now);
}

bool SmbGame::inControl(const Values& now) const {
  return now.at(smb_engine, smb_engine_play) == smb_engine_play;
}

Stance SmbGame::stance(const Values& now) const {
  if (!now.has(smb_player_state)) return Stance::Unknown;
  switch (now.at(smb_player_state)) {
    case smb_on_ground:
      return Stance::Ground;
    case smb_jumping:
      return Stance::Jumping;
    case smb_falling:
      return Stance::Falling;
    case smb_climbing:
      return Stance::Climbing;
  }
  return Stance::Unknown;
}

bool SmbGame::strokes(const Values& at_start) const { return at_start.at(smb_swimming) != 0; }

bool SmbGame::strokeSeen(const Values& before, const Values& now) const {
  return now.has(smb_swim_timer) && strokes(now) && now.at(smb_swim_timer) > before.at(smb_swim_timer);
}

std::vector<std::string_view> SmbGame::parameters() const {
  std::vector<std::string_view> names;
  for (const Parameter& parameter : tableParameters()) names.push_back(parameter.name);
  return names;
}

void addTableParameters(std::vector<Parameter>& list) {
  list.insert(list.end(), tableParameters().begin(), tableParameters().end());
}

SmbTables tablesOf(const Settings& values) {
  SmbTables tables;
  if (values.at("own_tables") != 0)
    for (const Parameter& parameter : tableParameters())
      putIntoTables(tables, parameter.name, values.at(parameter.name));
  return tables;
}

SmbTables tablesBeside(const Settings& given) {
  Settings all;
  for (const Parameter& parameter : tableParameters()) all[parameter.name] = parameter.default_value;
  if (const auto own = given.find("own_tables"); own != given.end()) all["own_tables"] = own->second;
  SmbTables tables = tablesOf(all);
  for (const auto& [name, value] : given) putIntoTables(tables, name, value);
  return tables;
}

FitRules smbFitRules(Settings (*fixed)(const FitSeries&, double fps)) {
  return {.tunable = {"jump_speed", "rise", "fall", "terminal_speed", "terminal_fraction", "release_rise"},
          .fixed = fixed,
          .guesses = smbGuesses,
          .constants = smbConstants};
}

}  // namespace jumpscope::physics
