// A core with a program, beside a console of our own with the same.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "jumpscope_test_paths.h"
#include "libretro_host.h"
#include "src/console/console.h"
#include "tests/support/boards.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {

using tools::Host;
using tools::HostManner;

inline std::filesystem::path corePath() { return JUMPSCOPE_BINARY_DIR "/jumpscope_libretro.so"; }

inline std::vector<uint8_t> bytesOf(const std::string& text) { return {text.begin(), text.end()}; }

// Nothing is cropped, so that pictures have all of their pixels.
inline HostManner uncropped() {
  HostManner manner;
  for (const char* edge : {"top", "bottom", "left", "right"})
    manner.options[std::string("jumpscope_crop_") + edge] = "0";
  return manner;
}

// The programs that tests of the core run: ours, and those of others where they are.
std::vector<std::filesystem::path> programs();

console::Console consoleOf(const std::filesystem::path& program,
                           console::Region region = console::Region::Ntsc);

// A console's last picture in the colors of the NTSC palette, 0x00RRGGBB.
std::vector<uint32_t> shown(const console::Console& console);

}  // namespace jumpscope::tests
