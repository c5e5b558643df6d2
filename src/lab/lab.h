// All that `jumpscope lab` shows, without the window.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/lab/clock.h"
#include "src/lab/comparison.h"
#include "src/lab/sandbox.h"
#include "src/lab/strafe_field.h"

namespace jumpscope::lab {

enum class View : uint8_t { Jumps, Strafe, Sandbox };
inline constexpr std::array<std::string_view, 3> view_names{"jumps", "strafe", "sandbox"};

// The horizontal axis of the arcs.
enum class Across : uint8_t { Frames, Pixels };
inline constexpr std::array<std::string_view, 2> across_names{"frames", "px"};

enum Key : uint32_t {
  key_jump = 1,
  key_left = 2,
  key_right = 4,
  key_up = 8,
  key_down = 16,
  key_turn_left = 32,
  key_turn_right = 64,
};

struct Lab {
  View view = View::Jumps;
  Across across = Across::Frames;
  Comparison comparison;
  StrafeField strafe;
  Sandbox sandbox;
  LabClock clock;

  // A frame of the visible view. `keys`: bits of Key. `mouse_turn`: degrees to the left.
  void frame(uint32_t keys, double mouse_turn = 0);
  // Restarts the visible view; its parameters stay.
  void restart();
};

// The parameters of all views, with the models in the comparison, their colors and which are visible, as a
// JSON text.
std::string saveSetting(const Lab& lab);

// The reverse: a lab at its start. What is missing has its default. `name` is the file's, for messages.
// Throws std::runtime_error for what is no setting: unknown keys (naming the nearest), values out of range.
Lab loadSetting(std::string_view text, const std::string& name);

// Writes what an entry of the comparison flew last, by the end of the file's name: .csv, .csv.zst, .jsonl its
// trace, which `jumpscope diff` computes again; .svg, .png a picture of the last arcs of all visible models.
// Returns a sentence about what was written. Throws std::runtime_error where there is no arc, or the name
// says nothing.
std::string exportArc(const Comparison& comparison, size_t entry, const std::string& path);

// The last arcs of all visible models as a spreadsheet takes them from the clipboard: a line a frame, tabs between
// the columns, for each model px risen and px/frame, up positive. "" where nothing has flown.
std::string arcsAsTable(const Comparison& comparison);

}  // namespace jumpscope::lab
