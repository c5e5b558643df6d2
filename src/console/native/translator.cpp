#include "src/console/native/translator.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace jumpscope::console::native {

namespace {

constexpr int longest_part = 8;  // instructions

// Of each opcode, worked out from its script once.
struct Size {
  uint8_t length, cycles;
};
constexpr std::array<Size, 256> sizes = [] {
  std::array<Size, 256> all{};
  for (unsigned code = 0; code < all.size(); ++code)
    all[code] = {static_cast<uint8_t>(cpu6502::instructionLength(static_cast<uint8_t>(code))),
                 static_cast<uint8_t>(cpu6502::baseCycles(static_cast<uint8_t>(code)))};
  return all;
}();

// Unofficial instructions that programs use on purpose, since every processor does the same with them.
constexpr bool isTranslatedToo(const cpu6502::Opcode& row) {
  constexpr std::array<std::string_view, 7> others = {"LAX", "SAX", "SBX", "NOP", "ALR", "ANC", "ARR"};
  return row.shape == Shape::Modify || std::ranges::find(others, row.mnemonic) != others.end();
}

// True if it takes a cycle more where the index leads into another page. What a taken branch adds is known.
bool mayCross(const Instruction& i) {
  return i.row.mode == Mode::AbsoluteX || i.row.mode == Mode::AbsoluteY || i.row.mode == Mode::IndirectY;
}

}  // namespace

void Translator::makeStubs() {
  const Reg64 saved[] = {rbx, rbp, r12, r13, r14, r15};
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
  cache_.stale_ = here();
  or_(eax, CodeCache::stale_bit);
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
  // The processor may look at bytes beyond the instruction, which have to be there too.
  constexpr unsigned longest = 3;
  if (!liesBeside(pc) || !liesBeside(pc + longest)) return std::nullopt;
  const auto byte = [&](unsigned at) { return codeAt(static_cast<uint16_t>(at))[at & 0xFF]; };
  const uint8_t code = byte(pc);
  const int length = sizes[code].length;
  unsigned operand = 0;
  for (int n = 1; n < length; ++n)
    operand |= static_cast<unsigned>(byte(static_cast<unsigned>(pc + n))) << (8 * (n - 1));
  return Instruction{pc, code, operand, length, cpu6502::opcodes[code], sizes[code].cycles};
}

// From how many cycles on the interpreter has to take a jump. Those of loops that wait lead to a block that passes their turns
// by itself.
int64_t Translator::interpretedFrom(const Instruction& jump, uint16_t to, bool waiting,
                                    const JumpsBack& jumps_back) const {
  if (to > jump.pc || (waiting && to != start_)) return JumpsBack::never;
  const int64_t from = jumps_back.interpretedFrom(jump.pc, to);
  return waiting && from != JumpsBack::never ? JumpsBack::if_worth_holding : from;
}

