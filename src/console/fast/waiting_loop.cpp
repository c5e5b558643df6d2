// Loops that wait are skipped to the last turn before the next event.
#include <algorithm>

#include "src/console/fast/turn.h"

namespace jumpscope::console::fast {

namespace {

constexpr uint64_t executed_polls = 2;  // turns after those that are skipped, when registers are accessed
constexpr uint64_t long_look = 128;     // cycles of a turn that take long to execute in vain

}  // namespace

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
  const uint8_t* const memory = write_page[place >> 8];
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

// The CPU stands at the head of a loop, having jumped there from `from`.
[[gnu::noinline]] Accelerator::AtHead Accelerator::skipTurns(cpu6502::Registers at_head, uint64_t cycle,
                                                             uint16_t from) {
  const AtHead unchanged{at_head, cycle};
  const uint16_t head = at_head.pc;
  const uint8_t* page = read_page[head >> 8];
  if (!page) return unchanged;
  KnownLoop& loop = loopAt(head, page + (head & 0xFF));
  if (loop.never_waits && !looksAgain(loop, cycle)) {
    leaveToNative(loop, from);
    return unchanged;
  }
  // A loop that waits may once in a while be left, or turn in another way: an interrupt came between its comparison and
  // its branch.
  const auto disappointed = [&](int weight) {
    loop.disappointments += weight;
    if (loop.disappointments >= most_disappointments) judge(loop, cycle, from);
    return unchanged;
  };

  const uint64_t worthwhile = !code                 ? loop.turn_cycles
                              : hasQuickTurns(loop) ? static_cast<uint64_t>(worth_skipping)
                                                    : worthLooking(loop.turn_cycles);
  if (cycle + worthwhile > lastHead(loop.polls, loop.turn_cycles)) {
    const bool unknown = (loop.polls.status && status_until == 0) ||
                         (loop.polls.sound_status && sound_status_until == 0) ||
                         (loop.polls.board_status && board_status_until == 0);
    if (!unknown) return unchanged;
    loop.polls = {};
    return disappointed(1);
  }
  TurnBus<Plain> turn(*this, cycle);
  cpu6502::Registers after = at_head;
  // One that takes much longer than the one before has left the loop.
  const bool usual = loop.turn_cycles != 0 && loop.disappointments == 0;
  if (!turn.run(after, usual ? 2 * loop.turn_cycles + longest_step : UINT64_MAX))
    return disappointed(turn.cycles < long_look ? 1 : 4);
  if (after.s != at_head.s || after.mask != at_head.mask) return disappointed(1);
  if (turn.pads && !turn.pads->cameBack(cycle + turn.cycles)) return disappointed(1);

  loop.turn_cycles = turn.cycles;
  loop.polls = turn.polls;

  const uint64_t last = fetchesMayHold(turn) ? lastHeldHead() : lastHead(turn.polls, turn.cycles);
  if (cycle + turn.cycles > last) return unchanged;
  // Those that are executed after the others have to go the same way, too: the last access must be one of theirs.
  const uint64_t executed = turn.polls.any() ? executed_polls : 0;
  const uint64_t most_turns = (last - cycle) / turn.cycles + executed;
  uint64_t turns = most_turns;

  std::array<int, most_writes + std::size(register_places)> changed;
  size_t count = 0;
  for (const int place : register_places)
    if (place == Place::place_nz ? !sameFlags(after, at_head)
                                 : registerAt(after, place) != registerAt(at_head, place))
      changed[count++] = place;
  for (size_t n = 0; n < turn.write_count; ++n)
    if (turn.writes[n].value != byteAt(turn.writes[n].place)) changed[count++] = turn.writes[n].place;

  const bool sets_registers_only = count != 0 && turn.leavesRam();
  const bool settles = sets_registers_only && loop.may_settle && settlesIn(turn, after);
  if (sets_registers_only) loop.may_settle = settles;

  const LoopSummary* summary = nullptr;
  bool summary_is_new = false;
  const auto indexOf = [&](const LoopSummary::Orbit& orbit) {
    size_t index = orbit.with_carry && at_head.c ? 0x100 : 0;
    if (LoopSummary::isRegister(orbit.place))
      index |= registerAt(at_head, orbit.place);
    else if (orbit.place >= 0)
      index |= byteAt(orbit.place);
    return index;
  };
  bool ends_by_itself = false;
  if (count != 0 && !settles) {
    // What a summary is valid for: all that was read, but for what the turn changes, and what the registers hold that it
    // does not change. Flags are outputs, whether they change in this turn or not.
    const auto changes = [&](int place) {
      return std::find(changed.begin(), changed.begin() + count, place) != changed.begin() + count;
    };
    const auto keyOf = [&](const LoopSummary& summary) {
      uint64_t key = turn.way;
      for (size_t n = 0; n < count; ++n)
        if (changed[n] < Place::place_c || changed[n] > Place::place_nz)
          key = mix(key, static_cast<uint64_t>(changed[n]));
      unsigned bit = 1;
      for (const int place : register_places) {
        if (summary.fixed_registers & bit)
          key = mix(key, registerAt(at_head, place) | (changes(place) ? 0x10000u : 0));
        bit <<= 1;
      }
      for (size_t n = 0; n < turn.read_count; ++n)
        if (!changes(turn.reads[n].place)) key = mix(key, turn.reads[n].place << 8 | turn.reads[n].value);
      return key;
    };
    auto kept = std::ranges::find_if(
        loop.kept, [&](const auto& one) { return one.summary && one.key == keyOf(*one.summary); });
    if (kept == loop.kept.end()) {
      auto made = summarize(unchanged, turn);
      if (!made) return disappointed(8);
      kept = loop.kept.begin() + static_cast<ptrdiff_t>(loop.next_kept++ % loop.kept.size());
      *kept = {keyOf(*made), std::move(made)};
      summary_is_new = true;
    }
    summary = kept->summary.get();
    for (const LoopSummary::Orbit& orbit : summary->orbits) {
      turns = turnsTheSameWay(orbit, indexOf(orbit), turns);
      ends_by_itself |= orbit.conditional;
    }
  }
  const bool goes_on = turns == most_turns;
  const Elapsed elapsed = passTurns(cycle, turns - std::min(turns, executed), turn);
  turns = elapsed.turns;
  AtHead result{settles && turns > 0 ? after : at_head, elapsed.cycle};
  if (summary && turns > 0) {
    std::array<OrbitEnd, most_writes + std::size(register_places)> ends;
    for (size_t n = 0; n < summary->orbits.size(); ++n)
      ends[n] = follow(summary->orbits[n], indexOf(summary->orbits[n]), turns);
    for (const LoopSummary::Output& output : summary->outputs) {
      const uint32_t value =
          output.orbit < 0 ? output.constant : output.values[ends[static_cast<size_t>(output.orbit)].before];
      if (LoopSummary::isRegister(output.place))
        visitRegister(result.registers, output.place, [&](auto& field) {
          field = static_cast<std::remove_reference_t<decltype(field)>>(value);
        });
      else
        byteAt(output.place) = static_cast<uint8_t>(value);
    }
  }
  if (turn.pads && turns != 0) m.s.controllers = turn.pads->after(result.cycle);
  if (summary) loop.remade = std::max(0, loop.remade + (summary_is_new ? cost_of_summary : -1));
  if (code && loop.remade > most_remade) {
    loop.remade = 0;
    judge(loop, cycle, from);
    return result;
  }
  // A loop that ends by itself after a few turns does not wait.
  if (!ends_by_itself || turns * turn.cycles >= (code ? long_wait_translated : long_wait))
    takeFromNative(loop, cycle);
  else if (!goes_on)
    disappointed(summary_is_new ? few_disappointments : 1);
  return result;
}

// Whether a turn that left RAM as it was has brought registers to where all further turns leave them. Those may read other
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

// Whether a loop that does not wait is looked at as if that were almost, but not quite known.
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
  const int last = std::ranges::max(loop.left_alone);
  for (int pc = loop.head; pc <= last; ++pc) code->forget(*this, static_cast<uint16_t>(pc));
  loop.left_alone.clear();
}

}  // namespace jumpscope::console::fast
