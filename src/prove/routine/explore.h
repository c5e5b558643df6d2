// Input for a cartridge of which nobody has recorded a movie.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/session/session.h"

namespace jumpscope::prove {

struct Exploration {
  session::Input input;
  std::string done;  // what was pressed: a sentence without a full stop
};

// Presses Start now and then until the bytes of `height` follow the buttons, then holds and taps Right, Left, A and B by
// a fixed schedule, for a minute in all. The same cartridge and options give the same input.
Exploration explore(const std::shared_ptr<const console::Cartridge>& cartridge,
                    const console::Options& options, const std::vector<uint16_t>& height);

}  // namespace jumpscope::prove
