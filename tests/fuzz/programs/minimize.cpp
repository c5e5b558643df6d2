#include "tests/fuzz/programs/minimize.h"

#include <algorithm>

namespace jumpscope::fuzz {

namespace {

constexpr uint8_t nop = 0xEA;

// Tries one change after another and keeps those after which the case still fails.
class Minimizer {
 public:
  Minimizer(Case failing, const std::function<bool(const Case&)>& fails)
      : best_(std::move(failing)), fails_(fails) {}

  Case run() {
    fewerFrames();
    dropDisturbances();
    plainer([](Case& c) { c.options.ram_init = {}; });
    plainer([](Case& c) { c.options.video = c.options.audio = false; });
    plainer([](Case& c) { c.options.idle_skip = true; });
    plainer([](Case& c) { c.buttons.clear(); });
    plainer([](Case& c) { c.chr.assign(c.chr.size(), 0); });
    for (size_t length = 0x1000; length > 0; length /= 2) {
      blank(&Case::prg, nop, length);
      blank(&Case::chr, 0, length);
    }
    fewerFrames();
    dropDisturbances();
    return best_;
  }

 private:
  template <class Change>
  bool plainer(Change change) {
    Case tried = best_;
    change(tried);
    if (!fails_(tried)) return false;
    best_ = std::move(tried);
    return true;
  }

  void fewerFrames() {
    while (best_.frames > 1 && plainer([](Case& c) { c.frames = c.frames / 2; })) {
    }
    while (best_.frames > 1 && plainer([](Case& c) { --c.frames; })) {
    }
  }
  void dropDisturbances() {
    if (plainer([](Case& c) { c.disturbances.clear(); })) return;
    for (size_t i = best_.disturbances.size(); i-- > 0;)
      plainer(
          [i](Case& c) { c.disturbances.erase(c.disturbances.begin() + static_cast<std::ptrdiff_t>(i)); });
  }
  // Stretches of `length` bytes, one by one; those that are blank already are passed by.
  void blank(std::vector<uint8_t> Case::*memory, uint8_t filler, size_t length) {
    for (size_t at = 0; at + length <= (best_.*memory).size(); at += length) {
      const auto begin = (best_.*memory).begin() + static_cast<std::ptrdiff_t>(at);
      if (std::all_of(begin, begin + static_cast<std::ptrdiff_t>(length),
                      [&](uint8_t b) { return b == filler; }))
        continue;
      plainer([&](Case& c) {
        std::fill_n((c.*memory).begin() + static_cast<std::ptrdiff_t>(at), length, filler);
      });
    }
  }

  Case best_;
  const std::function<bool(const Case&)>& fails_;
};

}  // namespace

Case minimized(Case failing, const std::function<bool(const Case&)>& fails) {
  return Minimizer(std::move(failing), fails).run();
}

}  // namespace jumpscope::fuzz
