// P as a whole, pushed and pulled, and its bits I and D.
#include "src/console/native/translator.h"

namespace jumpscope::console::native {

namespace flag = cpu6502::flag;

// Afterwards `s` is still to be counted down. Precondition: the stack is not watched.
void Translator::pushStatus() {
  xor_(eax, eax);
  test(nz.cvt8(), nz.cvt8());
  setz(al);
  xor_(edx, edx);
  test(nz, 0x8080);
  setnz(dl);
  shl(edx, 7);
  lea(eax, ptr[rdx + rax * 2 + (flag::unused | flag::break_)]);
  or_(eax, c);
  mov(edx, v);
  shl(edx, 6);
  or_(eax, edx);
  or_(eax, mask());
  mov(byte[ram + s.cvt64() + 0x0100], al);
}

// Changes rax and rdx.
void Translator::pullStatus() {
  inc(s.cvt8());
  movzx(eax, byte[ram + s.cvt64() + 0x0100]);
  mov(c, eax);
  and_(c, flag::carry);
  mov(v, eax);
  shr(v, 6);
  and_(v, 1);
  mov(edx, eax);
  and_(edx, flag::irq_disable | flag::decimal);
  mov(mask(), edx);
  // Z is set where the low byte is 0, N where bit 15 is set.
  mov(nz, eax);
  and_(nz, flag::negative);
  shl(nz, 8);
  not_(eax);
  shr(eax, 1);
  and_(eax, 1);
  or_(nz, eax);
}

// CLI, SEI, CLD and SED; false: it is none of them.
bool Translator::setMask(const Instruction& i) {
  const std::string_view m = i.row.mnemonic;
  if (m != "CLI" && m != "SEI" && m != "CLD" && m != "SED") return false;
  const uint32_t bit = m[2] == 'I' ? flag::irq_disable : flag::decimal;
  if (bit == flag::irq_disable) requireNoLines(i);
  m[0] == 'S' ? or_(mask(), bit) : and_(mask(), ~bit);
  return true;
}

// What changes the mask while an interrupt is pending, masked as it is, ends the window.
void Translator::requireNoLines(const Instruction& i) {
  mov(rdx, field(offsetOf(&Context::lines)));
  cmp(byte[rdx], 0);
  jne(leave(i));
}

}  // namespace jumpscope::console::native
