// The part of a profile that says how jumps are seen and compared, as JSON: in profiles and in the headers of
// traces.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "src/base/json_value.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// Reads the keys "model", "feeds" and "jump" of an object; the names are those of `watches`. Throws
// std::runtime_error naming file and key.
JumpRule jumpRuleFrom(const base::JsonValue& object, std::span<const Watch> watches);
// Adds these keys to an object.
void putJumpRule(nlohmann::ordered_json& object, const JumpRule& rule);

}  // namespace jumpscope::trace
