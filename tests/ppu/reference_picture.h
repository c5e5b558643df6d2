// The picture that a frame without mid-frame writes must show, worked out pixel by pixel from memory: no
// fetches, no shift registers, no dots. And how to compare pictures.
#pragma once

#include <string>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {

// Fills all memories with everything, the same on every machine.
void fillWithNoise(Bench& bench, uint32_t seed);

// What a program has set up before the frame.
struct View {
  int scroll_x = 0;  // 0-511, over both nametables
  int scroll_y = 0;  // 0-479
  uint8_t control = 0;
  uint8_t mask = mask::all;
};

// One line of the picture, 256 pixels from `line`. `background_line`: how many lines below scroll_y.
void drawReferenceLine(const Bench& bench, const View& view, int y, int background_line, uint16_t* line);

// Nametables must hold no row 30 or 31 in view: scroll_y modulo 240 names a visible row.
Picture referencePicture(const Bench& bench, const View& view);

// Writes $2000, $2005 and $2001 as a program does in vblank.
void apply(Bench& bench, const View& view);

// Fails the test at the first pixel that differs, and leaves both pictures behind as PPM.
void expectPicture(const Picture& got, const Picture& expected, const std::string& name);

}  // namespace jumpscope::ppu::tests
