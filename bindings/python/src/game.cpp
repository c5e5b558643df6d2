#include "game.h"

#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "ppu/palette.h"
#include "src/library/impl.h"

namespace jumpscope::python {

namespace {

constexpr size_t pixel_count = size_t(picture_width) * picture_height;

// Luma after ITU-R BT.601.
std::array<uint8_t, 512> makeGreys() {
  std::array<uint8_t, 512> greys{};
  for (size_t i = 0; i < greys.size(); ++i) {
    const auto color = palette().subspan(i * 3, 3);
    greys[i] = static_cast<uint8_t>((299 * color[0] + 587 * color[1] + 114 * color[2] + 500) / 1000);
  }
  return greys;
}

}  // namespace

size_t sizeOf(Look look) {
  if (look == Look::Ram) return 0x800;
  return look == Look::Rgb ? pixel_count * 3 : look == Look::Index ? pixel_count * 2 : pixel_count;
}

Game::Game(const Cartridge& cartridge, const Rules& rules)
    : rules_(rules), console_(cartridge, rules.options), watches_(rules.profile.impl().profile.watches) {
  if (rules.frame_skip == 0)
    throw std::runtime_error("the frame skip is 0; expected at least 1 frame a step");
  if (rules.random_ram && !rules.start_state.empty())
    throw std::runtime_error("an episode begins at power-on with random RAM or in a saved state, not both");
  shown_ = watches_.size();
  for (const auto& [text, weight] : rules.rewards) addExpression(text, "the reward", weight);
  reward_terms_ = terms_.size();
  if (!rules.terminated.empty()) terminated_ = addExpression(rules.terminated, "the end of an episode", 1);
  if (!rules.truncated.empty())
    truncated_ = addExpression(rules.truncated, "the truncation of an episode", 1);
  if (!rules.start_state.empty()) {
    console_.loadState(rules.start_state);
    start_ = console_.state();
    start_picture_ = nextPicture();
  } else if (!rules.random_ram) {
    begin();
    start_ = console_.state();
    start_picture_.assign(console_.pixels().begin(), console_.pixels().end());
  }
  for (const trace::Watch& watch : watches_)
    if (watch.addresses.empty() && watch.type != trace::Type::Lag)
      throw std::runtime_error("the watch '" + watch.name + "' has no address, so a console cannot show it");
  console::Console& machine = console_.impl().console;
  reader_.emplace(machine, watches_);
  machine.hooks().on_frame_end = [this](uint64_t frame) { reader_->read(frame, buttons_, row_); };
  reset(0);
}

// Each expression sees the profile's watches first, and its own come after those of the expressions before it.
size_t Game::addExpression(const std::string& text, const std::string& what, double weight) {
  trace::When expression(text, watches_, what);
  watches_.insert(watches_.end(), expression.extraWatches().begin(), expression.extraWatches().end());
  terms_.push_back({std::move(expression), weight});
  return terms_.size() - 1;
}

double Game::valueOf(size_t term) const {
  const trace::When::Exact value = terms_[term].expression.value(row_, buttons_before_);
  return static_cast<double>(value.whole) + std::ldexp(static_cast<double>(value.part), -32);
}

// From power-on through the prefix.
void Game::begin() {
  const uint64_t frames = rules_.prefix.frames();
  while (console_.frame() < frames) {
    rules_.prefix.apply(console_);
    runFrame(console_.frame() + 1 == frames);
  }
}

// `rendered`: its picture may be observed.
void Game::runFrame(bool rendered) {
  console_.impl().console.setRendering(rendered);
  console_.runFrame();
  if (rules_.between) rules_.between();
}

// A state has no picture. What comes next without buttons stands for it.
std::vector<uint16_t> Game::nextPicture() const {
  if (!rules_.options.video) return {};
  Console ahead(console_);
  ahead.setButtons(0, 0);
  ahead.setButtons(1, 0);
  ahead.runFrame();
  return {ahead.pixels().begin(), ahead.pixels().end()};
}

// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators").
uint64_t Game::chance() {
  uint64_t z = seed_ += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

void Game::reset(uint64_t seed) {
  seed_ = seed;
  reset();
}

void Game::reset() {
  if (start_) {
    console_.restore(*start_);
    picture_ = start_picture_;
  } else {
    picture_.clear();
    Options options = rules_.options;
    options.ram_init = "random:" + std::to_string(chance());
    const Console fresh(console_.cartridge(), options);
    console_ = fresh;  // by copy: the reader and views of RAM stay with this one
    begin();
  }
  if (rules_.most_noops > 0) {
    console_.setButtons(0, 0);
    console_.setButtons(1, 0);
    const uint64_t noops = chance() % (uint64_t(rules_.most_noops) + 1);
    for (uint64_t frame = 1; frame <= noops; ++frame) runFrame(frame == noops);
    if (noops > 0) picture_.clear();
  }
  frames_ = 0;
  forget();
}

void Game::restore(const State& state) {
  console_.restore(state);
  picture_ = nextPicture();
  forget();
}

// After a jump in time nothing has changed yet.
void Game::forget() {
  buttons_ = buttons_before_ = 0;
  const uint64_t frame = console_.frame() > 0 ? console_.frame() - 1 : 0;
  reader_->restart();
  reader_->read(frame, 0, row_);
}

Outcome Game::step(uint8_t buttons, uint8_t pad2) {
  Outcome outcome;
  picture_.clear();
  console::Console& machine = console_.impl().console;
  const bool may_end_early = rules_.options.video && (terminated_ || truncated_);
  for (unsigned i = 0; i < rules_.frame_skip && !outcome.ended(); ++i) {
    buttons_before_ = buttons_;
    buttons_ = buttons;
    console_.setButtons(0, buttons);
    console_.setButtons(1, pad2);
    const bool last =
        i + 1 == rules_.frame_skip || (rules_.max_frames > 0 && frames_ + 1 >= rules_.max_frames);
    std::optional<console::State> before;
    if (may_end_early && !last) before = machine.state();
    runFrame(last);
    ++frames_;
    for (size_t term = 0; term < reward_terms_; ++term) outcome.reward += terms_[term].weight * valueOf(term);
    outcome.terminated = holds(terminated_);
    outcome.truncated = holds(truncated_) || (rules_.max_frames > 0 && frames_ >= rules_.max_frames);
    if (before && outcome.ended()) {  // the last frame after all: once more, for its picture
      machine.restore(*before);
      runFrame(true);
    }
  }
  return outcome;
}

void Game::observe(Look look, uint8_t* out) const {
  static const std::array<uint8_t, 512> greys = makeGreys();
  if (look == Look::Ram) {
    std::memcpy(out, console_.ram().data(), console_.ram().size());
    return;
  }
  const std::span<const uint16_t> pixels = picture_.empty() ? console_.pixels() : std::span(picture_);
  if (look == Look::Index) {
    std::memcpy(out, pixels.data(), pixels.size_bytes());
  } else if (look == Look::Grey) {
    for (const uint16_t pixel : pixels) *out++ = greys[pixel];
  } else {
    ppu::writeRgb(pixels, out);
  }
}

}  // namespace jumpscope::python
