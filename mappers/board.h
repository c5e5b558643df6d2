// A board: what a cartridge does to the two buses. All it remembers is a BoardState; the dump stays outside.
//
// A board keeps `pages` as its registers say. Whatever lies in a page is read and written by the console
// without asking the board; everything else from $4020 on comes to read() and write(). To add a board, write
// mNNN_name.cpp with a class and a factory, and a row in boards.def.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "mappers/cartridge.h"
#include "mappers/foresight.h"
#include "ppu/wiring.h"
#include "src/bits/bits.h"

namespace jumpscope::mappers {

// RAM and registers of a cartridge. The sizes of the RAM are the cartridge's and stay as they are. The bytes
// of `registers` mean what the board says; a board must be safe whatever they hold.
struct BoardState {
  std::vector<uint8_t> prg_ram;  // the battery-backed part first
  std::vector<uint8_t> chr_ram;
  std::vector<uint8_t> nametable_ram;  // beside the console's own 2 KiB
  alignas(8) std::array<uint8_t, 512> registers{};

  bool operator==(const BoardState&) const = default;
};

template <class State, class Visitor>
void visitFields(State& state,
                 Visitor&& visit) requires std::is_same_v<std::remove_const_t<State>, BoardState> {
  visit("prg_ram", state.prg_ram);
  visit("chr_ram", state.chr_ram);
  visit("nametable_ram", state.nametable_ram);
  visit("registers", state.registers);
}

// Where the pages of both buses lie at this moment.
struct Pages {
  static constexpr unsigned cpu_start = 0x6000, cpu_size = 0x800;
  static constexpr size_t cpu_count = (0x10000 - cpu_start) / cpu_size;

  std::array<const uint8_t*, cpu_count> read{};  // nullptr: Board::read() answers
  std::array<uint8_t*, cpu_count> write{};       // nullptr: Board::write() takes it
  ppu::Wiring ppu;

  // Where RAM that is smaller than a page lies instead: Board::tinyRam() answers.
  std::bitset<cpu_count> reads_tiny_ram, writes_tiny_ram;

  static constexpr size_t indexOf(unsigned address) { return (address - cpu_start) / cpu_size; }
};

// What a board is made of. `ciram`: the console's nametable RAM. Everything outlives the board.
struct BoardParts {
  const Cartridge& cartridge;
  BoardState& state;
  std::span<uint8_t, 0x800> ciram;
  uint64_t cpu_clocks = 12;  // master clocks a CPU cycle
  // What is on the picture chip's address pins where that chip stands; nullptr: $0000.
  const Bits<14>* ppu_address = nullptr;
};

// Hears the sound of a board. Levels are in units of the console's mixer: 1 is what all its channels together
// reach at most.
class SoundListener {
 public:
  virtual void level(uint64_t cycle, float level) = 0;

 protected:
  ~SoundListener() = default;
};

constexpr uint64_t never = UINT64_MAX;

class Board : public ppu::PinWatcher {
 public:
  virtual ~Board() = default;
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  Pages pages;

  // Sets the registers, which are all zero before, to what they power on with, and maps. RAM is the owner's.
  virtual void powerOn() { map(); }
  // The reset button. Most boards do not notice.
  virtual void reset() {}
  // Puts every page where the registers say, as after loading a state.
  virtual void map() = 0;

  // The byte of RAM smaller than a page that a read, or a write, of this address without a page reaches; nullptr: there is none.
  // It is looked for before read(), peek(), write() and writeQuietly().
  uint8_t* readTinyRam(uint16_t address) { return tinyRam(pages.reads_tiny_ram, address); }
  uint8_t* writeTinyRam(uint16_t address) { return tinyRam(pages.writes_tiny_ram, address); }

