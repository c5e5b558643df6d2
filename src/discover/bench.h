// The bench on which experiments are made: a console that is put into a state, has bytes of its memory changed, runs a few
// frames, and is looked at after each.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::discover {

using console::Buttons;
// What port 1 holds, one entry a frame; nothing after the last entry.
using Script = std::vector<Buttons>;

inline constexpr Buttons button_a = 0x01, button_b = 0x02, button_select = 0x04, button_start = 0x08,
                         button_up = 0x10, button_down = 0x20, button_left = 0x40, button_right = 0x80;

// The budget is spent, or the user has pressed Ctrl+C.
struct OutOfTime {};

// Which bytes can be read and changed: the console's RAM and the cartridge's. A byte is known by its index.
class Places {
 public:
  Places() = default;
  explicit Places(const console::Cartridge& cartridge);
  size_t count() const { return addresses_.size(); }
  uint16_t address(size_t place) const { return addresses_[place]; }
  std::optional<size_t> at(uint16_t address) const;
  // Leaves the console's RAM, and of the cartridge's the bytes for which keep(place) holds.
  void narrow(const std::function<bool(size_t place)>& keep);

 private:
  std::vector<uint16_t> addresses_;  // ascending
};

// What is seen at the end of a frame. OAM is what the picture of that frame was made from.
struct Shot {
  std::array<uint8_t, 256> oam{};
  int scroll_x = 0, scroll_y = 0;  // as the game last set it
  std::vector<uint8_t> bytes;      // by place
  bool polled = true;              // a controller was strobed or read in the frame; else it is a lag frame
};
using Film = std::vector<Shot>;

struct Poke {
  size_t place = 0;
  uint8_t value = 0;
};

// A state in the middle of a script.
struct Moment {
  console::State state;
  size_t frame = 0;  // index into the script and its film: the next frame to run
};

class Bench {
 public:
  using Clock = std::chrono::steady_clock;

  Bench(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options);

  // From power-on.
  const console::State& powerOn() const { return power_on_; }
  const console::Console& console() const { return console_; }
  Places& places() { return places_; }
  const Places& places() const { return places_; }

  // run() and the like throw OutOfTime from then on.
  void setDeadline(Clock::time_point deadline) { deadline_ = deadline; }
  // Called every now and then.
  void setTick(std::function<void()> tick) { tick_ = std::move(tick); }
  uint64_t framesRun() const { return frames_; }

  // Runs `frames` frames of the script from its frame `first` on, after the pokes, and films each.
  Film film(const console::State& from, const Script& script, size_t first, size_t frames,
            std::span<const Poke> pokes = {});
  Film film(const Moment& moment, const Script& script, size_t frames, std::span<const Poke> pokes = {}) {
    return film(moment.state, script, moment.frame, frames, pokes);
  }
  // By place.
  std::vector<uint8_t> bytesIn(const console::State& state);
  // The state after the first `frames` frames of the script.
  console::State after(const console::State& from, const Script& script, size_t frames);

  // What the game writes to these bytes in the first `frames` frames of the script, in order.
  struct Write {
    size_t frame = 0;  // of the script
    size_t place = 0;
    uint8_t value = 0;
  };
  std::vector<Write> writes(const console::State& from, const Script& script, size_t frames,
                            std::span<const size_t> places);
  // The instructions that write a byte while the frames run, each once, by address.
  struct Writer {
    uint16_t pc = 0;
    std::optional<unsigned> bank;
    unsigned writes = 0;
  };
  std::vector<Writer> writers(const Moment& moment, const Script& script, size_t frames, size_t place);

 private:
  // Runs `frames` frames and calls `noted` for each write to one of the places.
  void watched(const console::State& from, const Script& script, size_t first, size_t frames,
               std::span<const size_t> places,
               const std::function<void(const console::WatchedWrite&)>& noted);
  void runFrame(Buttons buttons);
  Shot shot();

  console::Console console_;
  console::State power_on_;
  Places places_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::function<void()> tick_;
  uint64_t frames_ = 0;
};

}  // namespace jumpscope::discover
