#include "tests/console/fast/waiting_program.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <random>
#include <vector>

namespace jumpscope::console::tests {

namespace {

// The program's memory. A loop may stir or poll any byte of the zero page from $10 to $1F, of page 3 from $04 to $0B, of
// the cartridge's RAM; handlers change the flags.
constexpr std::array<uint16_t, 4> flags = {0x0040, 0x0041, 0x0340, 0x6040};
constexpr uint8_t pointer = 0x30;  // to page 3
constexpr uint16_t code_in_ram = 0x0500;
constexpr uint16_t loops_in_rom = 0x8000, routines = 0xC000, images = 0xD000;
constexpr uint16_t reset = 0xE000, nmi_handler = 0xF000, irq_handler = 0xF800;

// Machine code from an address on.
class Code {
 public:
  explicit Code(uint16_t base) : base_(base) {}

  uint16_t here() const { return static_cast<uint16_t>(base_ + bytes_.size()); }
  uint16_t base() const { return base_; }
  const std::vector<uint8_t>& bytes() const { return bytes_; }

  Code& put(std::initializer_list<int> bytes) {
    for (const int byte : bytes) bytes_.push_back(static_cast<uint8_t>(byte));
    return *this;
  }
  // An absolute instruction.
  Code& put16(int opcode, unsigned address) {
    return put({opcode, static_cast<int>(address & 0xFF), static_cast<int>(address >> 8)});
  }
  Code& lda(int value) { return put({0xA9, value}); }
  Code& sta(unsigned address) { return put16(0x8D, address); }
  Code& store(unsigned address, int value) { return lda(value).sta(address); }

  // A branch to what comes after the matching land().
  size_t skip(int opcode) {
    put({opcode, 0});
    return bytes_.size();
  }
  void land(size_t skipped) { bytes_[skipped - 1] = static_cast<uint8_t>(bytes_.size() - skipped); }
  // A branch back, over a jump where it is too far.
  void branch(int opcode, uint16_t target) {
    const int distance = target - (here() + 2);
    if (distance >= -128)
      put({opcode, distance});
    else
      put({opcode ^ 0x20, 3}).put16(0x4C, target);
  }

 private:
  uint16_t base_;
  std::vector<uint8_t> bytes_;
};

class Writer {
 public:
  explicit Writer(uint32_t seed) : random_(seed) {}

  std::mt19937& random() { return random_; }
  int below(int limit) { return static_cast<int>(random_() % static_cast<uint32_t>(limit)); }
  int byte() { return below(256); }
  bool oneIn(int n) { return below(n) == 0; }
  int any(std::initializer_list<int> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  }

  void addRoutine(uint16_t at) { routines_.push_back(at); }

  // What a program may do while it waits. In a routine (`depth` 1) it calls nothing that calls.
  void item(Code& code, int depth) {
    switch (below(25)) {
      case 0:
      case 1:
      case 2:
        return count(code);
      case 3:
        code.put({any({0xE8, 0xC8, 0xCA, 0x88})});  // INX, INY, DEX, DEY
        return;
      case 4:
      case 5:
        return addInto(code);
      case 6:
      case 7:
        return shift(code);
      case 8:
        return shiftRegister(code);
      case 9:
        return wideCounter(code);
      case 10:
      case 11:
        if (routines_.empty() || depth > 0) return count(code);
        code.put16(0x20, routines_[static_cast<size_t>(below(static_cast<int>(routines_.size())))]);
        return;
      case 12:
        return readPad(code);
      case 13:
        return transfers(code);
      case 14:
        return stackUse(code);
      case 15:
        return indexed(code);
      case 16:
        return store(code);
      case 17: {  // skipped in some turns
        read(code, any({0xA5, 0x24}), anyByte());
        const size_t skipped = code.skip(any({0xF0, 0xD0, 0x10, 0x30, 0x50, 0x90, 0xB0}));
        count(code);
        code.land(skipped);
        return;
      }
      case 18:
        return delay(code);
      case 19:
      case 20:
      case 21:
        return registersOnly(code);
      case 22:
        return unofficial(code);
      case 23:
        if (oneIn(2)) return registerAccess(code);
        return count(code);
      case 24:
        // The program's own bytes, where it runs from RAM.
        if (code.base() < 0x0800 && oneIn(2)) {
          code.put16(0xEE, code.base() + static_cast<unsigned>(below(24)));
          return;
        }
        return count(code);
    }
  }

