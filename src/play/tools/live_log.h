// The last instructions as `jumpscope log` writes them, with its filter.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "src/play/game.h"
#include "src/trace/log.h"
#include "src/trace/log_filter.h"

namespace jumpscope::play {

class LiveLog {
 public:
  struct Line {
    uint64_t frame;
    trace::LogEntry entry;
  };

  // An empty condition: every instruction. Throws std::runtime_error; then the filter stays.
  void setFilter(const std::string& condition, const Game& game);
  void setFormat(trace::LogFormat format) { format_ = format; }

  // The hook of a console that runs a frame: notes the instruction that comes next, once, though its
  // frame be run again. `buttons`: those of the frame.
  void before(const console::Console& console, uint8_t buttons);
  void beginFrame(uint8_t buttons_before);

  const std::deque<Line>& lines() const { return lines_; }
  void clear() { lines_.clear(); }
  // What was logged from this frame on.
  void forget(uint64_t frame);
  uint64_t dropped() const { return dropped_; }
  // Without its '\n'.
  std::string textOf(const Line& line) const;
  // All lines, as a file.
  std::string text() const;

 private:
  static constexpr size_t lines_kept = 50'000;

  trace::LogFormat format_ = trace::LogFormat::Nintendulator;
  std::optional<trace::InstructionFilter> filter_;
  std::deque<Line> lines_;
  uint64_t dropped_ = 0;
  uint64_t next_cycle_ = 0;  // what is older is there
};

}  // namespace jumpscope::play
