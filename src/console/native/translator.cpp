// From 6502 code to x86-64 code.
//
// A block is a run of instructions with one beginning. It asks once, at its beginning, whether the window is long
// enough for all of it; taken branches leave it, and jumps end it. Every way out names the address where it goes on
// and has subtracted the cycles up to there. An instruction makes sure that it touches plain memory only before it
// changes anything.
#define XBYAK_NO_OP_NAMES
#include <xbyak/xbyak.h>

#include <optional>
#include <string_view>
#include <vector>

#include "cpu6502/opcodes.h"
#include "src/console/native/code_cache.h"

namespace jumpscope::console::native {

namespace {

using cpu6502::Mode;
using cpu6502::Shape;
using Xbyak::Label;
using Xbyak::Reg32;

constexpr int longest_block = 48;       // instructions
constexpr size_t most_code = 48 * 160;  // bytes that a block takes at most
constexpr unsigned penalties =
    2;  // cycles that page crossings add to an instruction at most, a taken branch included

constexpr bool isRam(unsigned address) { return address < 0x2000; }

struct Instruction {
  uint16_t pc;
  uint8_t code;
  unsigned operand;
  int length;
  const cpu6502::Opcode& row;
  unsigned cycles;  // without penalties
};

}  // namespace

class Translator : Xbyak::CodeGenerator {
 public:
  Translator(CodeCache& cache, const Context* context, uint16_t start)
      : CodeGenerator(most_code, cache.writable_ + cache.used_),
        cache_(cache),
        context_(context),
        start_(start) {}

  void makeStubs();
  const void* translate(const JumpsBack& jumps_back);

 private:
  CodeCache& cache_;
  const Context* context_;
  uint16_t start_;
  unsigned done_ = 0;  // cycles of the instructions before the present one
  Label begin_;

  // Out of line, at the end of the block.
  struct Leave {
    Label label;
    uint16_t pc;
    unsigned cycles;
  };
  struct Crossing {
    Label label, back;
    uint16_t pc;
    unsigned cycles;
  };
  struct Taken {
    Label label;
    uint16_t from, to;
    unsigned before, cycles;
  };
  std::vector<Leave> leaves_;
  std::vector<Crossing> crossings_;
  std::vector<Taken> taken_;
  std::vector<size_t> limits_;      // ends of comparisons with the cycles that the block takes at most
  bool register_accessed_ = false;  // by the present instruction

  // The registers of the 6502, zero-extended, and what else lives in registers. rax, rcx, rdx and rsi are free.
  const Xbyak::Reg64& context = rbx;
  const Xbyak::Reg64& ram = rbp;
  const Xbyak::Reg64& left = rdi;
  const Reg32& a = r12d;
  const Reg32& x = r13d;
  const Reg32& y = r14d;
  const Reg32& s = r15d;
  const Reg32& nz = r8d;
  const Reg32& c = r9d;
  const Reg32& v = r10d;
  const Reg32& value = ecx;

  template <class Field>
  static int offsetOf(Field Context::*field) {
    static const Context example;
    return static_cast<int>(reinterpret_cast<const char*>(&(example.*field)) -
                            reinterpret_cast<const char*>(&example));
  }
  Xbyak::Address field(int offset) { return qword[context + offset]; }
  Xbyak::Address readPage(unsigned page) {
    return field(offsetOf(&Context::read_page) + static_cast<int>(page * 8));
  }
  Xbyak::Address writePage(unsigned page) {
    return field(offsetOf(&Context::write_page) + static_cast<int>(page * 8));
  }
  Xbyak::Address readPage(const Xbyak::Reg64& page) {
    return qword[context + page * 8 + offsetOf(&Context::read_page)];
  }
  Xbyak::Address writePage(const Xbyak::Reg64& page) {
    return qword[context + page * 8 + offsetOf(&Context::write_page)];
  }
  Xbyak::Address entries(const Xbyak::Reg64& page) {
    return qword[context + page * 8 + offsetOf(&Context::entries)];
  }

  template <class Visitor>
  void forRegisters(Visitor&& visit) {
    visit(a, offsetOf(&Context::a));
    visit(x, offsetOf(&Context::x));
    visit(y, offsetOf(&Context::y));
    visit(s, offsetOf(&Context::s));
    visit(nz, offsetOf(&Context::nz));
    visit(c, offsetOf(&Context::c));
    visit(v, offsetOf(&Context::v));
  }

