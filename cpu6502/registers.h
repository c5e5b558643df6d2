// The registers while an instruction runs, and what each operation does to them. No bus.
//
// `Number` is the family of numbers that they are made of: Plain for an emulator. Another one behaves as plain
// numbers do in C++, promotions and wrap-around included.
#pragma once

#include <cstdint>

#include "cpu6502/state.h"
#include "src/bits/plain.h"

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
template <template <class> class Number>
struct RegistersOf {
  using Bool = Number<bool>;
  using Byte = Number<uint8_t>;
  using Signed = Number<int8_t>;
  using Word = Number<uint16_t>;
  using Unsigned = Number<unsigned>;

  uint16_t pc;  // plain: the flow of control is known in every family
  Byte a, x, y, s;
  Word nz;    // Z: the low byte is 0. N: bit 7 or bit 15 is set (both bits, because BIT and PLP set N and Z
              // apart).
  Byte c;     // 0 or 1
  Byte v;     // 0 or 1
  Byte mask;  // the I and D bits of P

  JUMPSCOPE_INLINE void setNz(Byte value) { nz = value; }
  JUMPSCOPE_INLINE Bool zero() const { return (nz & 0x00FF) == 0; }
  JUMPSCOPE_INLINE Bool negative() const { return (nz & 0x8080) != 0; }

  JUMPSCOPE_INLINE Byte status() const {
    return static_cast<Byte>(flag::unused | mask | c | zero() << 1 | v << 6 | negative() << 7);
  }
  JUMPSCOPE_INLINE void setStatus(Byte p) {
    c = p & flag::carry;
    v = (p & flag::overflow) != 0;
    mask = p & (flag::irq_disable | flag::decimal);
    nz = static_cast<Word>(((p & flag::negative) << 8) | ((p & flag::zero) == 0));
  }

  // Operations are named by their mnemonic; opcodes.def refers to them. First those that take what was read.
  JUMPSCOPE_INLINE void LDA(Byte value) { setNz(a = value); }
  JUMPSCOPE_INLINE void LDX(Byte value) { setNz(x = value); }
  JUMPSCOPE_INLINE void LDY(Byte value) { setNz(y = value); }
  JUMPSCOPE_INLINE void ORA(Byte value) { setNz(a |= value); }
  JUMPSCOPE_INLINE void AND(Byte value) { setNz(a &= value); }
  JUMPSCOPE_INLINE void EOR(Byte value) { setNz(a ^= value); }
  JUMPSCOPE_INLINE void ADC(Byte value) {
    const Unsigned sum = a + value + c;
    v = static_cast<Byte>(((a ^ sum) & (value ^ sum)) >> 7 & 1);
    c = static_cast<Byte>(sum >> 8);
    setNz(a = static_cast<Byte>(sum));
  }
  JUMPSCOPE_INLINE void SBC(Byte value) { ADC(static_cast<Byte>(~value)); }
  JUMPSCOPE_INLINE void compare(Byte reg, Byte value) {
    c = reg >= value;
    setNz(static_cast<Byte>(reg - value));
  }
  JUMPSCOPE_INLINE void CMP(Byte value) { compare(a, value); }
  JUMPSCOPE_INLINE void CPX(Byte value) { compare(x, value); }
  JUMPSCOPE_INLINE void CPY(Byte value) { compare(y, value); }
  JUMPSCOPE_INLINE void BIT(Byte value) {
    v = (value >> 6) & 1;
    nz = static_cast<Word>(((value & 0x80) << 8) | (a & value));
  }
  JUMPSCOPE_INLINE void NOP(Byte) {}
  JUMPSCOPE_INLINE void LAX(Byte value) { setNz(a = x = value); }
  JUMPSCOPE_INLINE void LAS(Byte value) { setNz(a = x = s = value & s); }
  JUMPSCOPE_INLINE void ANC(Byte value) {
    AND(value);
    c = a >> 7;
  }
  JUMPSCOPE_INLINE void ALR(Byte value) { a = LSR(a & value); }
  JUMPSCOPE_INLINE void ARR(Byte value) {
    a = ROR(a & value);
    c = (a >> 6) & 1;
    v = c ^ ((a >> 5) & 1);
  }
  JUMPSCOPE_INLINE void SBX(Byte value) {
    const Byte both = a & x;
    compare(both, value);
    x = static_cast<Byte>(both - value);
  }
  JUMPSCOPE_INLINE void ANE(Byte value) { setNz(a &= x & value); }
  JUMPSCOPE_INLINE void LXA(Byte value) { LAX(a & value); }

