// Watches a running console and hands over what a trace and a write log hold.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "src/console/console.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

using RowSink = std::function<void(const Row&)>;
using WriteSink = std::function<void(const Write&)>;
// The buttons of port 1 that were latched at the start of a frame.
using ButtonsOf = std::function<uint8_t(uint64_t frame)>;

// Reads all watches now, into `row`. `frame` and `buttons` are the row's.
void readRow(const console::Console& console, const std::vector<Watch>& watches, uint64_t frame,
             uint8_t buttons, Row& row);

// While it lives it owns the console's hooks on_frame_end and on_watched_write. At the end of every frame k
// it hands `rows` the row k: the values at that moment, and the buttons latched at the frame's start. With
// `writes` every write to a watched byte is handed over as it happens, disassembled; a byte that belongs to
// several watches counts for each, in their order. Without `writes` the console pays nothing for the watches
// between frames.
class Recorder {
 public:
  // Throws std::runtime_error when a watch is not sound or has no address.
  Recorder(console::Console& console, std::vector<Watch> watches, ButtonsOf buttons, RowSink rows,
           WriteSink writes = {});
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

 private:
  void onWrite(const console::WatchedWrite& write);

  console::Console& console_;
  std::vector<Watch> watches_;
  ButtonsOf buttons_;
  RowSink rows_;
  WriteSink writes_;
  Row row_;
  std::map<uint16_t, std::vector<size_t>> watches_at_;  // by address
};

}  // namespace jumpscope::trace
