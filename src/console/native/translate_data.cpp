// Instructions that work on registers and memory.
#include <algorithm>
#include <array>

#include "src/console/native/translator.h"

namespace jumpscope::console::native {

// True if the place of the operand may be plain memory at all.
bool Translator::canReach(const Instruction& i, Use use) const {
  constexpr unsigned board = 0x6000;
  switch (i.row.mode) {
    case Mode::Absolute:
      if (isRam(i.operand)) return true;
      if (i.operand < board) return false;
      return (!reads(use) || context_->read_page[i.operand >> 8]) &&
             (!writes(use) || context_->stored_page[i.operand >> 8]);
    case Mode::AbsoluteX:
    case Mode::AbsoluteY:
      if (isRam(i.operand + 0xFF)) return true;
      return i.operand >= board && (!writes(use) || context_->stored_page[i.operand >> 8]);
    default:
      return true;
  }
}

Address Translator::inRam(const Instruction& i, unsigned address, Use use) {
  if (writes(use)) requireUnwatched(i, Place() + static_cast<int>(address));
  return byte[ram + static_cast<int>(address & 0x07FF)];
}

// Leaves the page in rdx and the low byte in rax.
Address Translator::atAddressInEax(const Instruction& i, Use use) {
  mov(esi, eax);
  shr(esi, 8);
  if (reads(use)) {
    mov(rdx, readPage(rsi));
    test(rdx, rdx);
    je(leave(i));
    if (writes(use)) {  // the same memory
      cmp(rdx, storedPage(rsi));
      jne(leave(i));
    }
  } else {
    mov(rdx, storedPage(rsi));
    test(rdx, rdx);
    je(leave(i));
  }
  if (writes(use)) requireUnwatched(i, rax);
  low(eax, eax);
  return byte[rdx + rax];
}

// The same for the address in eax with an index added.
Address Translator::atEaxWithIndex(const Instruction& i, const Reg32& index, Use use) {
  mov(ecx, eax);
  shr(ecx, 8);  // the page before the carry
  if (writes(use)) {
    cmp(readPage(rcx), 0);
    je(leave(i));
  }
  add(eax, index);
  movzx(eax, ax);
  const Address found = atAddressInEax(i, use);
  if (use == Use::Read) {
    leave(i);
    crossings_.push_back({Label(), Label(), i.pc});
    cmp(ecx, esi);
    jne(crossings_.back().label);
    L(crossings_.back().back);
  }
  return found;
}

void Translator::addIndexPenalty(const Reg32& index, unsigned base) {
  if ((base & 0xFF) == 0) return;
  lea(ecx, ptr[index.cvt64() + static_cast<int>(base & 0xFF)]);
  shr(ecx, 8);
  sub(left, rcx);
}

// As place() for an address that is loaded from the code.
Address Translator::loadedPlace(const Instruction& i, Use use) {
  loadOperand(i, eax);
  return i.row.mode == Mode::Absolute ? atAddressInEax(i, use) : atEaxWithIndex(i, indexOf(i), use);
}

Address Translator::indexedPlace(const Instruction& i, const Reg32& index, Use use) {
  const unsigned base = i.operand, last = base + 0xFF;
  if (isRam(last)) {
    if (writes(use)) requireUnwatched(i, index.cvt64() + static_cast<int>(base));
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
  const Address found = atAddressInEax(i, use);
  if (use == Use::Read) addIndexPenalty(index, base);
  return found;
}

// True if a byte of the instruction's pointer is stored between the beginning of the block and it, or in the innermost loop
// around it. Bytes that only look like such a store cost a little time.
bool Translator::storesNear(const Instruction& i) const {
  constexpr unsigned far = 64;  // bytes
  const auto at = [&](unsigned pc) {
    return liesBeside(pc) ? codeAt(static_cast<uint16_t>(pc))[pc & 0xFF] : 0u;
  };
  unsigned first = start_, last = i.pc;
  for (unsigned pc = i.pc; pc < i.pc + far; ++pc) {
    const unsigned back = 0x100 - at(pc + 1);
    if (cpu6502::opcodes[at(pc)].shape != Shape::Branch || back > 0x80 || pc + 2 > i.pc + back) continue;
    first = std::min(first, pc + 2 - back);
    last = pc;
    break;
  }
  for (unsigned pc = first; pc < last; ++pc) {
    const cpu6502::Opcode& row = cpu6502::opcodes[at(pc)];
    const bool stores = row.shape == Shape::Write || row.shape == Shape::Modify;
    if (stores && row.mode == Mode::ZeroPage && at(pc + 1) - i.operand < 2) return true;
  }
  return false;
}

// Into eax. A load of both bytes at once has to wait until a store of one of them has left the host's store buffer, so they
// are loaded one by one where such a store is near.
void Translator::loadPointer(const Instruction& i) {
  const unsigned pointer = i.operand;
  if (pointer != 0xFF && !storesNear(i)) {
    movzx(eax, word[ram + static_cast<int>(pointer)]);
    return;
  }
  movzx(eax, byte[ram + static_cast<int>(pointer)]);
  movzx(ecx, byte[ram + static_cast<int>((pointer + 1) & 0xFF)]);
  shl(ecx, 8);
  or_(eax, ecx);
}

// Makes sure of plain memory and adds the penalties. Afterwards the operand is at the returned place, until rax or rdx
// change.
Address Translator::place(const Instruction& i, Use use) {
  switch (i.row.mode) {
    case Mode::ZeroPage:
      return inRam(i, i.operand, use);
    case Mode::ZeroPageX:
    case Mode::ZeroPageY:
      lea(eax, ptr[(i.row.mode == Mode::ZeroPageX ? x : y).cvt64() + static_cast<int>(i.operand)]);
      low(eax, eax);
      if (writes(use)) requireUnwatched(i, rax);
      return byte[ram + rax];
    case Mode::Absolute:
      if (isRam(i.operand)) return inRam(i, i.operand, use);
      mov(eax, i.operand);
      return atAddressInEax(i, use);
    case Mode::AbsoluteX:
    case Mode::AbsoluteY:
      return indexedPlace(i, indexOf(i), use);
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
    default:  // IndirectY
      loadPointer(i);
      return atEaxWithIndex(i, y, use);
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
  } else if (mnemonic == "LAX") {
    mov(a, value);
    mov(x, value);
    flags(a);
  } else if (mnemonic == "SBX") {
    mov(eax, a);
    and_(eax, x);
    compare(eax);
    mov(x, nz);
  } else if (mnemonic == "ALR") {
    and_(a, value);
    shift("LSR", a);
  } else if (mnemonic == "ANC") {
    and_(a, value);
    flags(a);
    mov(c, a);
    shr(c, 7);
  } else if (mnemonic == "ARR") {  // C and V come from bits 6 and 5 of the result
    and_(a, value);
    shift("ROR", a);
    mov(c, a);
    shr(c, 6);
    and_(c, 1);
    mov(v, a);
    shr(v, 5);
    and_(v, 1);
    xor_(v, c);
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
    in_ram_ ? loadOperand(i, value) : mov(value, i.operand);
  } else if (isLoaded(i)) {
    const Address from = loadedPlace(i, Use::Read);
    movzx(value, from);
  } else if (isRegister(i, Use::Read) || isIndexedPad(i)) {
    (i.operand & 0xFFFE) == 0x4016 ? readPad(i) : accessRegister(i, Use::Read, value);
    register_accessed_ = true;
  } else {
    if (!canReach(i, Use::Read)) return false;
    const Address from = place(i, Use::Read);
    movzx(value, from);
  }
  applyRead(m);
  return true;
}

bool Translator::write(const Instruction& i) {
  const std::string_view m = i.row.mnemonic;
  const Reg32& source = m == "STA" ? a : m == "STX" ? x : m == "STY" ? y : value;
  if (m == "SAX" && isRegister(i, Use::Write)) return false;
  const auto store = [&](const Address& to) {
    if (m == "SAX") {
      mov(value, a);
      and_(value, x);
    }
    mov(to, source.cvt8());
  };
  if (isLoaded(i)) {
    store(loadedPlace(i, Use::Write));
    return true;
  }
  const bool paged =
      i.row.mode == Mode::Absolute && i.operand >= 0x8000 && context_->stored_page[i.operand >> 8];
  if (isRegister(i, Use::Write) && isLogged(i.operand)) {
    appendToLog(i, source);
    return true;
  }
  if (isRegister(i, Use::Write) && !paged) {
    i.operand == 0x4016 ? writeStrobe(i, source) : accessRegister(i, Use::Write, source);
    (i.operand >= 0x8000 ? board_written_ : register_accessed_) = true;
    return true;
  }
  if (!canReach(i, Use::Write)) return false;
  store(place(i, Use::Write));
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
  // Unofficial ones do two things: to the byte, and with it.
  struct Both {
    std::string_view mnemonic, modifies, reads;
  };
  constexpr std::array<Both, 6> unofficial = {{{"SLO", "ASL", "ORA"},
                                               {"RLA", "ROL", "AND"},
                                               {"SRE", "LSR", "EOR"},
                                               {"RRA", "ROR", "ADC"},
                                               {"DCP", "DEC", "CMP"},
                                               {"ISB", "INC", "SBC"}}};
  const std::string_view m = i.row.mnemonic;
  if (i.row.mode == Mode::Accumulator) {
    shift(m, a);
    return true;
  }
  if (!canReach(i, Use::Modify)) return false;
  const auto both = std::ranges::find(unofficial, m, &Both::mnemonic);
  const Address where = place(i, Use::Modify);
  movzx(value, where);
  shift(both == unofficial.end() ? m : both->modifies, value);
  mov(where, value.cvt8());
  if (both != unofficial.end()) applyRead(both->reads);
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
  else if (m == "TXS") {
    requireUnfollowed(i);
    mov(s, x);
  } else if (m == "INX")
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
    return m == "NOP" || setMask(i);
  return true;
}

}  // namespace jumpscope::console::native
