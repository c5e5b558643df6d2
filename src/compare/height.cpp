#include "src/compare/height.h"

#include <stdexcept>

namespace jumpscope::compare {

Height::Height(const trace::Trace& trace, const trace::Profile& profile)
    : position_(trace.find(profile.height_watch)) {
  if (!position_)
    throw std::runtime_error("the trace has no watch \"" + profile.height_watch + "\", which profile " +
                             profile.name + " names as the height; record the trace with this profile");
  position_bits_ = trace.header.watches[*position_].fraction_bits;
  if (!profile.subpixel_watch.empty()) subpixel_ = trace.find(profile.subpixel_watch);
  // A page belongs to the height only when both are the model's.
  const Binding binding(trace, profile);
  if (binding.column(Role::YPosition) == position_) page_ = binding.column(Role::YPage);
}

int64_t Height::exact(const trace::Row& row, bool cleared) const {
  if (!subpixel_) return -position(row);
  return -(position(row) * 256 + (cleared ? 0 : row.values[*subpixel_] & 0xFF));
}

int64_t Height::position(const trace::Row& row) const {
  const int64_t page = page_ ? row.values[*page_] : 0;
  return row.values[*position_] + page * 256 * (int64_t{1} << position_bits_);
}

}  // namespace jumpscope::compare
