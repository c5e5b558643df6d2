#include "src/jumps/horizontal.h"

#include <algorithm>

#include "src/trace/watch.h"

namespace jumpscope::jumps {

Horizontal::Horizontal(const trace::TraceView& trace, const trace::Profile& profile)
    : header_(&trace.header), rows_(trace.rows) {
  if (!profile.horizontal_watch.empty()) {
    watch_ = trace.find(profile.horizontal_watch);
    if (!watch_) return;
    const trace::Watch& watch = trace.header.watches[*watch_];
    const bool wraps = watch.take == trace::Take::Value && watch.addresses.size() >= 1 &&
                       watch.addresses.size() <= 4 && !trace::isSigned(watch.type) &&
                       watch.type != trace::Type::Bcd && watch.type != trace::Type::Digits;
    if (wraps) wrap_ = int64_t{1} << (8 * watch.addresses.size());
    return;
  }
  const models::Binding binding(trace, profile);
  if (!binding.has(models::Role::XPosition)) return;
  watch_ = binding.column(models::Role::XPosition);
  if (binding.has(models::Role::XPage)) page_ = binding.column(models::Role::XPage);
}

int64_t Horizontal::step(size_t row) const {
  // A damaged trace may say anything, and must not overflow.
  constexpr int64_t most = int64_t{1} << 40;
  const auto change = [&](size_t column, int64_t limit) {
    return std::clamp(rows_[row].values[column], -limit, limit) -
           std::clamp(rows_[row - 1].values[column], -limit, limit);
  };
  int64_t step = change(*watch_, most);
  if (wrap_ != 0 && step > wrap_ / 2) step -= wrap_;
  if (wrap_ != 0 && step < -wrap_ / 2) step += wrap_;
  if (page_) step += change(*page_, 1 << 20) * 256 * (int64_t{1} << std::min(bits(), 20));
  return step;
}

int64_t Horizontal::traveled(size_t first, size_t last) const {
  constexpr int64_t most = int64_t{1} << 60;
  int64_t sum = 0;
  for (size_t row = first + 1; row <= last; ++row) sum = std::clamp(sum + step(row), -most, most);
  return sum;
}

int64_t Horizontal::wholePixels(size_t first, size_t last) const {
  const int64_t unit = int64_t{1} << bits();
  // The sub-pixel at which the distance begins; a position that wraps does so in whole pixels.
  const int64_t begin = ((rows_[first].values[*watch_] % unit) + unit) % unit;
  return (begin + traveled(first, last)) >> bits();
}

}  // namespace jumpscope::jumps
