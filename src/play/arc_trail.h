// The path of the character's feet: the jump in progress and earlier jumps.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "src/console/console.h"
#include "src/trace/profile.h"

namespace jumpscope::play {

// A position of the character's feet in the level: screen position plus scroll.
struct LevelPoint {
  uint64_t frame = 0;
  int x = 0, y = 0;

  bool operator==(const LevelPoint&) const = default;
};

// Where the feet are now, at the end of `frame`.
LevelPoint feetNow(const console::Console& console, const trace::OnScreen& on_screen, uint64_t frame);

// The picture's x of a place in the level. A level that scrolls is drawn into two nametables, 512 px, in
// which the game's x goes round; the scroll register says where in them the picture begins. Right for the
// character itself; what is farther than half a turn from it must be counted from there.
int pictureX(const ppu::State& state, const trace::OnScreen& on_screen, int x);

// The path of one jump; `over`: it has ended.
struct Path {
  std::vector<LevelPoint> points;
  bool over = false;
};

class ArcTrail {
 public:
  // At the end of a frame. Frames must come in order; after going back, cut first.
  void frame(const LevelPoint& feet, bool in_the_air);
  // Forgets what happened in `first_frame` and later.
  void cut(uint64_t first_frame);
  void clear();

  // The feet as the picture shows them, one frame before those of the last frame(): sprites are copied to the
  // OAM during vblank (NESdev, "OAM DMA"), so that a picture shows what the frame before it computed.
  const std::optional<LevelPoint>& shown() const { return shown_; }
  // The part of an arc that the picture shows.
  std::span<const LevelPoint> shownPart(const Path& arc) const;

  // Oldest first; the last may be in progress.
  const std::deque<Path>& arcs() const { return arcs_; }

 private:
  static constexpr size_t kept = 12;
  std::deque<Path> arcs_;
  std::optional<LevelPoint> last_, shown_;
};

}  // namespace jumpscope::play
