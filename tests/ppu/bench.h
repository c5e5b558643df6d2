// A picture chip on a bench: pattern tables in an array, no CPU. Time is told in scanlines and dots.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "ppu/ppu.h"

namespace jumpscope::ppu::tests {

enum class Nametables { Horizontal, Vertical };

// What a television would show: palette index | emphasis << 6.
using Picture = std::vector<uint16_t>;

class Bench {
 public:
  explicit Bench(const Timing& timing = ntsc_timing, int alignment = 0,
                 Nametables mirroring = Nametables::Vertical)
      : ppu(timing, alignment), picture(picture_width * picture_height) {
    Wiring wiring;
    for (size_t page = 0; page < wiring.chr.size(); ++page)
      wiring.chr[page] = wiring.sprite_chr[page] = wiring.chr_writable[page] = chr.data() + page * 0x400;
    for (size_t i = 0; i < wiring.nametable.size(); ++i) {
      const size_t id = mirroring == Nametables::Vertical ? i & 1 : i >> 1;
      uint8_t* page = ppu.s.vram.data() + id * 0x400;
      wiring.nametable[i] = {page, page, static_cast<uint8_t>(id)};
    }
    wiring_ = wiring;
    ppu.wire(wiring);
    ppu.drawTo(picture.data());
  }
  virtual ~Bench() = default;
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  // Pattern tables that cannot be written.
  void burnChr() {
    wiring_.chr_writable.fill(nullptr);
    ppu.wire(wiring_);
  }

  // How time passes and registers are accessed.
  virtual void runTo(uint64_t now) { ppu.runTo(now); }
  virtual uint8_t readAt(int reg, uint64_t now) { return ppu.read(reg, now); }
  virtual void writeAt(int reg, uint8_t value, uint8_t stale, uint64_t now) {
    ppu.write(reg, value, stale, now);
  }

  // Goes on until both halves of this dot have been done, at least one dot from now.
  void finish(int scanline, int dot) {
    do {
      finishDot();
    } while (ppu.s.scanline != scanline || ppu.s.dot != dot);
  }
  void finishDot() {
    do runTo(ppu.s.clock + 1);
    while (ppu.s.second_half);
  }
  void finishFrame() { finish(ppu.timing().vblank_line, 1); }

  // One CPU cycle with a register access in it. The next dot is the first that can notice.
  uint8_t read(int reg) {
    const uint64_t now = ppu.s.clock;
    const uint8_t value = readAt(reg, now);
    runTo(now + cpu_clocks);
    return value;
  }
  void write(int reg, uint8_t value) {
    const uint64_t now = ppu.s.clock;
    writeAt(reg, value, value, now);
    runTo(now + cpu_clocks);
  }
  void idle(int cpu_cycles = 1) { runTo(ppu.s.clock + static_cast<uint64_t>(cpu_clocks * cpu_cycles)); }

  // Sets v through the CPU's side, as a program does.
  void setAddress(uint16_t address) {
    read(2);
    write(6, static_cast<uint8_t>(address >> 8));
    write(6, static_cast<uint8_t>(address & 0xFF));
    idle(2);
  }
  void writeVideoMemory(uint16_t address, std::initializer_list<uint8_t> bytes) {
    setAddress(address);
    for (const uint8_t byte : bytes) {
      write(7, byte);
      idle(3);
    }
  }
  uint8_t readVideoMemory(uint16_t address) {
    setAddress(address);
    if (address < 0x3F00) {
      read(7);
      idle(3);
    }
    const uint8_t value = read(7);
    idle(3);
    return value;
  }

  // Arranges a tile: eight rows of eight pixels, all of this color (0-3).
  void fillTile(int table, int tile, int color) {
    for (int row = 0; row < 8; ++row) {
      const size_t at = static_cast<size_t>(table * 0x1000 + tile * 16 + row);
      chr[at] = (color & 1) ? 0xFF : 0;
      chr[at + 8] = (color & 2) ? 0xFF : 0;
    }
  }
  void fillNametables(uint8_t tile) {
    for (size_t i = 0; i < ppu.s.vram.size(); ++i) ppu.s.vram[i] = (i & 0x3FF) < 0x3C0 ? tile : 0;
  }
  void setSprite(int index, uint8_t y, uint8_t tile, uint8_t attributes, uint8_t x) {
    const size_t at = static_cast<size_t>(index) * 4;
    ppu.s.oam[at] = y;
    ppu.s.oam[at + 1] = tile;
    ppu.s.oam[at + 2] = attributes;
    ppu.s.oam[at + 3] = x;
  }
  void hideSprites() { ppu.s.oam.fill(0xFF); }

  uint16_t pixel(int x, int y) const { return picture[static_cast<size_t>(y * picture_width + x)]; }

  static constexpr int cpu_clocks = 12;

  std::array<uint8_t, 0x2000> chr{};
  Ppu ppu;
  Picture picture;

 private:
  Wiring wiring_;
};

}  // namespace jumpscope::ppu::tests
