#include "src/report/detail.h"

#include <algorithm>

namespace jumpscope::report {
namespace {

constexpr uint64_t most_frames = 5000;       // of a trace that is shown whole
constexpr uint64_t most_in_full = 1500;      // of a longer one
constexpr uint64_t most_extremes = 2500;     // of all panels
constexpr uint64_t before = 10, after = 30;  // frames around a difference

}  // namespace

Detail::Detail(std::span<const PlotSource> sources, const TimelineFrame& shown, std::span<const Panel> panels)
    : first_(shown.first), held_(shown.last - shown.first + 1, true) {
  const uint64_t frames = held_.size();
  if (frames <= most_frames) return;
  held_.assign(frames, false);
  in_full_.assign(frames, false);
  holdWhole(sources);
  const uint64_t pieces = std::max<uint64_t>(1, most_extremes / 2 / std::max<size_t>(1, panels.size()));
  const uint64_t piece = (frames + pieces - 1) / pieces;
  for (const Panel& panel : panels) holdExtremes(panel, piece);
  note_ = "The trace is long: frames around differences and the first jumps are shown in full, of every " +
          std::to_string(piece) + " others those with the lowest and the highest values.";
}

// The first differences, then the first jumps.
void Detail::holdWhole(std::span<const PlotSource> sources) {
  for (const PlotSource& source : sources) {
    if (!source.diff) continue;
    for (const diff::Difference& difference : source.diff->differences)
      if (!hold(difference.frame - std::min(difference.frame, before), difference.frame + after)) break;
  }
  for (const PlotSource& source : sources)
    for (const jumps::Jump& jump : source.jumps)
      if (!hold(jump.start_frame - std::min(jump.start_frame, before),
                source.trace->rows[jump.last_row].frame + before))
        return;
}

// False: there is no room for so many more.
bool Detail::hold(uint64_t first, uint64_t last) {
  first = std::max(first, first_);
  last = std::min<uint64_t>(last, first_ + held_.size() - 1);
  for (uint64_t frame = first; frame <= last; ++frame) {
    if (held_[frame - first_]) continue;
    if (full_ == most_in_full) return false;
    held_[frame - first_] = in_full_[frame - first_] = true;
    ++full_;
  }
  return true;
}

void Detail::holdExtremes(const Panel& panel, uint64_t piece) {
  struct Extremes {
    Point low, high;
    bool any = false;
  };
  std::vector<Extremes> pieces(held_.size() / piece + 1);
  for (const Curve& curve : panel.curves)
    for (const Point& point : curve.points) {
      const uint64_t at = static_cast<uint64_t>(point.x) - first_;
      if (static_cast<uint64_t>(point.x) < first_ || at >= held_.size() || in_full_[at]) continue;
      Extremes& here = pieces[at / piece];
      if (!here.any || point.y < here.low.y) here.low = point;
      if (!here.any || point.y > here.high.y) here.high = point;
      here.any = true;
    }
  for (const Extremes& here : pieces)
    if (here.any)
      for (const Point& point : {here.low, here.high}) held_[static_cast<uint64_t>(point.x) - first_] = true;
}

}  // namespace jumpscope::report