  // A CPU write to $4020-$FFFF where no page takes it. `cycle`: the CPU cycle of the write; the effect
  // is there when the cycle has ended. The board has been run to that end, and so has the picture chip if
  // watching() it; where the write changes pages of the picture chip's bus, the owner sees to the rest.
  virtual void write(uint16_t address, uint8_t value, uint64_t cycle) = 0;
  // A CPU read of $4020-$FFFF where there is no page, or that readHooks() asks for, in `cycle`. nullopt: the board
  // does not drive the bus. peek(): the same without side effects.
  virtual std::optional<uint8_t> read(uint16_t address, uint64_t cycle);
  virtual std::optional<uint8_t> peek(uint16_t address) const;
  // Reads of which 256-byte pages go to read() although there is a page. Fixed when the board is made.
  virtual std::bitset<256> readHooks() const { return {}; }
  // True if what lies at pages that are missing hangs on the picture chip's address pins at that moment: that chip is run there
  // before read() and write(). May change in write().
  virtual bool followsPpuAddress() const { return false; }
  // Writes to $2000 + reg, for boards that watch those beside the pins.
  virtual bool watchesPpuWrites() const { return false; }
  virtual void ppuWritten(int /*reg*/, uint8_t /*value*/) {}

  // What it knows in advance of accesses and of the picture chip's fetches.
  Foresight& foresight() override;

  // Time. The board's own counters see every CPU cycle before `cycle`.
  virtual void runTo(uint64_t /*cycle*/) {}
  // The interrupt line, as of runTo() and of what the picture chip's pins did.
  virtual bool irq() const { return false; }
  // The first `cycle` for which runTo(cycle) may change irq(), as long as nothing is written or read;
  // `never`: none. A lower bound will do. Asked for again after each access.
  virtual uint64_t nextIrqChange() const { return never; }

  // The picture chip's pins. Fixed when the board is made, but for boards that watch fetches in some modes only,
  // which may change their mind in write().
  virtual ppu::Watching watching() const { return ppu::Watching::Nothing; }
  // Watching::A12: how many rises of the line, after a long low each, it takes until irq() may change; 0: none will.
  // Watching::Fetches: how many scanlines have to begin, with the nametable read in dot 2 of each.
  virtual unsigned a12RisesToIrq() const { return 0; }

  // Sound of the board itself: `listener` is told the present level and then each change. nullptr: no listener,
  // and only what the CPU can read back has to be kept. Returns whether the board has sound.
  virtual bool listen(SoundListener* /*listener*/) { return false; }

  // The PRG bank that answers at this address now, counted in the smallest unit that the board can switch.
  // nullopt: PRG-ROM does not answer there, or nothing in PRG-ROM can be switched.
  std::optional<unsigned> prgBank(uint16_t address) const;
  // The offset in PRG-ROM of the byte that answers there now.
  std::optional<uint32_t> prgOffset(uint16_t address) const;
  // True if reads of this address give that byte, and do nothing else.
  bool romAnswers(uint16_t address) const {
    return address >= Pages::cpu_start && pages.read[Pages::indexOf(address)] && prgOffset(address) &&
           !readHooks()[address >> 8];
  }
  // The offset in PRG-RAM of the byte that reads and writes of this address reach, and do nothing else; nullopt: the
  // board may do as it likes there.
  std::optional<uint32_t> ramOffset(uint16_t address) const;
  // The page of $6000-$FFFF that answers there now, which need not be in `pages`; nullptr: none.
  virtual const uint8_t* pageAt(uint16_t address) const { return pages.read[Pages::indexOf(address)]; }
  virtual unsigned prgBankSize() const { return 0x4000; }

 protected:
  // `ram_size`: of PRG-RAM, where the header does not say (iNES).
  explicit Board(const BoardParts& parts, uint32_t ram_size = 0x2000);

