// Active Enterprises: a latch of the address and of two data bits. Source: NESdev "INES Mapper 228".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint16_t address;
  uint8_t value;
  uint8_t unused;
  std::array<uint8_t, 4> nibbles;  // RAM of four bits each at $4020-$5FFF
};

constexpr uint8_t nibble_ram_lines = 3;

class ActiveEnterprises final : public BoardWith<Registers> {
 public:
  explicit ActiveEnterprises(const BoardParts& parts) : BoardWith(parts, 0) {}

  void reset() override {
    r.address = 0;
    r.value = 0;
    map();
  }
  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrgBanks();
    mapChr(0x0000, 0x2000, (r.address & 0x0F) << 2 | (r.value & 3));
    if (r.address & 0x2000)
      mirrorHorizontally();
    else
      mirrorVertically();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x6000) {
      r.nibbles[address & nibble_ram_lines] = value & 0x0F;
    } else if (address >= 0x8000) {
      r.address = address;
      r.value = value;
      map();
    }
  }
  // The upper half of the bus is open there; it still holds the high byte of the address.
  std::optional<uint8_t> peek(uint16_t address) const override {
    if (address >= 0x6000) return std::nullopt;
    return static_cast<uint8_t>((address >> 8 & 0xF0) | (r.nibbles[address & nibble_ram_lines] & 0x0F));
  }

 private:
  // Of four chips of 512 KiB the third one is missing; the fourth one follows in the dump.
  void mapPrgBanks() {
    int chip = r.address >> 11 & 3;
    if (chip == 2) return unmapPrg(0x8000, 0x8000);
    if (chip == 3) chip = 2;
    const int bank = chip * 32 + (r.address >> 6 & 0x1F);
    const bool sixteen = r.address & 0x20;
    mapPrg(0x8000, 0x4000, sixteen ? bank : bank & ~1);
    mapPrg(0xC000, 0x4000, sixteen ? bank : bank | 1);
  }
};

}  // namespace

std::unique_ptr<Board> activeEnterprises(const BoardParts& parts) {
  return std::make_unique<ActiveEnterprises>(parts);
}

}  // namespace jumpscope::mappers
