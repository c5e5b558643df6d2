// A watch as JSON, the same in profiles and in the first line of a trace.
#pragma once

#include <nlohmann/json.hpp>

#include "src/trace/json_value.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// {"name": "y", "address": "$00CE" | 206 | ["$00B5", "$00CE"], "type": "u8", "point": 8, "mask": "$80",
// "unit": "px", "meaning": "…"}: name is required; type is u8, point (the number of fraction bits) 0 and mask
// $FF unless given; no address means computed. Keys in this order; those at their default are left out, but
// for the type.
nlohmann::ordered_json watchToJson(const Watch& watch);

// Throws std::runtime_error; also for a watch that problemOf() finds fault with.
Watch watchFromJson(const JsonValue& value);

}  // namespace jumpscope::trace
