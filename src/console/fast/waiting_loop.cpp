#include "src/console/fast/waiting_loop.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "cpu6502/core.h"
#include "cpu6502/opcodes.h"
#include "src/console/machine.h"

namespace jumpscope::console::fast {

using cpu6502::Access;
using cpu6502::Mode;
using cpu6502::Shape;
using Place = LoopSummary::Place;

thread_local LaneScope* LaneScope::current_ = nullptr;

namespace {

constexpr size_t longest_turn = 64;  // instructions
constexpr size_t most_writes = 24;   // bytes that a turn writes at most
constexpr size_t most_reads = 64;

// Instructions that a turn may have. Not those that change the interrupt mask or wait for interrupts, nor those
// whose result varies with the chip.
constexpr bool mayBeInTurn(uint8_t opcode) {
  const cpu6502::Opcode& row = cpu6502::opcodes[opcode];
  switch (row.shape) {
    case Shape::Read:
    case Shape::Write:
    case Shape::Modify:
    case Shape::Implied:
    case Shape::Branch:
    case Shape::Push:
    case Shape::Jump:
      return true;
    case Shape::Mask:
      return row.mnemonic == "SEI";
    case Shape::Pull:
      return row.mnemonic == "PLA";
    case Shape::Control:
      return row.mnemonic == "JSR" || row.mnemonic == "RTS";
    default:
      return false;
  }
}

constexpr bool movesStack(uint8_t opcode) {
  const cpu6502::Opcode& row = cpu6502::opcodes[opcode];
  return row.shape == Shape::Control || row.shape == Shape::Pull || row.mnemonic == "TXS" ||
         row.mnemonic == "LAS";
}

struct InTurn {
  bool allowed, moves_stack;
};
constexpr std::array<InTurn, 256> in_turn = [] {
  std::array<InTurn, 256> table{};
  for (size_t code = 0; code < table.size(); ++code)
    table[code] = {mayBeInTurn(static_cast<uint8_t>(code)), movesStack(static_cast<uint8_t>(code))};
  return table;
}();

uint64_t mix(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29); }

template <class T>
bool isKnown(const Lane<T>& number) {
  return number.isConstant();
}
template <class T>
bool isKnown(T) {
  return true;
}
template <class T>
T known(const Lane<T>& number) {
  return number.constant();
}
template <class T>
T known(T number) {
  return number;
}

}  // namespace

// Memory as a turn sees it. What it writes stays here.
template <template <class> class Number>
struct Accelerator::TurnBus {
  using Registers = cpu6502::RegistersOf<Number>;
  using Byte = typename Registers::Byte;
  using Word = typename Registers::Word;

  struct Written {
    uint16_t address;
    Byte value;
  };

  const Accelerator& f;
  uint64_t cycles = 0;
  bool failed = false;  // the turn does what is not summarized
  bool polls_status = false;
  bool polls_sound_status = false;
  bool rewrites_control = false;  // $2000, with what it holds
  uint8_t on_bus = 0;             // the last byte that was fetched
  uint64_t way = 0;               // of the instructions, and of what was read outside RAM
  std::array<Written, most_writes> writes;
  size_t write_count = 0;
  // RAM as it was read before anything was written there.
  struct Found {
    uint16_t address;
    uint8_t value;
  };
  std::array<Found, most_reads> reads;
  size_t read_count = 0;
  // What a byte of RAM holds at the head.
  const std::function<Byte(uint16_t)>* at_head = nullptr;

  explicit TurnBus(const Accelerator& accelerator) : f(accelerator) {}

  Byte fail() {
    failed = true;
    return Byte{};
  }
  Written* find(uint16_t address) {
    for (size_t n = 0; n < write_count; ++n)
      if (writes[n].address == address) return &writes[n];
    return nullptr;
  }

