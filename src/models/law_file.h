// Laws in files (docs/laws.md): a profile that has one, or an object of nothing else.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "src/physics/law.h"
#include "src/physics/models.h"

namespace jumpscope::models {

// Throw std::runtime_error naming file and key.
physics::Law parseLaw(std::string_view json, const std::string& file_name);
nlohmann::ordered_json lawJson(const physics::Law& law);

// True if a profile's text has a law.
bool hasLaw(std::string_view profile);
// True for what names a file rather than a model: it ends in .json, or has a slash.
bool namesLawFile(const std::string& model);
// The model of a file's law, whose name is that of the file; "law" in a profile, or the whole file.
const physics::Model& loadLaw(const std::filesystem::path& file, const std::string& name);

}  // namespace jumpscope::models
