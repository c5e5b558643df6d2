#include "src/prove/routine/presses.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "src/movie/buttons.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

// Two calls in frames that follow each other.
struct Pair {
  const Entry* before = nullptr;
  const Entry* now = nullptr;
};

std::vector<Pair> pairsOf(const Routine& routine) {
  std::vector<Pair> pairs;
  for (size_t i = 1; i < routine.entries.size(); ++i) {
    const Entry &before = routine.entries[i - 1], &now = routine.entries[i];
    if (before.run == now.run && before.frame + 1 == now.frame) pairs.push_back({&before, &now});
  }
  return pairs;
}

bool isDown(const Entry& entry, uint8_t button) { return (entry.pad & button) != 0; }

}  // namespace

std::string buttonText(const PressBit& bit) {
  return std::string(1, movie::button_letters[static_cast<size_t>(std::countl_zero(bit.button))]);
}

std::string bitText(const PressBit& bit) {
  return "bit " + std::to_string(std::countr_zero(bit.mask)) + " of " + trace::addressText(bit.address);
}

std::optional<PressBit> pressBit(const Routine& routine, uint8_t button, std::optional<uint16_t> held,
                                 uint8_t mask) {
  const std::vector<Pair> pairs = pairsOf(routine);
  const auto wasDown = [&](const Pair& pair) { return isDown(*pair.before, button); };
  const auto isNew = [&](const Pair& pair) { return isDown(*pair.now, button) && !wasDown(pair); };
  const auto tells = [&](uint16_t address, uint8_t bits, const auto& what) {
    return std::all_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
      return ((byteAt(pair.now->before, address) & bits) != 0) == what(pair);
    });
  };
  if (std::none_of(pairs.begin(), pairs.end(), isNew) || (held && tells(*held, mask, wasDown)))
    return std::nullopt;
  for (const bool before : {false, true}) {
    if (before && !held) break;
    for (uint16_t address = 0; address < 0x800; ++address)
      for (unsigned bit = 0x80; bit != 0; bit >>= 1) {
        const auto bits = static_cast<uint8_t>(bit);
        if ((before ? tells(address, bits, wasDown) : tells(address, bits, isNew)) &&
            matters(routine, address))
          return PressBit{address, bits, button, before, pairs.size()};
      }
  }
  return std::nullopt;
}

}  // namespace jumpscope::prove
