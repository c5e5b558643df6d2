// From 6502 code to x86-64 code. Private to src/console/native.
//
// A block is a run of instructions with one beginning. It asks before each of its parts of a few instructions whether the
// window is long enough for all of that part; taken branches leave it, and jumps end it. Every way out names the address
// where it goes on and has subtracted the cycles up to there. An instruction makes sure that it touches plain memory only
// before it changes anything.
//
// A block of code in RAM compares its bytes with those that are there whenever it begins, and does not hold an instruction
// that one before it may have written to. Operands that programs change it loads instead.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <string_view>
#include <vector>

#include "cpu6502/opcodes.h"
#include "cpu6502/state.h"
#include "src/console/native/assembler.h"
#include "src/console/native/code_cache.h"

namespace jumpscope::console::native {

using cpu6502::Mode;
using cpu6502::Shape;

constexpr size_t most_code = most_instructions * 480;  // bytes that a block takes at most

constexpr bool isRam(unsigned address) { return address < 0x2000; }

struct Instruction {
  uint16_t pc;
  uint8_t code;
  unsigned operand;
  int length;
  const cpu6502::Opcode& row;
  unsigned cycles;  // without penalties
};

class Translator : Assembler {
 public:
  Translator(CodeCache& cache, const Context* context, uint16_t start)
      : Assembler(cache.writable_ + cache.used_),
        cache_(cache),
        context_(context),
        start_(start),
        in_ram_(context && !cache.isRom(codeAt(start), start >> 8)) {}

  void makeStubs();
  struct Block {
    const void* code;              // nullptr: the interpreter has to take the first instruction
    size_t length;                 // bytes of the 6502
    bool goes_on;                  // right behind it: the code there is as hot
    std::vector<uint16_t> loaded;  // addresses of those that the code loads, in ascending order
  };
  Block translate(const JumpsBack& jumps_back);

 private:
  CodeCache& cache_;
  const Context* context_;
  uint16_t start_;
  bool in_ram_;
  unsigned done_ = 0;  // cycles of the instructions before the present one
  Label begin_;
  // Of the vectors: asking the heap for each would take a quarter of the time.
  std::array<std::byte, 20'000> memory_;
  std::pmr::monotonic_buffer_resource pool_{memory_.data(), memory_.size()};

  // Out of line, at the end of the block.
  struct Leave {
    Label label;
    uint16_t pc;
    unsigned cycles;
  };
  struct Crossing {
    Label label, back;
    uint16_t pc;
  };
  struct Taken {
    Label label;
    uint16_t to;
    unsigned cycles;
    int64_t interpreted_from;
    Label* leave;
    bool passes_turns;
  };
  std::pmr::vector<Leave> leaves_{&pool_};
  std::pmr::vector<Crossing> crossings_{&pool_};
  std::pmr::vector<Taken> taken_{&pool_};
  struct LogCall {
    Label called, back;
    Instruction instruction;
    Reg32 written;
    unsigned done;
  };
  std::pmr::vector<LogCall> logged_{&pool_};
  struct Moved {  // after a write to the board: what lies at `next` may be other code
    Label label;
    uint16_t next;
    unsigned cycles;
    Label* leave;
  };
  std::pmr::vector<Moved> moved_{&pool_};
  std::pmr::vector<size_t> limits_{&pool_};  // ends of comparisons with the cycles that a part takes at most
  bool register_accessed_ = false;           // by the present instruction
  bool board_written_ = false;               // likewise: eax says whether anything moved
  // What the instructions may have written to so far, of the memory that the block lies in.
  struct Range {
    unsigned first, last;
  };
  std::vector<Range> written_;
  std::vector<uint16_t> loaded_;  // bytes of code in RAM that may change
  bool skips_turns_ = false;      // see JumpsBack

  // The registers of the 6502, zero-extended, and what else lives in registers. rax, rcx, rdx and rsi are free.
  static constexpr Reg64 context = rbx;
  static constexpr Reg64 ram = rbp;
  static constexpr Reg64 left = rdi;
  static constexpr Reg32 a = r12d;
  static constexpr Reg32 x = r13d;
  static constexpr Reg32 y = r14d;
  static constexpr Reg32 s = r15d;
  static constexpr Reg32 nz = r8d;
  static constexpr Reg32 c = r9d;
  static constexpr Reg32 v = r10d;
  static constexpr Reg32 value = ecx;

  template <class Field>
  static int offsetOf(Field Context::*field) {
    static constexpr Context example;
    return static_cast<int>(reinterpret_cast<const char*>(&(example.*field)) -
                            reinterpret_cast<const char*>(&example));
  }
  Address field(int offset) { return qword[context + offset]; }
  Address readPage(unsigned page) {
    return field(offsetOf(&Context::read_page) + static_cast<int>(page * 8));
  }
  Address readPage(const Reg64& page) { return qword[context + page * 8 + offsetOf(&Context::read_page)]; }
  Address storedPage(const Reg64& page) {
    return qword[context + page * 8 + offsetOf(&Context::stored_page)];
  }
  Address entries(const Reg64& page) { return qword[context + page * 8 + offsetOf(&Context::entries)]; }

