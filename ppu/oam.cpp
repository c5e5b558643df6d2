// OAM and secondary OAM: dynamic RAM in 32 rows. A row is eight bytes of OAM and one of secondary OAM. First halves of
// dots precharge the columns, second halves open a row. When the address changes while a row is open, the row opened
// next takes the charge of the row before. Source: the 2C02G's netlist; Breaking NES Wiki, "PPU / OAM"; NESdev "PPU
// registers", "OAMADDR".
#include "ppu/latches.h"
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

// A row opens while the columns hold the charge of another.
void Ppu::takeCharge(unsigned from) {
  const size_t to = openRow(actions());
  if (to == from || timing_.synchronizes_oam_address) return;
  for (size_t i = 0; i < 8; ++i) s.oam[to * 8 + i] = s.oam[from * 8 + i];
  s.secondary_oam[to] = s.secondary_oam[from];
}

// True if a row is open at the start of a master clock.
bool Ppu::rowIsOpen(uint64_t clock) const {
  const uint64_t dot_began = s.clock - (s.second_half ? timing_.half_dot_clocks : 0);
  const uint64_t far = uint64_t{timing_.dot_clocks} << 32;
  return (clock + far - dot_began) % timing_.dot_clocks >= timing_.half_dot_clocks;
}

// OAMADDR follows the bus while $2003 is written: first what was on it before, then the data.
void Ppu::setOamAddress(uint8_t address) {
  const bool data = s.access.stage == Access::Stage::Open;
  const uint64_t clock = s.access.began + (data ? data_clocks - 1 : 0);
  // While the write lasts, the counter keeps what it would have counted to.
  if (!data && !s.oam_steps)
    prepareCount(actions(), s.evaluation_step != 0 || findsSprite(actions(), s.oam_latch));
  const unsigned row = openRow(actions());
  s.oam_address = address;
  if (!rowIsOpen(clock)) return;
  takeCharge(row);
  readOpenRow(actions(), selectsSecondary(actions()));
}

// A write to $2003 lasts while the address counts: both drive the same lines, and zeros win. The row of what they make
// of it opens, before the count ends and the bus has the address for itself.
void Ppu::collideWithStep(uint8_t next) {
  const uint8_t bus = s.oam_address;
  s.oam_address = bus & next;
  const unsigned row = openRow(actions());
  s.oam_address = bus;
  takeCharge(row);
}

// $2001 enables or disables rendering as M2 falls. The row that opens as rendering goes off keeps its bytes: the
// netlist says otherwise, AccuracyCoin's OAM corruption test decides.
void Ppu::switchRendering(Mask layers) {
  const bool was_blanked = blanked();
  const unsigned row = openRow(actions());
  s.mask = layers;
  if (!was_blanked || blanked()) return;
  s.oam_latch = s.oam_buffer = s.oam[s.oam_address];
  if (!rowIsOpen(s.access.began + end_clocks - 1)) return;
  takeCharge(row);
  readOpenRow(actions(), selectsSecondary(actions()));
}

// A write to $2004 on its way: it is noticed by a first half, stored by the dot that follows, and counts in the first
// half after that.
void Ppu::moveOamWrite() {
  if (s.oam_write == OamWrite::Noticed)
    s.oam_write = OamWrite::Storing;
  else if (s.oam_write == OamWrite::Storing)
    s.oam_write = OamWrite::None;
}

}  // namespace jumpscope::ppu
