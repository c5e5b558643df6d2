#include "src/base/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iostream>

#include "src/base/concat.h"
#include "src/base/interrupt.h"

namespace jumpscope::base {

namespace {

using namespace std::chrono_literals;

bool terminalTakesControl() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && !(no_color && *no_color) && term && std::strcmp(term, "dumb") != 0;
}

}  // namespace

std::string painted(std::string_view words, Paint paint) {
  if (!terminalTakesControl()) return std::string(words);
  return concat({paint == Paint::Error ? "\x1b[1;31m" : "\x1b[33m", words, "\x1b[0m"});
}

std::string durationText(std::chrono::seconds duration) {
  const auto seconds = duration.count();
  if (seconds < 60) return concat({std::to_string(seconds), " s"});
  if (seconds < 3600)
    return concat({std::to_string(seconds / 60), " min ", std::to_string(seconds % 60), " s"});
  return concat({std::to_string(seconds / 3600), " h ", std::to_string(seconds % 3600 / 60), " min"});
}

std::string progressText(std::string_view what, uint64_t done, uint64_t total,
                         std::chrono::steady_clock::duration elapsed) {
  std::string text = concat({what, " ", std::to_string(done)});
  if (total == 0) return text;
  const double part = static_cast<double>(done) / static_cast<double>(total);
  text += concat({" of ", std::to_string(total), " (", std::to_string(static_cast<int>(100 * part)), " %"});
  constexpr double enough = 0.01;
  if (elapsed >= 1s && part >= enough) {
    const auto left = std::chrono::duration_cast<std::chrono::seconds>(elapsed * ((1 - part) / part));
    text += concat({", ", durationText(left + 1s), " left"});
  }
  return text + ")";
}

Progress::Progress(std::string what, uint64_t total)
    : what_(std::move(what)), total_(total), on_terminal_(terminalTakesControl()), started_(Clock::now()) {
  constexpr auto short_command = 200ms;
  next_ = started_ + short_command;
}

Progress::~Progress() {
  if (!shown_) return;
  std::cerr << "\r\x1b[K" << std::flush;
  clearLineWhenInterrupted(false);
}

void Progress::at(uint64_t done) {
  if (!on_terminal_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  constexpr auto interval = 100ms;
  next_ = now + interval;
  say(progressText(what_, done, total_, now - started_));
}

void Progress::say(std::string_view words) {
  if (!on_terminal_) return;
  shown_ = true;
  clearLineWhenInterrupted(true);
  std::cerr << "\r\x1b[K" << words << std::flush;
}

}  // namespace jumpscope::base
