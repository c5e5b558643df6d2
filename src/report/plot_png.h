// Pictures of curves as PNG, through librsvg, which is loaded when it is asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jumpscope::report {

// An SVG (as plotSvg makes it) as a PNG, two pixels a unit: for papers and slides. Throws
// std::runtime_error when librsvg is not on this machine, or cannot draw it.
std::vector<uint8_t> pngOfSvg(const std::string& svg);

}  // namespace jumpscope::report
