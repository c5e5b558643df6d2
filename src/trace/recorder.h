// Watches a running console and hands over what a trace and a write log hold.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "src/console/console.h"
#include "src/trace/call_stack.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// What the trace of a run says about itself. `movie_sha1`, `profile_name`: empty without.
Header headerOf(const console::Cartridge& cartridge, const console::Options& options,
                const std::string& movie_sha1, const std::string& profile_name,
                const std::vector<Watch>& watches);

using RowSink = std::function<void(const Row&)>;
using WriteSink = std::function<void(const Write&)>;
// The buttons of port 1 that were latched at the start of a frame.
using ButtonsOf = std::function<uint8_t(uint64_t frame)>;

// Reads watches, and remembers what those that ask for it were a frame ago.
class RowReader {
 public:
  // Precondition: the watches are sound and have addresses; the console outlives the reader. What is read now
  // is the frame before the first.
  RowReader(const console::Console& console, std::vector<Watch> watches);

  // Reads all watches now, into `row`. `frame` and `buttons` are the row's.
  void read(uint64_t frame, uint8_t buttons, Row& row);

  // For a console that is taken to another moment: what is read now is the frame before the next.
  void restart();
  // What the next row is compared with, one value a watch; and to go on from what was so remembered.
  const std::vector<int64_t>& remembered() const { return before_; }
  void remember(const std::vector<int64_t>& before) { before_ = before; }

 private:
  int64_t valueOf(const Watch& watch) const;

  const console::Console& console_;
  std::vector<Watch> watches_;
  std::vector<int64_t> before_;  // one a watch; of those that show the value itself never read
};

// While it lives it owns the console's hooks on_frame_end and on_watched_write. At the end of every frame k
// it hands `rows` the row k: the values at that moment, and the buttons latched at the frame's start. With
// `writes` every write to a watched byte is handed over as it happens, disassembled; a byte that belongs to
// several watches counts for each, in their order; previous and delta watches only count where no other watch
// has the byte. Without `writes` the console pays nothing for the watches between frames.
class Recorder {
 public:
  // `stacks`: whether writes come with their call stack, for which it follows the program's calls (and owns
  // the hook on_stack_moved too). Throws std::runtime_error when a watch is not sound
  // or has no address.
  enum class Stacks { Leave, Keep };
  Recorder(console::Console& console, std::vector<Watch> watches, ButtonsOf buttons, RowSink rows,
           WriteSink writes = {}, Stacks stacks = Stacks::Leave);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // For a console that is taken to another moment.
  RowReader& reader() { return reader_; }
  const RowReader& reader() const { return reader_; }

 private:
  void onWrite(const console::WatchedWrite& write);
  void watchWrites(bool plain);

  console::Console& console_;
  std::vector<Watch> watches_;
  ButtonsOf buttons_;
  RowSink rows_;
  WriteSink writes_;
  RowReader reader_;
  Row row_;
  std::optional<CallStack> stack_;
  std::map<uint16_t, std::vector<size_t>> watches_at_;  // by address
};

}  // namespace jumpscope::trace
