// Movement models side by side on one key: every press at rest starts an arc, and the last arcs are kept.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "src/physics/models.h"

namespace jumpscope::lab {

// The end of a frame, seen from the frame before the press.
struct Sample {
  double risen = 0;         // px, up positive
  double side = 0;          // px, right positive; 0 where the model does not move to the side
  double speed = 0;         // px/frame, up positive: the difference to the frame before
  double acceleration = 0;  // px/frame^2: that of the speeds
  bool jumping = false;

  bool operator==(const Sample&) const = default;
};

// A model's run from one press: exactly physics::runModel of these settings and buttons.
struct Arc {
  physics::Settings settings;    // every parameter
  std::vector<uint8_t> buttons;  // frame 0: nothing; frame 1: the press
  std::vector<Sample> samples;   // one a frame; empty after an error
  std::string error;             // why the model could not run

  bool flown() const { return buttons.size() > 1; }
};

// Reads the rows of a run of `model`.
std::vector<Sample> samplesOf(const physics::Model& model, const physics::Settings& settings,
                              const physics::Rows& rows);

// The configuration of an entry.
struct EntryChoice {
  const physics::Model* model = nullptr;
  physics::Settings settings;  // every parameter
  uint32_t color = 0;          // 0xRRGGBB
  bool shown = true;

  bool operator==(const EntryChoice&) const = default;
};

struct Entry {
  EntryChoice choice;
  Arc arc;                 // the last one, which may still grow
  std::deque<Arc> ghosts;  // earlier arcs, oldest first
};

// Models that have a height: all but strafe, which has a separate view.
const std::vector<const physics::Model*>& comparisonModels();
// One of these, or the law of a file. Throws std::runtime_error for any other name.
const physics::Model& comparisonModel(const std::string& name);
// The color of the n-th entry; it differs clearly from its neighbors' on black.
uint32_t paletteColor(size_t n);
// One of each, the less striking ones hidden.
std::vector<EntryChoice> defaultEntries();

// A value: copying it is a save state.
class Comparison {
 public:
  static constexpr size_t most_entries = 12;
  static constexpr size_t most_ghosts = 32;
  static constexpr size_t longest_arc = 600;   // frames
  static constexpr size_t tail = 15;           // frames at rest before an arc ends
  static constexpr double deepest_fall = 480;  // px below the start, where an arc ends

  Comparison() : Comparison(defaultEntries()) {}
  explicit Comparison(std::vector<EntryChoice> choices);

  // One frame for all entries. Bit 7 Right, bit 6 Left ... bit 0 A, which jumps. An entry at rest when A goes
  // down starts a new arc from the model's start; an entry in flight receives the buttons.
  void frame(uint8_t buttons);

  // A whole jump at once: A goes down for so many frames, and all fly to their ends.
  void fly(size_t held_frames);

  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<EntryChoice> choices() const;
  // Ends all flights and removes all arcs.
  void restart();
  void forgetGhosts();

  // Computes the entry's arc again with the same buttons. Throws std::runtime_error for a parameter that the
  // model does not have, or a value outside its range.
  void set(size_t entry, const std::string& parameter, double value);
  void show(size_t entry, bool shown) { entries_.at(entry).choice.shown = shown; }
  void paint(size_t entry, uint32_t color) { entries_.at(entry).choice.color = color; }
  // Throws std::runtime_error when the comparison is full.
  void add(const physics::Model& model);
  void remove(size_t entry);

  size_t ghosts() const { return kept_; }
  void keepGhosts(size_t count);

 private:
  static bool atRest(const Arc& arc);
  static bool over(const Arc& arc);

  std::vector<Entry> entries_;
  size_t kept_ = 6;
  uint8_t previous_ = 0;
};

}  // namespace jumpscope::lab
