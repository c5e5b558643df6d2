#include "src/base/interrupt.h"

#include <csignal>

namespace jumpscope::base {

namespace {

volatile std::sig_atomic_t interrupt_flag = 0;

void onSignal(int signal) {
  interrupt_flag = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catchInterrupts() {
  std::signal(SIGINT, onSignal);
  std::signal(SIGTERM, onSignal);
}

bool interrupted() { return interrupt_flag != 0; }

void throwIfInterrupted() {
  if (interrupted()) throw Interrupted{};
}

}  // namespace jumpscope::base