  // What changes no memory.
  void registersOnly(Code& code) {
    switch (below(3)) {
      case 0:
        read(code, any({0xA5, 0x05, 0x25, 0x45, 0x65, 0xE5, 0xC5, 0xA6, 0xA4, 0xE4, 0xC4, 0x24}), anyByte());
        return;
      case 1:
        code.put({any({0xA9, 0x09, 0x29, 0x49, 0x69, 0xE9, 0xC9, 0xA2, 0xA0, 0xE0, 0xC0}), byte()});
        return;
      default:
        code.put({any({0x18, 0x38, 0xB8, 0xEA, 0x0A, 0x4A, 0x2A, 0x6A, 0xAA, 0x8A, 0xA8, 0x98, 0xBA})});
    }
  }

  // One loop that waits, with what it may need before.
  void loop(Code& code) {
    if (oneIn(12)) return readPadsUntilTheyAgree(code);
    if (oneIn(10)) return delay(code);
    const Flag flag = prepareFlag(code);
    if (oneIn(3)) code.put({any({0xA2, 0xA0}), byte()});
    if (oneIn(6)) strobe(code);
    const uint16_t head = code.here();
    const int items = any({0, 0, 1, 1, 1, 2, 2, 3, 5});
    const int before = oneIn(3) ? below(items + 1) : items;
    const bool registers_only = oneIn(5);
    for (int i = 0; i < before; ++i) registers_only ? registersOnly(code) : item(code, 0);
    std::vector<size_t> exits;
    if (oneIn(4)) exits.push_back(earlyExit(code));
    for (int i = before; i < items; ++i) item(code, 0);
    lastPoll(code, flag, head);
    for (const size_t exit : exits) code.land(exit);
  }

  // The same loop, byte for byte as long, in which some instructions are others: what repeats in one may count in the other.
  void varied(const Code& from, Code& to) {
    for (const uint8_t byte : from.bytes()) to.put({oneIn(2) ? counterpart(byte) : byte});
  }

  // What a program does between two waits.
  void work(Code& code) {
    if (oneIn(3)) switchLoops(code);
    switch (below(11)) {
      case 0:
        code.put({0xA2, byte() | 1, 0xCA, 0xD0, 0xFD});
        return;
      case 1:
        code.store(0x2001, any({0x00, 0x08, 0x10, 0x18, 0x1E, 0x1E}));
        return;
      case 2:
        code.store(0x2000, any({0x80, 0x88, 0x90, 0xA0, 0x00, 0x80}));
        return;
      case 3:
        return playSample(code);
      case 4:
        code.store(0x4017, any({0x00, 0x40, 0x80, 0xC0}));
        return;
      case 5:
        code.store(static_cast<unsigned>(0x4000 + below(0x10)), byte());
        return;
      case 6:
        code.store(0x2005, byte()).store(0x2005, byte());
        return;
      case 7:
        code.put({any({0x58, 0x58, 0x78, 0xF8, 0xD8, 0x38})});
        return;
      case 8:
        boardInterrupt(code);
        return;
      default:
        for (int i = 1 + below(6); i > 0; --i) item(code, 0);
    }
  }

  void playSample(Code& code) {
    code.store(0x4010, any({0x00, 0x40, 0x80, 0x80}) | (oneIn(2) ? 0x0F : below(16)));
    code.store(0x4012, byte()).store(0x4013, any({0, 0, 1, 3, 16})).store(0x4015, 0x10 | below(16));
  }

  // The loops of one bank or of the other, at the same addresses.
  void switchLoops(Code& code) {
    const int bank = any({0, 2});
    if (board.mapper == 4) code.store(0x8000, 6).store(0x8001, bank);
    if (board.mapper == 69) code.store(0x8000, 9).store(0xA000, bank);
  }

