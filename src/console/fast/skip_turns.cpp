// Loops that wait are skipped to the last turn before the next event: a turn is run on the side, its effect is found (as a
// summary, when it changes anything), the turns pass at once, and the loop is judged by what that was worth.
#include <algorithm>
#include <array>
#include <optional>

#include "src/console/fast/turn.h"

namespace jumpscope::console::fast {

namespace {

constexpr uint64_t long_look = 128;  // cycles of a turn that take long to execute in vain
constexpr size_t most_changes = most_writes + std::size(register_places);

}  // namespace

// At the head of a loop that is worth the look.
class Accelerator::Skip {
 public:
  Skip(Accelerator& accelerator, KnownLoop& loop, const AtHead& at, uint16_t from)
      : f_(accelerator),
        loop_(loop),
        at_(at),
        from_(from),
        turn_(accelerator, at.cycle),
        after_(at.registers) {}

  AtHead run() {
    if (const int weight = runTurn()) return disappointed(weight);
    const uint64_t last =
        f_.fetchesMayHold(turn_) ? f_.lastHeldHead() : f_.lastHead(turn_.polls, turn_.cycles);
    if (at_.cycle + turn_.cycles > last) return at_;
    findChanges();
    settles_ = settles();
    if (changed_.count != 0 && !settles_ && !findSummary()) return disappointed(8);
    // Those that are executed after the others have to go the same way, too: the last access must be one of theirs.
    const uint64_t executed = turn_.polls.any() ? executed_polls : 0;
    const uint64_t most = (last - at_.cycle) / turn_.cycles + executed;
    const uint64_t same = turnsTheSameWayOf(most);
    const Elapsed elapsed = f_.passTurns(at_.cycle, same - std::min(same, executed), turn_);
    const AtHead result = pass(elapsed);
    judge(elapsed.turns, same == most);
    return result;
  }

 private:
  // Places that a turn changes.
  struct Changes {
    std::array<int, most_changes> places;
    size_t count = 0;

    void add(int place) { places[count++] = place; }
    auto end() const { return places.begin() + static_cast<std::ptrdiff_t>(count); }
    bool contains(int place) const { return std::find(places.begin(), end(), place) != end(); }
  };

  AtHead disappointed(int weight) {
    f_.disappoint(loop_, weight, at_.cycle, from_);
    return at_;
  }

  // 0, or how much the loop disappoints: its turn does not come back to the head as it left.
  int runTurn() {
    // One that takes much longer than the one before has left the loop.
    const bool usual = loop_.turn_cycles != 0 && loop_.disappointments == 0;
    const uint64_t limit = usual ? 2 * loop_.turn_cycles + longest_step : UINT64_MAX;
    if (!turn_.run(after_, limit)) return turn_.cycles < long_look ? 1 : 4;
    if (after_.s != at_.registers.s || after_.mask != at_.registers.mask) return 1;
    if (turn_.pads && !turn_.pads->cameBack(at_.cycle + turn_.cycles)) return 1;
    loop_.turn_cycles = turn_.cycles;
    loop_.polls = turn_.polls;
    return 0;
  }

  void findChanges() {
    for (const int place : register_places)
      if (place == Place::place_nz ? !sameFlags(after_, at_.registers)
                                   : registerAt(after_, place) != registerAt(at_.registers, place))
        changed_.add(place);
    for (size_t n = 0; n < turn_.write_count; ++n)
      if (turn_.writes[n].value != f_.byteAt(turn_.writes[n].place)) changed_.add(turn_.writes[n].place);
  }

  // True if the turn brings registers to where all further turns leave them.
  bool settles() {
    if (changed_.count == 0 || !turn_.leavesRam()) return false;
    loop_.may_settle = loop_.may_settle && f_.settlesIn(turn_, after_);
    return loop_.may_settle;
  }

  // What a summary is valid for: all that was read, but for what the turn changes, and what the registers hold that it
  // does not change. Flags are outputs, whether they change in this turn or not.
  uint64_t keyOf(const LoopSummary& summary) const {
    uint64_t key = turn_.way;
    for (size_t n = 0; n < changed_.count; ++n)
      if (changed_.places[n] < Place::place_c || changed_.places[n] > Place::place_nz)
        key = mix(key, static_cast<uint64_t>(changed_.places[n]));
    unsigned bit = 1;
    for (const int place : register_places) {
      if (summary.fixed_registers & bit)
        key = mix(key, registerAt(at_.registers, place) | (changed_.contains(place) ? 0x10000u : 0));
      bit <<= 1;
    }
    for (size_t n = 0; n < turn_.read_count; ++n)
      if (!changed_.contains(turn_.reads[n].place))
        key = mix(key, turn_.reads[n].place << 8 | turn_.reads[n].value);
    return key;
  }

