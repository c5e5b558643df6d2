// A turn of a loop, executed without effect: on plain numbers, on lanes and on traced ones. Private to src/console/fast.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>
#include <functional>
#include <optional>
#include <string_view>

#include "cpu6502/core.h"
#include "cpu6502/opcodes.h"
#include "src/console/fast/lanes.h"
#include "src/console/fast/loop_summary.h"
#include "src/console/fast/traced.h"
#include "src/console/fast/turn_pads.h"
#include "src/console/machine.h"

namespace jumpscope::console::fast {

using cpu6502::Access;
using cpu6502::Mode;
using cpu6502::Shape;
using Place = LoopSummary::Place;
using PlainRegisters = cpu6502::Registers;
using WideRegisters = cpu6502::RegistersOf<Lane>;
using TracedRegisters = cpu6502::RegistersOf<Traced>;

constexpr size_t longest_turn = 128;  // instructions
constexpr size_t most_writes = 24;    // bytes that a turn writes at most
constexpr size_t most_reads = 64;
// Cycles of a turn that fetches of the DMC may hold. Two fetches are further apart.
constexpr size_t longest_held_turn = 256;

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
inline constexpr std::array<InTurn, 256> in_turn = [] {
  std::array<InTurn, 256> table{};
  for (size_t code = 0; code < table.size(); ++code)
    table[code] = {mayBeInTurn(static_cast<uint8_t>(code)), movesStack(static_cast<uint8_t>(code))};
  return table;
}();

inline uint64_t mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29);
}

template <class T>
bool isKnown(const Lane<T>& number) {
  return number.isConstant();
}
template <class T>
T known(const Lane<T>& number) {
  return number.constant();
}
template <class T>
bool isKnown(const Traced<T>&) {
  return true;
}
template <class T>
T known(const Traced<T>& number) {
  TraceScope::current().need(number.from());
  return number.value();
}
template <std::integral T>
bool isKnown(T) {
  return true;
}
template <std::integral T>
T known(T number) {
  return number;
}

// Memory as a turn sees it. What it writes stays here.
template <template <class> class Number>
struct Accelerator::TurnBus {
  using Registers = cpu6502::RegistersOf<Number>;
  using Byte = typename Registers::Byte;
  using Word = typename Registers::Word;
  static constexpr bool is_plain = std::is_same_v<Byte, uint8_t>;
  static constexpr bool interrupt_free_window = true;  // no turn goes on through an interrupt

  struct Written {
    uint16_t place;
    Byte value;
  };

  const Accelerator& f;
  const uint64_t start;  // CPU cycle
  uint64_t cycles = 0;
  bool failed = false;  // the turn does what is not summarized
  Polls polls;
  std::optional<uint8_t> on_bus;  // the last byte, when it was fetched or a pad's
  std::optional<TurnPads> pads;   // once they are accessed
  uint64_t way = 0;               // of the instructions, and of what was read outside RAM
  std::array<Written, most_writes> writes;
  size_t write_count = 0;
  // RAM as it was read before anything was written there.
  struct Found {
    uint16_t place;
    uint8_t value;
  };
  std::array<Found, most_reads> reads;
  size_t read_count = 0;
  std::bitset<longest_held_turn> writing;  // cycles of the turn that write
  // What a byte of RAM holds at the head.
  const std::function<Byte(uint16_t)>* at_head = nullptr;
  // The byte of the instruction that is fetched next, if it lies outside RAM, not across the end of a page.
  const uint8_t* next = nullptr;

  TurnBus(const Accelerator& accelerator, uint64_t cycle) : f(accelerator), start(cycle) {}

  Byte fail() {
    failed = true;
    return Byte{};
  }
  Written* find(uint16_t place) {
    for (size_t n = 0; n < write_count; ++n)
      if (writes[n].place == place) return &writes[n];
    return nullptr;
  }
  void endWindow() {}

  // False: an earlier instruction of the turn has written to the one at `pc`. `page`: where that lies.
  bool beginInstruction(uint16_t pc, const uint8_t* page) {
    constexpr size_t fetched = 4;  // bytes: no instruction takes more
    const std::optional<uint16_t> place = f.placeInRam(pc);
    if (place && find(*place)) return false;
    next = !place && (pc & 0xFFu) <= 0x100 - fetched ? page + (pc & 0xFF) : nullptr;
    if (next) {
      uint32_t bytes;
      std::memcpy(&bytes, next, fetched);
      way = mix(way, static_cast<uint64_t>(pc) << 32 | bytes);
    }
    return true;
  }
  bool beginInstruction(uint16_t) { return true; }  // run() has done it
  JUMPSCOPE_INLINE Byte fetch(uint16_t address, Access kind) requires is_plain {
    if (!next) return read(address, kind);
    ++cycles;
    const uint8_t value = *next;
    if (kind != Access::DummyRead) ++next;
    on_bus = value;
    return value;
  }
  JUMPSCOPE_INLINE Byte readZeroPageOrStack(uint16_t address, Access kind) requires is_plain {
    ++cycles;
    return readRam(address, kind);
  }

