#include "src/base/json.h"

#include <nlohmann/json.hpp>

namespace jumpscope::base {

namespace {

constexpr auto replace = nlohmann::json::error_handler_t::replace;

}  // namespace

std::string jsonText(const nlohmann::ordered_json& json) { return json.dump(2, ' ', false, replace) + "\n"; }

std::string compactJson(const nlohmann::json& json) { return json.dump(-1, ' ', false, replace); }

std::string compactJson(const nlohmann::ordered_json& json) { return json.dump(-1, ' ', false, replace); }

}  // namespace jumpscope::base
