// What our assembler writes is what Xbyak writes, byte for byte.
#if __has_include(<xbyak/xbyak.h>)

#define XBYAK_NO_OP_NAMES
#include <gtest/gtest.h>
#include <xbyak/xbyak.h>

#include <array>
#include <vector>

#include "src/console/native/assembler.h"

namespace jumpscope::console::native {
namespace {

constexpr size_t most = size_t{1} << 22;

struct Ours : Assembler {
  explicit Ours(uint8_t* to) : Assembler(to) {}
  using Name = Label;
  template <int bits>
  static HostRegister<bits> reg(int number) {
    return {static_cast<unsigned>(number)};
  }
};
struct Theirs : Xbyak::CodeGenerator {
  explicit Theirs(uint8_t* to) : CodeGenerator(most, to) {}
  using Name = Xbyak::Label;
  // Ours has no short jumps.
  void jmp(const Xbyak::Operand& to) { CodeGenerator::jmp(to); }
  void jmp(const Name& to) { CodeGenerator::jmp(to, T_NEAR); }
  void jb(const Name& to) { CodeGenerator::jb(to, T_NEAR); }
  void jae(const Name& to) { CodeGenerator::jae(to, T_NEAR); }
  void jz(const Name& to) { CodeGenerator::jz(to, T_NEAR); }
  void je(const Name& to) { CodeGenerator::je(to, T_NEAR); }
  void jnz(const Name& to) { CodeGenerator::jnz(to, T_NEAR); }
  void jne(const Name& to) { CodeGenerator::jne(to, T_NEAR); }
  void ja(const Name& to) { CodeGenerator::ja(to, T_NEAR); }
  void jl(const Name& to) { CodeGenerator::jl(to, T_NEAR); }
  void jge(const Name& to) { CodeGenerator::jge(to, T_NEAR); }
  template <int bits>
  static auto reg(int number) {
    if constexpr (bits == 8)
      return Xbyak::Reg8(number, number >= 4 && number < 8);
    else if constexpr (bits == 16)
      return Xbyak::Reg16(number);
    else if constexpr (bits == 32)
      return Xbyak::Reg32(number);
    else
      return Xbyak::Reg64(number);
  }
};

// What `write` writes with one and the other, cut where it calls the function that it gets.
template <class Code>
std::vector<std::vector<uint8_t>> written(auto&& write) {
  std::vector<uint8_t> memory(most);
  std::vector<std::vector<uint8_t>> pieces;
  size_t done = 0;
  Code code(memory.data());
  const auto cut = [&] {
    pieces.emplace_back(memory.begin() + static_cast<ptrdiff_t>(done),
                        memory.begin() + static_cast<ptrdiff_t>(code.getSize()));
    done = code.getSize();
  };
  write(code, cut);
  cut();
  return {pieces};
}

void expectSame(auto&& write) {
  const auto ours = written<Ours>(write), theirs = written<Theirs>(write);
  ASSERT_EQ(ours.size(), theirs.size());
  for (size_t n = 0; n < ours.size(); ++n) ASSERT_EQ(ours[n], theirs[n]) << "instruction " << n;
}

constexpr std::array<int64_t, 8> numbers = {0, 1, 127, 128, -128, -129, 0x7FFF'FFFF, 0x1234'5678};

// All pairs of registers of as many bits.
template <int bits>
void writeRegisters(auto& c, auto&& cut) {
  for (int one = 0; one < 16; ++one) {
    const auto to = c.template reg<bits>(one);
    for (int other = 0; other < 16; ++other) {
      const auto from = c.template reg<bits>(other);
      c.mov(to, from), cut(), c.add(to, from), cut(), c.or_(to, from), cut(), c.adc(to, from), cut();
      c.and_(to, from), cut(), c.sub(to, from), cut(), c.xor_(to, from), cut(), c.cmp(to, from), cut();
      c.test(to, from), cut();
    }
    c.inc(to), cut(), c.dec(to), cut(), c.not_(to), cut();
    for (const int by : {1, 5}) c.rcr(to, by), cut(), c.shl(to, by), cut(), c.shr(to, by), cut();
    for (const int64_t number : numbers) {
      if (bits == 8 && (number < -128 || number > 255)) continue;
      const auto n = static_cast<int>(number);
      c.add(to, n), cut(), c.or_(to, n), cut(), c.and_(to, n), cut(), c.sub(to, n), cut(), c.cmp(to, n),
          cut();
      if (number >= 0) c.test(to, static_cast<uint32_t>(number)), cut();
    }
  }
}

TEST(Assembler, WritesWhatXbyakWritesForRegisters) {
  expectSame([](auto& c, auto&& cut) {
    writeRegisters<8>(c, cut);
    writeRegisters<32>(c, cut);
    writeRegisters<64>(c, cut);
    for (int one = 0; one < 16; ++one) {
      const auto low = c.template reg<8>(one);
      const auto to = c.template reg<32>(one);
      c.seto(low), cut(), c.setc(low), cut(), c.setae(low), cut(), c.setz(low), cut(), c.setnz(low), cut();
      for (int other = 0; other < 16; ++other) {
        c.movzx(to, c.template reg<8>(other)), cut();
        c.movzx(to, c.template reg<16>(other)), cut();
      }
      for (const uint32_t number : {0u, 0x7Fu, 0x1234'5678u, 0xFFFF'FFFFu}) c.mov(to, number), cut();
      const auto wide = c.template reg<64>(one);
      for (const uint64_t number : {uint64_t{0}, uint64_t{0xFFFF'FFFF}, uint64_t{1} << 32, ~uint64_t{0},
                                    ~uint64_t{0} << 31, ~uint64_t{0} << 32, uint64_t{0x8000'8000'8000'0000}})
        c.mov(wide, number), cut();
      c.push(wide), cut(), c.pop(wide), cut(), c.jmp(wide), cut();
      for (int other = 0; other < 16; ++other)
        for (const int64_t number : numbers)
          c.imul(wide, c.template reg<64>(other), static_cast<int>(number)), cut();
    }
    c.ret();
  });
}

// A register and what lies in memory, both ways; and a number.
template <int bits>
void writeMemory(auto& c, auto&& cut, const auto& place, int number) {
  const auto& frame = [&]() -> const auto& {
    if constexpr (bits == 8)
      return c.byte;
    else if constexpr (bits == 32)
      return c.dword;
    else
      return c.qword;
  }
  ();
  const auto there = frame[place];
  const auto reg = c.template reg<bits>(number);
  c.mov(reg, there), cut(), c.mov(there, reg), cut(), c.add(reg, there), cut(), c.sub(reg, there), cut();
  c.or_(reg, there), cut(), c.cmp(reg, there), cut(), c.cmp(there, reg), cut();
  c.cmp(there, 0), cut(), c.cmp(there, bits == 8 ? 0x7F : 0x1234'5678), cut();
  if constexpr (bits == 8) {
    c.mov(there, 0x7F), cut();
    c.movzx(c.template reg<32>(number), there), cut();
    c.movzx(c.template reg<32>(number), c.word[place]), cut();
  }
  if constexpr (bits == 32) {
    c.mov(there, 0x0040'0000), cut();
    c.or_(there, 4u), cut(), c.and_(there, ~4u), cut();
    c.lea(reg, c.ptr[place]), cut();
  }
  if constexpr (bits == 64) c.jmp(there), cut(), c.call(there), cut();
}

TEST(Assembler, WritesWhatXbyakWritesForMemory) {
  expectSame([](auto& c, auto&& cut) {
    const auto all = [&](const auto& place, int number) {
      writeMemory<8>(c, cut, place, number);
      writeMemory<32>(c, cut, place, number);
      writeMemory<64>(c, cut, place, number);
    };
    for (const int number : {1, 6, 9, 12})
      for (int base = 0; base < 16; ++base)
        for (const int offset : {0, 1, 0x7F, 0x80, -0x80, 0x0700}) {
          const auto from = c.template reg<64>(base);
          all(from + offset, number);
          for (const int index : {0, 1, 6, 12, 13, 15}) {  // not rsp, which is none
            all(from + c.template reg<64>(index) + offset, number);
            for (const int scale : {2, 4, 8}) all(from + c.template reg<64>(index) * scale + offset, number);
          }
        }
  });
}

TEST(Assembler, WritesWhatXbyakWritesForJumps) {
  expectSame([](auto& c, auto&&) {
    typename std::remove_reference_t<decltype(c)>::Name back, forth, nowhere;
    c.L(back);
    c.jmp(forth);
    c.jb(forth);
    c.jae(forth);
    c.jz(back);
    c.je(forth);
    c.jnz(back);
    c.L(nowhere);
    c.jne(forth);
    c.ja(forth);
    for (int n = 0; n < 300; ++n) c.inc(c.eax);
    c.L(forth);
    c.jl(forth);
    c.jge(back);
    c.jmp(back);
  });
}

TEST(Assembler, KnowsWhereLabelsAre) {
  std::array<uint8_t, 16> memory{};
  Assembler code(memory.data());
  Label label;
  EXPECT_FALSE(label.isKnown());
  code.ret();
  code.L(label);
  EXPECT_EQ(label.getAddress(), &memory[1]);
}

}  // namespace
}  // namespace jumpscope::console::native

#endif
