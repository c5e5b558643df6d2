// x86-64 code, an instruction a call, named as in Intel's manual. Private to src/console/native.
//
// It knows the instructions and operands that translated code is made of, and no more. It allocates nothing and looks
// nothing up, since much code runs only a few times after it was translated. The syntax is that of Xbyak, an assembler
// for any x86 code; tests compare what both write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace jumpscope::console::native {

// A register of the host, or the part of one that has so many bits.
template <int width>
struct HostRegister {
  static constexpr int bits = width;
  unsigned number;

  constexpr HostRegister<8> cvt8() const { return {number}; }
  constexpr HostRegister<64> cvt64() const { return {number}; }
  // Without this prefix numbers 4 to 7 are bits 8 to 15 of other registers.
  constexpr bool needsRex() const { return bits == 8 && number >= 4 && number < 8; }
};
using Reg8 = HostRegister<8>;
using Reg16 = HostRegister<16>;
using Reg32 = HostRegister<32>;
using Reg64 = HostRegister<64>;

// base + index * 2^scale + offset. Without a base it is part of one that has some.
struct Place {
  static constexpr unsigned none = 16;
  unsigned base = none, index = none, scale = 0;
  int offset = 0;

  constexpr Place() = default;
  constexpr Place(Reg64 reg) : base(reg.number) {}
};
constexpr Place operator*(Reg64 reg, int times) {
  Place place;
  place.index = reg.number;
  while (1 << place.scale < times) ++place.scale;
  return place;
}
constexpr Place operator+(Place place, int offset) {
  place.offset += offset;
  return place;
}
constexpr Place operator+(Reg64 reg, int offset) { return Place(reg) + offset; }
constexpr Place operator+(Place place, Place index) {
  place.index = index.index != Place::none ? index.index : index.base;
  place.scale = index.scale;
  place.offset += index.offset;
  return place;
}
constexpr Place operator+(Reg64 base, Reg64 index) { return Place(base) + Place(index); }

// What lies at a place: so many bits. 0: as many as the other operand has.
struct Address : Place {
  int bits;
};
template <int bits>
struct AddressOf {
  constexpr Address operator[](const Place& place) const { return {place, bits}; }
};

// A place in the code. It may be jumped to before it is known; what was jumped from then is chained through the code.
class Label {
 public:
  bool isKnown() const { return at_ != nullptr; }
  const uint8_t* getAddress() const { return at_; }

 private:
  friend class Assembler;
  uint8_t* at_ = nullptr;
  // Its displacement, which holds how far before it that of the one before lies.
  uint8_t* last_jump_ = nullptr;
};

class Assembler {
 public:
  explicit Assembler(uint8_t* to) : begin_of_code_(to), at_(to) {}
  Assembler(const Assembler&) = delete;
  Assembler& operator=(const Assembler&) = delete;

  static constexpr Reg64 rax{0}, rcx{1}, rdx{2}, rbx{3}, rsp{4}, rbp{5}, rsi{6}, rdi{7}, r12{12}, r13{13},
      r14{14}, r15{15};
  static constexpr Reg32 eax{0}, ecx{1}, edx{2}, esi{6}, r8d{8}, r9d{9}, r10d{10}, r12d{12}, r13d{13},
      r14d{14}, r15d{15};
  static constexpr Reg16 ax{0};
  static constexpr Reg8 al{0}, dl{2};
  static constexpr AddressOf<0> ptr{};
  static constexpr AddressOf<8> byte{};
  static constexpr AddressOf<16> word{};
  static constexpr AddressOf<32> dword{};
  static constexpr AddressOf<64> qword{};

  size_t getSize() const { return static_cast<size_t>(at_ - begin_of_code_); }
  // Bytes that were written before.
  void rewrite(size_t at, uint32_t value) { std::memcpy(begin_of_code_ + at, &value, sizeof value); }
  void align(size_t to) {
    while (getSize() % to != 0) put8(0xCC);  // never executed
  }

