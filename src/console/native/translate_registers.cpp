// Accesses to registers of the chips and the board, and to the pads.
#include "src/console/native/translator.h"

namespace jumpscope::console::native {

// True if a chip or the board answers, as far as this is known now: then the code calls them.
bool Translator::isRegister(const Instruction& i, Use use) {
  return use != Use::Modify && i.row.mode == Mode::Absolute && !isRam(i.operand) &&
         (i.operand < 0x4018 || (use == Use::Write && i.operand >= 0x8000));
}

// The pad of a player whose number is in an index register.
bool Translator::isIndexedPad(const Instruction& i) {
  return (i.row.mode == Mode::AbsoluteX || i.row.mode == Mode::AbsoluteY) && i.operand == 0x4016;
}

// $2005-$2007 and their mirrors.
bool Translator::isLogged(unsigned address) {
  return address >= 0x2000 && address < 0x4000 && (address & 7) >= 5;
}

// The function of the console that writes to a register.
Context::Write Context::*Translator::writerOf(unsigned address) {
  if (address == 0x4016) return &Context::write_strobe;
  if (address >= 0x8000) return &Context::write_board;
  const bool sound = (address >= 0x4000 && address <= 0x4013) || address == 0x4015 || address == 0x4017;
  return sound ? &Context::write_sound : &Context::write;
}

// The access, and the end of the block should it have ended the window. A read leaves `value`.
void Translator::accessRegister(const Instruction& i, Use use, const Reg32& written) {
  mov(dword[context + offsetOf(&Context::nz)], nz);
  mov(dword[context + offsetOf(&Context::c)], c);
  mov(dword[context + offsetOf(&Context::v)], v);
  mov(field(offsetOf(&Context::cycles_left)), left);
  mov(rdi, context);
  mov(esi, i.operand);
  if (i.row.mode != Mode::Absolute) add(esi, indexOf(i));
  mov(edx, i.pc);
  mov(ecx, done_ + i.cycles - 1);
  if (use == Use::Write) {
    mov(r8d, written);
    call(field(offsetOf(writerOf(i.operand))));
  } else {
    call(field(offsetOf(&Context::read)));
    mov(value, eax);
  }
  takeBack();
}

// What a function of the console leaves in no register, after a call.
void Translator::takeBack() {
  mov(nz, dword[context + offsetOf(&Context::nz)]);
  mov(c, dword[context + offsetOf(&Context::c)]);
  mov(v, dword[context + offsetOf(&Context::v)]);
  mov(left, field(offsetOf(&Context::cycles_left)));
}

// A write of $2005-$2007 while the log is open is appended in line. It moves nothing, so a block in ROM goes on.
void Translator::appendToLog(const Instruction& i, const Reg32& written) {
  const LogLayout& layout = context_->log_layout;
  const int reg = i.operand & 7;
  logged_.push_back({Label(), Label(), i, written, done_});
  mov(rdx, field(offsetOf(&Context::log)));
  mov(rax, field(offsetOf(&Context::window_end)));
  sub(rax, left);
  add(rax, static_cast<int>(done_ + i.cycles - 1));
  imul(rax, rax, layout.cpu_clocks);
  cmp(rax, qword[rdx + 8 * (reg - 5)]);
  jae(logged_.back().called);
  mov(esi, dword[rdx + layout.count]);
  shl(esi, 4);
  mov(qword[rdx + rsi + layout.accesses], rax);
  mov(dword[rdx + rsi + layout.accesses + 8], reg | (i.operand >> 8) << 16);
  mov(byte[rdx + rsi + layout.accesses + 9], written.cvt8());
  shr(esi, 4);
  inc(esi);
  mov(dword[rdx + layout.count], esi);
  L(logged_.back().back);
}

// The same where it is not.
void Translator::callForLog() {
  for (LogCall& row : logged_) {
    const Instruction& i = row.instruction;
    L(row.called);
    done_ = row.done;
    accessRegister(i, Use::Write, row.written);
    done_ += i.cycles;
    const auto next = static_cast<uint16_t>(i.pc + i.length);
    checkLimit(next);
    if (in_ram_) {
      test(eax, eax);
      jz(row.back);
      goOnAnew(next, done_, leaves_.back().label);
    } else {
      jmp(row.back);
    }
  }
}

// After checkLimit(), which follows a write to the board: another bank may lie here now, and whoever answered may have
// changed RAM.
void Translator::goOnAnewIfMoved(uint16_t next) {
  moved_.push_back({Label(), next, done_, &leaves_.back().label});
  test(eax, eax);
  jnz(moved_.back().label);
}

// After what follows accessRegister(): leaves the block when what is left of the window may not do for the rest of it.
void Translator::checkLimit(uint16_t next) {
  cmp(left, 0x7FFFFFFF);
  limits_.push_back(getSize());
  leaves_.push_back({Label(), next, done_});
  jl(leaves_.back().label);
}

// rdx: the pads that this field of Context leads to. rsi: the cycle of the access, by which their registers have taken all
// that was on its way; else, or without pads, it goes to `called`.
void Translator::findPads(const Instruction& i, int pads, Label& called) {
  const PadLayout& layout = context_->pad_layout;
  mov(rdx, field(pads));
  test(rdx, rdx);
  je(called);
  mov(rsi, field(offsetOf(&Context::window_end)));
  sub(rsi, left);
  add(rsi, static_cast<int>(done_ + i.cycles - 1));
  mov(rax, rsi);
  sub(rax, qword[rdx + layout.cycle]);
  cmp(rax, layout.longest_delay);
  jb(called);
}

// Shifts the registers of a port that was read. Precondition: findPads(), and the strobe was off.
void Translator::shiftPad(const PadLayout::Port& port) {
  constexpr uint64_t shifted_in = 0x8000'8000'8000'0000;
  Label still;
  cmp(byte[rdx + port.delay], 0);
  je(still);
  mov(rax, qword[rdx + port.registers]);
  shr(rax, 1);
  mov(rsi, shifted_in);
  or_(rax, rsi);
  mov(qword[rdx + port.registers], rax);
  mov(byte[rdx + port.delay], 0);
  L(still);
}

// Standard pads that nothing strobes are read in line: both shift where they were read before, and bit 0 of one comes out.
// The bus keeps what it held: the next cycle fetches from memory.
void Translator::readPad(const Instruction& i) {
  const PadLayout& layout = context_->pad_layout;
  const bool indexed = i.row.mode != Mode::Absolute;
  const PadLayout::Port& read = layout.ports[indexed ? 0 : i.operand & 1];
  Label called, done, found;
  if (indexed) {
    cmp(indexOf(i), 1);
    ja(leave(i));
  }
  findPads(i, offsetOf(&Context::pads), called);
  cmp(byte[rdx + layout.strobe], 0);
  jne(called);
  mov(qword[rdx + layout.cycle], rsi);
  for (const PadLayout::Port& port : layout.ports) shiftPad(port);
  mov(byte[rdx + layout.loaded], false);
  mov(byte[rdx + layout.polled], true);
  if (indexed) {
    test(indexOf(i), indexOf(i));
    jz(found);
    add(rdx, layout.ports[1].registers - layout.ports[0].registers);
    L(found);
  }
  mov(byte[rdx + read.delay], layout.longest_delay);
  mov(value, dword[rdx + read.registers]);
  and_(value, 1);
  or_(value, (i.operand >> 8) & 0xE0);
  jmp(done);
  L(called);
  accessRegister(i, Use::Read, value);
  L(done);
}

// In line as well, the strobe of standard pads: the write that ends it has them take in their buttons, unless they have.
void Translator::writeStrobe(const Instruction& i, const Reg32& written) {
  const PadLayout& layout = context_->pad_layout;
  Label called, done, ends, loaded, ended;
  findPads(i, offsetOf(&Context::strobed_pads), called);
  cmp(byte[rdx + layout.strobe], 0);
  jne(ends);
  mov(qword[rdx + layout.cycle], rsi);
  for (const PadLayout::Port& port : layout.ports) shiftPad(port);
  jmp(ended);
  L(ends);
  test(written.cvt8(), 1);
  jnz(called);
  mov(qword[rdx + layout.cycle], rsi);
  cmp(byte[rdx + layout.loaded], 0);
  jne(loaded);
  mov(byte[rdx + layout.polled], true);
  for (const PadLayout::Port& port : layout.ports) {
    movzx(eax, byte[rdx + port.buttons]);
    or_(rax, ~0xFF);
    mov(qword[rdx + port.registers], rax);
  }
  L(loaded);
  for (const PadLayout::Port& port : layout.ports) mov(byte[rdx + port.delay], 0);
  L(ended);
  mov(eax, written);
  and_(eax, 1);
  mov(byte[rdx + layout.strobe], al);
  mov(byte[rdx + layout.loaded], false);
  jmp(done);
  L(called);
  accessRegister(i, Use::Write, written);
  L(done);
}

}  // namespace jumpscope::console::native