  JUMPSCOPE_INLINE Byte readRam(uint16_t place, Access kind) {
    on_bus.reset();
    if (const Written* written = find(place)) return written->value;
    const uint8_t value = f.byteAt(place);
    if (at_head) return (*at_head)(place);
    if (kind == Access::Fetch || kind == Access::Operand) {
      way = mix(way, static_cast<uint64_t>(place) << 8 | value);
    } else if (kind != Access::DummyRead) {
      if (read_count == most_reads) return fail();
      reads[read_count++] = {place, value};
    }
    return Byte(value);
  }
  Byte read(Word address, Access kind) { return read(address, kind, address); }
  Byte read(Word place, Access kind, Word) {
    ++cycles;
    if (!isKnown(place)) return fail();
    const uint16_t address = known(place);
    if (const std::optional<uint16_t> in_ram = f.placeInRam(address)) return readRam(*in_ram, kind);
    if (const uint8_t* page = f.read_page[address >> 8]) {
      const uint8_t value = page[address & 0xFF];
      on_bus = value;
      if (kind != Access::DummyRead) way = mix(way, static_cast<uint64_t>(address) << 8 | value);
      return Byte(value);
    }
    if ((address & 0xE007) == 0x2002 && f.status_until != 0) {
      polls.status = true;
      on_bus.reset();
      way = mix(way, static_cast<uint64_t>(address) << 8 | f.status_shown);
      return Byte(f.status_shown);
    }
    if (address == sound_status && f.sound_status_until != 0) {
      polls.sound_status = true;
      way = mix(way, static_cast<uint64_t>(address) << 8 | f.sound_status_shown);
      return Byte(f.sound_status_shown);
    }
    if (address == f.board_status && f.board_status_until != 0) {
      polls.board_status = true;
      on_bus = f.board_status_shown;
      way = mix(way, static_cast<uint64_t>(address) << 8 | f.board_status_shown);
      return Byte(f.board_status_shown);
    }
    if ((address & 0xFFFE) == 0x4016) return readPad(address & 1);
    return fail();
  }
  void write(Word place, Byte value, Access) {
    if (cycles < writing.size()) writing.set(cycles);
    ++cycles;
    if (!isKnown(place)) return void(fail());
    const uint16_t address = known(place);
    if (address == 0x2000 && isKnown(value) && !f.m.isWatched(address)) {
      way = mix(way, known(value));
      polls.control = true;
      failed |= !on_bus || !f.m.ppu.repeatedControl(known(value), *on_bus);
      on_bus.reset();
      return;
    }
    on_bus.reset();
    if (address == 0x4016 && isKnown(value)) return writeStrobe(known(value));
    const std::optional<uint16_t> in_ram = f.placeInRam(address);
    if (!in_ram || !f.stored_page[address >> 8] || f.m.isWatched(address)) return void(fail());
    if (Written* written = find(*in_ram)) {
      written->value = value;
      return;
    }
    if (write_count == most_writes || f.isReadElsewhere(*in_ram)) return void(fail());
    writes[write_count++] = {*in_ram, value};
  }

  // In the cycle that `cycles` has counted last.
  uint64_t cycle() const { return start + cycles - 1; }
  TurnPads& padsNow() {
    if (!pads) pads.emplace(f.m, start);
    return *pads;
  }
  Byte readPad(size_t port) {
    if (!f.m.only_pads || !on_bus) return fail();
    const auto value = static_cast<uint8_t>((*on_bus & 0xE0) | padsNow().read(cycle(), port));
    on_bus = value;
    way = mix(way, port << 8 | value);
    return Byte(value);
  }
  void writeStrobe(uint8_t value) {
    if (!f.m.only_pads || f.m.isWatched(0x4016)) return void(fail());
    way = mix(way, value);
    padsNow().writeStrobe(cycle(), value);
  }

  // True if all that was written was there before.
  bool leavesRam() const {
    return std::all_of(writes.begin(), writes.begin() + write_count,
                       [&](const Written& written) { return written.value == f.byteAt(written.place); });
  }

  uint8_t opcode(Byte value) {
    if (!isKnown(value)) failed = true;
    return isKnown(value) ? known(value) : 0xEA;
  }
  uint16_t target(Word address) {
    if (!isKnown(address)) failed = true;
    return isKnown(address) ? known(address) : 0;
  }

  // True if what was on the stack at the head still is.
  static bool staysInFrame(Byte now, Byte at_head) {
    return isKnown(now) && static_cast<uint8_t>(known(at_head) - known(now)) < 0x80;
  }

  // One turn from `registers`. False: it does not come back within so many cycles, or does what is not summarized.
  bool run(Registers& registers, uint64_t most_cycles) {
    const uint16_t head = registers.pc;
    cpu6502::State lines;
    lines.lines = lines.polled = 0;
    cpu6502::Processor<TurnBus> processor(registers, lines, *this);
    Registers& now = processor.registers();
    for (size_t count = 0; count < longest_turn && cycles <= most_cycles; ++count) {
      const uint16_t pc = now.pc;
      const uint8_t* page = f.read_page[pc >> 8];
      if (!page || !beginInstruction(pc, page)) return false;
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

inline constexpr int register_places[] = {Place::place_a, Place::place_x, Place::place_y,
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

inline uint32_t registerAt(const PlainRegisters& registers, int place) {
  uint32_t value = 0;
  visitRegister(registers, place, [&](auto field) { value = field; });
  return value;
}

inline bool sameFlags(const PlainRegisters& one, const PlainRegisters& other) {
  return one.zero() == other.zero() && one.negative() == other.negative();
}

}  // namespace jumpscope::console::fast
