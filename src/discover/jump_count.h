// The bytes in which a game counts the frames since the start of a jump, for a lift or a cut that depends on them.
#pragma once

#include <optional>
#include <vector>

#include "src/discover/law_bytes.h"

namespace jumpscope::discover {

class JumpCount {
 public:
  JumpCount(Laboratory& laboratory, const KnownJump& jump);

  // nullopt: the byte does not count the frames since the start, or the jump does not ask it.
  std::optional<LawByte> counter(size_t place) const;
  // The same of a byte that is not 0 as long as the frames are counted, and 0 after a release.
  std::optional<LawByte> runs(size_t place) const;

 private:
  bool isDown(const Flight& flight, size_t t) const;
  // The last frame of the first few in which the button has been down since the start.
  size_t heldUntil(const Flight& flight) const;
  // How many flights go on in another way after the byte was set.
  size_t changed(size_t place, const std::vector<int>& values, size_t within, std::string& words) const;

  Bench& bench_;
  const JumpScene& jump_;
  const KnownJump known_;
  std::vector<Flight> flights_;
  size_t start_ = 0;  // the frame in which they start
};

}  // namespace jumpscope::discover
