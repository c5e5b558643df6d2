// Finds the byte that makes a watch's value wrong, and the instruction that wrote it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/diff/diff.h"
#include "src/trace/packed_writes.h"
#include "src/trace/trace.h"

namespace jumpscope::diff {

// The bytes of a run, from its write log. Refers to the log, which must be in order of frames.
class ByteHistory {
 public:
  explicit ByteHistory(trace::WritesView log);

  // The last write to a byte in `frame` or before it; nullptr: the log has none. Writes stay valid as the log's.
  const trace::Write* lastWrite(uint16_t address, uint64_t frame) const;
  // The byte at the end of `frame`; nullopt: the log has no write to it.
  std::optional<uint8_t> at(uint16_t address, uint64_t frame) const;
  // The last write of a frame to any byte of the watch of this name; nullptr: there is none.
  const trace::Write* lastWriteOf(const std::string& watch, uint64_t frame) const;

 private:
  // The log in blocks of equally many writes.
  struct Index {
    std::vector<uint64_t> first_frames;              // of the blocks
    std::map<uint16_t, std::vector<size_t>> blocks;  // in which a byte is written, by address
  };
  static constexpr size_t block_size = 1024;

  const Index& index() const;
  size_t endOf(size_t block) const { return std::min((block + 1) * block_size, log_.size()); }

  trace::WritesView log_;
  mutable std::optional<Index> index_;  // made when it is asked
};

// Fills in Difference::byte, writer and writer_expected of a difference in `watch`, whose frame, expected and got are
// known. Of several wrong bytes the one whose last write in the frame came first is named: the others may follow from
// it (a carry). Bytes that were not written in the frame come after those that were. `history`: nullptr without a log;
// of several wrong bytes the first of the watch is named then. `unknown_places`: the expected value's last binary places
// that mean nothing, since where it comes from ends above them.
void findWrongByte(const trace::Watch& watch, const ByteHistory* history, Difference& difference,
                   int unknown_places = 0);

}  // namespace jumpscope::diff