  // The next interrupt of the board's counter. On NROM these writes do nothing.
  void boardInterrupt(Code& code) {
    if (board.mapper == 4) {
      code.store(0xC000, any({0, 1, 3, 20, 100, 239})).sta(0xC001).sta(0xE000);
      if (!oneIn(6)) code.sta(0xE001);
    } else if (board.mapper == 69) {
      code.store(0x8000, 0x0D).store(0xA000, 0x00);
      code.store(0x8000, 0x0E).store(0xA000, byte());
      code.store(0x8000, 0x0F).store(0xA000, any({0, 1, 1, 10, 60}));
      code.store(0x8000, 0x0D).store(0xA000, oneIn(6) ? 0x80 : 0x81);
    }
  }

  void nmi(Code& code) {
    if (oneIn(6)) {
      code.put({0xE6, nmi_count_address});
      setFlags(code, true);
      code.put({0x40});
      return;
    }
    code.put({0x48, 0x8A, 0x48, 0x98, 0x48, 0xE6, nmi_count_address});
    if (!oneIn(3)) code.store(0x2003, 0).store(0x4014, 0x02);
    if (oneIn(3)) code.store(0x2006, 0x3F).store(0x2006, byte()).store(0x2007, byte()).sta(0x2007);
    if (oneIn(2)) code.put16(0x2C, 0x2002).store(0x2005, byte()).sta(0x2005);
    if (oneIn(4)) code.store(static_cast<unsigned>(0x4000 + below(0x10)), byte());
    if (oneIn(4)) playSample(code);
    if (oneIn(4)) boardInterrupt(code);
    if (oneIn(3))
      for (int i = 1 + below(4); i > 0; --i) item(code, 0);
    setFlags(code, false);
    // Some handlers leave X and Y as they have them.
    if (oneIn(8))
      code.put({0x68, 0x68, 0x68, 0x40});
    else
      code.put({0x68, 0xA8, 0x68, 0xAA, 0x68, 0x40});
  }

  void irq(Code& code) {
    code.put({0x48});
    if (!oneIn(16)) code.put16(0xAD, 0x4015);
    if (board.mapper == 4) code.sta(0xE000);
    if (board.mapper == 69) code.store(0x8000, 0x0D).store(0xA000, 0x00);
    if (oneIn(3)) code.store(0x4015, 0x1F);
    if (oneIn(12)) switchLoops(code);
    if (oneIn(3)) boardInterrupt(code);
    if (oneIn(4)) code.store(0x4010, 0x0F);
    if (oneIn(2)) setFlags(code, true);
    if (oneIn(3)) count(code);
    code.put({0x68, 0x40});
  }

  mappers::BoardNumber board;

 private:
  // How a flag changes, and with it the polls that it ends.
  enum class Change { CountsUp, CountsDown, Negative, Anything };
  struct Flag {
    uint16_t address;
    Change change;
  };

  static int counterpart(uint8_t opcode) {
    constexpr std::array<std::array<int, 2>, 9> pairs = {{{0xE6, 0xC6},    // INC, DEC
                                                          {0xEE, 0xCE},    // the same, absolute
                                                          {0xE8, 0xCA},    // INX, DEX
                                                          {0xC8, 0x88},    // INY, DEY
                                                          {0x65, 0xE5},    // ADC, SBC
                                                          {0x69, 0xE9},    // the same, immediate
                                                          {0x45, 0x05},    // EOR, ORA
                                                          {0x24, 0x26},    // BIT, ROL
                                                          {0xEA, 0x0A}}};  // NOP, ASL
    for (const auto& [one, other] : pairs)
      if (opcode == one || opcode == other) return one ^ other ^ opcode;
    return opcode;
  }

