#include "src/prove/routine/find_routine.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/text.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

constexpr uint8_t jsr = 0x20;

// The entry addresses of the subroutines in progress, bottom to top. A handler of an interrupt begins anew: it is called
// by no subroutine.
std::vector<uint16_t> calleesOf(const console::Console& console, const std::vector<trace::Caller>& callers) {
  std::vector<uint16_t> callees;
  for (const trace::Caller& caller : callers) {
    if (caller.kind != trace::Caller::Kind::Jsr) {
      callees.clear();
      continue;
    }
    const auto operand = [&](int before) {
      return console.peek(static_cast<uint16_t>(caller.address.address - before));
    };
    callees.push_back(static_cast<uint16_t>(operand(2) | operand(1) << 8));
  }
  return callees;
}

std::vector<uint8_t> valuesOf(const console::Console& console, const std::vector<uint16_t>& addresses) {
  std::vector<uint8_t> values;
  for (const uint16_t address : addresses) values.push_back(console.peek(address));
  return values;
}

bool all(const std::vector<bool>& flags) {
  return std::all_of(flags.begin(), flags.end(), [](bool flag) { return flag; });
}

}  // namespace

void CallCensus::run(const std::shared_ptr<const console::Cartridge>& cartridge, const Run& run) {
  console::Console console(cartridge, run.options);
  if (run.input.start) session::begin(console, *run.input.start, run.input.player);
  trace::CallStack stack(console);
  console.hooks().on_stack_moved = [&] {
    stack.stackMoved();
    if (console.cpu().opcode == jsr) called(console.cpu().pc, console.frame());
  };
  console.hooks().on_watched_write = [&](const console::WatchedWrite& write) {
    const auto found = std::lower_bound(bytes_.motion.begin(), bytes_.motion.end(), write.address);
    wrote(calleesOf(console, stack.callers()), static_cast<size_t>(found - bytes_.motion.begin()));
  };
  for (const uint16_t address : bytes_.motion) console.watch(address);
  std::vector<uint8_t> before = valuesOf(console, bytes_.height);
  for (auto& [address, subroutine] : subroutines_) subroutine.last_frame = UINT64_MAX;
  for (uint64_t frame = 0; frame < run.input.frames; ++frame) {
    movie::latch(console, run.input.player.at(console.frame()));
    called_now_.clear();
    writes_now_ = 0;
    for (auto& [address, subroutine] : subroutines_) subroutine.now = 0;
    console.runFrame();
    std::vector<uint8_t> now = valuesOf(console, bytes_.height);
    if (now != before) {
      ++moving_frames_;
      for (const uint16_t address : called_now_) ++subroutines_[address].moving;
      for (auto& [address, subroutine] : subroutines_) subroutine.moved += subroutine.now;
      moving_writes_ += writes_now_;
    }
    before = std::move(now);
  }
}

void CallCensus::called(uint16_t address, uint64_t frame) {
  Subroutine& subroutine = subroutines_[address];
  ++subroutine.calls;
  if (subroutine.last_frame == frame) return;
  subroutine.last_frame = frame;
  ++subroutine.frames;
  called_now_.push_back(address);
}

void CallCensus::wrote(const std::vector<uint16_t>& callees, size_t byte) {
  ++writes_now_;
  for (size_t depth = 0; depth < callees.size(); ++depth) {
    Subroutine& subroutine = subroutines_[callees[depth]];
    subroutine.written.resize(bytes_.motion.size());
    subroutine.own.resize(bytes_.motion.size());
    subroutine.written[byte] = true;
    if (depth + 1 == callees.size()) subroutine.own[byte] = true;
    subroutine.depth += depth;
    ++subroutine.writes;
    ++subroutine.now;
  }
}

// A frame of the game's logic may take longer than one of the picture, so that a picture's frame may lack the call or
// have two. Code that sets a level up writes the bytes, too, but is not called while the player moves.
bool CallCensus::isOncePerFrame(const Subroutine& subroutine) const {
  return subroutine.calls * 100 <= subroutine.frames * 102 && subroutine.moving * 10 >= moving_frames_ * 9;
}

// A subroutine that only stops the player at the ground may write all bytes of the motion, too.
bool CallCensus::movesAlone(const Subroutine& subroutine) const {
  return subroutine.moved * 10 >= moving_writes_ * 9;
}

bool CallCensus::moves(uint16_t address) const {
  const auto at = subroutines_.find(address);
  return at != subroutines_.end() && !at->second.written.empty() && all(at->second.written) &&
         isOncePerFrame(at->second);
}

uint16_t CallCensus::find(const trace::Profile& profile, const std::string& option) const {
  constexpr uint64_t too_few = 5;  // code that clears RAM or sets a level up changes the height, too
  if (moving_frames_ < too_few)
    throw std::runtime_error("the height (" + nameOfByte(profile, bytes_.height.front()) +
                             ") changes in only " + base::counted(moving_frames_, "frame") +
                             " of the run; give a movie in which the character jumps (--movie F), "
                             "or the routine's address (" +
                             option + ")");
  const Subroutine* best = nullptr;
  uint16_t address = 0;
  for (const auto& [entry, subroutine] : subroutines_) {
    if (!moves(entry)) continue;
    const auto better = [this](const Subroutine& a, const Subroutine& b) {
      if (movesAlone(a) != movesAlone(b)) return movesAlone(a);
      return a.depth * b.writes > b.depth * a.writes;
    };
    if (best && !better(subroutine, *best)) continue;
    best = &subroutine;
    address = entry;
  }
  if (!best)
    throw std::runtime_error("no subroutine that is called once per frame writes all bytes of the motion; " +
                             whoWrites(profile) + "; give the routine's address with " + option);
  return address;
}

// "y_speed ($009F) is written by $8210, $8301"
std::string CallCensus::whoWrites(const trace::Profile& profile) const {
  std::string text;
  for (size_t byte = 0; byte < bytes_.motion.size(); ++byte) {
    std::string writers;
    for (const auto& [address, subroutine] : subroutines_)
      if (!subroutine.own.empty() && subroutine.own[byte])
        writers.append(writers.empty() ? "" : ", ").append(trace::addressText(address));
    text.append(byte ? "; " : "").append(nameOfByte(profile, bytes_.motion[byte]));
    text.append(writers.empty() ? " is written by no subroutine" : " is written by " + writers);
  }
  return text;
}

}  // namespace jumpscope::prove
