#include "src/jumps/flight.h"

#include <algorithm>

namespace jumpscope::jumps {

Flight::Flight(const trace::Trace& trace, const Height& height) : states_(trace.rows.size(), State::Rest) {
  constexpr size_t still_falling = 4, still_rising = 8;
  enum class Motion : uint8_t { None, Up, Down } motion = Motion::None;
  size_t still = 0;
  for (size_t row = 1; row < states_.size(); ++row) {
    if (trace.rows[row].frame != trace.rows[row - 1].frame + 1) {
      motion = Motion::None;
      continue;
    }
    const int64_t now = height.exact(trace.rows[row]), before = height.exact(trace.rows[row - 1]);
    still = now == before ? still + 1 : 0;
    if (now > before) {
      states_[row] = motion == Motion::Up ? State::Air : State::Start;
      motion = Motion::Up;
    } else if (now < before) {
      states_[row] = State::Air;
      motion = Motion::Down;
    } else if (motion != Motion::None) {
      states_[row] = State::Air;
      if (still < (motion == Motion::Down ? still_falling : still_rising)) continue;
      std::fill_n(states_.begin() + static_cast<ptrdiff_t>(row - still), still + 1, State::Rest);
      motion = Motion::None;
    }
  }
}

}  // namespace jumpscope::jumps
