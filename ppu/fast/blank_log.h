// The log while the picture is blank: nothing looks at the address, the scroll and the colors. So the chip need not be run
// for each of many accesses in a row: of those before the last one only what they come to matters, and when, where pixels
// are wanted.
#pragma once

#include <cstdint>
#include <span>

#include "ppu/fast/access_log.h"
#include "ppu/fast/idle_run.h"
#include "ppu/fast/line12.h"
#include "ppu/fast/runner.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class BlankLog {
 public:
  BlankLog(Ppu& chip, AccessLog& log, Compositor& compositor, const Prediction& prediction, IdleRun& idle,
           Line12& line12, Runner& runner);

  // True if all that waits has arrived, and the picture is blank.
  bool hasArrived(uint64_t now) const;
  // True if a write may follow what waits without it being replayed.
  bool mayFollow(const LoggedAccess& write) const { return repeats(write) || hasArrived(write.began); }
  // True: the write waits. False: the chip has been run far enough for it. Precondition: nothing waits, or mayFollow().
  bool postpone(const LoggedAccess& write);
  // Says which writes wait behind the last one, so that nobody has to ask.
  void open();
  uint64_t clocksToArrive() const { return clocks_to_arrive_; }

  // All that waits is made.
  void replay();
  // Of the accesses in the log only the last one goes on to wait; the others have arrived.
  void takeEarlier();
  // What the log has come to when everything has arrived, where no write follows, which would drive the I/O bus.
  void takeArrivedAlone();

  // True if somebody has to be told of a rise of line 12 to come.
  bool hasA12Rise() const { return line12_.told.expectsRise(); }
  // True if nobody notices the write at any time, but by the I/O bus, and another one of the same register takes back all
  // that it does.
  bool isHarmless(const LoggedAccess& write) const;
  // True if NMI stays as it is while its enable bit follows first the old data on the bus, and ends as it was.
  bool leavesNmi(const LoggedAccess& write) const;
  // Until when nothing is rendered.
  Blank findBlankEnd() const;

 private:
  bool repeats(const LoggedAccess& write) const;
  void waitAlone(const LoggedAccess& access, Waits waits);
  bool arrivesInBlank(uint64_t now) const { return now + clocks_to_arrive_ <= log_.blank.until; }
  bool keepsColors(const LoggedAccess& write) const;
  bool isUnseenWhileBlank(const LoggedAccess& write) const;
  A12Move a12MoveOf(const LoggedAccess& access) const;
  unsigned stepsBesideA12() const;
  Blank findBlank() const;
  int dotsToColor(const LoggedAccess& access) const;
  void takeArrived();
  void take(std::span<const LoggedAccess> accesses);
  void takeUnpainted(std::span<const LoggedAccess> accesses);
  void takeOne(const LoggedAccess& access);
  size_t storeBytes(std::span<const LoggedAccess> writes);
  void paint(std::span<const LoggedAccess> accesses);

  Ppu& chip_;
  AccessLog& log_;
  Compositor& compositor_;
  const Prediction& prediction_;
  IdleRun& idle_;
  Line12& line12_;
  Runner& runner_;
  const uint64_t clocks_to_arrive_;
};

}  // namespace jumpscope::ppu::fast
