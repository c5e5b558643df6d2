// Which subroutine moves the player: from the calls and writes of a run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/prove/routine/motion_bytes.h"
#include "src/prove/routine/routine.h"
#include "src/trace/call_stack.h"
#include "src/trace/profile.h"

namespace jumpscope::prove {

// Collects which subroutine wrote which byte of the motion in its call tree, and how often each is called.
class CallCensus {
 public:
  explicit CallCensus(MotionBytes bytes) : bytes_(std::move(bytes)) {}

  // Runs the input from power-on.
  void run(const std::shared_ptr<const console::Cartridge>& cartridge, const Run& run);

  // The address of the innermost subroutine that is called once per frame and writes all of the bytes. Throws
  // std::runtime_error with a sentence that says which subroutine writes which byte, and advises the option.
  uint16_t find(const trace::Profile& profile, const std::string& option) const;
  // True if a run called the subroutine.
  bool calls(uint16_t address) const { return subroutines_.contains(address); }
  // True if it is called once per frame and writes all of the bytes, as find() demands.
  bool moves(uint16_t address) const;

 private:
  struct Subroutine {
    uint64_t calls = 0;
    uint64_t frames = 0;  // with a call
    uint64_t moving = 0;  // of these, the height changed
    uint64_t last_frame = UINT64_MAX;
    uint64_t depth = 0;   // of its place in the stack, summed over the writes in its call tree
    uint64_t writes = 0;  // in its call tree, of any of the bytes
    uint64_t now = 0,
             moved = 0;  // of these, in the frame in progress, and in frames in which the height changed
    std::vector<bool> written;  // by index of MotionBytes::motion
    std::vector<bool> own;      // by index of MotionBytes::motion, by itself and not by what it calls
  };

  void called(uint16_t address, uint64_t frame);
  void wrote(const std::vector<uint16_t>& callees, size_t byte);
  bool isOncePerFrame(const Subroutine& subroutine) const;
  bool movesAlone(const Subroutine& subroutine) const;
  std::string whoWrites(const trace::Profile& profile) const;

  MotionBytes bytes_;
  std::map<uint16_t, Subroutine> subroutines_;
  std::vector<uint16_t> called_now_;  // in the frame in progress
  uint64_t moving_frames_ = 0;
  uint64_t writes_now_ = 0, moving_writes_ = 0;  // of all code, as Subroutine has them
};

}  // namespace jumpscope::prove
