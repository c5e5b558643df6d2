#include "src/play/tools/listing.h"

namespace jumpscope::play {

namespace {

// How many instructions from `from` lead exactly to `pc`; nullopt: they miss it, or are more than `most`.
std::optional<int> instructionsTo(const LengthAt& lengthAt, uint16_t from, uint16_t pc, int most) {
  const int distance = static_cast<uint16_t>(pc - from);
  int gone = 0, count = 0;
  for (; gone < distance && count <= most; ++count) gone += lengthAt(static_cast<uint16_t>(from + gone));
  return gone == distance && count <= most ? std::optional(count) : std::nullopt;
}

}  // namespace

uint16_t linesBefore(const LengthAt& lengthAt, uint16_t pc, int lines) {
  constexpr int longest = 3;
  for (int wanted = lines; wanted > 0; --wanted)
    for (int bytes = wanted; bytes <= wanted * longest; ++bytes) {
      const auto from = static_cast<uint16_t>(pc - bytes);
      if (instructionsTo(lengthAt, from, pc, wanted) == wanted) return from;
    }
  return pc;
}

uint16_t Listing::top(const LengthAt& lengthAt, uint16_t pc, int lines) {
  const bool shown = top_ && instructionsTo(lengthAt, *top_, pc, lines - 2);
  if (!shown) top_ = linesBefore(lengthAt, pc, lines / 4);
  return *top_;
}

}  // namespace jumpscope::play
