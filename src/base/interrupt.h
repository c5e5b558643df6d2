// Ctrl+C, and its relatives: how a program ends before its time.
#pragma once

#include <string>
#include <string_view>

namespace jumpscope::base {

inline constexpr int interrupted_status = 130;

// From now on the first SIGINT, SIGTERM or SIGHUP ends the program at once, whatever it does, with status 130: unfinished
// files are removed. Closed pipes and file size limits make writes fail.
void catchInterrupts();

// From now on an allocation that fails ends the program at once with a sentence and status 2: unfinished files are
// removed. Throwing would not do, since destructors of a JSON value allocate. For programs that hold nothing
// that their user could lose.
void endWhenOutOfMemory();

// While one exists, the first signal only sets a flag. For work that keeps what it has so far, which asks interrupted()
// many times a second and then finishes, and for steps that must not be left half-done. A second signal, or two seconds
// without an end, end the program all the same.
class HoldInterrupts {
 public:
  HoldInterrupts();
  ~HoldInterrupts();
  HoldInterrupts(const HoldInterrupts&) = delete;
  HoldInterrupts& operator=(const HoldInterrupts&) = delete;
};

bool interrupted();

// Files that are removed when a signal ends the program. From any thread; a path may be named more than once.
void removeWhenInterrupted(const std::string& path);
void keepWhenInterrupted(std::string_view path) noexcept;

// The process group of a child, which is killed when a signal ends the program. At most 64 at a time; others live on.
void killWhenInterrupted(int group) noexcept;
void spareWhenInterrupted(int group) noexcept;

// `clear`: the terminal shows a progress line, which an interrupt clears.
void clearLineWhenInterrupted(bool clear);

// While one exists, code of somebody else's runs in this process. If it calls exit(), nothing has been judged: the program
// ends with a sentence and status 2, whatever the status that was asked for.
class GuestCode {
 public:
  GuestCode();
  ~GuestCode();
  GuestCode(const GuestCode&) = delete;
  GuestCode& operator=(const GuestCode&) = delete;
};

}  // namespace jumpscope::base
