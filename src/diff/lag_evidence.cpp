#include "src/diff/lag_evidence.h"

#include <algorithm>
#include <string_view>

#include "src/trace/columns.h"

namespace jumpscope::diff {

LagEvidence::LagEvidence(const trace::TraceView& trace, const models::Binding& binding, bool strict)
    : trace_(trace), strict_(strict), lag_(trace::lagColumn(trace.header)) {
  const auto columnNamed = [&](std::string_view name) {
    const auto variable = physics::variableNamed(binding.game(), name);
    return variable ? binding.columnOf(*variable) : std::nullopt;
  };
  pause_ = columnNamed("pause");
  counter_ = columnNamed("frame_counter");
  if (counter_ && !counts()) counter_.reset();
}

// A byte that never goes up by one counts nothing: another game keeps something else there.
bool LagEvidence::counts() const {
  for (size_t row = 1; row < trace_.rows.size(); ++row) {
    const auto before = static_cast<uint8_t>(trace_.rows[row - 1].values[*counter_]);
    if (static_cast<uint8_t>(trace_.rows[row].values[*counter_]) == static_cast<uint8_t>(before + 1))
      return true;
  }
  return false;
}

LagEvidence::Says LagEvidence::of(size_t row) const {
  if (!lag_ && !counter_) return Says::Nothing;
  const auto& now = trace_.rows[row].values;
  const bool idle = lag_ && now[*lag_] != 0;
  const bool stands = counter_ && now[*counter_] == trace_.rows[row - 1].values[*counter_];
  if (strict_ && lag_) return idle ? Says::Lag : Says::NoLag;
  return idle || stands ? Says::Lag : Says::NoLag;
}

bool LagEvidence::paused(size_t row) const { return pause_ && (trace_.rows[row].values[*pause_] & 1) != 0; }

}  // namespace jumpscope::diff