  // Any byte that loops work on, now and then a flag or a byte of the stack's page.
  uint16_t anyByte() {
    switch (below(12)) {
      case 0:
        return static_cast<uint16_t>(0x6004 + below(4));
      case 1:
      case 2:
      case 3:
        return static_cast<uint16_t>(0x0304 + below(8));
      case 4:
        return oneIn(3) ? flags[static_cast<size_t>(below(4))] : static_cast<uint16_t>(0x0010 + below(16));
      case 5:
        return oneIn(4) ? static_cast<uint16_t>(0x0100 + below(16))
                        : static_cast<uint16_t>(0x0010 + below(4));
      default:
        return static_cast<uint16_t>(0x0010 + below(16));
    }
  }

  // An instruction with a fixed address, given by its opcode for the zero page. RAM is also read in its mirrors.
  void read(Code& code, int zero_page_opcode, uint16_t address) {
    if (address < 0x0100 && !oneIn(4)) {
      code.put({zero_page_opcode, address});
      return;
    }
    if (address < 0x0800 && oneIn(3)) address = static_cast<uint16_t>(address + 0x0800 * (1 + below(3)));
    code.put16(zero_page_opcode | 0x08, address);
  }

  void count(Code& code) { read(code, any({0xE6, 0xE6, 0xC6}), anyByte()); }

  // LDA, then ADC, SBC, EOR, AND or ORA, then STA: a sum or a mixture, of the same byte or of several.
  void addInto(Code& code) {
    const uint16_t seed = anyByte();
    if (!oneIn(3)) read(code, 0xA5, seed);
    if (oneIn(2)) code.put({any({0x18, 0x38})});
    for (int i = any({1, 1, 1, 2}); i > 0; --i) {
      const int operation = any({0x65, 0x65, 0x45, 0x45, 0xE5, 0x25, 0x05});
      if (oneIn(2))
        code.put({operation + 4, byte()});
      else
        read(code, operation, anyByte());
    }
    read(code, any({0x85, 0x85, 0x85, 0x86, 0x84}), oneIn(5) ? anyByte() : seed);
  }

  void shift(Code& code) {
    const uint16_t low = anyByte();
    if (oneIn(3)) code.put({any({0x18, 0x38})});
    read(code, any({0x06, 0x26, 0x46, 0x66}), low);
    if (oneIn(2)) read(code, any({0x26, 0x66}), anyByte());
  }

  // 16 bits with feedback: LSR or ASL, ROR or ROL, and EOR of some bits when one falls out.
  void shiftRegister(Code& code) {
    const uint16_t low = static_cast<uint16_t>(oneIn(2) ? 0x10 + below(14) : 0x0304 + below(6));
    const bool right = oneIn(2);
    read(code, right ? 0x46 : 0x06, static_cast<uint16_t>(low + right));
    read(code, right ? 0x66 : 0x26, static_cast<uint16_t>(low + !right));
    const size_t skipped = code.skip(0x90);
    read(code, 0xA5, low);
    code.put({0x49, any({0x2D, 0xB4, 0x39, byte()})});
    read(code, 0x85, low);
    code.land(skipped);
  }

  void wideCounter(Code& code) {
    const uint16_t low = anyByte();
    read(code, 0xE6, low);
    const size_t skipped = code.skip(0xD0);
    read(code, 0xE6, static_cast<uint16_t>(low + 1));
    code.land(skipped);
  }

  // Among others INC, LSR and ASL, whose two writes may strobe for one cycle.
  void strobe(Code& code) {
    if (oneIn(6))
      code.put16(any({0xEE, 0x4E, 0x0E}), 0x4016);
    else
      code.store(0x4016, oneIn(6) ? byte() : 1).put({0x4A}).sta(0x4016);
  }

  void readPad(Code& code) {
    if (oneIn(3)) strobe(code);
    if (oneIn(3)) {
      const bool by_x = oneIn(2);
      if (oneIn(2)) code.put({by_x ? 0xA2 : 0xA0, any({0, 1, 1, 2, byte()})});
      code.put16(by_x ? 0xBD : 0xB9, 0x4016);
    } else {
      code.put16(0xAD, any({0x4016, 0x4016, 0x4017}));
    }
    switch (below(3)) {
      case 0:
        code.put({0x29, 0x03, 0xC9, 0x01});
        break;
      case 1:
        code.put({0x4A});
        break;
      default:
        code.put({0x29, 0x01});
        return;
    }
    read(code, any({0x26, 0x66}), anyByte());
  }

