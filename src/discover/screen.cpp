#include "src/discover/screen.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace jumpscope::discover {

namespace {

constexpr int tile = 8;
constexpr int field = 512;  // of nametables, in which a level scrolls

// The character's sprites in a frame, px on the screen.
struct Box {
  int left = 0, right = 0, bottom = 0;
};
std::optional<Box> boxOf(const Shot& shot, const Slots& slots, int sprite_height) {
  std::optional<Box> box;
  for (size_t slot = 0; slot < 64; ++slot) {
    if (!slots[slot] || !isVisible(shot, slot)) continue;
    const int x = shot.oam[4 * slot + 3], bottom = shot.oam[4 * slot] + 1 + sprite_height;
    if (!box) box = Box{x, x + tile, bottom};
    box->left = std::min(box->left, x);
    box->right = std::max(box->right, x + tile);
    box->bottom = std::max(box->bottom, bottom);
  }
  return box;
}

// Distances that were seen, and the one that most frames share.
class Distances {
 public:
  void add(int distance) {
    ++seen_;
    ++counts_[distance];
  }
  struct Shared {
    int distance = 0;
    size_t frames = 0;
  };
  // nullopt: four of five frames do not share one, or a profile has no room for it.
  std::optional<Shared> shared() const {
    constexpr int most = 256;
    constexpr size_t fewest = 10;
    for (const auto& [distance, count] : counts_)
      if (count * 5 >= seen_ * 4 && seen_ >= fewest && std::abs(distance) <= most)
        return Shared{distance, count};
    return std::nullopt;
  }

 private:
  std::map<int, size_t> counts_;
  size_t seen_ = 0;
};

int pixelOf(const Position& position, const Shot& shot) {
  return static_cast<int>(scaled(unsignedValue(position.number, shot), position.weight));
}

// In a profile, a position is a number with bits below the pixel.
bool isPlain(const Position& position) {
  const int denominator = position.weight.denominator;
  return position.weight.numerator == 1 && (denominator & (denominator - 1)) == 0;
}

int inField(int distance) {
  distance = ((distance % field) + field) % field;
  return distance >= field / 2 ? distance - field : distance;
}

struct Across {
  int feet = 0;
  bool scrolls = false;
};

// A long walk shows if the picture scrolls, and if the position is one in the level, then.
std::optional<Across> across(Laboratory& laboratory, const Position& x, int sprite_height) {
  const Film film =
      laboratory.bench.film(laboratory.jump.start, Script(jump_frames, button_right), 0, jump_frames);
  Slots character;
  for (const Slots& slots : laboratory.jump.arc.slots) character |= slots;
  Distances on_screen, in_level;
  bool scrolls = false;
  for (size_t t = x.delay; t < film.size(); ++t) {
    const Displacement shift = displacement(laboratory.idle[t], film[t], Axis::X, character);
    const std::optional<Box> box = boxOf(film[t], shift.slots, sprite_height);
    if (!box) continue;
    scrolls = scrolls || film[t].scroll_x != film[0].scroll_x;
    const int middle = (box->left + box->right) / 2, pixel = pixelOf(x, film[t - x.delay]);
    on_screen.add(middle - pixel);
    in_level.add(inField(middle + film[t].scroll_x - pixel));
  }
  const auto here = on_screen.shared(), there = in_level.shared();
  if (scrolls && there && (!here || there->frames > here->frames)) return Across{there->distance, true};
  if (!here || (scrolls && there && there->frames == here->frames)) return std::nullopt;
  return Across{here->distance, false};
}

std::optional<int> below(const Laboratory& laboratory, const Position& y, int sprite_height) {
  const Scene& scene = *laboratory.flight;
  Distances distances;
  for (size_t t = std::max(scene.first, y.delay); t < scene.last; ++t)
    if (const auto box = boxOf(scene.film[t], scene.slots[t], sprite_height))
      distances.add(box->bottom - pixelOf(y, scene.film[t - y.delay]));
  const auto shared = distances.shared();
  return shared ? std::optional(shared->distance) : std::nullopt;
}

}  // namespace

std::optional<trace::OnScreen> onScreen(Laboratory& laboratory, const Position& x, const Position& y) {
  if (!isPlain(x) || !isPlain(y)) return std::nullopt;
  const int sprite_height = static_cast<int>(laboratory.jump.start.ppu.control.spriteHeight());
  const std::optional<int> feet = below(laboratory, y, sprite_height);
  if (!feet) return std::nullopt;
  const std::optional<Across> side = across(laboratory, x, sprite_height);
  if (!side) return std::nullopt;
  trace::OnScreen screen;
  screen.x = watchOf(laboratory.bench, "x", x.number, false, x.weight, "px");
  screen.y = watchOf(laboratory.bench, "y", y.number, false, y.weight, "px");
  screen.feet_x = side->feet;
  screen.feet_y = *feet;
  screen.scrolls = side->scrolls;
  return screen;
}

}  // namespace jumpscope::discover
