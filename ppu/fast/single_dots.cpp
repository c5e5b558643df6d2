// Dots of the picture in which an access to $2007 is under way. The background and the access go half a dot at a time, put
// together from the chip's own parts without what cannot happen there; OAM and the sprite units, which have nothing to do
// with them, follow in spans. The closed form of Ppu::firstHalf and Ppu::secondHalf where rendering goes on, nobody sees
// pixels or pins, and sprite 0 cannot hit.
#include <algorithm>
#include <utility>

#include "ppu/each_dot.h"
#include "ppu/fast/accelerator.h"
#include "ppu/fast/landmarks.h"
#include "ppu/fast/oam_dot.h"
#include "ppu/fast/port_steps.h"

namespace jumpscope::ppu::fast {

namespace {

// In these dots, and the ones before, tiles are fetched, and v counts with them alone.
constexpr int first_tile_dot = firstDot(action::FetchTiles) + 1,
              last_tile_dot = firstDot(action::IncrementY) - 1;
constexpr uint32_t tile_actions = actionsAt(LineKind::Visible, 100);
// In these dots sprites are fetched; v has taken t's X.
constexpr int first_plain_unit_dot = first_unit_dot + 2;
constexpr uint32_t unit_actions = actionsAt(LineKind::Visible, first_plain_unit_dot);

constexpr std::array<Commit, fetch_steps> commits = {
    Commit::None, Commit::Nametable,  Commit::None, Commit::Attribute,
    Commit::None, Commit::PatternLow, Commit::None, Commit::PatternHigh};

// What the compiler may take for granted.
JUMPSCOPE_EACH_DOT void assume(bool holds) {
  if (!holds) __builtin_unreachable();
}

constexpr bool isReadStep(int step) { return step % 2 == 1; }

}  // namespace

// The halves of dots under way: what the chip's state need not hold in between.
struct Accelerator::TileRun {
  uint64_t clock, until;  // master clocks: of the next half; before which it begins
  const uint64_t first_clocks, second_clocks;
  const int most;       // dots that may begin
  bool second_half;     // comes next
  int dots = 0;         // that have begun
  unsigned shifts = 0;  // of those, which the shift registers have not done
  // $2007: its chains (PortSteps), whether WR is low, and which accesses last.
  uint8_t reading = 0, writing = 0;
  bool stores = false;
  bool read_lasts = false, write_lasts = false;
  bool ends = false;  // they end with the clock
  uint64_t access_began = 0;
};

Obstacle Accelerator::whyNotSingly() const {
  const State& s = chip_.s;
  if (s.scanline >= visible_lines || !s.rendering()) return Obstacle::Rendering;
  if (!s.rendering_delayed) return Obstacle::DelayedWrite;
  if (chip_.watching() != Watching::Nothing) return Obstacle::Board;
  if (chip_.screen.picture) return Obstacle::Rendering;
  if (s.dot_skipped | (s.sprite_zero_pipeline != 0)) return Obstacle::Flags;
  if (s.sprite_zero_armed && s.sprite_zero_current) return Obstacle::Sprites;
  if (s.port.blank_latch) return Obstacle::DataPort;
  const int next = s.dot + (s.second_half ? 0 : 1);
  if (next >= first_plain_unit_dot) return whyNotUnitsSingly(next);
  if (next < first_tile_dot || next > last_tile_dot) return Obstacle::Fetch;
  const bool fetched =
      s.second_half ? s.commit == commits[static_cast<size_t>(fetchStep(next))] : s.commit == Commit::None;
  return fetched ? Obstacle::None : Obstacle::Fetch;
}

// The first half of a dot with this step of a tile's fetch.
template <bool with_port, int step>
JUMPSCOPE_EACH_DOT void Accelerator::firstHalfOfTileDot(TileRun& run) {
  State& s = chip_.s;
  constexpr bool reads = isReadStep(step);
  if (s.address_copy != AddressCopy::None) [[unlikely]] {
    if (s.address_copy == AddressCopy::Due)
      chip_.copyAddress(step == 0, false);
    else
      s.address_copy = AddressCopy::Due;
  }
  if constexpr (!with_port) {
    chip_.fetchTileByte(static_cast<FetchStep>(step), {!reads, reads});
  } else {
    run.reading = port_steps.first[run.read_lasts && !run.ends][run.reading & PortSteps::state];
    run.writing = port_steps.first[run.write_lasts && !run.ends][run.writing & PortSteps::state];
    const bool fetching = run.reading & PortSteps::drives;
    const bool ale = (run.reading | run.writing) & PortSteps::drives_ale;
    s.port.fetching = fetching;
    s.port.step_latch = run.stores;
    if (!reads && ale && !fetching) {
      s.address_bus = s.v;
      s.octal_latch = static_cast<uint8_t>(s.v);
    }
    const Ppu::Pins pins{ale || !reads, fetching || reads};
    chip_.fetchTileByte(static_cast<FetchStep>(step), pins);
    if (fetching | run.stores) [[unlikely]]
      transfer(run.clock, s.dot + run.dots + 1, pins);
  }
}

// The rest of a first half in which $2007 reads or has stored.
[[gnu::noinline]] void Accelerator::transfer(uint64_t clock, int dot, Ppu::Pins pins) {
  State& s = chip_.s;
  const unsigned before = std::exchange(s.dot, UpTo<last_dot>(static_cast<unsigned>(dot)));
  s.clock = clock;
  chip_.keepAccess(clock);
  chip_.portTransfer(tile_actions, pins);
  if (s.port.step_latch) noticeStore();
  s.dot = before;
}

[[gnu::noinline]] void Accelerator::storeOnBus() {
  chip_.store(chip_.pinsAddress(), static_cast<uint8_t>(chip_.s.address_bus));
  noticeStore();
}

template <bool with_port, int step>
JUMPSCOPE_EACH_DOT void Accelerator::secondHalfOfTileDot(TileRun& run) {
  State& s = chip_.s;
  constexpr bool reads = isReadStep(step);
  ++run.shifts;
  if constexpr (reads) {
    if constexpr (step == fetch_steps - 1) shiftTiles(std::exchange(run.shifts, 0));
    assume(s.commit == commits[step]);
    chip_.commitFetch();
  }
  if constexpr (with_port) {
    if (s.port.fetching) s.read_buffer = chip_.fetch();
    if (s.port.steps()) {
      if (step != fetch_steps - 1) s.v.incrementCoarseX();
      s.v.incrementY();
    }
    const unsigned access = run.ends ? 3 : run.clock > run.access_began ? 2 : 1;
    run.reading = port_steps.second[run.read_lasts ? access : 0][run.reading & PortSteps::state];
    run.writing = port_steps.second[run.write_lasts ? access : 0][run.writing & PortSteps::state];
    run.stores = run.writing & PortSteps::drives;
    if (!reads && run.stores && !s.port.fetching) storeOnBus();
  }
}

// So many shifts of the background's registers, eight at most.
JUMPSCOPE_EACH_DOT void Accelerator::shiftTiles(unsigned count) {
  State& s = chip_.s;
  const unsigned ones = (1u << count) - 1;
  s.background_low = static_cast<uint16_t>(s.background_low << count);
  s.background_high = static_cast<uint16_t>(s.background_high << count | ones);
  s.attribute_low = static_cast<uint8_t>(s.attribute_low << count | ((s.attribute_latch & 1) ? ones : 0));
  s.attribute_high = static_cast<uint8_t>(s.attribute_high << count | ((s.attribute_latch & 2) ? ones : 0));
}

// A half of a dot, if it begins in time. False: it does not.
template <bool with_port, int step>
JUMPSCOPE_EACH_DOT bool Accelerator::beginTileDot(TileRun& run) {
  if (run.clock >= run.until || run.dots == run.most) return false;
  firstHalfOfTileDot<with_port, step>(run);
  ++run.dots;
  run.clock += run.first_clocks;
  run.second_half = true;
  return true;
}

template <bool with_port, int step>
JUMPSCOPE_EACH_DOT bool Accelerator::endTileDot(TileRun& run) {
  if (run.clock >= run.until) return false;
  secondHalfOfTileDot<with_port, step>(run);
  run.clock += run.second_clocks;
  run.second_half = false;
  return !with_port || run.reading != PortSteps::at_rest || run.writing != PortSteps::at_rest;
}

// From half `next` of the sixteen of a tile on.
template <bool with_port>
JUMPSCOPE_EACH_DOT void Accelerator::goOnWithTiles(TileRun& run, int next) {
  for (;; next = 0) {
    switch (next) {
      case 0:
        if (!beginTileDot<with_port, 0>(run)) return;
        [[fallthrough]];
      case 1:
        if (!endTileDot<with_port, 0>(run)) return;
        [[fallthrough]];
      case 2:
        if (!beginTileDot<with_port, 1>(run)) return;
        [[fallthrough]];
      case 3:
        if (!endTileDot<with_port, 1>(run)) return;
        [[fallthrough]];
      case 4:
        if (!beginTileDot<with_port, 2>(run)) return;
        [[fallthrough]];
      case 5:
        if (!endTileDot<with_port, 2>(run)) return;
        [[fallthrough]];
      case 6:
        if (!beginTileDot<with_port, 3>(run)) return;
        [[fallthrough]];
      case 7:
        if (!endTileDot<with_port, 3>(run)) return;
        [[fallthrough]];
      case 8:
        if (!beginTileDot<with_port, 4>(run)) return;
        [[fallthrough]];
      case 9:
        if (!endTileDot<with_port, 4>(run)) return;
        [[fallthrough]];
      case 10:
        if (!beginTileDot<with_port, 5>(run)) return;
        [[fallthrough]];
      case 11:
        if (!endTileDot<with_port, 5>(run)) return;
        [[fallthrough]];
      case 12:
        if (!beginTileDot<with_port, 6>(run)) return;
        [[fallthrough]];
      case 13:
        if (!endTileDot<with_port, 6>(run)) return;
        [[fallthrough]];
      case 14:
        if (!beginTileDot<with_port, 7>(run)) return;
        [[fallthrough]];
      default:
        if (!endTileDot<with_port, 7>(run)) return;
    }
  }
}

// Half dots that begin before `until`, in which no stage of an access ends; up to the last dot of tiles, or to where
// $2007 has come to rest. Returns how many dots have begun.
template <bool with_port>
[[gnu::noinline]] int Accelerator::tileDots(uint64_t until) {
  State& s = chip_.s;
  TileRun run{.clock = s.clock,
              .until = until,
              .first_clocks = chip_.firstHalfClocks(),
              .second_clocks = chip_.secondHalfClocks(),
              .most = last_tile_dot - s.dot,
              .second_half = s.second_half};
  if constexpr (with_port) {
    const Port& port = s.port;
    const Access& access = s.access;
    run.reading = static_cast<uint8_t>(port.read_chain | (port.read_request ? PortSteps::request : 0));
    run.writing = static_cast<uint8_t>(port.write_chain | (port.write_request ? PortSteps::request : 0));
    run.stores = port.writing;
    const bool lasts = access.stage != Access::Stage::None && access.reg == 7;
    run.read_lasts = lasts && !access.write;
    run.write_lasts = lasts && access.write;
    run.access_began = access.began;
    run.ends = s.clock == access.began + end_clocks;
  }
  goOnWithTiles<with_port>(
      run, run.second_half ? static_cast<int>(fetchStep(s.dot)) * 2 + 1 : s.dot % fetch_steps * 2);
  shiftTiles(run.shifts);
  s.clock = run.clock;
  s.second_half = run.second_half;
  s.dot = static_cast<uint16_t>(s.dot + run.dots);
  s.color_delay = static_cast<uint8_t>(std::max(0, s.color_delay - run.dots));
  if constexpr (with_port) {
    Port& port = s.port;
    port.read_chain = run.reading & 0x1Fu;
    port.write_chain = run.writing & 0x1Fu;
    port.read_request = run.reading & PortSteps::request;
    port.write_request = run.writing & PortSteps::request;
    port.writing = run.stores;
    const bool at_rest = (run.reading & PortSteps::state) == PortSteps::at_rest &&
                         (run.writing & PortSteps::state) == PortSteps::at_rest;
    if (at_rest && !run.stores && !run.second_half) port = Port{};
  }
  return run.dots;
}

// Brings OAM from this half of a dot, the next one, to where the chip stands.
void Accelerator::bringOamFrom(int dot, bool second_half) {
  State& s = chip_.s;
  const LineKind line = lineKind(s.scanline, chip_.timing());
  const int last = s.dot;
  const bool in_dot = s.second_half;
  if (dot == last && second_half == in_dot) return;
  if (second_half) {
    s.dot = static_cast<uint16_t>(dot);
    oamSecondHalf(oamActionsAt(line, dot), dot);
  }
  const int last_whole = in_dot ? last - 1 : last;
  for (++dot; dot <= last_whole; ++dot) {
    if (s.oam_write == OamWrite::None && !chip_.writesTo(3)) {
      evaluateDots(dot, last_whole);
      break;
    }
    oamDot(line, dot - 1, dot);
  }
  if (in_dot) oamFirstHalf(oamActionsAt(line, last - 1), last - 1, last);
  s.dot = static_cast<uint16_t>(last);
}

void Accelerator::bringUnitsAndOam() {
  const Behind from = std::exchange(behind_, {});
  bringOamFrom(from.dot, from.second_half);
  shiftUnits(from.unit_dots);
}

// Whether the search of OAM is over, and nothing stores there.
Obstacle Accelerator::whyNotUnitsSingly(int next) const {
  const State& s = chip_.s;
  if (next > last_unit_dot) return Obstacle::Fetch;
  if (behind_.any || s.evaluation_step != 0 || s.oam_write != OamWrite::None || s.oam_steps ||
      chip_.writesTo(3))
    return Obstacle::OamBuffer;
  const bool fetched = s.second_half && fetchStep(next) == FetchStep::Nametable;
  return s.commit == (fetched ? Commit::Nametable : Commit::None) ? Obstacle::None : Obstacle::Fetch;
}

// As tileDots(), up to the last dot of the sprite fetches.
[[gnu::noinline]] void Accelerator::unitDots(uint64_t until) {
  State& s = chip_.s;
  while (s.clock < until) {
    if (s.second_half) {
      secondHalfOfUnitDot();
      s.clock += chip_.secondHalfClocks();
    } else {
      if (s.dot == last_unit_dot) return;
      firstHalfOfUnitDot();
      s.clock += chip_.firstHalfClocks();
    }
    s.second_half = !s.second_half;
  }
}

void Accelerator::firstHalfOfUnitDot() {
  State& s = chip_.s;
  s.secondary_steps = ppu::fetchSteps(s.dot) && !s.secondary_full;
  if (s.address_copy == AddressCopy::Due) chip_.copyAddress(false, false);
  if (s.address_copy == AddressCopy::Requested) s.address_copy = AddressCopy::Due;
  s.dot = s.dot + 1;
  s.sprite_overflow_readable = s.status.sprite_overflow;
  s.oam_latch = s.oam_buffer;
  if (s.color_delay > 0) --s.color_delay;
  chip_.staysOn();
  const bool reads = isReadDot(s.dot);
  if (!s.port.active) return chip_.fetchSpriteDot({!reads, reads});
  chip_.keepAccess(s.clock);
  const Ppu::Pins pins = chip_.portFirstHalf();
  chip_.fetchSpriteDot(pins);
  chip_.portTransfer(unit_actions, pins);
  if (s.port.step_latch) noticeStore();
}

void Accelerator::secondHalfOfUnitDot() {
  State& s = chip_.s;
  if (s.secondary_steps && ++s.secondary_address == 0) s.secondary_full = true;
  s.secondary_steps = false;
  s.oam_address = 0;
  s.oam_buffer = s.secondary_oam[s.secondary_address];
  if (s.commit != Commit::None) chip_.commitFetch();
  if (!s.port.active) return;
  chip_.portSecondHalf(false);
  if (s.port.writing || s.port.step_latch) noticeStore();
}

// Half dots that begin before `now`, while $2007 is accessed, and the few after that. False: the chip has to go on by
// itself.
bool Accelerator::goSingly(uint64_t now) {
  State& s = chip_.s;
  if (whyNotSingly() != Obstacle::None) return false;
  do {
    const Access& access = s.access;
    uint64_t until = now;
    if (access.stage != Access::Stage::None) {
      // How far an access to $2007 has come shows in what it stores alone, which transfer() looks at, and as it ends.
      const Access::Stage stage = access.reg == 7 ? Access::Stage::Open : access.stage;
      uint64_t changes = access.began + clocks_to_leave[static_cast<size_t>(stage)];
      if (access.reg == 7 && changes == s.clock) ++changes;
      if (changes <= s.clock) {
        const unsigned reg = access.reg;
        if (concernsOam(reg)) bringRest();
        chip_.keepAccess(s.clock);
        if (reg == 3) sprite_lines_.lookAgain();  // a row of OAM may have taken another's charge
        continue;
      }
      until = std::min(until, changes);
    }
    if (s.dot + !s.second_half >= first_plain_unit_dot) {
      unitDots(until);
      continue;
    }
    if (!behind_.any) behind_ = {.any = true, .second_half = s.second_half, .dot = s.dot};
    behind_.unit_dots += s.port.active ? tileDots<true>(until) : tileDots<false>(until);
  } while (s.clock < now && whyNotSingly() == Obstacle::None && (s.port.active || isSoon(now)));
  return true;
}

}  // namespace jumpscope::ppu::fast
