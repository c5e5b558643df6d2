// Patches of cartridge files: IPS, BPS and UPS. Pure functions of bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mappers/cartridge.h"

namespace jumpscope::mappers {

// A file and the name that messages call it by.
struct NamedBytes {
  std::span<const uint8_t> bytes;
  std::string name;
};

// The file as the patch makes it; the patch's first bytes say which kind it is. Throws std::runtime_error, one
// sentence, when the patch is damaged, cut short or for another file, as far as its format can tell (IPS cannot tell
// the last), or when it makes a file of more than largest_cartridge bytes.
std::vector<uint8_t> applyPatch(const NamedBytes& file, const NamedBytes& patch);

// One kind each. Precondition: the patch begins with the mark of its kind.
std::vector<uint8_t> applyIps(const NamedBytes& file, const NamedBytes& patch);
std::vector<uint8_t> applyBps(const NamedBytes& file, const NamedBytes& patch);
std::vector<uint8_t> applyUps(const NamedBytes& file, const NamedBytes& patch);

}  // namespace jumpscope::mappers
