// Whether what a profile says means the same as what experiments found, however either is written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/discover/laboratory.h"

namespace jumpscope::discover {

// Of a claim: it is what was found; or it could not be told; or it says something else.
enum class Standing : uint8_t { Holds, Open, Denied };
struct Finding {
  Standing standing = Standing::Holds;
  std::string words;  // the reason
};

// The frames in which a claim and what was found are compared: the jumps, the walks, and some after changes of each byte
// that was found, so that a byte which only stands still is told from one that takes a carry.
class Frames {
 public:
  Frames(Laboratory& laboratory, const std::vector<trace::Watch>& found);

  const std::vector<Shot>& shots() const { return shots_; }
  // Without those after a change.
  std::span<const Shot> played() const { return std::span(shots_).first(played_); }
  // The watch's raw value; nullopt: it needs another frame, or a byte that is not RAM.
  std::optional<int64_t> raw(const trace::Watch& watch, const Shot& shot) const;

 private:
  const Places& places_;
  std::vector<Shot> shots_;
  size_t played_ = 0;
};

// `found`: a watch that discover() made. A watch of fewer bytes with the same weights holds, too.
Finding sameWatch(const Frames& frames, const trace::Watch& claimed, const trace::Watch& found);
// `ground`: the value of `state` on the ground.
Finding sameRule(const Frames& frames, const trace::Profile& claimed, const trace::Watch& state,
                 uint8_t ground);
Finding sameScreen(const Frames& frames, const trace::OnScreen& claimed, const trace::OnScreen& found);

// "$00CE,$0416:u16.8 px"; `gap` stands before the unit.
std::string watchText(const trace::Watch& watch, std::string_view gap = " ");

}  // namespace jumpscope::discover
