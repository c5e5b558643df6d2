// The light that Zappers see: the picture's pixels around the spot, from the moment when the beam draws them.
// Private to src/console.
#pragma once

#include <cstdint>

#include "ppu/ppu.h"
#include "src/console/state.h"

namespace jumpscope::console {

// For how many scanlines a Zapper reports the light of a pixel (palette index | emphasis << 6). 0: too dark.
int litLines(uint16_t color);

// How many pixels of the frame in progress the beam has drawn.
unsigned drawnPixels(const ppu::Ppu& chip);

// The palette entries that the chip has chosen in this scanline and not drawn yet, newest first.
std::array<uint8_t, ppu::pixel_delay> beamOf(const ppu::Ppu& chip);

// Takes in the pixels up to number `drawn` that were not looked at before. `picture` holds them; `chip` drew
// the last of them.
void senseLight(Controllers& controllers, const ppu::Ppu& chip, const uint16_t* picture, unsigned drawn);

}  // namespace jumpscope::console
