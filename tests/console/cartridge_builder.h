// Small programs as cartridges, built in memory.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::console::tests {

// 32 KiB of PRG-ROM. Bytes go to $8000 on, where reset also leads; NMI and IRQ lead to an RTI at $FFF0 unless
// told otherwise. What is not written is NOP.
class Program {
 public:
  Program() : prg_(0x8000, 0xEA) {
    setVector(0xFFFA, idle_handler);
    setVector(0xFFFC, 0x8000);
    setVector(0xFFFE, idle_handler);
    prg_[idle_handler - 0x8000] = 0x40;
  }

  uint16_t here() const { return here_; }
  Program& org(uint16_t address) {
    here_ = address;
    return *this;
  }
  Program& put(std::initializer_list<int> bytes) {
    for (const int byte : bytes) prg_.at(static_cast<size_t>(here_++ - 0x8000)) = static_cast<uint8_t>(byte);
    return *this;
  }
  Program& put16(int opcode, uint16_t address) { return put({opcode, address & 0xFF, address >> 8}); }

  Program& lda(uint8_t value) { return put({0xA9, value}); }
  Program& load(uint16_t address) { return put16(0xAD, address); }
  Program& sta(uint16_t address) { return put16(0x8D, address); }
  Program& store(uint16_t address, uint8_t value) { return lda(value).sta(address); }
  Program& copy(uint16_t from, uint16_t to) { return load(from).sta(to); }
  Program& inc(uint16_t address) { return put16(0xEE, address); }
  Program& jmp(uint16_t address) { return put16(0x4C, address); }
  Program& spin() { return jmp(here_); }
  Program& nop(int count = 1) {
    while (count-- > 0) put({0xEA});
    return *this;
  }
  // Ends with the flag just risen and read.
  Program& waitForVblank() { return put({0x2C, 0x02, 0x20, 0x10, 0xFB}); }

  Program& nmi(uint16_t handler) { return setVector(0xFFFA, handler); }
  Program& irq(uint16_t handler) { return setVector(0xFFFE, handler); }

  std::shared_ptr<const Cartridge> build(mappers::Mirroring mirroring = mappers::Mirroring::Vertical,
                                         std::vector<uint8_t> chr = {},
                                         mappers::BoardNumber board = {}) const {
    return std::make_shared<const Cartridge>(
        console::makeBareCartridge(prg_, std::move(chr), mirroring, "test.prg", board));
  }

 private:
  static constexpr uint16_t idle_handler = 0xFFF0;

  Program& setVector(uint16_t at, uint16_t target) {
    prg_[static_cast<size_t>(at - 0x8000)] = target & 0xFF;
    prg_[static_cast<size_t>(at - 0x7FFF)] = static_cast<uint8_t>(target >> 8);
    return *this;
  }

  std::vector<uint8_t> prg_;
  uint16_t here_ = 0x8000;
};

inline void runFrames(console::Console& console, int frames) {
  while (frames-- > 0) console.runFrame();
}

}  // namespace jumpscope::console::tests
