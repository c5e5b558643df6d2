// Cartridges among the shared test data.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "mappers/cartridge.h"

namespace jumpscope::console::tests {

// Throws std::runtime_error when it is no cartridge file, or one for a board we do not have.
inline std::shared_ptr<const mappers::Cartridge> readCartridge(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(file)), {});
  auto cartridge =
      std::make_shared<const mappers::Cartridge>(mappers::parseCartridge(bytes, path.filename().string()));
  mappers::requireSupported(*cartridge);
  return cartridge;
}

}  // namespace jumpscope::console::tests