  void transfers(Code& code) {
    for (int i = 1 + below(3); i > 0; --i) code.put({any({0xAA, 0x8A, 0xA8, 0x98, 0xBA, 0xEA})});
  }

  void stackUse(Code& code) {
    const bool flags_too = oneIn(3);
    code.put({flags_too ? 0x08 : 0x48});
    if (oneIn(2)) count(code);
    code.put({oneIn(6) ? (flags_too ? 0x68 : 0x28) : (flags_too ? 0x28 : 0x68)});
  }

  void indexed(Code& code) {
    if (oneIn(2)) code.put({any({0xA2, 0xA0}), below(oneIn(4) ? 256 : 8)});
    switch (below(4)) {
      case 0:
        code.put({any({0xB5, 0xD5, 0x75, 0x95, 0xF6, 0xD6}), below(16) + 0x10});
        return;
      case 1:
        code.put16(any({0xBD, 0xB9, 0x9D, 0x99, 0xDE, 0xFE, 0x5D}), any({0x0300, 0x0304, 0x03F8, 0x8100}));
        return;
      case 2:
        code.put({any({0xB1, 0x91, 0xD1, 0x51}), pointer});
        return;
      default:
        code.put({any({0xA1, 0x41}), pointer});
    }
  }

  void store(Code& code) {
    if (oneIn(2)) code.put({any({0xA9, 0xA2, 0xA0}), byte()});
    read(code, any({0x85, 0x86, 0x84}), anyByte());
  }

  void unofficial(Code& code) {
    if (oneIn(3)) {
      code.put({any({0x1A, 0x3A, 0x80, 0xEB, 0xCB}), byte()});
      if (code.bytes()[code.bytes().size() - 2] < 0x40) code.put({0xEA});
      return;
    }
    read(code, any({0xC7, 0xE7, 0x07, 0x27, 0x47, 0x67, 0xA7, 0x87}), anyByte());
  }

  void registerAccess(Code& code) {
    if (oneIn(2))
      code.put16(any({0xAD, 0x2C, 0xAE}),
                 any({0x2002, 0x2002, 0x3FFA, 0x2007, 0x2004, 0x4015, 0x4017, 0x5000}));
    else
      code.sta(static_cast<unsigned>(any({0x2005, 0x2001, 0x2003, 0x4011, 0x4002, 0x400E, 0x4016, 0x8000})));
  }

  void delay(Code& code) {
    code.put({0xA2, 1 + below(oneIn(3) ? 255 : 12)});
    const uint16_t outer = code.here();
    if (oneIn(2)) {
      if (oneIn(2)) code.put({0xA0, 1 + below(oneIn(3) ? 255 : 12)});
      const uint16_t inner = code.here();
      if (oneIn(4)) count(code);
      code.put({0x88});
      code.branch(0xD0, inner);
    }
    code.put({0xCA});
    code.branch(0xD0, outer);
  }

  // With a mark in the byte that falls out when eight bits came; again while the reading before was another.
  void readPadsUntilTheyAgree(Code& code) {
    const uint16_t now = static_cast<uint16_t>(oneIn(2) ? 0x0304 : 0x18),
                   before = static_cast<uint16_t>(now + 1);
    const bool until_vblank = oneIn(2);
    const uint16_t again = code.here();
    if (until_vblank && oneIn(2)) item(code, 0);
    strobe(code);
    code.store(now, 0x80);
    const uint16_t bit = code.here();
    code.put16(0xAD, oneIn(6) ? 0x4017 : 0x4016).put({0x29, 0x03, 0xC9, 0x01});
    read(code, 0x66, now);
    code.branch(0x90, bit);
    read(code, 0xA5, now);
    read(code, 0xC5, before);
    read(code, 0x85, before);
    if (until_vblank) {
      code.put16(0x2C, 0x2002);
      code.branch(0x10, again);
    } else {
      code.branch(0xD0, again);
    }
  }

