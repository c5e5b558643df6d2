#include "tests/fuzz/programs/run_case.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "src/session/state_file.h"

namespace jumpscope::fuzz {

namespace {

using console::Console;
using Kind = Disturbance::Kind;

class Pair {
 public:
  explicit Pair(const Case& what)
      : oracle_(what.cartridge(), lockstep(what.options)),
        fast_(std::make_unique<Console>(what.cartridge(), what.options)),
        spare_(std::make_unique<Console>(what.cartridge(), what.options)) {}

  void setButtons(int pad, console::Buttons held) {
    oracle_.setButtons(pad, held);
    fast_->setButtons(pad, held);
  }
  void runFrame() {
    oracle_.runFrame();
    fast_->runFrame();
  }
  void disturb(const Disturbance& d) {
    for (int step = 0; step < d.steps; ++step) {
      oracle_.step();
      fast_->step();
    }
    switch (d.kind) {
      case Kind::None:
        return;
      case Kind::Poke:
        oracle_.poke(d.value & 0xFFFF, static_cast<uint8_t>(d.value >> 16));
        fast_->poke(d.value & 0xFFFF, static_cast<uint8_t>(d.value >> 16));
        return;
      case Kind::Reset:
        oracle_.softReset();
        fast_->softReset();
        return;
      case Kind::Buttons:
        return setButtons(1, static_cast<console::Buttons>(d.value));
      default:
        return move(d.kind);
    }
  }

  // Empty: there is none.
  std::string difference() const { return console::firstDifference(fast_->state(), oracle_.state()); }
  // Why the state does not come back from a file as it was; empty: it does.
  std::string lossInFile() const {
    try {
      const console::State read =
          session::decodeState(session::encodeState(*fast_), *fast_, "the state after this frame");
      return console::firstDifference(read, fast_->state());
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }
  std::string differenceOfOutputs() {
    if (outputs_left_behind_) return "";
    const auto drawn = fast_->pixels(), wanted = oracle_.pixels();
    if (!std::equal(drawn.begin(), drawn.end(), wanted.begin(), wanted.end())) return "pixels";
    return fast_->takeSamples() == oracle_.takeSamples() ? "" : "samples";
  }

 private:
  static console::Options lockstep(console::Options options) {
    options.policy = console::Policy::Lockstep;
    return options;
  }

  // Goes on with the same state in another console.
  void move(Kind kind) {
    if (kind == Kind::Look) return look();
    if (kind == Kind::Save) {
      spare_->restore(session::decodeState(session::encodeState(*fast_), *spare_, "the saved state"));
    } else if (kind == Kind::Copy) {
      spare_ = std::make_unique<Console>(*fast_);
    } else if (kind == Kind::Assign) {
      *spare_ = *fast_;
    } else {
      spare_->restore(fast_->state());
    }
    std::swap(fast_, spare_);
    outputs_left_behind_ = true;
  }
  void look() {
    unsigned sum = 0;
    for (unsigned address = 0; address < 0x10000; address += 3)
      sum += fast_->peek(static_cast<uint16_t>(address));
    for (unsigned address = 0; address < 0x4000; address += 3)
      sum += fast_->peekPpu(static_cast<uint16_t>(address));
    looked_at_ ^= sum + fast_->cpu().pc + fast_->ram()[0];
  }

  Console oracle_;
  std::unique_ptr<Console> fast_, spare_;
  unsigned looked_at_ = 0;
  bool outputs_left_behind_ = false;  // a picture and samples under way are no part of a state
};

}  // namespace

std::optional<Finding> runCase(const Case& what) {
  Pair pair(what);
  auto next = what.disturbances.begin();
  for (int frame = 0; frame < what.frames; ++frame) {
    const auto found = [frame](std::string text) { return Finding{frame, std::move(text)}; };
    try {
      if (!what.buttons.empty())
        pair.setButtons(0, what.buttons[static_cast<size_t>(frame) % what.buttons.size()]);
      for (; next != what.disturbances.end() && next->frame <= frame; ++next) {
        pair.disturb(*next);
        if (std::string field = pair.difference(); !field.empty()) return found(field);
      }
      pair.runFrame();
    } catch (const std::runtime_error& error) {
      return Finding{frame, error.what(), true};
    }
    if (std::string field = pair.difference(); !field.empty()) return found(field);
    if (std::string loss = pair.lossInFile(); !loss.empty()) return Finding{frame, loss, true};
    if (what.options.video)
      if (std::string output = pair.differenceOfOutputs(); !output.empty()) return found(output);
  }
  return std::nullopt;
}

}  // namespace jumpscope::fuzz
