#include "src/sweep/candidates.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "src/base/lines.h"
#include "src/movie/press.h"

namespace jumpscope::sweep {
namespace {

// Frames that a chunk runs, about: a second or two on one core, which is what a kill can cost.
constexpr uint64_t chunk_frames = 1 << 17;
constexpr uint64_t fewest_runs = 16, most_default_runs = 4096;

[[noreturn]] void failCount() {
  throw std::runtime_error(
      "the sweep has more than 2^62 inputs; make ranges shorter, take fewer steps, or add a 'search'");
}

uint64_t product(uint64_t a, uint64_t b) {
  if (b != 0 && a > most_runs / b) failCount();
  return a * b;
}

std::vector<std::string> namesOf(const Ranges& ranges) {
  std::vector<std::string> names;
  for (const Variable& variable : ranges.variables) names.push_back(variable.name);
  return names;
}

Script patternScript(const Choices& choices, const Digits& digits) {
  Script script;
  for (size_t step = 0; step < digits.size(); ++step)
    script.setButtons(step * choices.hold, choices.buttons[digits[step]]);
  script.setButtons(digits.size() * choices.hold, 0);
  return script;
}

// "R R RA*12 . A": the buttons of one frame after another.
Script buttonsScript(std::string_view line) {
  constexpr uint64_t most_held = 1'000'000'000;
  Script script;
  uint64_t frame = 0;
  for (size_t begin = line.find_first_not_of(" \t"); begin != line.npos;
       begin = line.find_first_not_of(" \t", begin)) {
    const size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    const size_t star = word.find('*');
    const auto held = star == word.npos ? std::optional<uint64_t>(1)
                                        : base::parseInteger<uint64_t>(word.substr(star + 1), 1, most_held);
    if (!held)
      throw std::runtime_error("'" + std::string(word.substr(0, 40)) +
                               "' does not end in a number of frames; expected BUTTONS or BUTTONS*FRAMES");
    script.setButtons(frame, parseLetters(word.substr(0, star)));
    frame += *held;
    begin = end;
  }
  script.setButtons(frame, 0);
  return script;
}

}  // namespace

Candidates::Candidates(const Spec& spec, InputSources sources)
    : inputs_(spec.inputs), frames_(spec.frames), sources_(std::move(sources)) {
  chunk_runs_ = std::clamp(chunk_frames / frames_, fewest_runs, most_default_runs);
  if (const auto* ranges = std::get_if<Ranges>(&inputs_)) countRanges(*ranges);
  if (const auto* patterns = std::get_if<Patterns>(&inputs_)) {
    countPatterns(patterns->choices);
    if (!spec.search && count_ == 0) failCount();
  }
  if (const auto* random = std::get_if<Random>(&inputs_)) count_ = random->count;
  if (const auto* mutations = std::get_if<Mutations>(&inputs_)) count_ = mutations->count;
  if (std::holds_alternative<Lines>(inputs_)) count_ = sources_.lines.size();
  if (spec.chunk) chunk_runs_ = *spec.chunk;
}

void Candidates::countRanges(const Ranges& ranges) {
  names_ = namesOf(ranges);
  template_.emplace(ranges.press, names_);
  count_ = 1;
  for (const Variable& variable : ranges.variables) {
    count_ = product(count_, variable.count());
    radices_.push_back(uint32_t(variable.count()));
  }
}

// A chunk is a whole subtree: the runs whose first steps are equal share the frames of those. A search may have more
// patterns than can be counted; then count_ is 0.
void Candidates::countPatterns(const Choices& choices) {
  const auto base = uint64_t(choices.buttons.size());
  radices_.assign(choices.steps, uint32_t(base));
  count_ = 1;
  for (uint64_t step = 0; step < choices.steps && count_ != 0; ++step)
    count_ = count_ > most_runs / base ? 0 : count_ * base;
  if (base == 1) return;
  const uint64_t shared = std::min(frames_ - 1, (choices.steps - 1) * choices.hold);
  const uint64_t runs = std::clamp(chunk_frames / (frames_ - shared), fewest_runs, most_default_runs);
  for (chunk_runs_ = base; chunk_runs_ <= runs / base;) chunk_runs_ *= base;
}

Digits Candidates::digitsOf(uint64_t index) const {
  Digits digits(radices_.size());
  for (size_t i = radices_.size(); i-- > 0; index /= radices_[i]) digits[i] = uint32_t(index % radices_[i]);
  return digits;
}

void Candidates::press(Candidate& candidate, std::string_view script) const {
  const std::vector<movie::Press> presses = movie::parsePress(script);
  for (const movie::Press& press : presses) {
    press.requireDevice(sources_.devices);
    candidate.has_unreached = candidate.has_unreached || press.first >= frames_;
  }
  candidate.script = scriptOf(presses);
}

Candidate Candidates::of(const Digits& digits) const {
  Candidate candidate{frames_, {}, {}};
  if (const auto* patterns = std::get_if<Patterns>(&inputs_)) {
    candidate.script = patternScript(patterns->choices, digits);
    if (digits.size() < patterns->choices.steps)
      candidate.frames = std::min(frames_, digits.size() * patterns->choices.hold);
    return candidate;
  }
  const auto& variables = std::get<Ranges>(inputs_).variables;
  std::string where;
  for (size_t i = 0; i < variables.size(); ++i) {
    candidate.variables.push_back(variables[i].from + int64_t(digits[i]) * variables[i].step);
    where += (i == 0 ? "" : ", ") + names_[i] + " = " + std::to_string(candidate.variables[i]);
  }
  try {
    press(candidate, template_->with(candidate.variables));
  } catch (const std::runtime_error& error) {
    throw std::runtime_error("the inputs' press script with " + where + ": " + error.what());
  }
  return candidate;
}

Candidate Candidates::at(uint64_t index) const {
  if (const auto* value = std::get_if<Random>(&inputs_)) return random(*value, index);
  if (const auto* value = std::get_if<Mutations>(&inputs_)) return mutated(*value, index);
  if (const auto* value = std::get_if<Lines>(&inputs_)) return line(*value, index);
  return of(digitsOf(index));
}

Candidate Candidates::random(const Random& random, uint64_t index) const {
  Chance chance(random.seed, index);
  Digits digits(random.choices.steps);
  for (uint32_t& digit : digits) digit = chance.below(uint32_t(random.choices.buttons.size()));
  return {frames_, {}, patternScript(random.choices, digits)};
}

// In each frame from `from` to `to` one of the buttons is flipped, with the probability `rate`.
Candidate Candidates::mutated(const Mutations& mutations, uint64_t index) const {
  Chance chance(mutations.seed, index);
  std::vector<uint8_t> bits;
  for (int bit = 0; bit < 8; ++bit)
    if (mutations.buttons & (1 << bit)) bits.push_back(uint8_t(1 << bit));
  Candidate candidate{frames_, {}, {}};
  for (uint64_t frame = 0; frame < frames_; ++frame) {
    movie::FrameInput input = sources_.movie->at(sources_.movie_start + frame);
    if (frame >= mutations.from && frame <= mutations.to && chance.real() < mutations.rate)
      input.pads[0] ^= bits[chance.below(uint32_t(bits.size()))];
    candidate.script.set(frame, input);
  }
  return candidate;
}

Candidate Candidates::line(const Lines& lines, uint64_t index) const {
  const std::string& text = sources_.lines[index];
  try {
    Candidate candidate{frames_, {}, {}};
    if (lines.press)
      press(candidate, text);
    else
      candidate.script = buttonsScript(text);
    return candidate;
  } catch (const std::runtime_error& error) {
    throw std::runtime_error("standard input: line " + std::to_string(index + 1) + ": " + error.what());
  }
}

}  // namespace jumpscope::sweep