  void L(Label& label) {
    label.at_ = at_;
    for (uint8_t* jump = label.last_jump_; jump;) {
      const auto back = get<uint32_t>(jump);
      set(jump, static_cast<uint32_t>(at_ - (jump + 4)));
      jump = back ? jump - back : nullptr;
    }
  }

  template <int bits>
  void mov(HostRegister<bits> to, HostRegister<bits> from) {
    registers<bits>(0x88 | (bits != 8), from, to);
  }
  template <int bits>
  void mov(HostRegister<bits> to, const Address& from) {
    memory<bits>(0x8A | (bits != 8), to, from);
  }
  template <int bits>
  void mov(const Address& to, HostRegister<bits> from) {
    memory<bits>(0x88 | (bits != 8), from, to);
  }
  void mov(Reg32 to, uint32_t value) {
    opcode(to.number >> 3, 0xB8 | (to.number & 7));
    put32(value);
  }
  void mov(Reg64 to, uint64_t value) {
    if (value <= UINT32_MAX) return mov(Reg32{to.number}, static_cast<uint32_t>(value));
    if (static_cast<int64_t>(value) >= INT32_MIN && static_cast<int64_t>(value) < 0) {
      completed(0xC7, 0, to);
      return put32(static_cast<uint32_t>(value));
    }
    opcode(8 | to.number >> 3, 0xB8 | (to.number & 7));
    set(at_, value);
    at_ += sizeof value;
  }
  void mov(const Address& to, uint32_t value) {
    memory<32>(0xC6 | (to.bits != 8), Reg32{0}, to);
    to.bits == 8 ? put8(value) : put32(value);
  }
  void movzx(Reg32 to, Reg8 from) { completed(0x0FB6, to.number, from); }
  void movzx(Reg32 to, Reg16 from) { encode(0, 0x0FB7, to.number, from.number); }
  void movzx(Reg32 to, const Address& from) { memory<32>(from.bits == 8 ? 0x0FB6 : 0x0FB7, to, from); }
  void lea(Reg32 to, const Address& of) { memory<32>(0x8D, to, of); }
  void push(Reg64 reg) { opcode(reg.number >> 3, 0x50 | (reg.number & 7)); }
  void pop(Reg64 reg) { opcode(reg.number >> 3, 0x58 | (reg.number & 7)); }

  // Each with two registers, with a register and memory either way, and with a number.
  template <class To, class From>
  void add(const To& to, const From& from) {
    arithmetic(0, to, from);
  }
  template <class To, class From>
  void or_(const To& to, const From& from) {
    arithmetic(1, to, from);
  }
  template <class To, class From>
  void adc(const To& to, const From& from) {
    arithmetic(2, to, from);
  }
  template <class To, class From>
  void and_(const To& to, const From& from) {
    arithmetic(4, to, from);
  }
  template <class To, class From>
  void sub(const To& to, const From& from) {
    arithmetic(5, to, from);
  }
  template <class To, class From>
  void xor_(const To& to, const From& from) {
    arithmetic(6, to, from);
  }
  template <class To, class From>
  void cmp(const To& to, const From& from) {
    arithmetic(7, to, from);
  }
  template <int bits>
  void test(HostRegister<bits> one, HostRegister<bits> other) {
    registers<bits>(0x84 | (bits != 8), other, one);
  }
  template <int bits>
  void test(HostRegister<bits> reg, uint32_t value) {
    if (reg.number == 0)
      opcode(bits == 64 ? 8 : 0, 0xA8 | (bits != 8));
    else
      completed(0xF6 | (bits != 8), 0, reg);
    bits == 8 ? put8(value) : put32(value);
  }