  Flag prepareFlag(Code& code) {
    const size_t index = static_cast<size_t>(below(4));
    const Flag flag{flags[index], changes_[index]};
    if (oneIn(8)) return flag;  // as it was left
    const int start = flag.change == Change::CountsDown ? 1 + below(3)
                      : flag.change == Change::Anything ? byte()
                                                        : 0;
    code.store(flag.address, start);
    return flag;
  }

  // What handlers do with the flags: always the same for one flag, so that polls end.
  void setFlags(Code& code, bool without_registers) {
    for (size_t i = 0; i < flags.size(); ++i) {
      if (changes_chosen_ < flags.size()) {
        changes_[i] = static_cast<Change>(any({0, 0, 0, 1, 1, 2, 2, 3}));
        ++changes_chosen_;
      }
      if (changes_[i] == Change::CountsUp || without_registers)
        code.put16(0xEE, flags[i]);
      else if (changes_[i] == Change::CountsDown)
        code.put16(0xCE, flags[i]);
      else
        code.store(flags[i], changes_[i] == Change::Negative ? 0xC0 | byte() : byte());
    }
  }

  size_t earlyExit(Code& code) {
    switch (below(3)) {
      case 0:
        code.put16(0x2C, 0x2002);
        return code.skip(any({0x30, 0x70}));
      case 1:
        read(code, 0xA5, flags[static_cast<size_t>(below(4))]);
        return code.skip(any({0xD0, 0xF0, 0x30}));
      default:
        code.put({any({0xCA, 0x88, 0xE8})});
        return code.skip(0xF0);
    }
  }

  void lastPoll(Code& code, Flag flag, uint16_t head) {
    switch (below(17)) {
      case 0:
      case 1:
        code.put16(any({0x2C, 0xAD}),
                   oneIn(4) ? 0x2002u + 8u * static_cast<unsigned>(below(0x400)) : 0x2002u);
        return code.branch(0x10, head);
      case 2:
        code.put16(0x2C, 0x2002);
        return code.branch(any({0x50, 0x70, 0x50}), head);
      case 3:
        code.put16(0xAD, 0x2002).put({0x29, any({0x40, 0x20, 0x80, 0xC0, 0x1F})});
        return code.branch(any({0xF0, 0xF0, 0xD0}), head);
      case 4: {  // two polls in one loop
        code.put16(0x2C, 0x2002);
        const size_t out = code.skip(0x30);
        pollFlag(code, flag, head);
        code.land(out);
        return;
      }
      case 5:
        code.put16(0xAD, 0x4015).put({0x29, any({0x10, 0x40, 0x0F})});
        return code.branch(any({0xD0, 0xF0}), head);
      case 6:  // for ever
        if (oneIn(2)) return pollFlag(code, flag, head);
        code.put16(0x4C, head);
        return;
      case 7:  // a byte that the loop itself may change
        read(code, any({0xA5, 0xA6, 0xA4}), anyByte());
        if (oneIn(2)) code.put({0xC9, byte()});
        return code.branch(any({0xD0, 0xD0, 0x10}), head);
      case 8:
        code.put({any({0xCA, 0x88, 0xE8, 0xC8})});
        return code.branch(0xD0, head);
      case 9: {  // until two flags have changed
        read(code, 0xA5, flag.address);
        code.branch(any({0xF0, 0x10}), head);
        return pollFlag(code, flag, head);
      }
      case 10: {  // until a counter differs from what it was
        read(code, 0xA5, nmi_count_address);
        const uint16_t inner = oneIn(2) ? code.here() : head;
        read(code, 0xC5, nmi_count_address);
        return code.branch(0xF0, inner);
      }
      case 11:  // a pad's bit; all ones after the eighth
        code.put16(0xAD, any({0x4016, 0x4017})).put({0x29, any({0x01, 0x03})});
        return code.branch(0xF0, head);
      default:
        return pollFlag(code, flag, head);
    }
  }