// False: the interpreter has to take it.
bool Translator::instruction(const Instruction& i, const JumpsBack& jumps_back, bool& ends) {
  const std::string_view m = i.row.mnemonic;
  if (!i.row.official && !isTranslatedToo(i.row)) return false;
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
      const bool waiting = waits(to, i);
      const int64_t interpreted_from = interpretedFrom(i, to, waiting, jumps_back);
      if (interpreted_from == 0) return false;
      branch(i, to, interpreted_from, waiting && to == start_);
      return true;
    }
    case Shape::Push:
      requireUnwatchedStack(i);
      if (m == "PHP")
        pushStatus();
      else
        mov(byte[ram + s.cvt64() + 0x0100], a.cvt8());
      dec(s.cvt8());
      return true;
    case Shape::Pull:
      requireUnfollowed(i);
      if (m == "PLP") {
        requireNoLines(i);
        pullStatus();
        return true;
      }
      inc(s.cvt8());
      movzx(a, byte[ram + s.cvt64() + 0x0100]);
      flags(a);
      return true;
    case Shape::Mask:
      return setMask(i);
    case Shape::Jump: {
      ends = true;
      const unsigned cycles = done_ + i.cycles;
      if (isLoaded(i)) {
        loadOperand(i, eax);
        jumpToEax(i, cycles);
        return true;
      }
      if (i.row.mode == Mode::Absolute) {
        const uint16_t to = static_cast<uint16_t>(i.operand);
        const bool waiting = waits(to, i);
        const int64_t interpreted_from = interpretedFrom(i, to, waiting, jumps_back);
        if (interpreted_from == 0) return false;
        if (waiting && to == start_) {
          passTurns(cycles, interpreted_from, leave(i));
        } else {
          leaveFrom(interpreted_from, leave(i));
          jumpTo(to, cycles, &i);
        }
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

Translator::Block Translator::translate(const JumpsBack& jumps_back) {
  leaves_.reserve(2 * most_instructions + 2);
  logged_.reserve(most_instructions);
  moved_.reserve(most_instructions);
  crossings_.reserve(most_instructions);
  taken_.reserve(most_instructions);
  leaves_.push_back({Label(), start_, 0});
  skips_turns_ = jumps_back.maySkipTurns();
  Label body;
  L(in_ram_ ? body : begin_);
  // The cycles up to the last instruction of the part come in when they are known.
  cmp(left, 0x7FFFFFFF);
  limits_.push_back(getSize());
  jl(leaves_.back().label);
  uint16_t pc = start_;
  unsigned most = 0, crossings = 0;  // cycles, before the last instruction
  // Before another part goes on, the limit is compared again. Cycles that were not yet subtracted stay in the bound.
  const auto bound = [&](size_t limit) { rewrite(limits_[limit] - sizeof(int32_t), most); };
  size_t parts = 0;
  int in_part = 0;
  const auto endPart = [&] {
    bound(parts++);
    in_part = 0;
  };
  int count = 0;
  bool ended = false;
  for (; count < most_instructions && !ended; ++count) {
    const std::optional<Instruction> i = decode(pc);
    if (!i || mayHaveChanged(*i)) break;
    bool ends = false;
    register_accessed_ = board_written_ = false;
    if (!instruction(*i, jumps_back, ends)) break;
    noteWrites(*i);
    most = done_ + crossings;
    crossings += mayCross(*i);
    done_ += i->cycles;
    pc = static_cast<uint16_t>(pc + i->length);
    ended = ends;
    if (register_accessed_ || board_written_ || (++in_part == longest_part && !ends)) {
      endPart();
      checkLimit(pc);
    }
    if (board_written_) goOnAnewIfMoved(pc);
    if (register_accessed_ && in_ram_) {  // whoever answered may have changed it
      goOnAnew(pc, done_, leaves_.back().label);
      ended = true;
    }
  }
  if (count == 0) {
    if (!in_ram_) return {nullptr, 0, false, {}};
    // Another instruction may come to lie there.
    jmp(leaves_.front().label);
    pc = static_cast<uint16_t>(start_ + 1);
  } else if (!ended) {
    if (liesBeside(pc)) {
      jumpTo(pc, done_, nullptr);
    } else {
      sub(left, static_cast<int>(done_));
      mov(eax, pc);
      jmp(stub(cache_.cold_));
    }
  }
  endPart();
  outOfLine();
  if (in_ram_) compareCode(pc, body);
  while (parts < limits_.size()) bound(parts++);
  assert(getSize() <= most_code);
  const void* entry = cache_.executable_ + (begin_.getAddress() - cache_.writable_);
  cache_.used_ += (getSize() + 15) / 16 * 16;
  const bool goes_on = count == most_instructions && !ended && liesBeside(pc);
  return {entry, static_cast<size_t>(pc - start_), goes_on, std::move(loaded_)};
}

void CodeCache::makeStubs() { Translator(*this, nullptr, 0).makeStubs(); }

void CodeCache::translate(const Context& context, uint16_t pc, const JumpsBack& jumps_back) {
  const std::lock_guard lock(making_);
  Entries* entries = context.entries[pc >> 8];
  const bool in_ram = ramEntriesAt(context, pc) != nullptr;
  const void* code = interpreted_;
  if (used_ + most_code <= capacity && !(in_ram && used_for_ram_ >= ram_capacity)) {
    const size_t before = used_;
    const Translator::Block made = Translator(*this, &context, pc).translate(jumps_back);
    if (made.code) code = made.code;
    if (made.goes_on) {
      const auto next = static_cast<uint16_t>(pc + made.length);
      makeLocked(context.read_page[next >> 8], next >> 8)->heat[next & 0xFF].store(hot_after - 1);
    }
    if (in_ram) {
      used_for_ram_ += used_ - before;
      if (made.code) keep(context, pc, made.length, made.loaded, made.code);
    }
  }
  entries->code[pc & 0xFF].store(code, std::memory_order_release);
}

}  // namespace jumpscope::console::native
