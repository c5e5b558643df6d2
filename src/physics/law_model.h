// A law as a model.
#pragma once

#include <string>

#include "src/physics/law.h"
#include "src/physics/models.h"

namespace jumpscope::physics {

// Throws std::runtime_error, with a sentence that `where` begins, for a law that cannot be run: no order, widths out of range.
void requireSound(const Law& law, const std::string& where);
Model lawModel(const Law& law, const std::string& name, const std::string& title);

}  // namespace jumpscope::physics
