#include <algorithm>
#include <nlohmann/json.hpp>

#include "src/base/table.h"
#include "src/jumps/jumps.h"

namespace jumpscope::jumps {
namespace {

using nlohmann::ordered_json;

// One list of columns serves the text, the CSV and the JSON.
ordered_json rowOf(const Jump& jump) {
  const auto orNull = [](const auto& value) { return value ? ordered_json(*value) : ordered_json(nullptr); };
  ordered_json row;
  row["jump"] = orNull(jump.number);
  row["start_frame"] = jump.start_frame;
  row["start"] = toString(jump.start);
  row["tier"] = orNull(jump.tier);
  row["x_speed_abs"] = orNull(jump.x_speed_abs);
  row["hold_frames"] = jump.hold_frames;
  row["apex_px"] = jump.apex_px;
  row["apex_px_exact"] = trace::measureText(jump.apex_raw, jump.apex_bits);
  row["apex_frame"] = jump.apex_frame;
  row["frames_airborne"] = jump.frames_airborne;
  row["landing_frame"] = orNull(jump.landing_frame);
  row["distance_px"] = orNull(jump.distance_px);
  row["release_gravity"] = jump.release_gravity_raw
                               ? ordered_json(trace::measureText(*jump.release_gravity_raw, jump.apex_bits))
                               : ordered_json(nullptr);
  row["end"] = describeEnd(jump);
  return row;
}

}  // namespace

std::string_view toString(JumpStart start) {
  switch (start) {
    case JumpStart::Jump:
      return "jump";
    case JumpStart::Stroke:
      return "stroke";
    case JumpStart::Fall:
      return "fall";
    case JumpStart::BeforeTrace:
      return "before the trace";
  }
  return "";
}

std::string_view toString(JumpEnd end) {
  switch (end) {
    case JumpEnd::Landed:
      return "landed";
    case JumpEnd::NextStroke:
      return "next stroke";
    case JumpEnd::NextJump:
      return "next jump";
    case JumpEnd::Climbing:
      return "climbing";
    case JumpEnd::ControlLost:
      return "control lost";
    case JumpEnd::EndOfTrace:
      return "end of trace";
  }
  return "";
}

std::string describeEnd(const Jump& jump) {
  std::string text;
  for (const Event& event : jump.events)
    text += std::string(event.name) + " in frame " + std::to_string(event.frame) + ", ";
  return text + std::string(toString(jump.end));
}

std::string jumpsText(std::span<const Jump> jumps) {
  std::vector<ordered_json> rows;
  for (const Jump& jump : jumps) rows.push_back(rowOf(jump));
  return base::tableText({"jump", "frame", "start", "tier", "x speed", "hold", "apex px", "exact", "at",
                          "airborne", "lands", "distance", "gravity", "end"},
                         rows);
}

std::string jumpsCsv(std::span<const Jump> jumps) {
  std::vector<ordered_json> rows;
  for (const Jump& jump : jumps) rows.push_back(rowOf(jump));
  return base::tableCsv(rowOf(Jump{}), rows);
}

ordered_json jumpsJson(std::span<const Jump> jumps) {
  ordered_json all = ordered_json::array();
  for (const Jump& jump : jumps) {
    ordered_json row = rowOf(jump);
    row["end"] = toString(jump.end);
    row["disturbances_known"] = jump.events_known;
    row["events"] = ordered_json::array();
    for (const Event& event : jump.events)
      row["events"].push_back({{"frame", event.frame}, {"kind", event.name}});
    all.push_back(std::move(row));
  }
  return all;
}

}  // namespace jumpscope::jumps