  std::optional<Instruction> decode(uint16_t pc) const;

  // The label to go to when the present instruction has to be interpreted.
  Label& leave(const Instruction& i) {
    if (leaves_.empty() || leaves_.back().pc != i.pc) leaves_.push_back({Label(), i.pc, done_});
    return leaves_.back().label;
  }
  void requirePage(const Instruction& i, const Xbyak::Address& page) {
    cmp(page, 0);
    je(leave(i), T_NEAR);
  }
  void flags(const Reg32& result) { mov(nz, result); }
  void low(const Reg32& target, const Reg32& source) { movzx(target, source.cvt8()); }

  enum class Use { Read, Write, Modify };
  static bool reads(Use use) { return use != Use::Write; }
  static bool writes(Use use) { return use != Use::Read; }

  static bool isRegister(const Instruction& i, Use use);
  void accessRegister(const Instruction& i, Use use, const Reg32& written);
  void checkLimit(uint16_t next);
  bool canReach(const Instruction& i, Use use) const;
  Xbyak::Address place(const Instruction& i, Use use);
  Xbyak::Address inRam(const Instruction& i, unsigned address, Use use);
  Xbyak::Address atAddressInEax(const Instruction& i, Use use);
  Xbyak::Address indexedPlace(const Instruction& i, const Reg32& index, Use use);
  void addIndexPenalty(const Reg32& index, unsigned base);

  bool instruction(const Instruction& i, const JumpsBack& jumps_back, bool& ends);
  bool read(const Instruction& i);
  bool write(const Instruction& i);
  bool modify(const Instruction& i);
  bool implied(const Instruction& i);
  bool control(const Instruction& i);
  void applyRead(std::string_view mnemonic);
  void compare(const Reg32& reg);
  void shift(std::string_view mnemonic, const Reg32& target);
  void branch(const Instruction& i, uint16_t to);

