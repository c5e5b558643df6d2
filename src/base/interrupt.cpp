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
  std::signal(SIGHUP, onSignal);
  // A write that fails is an error with a sentence, and leaves nothing behind.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted() { return interrupt_flag != 0; }

void throwIfInterrupted() {
  if (interrupted()) throw Interrupted{};
}

}  // namespace jumpscope::base
