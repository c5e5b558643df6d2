// The processor's state and the kinds of access it makes. One flat, trivially copyable value.
#pragma once

#include <cstdint>
#include <type_traits>

namespace jumpscope::cpu6502 {

// What a bus cycle is for.
enum class Access : uint8_t {
  Fetch,       // opcode fetch (SYNC); also the discarded fetch that starts an interrupt or reset sequence
  Operand,     // a byte of the instruction after its opcode
  Read,        // data, and pointers in memory
  Write,       // data
  DummyRead,   // the value is not used
  DummyWrite,  // a read-modify-write instruction writes the old value back first
  Stack,       // push or pull
  Vector,      // $FFFA-$FFFF during an interrupt, BRK or reset sequence
};

// The bits of the processor status P.
namespace flag {
inline constexpr uint8_t carry = 0x01;
inline constexpr uint8_t zero = 0x02;
inline constexpr uint8_t irq_disable = 0x04;
inline constexpr uint8_t decimal = 0x08;
inline constexpr uint8_t break_ = 0x10;  // only in a pushed P
inline constexpr uint8_t unused = 0x20;  // reads as 1
inline constexpr uint8_t overflow = 0x40;
inline constexpr uint8_t negative = 0x80;
}  // namespace flag

// The bits of State::lines and State::polled: why the next instruction might not simply be executed.
namespace line {
inline constexpr uint8_t nmi = 0x01;        // an edge of NMI was seen and is not yet served
inline constexpr uint8_t irq = 0x04;        // level of IRQ; stands where I stands in P, so that I masks it
inline constexpr uint8_t irq_taken = 0x10;  // polled only: an IRQ that the I flag can no longer mask
inline constexpr uint8_t reset = 0x20;      // the next step is the reset sequence
inline constexpr uint8_t jam = 0x40;        // a jam opcode was executed; only a reset helps
}  // namespace line

// Registers and interrupt bookkeeping; a default value has just been powered on (all registers 0, I set,
// reset pending). Canonical between two steps. While step() or run() is inside an instruction the registers
// may lie elsewhere; only instruction_pc, opcode and the line bookkeeping are up to date then.
struct State {
  uint16_t pc = 0;
  uint8_t a = 0;
  uint8_t x = 0;
  uint8_t y = 0;
  uint8_t s = 0;
  uint8_t p = flag::unused | flag::irq_disable;  // bit 5 is always 1 and bit 4 always 0

  uint8_t lines = line::reset;   // as sampled at the end of the last cycle
  uint8_t polled = line::reset;  // as seen by the poll of the instruction that has just ended
  bool nmi_level = false;        // NMI at the last sample, to find the edge
  bool halted = false;           // a cycle was halted since an instruction last cared (SHA, SHX, SHY, TAS do)

  uint8_t opcode =
      0;  // of the instruction in progress or just ended; 0 (BRK) in an interrupt or reset sequence
  uint16_t instruction_pc = 0;  // where it was fetched

  // ANE computes (A | magic) & X & operand, LXA (A | magic) & operand; it varies with chip and temperature.
  uint8_t magic = 0xFF;

  bool operator==(const State&) const = default;

  // The state just after power came up; the next step is the reset sequence, which leaves S at $FD. `magic`
  // stays.
  void powerOn() {
    const uint8_t kept = magic;
    *this = State{};
    magic = kept;
  }

  // The next step is the 7-cycle reset sequence: only reads, S -= 3, I = 1, PC from $FFFC. It also ends a
  // jam.
  void requestReset() {
    lines |= line::reset;
    polled |= line::reset;
  }

  bool jammed() const { return (lines & line::jam) != 0; }

  // Called by the bus at the end of each cycle, halted ones included, with the levels of the lines at the end
  // of phi2. May be left out as long as neither level has changed since the last call.
  void sampleLines(bool nmi_asserted, bool irq_asserted) {
    if (nmi_asserted && !nmi_level) lines |= line::nmi;
    nmi_level = nmi_asserted;
    lines = static_cast<uint8_t>((lines & ~line::irq) | (irq_asserted ? line::irq : 0));
  }

  // Called by the bus after each read cycle in which RDY held the processor, after that cycle's
  // sampleLines().
  void haltedCycle() {
    halted = true;
    polled |= lines;
  }
};

static_assert(std::is_trivially_copyable_v<State>);

// The one field list: save, load, hash, compare and print go through it. visit(name, field).
template <class S, class Visitor>
void visitFields(S& state, Visitor&& visit) requires std::is_same_v<std::remove_const_t<S>, State> {
  visit("pc", state.pc);
  visit("a", state.a);
  visit("x", state.x);
  visit("y", state.y);
  visit("s", state.s);
  visit("p", state.p);
  visit("lines", state.lines);
  visit("polled", state.polled);
  visit("nmi_level", state.nmi_level);
  visit("halted", state.halted);
  visit("opcode", state.opcode);
  visit("instruction_pc", state.instruction_pc);
  visit("magic", state.magic);
}

}  // namespace jumpscope::cpu6502
