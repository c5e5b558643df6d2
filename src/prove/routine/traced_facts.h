// What the executions that were seen show of a routine.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "src/prove/routine/routine.h"
#include "src/prove/routine/ways.h"

namespace jumpscope::prove {

// Tells executions that show something new from those that show what others have shown, so that of a long run the latter
// need not be kept.
class FactsSeen {
 public:
  explicit FactsSeen(const Routine& routine) : routine_(routine) {}

  // True if noteFacts() and the search for the pad's bytes could find something else without this entry.
  bool add(const Entry& entry);

 private:
  struct OfWay {
    std::set<std::pair<uint16_t, uint8_t>> code;           // bytes of RAM that were executed
    std::set<std::pair<uint16_t, uint16_t>> stores;        // instruction, address
    std::set<std::pair<uint16_t, uint16_t>> stack_stores;  // those to the live stack
    std::set<std::pair<uint8_t, uint16_t>> pointers;       // as the caller left them
    std::set<std::pair<bool, bool>> ends;                  // explained, to the caller
  };

  bool addPads(const Entry& entry);

  const Routine& routine_;
  std::map<Way, OfWay> ways_;
  bool any_ = false;
  std::vector<PadByte> pads_;  // that held the pad so far
};

// Finds Routine::computed, pointers, code and refused of each way (ways.h) in its entries, and `unexplained` in those of
// all: what one traced frame contradicts is proved of no way.
void noteFacts(std::span<Routine> ways);

}  // namespace jumpscope::prove
