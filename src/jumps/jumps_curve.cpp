#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "src/base/table.h"
#include "src/jumps/jumps.h"

namespace jumpscope::jumps {
namespace {

using nlohmann::ordered_json;

// One way in which a hold came out.
struct Outcome {
  JumpStart start;
  std::optional<int> tier;
  uint64_t hold_frames;
  int64_t apex_px, apex_raw;
  int apex_bits;
  uint64_t apex_frame, frames_airborne;
  std::optional<int64_t> release_gravity_raw;

  auto operator<=>(const Outcome&) const = default;
};

std::vector<ordered_json> rowsOf(std::span<const Jump> jumps) {
  std::map<Outcome, std::vector<size_t>> outcomes;
  for (const Jump& jump : jumps) {
    const bool rises = jump.start == JumpStart::Jump || jump.start == JumpStart::Stroke;
    if (!rises || jump.end != JumpEnd::Landed || !jump.events.empty() || !jump.number) continue;
    outcomes[{jump.start, jump.tier, jump.hold_frames, jump.apex_px, jump.apex_raw, jump.apex_bits,
              jump.apex_frame, jump.frames_airborne, jump.release_gravity_raw}]
        .push_back(*jump.number);
  }
  std::vector<ordered_json> rows;
  for (const auto& [outcome, numbers] : outcomes) {
    ordered_json row;
    row["start"] = toString(outcome.start);
    row["tier"] = outcome.tier ? ordered_json(*outcome.tier) : ordered_json(nullptr);
    row["hold_frames"] = outcome.hold_frames;
    row["apex_px"] = outcome.apex_px;
    row["apex_px_exact"] = trace::measureText(outcome.apex_raw, outcome.apex_bits);
    row["apex_frame"] = outcome.apex_frame;
    row["frames_airborne"] = outcome.frames_airborne;
    row["release_gravity"] =
        outcome.release_gravity_raw
            ? ordered_json(trace::measureText(*outcome.release_gravity_raw, outcome.apex_bits))
            : ordered_json(nullptr);
    row["jumps"] = numbers.size();
    row["first_jump"] = numbers.front();
    rows.push_back(std::move(row));
  }
  return rows;
}

constexpr const char* names[] = {"start",         "tier",       "hold_frames",     "apex_px",
                                 "apex_px_exact", "apex_frame", "frames_airborne", "release_gravity",
                                 "jumps",         "first_jump"};

}  // namespace

std::string curveText(std::span<const Jump> jumps) {
  return base::tableText(
      {"start", "tier", "hold", "apex px", "exact", "at", "airborne", "gravity", "jumps", "first"},
      rowsOf(jumps));
}

std::string curveCsv(std::span<const Jump> jumps) {
  ordered_json columns;
  for (const char* name : names) columns[name] = nullptr;
  return base::tableCsv(columns, rowsOf(jumps));
}

ordered_json curveJson(std::span<const Jump> jumps) {
  ordered_json rows = ordered_json::array();
  const bool known =
      std::all_of(jumps.begin(), jumps.end(), [](const Jump& jump) { return jump.events_known; });
  for (ordered_json& row : rowsOf(jumps)) {
    row["disturbances_known"] = known;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace jumpscope::jumps
