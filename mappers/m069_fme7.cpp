// Sunsoft FME-7, 5A and 5B: 8 KiB of PRG and 1 KiB of CHR switched, a 16-bit interrupt counter, and ROM or
// RAM at $6000. Source: NESdev "Sunsoft FME-7".
#include "mappers/board.h"
#include "mappers/count_down.h"
#include "mappers/sunsoft_5b_sound.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  CountDown irq;
  Sunsoft5bSound sound;
  uint8_t irq_enabled;
  uint8_t command;
  std::array<uint8_t, 8> chr;
  std::array<uint8_t, 4> prg;  // $6000, $8000, $A000, $C000
  uint8_t mirroring;
  uint8_t unused;
};

class Fme7 final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void powerOn() override {
    r.sound.powerOn();
    map();
  }
  void map() override {
    mapRam();
    for (unsigned i = 1; i < 4; ++i) mapPrg(0x6000 + i * 0x2000, 0x2000, r.prg[i] & 0x3F);
    mapPrg(0xE000, 0x2000, -1);
    for (unsigned i = 0; i < 8; ++i) mapChr(i * 0x400, 0x400, r.chr[i]);
    mapMirroring();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    if (address < 0xA000)
      r.command = value;
    else if (address < 0xC000)
      store(r.command & 0x0F, value);
    else
      writeSound(address, value);
  }
  void runTo(uint64_t cycle) override {
    r.irq.runTo(cycle, CountDown::At::Wrap, CountDown::Then::Continue, r.irq_enabled & 1);
    r.sound.runTo(cycle, listener_);
  }
  bool listen(SoundListener* listener) override {
    listener_ = listener;
    if (listener_) r.sound.tell(listener_);
    return true;
  }
  bool irq() const override { return r.irq.pending; }
  uint64_t nextIrqChange() const override {
    return r.irq.nextPending(CountDown::At::Wrap, r.irq_enabled & 1);
  }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  // The FME-7 and the 5A have no sound; programs for them do not write there.
  void writeSound(uint16_t address, uint8_t value) {
    if (address < 0xE000)
      r.sound.select = value;
    else
      r.sound.write(value);
    if (listener_) r.sound.tell(listener_);
  }
  void store(unsigned reg, uint8_t value) {
    if (reg < 8) {
      r.chr[reg] = value;
    } else if (reg < 0xC) {
      r.prg[reg - 8] = value;
    } else if (reg == 0xC) {
      r.mirroring = value;
    } else {
      return storeIrq(reg, value);
    }
    map();
  }
  void storeIrq(unsigned reg, uint8_t value) {
    switch (reg) {
      case 0xD:
        r.irq_enabled = value & 1;
        r.irq.running = value >> 7;
        r.irq.pending = 0;
        break;
      case 0xE:
        r.irq.value = static_cast<uint16_t>((r.irq.value & 0xFF00) | value);
        break;
      default:
        r.irq.value = static_cast<uint16_t>((r.irq.value & 0x00FF) | value << 8);
        break;
    }
  }
  void mapRam() {
    const bool ram = r.prg[0] & 0x40, enabled = r.prg[0] & 0x80;
    if (ram)
      mapPrgRam(0x6000, 0x2000, r.prg[0] & 0x3F, enabled, enabled);
    else
      mapPrg(0x6000, 0x2000, r.prg[0] & 0x3F);
  }
  void mapMirroring() {
    switch (r.mirroring & 3) {
      case 0:
        return mirrorVertically();
      case 1:
        return mirrorHorizontally();
      default:
        return mirrorOnePage(r.mirroring & 1);
    }
  }

  SoundListener* listener_ = nullptr;
};

}  // namespace

std::unique_ptr<Board> fme7(const BoardParts& parts) { return std::make_unique<Fme7>(parts); }

}  // namespace jumpscope::mappers