  Address mask() { return dword[context + offsetOf(&Context::mask)]; }

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
  void requirePage(const Instruction& i, const Address& page) {
    cmp(page, 0);
    je(leave(i));
  }
  // Changes rsi.
  void requireUnwatched(const Instruction& i, Place address) {
    if (!context_->listens) return;
    mov(rsi, field(offsetOf(&Context::watched)));
    cmp(byte[rsi + address], 0);
    jne(leave(i));
  }
  void requireUnwatchedStack(const Instruction& i) {
    if (context_->listens) requirePage(i, field(offsetOf(&Context::write_page) + 0x01 * 8));
  }
  // For what moves the stack pointer.
  void requireUnfollowed(const Instruction& i) {
    if (!context_->listens) return;
    cmp(byte[context + offsetOf(&Context::follows_stack)], 0);
    jne(leave(i));
  }
  void flags(const Reg32& result) { mov(nz, result); }
  // A jump back that the interpreter takes when so many cycles are left.
  void leaveFrom(int64_t cycles, Label& label) {
    if (cycles == JumpsBack::never) return;
    if (cycles == JumpsBack::if_worth_skipping)
      cmp(left, field(offsetOf(&Context::worth_skipping)));
    else if (cycles == JumpsBack::if_worth_holding)
      cmp(left, field(offsetOf(&Context::worth_holding)));
    else
      cmp(left, static_cast<int>(cycles));
    jge(label);
  }
  void low(const Reg32& target, const Reg32& source) { movzx(target, source.cvt8()); }

  enum class Use { Read, Write, Modify };
  static bool reads(Use use) { return use != Use::Write; }
  static bool writes(Use use) { return use != Use::Read; }

  static bool isRegister(const Instruction& i, Use use);
  static bool isIndexedPad(const Instruction& i);
  const Reg32& indexOf(const Instruction& i) const { return i.row.mode == Mode::AbsoluteX ? x : y; }
  static bool isLogged(unsigned address);
  static Context::Write Context::*writerOf(unsigned address);
  void accessRegister(const Instruction& i, Use use, const Reg32& written);
  void takeBack();
  void findPads(const Instruction& i, int pads, Label& called);
  void shiftPad(const PadLayout::Port& port);
  void readPad(const Instruction& i);
  void writeStrobe(const Instruction& i, const Reg32& written);
  void appendToLog(const Instruction& i, const Reg32& written);
  void callForLog();
  void goOnAnew(uint16_t pc, unsigned cycles, Label& leave);
  void goOnAnewIfMoved(uint16_t next);
  void checkLimit(uint16_t next);
  bool canReach(const Instruction& i, Use use) const;
  bool storesNear(const Instruction& i) const;
  void loadPointer(const Instruction& i);
  Address place(const Instruction& i, Use use);
  Address inRam(const Instruction& i, unsigned address, Use use);
  Address atAddressInEax(const Instruction& i, Use use);
  Address atEaxWithIndex(const Instruction& i, const Reg32& index, Use use);
  Address indexedPlace(const Instruction& i, const Reg32& index, Use use);
  Address loadedPlace(const Instruction& i, Use use);
  void addIndexPenalty(const Reg32& index, unsigned base);

  int64_t interpretedFrom(const Instruction& jump, uint16_t to, bool waiting,
                          const JumpsBack& jumps_back) const;
  bool instruction(const Instruction& i, const JumpsBack& jumps_back, bool& ends);
  bool read(const Instruction& i);
  bool write(const Instruction& i);
  bool modify(const Instruction& i);
  bool implied(const Instruction& i);
  void pushStatus();
  void pullStatus();
  bool setMask(const Instruction& i);
  void requireNoLines(const Instruction& i);
  bool control(const Instruction& i);
  void applyRead(std::string_view mnemonic);
  void compare(const Reg32& reg);
  void shift(std::string_view mnemonic, const Reg32& target);
  void branch(const Instruction& i, uint16_t to, int64_t interpreted_from, bool passes_turns);

  // translate_waiting.cpp
  bool waits(uint16_t to, const Instruction& jump) const;
  void passTurns(unsigned cycles, int64_t interpreted_from, Label& leave);

  // ram_block.cpp
  void noteWrites(const Instruction& i);
  bool mayHaveChanged(const Instruction& i) const;
  bool isLoaded(const Instruction& i) const;
  bool hasChanged(const Instruction& i) const;
  void loadOperand(const Instruction& i, const Reg32& target);
  void loadCode(unsigned at, const Reg32& target);
  void compareCode(uint16_t end, Label& same);
  const uint8_t* stub(const void* executable) const {
    return cache_.writable_ + (static_cast<const uint8_t*>(executable) - cache_.executable_);
  }

  const uint8_t* codeAt(uint16_t pc) const { return context_->read_page[pc >> 8]; }
  // True if what lies at `pc` always lies beside the block, and is plain memory of the same kind.
  bool liesBeside(unsigned pc) const {
    if ((pc ^ start_) >= CodeCache::window) return false;
    const uint8_t* const page = codeAt(static_cast<uint16_t>(pc));
    return page && cache_.isRom(page, pc >> 8) != in_ram_;
  }
  void jumpTo(uint16_t to, unsigned cycles, const Instruction* needs_check);
  void jumpToEax(const Instruction& i, unsigned cycles);
  void tellStack(const Instruction& i);
  void outOfLine();
};

}  // namespace jumpscope::console::native
