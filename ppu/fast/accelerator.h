// Runs a Ppu in steps of many dots, and only when somebody looks: accesses to registers wait in a log until something that
// is looked at may depend on them. And it says when the chip's outputs will next change, so that nobody needs to run it
// before. docs/accelerators.md tells how the parts in this folder work together.
//
// Everything here is a closed form of functions of the chip, named beside it; wherever none applies, the chip
// itself runs dot by dot. The agreement tests (tests/ppu/fast) hold both equal in every field of the state
// and in every pixel.
//
// Contract: while an accelerator is in use, time passes and registers are accessed through it only. It keeps
// caches of what memories hold; whoever changes OAM, video memory or patterns in another way calls
// memoriesReplaced().
#pragma once

#include <cstdint>

#include "ppu/fast/access_log.h"
#include "ppu/fast/blank_log.h"
#include "ppu/fast/compositor.h"
#include "ppu/fast/idle_run.h"
#include "ppu/fast/line12.h"
#include "ppu/fast/line_renderer.h"
#include "ppu/fast/picture_log.h"
#include "ppu/fast/prediction.h"
#include "ppu/fast/reasons.h"
#include "ppu/fast/runner.h"
#include "ppu/fast/span_renderer.h"
#include "ppu/fast/sprite_line_cache.h"
#include "ppu/fast/sprite_search.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class Accelerator {
 public:
  explicit Accelerator(Ppu& chip) : chip_(chip), compositor_(chip) {}
  Accelerator(const Accelerator&) = delete;
  Accelerator& operator=(const Accelerator&) = delete;

  void memoriesReplaced();
  // Only OAM was replaced.
  void oamReplaced();
  // As Ppu::wire, from `now` on. True: the change waits, as a write would.
  bool wire(const Wiring& wiring, uint64_t now);
  // As Ppu::wire, from where the chip stands. Precondition: nothing waits.
  void wire(const Wiring& wiring) { chip_.wire(wiring); }
  // What wire() was last called with.
  const Wiring& wiring() const { return log_.wirings != 0 ? log_.wiring[log_.wirings - 1] : chip_.wiring(); }
  // Call after the watchers of the pins change.
  void watchingChanged();

  // As Ppu::runTo and Ppu::read.
  void runTo(uint64_t now) {
    replay(now);
    runner_.runTo(now);
  }
  // Brings what others see without an access there: nmi(), the frame counter, what the watcher of address line 12 was
  // told. The chip itself may stay behind.
  void bringOutputsTo(uint64_t now) {
    if (!line12_.tellAhead(now)) runTo(now);
  }
  uint8_t read(int reg, uint64_t now);
  // As Ppu::write. False: the write waits, because nothing can notice it before runTo(), read() or another write(), and it
  // changes no output, nor has address line 12 rise.
  bool write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
    const LoggedAccess write{now, static_cast<uint8_t>(reg), value, stale};
    if (!log_.opens(reg, now) || now - log_.last().began < clocksBetweenWrites()) return writeAnew(write);
    log_.append(write);
    return false;
  }
  // Whoever writes no more often than every so many master clocks may append by itself what the log is open for: what
  // write() would do.
  AccessLog& log() { return log_; }
  uint64_t clocksBetweenWrites() const { return blank_.clocksToArrive(); }
  // True if a write of $2000 waits that repeats what the chip holds, with these bytes on the bus.
  bool repeatedControl(uint8_t value, uint8_t stale) const {
    return log_.waits == Waits::Harmless && log_.last().reg == 0 && log_.last().value == value &&
           log_.last().stale == stale;
  }

  // Lower bounds of the master clock at which something may next change, as long as no register is accessed.
  const Prediction& prediction() const { return prediction_; }
  // When address line 12 may have made the count-th rise that follows at least three M2 falls of low (a dozen dots while
  // rendering); count >= 1.
  A12Rise nextA12Rise(unsigned count) const;
  // True if a write of $2000 + reg leaves address line 12 to the fetches, now and later.
  bool leavesA12(int reg) const { return line12_.leaves(reg); }
  uint64_t ioBusChange(uint64_t now) const {  // the undriven bits 0-4 of the I/O bus, by leaking
    const State& s = chip_.s;
    return (s.io_bus & io_bus_groups[0]) && s.io_bus_expiry[0] > now ? s.io_bus_expiry[0] : UINT64_MAX;
  }

  // When the flags of $2002 may change, where the picture is blank, nothing is under way and the vblank flag is clear; else 0.
  uint64_t statusStaysUntil(uint64_t now);
  // A read of $2002 before they do, with the vblank flag clear: the chip need not be run up to it.
  uint8_t readUnchangedStatus(uint64_t now);
  // True if the chip only counts dots until `now`, and OAM is the CPU's.
  bool idleUntil(uint64_t now) const;
  // 256 writes of $2004, the last one at `now`. Precondition: idleUntil(now).
  void loadOam(const uint8_t* page, uint64_t now);

 private:
  // All that waits is made. `until`: a master clock up to which the chip is run after that; 0: it may stay behind.
  void replay(uint64_t until) {
    if (!log_.empty()) [[unlikely]]
      log_.waits == Waits::InPicture ? picture_.replay(until) : blank_.replay();
  }
  bool writeAnew(const LoggedAccess& write);

  Ppu& chip_;
  mutable SpriteLineCache sprite_lines_;
  Compositor compositor_;
  AccessLog log_;
  // Each asks those before it.
  Prediction prediction_{chip_, sprite_lines_};
  Line12 line12_{chip_, sprite_lines_, prediction_};
  SpriteSearch search_{chip_, sprite_lines_};
  SpanRenderer spans_{chip_, compositor_, search_, line12_};
  LineRenderer lines_{chip_, compositor_, sprite_lines_, search_, spans_, line12_};
  IdleRun idle_{chip_, compositor_, sprite_lines_, prediction_};
  Runner runner_{chip_, compositor_, sprite_lines_, idle_, lines_, line12_};
  BlankLog blank_{chip_, log_, compositor_, prediction_, idle_, line12_, runner_};
  PictureLog picture_{chip_, log_, prediction_, lines_, line12_, runner_, blank_};
};

}  // namespace jumpscope::ppu::fast