  Byte read(Word address, Access kind) { return read(address, kind, address); }
  Byte read(Word place, Access kind, Word) {
    ++cycles;
    if (!isKnown(place)) return fail();
    const uint16_t address = known(place);
    if (address < 0x2000) {
      const uint16_t folded = address & 0x07FF;
      if (const Written* written = find(folded)) return written->value;
      const uint8_t value = f.m.s.ram[folded];
      if (at_head) return (*at_head)(folded);
      if (kind != Access::DummyRead) {
        if (read_count == most_reads) return fail();
        reads[read_count++] = {folded, value};
      }
      return Byte(value);
    }
    if (const uint8_t* page = f.read_page[address >> 8]) {
      const uint8_t value = on_bus = page[address & 0xFF];
      if (kind != Access::DummyRead) way = mix(way, static_cast<uint64_t>(address) << 8 | value);
      return Byte(value);
    }
    if ((address & 0xE007) == 0x2002 && f.status_until != 0) {
      polls_status = true;
      way = mix(way, static_cast<uint64_t>(address) << 8 | f.status_shown);
      return Byte(f.status_shown);
    }
    if (address == sound_status && f.sound_status_until != 0) {
      polls_sound_status = true;
      way = mix(way, static_cast<uint64_t>(address) << 8 | f.sound_status_shown);
      return Byte(f.sound_status_shown);
    }
    return fail();
  }
  void write(Word place, Byte value, Access) {
    ++cycles;
    if (!isKnown(place)) return void(fail());
    const uint16_t address = known(place);
    if (address == 0x2000 && isKnown(value) && !f.m.isWatched(address)) {
      way = mix(way, known(value));
      rewrites_control = true;
      failed |= !f.m.ppu.repeatedControl(known(value), on_bus);
      return;
    }
    if (address >= 0x2000 || !f.write_page[address >> 8]) return void(fail());
    const uint16_t folded = address & 0x07FF;
    if (Written* written = find(folded)) {
      written->value = value;
      return;
    }
    if (write_count == most_writes) return void(fail());
    writes[write_count++] = {folded, value};
  }

  uint8_t opcode(Byte value) {
    if (!isKnown(value)) failed = true;
    return isKnown(value) ? known(value) : 0xEA;
  }
  uint16_t target(Word address) {
    if (!isKnown(address)) failed = true;
    return isKnown(address) ? known(address) : 0;
  }

  // Whether what was on the stack at the head still is.
  static bool staysInFrame(Byte now, Byte at_head) {
    return isKnown(now) && static_cast<uint8_t>(known(at_head) - known(now)) < 0x80;
  }

  // One turn from `registers`. False: it does not come back, or does what is not summarized.
  bool run(Registers& registers) {
    const uint16_t head = registers.pc;
    cpu6502::State lines;
    lines.lines = lines.polled = 0;
    cpu6502::Processor<TurnBus> processor(registers, lines, *this);
    Registers& now = processor.registers();
    for (size_t count = 0; count < longest_turn; ++count) {
      const uint16_t pc = now.pc;
      const uint8_t* page = f.read_page[pc >> 8];
      if (!page || pc < 0x8000 || f.write_page[pc >> 8]) return false;  // code in RAM may change
      const uint8_t code = page[pc & 0xFF];
      if (!in_turn[code].allowed || (in_turn[code].moves_stack && f.m.hooks.on_stack_moved)) return false;
      processor.instruction();
      if (failed || !staysInFrame(now.s, registers.s)) return false;
      if (now.pc != head) continue;
      registers = now;
      return true;
    }
    return false;
  }
};

namespace {

using Plain = cpu6502::Registers;
using Wide = cpu6502::RegistersOf<Lane>;

constexpr int register_places[] = {Place::place_a, Place::place_x, Place::place_y,
                                   Place::place_c, Place::place_v, Place::place_nz};

template <class Registers, class Visitor>
void visitRegister(Registers& registers, int place, Visitor&& visit) {
  switch (place) {
    case Place::place_a:
      return visit(registers.a);
    case Place::place_x:
      return visit(registers.x);
    case Place::place_y:
      return visit(registers.y);
    case Place::place_c:
      return visit(registers.c);
    case Place::place_v:
      return visit(registers.v);
    default:
      return visit(registers.nz);
  }
}

uint32_t registerAt(const Plain& registers, int place) {
  uint32_t value = 0;
  visitRegister(registers, place, [&](auto field) { value = field; });
  return value;
}

bool sameFlags(const Plain& one, const Plain& other) {
  return one.zero() == other.zero() && one.negative() == other.negative();
}

const Lanes& identity() {
  static const Lanes lanes = [] {
    Lanes all;
    for (size_t i = 0; i < lane_count; ++i) all[i] = i & 0xFF;
    return all;
  }();
  return lanes;
}
const Lanes& carryBit() {
  static const Lanes lanes = [] {
    Lanes all;
    for (size_t i = 0; i < lane_count; ++i) all[i] = static_cast<uint32_t>(i >> 8);
    return all;
  }();
  return lanes;
}

// Of flags, which are no source: mixed, but it can be told whether the turn has left them alone.
const Lanes& untouchedFlag() {
  static const Lanes lanes{};
  return lanes;
}

// A byte as a turn finds it and as it leaves it.
struct Changed {
  int place;
  int source;  // of what it leaves; source::none: always the constant
  uint32_t constant;
  Lanes values;

