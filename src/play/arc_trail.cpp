#include "src/play/arc_trail.h"

#include "src/play/ppu_view.h"
#include "src/trace/watch.h"

namespace jumpscope::play {

namespace {

// The two nametables that a level scrolls through.
constexpr int turn = 512;
// A larger distance in one frame is a teleport, not a movement.
constexpr int longest_step = 24;

bool isStep(const LevelPoint& from, const LevelPoint& to) {
  return to.frame == from.frame + 1 && std::abs(to.x - from.x) <= longest_step &&
         std::abs(to.y - from.y) <= longest_step;
}

}  // namespace

LevelPoint feetNow(const console::Console& console, const trace::OnScreen& on_screen, uint64_t frame) {
  const auto peek = [&](uint16_t address) { return console.peek(address); };
  const auto whole = [&](const trace::Watch& watch) {
    return static_cast<int>(trace::readWatch(watch, peek) >> watch.fraction_bits);
  };
  return {frame, whole(on_screen.x) + on_screen.feet_x, whole(on_screen.y) + on_screen.feet_y};
}

int pictureX(const ppu::State& state, const trace::OnScreen& on_screen, int x) {
  if (!on_screen.scrolls) return x;
  const int in_turn = ((x - scrollOf(state).x) % turn + turn) % turn;
  // Half a screen beyond either edge.
  return in_turn < turn - 128 ? in_turn : in_turn - turn;
}

void ArcTrail::frame(const LevelPoint& feet, bool in_the_air) {
  const bool goes_on = last_ && isStep(*last_, feet);
  const bool flying = !arcs_.empty() && !arcs_.back().over;
  if (flying && !goes_on) arcs_.back().over = true;
  if (flying && goes_on) {
    arcs_.back().points.push_back(feet);
    arcs_.back().over = !in_the_air;
  } else if (in_the_air && goes_on) {
    // From where he stood.
    arcs_.push_back({{*last_, feet}, false});
    if (arcs_.size() > kept) arcs_.pop_front();
  }
  shown_ = last_ && last_->frame + 1 == feet.frame ? *last_ : feet;
  last_ = feet;
}

std::span<const LevelPoint> ArcTrail::shownPart(const Path& arc) const {
  std::span<const LevelPoint> points(arc.points);
  while (shown_ && !points.empty() && points.back().frame > shown_->frame)
    points = points.first(points.size() - 1);
  return points;
}

void ArcTrail::cut(uint64_t first_frame) {
  while (!arcs_.empty() && arcs_.back().points.front().frame >= first_frame) arcs_.pop_back();
  if (!arcs_.empty()) {
    Path& arc = arcs_.back();
    const size_t before = arc.points.size();
    while (arc.points.back().frame >= first_frame) arc.points.pop_back();
    if (arc.points.size() < before) arc.over = false;
  }
  last_.reset();
  shown_.reset();
  if (!arcs_.empty() && !arcs_.back().over && !arcs_.back().points.empty())
    last_ = arcs_.back().points.back();
}

void ArcTrail::clear() {
  arcs_.clear();
  last_.reset();
  shown_.reset();
}

}  // namespace jumpscope::play
