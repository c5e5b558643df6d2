// What the MMC5 does with the reads of the PPU: scanlines, extended attributes, the split.
#include "mappers/m005_mmc5.h"
#include "ppu/timing.h"

namespace jumpscope::mappers {
namespace {

constexpr uint8_t split_enabled = 0x80, split_right = 0x40;

// The first two tiles of a scanline are fetched at the end of the one before.
constexpr uint8_t first_column = 2, next_line = 0x80;

// A color for all four quarters, whichever one the PPU looks at.
uint8_t attributeOf(unsigned color) { return static_cast<uint8_t>((color & 3) * 0x55); }

}  // namespace

uint8_t Mmc5::fetched(unsigned address, bool for_sprite, uint8_t byte, uint64_t clock) {
  const uint64_t cycle = clock / cpuClocks();
  if (isIdle(cycle)) leaveFrame();
  r.last_fetch = cycle;
  noticeScanline(address);
  r.last_address = static_cast<uint16_t>(address);
  if (address >= 0x2000) return fetchedFromNametable(address, byte);
  return fetchedPattern(address, for_sprite);
}

void Mmc5::noticeScanline(unsigned address) {
  if (address < 0x2000 || address != r.last_address) {
    r.same_reads = 0;
    return;
  }
  if (r.same_reads < 2) ++r.same_reads;
  if (r.same_reads != 2) return;
  r.same_reads = 0;
  r.last_address = 0;
  // The read itself is that of the tile after the two that are already there.
  r.column = first_column - 1;
  if (!r.in_frame) {
    r.in_frame = 1;
    r.scanline = 0;
    return;
  }
  countScanlines(1);
}

void Mmc5::countScanlines(unsigned lines) {
  const auto to_target = static_cast<uint8_t>(r.irq_target - r.scanline - 1);
  if (r.irq_target != 0 && to_target < lines) r.irq_pending = 1;  // a target of 0 is none
  r.scanline = static_cast<uint8_t>(r.scanline + lines);
}

bool Mmc5::columnIsSplit() const {
  if (!(r.split & split_enabled) || (r.exram_mode & 3) >= 2 || !r.in_frame) return false;
  const unsigned column = r.column & 0x7F, limit = r.split & 0x1F;
  return (r.split & split_right) ? column >= limit : column < limit;
}

// The line of the split's own nametable.
unsigned Mmc5::splitLine() const {
  const unsigned scanline = r.scanline + ((r.column & next_line) ? 1u : 0u);
  return (r.split_scroll + scanline) % 240;
}

uint8_t Mmc5::fetchedFromNametable(unsigned address, uint8_t byte) {
  const uint8_t* exram = state().nametable_ram.data();
  if ((address & 0x3FF) < 0x3C0) {
    ++r.column;
    r.fetches_after_tile = 0;
    r.attribute_at = address & 0x3FF;
    r.in_split = columnIsSplit();
    return r.in_split ? exram[(splitLine() >> 3) * 32 + (r.column & 0x1F)] : byte;
  }
  ++r.fetches_after_tile;
  if (r.in_split) {
    const unsigned line = splitLine(), column = r.column & 0x1F;
    const uint8_t attribute = exram[0x3C0 + (line >> 5) * 8 + (column >> 2)];
    return attributeOf(attribute >> ((line & 0x10) >> 2 | (column & 2)));
  }
  if (extendsTiles() && r.in_frame) return attributeOf(exram[r.attribute_at & 0x3FF] >> 6);
  return byte;
}

uint8_t Mmc5::fetchedPattern(unsigned address, bool for_sprite) {
  if (for_sprite) {
    // Reads for the next scanline follow.
    r.column = static_cast<uint8_t>(next_line - 1);
    return *pages.ppu.spritePattern(address);
  }
  if (!r.in_frame) return r.last_set_is_b ? *pages.ppu.pattern(address) : *pages.ppu.spritePattern(address);
  const uint8_t exram = state().nametable_ram[r.attribute_at & 0x3FF];
  if (r.in_split) return chrByte(r.split_bank, (address & 0xFF8) | (splitLine() & 7));
  if (extendsTiles()) return chrByte((exram & 0x3F) | (r.chr_high & 3) << 6, address & 0xFFF);
  return *pages.ppu.pattern(address);
}

// How many scanlines have to begin; 0: none will do.
unsigned Mmc5::linesToTarget() const {
  if (r.irq_target == 0) return 0;
  if (r.in_frame && r.scanline < r.irq_target) return r.irq_target - r.scanline;
  return r.irq_target + 1u;
}

unsigned Mmc5::a12RisesToIrq() const { return r.irq_enabled && !r.irq_pending ? linesToTarget() : 0; }

std::optional<SteadyRead> Mmc5::steadyRead(uint16_t address) const {
  if (address != 0x5204 || r.irq_pending) return std::nullopt;
  if (inFrame()) return SteadyRead{linesToTarget(), true};
  return SteadyRead{1, false};
}

bool Mmc5::drawsFromPages() const {
  return r.in_frame && extendsTiles() == (pages.ppu.extended.bytes != nullptr) && !(r.split & split_enabled);
}

bool Mmc5::countsTiles(uint64_t clock) const {
  if (r.in_split) return false;
  return !r.in_frame || (drawsFromPages() && !isIdle(clock / cpuClocks()));
}

// Outside of a frame patterns come from the set of registers written last, for tiles, too, and ExRAM adds nothing.
std::optional<ppu::Wiring> Mmc5::countedPages() const {
  const bool from_set_a = r.tall_sprites && !r.last_set_is_b;
  if (r.in_frame || (!from_set_a && !pages.ppu.extended.bytes)) return {};
  ppu::Wiring wiring = pages.ppu;
  wiring.extended = {};
  if (from_set_a) wiring.chr = wiring.sprite_chr;
  return wiring;
}

// The first read may be the third one of its byte; of the others the last tile remains, and how many there were.
void Mmc5::tilesFetched(const ppu::FetchedTiles& tiles) {
  fetched(tiles.first_address, false, 0, tiles.first_clock);
  const bool unit = tiles.tiles == 0;
  r.column = static_cast<uint8_t>((unit ? next_line : r.column) + tiles.tiles - 1);
  r.fetches_after_tile = unit ? 0 : 1;  // units read nametable bytes where tiles read attributes
  r.attribute_at = tiles.last_address & 0x3FF;
  r.last_address = static_cast<uint16_t>(tiles.last_pattern);
  r.same_reads = 0;
  r.last_fetch = tiles.last_clock / cpuClocks();
}

// Of the reads between the first tile's and the last ones, nothing remains. The last ones and the next scanline's first are
// three in a row.
void Mmc5::linesFetched(const ppu::FetchedLines& lines) {
  constexpr unsigned first_read_dot = 2, last_read_dot = ppu::dots_per_line - 1;
  fetched(lines.first_address, false, 0, lines.clock + first_read_dot * lines.dot_clocks);
  countScanlines(lines.lines - 1);
  const unsigned last_dot = (lines.lines - 1) * ppu::dots_per_line + last_read_dot;
  r.last_fetch = (lines.clock + last_dot * uint64_t{lines.dot_clocks}) / cpuClocks();
  r.column = next_line + 3;  // two tiles, and one that is read twice
  r.attribute_at = lines.last_address & 0x3FF;
  r.fetches_after_tile = 0;
  r.in_split = 0;
  r.last_address = static_cast<uint16_t>(lines.last_address);
  r.same_reads = 1;
}

uint8_t Mmc5::chrByte(unsigned bank_of_4k, unsigned inside) const {
  const std::vector<uint8_t>& chr = chrBytes();
  return chr[(bank_of_4k * size_t{0x1000} + inside) % chr.size()];
}

}  // namespace jumpscope::mappers
