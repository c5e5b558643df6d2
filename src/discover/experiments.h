// Experiments on the bytes of a movement: change a byte between two frames, and see what becomes of the sprites and of the
// other bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/discover/bench.h"
#include "src/discover/sprites.h"

namespace jumpscope::discover {

// A movement of the character, filmed: a jump, or a walk.
struct Scene {
  Axis axis = Axis::Y;
  console::State start;
  Script script;
  Film film;
  std::vector<Slots> slots;      // by frame: the sprites of the character, where they are known
  size_t first = 0, last = 0;    // the movement is in progress in these frames, as sprites show it
  std::vector<Moment> moments;   // within it, ascending
  std::vector<size_t> changing;  // bytes that change in it
};

// Films the script; `idle`: the same frames without it; `character`: the sprites that may be the character's.
// nullopt: less than a few frames of it show a movement.
std::optional<Scene> filmScene(Bench& bench, const console::State& start, const Script& script,
                               const Film& idle, Axis axis, const Slots& character = Slots().set());

// A number in memory.
struct Number {
  std::vector<size_t> places;  // most significant byte first

  bool operator==(const Number&) const = default;
  int bits() const { return static_cast<int>(8 * places.size()); }
  bool has(size_t place) const;
};
int64_t unsignedValue(const Number& number, const Shot& shot);
int64_t signedValue(const Number& number, const Shot& shot);
// b - a, wrapped to the number's width.
int64_t difference(const Number& number, const Shot& a, const Shot& b);

// The upper half of the stack, where calls leave what looks like a value and is none.
constexpr bool isStack(size_t place) { return place >= 0x0180 && place < 0x0200; }

// The page of memory that is copied to OAM: what is in it moves with the sprites, or counts nothing.
inline constexpr size_t sprite_page = 256;
size_t spritePage(const Scene& scene);

// What became of a changed byte.
struct Answer {
  size_t frame = 0;  // the first one after the change
  int delta = 0;     // that was added to the byte
  Film film;
  std::vector<std::optional<int>>
      moved;  // by frame: the character's sprites against the film without the change, px
};
// Adds `delta` to the byte; nullopt: the byte has no room for that, or the movement ends too soon.
std::optional<Answer> ask(Bench& bench, const Scene& scene, const Moment& moment, size_t place, int delta,
                          size_t frames);

// pixels = floor(raw * numerator / denominator) + a constant; numerator < 0: the number grows upward or to the left.
struct Weight {
  int numerator = 0, denominator = 1;

  bool operator==(const Weight&) const = default;
};
int64_t scaled(int64_t raw, const Weight& weight);

// A position, or a part of one, that experiments found.
struct Position {
  Number number;
  Weight weight;               // of its least significant bit
  size_t delay = 0;            // frames until sprites show it
  size_t shown = 0, seen = 0;  // frames in which sprites are where it says, of those in which they are seen
  size_t near = 0;             // or are but a few px from there, as steps of an animation are
  // For words: the experiment that moved the sprites.
  size_t place = 0, frame = 0;
  int delta = 0, moved = 0;
  size_t sprites = 0, first_sprite = 0;
  std::string carries{};  // how bytes were found to belong together
};

// Whether the byte kept what was added to it, in all frames.
bool keeps(const Scene& scene, const Answer& answer, size_t place);

// The positions that this scene's experiments show, one for each set of bytes.
std::vector<Position> findPositions(Bench& bench, const Scene& scene);

// The byte below: one whose carry goes into `place`. nullopt: none, or more than one.
std::optional<size_t> byteBelow(Bench& bench, const Scene& scene, size_t place, const Number& but,
                                std::string& words);
// The byte above: one that takes `place`'s carry.
std::optional<size_t> byteAbove(Bench& bench, const Scene& scene, size_t place, const Number& but,
                                std::string& words);

// "$04F3"
std::string placeText(const Bench& bench, size_t place);
std::string numberText(const Bench& bench, const Number& number);

}  // namespace jumpscope::discover
