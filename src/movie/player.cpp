#include "src/movie/player.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace jumpscope::movie {

void latch(console::Console& console, const FrameInput& input) {
  if (input.power) {
    const uint64_t frame = console.frame();
    console.powerOn();
    console::State state = console.state();
    state.frame = frame;
    console.restore(state);
  }
  if (input.reset) console.softReset();
  for (int pad = 0; pad < 4; ++pad) console.setButtons(pad, input.pads[size_t(pad)]);
  for (size_t port = 0; port < input.inputs.size(); ++port) console.setInput(port, input.inputs[port]);
}

void Player::setFrameByFrame(const Movie& movie) {
  uint8_t commands = 0;  // of the record before; where it has both, NesHawk only resets
  for (const Record& record : movie.records) {
    FrameInput input;
    input.pads = record.pads;
    input.inputs = record.inputs;
    input.reset = (commands & command_reset) != 0;
    input.power = (commands & command_power) != 0 && !input.reset;
    movie_.push_back(input);
    commands = record.commands;
  }
}

void Player::setMovie(const Movie& movie) {
  const auto& records = movie.records;
  const auto commandsOf = [&](size_t index) { return index < records.size() ? records[index].commands : 0; };
  constexpr uint8_t restart = command_reset | command_power;

  movie_.clear();
  devices_ = movie.devices();
  if (movie.timing == Timing::FrameByFrame) return setFrameByFrame(movie);
  // `index` is the record of this frame. From power-on frame 0 covers the dead records 0 and 1, in which
  // power-on happens.
  size_t index = 0;
  for (bool first = movie.startsFromPowerOn(); index < records.size(); first = false) {
    FrameInput input;
    uint8_t commands = commandsOf(index);
    if (first)
      commands &= uint8_t(~command_power);
    else
      input.pads = records[index].pads, input.inputs = records[index].inputs;

    if (first || (commands & restart) != 0) {
      while ((commandsOf(index + 1) & restart) != 0) commands |= commandsOf(++index);
      ++index;
    }
    ++index;
    input.reset = (commands & command_reset) != 0;
    input.power = (commands & command_power) != 0;
    movie_.push_back(input);
  }
}

void Player::addPresses(const std::vector<Press>& presses) {
  presses_.insert(presses_.end(), presses.begin(), presses.end());
  last_so_far_.clear();
  for (const Press& press : presses_)
    last_so_far_.push_back(last_so_far_.empty() ? press.last : std::max(last_so_far_.back(), press.last));
  first_from_here_.resize(presses_.size());
  uint64_t first = std::numeric_limits<uint64_t>::max();
  for (size_t i = presses_.size(); i-- > 0;) first_from_here_[i] = first = std::min(first, presses_[i].first);
}

void Player::addReset(uint64_t frame) { resets_.insert(frame); }

void Player::requireDevices(const console::Devices& devices) const {
  for (const Press& press : presses_) press.requireDevice(devices);
}

namespace {

// "the press at frame 50 lies" or "3 presses, the first at frame 50, lie", and what follows; nothing where there is none.
void addNote(std::vector<std::string>& notes, const std::vector<uint64_t>& frames, const std::string& one,
             const std::string& several, const std::string& where) {
  if (frames.empty()) return;
  const std::string at = "at frame " + std::to_string(*std::min_element(frames.begin(), frames.end()));
  notes.push_back(frames.size() == 1 ? "the " + one + " " + at + " lies " + where
                                     : std::to_string(frames.size()) + " " + several + ", the first " + at +
                                           ", lie " + where);
}

}  // namespace

std::vector<std::string> Player::notesOnUnreached(uint64_t first, uint64_t end) const {
  if (first >= end) return {};
  std::vector<uint64_t> early_presses, late_presses, early_resets, late_resets;
  for (const Press& press : presses_) {
    if (press.last < first) early_presses.push_back(press.first);
    if (press.first >= end) late_presses.push_back(press.first);
  }
  for (const uint64_t frame : resets_) {
    if (frame < first) early_resets.push_back(frame);
    if (frame >= end) late_resets.push_back(frame);
  }
  const std::string before = "before the first frame that is run, " + std::to_string(first);
  const std::string after = "after the last frame that is run, " + std::to_string(end - 1);
  std::vector<std::string> notes;
  addNote(notes, early_presses, "press", "presses", before);
  addNote(notes, late_presses, "press", "presses", after);
  addNote(notes, early_resets, "reset", "resets", before);
  addNote(notes, late_resets, "reset", "resets", after);
  return notes;
}

FrameInput Player::at(uint64_t frame) const {
  FrameInput input = frame < movie_.size() ? movie_[frame] : FrameInput{};
  const auto begin = std::ranges::lower_bound(last_so_far_, frame) - last_so_far_.begin();
  const auto end = std::ranges::upper_bound(first_from_here_, frame) - first_from_here_.begin();
  for (auto i = begin; i < end; ++i) {
    const Press& press = presses_[static_cast<size_t>(i)];
    if (press.first <= frame && frame <= press.last) press.apply(input.pads, input.inputs);
  }
  if (resets_.contains(frame)) input.reset = true;
  return input;
}

uint64_t Player::frames() const {
  // One past the last frame; a press up to the last number there is has no such.
  const auto onePast = [](uint64_t last) {
    return last == std::numeric_limits<uint64_t>::max() ? last : last + 1;
  };
  uint64_t frames = movie_.size();
  for (const Press& press : presses_) frames = std::max(frames, onePast(press.last));
  if (!resets_.empty()) frames = std::max(frames, onePast(*resets_.rbegin()));
  return frames;
}

}  // namespace jumpscope::movie
