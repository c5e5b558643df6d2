// Runs the chip to a master clock, through the access that is under way if there is one: the shortest way that is open.
#pragma once

#include <cstdint>

#include "ppu/fast/compositor.h"
#include "ppu/fast/idle_run.h"
#include "ppu/fast/line12.h"
#include "ppu/fast/line_renderer.h"
#include "ppu/fast/sprite_line_cache.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class Runner {
 public:
  Runner(Ppu& chip, Compositor& compositor, SpriteLineCache& sprite_lines, IdleRun& idle, LineRenderer& lines,
         Line12& line12)
      : chip_(chip),
        compositor_(compositor),
        sprite_lines_(sprite_lines),
        idle_(idle),
        lines_(lines),
        line12_(line12) {}

  // As Ppu::runTo, Ppu::read and Ppu::write, but for what waits in the log.
  void runTo(uint64_t now) {
    if (chip_.s.clock < now) run(now);
    chip_.keepAccess(now);
  }
  uint8_t read(int reg, uint64_t now);
  void write(int reg, uint8_t value, uint8_t stale, uint64_t now);

  // To `now`, beyond where the chip stands. An access that has ended by then may not have been told so.
  void run(uint64_t now);
  // True if nothing looks at what is being written before it has arrived, which is before `now`.
  bool isQuietWrite(uint64_t now) const;

 private:
  bool passAccess(uint64_t now);
  // True if the chip has not got to the access.
  bool waits() const {
    return chip_.s.access.stage != Access::Stage::None && chip_.s.clock < chip_.s.access.began;
  }
  bool isUnseen(unsigned reg, uint8_t value, bool second, uint64_t ends) const;
  int lastDotBefore(uint64_t clock) const;
  bool reachesPicture(uint64_t clock) const;
  bool leavesScroll(uint64_t clock) const;
  bool mayWait(unsigned reg, uint8_t value, uint64_t now) const;
  void runBeforeAccess(uint64_t clock);
  void finishWrite(uint64_t now);
  void runHalfDot();
  void runDot();
  void noticeStores();

  Ppu& chip_;
  Compositor& compositor_;
  SpriteLineCache& sprite_lines_;
  IdleRun& idle_;
  LineRenderer& lines_;
  Line12& line12_;
};

}  // namespace jumpscope::ppu::fast
