// What translated code works on. Private to src/console.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "cpu6502/registers.h"

namespace jumpscope::console::native {

// Where the code of each instruction in 256 bytes of memory begins, at one place of the CPU's address space. An
// instruction that has none stands for one of the two stubs of the cache.
struct Entries {
  std::array<std::atomic<const void*>, 256> code;
  std::array<std::atomic<uint8_t>, 256>
      heat{};  // how often the flow of control came there without finding any
};

// Where two standard pads keep what a read or the strobe changes: bytes from Context::pads.
struct PadLayout {
  struct Port {
    int registers;  // 8 bytes: a shift register of 32 bits and two of 16, which take in ones
    int delay;      // 1 byte; not 0: they have still to shift for the last read
    int buttons;    // 1 byte: what the strobe has the first register take in, before ones
  };
  std::array<Port, 2> ports{};
  int cycle = 0;                           // 8 bytes: the CPU cycle up to which they are accounted for
  int strobe = 0, loaded = 0, polled = 0;  // 1 byte each
  int longest_delay = 0;                   // the delay itself, in cycles, that a read begins
};

// Where writes of $2005-$2007 wait that nobody can see yet: bytes from Context::log, which begins with three times 8 bytes,
// the master clocks before which a write of each may be appended. Each takes 16 bytes: the master clock, the register, the byte
// written, and what the bus held before.
struct LogLayout {
  int count = 0;  // 4 bytes
  int accesses = 0;
  int cpu_clocks = 0;  // master clocks a CPU cycle
};
// Translated code writes to registers at most this often: in the last of an instruction's four cycles.
constexpr unsigned cycles_between_writes = 4;

// Cycles of the longest instruction or interrupt sequence. As many pass undisturbed after the last one in which an instruction
// may begin that nothing can disturb.
constexpr int longest_step = 8;

// What translated code works on. The order of the fields is free; their offsets are in the code.
struct Context {
  // Plain memory by address >> 8; nullptr: a register or nothing.
  std::array<const uint8_t*, 256> read_page{};
  std::array<uint8_t*, 256> write_page{};   // likewise, and nullptr where an address is watched
  std::array<uint8_t*, 256> stored_page{};  // the same, watched or not
  std::array<Entries*, 256> entries{};      // by address >> 8; nullptr: no code can be begun there
  uint8_t* ram = nullptr;                   // the console's 2 KiB
  int64_t cycles_left = 0;                  // to window_end
  uint64_t window_end = 0;  // the last CPU cycle in which an instruction may begin that nothing can disturb
  void* pads = nullptr;     // where each port has a standard pad, and nothing else is plugged in
  // Translated code that listens leaves writes to watched addresses to the interpreter. While somebody follows the stack
  // pointer, it leaves what moves that to the interpreter, too, but for pushes, calls and returns from calls: these two
  // call stack_moved with where they lead to, which comes back, and where they stand. The registers are in here then.
  bool listens = false, follows_stack = false;
  uint32_t (*stack_moved)(Context*, uint32_t to, uint32_t pc) = nullptr;  // does not throw
  const bool* watched = nullptr;                                          // by address
  void* strobed_pads = nullptr;  // likewise, where nobody watches the strobe either
  // Registers of the chips and the board: called with the address, with the byte to write, with where the instruction
  // stands, and with the cycle of the access, counted from the beginning of the block: all the code has still to
  // subtract from cycles_left, which both functions bring up to date. Neither throws. A write says whether code may be
  // other code than before: anything_moved or nothing_moved.
  using Read = uint32_t (*)(Context*, uint32_t address, uint32_t pc, uint32_t cycles);
  using Write = uint32_t (*)(Context*, uint32_t address, uint32_t pc, uint32_t cycles, uint32_t value);
  static constexpr uint32_t nothing_moved = 0, anything_moved = 1;
  Read read = nullptr;
  Write write = nullptr;
  // The same for the registers of the sound chip, for $4016, and for $8000-$FFFF.
  Write write_sound = nullptr, write_strobe = nullptr, write_board = nullptr;
  PadLayout pad_layout;
  const void* log = nullptr;
  LogLayout log_layout;
  int64_t worth_skipping = 0, worth_holding = 0;  // see JumpsBack
  // As in cpu6502::RegistersOf.
  uint32_t a = 0, x = 0, y = 0, s = 0, nz = 0, c = 0, v = 0, mask = 0;
  const uint8_t* lines = nullptr;  // cpu6502::State::lines

  cpu6502::Registers registersAt(uint16_t pc) const {
    cpu6502::Registers at;
    at.pc = pc;
    at.a = static_cast<uint8_t>(a);
    at.x = static_cast<uint8_t>(x);
    at.y = static_cast<uint8_t>(y);
    at.s = static_cast<uint8_t>(s);
    at.nz = static_cast<uint16_t>(nz);
    at.c = static_cast<uint8_t>(c);
    at.v = static_cast<uint8_t>(v);
    at.mask = static_cast<uint8_t>(mask);
    return at;
  }
};

// Says from how many cycles on that are left of the window the interpreter has to take a jump back from one address to
// another: it looks for loops that wait. What it says may change; code that was translated stays as it is.
class JumpsBack {
 public:
  static constexpr int64_t never = INT32_MAX;
  static constexpr int64_t if_worth_skipping = -1;  // from Context::worth_skipping on
  static constexpr int64_t if_worth_holding = -2;   // likewise Context::worth_holding
  virtual int64_t interpretedFrom(uint16_t from, uint16_t to) const = 0;
  // True if turns of loops may be counted instead of executed.
  virtual bool maySkipTurns() const = 0;

 protected:
  ~JumpsBack() = default;
};

}  // namespace jumpscope::console::native