  template <class T>
  Changed(int where, const Lane<T>& left) : place(where), source(left.source()), constant(0), values{} {
    if (left.isConstant()) constant = Lane<T>::pack(left.constant());
    if (source == source::mixed) return;
    for (size_t i = 0; i < lane_count; ++i) values[i] = Lane<T>::pack(left[i]);
  }
  bool dependsOnCarry() const {
    for (size_t i = 0; i < 0x100; ++i)
      if (values[i] != values[i | 0x100]) return true;
    return false;
  }
};

bool isTheSame(const Lanes* lanes, const Lanes& start) {
  return lanes && (lanes == &start || (&start != &untouchedFlag() && *lanes == start));
}

bool dependsOnCarry(const LaneScope::Condition& condition) {
  for (size_t i = 0; i < 0x100; ++i)
    if (condition.holds[i] != condition.holds[i | 0x100]) return true;
  return false;
}

// From what one turn makes of each byte to orbits and outputs; nullopt: the bytes depend on each other.
std::optional<LoopSummary> orbitsOf(const std::vector<Changed>& changed,
                                    const std::vector<LaneScope::Condition>& conditions) {
  const auto find = [&](int place) -> const Changed* {
    for (const Changed& one : changed)
      if (one.place == place) return &one;
    return nullptr;
  };
  const Changed* const carry = find(Place::place_c);

  LoopSummary summary;
  const auto orbitOf = [&](int source) -> LoopSummary::Orbit* {
    for (LoopSummary::Orbit& orbit : summary.orbits)
      if (orbit.place == source) return &orbit;
    summary.orbits.push_back({source, source == source::carry, {}, false, {}});
    summary.orbits.back().goes_on.fill(true);
    return &summary.orbits.back();
  };
  // What depends on the carry alone goes along with the byte that the carry depends on.
  const auto sourceOf = [&](int source) {
    return source == source::carry && carry && carry->source >= 0 ? carry->source : source;
  };
  const auto use = [&](int source, bool with_carry) {
    if (source == source::none) return;
    LoopSummary::Orbit* orbit = orbitOf(sourceOf(source));
    orbit->with_carry |= with_carry || source == source::carry;
  };

  for (const Changed& one : changed) {
    if (one.source == source::mixed) return std::nullopt;
    use(one.source, one.dependsOnCarry());
  }
  for (const LaneScope::Condition& condition : conditions) use(condition.source, dependsOnCarry(condition));

  for (LoopSummary::Orbit& orbit : summary.orbits) {
    const Changed* const self = find(orbit.place);
    if (orbit.place != source::carry) {
      if (!self) return std::nullopt;
      if (self->source != source::none && self->source != source::carry && self->source != orbit.place)
        return std::nullopt;
      // Alone on the carry: then it is not its own map, but one of the carry's orbit.
      if (self->source == source::carry && !orbit.with_carry) return std::nullopt;
    }
    if (orbit.with_carry) {
      if (!carry) return std::nullopt;
      if (carry->source >= 0 && carry->source != orbit.place) return std::nullopt;
    }
    for (size_t i = 0; i < lane_count; ++i) {
      const uint32_t low = self ? self->values[i] & 0xFF : 0;
      const uint32_t high = orbit.with_carry ? (carry->values[i] & 1) << 8 : 0;
      orbit.next[i] = static_cast<uint16_t>(low | high);
    }
  }
  for (const LaneScope::Condition& condition : conditions) {
    LoopSummary::Orbit* orbit = orbitOf(sourceOf(condition.source));
    orbit->conditional = true;
    for (size_t i = 0; i < lane_count; ++i) orbit->goes_on[i] &= condition.holds[i];
  }
  for (const Changed& one : changed) {
    int index = -1;
    if (one.source != source::none)
      index = static_cast<int>(orbitOf(sourceOf(one.source)) - summary.orbits.data());
    summary.outputs.push_back({one.place, index, one.constant, one.values});
  }
  return summary;
}

}  // namespace

uint64_t turnsTheSameWay(const LoopSummary::Orbit& orbit, size_t index, uint64_t turns) {
  if (!orbit.conditional) return turns;
  // After as many steps as there are indices all that ever come have come.
  const uint64_t enough = std::min<uint64_t>(turns, lane_count);
  for (uint64_t turn = 0; turn < enough; ++turn) {
    if (!orbit.goes_on[index]) return turn;
    index = orbit.next[index];
  }
  return turns;
}

