// A machine for the targets that need one.
#pragma once

#include <memory>
#include <vector>

#include "src/console/cartridge.h"
#include "tests/fuzz/target.h"

namespace jumpscope::fuzz {

// A program that writes to the picture chip and starts DMA all the time.
std::shared_ptr<const console::Cartridge> someCartridge();
// A state of it, as a file.
const std::vector<uint8_t>& someState();
std::vector<uint8_t> editedState(Bytes edits);

}  // namespace jumpscope::fuzz
