// The registers while an instruction runs, and what each operation does to them. No bus.
#pragma once

#include <cstdint>

#include "cpu6502/state.h"

// Everything in the core is inlined into the loop of run(), so that the registers here, and a bus that is a
// local variable of the caller, can live in machine registers. Sanitizer builds leave it out: with it they
// take minutes to compile.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define JUMPSCOPE_INLINE inline
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(JUMPSCOPE_INLINE)
#define JUMPSCOPE_INLINE inline
#endif
#if !defined(JUMPSCOPE_INLINE)
#define JUMPSCOPE_INLINE [[gnu::always_inline]] inline
#endif

namespace jumpscope::cpu6502 {

// The flags lie apart, in forms that are cheap to set; status() and setStatus() translate.
struct Registers {
  uint16_t pc;
  uint8_t a, x, y, s;
  uint16_t nz;  // Z: the low byte is 0. N: bit 7 or bit 15 is set (both bits, because BIT and PLP set N and Z
                // apart).
  uint8_t c;    // 0 or 1
  uint8_t v;    // 0 or 1
  uint8_t mask;  // the I and D bits of P

  JUMPSCOPE_INLINE void setNz(uint8_t value) { nz = value; }
  JUMPSCOPE_INLINE bool zero() const { return (nz & 0x00FF) == 0; }
  JUMPSCOPE_INLINE bool negative() const { return (nz & 0x8080) != 0; }

  JUMPSCOPE_INLINE uint8_t status() const {
    return static_cast<uint8_t>(flag::unused | mask | c | (v ? flag::overflow : 0) |
                                (zero() ? flag::zero : 0) | (negative() ? flag::negative : 0));
  }
  JUMPSCOPE_INLINE void setStatus(uint8_t p) {
    c = p & flag::carry;
    v = (p & flag::overflow) != 0;
    mask = p & (flag::irq_disable | flag::decimal);
    nz = static_cast<uint16_t>(((p & flag::negative) << 8) | (p & flag::zero ? 0 : 1));
  }

  // Operations are named by their mnemonic; opcodes.def refers to them. First those that take what was read.
  JUMPSCOPE_INLINE void LDA(uint8_t value) { setNz(a = value); }
  JUMPSCOPE_INLINE void LDX(uint8_t value) { setNz(x = value); }
  JUMPSCOPE_INLINE void LDY(uint8_t value) { setNz(y = value); }
  JUMPSCOPE_INLINE void ORA(uint8_t value) { setNz(a |= value); }
  JUMPSCOPE_INLINE void AND(uint8_t value) { setNz(a &= value); }
  JUMPSCOPE_INLINE void EOR(uint8_t value) { setNz(a ^= value); }
  JUMPSCOPE_INLINE void ADC(uint8_t value) {
    const unsigned sum = a + value + c;
    v = static_cast<uint8_t>(((a ^ sum) & (value ^ sum)) >> 7 & 1);
    c = static_cast<uint8_t>(sum >> 8);
    setNz(a = static_cast<uint8_t>(sum));
  }
  JUMPSCOPE_INLINE void SBC(uint8_t value) { ADC(static_cast<uint8_t>(~value)); }
  JUMPSCOPE_INLINE void compare(uint8_t reg, uint8_t value) {
    c = reg >= value;
    setNz(static_cast<uint8_t>(reg - value));
  }
  JUMPSCOPE_INLINE void CMP(uint8_t value) { compare(a, value); }
  JUMPSCOPE_INLINE void CPX(uint8_t value) { compare(x, value); }
  JUMPSCOPE_INLINE void CPY(uint8_t value) { compare(y, value); }
  JUMPSCOPE_INLINE void BIT(uint8_t value) {
    v = (value >> 6) & 1;
    nz = static_cast<uint16_t>(((value & 0x80) << 8) | (a & value));
  }
  JUMPSCOPE_INLINE void NOP(uint8_t) {}
  JUMPSCOPE_INLINE void LAX(uint8_t value) { setNz(a = x = value); }
  JUMPSCOPE_INLINE void LAS(uint8_t value) { setNz(a = x = s = value & s); }
  JUMPSCOPE_INLINE void ANC(uint8_t value) {
    AND(value);
    c = a >> 7;
  }
  JUMPSCOPE_INLINE void ALR(uint8_t value) { a = LSR(a & value); }
  JUMPSCOPE_INLINE void ARR(uint8_t value) {
    a = ROR(a & value);
    c = (a >> 6) & 1;
    v = c ^ ((a >> 5) & 1);
  }
  JUMPSCOPE_INLINE void SBX(uint8_t value) {
    const uint8_t both = a & x;
    compare(both, value);
    x = static_cast<uint8_t>(both - value);
  }
  JUMPSCOPE_INLINE void ANE(uint8_t value) { setNz(a &= x & value); }
  JUMPSCOPE_INLINE void LXA(uint8_t value) { LAX(a & value); }

