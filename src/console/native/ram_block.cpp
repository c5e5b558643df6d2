// What blocks of code in RAM do more than others: they make sure that the code is still what they were made of.
#include <cstring>

#include "src/console/native/translator.h"

namespace jumpscope::console::native {

// Of the writes by the present instruction, those that may change the block.
void Translator::noteWrites(const Instruction& i) {
  constexpr Range everything = {0, 0xFFFF};
  if (!in_ram_) return;
  if (i.row.shape == Shape::Write && isLoaded(i)) return written_.push_back(everything);
  if (i.row.shape == Shape::Push) written_.push_back({0x0100, 0x01FF});
  if ((i.row.shape != Shape::Write && i.row.shape != Shape::Modify) || register_accessed_ || board_written_)
    return;
  switch (i.row.mode) {
    case Mode::Accumulator:
      return;
    case Mode::ZeroPage:
      return written_.push_back({i.operand, i.operand});
    case Mode::ZeroPageX:
    case Mode::ZeroPageY:
      return written_.push_back({0x00, 0xFF});
    case Mode::Absolute:
      // The same memory of the board may lie at several addresses.
      if (!isRam(i.operand)) return written_.push_back(everything);
      return written_.push_back({i.operand & 0x07FF, i.operand & 0x07FF});
    case Mode::AbsoluteX:
    case Mode::AbsoluteY: {
      const unsigned first = i.operand & 0x07FF;
      if (!isRam(i.operand + 0xFF) || first + 0xFF > 0x07FF) return written_.push_back(everything);
      return written_.push_back({first, first + 0xFF});
    }
    default:
      return written_.push_back(everything);
  }
}

// True if an instruction may be another one when the block comes to it than it was when the block began.
bool Translator::mayHaveChanged(const Instruction& i) const {
  const unsigned end = i.pc + (isLoaded(i) ? 1u : static_cast<unsigned>(i.length));
  for (const Range& range : written_)
    if (range.first < end && i.pc <= range.last) return true;
  return false;
}

// True if the operand of an instruction in RAM is loaded when it is executed, and its bytes are not compared: programs change
// numbers in their code more often than the code. Addresses, which cost more to load, once they have been found to change.
bool Translator::isLoaded(const Instruction& i) const {
  if (!in_ram_) return false;
  if (i.row.mode == Mode::Immediate) return true;
  const bool has_address =
      i.row.mode == Mode::Absolute || i.row.mode == Mode::AbsoluteX || i.row.mode == Mode::AbsoluteY;
  const bool may_load =
      i.row.shape == Shape::Read || i.row.shape == Shape::Write || i.row.shape == Shape::Jump;
  return has_address && may_load && hasChanged(i);
}

// True if earlier translations of what begins with this block were made of the same instruction with another operand, and all
// of them find plain memory: a register is better accessed by code that knows it.
bool Translator::hasChanged(const Instruction& i) const {
  const CodeCache::RamEntries* const entries = cache_.ramEntriesAt(*context_, start_);
  const auto isPlain = [&](unsigned page) {
    return i.row.shape == Shape::Write ? context_->stored_page[page] != nullptr
                                       : context_->read_page[page] != nullptr;
  };
  if (!entries || !isPlain(i.operand >> 8)) return false;
  const size_t first = static_cast<size_t>(i.pc - start_);
  bool changed = false;
  for (const CodeCache::Variant& variant : entries->variants[start_ & 0xFF]) {
    if (variant.length < first + 3 || variant.bytes[first] != i.code) continue;
    const bool loads_low = variant.loads(first + 1), loads_high = variant.loads(first + 2);
    if (loads_low && loads_high) return true;
    if (loads_low || loads_high) continue;  // the operands of others, which began elsewhere
    const unsigned low = variant.bytes[first + 1], high = variant.bytes[first + 2];
    if (!isPlain(high)) return false;
    changed |= (high << 8 | low) != i.operand;
  }
  return changed;
}

void Translator::loadOperand(const Instruction& i, const Reg32& target) {
  loadCode(i.pc + 1u, target);
  if (i.length == 2) return;
  loadCode(i.pc + 2u, ecx);
  shl(ecx, 8);
  or_(target, ecx);
}

void Translator::loadCode(unsigned at, const Reg32& target) {
  loaded_.push_back(static_cast<uint16_t>(at));
  if (isRam(at)) {
    movzx(target, byte[ram + static_cast<int>(at)]);
  } else {  // there since the code was compared: whatever moves pages ends the block
    mov(rdx, readPage(at >> 8));
    movzx(target, byte[rdx + static_cast<int>(at & 0xFF)]);
  }
}

// The beginning of the block: goes on at `same` if the bytes up to `end` are still there.
void Translator::compareCode(uint16_t end, Label& same) {
  Label changed;
  L(begin_);
  auto loaded = loaded_.begin();
  for (unsigned at = start_; at < end;) {
    unsigned seam = std::min<unsigned>(end, (at | 0xFF) + 1);
    if (loaded != loaded_.end()) seam = std::min<unsigned>(seam, *loaded);
    if (at == seam) {
      if (!isRam(at) && (at & 0xFF) == 0) {  // nothing else may be compared in this page
        cmp(readPage(at >> 8), 0);
        je(changed);
      }
      ++loaded;
      ++at;
      continue;
    }
    const uint8_t* const code = codeAt(static_cast<uint16_t>(at)) + (at & 0xFF);
    Place place = ram + static_cast<int>(at);
    if (!isRam(at)) {
      mov(rdx, readPage(at >> 8));
      test(rdx, rdx);
      je(changed);
      place = rdx + static_cast<int>(at & 0xFF);
    }
    unsigned done = 0;
    const auto compare = [&]<class Number>(Number number, auto&& emit) {
      while (at + done + sizeof(Number) <= seam) {
        std::memcpy(&number, code + done, sizeof(Number));
        emit(number, place + static_cast<int>(done));
        jne(changed);
        done += sizeof(Number);
      }
    };
    compare(uint64_t{}, [&](uint64_t number, const Place& there) {
      mov(rax, number);
      cmp(qword[there], rax);
    });
    compare(uint32_t{}, [&](uint32_t number, const Place& there) { cmp(dword[there], number); });
    compare(uint8_t{}, [&](uint8_t number, const Place& there) { cmp(byte[there], number); });
    at = seam;
  }
  jmp(same);
  L(changed);
  mov(eax, start_);
  jmp(stub(cache_.stale_));
}

}  // namespace jumpscope::console::native