OrbitEnd follow(const LoopSummary::Orbit& orbit, size_t index, uint64_t turns) {
  std::array<uint16_t, lane_count> first_visit;
  first_visit.fill(UINT16_MAX);
  size_t before = index;
  for (uint64_t turn = 0; turn < turns; ++turn) {
    if (first_visit[index] != UINT16_MAX) {  // round and round
      const uint64_t round = turn - first_visit[index];
      for (uint64_t rest = (turns - turn) % round; rest > 0; --rest) {
        before = index;
        index = orbit.next[index];
      }
      if ((turns - turn) % round == 0) {
        // `before` is the one that leads here in the round.
        before = index;
        for (uint64_t step = 1; step < round; ++step) before = orbit.next[before];
      }
      return {index, before};
    }
    first_visit[index] = static_cast<uint16_t>(turn);
    before = index;
    index = orbit.next[index];
  }
  return {index, before};
}

// A turn in lanes: what it makes of each byte, `changed` of which are known by their lanes, all others as they are at
// the head.
struct Accelerator::WideTurn {
  LaneScope scope;
  Wide registers;
  TurnBus<Lane> bus;
  bool succeeded;

  WideTurn(const Accelerator& f, const cpu6502::Registers& at_head, const std::vector<int>& changed)
      : bus(f) {
    const auto changes = [&](int place) { return std::ranges::find(changed, place) != changed.end(); };
    const uint8_t* const ram = f.m.s.ram.data();
    const bool carry_changes = changes(Place::place_c);
    scope.present = [&](int source) -> size_t {
      const size_t carry = carry_changes && at_head.c ? 0x100 : 0;
      if (source < 0) return carry;
      return carry | (source < 0x800 ? ram[source] : registerAt(at_head, source));
    };
    registers.pc = at_head.pc;
    registers.s = at_head.s;
    registers.mask = at_head.mask;
    for (const int place : register_places) {
      visitRegister(registers, place, [&](auto& field) {
        using Field = std::remove_reference_t<decltype(field)>;
        if (!changes(place))
          field = static_cast<typename Field::Value>(registerAt(at_head, place));
        else if (place == Place::place_c)
          field = Field::of(source::carry, carryBit());
        else if (place == Place::place_v || place == Place::place_nz)
          field = Field::of(source::mixed, untouchedFlag());
        else
          field = Field::of(place, identity());
      });
    }
    const std::function<Lane<uint8_t>(uint16_t)> ram_at_head = [&](uint16_t address) -> Lane<uint8_t> {
      if (changes(address)) return Lane<uint8_t>::of(address, identity());
      return ram[address];
    };
    bus.at_head = &ram_at_head;
    succeeded = bus.run(registers) && !scope.failed && isStill(registers.s, at_head.s) &&
                isStill(registers.mask, at_head.mask);
    bus.at_head = nullptr;
    scope.present = nullptr;
  }

  static bool isStill(const Lane<uint8_t>& number, uint8_t value) {
    return number.isConstant() && number.constant() == value;
  }
};

// Registers that a turn neither looks at nor changes, whatever they hold: a bit each, as in register_places.
unsigned Accelerator::untouchedRegisters(const cpu6502::Registers& at_head, std::vector<int> changed) const {
  for (const int place : register_places)
    if (std::ranges::find(changed, place) == changed.end()) changed.push_back(place);
  const WideTurn turn(*this, at_head, changed);
  if (!turn.succeeded) return 0;

  unsigned untouched = 0, bit = 1;
  std::vector<Changed> left;
  for (const int place : register_places) {
    visitRegister(turn.registers, place, [&](const auto& field) {
      const Lanes* start = place == Place::place_c                               ? &carryBit()
                           : place == Place::place_v || place == Place::place_nz ? &untouchedFlag()
                                                                                 : &identity();
      if (isTheSame(field.lanes(), *start))
        untouched |= bit;
      else
        left.emplace_back(place, field);
    });
    bit <<= 1;
  }
  for (size_t n = 0; n < turn.bus.write_count; ++n)
    left.emplace_back(turn.bus.writes[n].address, turn.bus.writes[n].value);

  const auto looksAt = [&](int source, bool with_carry) {
    unsigned of_source = 1;
    for (const int place : register_places) {
      if (source == place || (place == Place::place_c && (source == source::carry || with_carry)))
        untouched &= ~of_source;
      of_source <<= 1;
    }
  };
  for (const Changed& one : left) {
    if (one.source == source::mixed) return 0;
    if (one.source != source::none) looksAt(one.source, one.dependsOnCarry());
  }
  for (const LaneScope::Condition& condition : turn.scope.conditions)
    looksAt(condition.source, dependsOnCarry(condition));
  return untouched;
}

