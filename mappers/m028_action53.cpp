// Action 53: an outer bank that makes the rest look like one of several discrete boards. Source: NESdev
// "Action 53 mapper".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint8_t select;
  uint8_t chr;
  uint8_t inner;
  uint8_t mode;  // mirroring, PRG mode, size of the inner window
  uint8_t outer;
};

class Action53 final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void powerOn() override {
    r.outer = 0xFF;  // the reset vector is in the last bank
    r.inner = 0x0F;
    map();
  }
  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x4000, bankOf(0));
    mapPrg(0xC000, 0x4000, bankOf(1));
    mapChr(0x0000, 0x2000, r.chr & 3);
    switch (r.mode & 3) {
      case 2:
        return mirrorVertically();
      case 3:
        return mirrorHorizontally();
      default:
        return mirrorOnePage(r.mode & 1);
    }
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address >= 0x5000 && address < 0x6000) r.select = value;
    if (address < 0x8000) return;
    switch (r.select & 0x81) {
      case 0x00:
        r.chr = value;
        choosePage(value >> 4 & 1);
        break;
      case 0x01:
        r.inner = value;
        choosePage(value >> 4 & 1);
        break;
      case 0x80:
        r.mode = value;
        break;
      default:
        r.outer = value;
        break;
    }
    map();
  }

 private:
  // Bit 4 of the bank registers is the page, as on AxROM, when mirroring is one-screen.
  void choosePage(unsigned page) {
    if (!(r.mode & 2)) r.mode = static_cast<uint8_t>((r.mode & ~1u) | page);
  }
  // The bank of 16 KiB at $8000 (0) or $C000 (1). The inner bank fills in as many low bits as the window is
  // wide.
  int bankOf(int half) const {
    const int outer = r.outer << 1;
    const int prg_mode = r.mode >> 2 & 3;
    int inner = (r.inner & 0x0F) << 1 | half;  // 32 KiB
    if (prg_mode >= 2) {
      const int fixed = prg_mode & 1;
      if (half == fixed) return outer | half;
      inner = r.inner & 0x0F;
    }
    const int window = (2 << (r.mode >> 4 & 3)) - 1;
    return (outer & ~window) | (inner & window);
  }
};

}  // namespace

std::unique_ptr<Board> action53(const BoardParts& parts) { return std::make_unique<Action53>(parts); }

}  // namespace jumpscope::mappers
