// Loops that wait for a byte of memory: once a turn has been executed, all those after it leave everything as it has, but
// time. Nothing changes memory before the window ends, so they are counted and not executed.
#include <algorithm>
#include <array>

#include "src/console/native/translator.h"

namespace jumpscope::console::native {

namespace {

constexpr uint8_t reg_a = 0x01, reg_x = 0x02, reg_y = 0x04, reg_s = 0x08, flag_nz = 0x10, flag_c = 0x20,
                  flag_v = 0x40;

// What an instruction takes from registers and flags, and what it leaves in them.
struct Effect {
  std::string_view mnemonic;
  uint8_t uses, sets;
};
// Of those that a loop that waits may hold.
constexpr Effect effects[] = {
    {"LDA", 0, reg_a | flag_nz},
    {"LDX", 0, reg_x | flag_nz},
    {"LDY", 0, reg_y | flag_nz},
    {"LAX", 0, reg_a | reg_x | flag_nz},
    {"CMP", reg_a, flag_nz | flag_c},
    {"CPX", reg_x, flag_nz | flag_c},
    {"CPY", reg_y, flag_nz | flag_c},
    {"BIT", reg_a, flag_nz | flag_v},
    {"AND", reg_a, reg_a | flag_nz},
    {"ORA", reg_a, reg_a | flag_nz},
    {"EOR", reg_a, reg_a | flag_nz},
    {"ADC", reg_a | flag_c, reg_a | flag_nz | flag_c | flag_v},
    {"SBC", reg_a | flag_c, reg_a | flag_nz | flag_c | flag_v},
    {"ASL", reg_a, reg_a | flag_nz | flag_c},
    {"LSR", reg_a, reg_a | flag_nz | flag_c},
    {"ROL", reg_a | flag_c, reg_a | flag_nz | flag_c},
    {"ROR", reg_a | flag_c, reg_a | flag_nz | flag_c},
    {"TAX", reg_a, reg_x | flag_nz},
    {"TAY", reg_a, reg_y | flag_nz},
    {"TXA", reg_x, reg_a | flag_nz},
    {"TYA", reg_y, reg_a | flag_nz},
    {"TSX", reg_s, reg_x | flag_nz},
    {"CLC", 0, flag_c},
    {"SEC", 0, flag_c},
    {"CLV", 0, flag_v},
    {"NOP", 0, 0},
    {"JMP", 0, 0},
    {"BPL", flag_nz, 0},
    {"BMI", flag_nz, 0},
    {"BEQ", flag_nz, 0},
    {"BNE", flag_nz, 0},
    {"BCC", flag_c, 0},
    {"BCS", flag_c, 0},
    {"BVC", flag_v, 0},
    {"BVS", flag_v, 0},
};

// True if it reads one place of memory or none, and writes none, in as many cycles each time.
constexpr bool onlyLooks(const cpu6502::Opcode& row) {
  switch (row.mode) {
    case Mode::Implied:
    case Mode::Accumulator:
    case Mode::Immediate:
    case Mode::Relative:
      return true;
    case Mode::ZeroPage:
    case Mode::Absolute:
      return row.shape == Shape::Read || row.shape == Shape::Jump;
    default:
      return false;
  }
}

// By opcode; nullptr: no loop that waits holds it.
constexpr std::array<const Effect*, 256> effect_of = [] {
  std::array<const Effect*, 256> all{};
  for (size_t code = 0; code < all.size(); ++code) {
    const cpu6502::Opcode& row = cpu6502::opcodes[code];
    const auto effect = std::ranges::find(effects, row.mnemonic, &Effect::mnemonic);
    if (effect != std::end(effects) && onlyLooks(row)) all[code] = &*effect;
  }
  return all;
}();

}  // namespace

// True if this jump back to `to` is that of a loop that waits: its instructions use nothing that they set, but what they have
// set before in the same turn.
bool Translator::waits(uint16_t to, const Instruction& jump) const {
  if (!skips_turns_ || to > jump.pc) return false;
  uint8_t uses = 0, sets = 0;
  for (uint16_t pc = to; pc <= jump.pc;) {
    const std::optional<Instruction> i = decode(pc);
    if (!i || !effect_of[i->code] || isRegister(*i, Use::Read)) return false;
    // A register of the board, or nothing.
    if (i->row.mode == Mode::Absolute && i->row.shape == Shape::Read && !context_->read_page[i->operand >> 8])
      return false;
    uses |= static_cast<uint8_t>(effect_of[i->code]->uses & ~sets);
    sets |= effect_of[i->code]->sets;
    if (pc == jump.pc) return (uses & sets) == 0;
    pc = static_cast<uint16_t>(pc + i->length);
  }
  return false;
}

// Goes on at the beginning of the block, as jumpTo() would, with as many turns behind it as end before anything disturbs
// them, or one less. Precondition: a turn of a loop that waits, the whole block so far, has been executed.
// `interpreted_from`: turns before a fetch by the DMC, which may go on behind it, are left to the interpreter.
void Translator::passTurns(unsigned cycles, int64_t interpreted_from, Label& leave) {
  constexpr uint64_t one = uint64_t{1} << 32;
  leaveFrom(interpreted_from, leave);
  sub(left, static_cast<int>(cycles));
  cmp(left, -longest_step);
  jl(begin_);
  lea(eax, ptr[left + longest_step]);
  imul(rax, rax, static_cast<int>(one / cycles));
  shr(rax, 32);
  imul(rax, rax, static_cast<int>(cycles));
  sub(left, rax);
  jmp(begin_);
}

}  // namespace jumpscope::console::native
