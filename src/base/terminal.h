// What a person sees on stderr while a command works: colors, and the progress of long commands. Both are for
// terminals only; NO_COLOR (https://no-color.org) and TERM=dumb turn them off.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace jumpscope::base {

enum class Paint : uint8_t { Error, Note };

// The words in color where stderr shows colors, else as they are.
std::string painted(std::string_view words, Paint paint);

// "40 s", "3 min 5 s", "2 h 10 min".
std::string durationText(std::chrono::seconds duration);

// "frame 1200 of 3600 (33 %, 12 s left)". `total` of 0: not known. The time appears once it can be estimated.
std::string progressText(std::string_view what, uint64_t done, uint64_t total,
                         std::chrono::steady_clock::duration elapsed);

// One line that is rewritten while a long command works, and goes when the command is done.
class Progress {
 public:
  Progress(std::string what, uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void at(uint64_t done);
  // Shows these words instead.
  void say(std::string_view words);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  uint64_t total_;
  bool on_terminal_;
  bool shown_ = false;
  Clock::time_point started_, next_;
};

}  // namespace jumpscope::base