  // Read-modify-write: from the old value to the new one.
  JUMPSCOPE_INLINE uint8_t ASL(uint8_t value) {
    c = value >> 7;
    value = static_cast<uint8_t>(value << 1);
    setNz(value);
    return value;
  }
  JUMPSCOPE_INLINE uint8_t LSR(uint8_t value) {
    c = value & 1;
    value = value >> 1;
    setNz(value);
    return value;
  }
  JUMPSCOPE_INLINE uint8_t ROL(uint8_t value) {
    const unsigned shifted = (value << 1) | c;
    c = static_cast<uint8_t>(shifted >> 8);
    setNz(static_cast<uint8_t>(shifted));
    return static_cast<uint8_t>(shifted);
  }
  JUMPSCOPE_INLINE uint8_t ROR(uint8_t value) {
    const unsigned joined = (c << 8) | value;
    c = value & 1;
    setNz(static_cast<uint8_t>(joined >> 1));
    return static_cast<uint8_t>(joined >> 1);
  }
  JUMPSCOPE_INLINE uint8_t INC(uint8_t value) {
    setNz(++value);
    return value;
  }
  JUMPSCOPE_INLINE uint8_t DEC(uint8_t value) {
    setNz(--value);
    return value;
  }
  JUMPSCOPE_INLINE uint8_t SLO(uint8_t value) {
    value = ASL(value);
    ORA(value);
    return value;
  }
  JUMPSCOPE_INLINE uint8_t RLA(uint8_t value) {
    value = ROL(value);
    AND(value);
    return value;
  }
  JUMPSCOPE_INLINE uint8_t SRE(uint8_t value) {
    value = LSR(value);
    EOR(value);
    return value;
  }
  JUMPSCOPE_INLINE uint8_t RRA(uint8_t value) {
    value = ROR(value);
    ADC(value);
    return value;
  }
  JUMPSCOPE_INLINE uint8_t DCP(uint8_t value) {
    CMP(--value);
    return value;
  }
  JUMPSCOPE_INLINE uint8_t ISB(uint8_t value) {
    SBC(++value);
    return value;
  }

  // What a store or push puts on the bus.
  JUMPSCOPE_INLINE uint8_t STA() { return a; }
  JUMPSCOPE_INLINE uint8_t STX() { return x; }
  JUMPSCOPE_INLINE uint8_t STY() { return y; }
  JUMPSCOPE_INLINE uint8_t SAX() { return a & x; }
  JUMPSCOPE_INLINE uint8_t PHA() { return a; }
  JUMPSCOPE_INLINE uint8_t PHP() { return status() | flag::break_; }
  // The unstable stores: the value before the high byte of the address gets into it.
  JUMPSCOPE_INLINE uint8_t SHA() { return a & x; }
  JUMPSCOPE_INLINE uint8_t SHX() { return x; }
  JUMPSCOPE_INLINE uint8_t SHY() { return y; }
  JUMPSCOPE_INLINE uint8_t TAS() { return s = a & x; }

  // What a pull does with the byte.
  JUMPSCOPE_INLINE void PLA(uint8_t value) { LDA(value); }
  JUMPSCOPE_INLINE void PLP(uint8_t value) { setStatus(value); }

  // Registers only.
  JUMPSCOPE_INLINE void TAX() { setNz(x = a); }
  JUMPSCOPE_INLINE void TAY() { setNz(y = a); }
  JUMPSCOPE_INLINE void TXA() { setNz(a = x); }
  JUMPSCOPE_INLINE void TYA() { setNz(a = y); }
  JUMPSCOPE_INLINE void TSX() { setNz(x = s); }
  JUMPSCOPE_INLINE void TXS() { s = x; }
  JUMPSCOPE_INLINE void INX() { setNz(++x); }
  JUMPSCOPE_INLINE void INY() { setNz(++y); }
  JUMPSCOPE_INLINE void DEX() { setNz(--x); }
  JUMPSCOPE_INLINE void DEY() { setNz(--y); }
  JUMPSCOPE_INLINE void NOP() {}
  JUMPSCOPE_INLINE void CLC() { c = 0; }
  JUMPSCOPE_INLINE void SEC() { c = 1; }
  JUMPSCOPE_INLINE void CLV() { v = 0; }
  JUMPSCOPE_INLINE void CLD() { mask &= static_cast<uint8_t>(~flag::decimal); }
  JUMPSCOPE_INLINE void SED() { mask |= flag::decimal; }
  JUMPSCOPE_INLINE void CLI() { mask &= static_cast<uint8_t>(~flag::irq_disable); }
  JUMPSCOPE_INLINE void SEI() { mask |= flag::irq_disable; }
  JUMPSCOPE_INLINE void JMP(uint16_t target) { pc = target; }

  // Whether a branch is taken.
  JUMPSCOPE_INLINE bool BPL() const { return !negative(); }
  JUMPSCOPE_INLINE bool BMI() const { return negative(); }
  JUMPSCOPE_INLINE bool BVC() const { return v == 0; }
  JUMPSCOPE_INLINE bool BVS() const { return v != 0; }
  JUMPSCOPE_INLINE bool BCC() const { return c == 0; }
  JUMPSCOPE_INLINE bool BCS() const { return c != 0; }
  JUMPSCOPE_INLINE bool BNE() const { return !zero(); }
  JUMPSCOPE_INLINE bool BEQ() const { return zero(); }
};

}  // namespace jumpscope::cpu6502
