// Files that are built into the program: those of `jumpscope demo` (cmake/embed.cmake) and of `jumpscope engine new`
// (cmake/templates.cmake).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace jumpscope::cli {

std::span<const uint8_t> embeddedCartridge();  // roms_test/jumplab/jumplab.nes
std::span<const uint8_t> embeddedMovie();      // roms_test/movies/tour.fm2

struct EmbeddedText {
  std::string_view name, text;
};
std::span<const EmbeddedText> engineTemplates();  // src/cli/templates/*.in, without ".in"

}  // namespace jumpscope::cli