  const uint8_t* codeAt(uint16_t pc) const { return context_->read_page[pc >> 8]; }
  bool inWindow(uint16_t pc) const { return (pc ^ start_) < CodeCache::window; }
  void jumpTo(uint16_t to, unsigned cycles, const Instruction* needs_check);
  void jumpToEax(const Instruction& i, unsigned cycles);
  void outOfLine();
};

void Translator::makeStubs() {
  const Xbyak::Reg64 saved[] = {rbx, rbp, r12, r13, r14, r15};
  const auto here = [&] { return cache_.executable_ + cache_.used_ + getSize(); };
  cache_.enter_ = reinterpret_cast<CodeCache::Enter>(reinterpret_cast<uintptr_t>(here()));
  for (const auto& reg : saved) push(reg);
  sub(rsp, 8);  // calls want the stack aligned
  mov(context, rdi);
  mov(ram, field(offsetOf(&Context::ram)));
  forRegisters([&](const Reg32& reg, int offset) { mov(reg, dword[context + offset]); });
  mov(left, field(offsetOf(&Context::cycles_left)));
  jmp(rsi);
  align(16);
  cache_.cold_ = here();
  or_(eax, CodeCache::cold_bit);
  cache_.interpreted_ = here();
  forRegisters([&](const Reg32& reg, int offset) { mov(dword[context + offset], reg); });
  mov(field(offsetOf(&Context::cycles_left)), left);
  add(rsp, 8);
  for (size_t i = std::size(saved); i-- > 0;) pop(saved[i]);
  ret();
  align(16);
  cache_.used_ += getSize();
}

std::optional<Instruction> Translator::decode(uint16_t pc) const {
  // Two bytes on the processor may look at, beyond the instruction, have to be there.
  constexpr uint16_t longest = 3;
  if (!inWindow(static_cast<uint16_t>(pc + longest)) || pc > 0xFFFF - longest) return std::nullopt;
  const auto byte = [&](unsigned at) { return codeAt(static_cast<uint16_t>(at))[at & 0xFF]; };
  const uint8_t code = byte(pc);
  const int length = cpu6502::instructionLength(code);
  unsigned operand = 0;
  for (int n = 1; n < length; ++n)
    operand |= static_cast<unsigned>(byte(static_cast<unsigned>(pc + n))) << (8 * (n - 1));
  return Instruction{
      pc, code, operand, length, cpu6502::opcodes[code], static_cast<unsigned>(cpu6502::baseCycles(code))};
}

// Whether a chip or the board answers, as far as this is known now: then the code calls them.
bool Translator::isRegister(const Instruction& i, Use use) {
  return use != Use::Modify && i.row.mode == Mode::Absolute && !isRam(i.operand) &&
         (i.operand < 0x4018 || (use == Use::Write && i.operand >= 0x8000));
}

// The access, and the end of the block should it have ended the window. A read leaves `value`.
void Translator::accessRegister(const Instruction& i, Use use, const Reg32& written) {
  mov(dword[context + offsetOf(&Context::nz)], nz);
  mov(dword[context + offsetOf(&Context::c)], c);
  mov(dword[context + offsetOf(&Context::v)], v);
  mov(field(offsetOf(&Context::cycles_left)), left);
  mov(rdi, context);
  mov(esi, i.operand);
  mov(edx, i.pc);
  mov(ecx, done_ + i.cycles - 1);
  if (use == Use::Write) {
    mov(r8d, written);
    call(field(offsetOf(&Context::write)));
  } else {
    call(field(offsetOf(&Context::read)));
    mov(value, eax);
  }
  mov(nz, dword[context + offsetOf(&Context::nz)]);
  mov(c, dword[context + offsetOf(&Context::c)]);
  mov(v, dword[context + offsetOf(&Context::v)]);
  mov(left, field(offsetOf(&Context::cycles_left)));
}

// After what follows accessRegister(): leaves the block when what is left of the window may not do for the rest of it.
void Translator::checkLimit(uint16_t next) {
  cmp(left, 0x7FFFFFFF);
  limits_.push_back(getSize());
  leaves_.push_back({Label(), next, done_});
  jl(leaves_.back().label, T_NEAR);
}

// Whether the place of the operand may be plain memory at all.
bool Translator::canReach(const Instruction& i, Use use) const {
  constexpr unsigned board = 0x6000;
  switch (i.row.mode) {
    case Mode::Absolute:
      if (isRam(i.operand)) return true;
      if (i.operand < board) return false;
      return (!reads(use) || context_->read_page[i.operand >> 8]) &&
             (!writes(use) || context_->write_page[i.operand >> 8]);
    case Mode::AbsoluteX:
    case Mode::AbsoluteY:
      if (isRam(i.operand + 0xFF)) return true;
      return i.operand >= board && (!writes(use) || context_->write_page[i.operand >> 8]);
    default:
      return true;
  }
}

Xbyak::Address Translator::inRam(const Instruction& i, unsigned address, Use use) {
  if (writes(use)) requirePage(i, writePage(address >> 8));
  return byte[ram + static_cast<int>(address & 0x07FF)];
}

// Leaves the page in rdx and the low byte in rax.
Xbyak::Address Translator::atAddressInEax(const Instruction& i, Use use) {
  mov(esi, eax);
  shr(esi, 8);
  if (reads(use)) {
    mov(rdx, readPage(rsi));
    test(rdx, rdx);
    je(leave(i), T_NEAR);
    if (writes(use)) {  // the same memory
      cmp(rdx, writePage(rsi));
      jne(leave(i), T_NEAR);
    }
  } else {
    mov(rdx, writePage(rsi));
    test(rdx, rdx);
    je(leave(i), T_NEAR);
  }
  low(eax, eax);
  return byte[rdx + rax];
}

void Translator::addIndexPenalty(const Reg32& index, unsigned base) {
  if ((base & 0xFF) == 0) return;
  lea(ecx, ptr[index.cvt64() + static_cast<int>(base & 0xFF)]);
  shr(ecx, 8);
  sub(left, rcx);
}

Xbyak::Address Translator::indexedPlace(const Instruction& i, const Reg32& index, Use use) {
  const unsigned base = i.operand, last = base + 0xFF;
  if (isRam(last)) {
    if (writes(use)) {
      requirePage(i, writePage(base >> 8));
      if (last >> 8 != base >> 8) requirePage(i, writePage(last >> 8));
    }
    if (use == Use::Read) addIndexPenalty(index, base);
    const unsigned first = base & 0x07FF;
    if (first + 0xFF < 0x0800) return byte[ram + index.cvt64() + static_cast<int>(first)];
    lea(eax, ptr[index.cvt64() + static_cast<int>(base)]);
    and_(eax, 0x07FF);
    return byte[ram + rax];
  }
  // The page before the carry is read too: always by what writes.
  if (writes(use) || (base & 0xFF) != 0) requirePage(i, readPage(base >> 8));
  lea(eax, ptr[index.cvt64() + static_cast<int>(base)]);
  movzx(eax, ax);
  const Xbyak::Address found = atAddressInEax(i, use);
  if (use == Use::Read) addIndexPenalty(index, base);
  return found;
}

// Makes sure of plain memory and adds the penalties. Afterwards the operand is at the returned place, until rax or rdx
// change.
Xbyak::Address Translator::place(const Instruction& i, Use use) {
  switch (i.row.mode) {
    case Mode::ZeroPage:
      return inRam(i, i.operand, use);
    case Mode::ZeroPageX:
    case Mode::ZeroPageY:
      if (writes(use)) requirePage(i, writePage(0));
      lea(eax, ptr[(i.row.mode == Mode::ZeroPageX ? x : y).cvt64() + static_cast<int>(i.operand)]);
      low(eax, eax);
      return byte[ram + rax];
    case Mode::Absolute:
      if (isRam(i.operand)) return inRam(i, i.operand, use);
      mov(eax, i.operand);
      return atAddressInEax(i, use);
    case Mode::AbsoluteX:
      return indexedPlace(i, x, use);
    case Mode::AbsoluteY:
      return indexedPlace(i, y, use);
    case Mode::IndirectX:
      lea(ecx, ptr[x.cvt64() + static_cast<int>(i.operand)]);
      low(eax, ecx);
      movzx(eax, byte[ram + rax]);
      add(ecx, 1);
      low(ecx, ecx);
      movzx(ecx, byte[ram + rcx]);
      shl(ecx, 8);
      or_(eax, ecx);
      return atAddressInEax(i, use);
    default: {  // IndirectY
      if (i.operand != 0xFF) {
        movzx(eax, word[ram + static_cast<int>(i.operand)]);
      } else {
        movzx(eax, byte[ram + 0xFF]);
        movzx(ecx, byte[ram]);
        shl(ecx, 8);
        or_(eax, ecx);
      }
      mov(ecx, eax);
      shr(ecx, 8);  // the page before the carry
      if (writes(use)) {
        cmp(readPage(rcx), 0);
        je(leave(i), T_NEAR);
      }
      add(eax, y);
      movzx(eax, ax);
      const Xbyak::Address found = atAddressInEax(i, use);
      if (use == Use::Read) {
        leave(i);
        crossings_.push_back({Label(), Label(), i.pc, done_});
        cmp(ecx, esi);
        jne(crossings_.back().label, T_NEAR);
        L(crossings_.back().back);
      }
      return found;
    }
  }
}

void Translator::compare(const Reg32& reg) {
  mov(nz, reg);
  sub(nz.cvt8(), value.cvt8());
  setae(c.cvt8());
}

// What a reading instruction does with `value`.
void Translator::applyRead(std::string_view mnemonic) {
  if (mnemonic == "LDA") {
    mov(a, value);
    flags(a);
  } else if (mnemonic == "LDX") {
    mov(x, value);
    flags(x);
  } else if (mnemonic == "LDY") {
    mov(y, value);
    flags(y);
  } else if (mnemonic == "AND") {
    and_(a, value);
    flags(a);
  } else if (mnemonic == "ORA") {
    or_(a, value);
    flags(a);
  } else if (mnemonic == "EOR") {
    xor_(a, value);
    flags(a);
  } else if (mnemonic == "ADC" || mnemonic == "SBC") {
    if (mnemonic == "SBC") not_(value.cvt8());
    shr(c, 1);
    adc(a.cvt8(), value.cvt8());
    setc(c.cvt8());
    seto(v.cvt8());
    flags(a);
  } else if (mnemonic == "CMP") {
    compare(a);
  } else if (mnemonic == "CPX") {
    compare(x);
  } else if (mnemonic == "CPY") {
    compare(y);
  } else if (mnemonic == "BIT") {
    mov(v, value);
    shr(v, 6);
    and_(v, 1);
    mov(nz, value);
    and_(nz, 0x80);
    shl(nz, 8);
    and_(value, a);
    or_(nz, value);
  }
}

bool Translator::read(const Instruction& i) {
  const std::string_view m = i.row.mnemonic;
  if (i.row.mode == Mode::Immediate) {
    mov(value, i.operand);
  } else if (isRegister(i, Use::Read)) {
    accessRegister(i, Use::Read, value);
    register_accessed_ = true;
  } else {
    if (!canReach(i, Use::Read)) return false;
    const Xbyak::Address from = place(i, Use::Read);
    movzx(value, from);
  }
  applyRead(m);
  return true;
}

bool Translator::write(const Instruction& i) {
  const std::string_view m = i.row.mnemonic;
  const Reg32& source = m == "STA" ? a : m == "STX" ? x : y;
  const bool paged =
      i.row.mode == Mode::Absolute && i.operand >= 0x8000 && context_->write_page[i.operand >> 8];
  if (isRegister(i, Use::Write) && !paged) {
    accessRegister(i, Use::Write, source);
    register_accessed_ = true;
    return true;
  }
  if (!canReach(i, Use::Write)) return false;
  mov(place(i, Use::Write), source.cvt8());
  return true;
}

void Translator::shift(std::string_view mnemonic, const Reg32& target) {
  const auto low_byte = target.cvt8();
  if (mnemonic == "ASL") {
    add(low_byte, low_byte);
    setc(c.cvt8());
  } else if (mnemonic == "LSR") {
    shr(low_byte, 1);
    setc(c.cvt8());
  } else if (mnemonic == "ROL") {
    shr(c, 1);
    adc(low_byte, low_byte);
    setc(c.cvt8());
  } else if (mnemonic == "ROR") {
    shr(c, 1);
    rcr(low_byte, 1);
    setc(c.cvt8());
  } else if (mnemonic == "INC") {
    inc(low_byte);
  } else {  // DEC
    dec(low_byte);
  }
  flags(target);
}

bool Translator::modify(const Instruction& i) {
  const std::string_view m = i.row.mnemonic;
  if (i.row.mode == Mode::Accumulator) {
    shift(m, a);
    return true;
  }
  if (!canReach(i, Use::Modify)) return false;
  const Xbyak::Address where = place(i, Use::Modify);
  movzx(value, where);
  shift(m, value);
  mov(where, value.cvt8());
  return true;
}

bool Translator::implied(const Instruction& i) {
  const std::string_view m = i.row.mnemonic;
  const auto transfer = [&](const Reg32& to, const Reg32& from) {
    mov(to, from);
    flags(to);
  };
  const auto step = [&](const Reg32& reg, int by) {
    by > 0 ? inc(reg.cvt8()) : dec(reg.cvt8());
    flags(reg);
  };
  if (m == "TAX")
    transfer(x, a);
  else if (m == "TAY")
    transfer(y, a);
  else if (m == "TXA")
    transfer(a, x);
  else if (m == "TYA")
    transfer(a, y);
  else if (m == "TSX")
    transfer(x, s);
  else if (m == "TXS")
    mov(s, x);
  else if (m == "INX")
    step(x, 1);
  else if (m == "INY")
    step(y, 1);
  else if (m == "DEX")
    step(x, -1);
  else if (m == "DEY")
    step(y, -1);
  else if (m == "CLC")
    xor_(c, c);
  else if (m == "SEC")
    mov(c, 1);
  else if (m == "CLV")
    xor_(v, v);
  else
    return m == "NOP";
  return true;
}

// Goes on at `to`, `cycles` after the beginning of the block. Where another bank may lie, code must be there now, else
// `needs_check`, whose effects are still to come, is interpreted.
void Translator::jumpTo(uint16_t to, unsigned cycles, const Instruction* needs_check) {
  if (to == start_) {
    sub(left, static_cast<int>(cycles));
    jmp(begin_, T_NEAR);
    return;
  }
  if (inWindow(to)) {
    Entries* entries = cache_.makeLocked(codeAt(to), to >> 8);
    mov(rdx, reinterpret_cast<uintptr_t>(&entries->code[to & 0xFF]));
    sub(left, static_cast<int>(cycles));
    mov(eax, to);
    jmp(qword[rdx]);
    return;
  }
  mov(rdx, field(offsetOf(&Context::entries) + static_cast<int>((to >> 8) * 8)));
  if (needs_check) {
    test(rdx, rdx);
    je(leave(*needs_check), T_NEAR);
  }
  sub(left, static_cast<int>(cycles));
  mov(eax, to);
  jmp(qword[rdx + static_cast<int>((to & 0xFF) * 8)]);
}

// The same to the address in eax. Changes rcx and rdx.
void Translator::jumpToEax(const Instruction& i, unsigned cycles) {
  mov(ecx, eax);
  shr(ecx, 8);
  mov(rdx, entries(rcx));
  test(rdx, rdx);
  je(leave(i), T_NEAR);
  low(ecx, eax);
  if (i.row.mnemonic == "RTS") add(s.cvt8(), 2);
  sub(left, static_cast<int>(cycles));
  jmp(qword[rdx + rcx * 8]);
}

bool Translator::control(const Instruction& i) {
  const std::string_view m = i.row.mnemonic;
  const unsigned cycles = done_ + i.cycles;
  if (m == "JSR") {
    const uint16_t to = static_cast<uint16_t>(i.operand);
    const uint16_t pushed = static_cast<uint16_t>(i.pc + 2);
    requirePage(i, writePage(1));
    if (!inWindow(to)) requirePage(i, field(offsetOf(&Context::entries) + static_cast<int>((to >> 8) * 8)));
    mov(byte[ram + s.cvt64() + 0x0100], pushed >> 8);
    dec(s.cvt8());
    mov(byte[ram + s.cvt64() + 0x0100], pushed & 0xFF);
    dec(s.cvt8());
    jumpTo(to, cycles, nullptr);
    return true;
  }
  if (m == "RTS") {
    lea(ecx, ptr[s.cvt64() + 1]);
    low(ecx, ecx);
    movzx(eax, byte[ram + rcx + 0x0100]);
    lea(ecx, ptr[s.cvt64() + 2]);
    low(ecx, ecx);
    movzx(ecx, byte[ram + rcx + 0x0100]);
    mov(edx, ecx);
    shl(edx, 8);
    or_(eax, edx);
    cmp(readPage(rcx), 0);  // a dummy read
    je(leave(i), T_NEAR);
    inc(eax);
    movzx(eax, ax);
    jumpToEax(i, cycles);
    return true;
  }
  return false;
}

void Translator::branch(const Instruction& i, uint16_t to) {
  const std::string_view m = i.row.mnemonic;
  const uint16_t next = static_cast<uint16_t>(i.pc + 2);
  const unsigned cycles = done_ + 3 + ((next ^ to) >> 8 != 0);
  if (!inWindow(to)) requirePage(i, field(offsetOf(&Context::entries) + static_cast<int>((to >> 8) * 8)));
  taken_.push_back({Label(), i.pc, to, done_, cycles});
  Label& label = taken_.back().label;
  if (m == "BPL" || m == "BMI") {
    test(nz, 0x8080);
    m == "BPL" ? jz(label, T_NEAR) : jnz(label, T_NEAR);
  } else if (m == "BNE" || m == "BEQ") {
    test(nz.cvt8(), nz.cvt8());
    m == "BEQ" ? jz(label, T_NEAR) : jnz(label, T_NEAR);
  } else {
    const Reg32& flag = m == "BCC" || m == "BCS" ? c : v;
    test(flag, flag);
    m == "BCC" || m == "BVC" ? jz(label, T_NEAR) : jnz(label, T_NEAR);
  }
}

// False: the interpreter has to take it.
bool Translator::instruction(const Instruction& i, const JumpsBack& jumps_back, bool& ends) {
  const std::string_view m = i.row.mnemonic;
  if (!i.row.official) return false;
  switch (i.row.shape) {
    case Shape::Read:
      return read(i);
    case Shape::Write:
      return write(i);
    case Shape::Modify:
      return modify(i);
    case Shape::Implied:
      return implied(i);
    case Shape::Branch: {
      const uint16_t to = static_cast<uint16_t>(i.pc + 2 + static_cast<int8_t>(i.operand));
      if (to <= i.pc && !jumps_back.mayBeTranslated(i.pc, to)) return false;
      branch(i, to);
      return true;
    }
    case Shape::Push:
      if (m != "PHA") return false;
      requirePage(i, writePage(1));
      mov(byte[ram + s.cvt64() + 0x0100], a.cvt8());
      dec(s.cvt8());
      return true;
    case Shape::Pull:
      if (m != "PLA") return false;
      inc(s.cvt8());
      movzx(a, byte[ram + s.cvt64() + 0x0100]);
      flags(a);
      return true;
    case Shape::Jump: {
      ends = true;
      const unsigned cycles = done_ + i.cycles;
      if (i.row.mode == Mode::Absolute) {
        const uint16_t to = static_cast<uint16_t>(i.operand);
        if (to <= i.pc && !jumps_back.mayBeTranslated(i.pc, to)) return false;
        jumpTo(to, cycles, &i);
        return true;
      }
      if (!isRam(i.operand)) return false;
      const unsigned high = (i.operand & 0xFF00) | ((i.operand + 1) & 0x00FF);
      movzx(eax, byte[ram + static_cast<int>(i.operand & 0x07FF)]);
      movzx(ecx, byte[ram + static_cast<int>(high & 0x07FF)]);
      shl(ecx, 8);
      or_(eax, ecx);
      jumpToEax(i, cycles);
      return true;
    }
    case Shape::Control:
      ends = true;
      return control(i);
    default:
      return false;
  }
}

void Translator::outOfLine() {
  const uint8_t* interpreted =
      cache_.writable_ + (static_cast<const uint8_t*>(cache_.interpreted_) - cache_.executable_);
  for (Taken& taken : taken_) {
    L(taken.label);
    jumpTo(taken.to, taken.cycles, nullptr);
  }
  for (Crossing& crossing : crossings_) {
    L(crossing.label);
    cmp(readPage(rcx), 0);
    for (Leave& leave : leaves_)
      if (leave.pc == crossing.pc) je(leave.label, T_NEAR);
    dec(left);
    jmp(crossing.back, T_NEAR);
  }
  for (Leave& leave : leaves_) {
    L(leave.label);
    if (leave.cycles) sub(left, static_cast<int>(leave.cycles));
    mov(eax, leave.pc);
    jmp(interpreted, T_NEAR);
  }
}

// nullptr: the interpreter has to take the first instruction.
const void* Translator::translate(const JumpsBack& jumps_back) {
  const void* entry = cache_.executable_ + cache_.used_;
  leaves_.reserve(2 * longest_block + 2);
  crossings_.reserve(longest_block);
  taken_.reserve(longest_block);
  leaves_.push_back({Label(), start_, 0});
  L(begin_);
  // The cycles of the whole block come in when they are known.
  cmp(left, 0x7FFFFFFF);
  const size_t limit_at = getSize() - sizeof(int32_t);
  jl(leaves_.back().label, T_NEAR);
  uint16_t pc = start_;
  unsigned most = 0;
  int count = 0;
  bool ended = false;
  for (; count < longest_block && !ended; ++count) {
    const std::optional<Instruction> i = decode(pc);
    if (!i) break;
    bool ends = false;
    register_accessed_ = false;
    if (!instruction(*i, jumps_back, ends)) break;
    done_ += i->cycles;
    most = done_ + static_cast<unsigned>(count + 1) * penalties;
    pc = static_cast<uint16_t>(pc + i->length);
    ended = ends;
    if (register_accessed_) {
      checkLimit(pc);
      // Another bank may lie here now.
      if (i->operand >= 0x8000) {
        mov(eax, pc);
        mov(ecx, pc >> 8);
        mov(rdx, entries(rcx));
        test(rdx, rdx);
        je(leaves_.back().label, T_NEAR);
        sub(left, static_cast<int>(done_));
        jmp(qword[rdx + static_cast<int>((pc & 0xFF) * 8)]);
        ended = true;
      }
    }
  }
  if (count == 0) return nullptr;
  if (!ended) {
    if (inWindow(pc)) {
      jumpTo(pc, done_, nullptr);
    } else {
      sub(left, static_cast<int>(done_));
      mov(eax, pc);
      const uint8_t* cold =
          cache_.writable_ + (static_cast<const uint8_t*>(cache_.cold_) - cache_.executable_);
      jmp(cold, T_NEAR);
    }
  }
  outOfLine();
  rewrite(limit_at, most, sizeof(int32_t));
  // Of cycles that were not yet subtracted, the whole block's stay the bound.
  for (const size_t at : limits_) rewrite(at - sizeof(int32_t), most, sizeof(int32_t));
  ready();
  cache_.used_ += (getSize() + 15) / 16 * 16;
  return entry;
}

void CodeCache::makeStubs() { Translator(*this, nullptr, 0).makeStubs(); }

void CodeCache::translate(const Context& context, uint16_t pc, const JumpsBack& jumps_back) {
  const std::lock_guard lock(making_);
  Entries* entries = context.entries[pc >> 8];
  const void* code = interpreted_;
  if (used_ + most_code <= capacity)
    if (const void* made = Translator(*this, &context, pc).translate(jumps_back)) code = made;
  entries->code[pc & 0xFF].store(code, std::memory_order_release);
}

}  // namespace jumpscope::console::native