  void pollFlag(Code& code, Flag flag, uint16_t head) {
    const int load = any({0xA5, 0xA5, 0xA6, 0xA4});
    switch (flag.change) {
      case Change::CountsUp:
        read(code, load, flag.address);
        return code.branch(0xF0, head);
      case Change::CountsDown:
        read(code, load, flag.address);
        return code.branch(0xD0, head);
      case Change::Negative:
        read(code, any({0x24, load}), flag.address);
        return code.branch(0x10, head);
      case Change::Anything:
        read(code, any({0x24, load, load}), flag.address);
        return code.branch(any({0xF0, 0xD0, 0x10, 0x30, 0x50, 0x70, 0x90, 0xB0}), head);
    }
  }

  std::mt19937 random_;
  std::vector<uint16_t> routines_;
  std::array<Change, flags.size()> changes_{};
  size_t changes_chosen_ = 0;
};

class Cartridge {
 public:
  Cartridge() : prg_(0x8000, 0xEA) {}

  void place(const Code& code) { place(code.bytes(), code.base()); }
  void place(const std::vector<uint8_t>& bytes, uint16_t at) {
    for (size_t i = 0; i < bytes.size(); ++i) prg_.at(at - 0x8000u + i) = bytes[i];
  }
  void vector(uint16_t at, uint16_t target) {
    place({static_cast<uint8_t>(target & 0xFF), static_cast<uint8_t>(target >> 8)}, at);
  }
  const std::vector<uint8_t>& prg() const { return prg_; }