  const Cartridge& cartridge() const { return parts_.cartridge; }
  BoardState& state() { return parts_.state; }
  const BoardState& state() const { return parts_.state; }
  // CHR-ROM, or CHR-RAM where the cartridge has no ROM.
  const std::vector<uint8_t>& chrBytes() const {
    return cartridge().chr_is_ram ? state().chr_ram : cartridge().chr;
  }
  uint64_t cpuClocks() const { return parts_.cpu_clocks; }
  bool ppuA12() const { return parts_.ppu_address && (*parts_.ppu_address & 0x1000); }

  // All of the following count banks in units of `size` bytes, modulo what there is; a negative bank counts
  // from the end: -1 is the last one. `from` and `size` are multiples of 2 KiB on the CPU's bus, of 1 KiB on
  // the PPU's.
  void mapPrg(unsigned from, unsigned size, int bank);
  // RAM of the board. Where there is none, reads are open bus.
  void mapPrgRam(unsigned from, unsigned size, int bank, bool readable = true, bool writable = true);
  void unmapPrg(unsigned from, unsigned size);
  // Of chrBytes().
  void mapChr(unsigned from, unsigned size, int bank);
  void mapChrRam(unsigned from, unsigned size, int bank);
  // Sprites from other pages than the background: mapChr() maps both, this one only the sprites'.
  void mapSpriteChr(unsigned from, unsigned size, int bank);
  // Nametable `index` (0-3) is CIRAM page 0 or 1, or page 0, 1, .. of nametable_ram.
  void mapCiram(unsigned index, unsigned page);
  void mapNametableRam(unsigned index, unsigned page);
  void mapNametableRom(unsigned index, unsigned chr_page);  // 1 KiB of CHR-ROM
  void mirrorVertically();
  void mirrorHorizontally();
  void mirrorOnePage(unsigned page);
  void mirrorAsSoldered();  // as the header says, four-screen included

  // What a write of `value` to ROM puts on the bus when the ROM answers as well.
  uint8_t conflicting(uint16_t address, uint8_t value) const;

  void sizePrgRam(size_t bytes) { parts_.state.prg_ram.resize(bytes); }
  void sizeChrRam(size_t bytes) { parts_.state.chr_ram.resize(bytes); }
  void sizeNametableRam(size_t bytes) { parts_.state.nametable_ram.resize(bytes); }

 private:
  uint8_t* tinyRam(const std::bitset<Pages::cpu_count>& where, uint16_t address) {
    if (where.none() || address < Pages::cpu_start || !where[Pages::indexOf(address)]) return nullptr;
    return &state().prg_ram[address % state().prg_ram.size()];
  }
  void forgetTinyRam(size_t first_page, size_t count);
  const uint8_t* chrPage(unsigned size, int bank, unsigned kib) const;

  BoardParts parts_;
};

// A board whose registers are a struct of bytes, words and arrays of them, without padding, in
// BoardState::registers. Any content must be safe: mask where a value is used.
template <class Registers>
class BoardWith : public Board {
  static_assert(std::is_trivially_copyable_v<Registers> &&
                std::has_unique_object_representations_v<Registers>);
  static_assert(sizeof(Registers) <= sizeof(BoardState::registers) && alignof(Registers) <= 8);

 public:
  explicit BoardWith(const BoardParts& parts, uint32_t ram_size = 0x2000)
      : Board(parts, ram_size), r(*reinterpret_cast<Registers*>(parts.state.registers.data())) {}

 protected:
  Registers& r;
};

// What jumpscope knows of a mapper number.
struct BoardType {
  int mapper;
  const char* name;                                         // as NESdev's list of mappers has it
  std::unique_ptr<Board> (*make)(const BoardParts& parts);  // nullptr: jumpscope has no such board
  const char* needs;  // what it would take, or what is approximate; may be empty
};

const BoardType* findBoard(int mapper);  // nullptr: nothing known
std::span<const BoardType> allBoards();  // by number

// Throws std::runtime_error with one sentence when there is no such board or the cartridge is none that the board
// can have. Sizes the RAM in parts.state.
std::unique_ptr<Board> makeBoard(const BoardParts& parts);

}  // namespace jumpscope::mappers
