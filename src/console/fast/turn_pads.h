// The pads during a turn of a loop that is executed without effect. Private to src/console/fast.
#pragma once

#include "src/console/machine.h"

namespace jumpscope::console::fast {

class TurnPads {
 public:
  // As they are at the head, in CPU cycle `cycle`.
  TurnPads(const Machine& machine, uint64_t cycle) : now_(machine.s.controllers) {
    runControllersTo(now_, cycle, !apu::isPutCycle(machine.apu.chip.s, now_.cycle));
    at_head_ = now_;
  }

  // Bit 0 of a port.
  uint8_t read(uint64_t cycle, size_t port) {
    runTo(cycle);
    noteRead(now_, port);
    return now_.pads[port].shift & 1;
  }
  void writeStrobe(uint64_t cycle, uint8_t value) {
    runTo(cycle);
    console::writeStrobe(now_, value);
  }
  // True if a turn that ends before `cycle` leaves them as it found them, also where it begins with the other half of an
  // APU cycle. Then any number of turns does so.
  bool cameBack(uint64_t cycle) {
    runTo(cycle);
    Controllers before = at_head_;
    before.cycle = now_.cycle;
    before.polled = now_.polled;
    return !depends_on_parity_ && now_ == before;
  }
  // Precondition: cameBack().
  Controllers after(uint64_t cycle) const {
    Controllers end = now_;
    end.cycle = cycle;
    return end;
  }

 private:
  // A strobe that lasts one cycle loads in a get cycle only.
  void runTo(uint64_t cycle) {
    depends_on_parity_ |= now_.strobe && cycle == now_.cycle + 1;
    runControllersTo(now_, cycle, true);
  }

  Controllers at_head_, now_;
  bool depends_on_parity_ = false;
};

}  // namespace jumpscope::console::fast
