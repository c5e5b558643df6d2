// Vblank, and scanlines while rendering is disabled: the chip only counts dots and sees through what was last written. The
// closed form of Ppu::firstHalf and Ppu::secondHalf for such times, with accesses.cpp, data_port.cpp and oam.cpp.
#pragma once

#include <cstdint>

#include "ppu/fast/compositor.h"
#include "ppu/fast/landmarks.h"
#include "ppu/fast/prediction.h"
#include "ppu/fast/reasons.h"
#include "ppu/fast/sprite_line_cache.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class IdleRun {
 public:
  IdleRun(Ppu& chip, Compositor& compositor, SpriteLineCache& sprite_lines, const Prediction& prediction)
      : chip_(chip), compositor_(compositor), sprite_lines_(sprite_lines), prediction_(prediction) {}

  // Runs to `now`, or to the dot before the next landmark; what is written arrives meanwhile. False: the chip must go on by
  // itself.
  bool run(uint64_t now);
  // Whole dots in which nothing arrives.
  void countDots(int dots);
  // How many dots it is to the one before the frame's next event (Ppu::changeFlags), or before rendering goes on.
  int dotsToLandmark() const;

  // What an access to $2007 comes to while nothing is rendered: the address goes out, the data is written or read, v
  // steps on.
  void readAtAddress() {
    putAddress();
    chip_.s.read_buffer = chip_.fetch();
    stepAddress();
  }
  void storeAtAddress(uint8_t value) {
    putAddress();
    if (isPaletteAddress(chip_.s.v)) {
      chip_.storeColor(value);
    } else {
      chip_.store(chip_.pinsAddress(), value);
      compositor_.noticeStore(chip_.pinsAddress());
    }
    stepAddress();
  }
  // What a write to $2006 comes to.
  void takeAddressByte(uint8_t value) {
    State& s = chip_.s;
    chip_.followAddressByte(value);
    if (s.w) s.v = s.t;
    s.w = !s.w;
    if (!s.rendering()) s.address_bus = s.v;
  }

 private:
  void advance(int dots);
  struct Arrival {
    int dots = 0;         // from the next one on, until everything has arrived
    bool copies = false;  // v takes t
    bool steps = false;   // an access to $2007 ends: data is stored, or was read, and v steps
    bool stores = false;  // it is a write
  };
  Arrival arrivalFrom(uint64_t clock) const;
  void arrive(const Arrival& arrival);
  void takeAddress();
  void finishPort(bool stores);
  // The colors of dots to come in which nothing changes.
  void paint(int dots) {
    if (chip_.screen.picture && !inVblankRun(chip_)) compositor_.paintIdleDots(chip_.s.dot + 1, dots);
  }
  void putAddress() {
    chip_.s.address_bus = chip_.s.v;
    chip_.s.octal_latch = static_cast<uint8_t>(chip_.s.v);
  }
  void stepAddress() {
    State& s = chip_.s;
    s.v.incrementAddress(s.control.addressStep());
    s.address_bus = s.v;
  }

  Ppu& chip_;
  Compositor& compositor_;
  SpriteLineCache& sprite_lines_;
  const Prediction& prediction_;
};

}  // namespace jumpscope::ppu::fast