  // Read-modify-write: from the old value to the new one.
  JUMPSCOPE_INLINE Byte ASL(Byte value) {
    c = value >> 7;
    value = static_cast<Byte>(value << 1);
    setNz(value);
    return value;
  }
  JUMPSCOPE_INLINE Byte LSR(Byte value) {
    c = value & 1;
    value = value >> 1;
    setNz(value);
    return value;
  }
  JUMPSCOPE_INLINE Byte ROL(Byte value) {
    const Unsigned shifted = (value << 1) | c;
    c = static_cast<Byte>(shifted >> 8);
    setNz(static_cast<Byte>(shifted));
    return static_cast<Byte>(shifted);
  }
  JUMPSCOPE_INLINE Byte ROR(Byte value) {
    const Unsigned joined = (c << 8) | value;
    c = value & 1;
    setNz(static_cast<Byte>(joined >> 1));
    return static_cast<Byte>(joined >> 1);
  }
  JUMPSCOPE_INLINE Byte INC(Byte value) {
    setNz(++value);
    return value;
  }
  JUMPSCOPE_INLINE Byte DEC(Byte value) {
    setNz(--value);
    return value;
  }
  JUMPSCOPE_INLINE Byte SLO(Byte value) {
    value = ASL(value);
    ORA(value);
    return value;
  }
  JUMPSCOPE_INLINE Byte RLA(Byte value) {
    value = ROL(value);
    AND(value);
    return value;
  }
  JUMPSCOPE_INLINE Byte SRE(Byte value) {
    value = LSR(value);
    EOR(value);
    return value;
  }
  JUMPSCOPE_INLINE Byte RRA(Byte value) {
    value = ROR(value);
    ADC(value);
    return value;
  }
  JUMPSCOPE_INLINE Byte DCP(Byte value) {
    CMP(--value);
    return value;
  }
  JUMPSCOPE_INLINE Byte ISB(Byte value) {
    SBC(++value);
    return value;
  }

  // What a store or push puts on the bus.
  JUMPSCOPE_INLINE Byte STA() { return a; }
  JUMPSCOPE_INLINE Byte STX() { return x; }
  JUMPSCOPE_INLINE Byte STY() { return y; }
  JUMPSCOPE_INLINE Byte SAX() { return a & x; }
  JUMPSCOPE_INLINE Byte PHA() { return a; }
  JUMPSCOPE_INLINE Byte PHP() { return status() | flag::break_; }
  // The unstable stores: the value before the high byte of the address gets into it.
  JUMPSCOPE_INLINE Byte SHA() { return a & x; }
  JUMPSCOPE_INLINE Byte SHX() { return x; }
  JUMPSCOPE_INLINE Byte SHY() { return y; }
  JUMPSCOPE_INLINE Byte TAS() { return s = a & x; }

  // What a pull does with the byte.
  JUMPSCOPE_INLINE void PLA(Byte value) { LDA(value); }
  JUMPSCOPE_INLINE void PLP(Byte value) { setStatus(value); }

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

  // True if the branch is taken.
  JUMPSCOPE_INLINE Bool BPL() const { return !negative(); }
  JUMPSCOPE_INLINE Bool BMI() const { return negative(); }
  JUMPSCOPE_INLINE Bool BVC() const { return v == 0; }
  JUMPSCOPE_INLINE Bool BVS() const { return v != 0; }
  JUMPSCOPE_INLINE Bool BCC() const { return c == 0; }
  JUMPSCOPE_INLINE Bool BCS() const { return c != 0; }
  JUMPSCOPE_INLINE Bool BNE() const { return !zero(); }
  JUMPSCOPE_INLINE Bool BEQ() const { return zero(); }
};

using Registers = RegistersOf<Plain>;

}  // namespace jumpscope::cpu6502
