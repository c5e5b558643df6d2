#include "src/lab/about.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "src/lab/comparison.h"

namespace jumpscope::lab {

namespace {

bool sameArc(const std::vector<Sample>& a, const std::vector<Sample>& b) { return a == b; }

std::vector<Sample> flown(const physics::Model& model, const physics::Settings& settings,
                          std::span<const uint8_t> buttons) {
  try {
    return samplesOf(model, settings,
                     physics::runModel(model, settings, {buttons.begin(), buttons.end()}).rows);
  } catch (const std::runtime_error&) {
    return {};
  }
}

}  // namespace

std::vector<bool> parametersWithEffect(const physics::Model& model, const physics::Settings& settings,
                                       std::span<const uint8_t> buttons) {
  std::vector<bool> effects;
  for (const physics::Parameter& parameter : model.parameters) {
    physics::Settings base = settings;
    if (!parameter.counts_with.empty()) base[parameter.counts_with] = 1;
    const std::vector<Sample> now = flown(model, base, buttons);
    const double value = base.at(parameter.name), span = parameter.highest - parameter.lowest;
    bool changes = false;
    for (const double other :
         {value + 1, value - 1, value + span / 16, parameter.lowest, parameter.highest}) {
      const double tried =
          std::clamp(parameter.whole ? static_cast<double>(static_cast<int64_t>(other)) : other,
                     parameter.lowest, parameter.highest);
      if (changes || tried == value) continue;
      physics::Settings with = base;
      with[parameter.name] = tried;
      changes = !sameArc(flown(model, with, buttons), now);
    }
    effects.push_back(changes);
  }
  return effects;
}

std::optional<std::string> physicalText(const physics::Parameter& parameter, double value) {
  const std::string_view unit = parameter.unit;
  const size_t blank = unit.find(' ');
  if (!unit.starts_with("1/") || blank == unit.npos) return std::nullopt;
  int part = 0;
  const auto read = std::from_chars(unit.data() + 2, unit.data() + blank, part);
  if (read.ec != std::errc() || read.ptr != unit.data() + blank || part <= 0) return std::nullopt;
  char text[48];
  std::snprintf(text, sizeof text, "%.4g ", value / part);
  return std::string(text).append(unit.substr(blank + 1));
}

}  // namespace jumpscope::lab