// What the turn does whose plain outcome is known: `changed` are the places that it changes.
std::unique_ptr<LoopSummary> Accelerator::summarize(const cpu6502::Registers& at_head,
                                                    std::vector<int> changed) const {
  const unsigned untouched = untouchedRegisters(at_head, changed);
  constexpr int most_passes = 4;
  for (int pass = 0; pass < most_passes; ++pass) {
    const auto changes = [&](int place) { return std::ranges::find(changed, place) != changed.end(); };
    const WideTurn turn(*this, at_head, changed);
    if (!turn.succeeded) return nullptr;

    // What was thought to stay must stay.
    std::vector<Changed> all;
    bool complete = true;
    const auto consider = [&](int place, const auto& left, uint32_t before) {
      if (changes(place)) {
        all.emplace_back(place, left);
      } else if (!left.isConstant() || left.constant() != before) {
        changed.push_back(place);
        complete = false;
      }
    };
    for (const int place : register_places)
      visitRegister(turn.registers, place,
                    [&](const auto& field) { consider(place, field, registerAt(at_head, place)); });
    for (size_t n = 0; n < turn.bus.write_count; ++n)
      consider(turn.bus.writes[n].address, turn.bus.writes[n].value, m.s.ram[turn.bus.writes[n].address]);
    if (!complete) continue;
    std::optional<LoopSummary> summary = orbitsOf(all, turn.scope.conditions);
    if (!summary) return nullptr;
    unsigned bit = 1;
    for (const int place : register_places) {
      if (!changes(place) && !(untouched & bit)) summary->fixed_registers |= bit;
      bit <<= 1;
    }
    return std::make_unique<LoopSummary>(std::move(*summary));
  }
  return nullptr;
}