 private:
  std::vector<uint8_t> prg_;
};

// With a board, a second bank of loops can answer from $8000 on.
std::vector<uint8_t> imageOf(const std::vector<uint8_t>& prg, const std::vector<uint8_t>& other_loops,
                             int mapper) {
  if (mapper == 0) return prg;
  constexpr std::ptrdiff_t bank = 0x2000;
  std::vector<uint8_t> image(prg.begin(), prg.begin() + 2 * bank);
  image.insert(image.end(), other_loops.begin(), other_loops.begin() + bank);
  image.resize(6 * bank, 0xEA);
  image.insert(image.end(), prg.begin() + 2 * bank, prg.end());
  return image;
}

// Many loops lie across the end of a page.
uint16_t placeInSlot(Writer& writer, uint16_t first, int slot) {
  return static_cast<uint16_t>(first + slot * 0x0400 +
                               (writer.oneIn(2) ? 0xE0 + writer.below(32) : writer.byte()));
}

void copyToRam(Code& code, uint16_t from, uint16_t to) {
  code.put({0xA2, 0x00}).put16(0xBD, from).put16(0x9D, to).put({0xE8, 0xD0, 0xF7});
}

// PRG banks as imageOf() lays them out, so that the program is where it is on NROM.
void arrangeBanks(Code& code, int mapper) {
  if (mapper == 4)
    for (int bank = 0; bank < 2; ++bank) code.store(0x8000, 6 + bank).store(0x8001, bank);
  if (mapper == 69)
    for (int bank = 0; bank < 3; ++bank) code.store(0x8000, 9 + bank).store(0xA000, bank == 2 ? 6 : bank);
  if (mapper == 69) code.store(0x8000, 8).store(0xA000, 0xC0);
  if (mapper == 4) code.store(0xA001, 0x80);
}

void beginning(Code& code, Writer& writer) {
  code.put({0x78, 0xD8, 0xA2, 0xFF, 0x9A});
  arrangeBanks(code, writer.board.mapper);
  for (uint8_t i = 0; i < 4; ++i) code.store(pointer + i, i % 2 ? 0x03 : 4 * i);
  for (const uint16_t flag : flags) code.store(flag, 0);
  code.store(nmi_count_address, 0).store(waits_ended_address, 0).store(waits_ended_address + 1, 0);
  copyToRam(code, images, code_in_ram);
  copyToRam(code, images + 0x0100, code_in_ram + 0x0100);
  code.store(0x4017, writer.any({0x40, 0x40, 0x00, 0xC0}));
  if (writer.oneIn(3)) writer.playSample(code);
  if (!writer.oneIn(4)) code.put16(0x2C, 0x2002).put({0x10, 0xFB});
  code.store(0x2001, writer.any({0x1E, 0x1E, 0x18, 0x08, 0x00}));
  code.store(0x2000, writer.oneIn(10) ? 0x00 : 0x80 | writer.any({0x00, 0x08, 0x10, 0x20}));
  if (writer.oneIn(2)) code.put({0x58});
}

console::Options optionsOf(uint32_t seed) {
  console::Options options;
  constexpr std::array regions = {Region::Ntsc, Region::Pal, Region::Ntsc, Region::Dendy, Region::Ntsc};
  options.region = regions[seed % regions.size()];
  options.alignment = static_cast<int>(seed / regions.size() % 4);
  options.ram_init = {console::RamInit::Kind::Random, seed};
  options.video = options.audio = seed % 7 == 0;
  options.idle_skip = seed % 11 != 0;
  return options;
}

}  // namespace

fuzz::Case waitingProgram(uint32_t seed, int frames) {
  Writer writer(seed);
  fuzz::Case made;
  made.options = optionsOf(seed);
  made.frames = frames;
  made.board = writer.board = {writer.any({0, 0, 0, 0, 4, 69}), 0};
  made.mirroring = writer.oneIn(2) ? mappers::Mirroring::Vertical : mappers::Mirroring::Horizontal;

  Cartridge cartridge, other_loops;
  Code nmi(nmi_handler), irq(irq_handler);
  writer.nmi(nmi);
  writer.irq(irq);
  const int routine_count = writer.below(4);
  for (int i = 0; i < routine_count; ++i) {
    Code routine(placeInSlot(writer, routines, i));
    for (int items = writer.below(4); items > 0; --items) writer.item(routine, 1);
    routine.put({0x60});
    cartridge.place(routine);
    writer.addRoutine(routine.base());
  }

  Code main(reset);
  beginning(main, writer);
  const uint16_t again = main.here();
  const int loops = 1 + writer.below(5), in_ram = writer.oneIn(4) ? writer.below(loops) : -1;
  for (int i = 0; i < loops; ++i) {
    for (int works = writer.any({0, 1, 1, 3}); works > 0; --works) writer.work(main);
    Code loop(i == in_ram ? static_cast<uint16_t>(code_in_ram + writer.below(256))
                          : placeInSlot(writer, loops_in_rom, i));
    writer.loop(loop);
    Code other(loop.base());
    if (writer.oneIn(3))
      writer.loop(other);
    else
      writer.varied(loop, other);
    main.put16(0x20, loop.base());
    if (writer.oneIn(2)) {  // again, perhaps from the other bank
      writer.switchLoops(main);
      main.put16(0x20, loop.base());
    }
    for (Code* code : {&loop, &other})
      code->put({0xE6, waits_ended_address, 0xD0, 0x02, 0xE6, waits_ended_address + 1, 0x60});
    if (i == in_ram)
      cartridge.place(loop.bytes(), static_cast<uint16_t>(images + loop.base() - code_in_ram));
    else
      cartridge.place(loop);
    if (i != in_ram) other_loops.place(other);
  }
  main.put16(0x4C, again);
  for (const Code* code : {&main, &nmi, &irq}) cartridge.place(*code);
  cartridge.vector(0xFFFA, nmi_handler);
  cartridge.vector(0xFFFC, reset);
  cartridge.vector(0xFFFE, irq_handler);
  made.prg = imageOf(cartridge.prg(), other_loops.prg(), made.board.mapper);

  if (!writer.oneIn(4))
    for (int i = 0; i < 0x2000; ++i) made.chr.push_back(static_cast<uint8_t>(writer.byte() & writer.byte()));
  for (int i = 0; i < 3; ++i) made.buttons.push_back(static_cast<console::Buttons>(writer.byte()));
  made.disturbances = fuzz::randomDisturbances(writer.random(), frames);
  return made;
}

}  // namespace jumpscope::console::tests
