// What is known of loops: until when their turns may be skipped, and which of them wait.
#include <algorithm>

#include "src/console/fast/turn.h"

namespace jumpscope::console::fast {

// The last cycle to which turns that make these accesses may be skipped.
uint64_t Accelerator::lastHead(const Polls& polls, uint64_t turn_cycles) const {
  uint64_t last = window_end;
  // What the loop reads also holds bits of the I/O bus, which decay. The last turn may have read them before
  // they did.
  if (polls.status) {
    const uint64_t until = std::min(status_until, m.ppu.ioBusChange(status_read * m.cpu_clocks));
    last = std::min(last, m.cyclesIn(until));
  }
  if (polls.sound_status) last = std::min(last, sound_status_until);
  if (polls.board_status) last = std::min(last, board_status_until);
  const uint64_t reserve = polls.any() ? executed_polls * turn_cycles + longest_step : 0;
  return last > reserve ? last - reserve : 0;
}

const Accelerator::KnownLoop* Accelerator::findLoop(uint16_t head, const uint8_t* at_head) const {
  if (!known_loops) return nullptr;
  for (const KnownLoop& loop : (*known_loops)[(head ^ head >> 8) % loop_sets])
    if (loop.head == head && loop.code == at_head) return &loop;
  return nullptr;
}

// The loop knows only one place of each byte of RAM.
bool Accelerator::isReadElsewhere(uint16_t place) const {
  if (place < 0x0800) return false;
  const uint8_t* const memory = stored_page[place >> 8];
  for (size_t page = first_board_page; page < read_page.size(); ++page)
    if (read_page[page] == memory && placeInRam(static_cast<uint16_t>(page << 8)) != (place & 0xFF00))
      return true;
  return false;
}

// What is known of this loop, which takes the place of the oldest one of its set if it is new.
Accelerator::KnownLoop& Accelerator::loopAt(uint16_t head, const uint8_t* at_head) {
  if (!known_loops) known_loops = std::make_unique<std::array<LoopSet, loop_sets>>();
  LoopSet& set = (*known_loops)[(head ^ head >> 8) % loop_sets];
  for (KnownLoop& loop : set)
    if (loop.head == head && loop.code == at_head) return loop;
  std::rotate(set.begin(), set.end() - 1, set.end());
  set[0] = {};
  set[0].code = at_head;
  set[0].head = head;
  return set[0];
}

// True if a turn that left RAM as it was has brought registers to where all further turns leave them. Those may read other
// places than this one, and take an access more or less in which it crosses a page: when they write counts, too.
bool Accelerator::settlesIn(const TurnBus<Plain>& turn, const cpu6502::Registers& after) const {
  if (turn.pads) return false;
  TurnBus<Plain> next(*this, turn.start + turn.cycles);
  cpu6502::Registers settled = after;
  if (!next.run(settled, turn.cycles) || next.cycles != turn.cycles || next.way != turn.way ||
      next.writing != turn.writing)
    return false;
  if (settled.s != after.s || settled.mask != after.mask || !next.leavesRam()) return false;
  return sameFlags(settled, after) && std::ranges::all_of(register_places, [&](int place) {
           return place == Place::place_nz || registerAt(settled, place) == registerAt(after, place);
         });
}

// True if a loop that does not wait is looked at as if that were almost, but not quite known.
bool Accelerator::looksAgain(KnownLoop& loop, uint64_t cycle) const {
  if (!second_looks.areUnderWay() || !loop.judgement.isOver(cycle)) return false;
  loop.never_waits = false;
  loop.disappointments = most_disappointments - few_disappointments;
  return true;
}

// It does not wait.
void Accelerator::judge(KnownLoop& loop, uint64_t cycle, uint16_t from) {
  loop.never_waits = true;
  for (auto& one : loop.kept) one.summary.reset();
  if (!loop.judgement.wasPassed()) second_looks.comeSoon(cycle);
  loop.judgement.pass(cycle);
  leaveToNative(loop, from);
}

// The loop may be translated, what jumps back to it included. Code that begins before and comes to that jump leaves it to
// the interpreter: it is translated anew.
void Accelerator::leaveToNative(KnownLoop& loop, uint16_t from) {
  if (!code || std::ranges::find(loop.left_alone, from) != loop.left_alone.end()) return;
  loop.left_alone.push_back(from);
  for (int pc = std::max(0, from - native::most_length); pc <= from; ++pc)
    code->forget(*this, static_cast<uint16_t>(pc));
  code->forget(*this, loop.head);
}

// It waits: the interpreter takes what jumps back again.
void Accelerator::takeFromNative(KnownLoop& loop, uint64_t cycle) {
  loop.disappointments = 0;
  if (!code || loop.left_alone.empty()) return;
  second_looks.comeSoon(cycle);
  const int last = *std::max_element(loop.left_alone.begin(), loop.left_alone.end());
  for (int pc = loop.head; pc <= last; ++pc) code->forget(*this, static_cast<uint16_t>(pc));
  loop.left_alone.clear();
}

}  // namespace jumpscope::console::fast