  template <int bits>
  void inc(HostRegister<bits> reg) {
    completed(0xFE | (bits != 8), 0, reg);
  }
  template <int bits>
  void dec(HostRegister<bits> reg) {
    completed(0xFE | (bits != 8), 1, reg);
  }
  template <int bits>
  void not_(HostRegister<bits> reg) {
    completed(0xF6 | (bits != 8), 2, reg);
  }
  template <int bits>
  void rcr(HostRegister<bits> reg, unsigned by) {
    shift(3, reg, by);
  }
  template <int bits>
  void shl(HostRegister<bits> reg, unsigned by) {
    shift(4, reg, by);
  }
  template <int bits>
  void shr(HostRegister<bits> reg, unsigned by) {
    shift(5, reg, by);
  }

  void imul(Reg64 to, Reg64 from, int number) {
    const bool wide = !isByte(number);
    encode(rex_w, wide ? 0x69 : 0x6B, to.number, from.number);
    wide ? put32(static_cast<uint32_t>(number)) : put8(static_cast<uint32_t>(number));
  }

  void seto(Reg8 reg) { setIf(0x0, reg); }
  void setc(Reg8 reg) { setIf(0x2, reg); }
  void setae(Reg8 reg) { setIf(0x3, reg); }
  void setz(Reg8 reg) { setIf(0x4, reg); }
  void setnz(Reg8 reg) { setIf(0x5, reg); }

  void jb(Label& to) { jumpIf(0x2, to); }
  void jae(Label& to) { jumpIf(0x3, to); }
  void jz(Label& to) { jumpIf(0x4, to); }
  void je(Label& to) { jumpIf(0x4, to); }
  void jnz(Label& to) { jumpIf(0x5, to); }
  void jne(Label& to) { jumpIf(0x5, to); }
  void ja(Label& to) { jumpIf(0x7, to); }
  void jl(Label& to) { jumpIf(0xC, to); }
  void jge(Label& to) { jumpIf(0xD, to); }
  void jmp(Label& to) {
    put8(0xE9);
    displacement(to);
  }
  void jmp(const uint8_t* to) {
    put8(0xE9);
    put32(static_cast<uint32_t>(to - (at_ + 4)));
  }
  void jmp(Reg64 to) { encode(0, 0xFF, 4, to.number); }
  void jmp(const Address& to) { memory<32>(0xFF, Reg32{4}, to); }
  void call(const Address& to) { memory<32>(0xFF, Reg32{2}, to); }
  void ret() { put8(0xC3); }

 private:
  static constexpr unsigned rex_w = 8, rex = 0x40;

  template <class Number>
  static Number get(const uint8_t* from) {
    Number number;
    std::memcpy(&number, from, sizeof number);
    return number;
  }
  template <class Number>
  static void set(uint8_t* to, Number number) {
    std::memcpy(to, &number, sizeof number);
  }
  void put8(unsigned value) { *at_++ = static_cast<uint8_t>(value); }
  void put32(uint32_t value) {
    set(at_, value);
    at_ += sizeof value;
  }
  static constexpr bool isByte(int64_t value) { return value >= -128 && value < 128; }

  // `prefix`: bits of REX, which is left out if none is set.
  void opcode(unsigned prefix, unsigned code) {
    if (prefix) put8(rex | prefix);
    if (code > 0xFF) put8(code >> 8);
    put8(code);
  }
  // `reg`: a register, or what completes the opcode.
  void encode(unsigned prefix, unsigned code, unsigned reg, unsigned other) {
    const unsigned high = (reg & 8) >> 1 | other >> 3;
    opcode(prefix | high, code);
    put8(0xC0 | (reg & 7) << 3 | (other & 7));
  }
  void encode(unsigned prefix, unsigned code, unsigned reg, const Place& place);

  template <int bits>
  static constexpr unsigned prefixOf(bool needs_rex) {
    return (bits == 64 ? rex_w : 0) | (needs_rex ? rex : 0);
  }
  template <int bits>
  void registers(unsigned code, HostRegister<bits> reg, HostRegister<bits> other) {
    encode(prefixOf<bits>(reg.needsRex() || other.needsRex()), code, reg.number, other.number);
  }
  // `kind`: what completes the opcode, or a register that REX need not name.
  template <int bits>
  void completed(unsigned code, unsigned kind, HostRegister<bits> reg) {
    encode(prefixOf<bits>(reg.needsRex()), code, kind, reg.number);
  }
  template <int bits>
  void memory(unsigned code, HostRegister<bits> reg, const Address& address) {
    encode(prefixOf<bits>(reg.needsRex()), code, reg.number, static_cast<const Place&>(address));
  }

