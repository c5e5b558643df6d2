// Namco 163: CHR banks that may be nametable RAM, nametables that may be CHR-ROM, an interrupt counter, RAM
// in the chip. Source: NESdev "INES Mapper 019", "Namco 163 audio".
#include <algorithm>

#include "mappers/board.h"
#include "mappers/n163_sound.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint64_t cycle;  // every cycle before it has been counted
  N163Sound sound;
  std::array<uint8_t, 12> chr;  // eight of the pattern tables, four of the nametables
  std::array<uint8_t, 3> prg;   // and control bits above the bank
  uint8_t protect;              // $F800
  uint16_t counter;             // bit 15 enables it
  uint8_t pending;
  std::array<uint8_t, 5> unused;
};

constexpr uint16_t enabled = 0x8000, highest = 0x7FFF;

// How loud one channel alone is, in pulses of the console, both at their loudest. Cartridges differ: the middle of what the
// submapper says (NESdev "INES Mapper 019"), 12, 16.5 or 18.75 dB; where it says nothing, the 15.4 dB that NSFPlay has from
// recordings of the test program db_n163 (NSFPlay, "mixe"). 0: no sound.
constexpr float loudnessOf(int submapper) {
  switch (submapper) {
    case 1:
    case 2:
      return 0;
    case 3:
      return 3.981f;
    case 4:
      return 6.683f;
    case 5:
      return 8.660f;
    default:
      return 5.888f;
  }
}
constexpr unsigned ciram_banks = 0xE0;  // and above

class Namco163 final : public BoardWith<Registers> {
 public:
  // The RAM in the chip follows the RAM on the board: a battery keeps both.
  explicit Namco163(const BoardParts& parts)
      : BoardWith(parts), loudness_(loudnessOf(parts.cartridge.submapper)) {
    const uint32_t said = parts.cartridge.prg_ram_size;
    const bool chip_only = parts.cartridge.format == Format::Nes20 && said <= n163_ram_size;
    board_ram_ = chip_only ? 0 : (state().prg_ram.size() + 0x1FFF) / 0x2000 * 0x2000;
    sizePrgRam(board_ram_ + n163_ram_size);
  }

  void powerOn() override {
    for (unsigned i = 0; i < 4; ++i) r.chr[8 + i] = static_cast<uint8_t>(ciram_banks + soldered(i));
    map();
  }
  void map() override {
    mapRam();
    for (unsigned i = 0; i < 3; ++i) mapPrg(0x8000 + i * 0x2000, 0x2000, r.prg[i] & 0x3F);
    mapPrg(0xE000, 0x2000, -1);
    for (unsigned i = 0; i < 8; ++i) mapPattern(i);
    for (unsigned i = 0; i < 4; ++i) mapNametable(i);
  }
  void write(uint16_t address, uint8_t value, uint64_t) override;
  std::optional<uint8_t> read(uint16_t address, uint64_t) override {
    const std::optional<uint8_t> byte = peek(address);
    if (isDataPort(address)) r.sound.step();
    return byte;
  }
  std::optional<uint8_t> peek(uint16_t address) const override {
    if (isDataPort(address)) return r.sound.data(chipRam());
    if (address >= 0x5000 && address < 0x5800) return static_cast<uint8_t>(r.counter);
    if (address >= 0x5800 && address < 0x6000) return static_cast<uint8_t>(r.counter >> 8);
    return std::nullopt;
  }
  // The counter stops at its highest value.
  void runTo(uint64_t cycle) override {
    r.sound.runTo(cycle, chipRam(), !(r.prg[0] & 0x40), listener_, loudness_);
    if (cycle <= r.cycle) return;
    const uint64_t elapsed = cycle - r.cycle;
    r.cycle = cycle;
    const unsigned left = highest - (r.counter & highest);
    if (!(r.counter & enabled) || left == 0) return;
    r.counter = static_cast<uint16_t>(r.counter + std::min<uint64_t>(elapsed, left));
    if (elapsed >= left) r.pending = 1;
  }
  bool irq() const override { return r.pending; }
  uint64_t nextIrqChange() const override {
    const unsigned left = highest - (r.counter & highest);
    if (!(r.counter & enabled) || left == 0 || r.pending || r.cycle > never - left) return never;
    return r.cycle + left;
  }
  bool listen(SoundListener* listener) override {
    if (loudness_ == 0) return false;
    listener_ = listener;
    if (listener_) r.sound.tell(chipRam(), listener_, loudness_);
    return true;
  }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  static bool isDataPort(uint16_t address) { return address >= 0x4800 && address < 0x5000; }
  std::span<uint8_t, n163_ram_size> chipRam() {
    return std::span<uint8_t, n163_ram_size>(state().prg_ram.data() + board_ram_, n163_ram_size);
  }
  std::span<const uint8_t, n163_ram_size> chipRam() const {
    return std::span<const uint8_t, n163_ram_size>(state().prg_ram.data() + board_ram_, n163_ram_size);
  }
  unsigned soldered(unsigned index) const {
    return cartridge().mirroring == Mirroring::Horizontal ? index >> 1 : index & 1;
  }

  // Bits 0-3 protect 2 KiB each, unless bits 4-7 have another value than 4.
  void mapRam() {
    if (board_ram_ == 0) return unmapPrg(0x6000, 0x2000);
    for (unsigned i = 0; i < 4; ++i) {
      const bool writable = (r.protect & 0xF0) == 0x40 && !(r.protect >> i & 1);
      const size_t index = Pages::indexOf(0x6000 + i * 0x800);
      uint8_t* page = state().prg_ram.data() + i * 0x800;
      pages.read[index] = page;
      pages.write[index] = writable ? page : nullptr;
    }
  }
  void mapPattern(unsigned slot) {
    const bool rom_only = r.prg[1] & (slot < 4 ? 0x40 : 0x80);
    if (r.chr[slot] < ciram_banks || rom_only) return mapChr(slot * 0x400, 0x400, r.chr[slot]);
    mapCiram(0, r.chr[slot] & 1);
    uint8_t* bytes = pages.ppu.nametable[0].writable;
    pages.ppu.chr[slot] = pages.ppu.sprite_chr[slot] = pages.ppu.chr_writable[slot] = bytes;
  }
  void mapNametable(unsigned index) {
    const uint8_t bank = r.chr[8 + index];
    if (bank < ciram_banks)
      mapNametableRom(index, bank);
    else
      mapCiram(index, bank & 1);
  }

  const float loudness_;
  size_t board_ram_;
  SoundListener* listener_ = nullptr;
};

void Namco163::write(uint16_t address, uint8_t value, uint64_t) {
  const unsigned reg = address >> 11;
  switch (reg) {
    case 0x4800 >> 11:
      r.sound.store(chipRam(), value);
      return;
    case 0x5000 >> 11:
      r.counter = static_cast<uint16_t>((r.counter & 0xFF00) | value);
      r.pending = 0;
      return;
    case 0x5800 >> 11:
      r.counter = static_cast<uint16_t>((r.counter & 0x00FF) | value << 8);
      r.pending = 0;
      return;
    case 0xE000 >> 11:
    case 0xE800 >> 11:
    case 0xF000 >> 11:
      r.prg[reg - (0xE000 >> 11)] = value;
      return map();
    case 0xF800 >> 11:
      r.protect = value;
      r.sound.address = value;
      return mapRam();
    default:
      if (address < 0x8000) return;
      r.chr[reg - (0x8000 >> 11)] = value;
      return map();
  }
}

}  // namespace

std::unique_ptr<Board> namco163(const BoardParts& parts) { return std::make_unique<Namco163>(parts); }

}  // namespace jumpscope::mappers
