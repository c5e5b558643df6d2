// Cartridges among the shared test data.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "src/console/cartridge.h"

namespace jumpscope::console::tests {

// Throws std::runtime_error when it is no cartridge file, or one for a board we do not have.
inline std::shared_ptr<const Cartridge> readCartridge(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(file)), {});
  auto cartridge = std::make_shared<const Cartridge>(parseCartridge(bytes, path.filename().string()));
  mappers::requireSupported(*cartridge);
  return cartridge;
}

}  // namespace jumpscope::console::tests
