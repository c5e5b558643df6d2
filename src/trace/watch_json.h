// A watch as JSON, the same in profiles and in the first line of a trace.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "src/base/json_value.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// {"name": "y", "address": "$00CE" | 206 | ["$00B5", "$00CE"], "type": "u8", "point": 8, "mask": "$80",
// "take": "delta", "unit": "px", "meaning": "…"}: name is required; type is u8, point (the number of fraction
// bits) 0, mask all bits and take value unless given; no address means computed. Keys in this order; those at
// their default are left out, but for the type.
nlohmann::ordered_json watchToJson(const Watch& watch);

// Throws std::runtime_error; also for a watch that problemOf() finds invalid. {"name": "fall", "of": "y",
// "take": "delta"} takes address, type, point, mask and unit from the one of `others` that `of` names.
Watch watchFromJson(const base::JsonValue& value, std::span<const Watch> others = {});

// Every key that a watch may have.
std::span<const std::string_view> watchKeys();

}  // namespace jumpscope::trace
