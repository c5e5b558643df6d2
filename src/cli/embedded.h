// The files of `jumpscope demo`, built into the program (cmake/embed.cmake).
#pragma once

#include <cstdint>
#include <span>

namespace jumpscope::cli {

std::span<const uint8_t> embeddedCartridge();  // roms_test/jumplab/jumplab.nes
std::span<const uint8_t> embeddedMovie();      // roms_test/movies/tour.fm2

}  // namespace jumpscope::cli
