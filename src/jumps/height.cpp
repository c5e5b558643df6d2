#include "src/jumps/height.h"

#include <algorithm>
#include <stdexcept>

namespace jumpscope::jumps {

Height::Height(const trace::TraceView& trace, const trace::Profile& profile)
    : position_(trace.find(profile.height_watch)), up_(profile.height_up) {
  if (!position_)
    throw std::runtime_error("the trace has no watch \"" + profile.height_watch + "\", which profile " +
                             profile.name + " names as the height; record the trace with this profile");
  position_bits_ = trace.header.watches[*position_].fraction_bits;
  if (!profile.subpixel_watch.empty()) subpixel_ = trace.find(profile.subpixel_watch);
  if (subpixel_ && position_bits_ > 24)
    throw std::runtime_error("the height watch \"" + profile.height_watch + "\" has " +
                             std::to_string(position_bits_) +
                             " bits of fraction; expected at most 24 beside a sub-pixel watch");
  // A page belongs to the height only when both are the model's.
  const models::Binding binding(trace, profile);
  if (binding.column(models::Role::YPosition) == position_) page_ = binding.column(models::Role::YPage);
}

int64_t Height::exact(const trace::Row& row, bool cleared) const {
  if (!subpixel_) return upward(position(row));
  return upward(position(row) * 256 + (cleared ? 0 : row.values[*subpixel_] & 0xFF));
}

int64_t Height::position(const trace::Row& row) const {
  // No game is higher; a damaged trace may be, and must not overflow.
  constexpr int64_t last_page = int64_t{1} << 12;
  const int64_t highest = int64_t{1} << (subpixel_ ? 48 : 60);
  const int64_t page = page_ ? std::clamp(row.values[*page_], -last_page, last_page) : 0;
  return std::clamp(row.values[*position_], -highest, highest) + page * 256 * (int64_t{1} << position_bits_);
}

}  // namespace jumpscope::jumps
