#include "src/play/curves.h"

#include <cmath>
#include <utility>

#include "src/jumps/height.h"

namespace jumpscope::play {

namespace {

using models::Role;

// From the frame on in which the player was last given control: before, the bytes are meaningless.
std::span<const trace::Row> inControl(const models::Binding& binding, std::span<const trace::Row> rows) {
  for (size_t i = rows.size(); i > 0; --i)
    if (!binding.playerInControl(rows[i - 1])) return rows.subspan(i);
  return rows;
}

std::vector<double> heights(const LiveCheck& live, std::span<const trace::Row> rows) {
  if (live.profile().height_watch.empty()) return {};
  const jumps::Height height({live.trace().header, {}}, live.profile());
  const int64_t zero = live.origin().value_or(height.exact(rows.back()));
  std::vector<double> values;
  for (const trace::Row& row : rows)
    values.push_back(std::ldexp(static_cast<double>(height.exact(row) - zero), -height.bits()));
  return values;
}

}  // namespace

std::vector<Curve> curvesOf(const LiveCheck& live, std::span<const trace::Row> all) {
  const models::Binding& binding = live.binding();
  const std::span<const trace::Row> rows = inControl(binding, all);
  if (rows.size() < 2) return {};
  const auto scaled = [&](const trace::Row& row, size_t column) {
    return std::ldexp(static_cast<double>(row.values[column]),
                      -live.trace().header.watches[column].fraction_bits);
  };
  const double upward = live.profile().height_up ? 1 : -1;
  std::vector<Curve> curves;
  const auto add = [&](Curve::What what, const char* name, const char* unit, std::vector<double> values) {
    if (!values.empty()) curves.push_back({what, name, unit, std::move(values)});
  };
  std::vector<double> speeds, gravities;
  for (const trace::Row& row : rows) {
    if (const auto speed = binding.column(Role::YSpeed)) {
      const auto fraction = binding.column(Role::YSpeedFraction);
      const double part = fraction ? scaled(row, *fraction) / 256 : 0;
      speeds.push_back(0 + upward * (scaled(row, *speed) + part));  // 0 has no sign
    }
    if (const auto gravity = binding.column(Role::Gravity)) gravities.push_back(scaled(row, *gravity) / 256);
  }
  add(Curve::What::Height, "height", "px", heights(live, rows));
  add(Curve::What::Speed, "speed up", "px/frame", std::move(speeds));
  add(Curve::What::Gravity, "gravity", "px/frame\u00b2", std::move(gravities));
  return curves;
}

}  // namespace jumpscope::play
