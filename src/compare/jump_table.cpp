#include <algorithm>
#include <nlohmann/json.hpp>

#include "src/compare/jumps.h"

namespace jumpscope::compare {
namespace {

using nlohmann::ordered_json;

// One list of columns serves the text, the CSV and the JSON.
ordered_json rowOf(const Jump& jump, size_t number) {
  const auto orNull = [](const auto& value) { return value ? ordered_json(*value) : ordered_json(nullptr); };
  ordered_json row;
  row["jump"] = number;
  row["start_frame"] = jump.start_frame;
  row["start"] = toString(jump.start);
  row["tier"] = orNull(jump.tier);
  row["x_speed_abs"] = orNull(jump.x_speed_abs);
  row["hold_frames"] = jump.hold_frames;
  row["apex_px"] = jump.apex_px;
  row["apex_px_exact"] = exactDecimal(jump.apex_raw, jump.apex_bits);
  row["apex_frame"] = jump.apex_frame;
  row["frames_airborne"] = jump.frames_airborne;
  row["landing_frame"] = orNull(jump.landing_frame);
  row["distance_px"] = orNull(jump.distance_px);
  row["end"] = describeEnd(jump);
  return row;
}

std::string cell(const ordered_json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
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

std::string_view toString(EventKind kind) {
  switch (kind) {
    case EventKind::Landing:
      return "landing";
    case EventKind::Ceiling:
      return "ceiling";
    case EventKind::Block:
      return "block";
    case EventKind::Brick:
      return "brick";
    case EventKind::Stomp:
      return "stomp";
    case EventKind::Pull:
      return "pull";
    case EventKind::Move:
      return "move";
    case EventKind::Speed:
      return "speed set";
    case EventKind::Gravity:
      return "gravity set";
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
    text += std::string(toString(event.kind)) + " in frame " + std::to_string(event.frame) + ", ";
  return text + std::string(toString(jump.end));
}

std::string exactDecimal(int64_t raw, int fraction_bits) {
  const bool negative = raw < 0;
  const uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(raw) : static_cast<uint64_t>(raw);
  std::string text(negative ? 1 : 0, '-');
  text += std::to_string(magnitude >> fraction_bits);
  const uint64_t one = uint64_t{1} << fraction_bits;
  uint64_t rest = magnitude & (one - 1);
  if (rest != 0) text += '.';
  // A binary fraction ends after as many decimal digits as it has bits. Points in traces lie at most 32 bits
  // up.
  while (rest != 0) {
    rest *= 10;
    text += static_cast<char>('0' + (rest >> fraction_bits));
    rest &= one - 1;
  }
  return text;
}

std::string jumpsText(std::span<const Jump> jumps) {
  std::vector<std::vector<std::string>> table;
  table.push_back({"jump", "frame", "start", "tier", "x speed", "hold", "apex px", "exact", "at", "airborne",
                   "lands", "distance", "end"});
  for (size_t i = 0; i < jumps.size(); ++i) {
    std::vector<std::string> line;
    const ordered_json row = rowOf(jumps[i], i + 1);
    for (const auto& [name, value] : row.items()) line.push_back(value.is_null() ? "-" : cell(value));
    table.push_back(line);
  }
  std::vector<size_t> width(table[0].size(), 0);
  for (const auto& line : table)
    for (size_t c = 0; c < line.size(); ++c) width[c] = std::max(width[c], line[c].size());
  std::string text;
  for (const auto& line : table) {
    for (size_t c = 0; c < line.size(); ++c) {
      const std::string pad(width[c] - line[c].size(), ' ');
      const bool words = c == 2 || c + 1 == line.size();
      text += c == 0 ? "" : "  ";
      text += words ? line[c] : pad + line[c];
      if (words && c + 1 != line.size()) text += pad;
    }
    text += '\n';
  }
  return text;
}

std::string jumpsCsv(std::span<const Jump> jumps) {
  std::string text;
  const ordered_json headings = rowOf(Jump{}, 0);
  for (const auto& [name, value] : headings.items()) text.append(text.empty() ? "" : ",").append(name);
  text += '\n';
  for (size_t i = 0; i < jumps.size(); ++i) {
    const ordered_json row = rowOf(jumps[i], i + 1);
    std::string line;
    for (const auto& [name, value] : row.items()) {
      const std::string content = cell(value);
      const std::string quote(content.find(',') != std::string::npos ? 1 : 0, '"');
      if (name != "jump") line += ',';
      line.append(quote).append(content).append(quote);
    }
    text += line + '\n';
  }
  return text;
}

ordered_json jumpsJson(std::span<const Jump> jumps) {
  ordered_json all = ordered_json::array();
  for (size_t i = 0; i < jumps.size(); ++i) {
    ordered_json row = rowOf(jumps[i], i + 1);
    row["end"] = toString(jumps[i].end);
    row["events"] = ordered_json::array();
    for (const Event& event : jumps[i].events)
      row["events"].push_back({{"frame", event.frame}, {"kind", toString(event.kind)}});
    all.push_back(std::move(row));
  }
  return all;
}

}  // namespace jumpscope::compare