  template <int bits>
  void arithmetic(unsigned kind, HostRegister<bits> to, HostRegister<bits> from) {
    registers<bits>(kind << 3 | (bits != 8), from, to);
  }
  template <int bits>
  void arithmetic(unsigned kind, HostRegister<bits> to, const Address& from) {
    memory<bits>(kind << 3 | 2 | (bits != 8), to, from);
  }
  template <int bits>
  void arithmetic(unsigned kind, const Address& to, HostRegister<bits> from) {
    memory<bits>(kind << 3 | (bits != 8), from, to);
  }
  template <int bits>
  void arithmetic(unsigned kind, HostRegister<bits> to, int64_t value) {
    const auto number = static_cast<int32_t>(value);
    const bool wide = bits != 8 && !isByte(number);
    if (to.number == 0 && (wide || bits == 8))
      opcode(prefixOf<bits>(false), kind << 3 | 4 | (bits != 8));
    else
      completed(bits == 8 ? 0x80 : wide ? 0x81 : 0x83, kind, to);
    wide ? put32(static_cast<uint32_t>(number)) : put8(static_cast<uint32_t>(number));
  }
  void arithmetic(unsigned kind, const Address& to, int64_t value) {
    const auto number = static_cast<int32_t>(value);
    const bool wide = to.bits != 8 && !isByte(number);
    encode(to.bits == 64 ? rex_w : 0,
           to.bits == 8 ? 0x80
           : wide       ? 0x81
                        : 0x83,
           kind, static_cast<const Place&>(to));
    wide ? put32(static_cast<uint32_t>(number)) : put8(static_cast<uint32_t>(number));
  }
  template <int bits>
  void shift(unsigned kind, HostRegister<bits> reg, unsigned by) {
    completed((by == 1 ? 0xD0 : 0xC0) | (bits != 8), kind, reg);
    if (by != 1) put8(by);
  }
  void setIf(unsigned condition, Reg8 reg) { completed(0x0F90 | condition, 0, reg); }
  void jumpIf(unsigned condition, Label& to) {
    put8(0x0F);
    put8(0x80 | condition);
    displacement(to);
  }
  void displacement(Label& to) {
    if (to.at_) return put32(static_cast<uint32_t>(to.at_ - (at_ + 4)));
    uint8_t* const here = at_;
    put32(to.last_jump_ ? static_cast<uint32_t>(here - to.last_jump_) : 0);
    to.last_jump_ = here;
  }

  uint8_t* begin_of_code_;
  uint8_t* at_;
};

inline void Assembler::encode(unsigned prefix, unsigned code, unsigned reg, const Place& place) {
  constexpr unsigned sib = 4, no_offset = 5;  // of the bits for the base
  const bool indexed = place.index != Place::none;
  const unsigned base = place.base & 7;
  opcode(prefix | (reg & 8) >> 1 | (indexed ? (place.index & 8) >> 2 : 0) | place.base >> 3, code);
  const unsigned size = place.offset == 0 && base != no_offset ? 0x00 : isByte(place.offset) ? 0x40 : 0x80;
  if (indexed || base == sib) {
    put8(size | (reg & 7) << 3 | sib);
    put8(place.scale << 6 | (indexed ? place.index & 7 : sib) << 3 | base);
  } else {
    put8(size | (reg & 7) << 3 | base);
  }
  if (size == 0x40) put8(static_cast<uint32_t>(place.offset));
  if (size == 0x80) put32(static_cast<uint32_t>(place.offset));
}

}  // namespace jumpscope::console::native
