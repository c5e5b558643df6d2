// What states and patches say of themselves.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "src/base/facts.h"

namespace jumpscope::session {

// True for a state of jumpscope's; false for one of FCEUX's (isFceuxState) and everything else.
bool isState(std::span<const uint8_t> file);
// A state of jumpscope's or FCEUX's. Throws std::runtime_error, beginning with `name`, when it is damaged.
base::Facts describeState(std::span<const uint8_t> file, const std::string& name);
// PRG+CHR SHA-1 of the cartridge that a state of jumpscope's belongs to. Precondition: describeState() read it.
std::string cartridgeOfState(std::span<const uint8_t> file);

bool isPatch(std::span<const uint8_t> file);
// Throws std::runtime_error when the patch is damaged.
base::Facts describePatch(std::span<const uint8_t> file, const std::string& name);

}  // namespace jumpscope::session
