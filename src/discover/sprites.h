// What sprites do: where two films of the same frames differ in the places of sprites.
//
// Sprites are compared slot by slot of OAM, in the same frame of two runs that begin alike. That holds for games that turn
// their slots from frame to frame, too. A place is one of the level: the screen's plus the scroll position.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/discover/bench.h"

namespace jumpscope::discover {

enum class Axis : uint8_t { X, Y };

using Slots = std::bitset<64>;

bool isVisible(const Shot& shot, size_t slot);
// The sprite's place along the axis, px.
int placeOf(const Shot& shot, size_t slot, Axis axis);
// How much farther a sprite is in `other` than in `base`, px; nullopt: it is not visible in both.
std::optional<int> moved(const Shot& base, const Shot& other, size_t slot, Axis axis);

// The distance that most of the sprites that differ share, and which sprites these are. 0: none differs.
struct Displacement {
  int by = 0;
  Slots slots;
};
// Only the sprites of `among` count.
Displacement displacement(const Shot& base, const Shot& other, Axis axis, const Slots& among = Slots().set());
// The distance that most of these sprites share; nullopt: none is visible in both.
std::optional<int> displacementOf(const Slots& slots, const Shot& base, const Shot& other, Axis axis);

// The displacement along Y by frame, px; negative: higher. Frames that flickering sprites leave out are filled in.
std::vector<int> heightsOf(const Film& idle, const Film& film);

// The height of one sprite by frame, px, as long as it is visible, counted from the first frame, in which it is in this
// slot. It is followed where the game moves it to other slots.
std::vector<int> pathOf(std::span<const Shot> film, size_t slot);

// A sprite's flight, seen from outside.
struct Arc {
  size_t launch = 0;         // the first frame that shows it
  size_t apex = 0;           // the first frame at the largest height
  size_t landing = 0;        // the first frame of rest after it, or the film's end
  int rise = 0;              // px
  bool ground = true;        // it comes to rest where it began; false: without the press it falls
  size_t slot = 0;           // without ground: of the sprite in the first frame
  std::vector<Slots> slots;  // by frame: the sprites that take part
};
// `idle`: the same frames without the press. nullopt: nothing rises and comes back by itself.
std::optional<Arc> findArc(const Film& idle, const Film& film);

}  // namespace jumpscope::discover
