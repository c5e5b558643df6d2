// The sound of a board as samples beside the chip's. Private to src/console.
#pragma once

#include <cstdint>
#include <vector>

#include "apu/band_limited.h"
#include "mappers/board.h"

namespace jumpscope::console {

// Has a BandLimited of its own: board and chip run ahead of each other, and neither may finish samples that the
// other still changes. As the filters are linear, the sum of both is what one would make of the summed amplitude.
class BoardSound final : public mappers::SoundListener {
 public:
  // `now`: the console's CPU cycle, wherever it moves; lives longer.
  BoardSound(const apu::ClockRate& cpu_clock, int sample_rate, const uint64_t& now)
      : samples_(cpu_clock, sample_rate), now_(now) {}

  // A cycle still to come, as only a damaged state has it, counts as the present.
  void level(uint64_t cycle, float level) override;
  // True if it is mixed, from now on.
  void setHeard(bool heard);
  // Time jumped from cycle `from` to the present.
  void restart(uint64_t from) { samples_.restart(from, now_); }
  // What the samples to come depend on, once addTo() has taken those so far; and back.
  apu::BandLimited::Rest rest() const { return samples_.rest(); }
  void restore(const apu::BandLimited::Rest& rest) { samples_.restore(rest, now_); }
  // Takes the samples up to the present and adds them to the chip's, which were taken in the same cycle.
  void addTo(std::vector<int16_t>& chip);

 private:
  apu::BandLimited samples_;
  const uint64_t& now_;
  int32_t told_ = 0;
  bool heard_ = true;
};

}  // namespace jumpscope::console
