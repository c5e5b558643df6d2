// The log while the picture is made: writes to $2005, $2006, $2000 and $2001, and to the board that has other pages lie on the
// bus. Nobody sees what they do but the fetches, so they are made when somebody looks at the chip; of the scanlines in between
// only what lasts is worked out then.
#pragma once

#include <cstdint>
#include <span>

#include "ppu/fast/access_log.h"
#include "ppu/fast/blank_log.h"
#include "ppu/fast/line_renderer.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class PictureLog {
 public:
  PictureLog(Ppu& chip, AccessLog& log, const Prediction& prediction, LineRenderer& lines, Line12& line12,
             Runner& runner, BlankLog& blank)
      : chip_(chip),
        log_(log),
        prediction_(prediction),
        lines_(lines),
        line12_(line12),
        runner_(runner),
        blank_(blank) {}

  // True: the write waits.
  bool queue(const LoggedAccess& write);
  // As Ppu::wire. True: it waits.
  bool queue(const Wiring& wiring, uint64_t now);
  // All that waits is made. `until`: a master clock up to which the chip is run after that; 0: it may stay behind.
  void replay(uint64_t until);

 private:
  bool movesPicture(const LoggedAccess& write) const;
  bool changesFetchesOnly(const LoggedAccess& write) const;
  void finishOtherAccess(uint64_t now);
  void makeRoom();
  bool mayHitOn(int line) const;
  bool mayHitFrom(int line) const;
  bool copiesBefore(std::span<const LoggedAccess> writes, size_t index, uint64_t line_begins) const;
  size_t passLines(std::span<const LoggedAccess> writes, uint64_t until);
  struct Anew {
    size_t first = 0, length = 0;  // of the writes; 0: none do
  };
  Anew lastAnew(std::span<const LoggedAccess> writes, uint64_t begins) const;
  void makeBeforeAnew(std::span<const LoggedAccess> writes);
  void passLines(int first, int last, std::span<const LoggedAccess> writes);

  Ppu& chip_;
  AccessLog& log_;
  const Prediction& prediction_;
  LineRenderer& lines_;
  Line12& line12_;
  Runner& runner_;
  BlankLog& blank_;
};

}  // namespace jumpscope::ppu::fast
