// A law as a model.
#pragma once

#include <string>

#include "src/physics/law.h"
#include "src/physics/models.h"

namespace jumpscope::physics {

// Why a law means nothing: a step without its constants, tiers out of order, a number that its bits do not hold. Empty: it
// is sound.
std::string whyUnsound(const Law& law);
// Throws std::runtime_error with that sentence, which `where` begins.
void requireSound(const Law& law, const std::string& where);
// What of a sound law is probably a mistake, as a sentence without a full stop; empty: nothing.
std::string doubtOf(const Law& law);
// Variables of a law's game that no watch has: beside those of the watches there is room for them in Values.
inline constexpr size_t law_hidden_variables = 14;
size_t watchesOf(const Law& law);
Model lawModel(const Law& law, const std::string& name, const std::string& title);

}  // namespace jumpscope::physics