  // Takes a summary that is kept, or makes one. False: the turn cannot be summarized.
  bool findSummary() {
    auto kept = std::ranges::find_if(
        loop_.kept, [&](const auto& one) { return one.summary && one.key == keyOf(*one.summary); });
    if (kept == loop_.kept.end()) {
      auto made = f_.summarize(at_, turn_);
      if (!made) return false;
      kept = loop_.kept.begin() + static_cast<std::ptrdiff_t>(loop_.next_kept++ % loop_.kept.size());
      *kept = {keyOf(*made), std::move(made)};
      summary_is_new_ = true;
    }
    summary_ = kept->summary.get();
    return true;
  }

  size_t indexOf(const LoopSummary::Orbit& orbit) const {
    size_t index = orbit.with_carry && at_.registers.c ? 0x100 : 0;
    if (LoopSummary::isRegister(orbit.place))
      index |= registerAt(at_.registers, orbit.place);
    else if (orbit.place >= 0)
      index |= f_.byteAt(orbit.place);
    return index;
  }

  uint64_t turnsTheSameWayOf(uint64_t turns) {
    if (!summary_) return turns;
    for (const LoopSummary::Orbit& orbit : summary_->orbits) {
      turns = turnsTheSameWay(orbit, indexOf(orbit), turns);
      ends_by_itself_ |= orbit.conditional;
    }
    return turns;
  }

  // The machine after so many turns.
  AtHead pass(const Elapsed& elapsed) {
    AtHead result{settles_ && elapsed.turns > 0 ? after_ : at_.registers, elapsed.cycle};
    if (elapsed.turns == 0) return result;
    if (summary_) leaveOutputs(elapsed.turns, result.registers);
    if (turn_.pads) f_.m.s.controllers = turn_.pads->after(result.cycle);
    return result;
  }

  void leaveOutputs(uint64_t turns, cpu6502::Registers& registers) {
    std::array<OrbitEnd, most_changes> ends;
    for (size_t n = 0; n < summary_->orbits.size(); ++n)
      ends[n] = follow(summary_->orbits[n], indexOf(summary_->orbits[n]), turns);
    for (const LoopSummary::Output& output : summary_->outputs) {
      const uint32_t value =
          output.orbit < 0 ? output.constant : output.values[ends[static_cast<size_t>(output.orbit)].before];
      if (LoopSummary::isRegister(output.place))
        visitRegister(registers, output.place, [&](auto& field) {
          field = static_cast<std::remove_reference_t<decltype(field)>>(value);
        });
      else
        f_.byteAt(output.place) = static_cast<uint8_t>(value);
    }
  }

  void judge(uint64_t turns, bool goes_on) {
    const int64_t cost = f_.code ? cost_of_summary : cost_of_summary_interpreted;
    if (summary_is_new_) loop_.owed += cost;
    loop_.owed = std::max<int64_t>(0, loop_.owed - static_cast<int64_t>(turns * turn_.cycles));
    if (loop_.owed > most_owed * cost) {
      loop_.owed = 0;
      return f_.judge(loop_, at_.cycle, from_);
    }
    // A loop that ends by itself after a few turns does not wait.
    const uint64_t long_enough = f_.code ? long_wait_translated : long_wait;
    if (!ends_by_itself_ || turns * turn_.cycles >= long_enough)
      f_.takeFromNative(loop_, at_.cycle);
    else if (!goes_on)
      disappointed(summary_is_new_ ? few_disappointments : 1);
  }

  Accelerator& f_;
  KnownLoop& loop_;
  const AtHead at_;
  const uint16_t from_;
  TurnBus<Plain> turn_;
  cpu6502::Registers after_;  // the turn
  Changes changed_;
  bool settles_ = false;
  const LoopSummary* summary_ = nullptr;
  bool summary_is_new_ = false, ends_by_itself_ = false;
};

// A loop that waits may once in a while be left, or turn in another way: an interrupt came between its comparison and its
// branch.
void Accelerator::disappoint(KnownLoop& loop, int weight, uint64_t cycle, uint16_t from) {
  loop.disappointments += weight;
  if (loop.disappointments >= most_disappointments) judge(loop, cycle, from);
}

// Cycles from which on looking at a turn costs less than running the loop.
uint64_t Accelerator::worthwhile(const KnownLoop& loop) const {
  if (!code) return few_turns * loop.turn_cycles;
  return hasQuickTurns(loop) ? static_cast<uint64_t>(worth_skipping) : worthLooking(loop.turn_cycles);
}

// True if the loop reads a status of which it is not known until when it stays.
bool Accelerator::pollsTheUnknown(const Polls& polls) const {
  return (polls.status && status_until == 0) || (polls.sound_status && sound_status_until == 0) ||
         (polls.board_status && board_status_until == 0);
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
    if (!code) not_waiting[head % not_waiting.size()] = head;
    leaveToNative(loop, from);
    return unchanged;
  }
  if (cycle + worthwhile(loop) <= lastHead(loop.polls, loop.turn_cycles))
    return Skip(*this, loop, unchanged, from).run();
  if (pollsTheUnknown(loop.polls)) {
    loop.polls = {};
    disappoint(loop, 1, cycle, from);
  }
  return unchanged;
}

}  // namespace jumpscope::console::fast
