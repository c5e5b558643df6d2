// Turns of a loop that waits while a sample of the DMC plays, whose fetches hold the CPU.
#include <algorithm>

#include "src/console/fast/turn.h"

namespace jumpscope::console::fast {

// True if fetches that fall into such turns change nothing but the time. Registers would notice repeated reads.
bool Accelerator::fetchesMayHold(const TurnBus<Plain>& turn) const {
  return deadline != 0 && deadline == m.apu.fetchDue() && !turn.polls.any() && !turn.pads &&
         turn.cycles <= longest_held_turn;
}

// As `window_end`, but for fetches.
uint64_t Accelerator::lastHeldHead() const {
  const uint64_t others = std::min({m.cyclesIn(m.ppu_due), m.apu.nextOther(), m.board_due - 1});
  return others - std::min(others, longest_step);
}

// The turn that begins in `cycle` and sees the request. Returns when it ends; 0: it has to go cycle by cycle.
// Precondition: fetchesMayHold(turn); the request comes during the turn.
uint64_t Accelerator::fetchInTurn(uint64_t cycle, const TurnBus<Plain>& turn) {
  uint64_t passed = deadline - cycle;
  while (passed < turn.cycles && turn.writing[passed]) ++passed;
  if (passed == turn.cycles) return 0;
  const uint64_t held = cycle + passed, get = getCycleOfFetch(held);
  const uint64_t end = cycle + turn.cycles + (get + 1 - held);
  const uint16_t address = m.apu.fetchAddress();
  const uint8_t* const sample = read_page[address >> 8];
  if (!sample || !onlyFetchIsDue(end + longest_step)) return 0;
  takeSampleByte(get, sample[address & 0xFF]);
  return end;
}

// Turns from a head in `cycle` on, at most so many, up to the last one that ends before the next event that is no fetch.
Accelerator::Elapsed Accelerator::passTurns(uint64_t cycle, uint64_t turns, const TurnBus<Plain>& turn) {
  uint64_t left = turns;
  while (fetchesMayHold(turn)) {
    const uint64_t before_request = std::min(left, (deadline - cycle) / turn.cycles);
    left -= before_request;
    cycle += before_request * turn.cycles;
    const uint64_t end = left > 0 ? fetchInTurn(cycle, turn) : 0;
    if (end == 0) break;
    cycle = end;
    --left;
  }
  findWindowEnd();
  const uint64_t rest = cycle <= window_end ? std::min(left, (window_end - cycle) / turn.cycles) : 0;
  return {turns - left + rest, cycle + rest * turn.cycles};
}

}  // namespace jumpscope::console::fast