// The CPU stands at the head of a loop, having jumped there from `from`.
[[gnu::noinline]] Accelerator::AtHead Accelerator::skipTurns(cpu6502::Registers at_head, uint64_t cycle,
                                                             uint16_t from) {
  const AtHead unchanged{at_head, cycle};
  const uint16_t head = at_head.pc;
  const uint8_t* page = read_page[head >> 8];
  if (!page || head < 0x8000 || write_page[head >> 8]) return unchanged;
  if (!known_loops) known_loops = std::make_unique<std::array<KnownLoop, loop_count>>();
  KnownLoop& loop = (*known_loops)[loopIndex(head)];
  if (loop.code != page + (head & 0xFF) || loop.head != head) {
    loop = {};
    loop.code = page + (head & 0xFF);
    loop.head = head;
  }
  if (loop.never_waits) {
    leaveToNative(loop, from);
    return unchanged;
  }
  // A loop that waits may once in a while be left, or turn in another way: an interrupt came between its comparison and
  // its branch.
  const auto disappointed = [&](int weight) {
    loop.disappointments += weight;
    if (loop.disappointments >= most_disappointments) {
      loop.never_waits = true;
      for (auto& one : loop.kept) one.summary.reset();
      leaveToNative(loop, from);
    }
    return unchanged;
  };

  if (cycle + loop.turn_cycles > window_end) return unchanged;
  TurnBus<jumpscope::Plain> turn(*this);
  cpu6502::Registers after = at_head;
  if (!turn.run(after)) return disappointed(1);
  if (after.s != at_head.s || after.mask != at_head.mask) return disappointed(1);

  loop.turn_cycles = turn.cycles;

  uint64_t last = window_end;       // the head may be reached as late
  constexpr uint64_t executed = 2;  // turns after those that are skipped, when registers are accessed
  if (turn.polls_status) {
    // What the loop reads also holds bits of the I/O bus, which decay. The last turn may have read them before
    // they did.
    last =
        std::min(last, std::min(status_until, m.ppu.ioBusChange(status_read * m.cpu_clocks)) / m.cpu_clocks);
  }
  if (turn.polls_sound_status) last = std::min(last, sound_status_until);
  const bool accesses = turn.polls_status || turn.polls_sound_status || turn.rewrites_control;
  const uint64_t reserve = accesses ? executed * turn.cycles + longest_step : 0;
  last = last > reserve ? last - reserve : 0;
  if (cycle + turn.cycles > last) return unchanged;
  const uint64_t most_turns = (last - cycle) / turn.cycles;
  uint64_t turns = most_turns;

  std::array<int, most_writes + std::size(register_places)> changed;
  size_t count = 0;
  for (const int place : register_places)
    if (place == Place::place_nz ? !sameFlags(after, at_head)
                                 : registerAt(after, place) != registerAt(at_head, place))
      changed[count++] = place;
  for (size_t n = 0; n < turn.write_count; ++n)
    if (turn.writes[n].value != m.s.ram[turn.writes[n].address]) changed[count++] = turn.writes[n].address;

  AtHead result = unchanged;
  bool ends_by_itself = false;
  if (count != 0) {
    // What a summary is valid for: all that was read, but for what the turn changes, and what the registers hold that it
    // does not change. Flags are outputs, whether they change in this turn or not.
    const auto changes = [&](int place) {
      return std::find(changed.begin(), changed.begin() + count, place) != changed.begin() + count;
    };
    const auto keyOf = [&](const LoopSummary& summary) {
      uint64_t key = turn.way;
      for (size_t n = 0; n < count; ++n)
        if (changed[n] < Place::place_c) key = mix(key, static_cast<uint64_t>(changed[n]));
      unsigned bit = 1;
      for (const int place : register_places) {
        if (summary.fixed_registers & bit)
          key = mix(key, registerAt(at_head, place) | (changes(place) ? 0x10000u : 0));
        bit <<= 1;
      }
      for (size_t n = 0; n < turn.read_count; ++n)
        if (!changes(turn.reads[n].address)) key = mix(key, turn.reads[n].address << 8 | turn.reads[n].value);
      return key;
    };
    auto kept = std::ranges::find_if(
        loop.kept, [&](const auto& one) { return one.summary && one.key == keyOf(*one.summary); });
    if (kept == loop.kept.end()) {
      auto made = summarize(at_head, {changed.begin(), changed.begin() + count});
      if (!made) return disappointed(8);
      kept = loop.kept.begin() + static_cast<ptrdiff_t>(loop.next_kept++ % loop.kept.size());
      *kept = {keyOf(*made), std::move(made)};
    }
    const LoopSummary& summary = *kept->summary;
    const auto indexOf = [&](const LoopSummary::Orbit& orbit) {
      size_t index = orbit.with_carry && at_head.c ? 0x100 : 0;
      if (orbit.place >= 0)
        index |= orbit.place < 0x800 ? m.s.ram[static_cast<size_t>(orbit.place)]
                                     : registerAt(at_head, orbit.place);
      return index;
    };
    for (const LoopSummary::Orbit& orbit : summary.orbits) {
      turns = turnsTheSameWay(orbit, indexOf(orbit), turns);
      ends_by_itself |= orbit.conditional;
    }
    if (accesses && turns < most_turns) turns = turns > executed ? turns - executed : 0;
    if (turns != 0) {
      std::array<OrbitEnd, most_writes + std::size(register_places)> ends;
      for (size_t n = 0; n < summary.orbits.size(); ++n)
        ends[n] = follow(summary.orbits[n], indexOf(summary.orbits[n]), turns);
      for (const LoopSummary::Output& output : summary.outputs) {
        const uint32_t value = output.orbit < 0
                                   ? output.constant
                                   : output.values[ends[static_cast<size_t>(output.orbit)].before];
        if (output.place < 0x800)
          m.s.ram[static_cast<size_t>(output.place)] = static_cast<uint8_t>(value);
        else
          visitRegister(result.registers, output.place, [&](auto& field) {
            field = static_cast<std::remove_reference_t<decltype(field)>>(value);
          });
      }
    }
  }
  result.cycle = cycle + turns * turn.cycles;
  // A loop that ends by itself after a few turns does not wait.
  if (!ends_by_itself || turns * turn.cycles >= worthwhile)
    loop.disappointments = 0;
  else if (turns < most_turns)
    disappointed(1);
  return result;
}

// The loop may be translated, what jumps back to it included.
void Accelerator::leaveToNative(KnownLoop& loop, uint16_t from) {
  if (!code || loop.released_from == from) return;
  loop.released_from = from;
  code->forget(*this, from);
  code->forget(*this, loop.head);
}

}  // namespace jumpscope::console::fast
