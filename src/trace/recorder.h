// Observes a running console and delivers the rows of a trace and of a write log.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/trace/call_stack.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// The header of a run's trace. `movie_sha1` and `profile_name` are empty if there is none.
Header headerOf(const console::Cartridge& cartridge, const console::Options& options,
                const std::string& movie_sha1, const std::string& profile_name,
                const std::vector<Watch>& watches);

// Of the console's board.
std::optional<PrgBanks> banksOf(const console::Console& console);

using RowSink = std::function<void(const Row&)>;
using WriteSink = std::function<void(const Write&)>;
// The buttons of port 1 that were latched at the start of a frame.
using ButtonsOf = std::function<uint8_t(uint64_t frame)>;

// Reads watches, and remembers the previous frame's values for the watches that need them.
class RowReader {
 public:
  // Precondition: the watches are valid and have addresses; the console outlives the reader. The current
  // values count as those of the frame before the first.
  RowReader(const console::Console& console, std::vector<Watch> watches);

  // Reads all watches now, into `row`. `frame` and `buttons` are the row's.
  void read(uint64_t frame, uint8_t buttons, Row& row);

  // After a jump in time (a loaded state): the current values become those of the previous frame.
  void restart();
  // The values of the previous frame, one per watch; and a way to restore them.
  const std::vector<int64_t>& remembered() const { return before_; }
  void remember(const std::vector<int64_t>& before) { before_ = before; }

 private:
  int64_t valueOf(const Watch& watch) const;

  // A watch that shows a byte of RAM as it is: most of them, and a frame of a fast run has little time for each.
  struct PlainByte {
    bool is_one = false, is_signed = false;
    uint16_t address = 0;
  };
  PlainByte plainByte(const Watch& watch) const;

  const console::Console& console_;
  std::vector<Watch> watches_;
  std::vector<PlainByte> plain_;  // one a watch
  std::vector<int64_t> before_;   // one a watch; of those that show the value itself never read
};

// During its lifetime it owns the console's hooks on_frame_end and on_watched_write. At the end of frame k it
// passes row k to `rows`: the values at that time, and the buttons latched at the start of the frame. With
// `writes`, every write to a watched byte is passed on when it happens, with the disassembled instruction. If
// several watches contain the byte, each gets the write, in their order; previous and delta watches get it
// only if no other watch contains the byte. Without `writes`, watches cost nothing between frames.
class Recorder {
 public:
  // `stacks`: writes have call stacks. The recorder then follows the program's calls and also owns the hook
  // on_stack_moved. Throws std::runtime_error if a watch is invalid or has no address.
  enum class Stacks { Leave, Keep };
  Recorder(console::Console& console, std::vector<Watch> watches, ButtonsOf buttons, RowSink rows,
           WriteSink writes = {}, Stacks stacks = Stacks::Leave);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // After a jump in time (a loaded state).
  RowReader& reader() { return reader_; }
  const RowReader& reader() const { return reader_; }

 private:
  void onWrite(const console::WatchedWrite& write);
  const std::string& disassembledAt(const console::WatchedWrite& seen);
  void watchWrites(bool plain);

  console::Console& console_;
  std::vector<Watch> watches_;
  ButtonsOf buttons_;
  RowSink rows_;
  WriteSink writes_;
  RowReader reader_;
  Row row_;
  Write write_;
  // Instructions that were disassembled, until another one takes their place.
  struct Disassembled {
    uint16_t pc = 0;
    std::array<uint8_t, 3> bytes{};
    std::string text;
  };
  std::array<Disassembled, 128> disassembled_;
  std::optional<CallStack> stack_;
  std::map<uint16_t, std::vector<size_t>> watches_at_;  // by address
};

}  // namespace jumpscope::trace
