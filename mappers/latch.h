// Boards whose only register is one latch of up to eight bits, as a 74HC161 or 74HC377 is.
#pragma once

#include "mappers/board.h"

namespace jumpscope::mappers {

struct LatchRegisters {
  uint8_t value;
};

class LatchBoard : public BoardWith<LatchRegisters>, public Foresight {
 public:
  // Bus conflicts: the ROM answers a write to it as well. By submapper (NESdev "NES 2.0 submappers", 2, 3 and 7): 2
  // has bus conflicts, 1 has not. The headers of most dumps do not say, and their programs avoid conflicts.
  enum class Conflicts { BySubmapper, Always, Never };

  explicit LatchBoard(const BoardParts& parts, Conflicts conflicts = Conflicts::BySubmapper,
                      uint32_t ram_size = 0x2000)
      : BoardWith(parts, ram_size),
        conflicts_(conflicts == Conflicts::Always ||
                   (conflicts == Conflicts::BySubmapper && parts.cartridge.submapper == 2)) {}

  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (!movesPages(address, value)) return;
    r.value = latched(address, value);
    mapLatched();
  }
  Foresight& foresight() override { return *this; }
  bool movesPages(uint16_t address, uint8_t value) const override {
    return selects(address) && latched(address, value) != r.value;
  }

 protected:
  // True if a write to `address` reaches the latch.
  virtual bool selects(uint16_t address) const { return address >= 0x8000; }
  // Maps what the latch moves, or more.
  virtual void mapLatched() { map(); }

 private:
  uint8_t latched(uint16_t address, uint8_t value) const {
    return conflicts_ ? conflicting(address, value) : value;
  }

  bool conflicts_;
};

}  // namespace jumpscope::mappers
