// Jumps, branches, calls and returns, and the ways out of a block.
#include "src/console/native/translator.h"

namespace jumpscope::console::native {

// Goes on at `to`, `cycles` after the beginning of the block. Where another bank may lie, or a board answers, code must be
// there now, else `needs_check`, whose effects are still to come, is interpreted.
void Translator::jumpTo(uint16_t to, unsigned cycles, const Instruction* needs_check) {
  if (to == start_) {
    sub(left, static_cast<int>(cycles));
    jmp(begin_);
    return;
  }
  if (liesBeside(to)) {
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
    je(leave(*needs_check));
  }
  sub(left, static_cast<int>(cycles));
  mov(eax, to);
  jmp(qword[rdx + static_cast<int>((to & 0xFF) * 8)]);
}

// What lies at `pc` now, `cycles` after the beginning of the block, may be other code than before. `leave` goes to the
// interpreter there.
void Translator::goOnAnew(uint16_t pc, unsigned cycles, Label& leave) {
  mov(eax, pc);
  mov(ecx, pc >> 8);
  mov(rdx, entries(rcx));
  test(rdx, rdx);
  je(leave);
  sub(left, static_cast<int>(cycles));
  jmp(qword[rdx + static_cast<int>((pc & 0xFF) * 8)]);
}

// The same to the address in eax. Changes rcx and rdx.
void Translator::jumpToEax(const Instruction& i, unsigned cycles) {
  mov(ecx, eax);
  shr(ecx, 8);
  mov(rdx, entries(rcx));
  test(rdx, rdx);
  je(leave(i));
  if (i.row.mnemonic == "RTS") {
    add(s.cvt8(), 2);
    tellStack(i);
    mov(ecx, eax);
    shr(ecx, 8);
    mov(rdx, entries(rcx));
  }
  low(ecx, eax);
  sub(left, static_cast<int>(cycles));
  jmp(qword[rdx + rcx * 8]);
}

// After a call, or a return from one, to the address in eax. Changes rcx, rdx and rsi.
void Translator::tellStack(const Instruction& i) {
  if (!context_->listens) return;
  Label unfollowed;
  cmp(byte[context + offsetOf(&Context::follows_stack)], 0);
  je(unfollowed);
  forRegisters([&](const Reg32& reg, int offset) { mov(dword[context + offset], reg); });
  mov(field(offsetOf(&Context::cycles_left)), left);
  mov(rdi, context);
  mov(esi, eax);
  mov(edx, i.pc);
  call(field(offsetOf(&Context::stack_moved)));
  takeBack();
  L(unfollowed);
}

bool Translator::control(const Instruction& i) {
  const std::string_view m = i.row.mnemonic;
  const unsigned cycles = done_ + i.cycles;
  if (m == "JSR") {
    const uint16_t to = static_cast<uint16_t>(i.operand);
    const uint16_t pushed = static_cast<uint16_t>(i.pc + 2);
    // It pushes before it fetches its last byte, onto which it may push.
    if (pushed >> 8 == 1) return false;
    requireUnwatchedStack(i);
    if (!liesBeside(to)) requirePage(i, field(offsetOf(&Context::entries) + static_cast<int>((to >> 8) * 8)));
    mov(byte[ram + s.cvt64() + 0x0100], pushed >> 8);
    dec(s.cvt8());
    mov(byte[ram + s.cvt64() + 0x0100], pushed & 0xFF);
    dec(s.cvt8());
    mov(eax, to);
    tellStack(i);
    jumpTo(to, cycles, nullptr);
    return true;
  }
  if (m == "RTI") {
    requireUnfollowed(i);
    requireNoLines(i);
    lea(ecx, ptr[s.cvt64() + 3]);
    low(ecx, ecx);
    movzx(ecx, byte[ram + rcx + 0x0100]);
    mov(rsi, entries(rcx));
    test(rsi, rsi);
    je(leave(i));
    pullStatus();
    inc(s.cvt8());
    movzx(edx, byte[ram + s.cvt64() + 0x0100]);
    inc(s.cvt8());
    mov(eax, ecx);
    shl(eax, 8);
    or_(eax, edx);
    sub(left, static_cast<int>(cycles));
    jmp(qword[rsi + rdx * 8]);
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
    je(leave(i));
    inc(eax);
    movzx(eax, ax);
    jumpToEax(i, cycles);
    return true;
  }
  return false;
}

void Translator::branch(const Instruction& i, uint16_t to, int64_t interpreted_from, bool passes_turns) {
  const std::string_view m = i.row.mnemonic;
  const uint16_t next = static_cast<uint16_t>(i.pc + 2);
  const unsigned cycles = done_ + 3 + ((next ^ to) >> 8 != 0);
  if (!liesBeside(to)) requirePage(i, field(offsetOf(&Context::entries) + static_cast<int>((to >> 8) * 8)));
  taken_.push_back({Label(), to, cycles, interpreted_from, &leave(i), passes_turns});
  Label& label = taken_.back().label;
  if (m == "BPL" || m == "BMI") {
    test(nz, 0x8080);
    m == "BPL" ? jz(label) : jnz(label);
  } else if (m == "BNE" || m == "BEQ") {
    test(nz.cvt8(), nz.cvt8());
    m == "BEQ" ? jz(label) : jnz(label);
  } else {
    const Reg32& flag = m == "BCC" || m == "BCS" ? c : v;
    test(flag, flag);
    m == "BCC" || m == "BVC" ? jz(label) : jnz(label);
  }
}

void Translator::outOfLine() {
  const uint8_t* interpreted = stub(cache_.interpreted_);
  callForLog();
  for (Moved& moved : moved_) {
    L(moved.label);
    goOnAnew(moved.next, moved.cycles, *moved.leave);
  }
  for (Taken& taken : taken_) {
    L(taken.label);
    if (taken.passes_turns) {
      passTurns(taken.cycles, taken.interpreted_from, *taken.leave);
      continue;
    }
    leaveFrom(taken.interpreted_from, *taken.leave);
    jumpTo(taken.to, taken.cycles, nullptr);
  }
  for (Crossing& crossing : crossings_) {
    L(crossing.label);
    cmp(readPage(rcx), 0);
    for (Leave& leave : leaves_)
      if (leave.pc == crossing.pc) je(leave.label);
    dec(left);
    jmp(crossing.back);
  }
  for (Leave& leave : leaves_) {
    L(leave.label);
    if (leave.cycles) sub(left, static_cast<int>(leave.cycles));
    mov(eax, leave.pc);
    jmp(interpreted);
  }
}

}  // namespace jumpscope::console::native
