#include "src/trace/ram_search.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>

#include "src/base/lines.h"

namespace jumpscope::trace {
namespace {

using Test = SearchStep::Test;

constexpr uint64_t last_frame = 1'000'000'000;
constexpr std::string_view expected_step =
    "; expected FRAME TEST such as '100 equal to 176', '130 less than before' or '140-150 decreased'";

class StepParser {
 public:
  explicit StepParser(std::string_view text) : text_(text), rest_(text) { step_.text = text; }

  SearchStep parse() {
    constexpr size_t longest_step = 200;
    if (text_.size() > longest_step) fail("is too long");
    parseFrames();
    if (!parseTest()) fail("has no known test");
    if (!word().empty()) fail("has text after its test");
    return step_;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    std::string sentence = "the step '" + std::string(text_.substr(0, 80)) + "' " + why;
    std::replace_if(
        sentence.begin(), sentence.end(), [](char c) { return uint8_t(c) < 0x20; }, ' ');
    throw std::runtime_error(sentence.append(expected_step));
  }

  std::string_view word() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
    const std::string_view found = rest_.substr(0, rest_.find_first_of(" \t"));
    rest_.remove_prefix(found.size());
    return found;
  }

  // The words of `phrase`, or nothing is taken.
  bool take(std::string_view phrase) {
    const std::string_view kept = rest_;
    while (!phrase.empty()) {
      const size_t end = std::min(phrase.find(' '), phrase.size());
      if (word() != phrase.substr(0, end)) {
        rest_ = kept;
        return false;
      }
      phrase.remove_prefix(std::min(end + 1, phrase.size()));
    }
    return true;
  }

  void parseFrames() {
    std::string_view frames = word();
    if (frames.ends_with(':')) frames.remove_suffix(1);
    const size_t dash = frames.find('-');
    const auto first = base::parseInteger<uint64_t>(frames.substr(0, dash), 0, last_frame);
    const auto last =
        dash == frames.npos ? first : base::parseInteger<uint64_t>(frames.substr(dash + 1), 0, last_frame);
    if (!first || !last) fail("does not begin with a frame or with frames FIRST-LAST");
    if (*last < *first) fail("has a frame range that ends before it begins");
    step_.first_frame = *first;
    step_.last_frame = *last;
  }

  int64_t number() {
    std::string_view text = word();
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const auto parsed = parseNumber(text, UINT32_MAX);
    if (!parsed) fail("has '" + std::string(text) + "' instead of a number");
    return negative ? -int64_t(*parsed) : int64_t(*parsed);
  }

  void operand(Test test) {
    step_.test = test;
    if (take("before"))
      step_.against_before = true;
    else
      step_.number = number();
  }

  bool parseTest() {
    static constexpr std::array<std::pair<std::string_view, Test>, 13> comparisons = {{
        {"equal to", Test::Equal},
        {"==", Test::Equal},
        {"=", Test::Equal},
        {"not equal to", Test::NotEqual},
        {"!=", Test::NotEqual},
        {"less than", Test::Less},
        {"<", Test::Less},
        {"at most", Test::AtMost},
        {"<=", Test::AtMost},
        {"greater than", Test::Greater},
        {">", Test::Greater},
        {"at least", Test::AtLeast},
        {">=", Test::AtLeast},
    }};
    for (const auto& [phrase, test] : comparisons)
      if (take(phrase)) return operand(test), true;
    if (take("between")) {
      step_.test = Test::Between;
      step_.number = number();
      if (!take("and")) fail("lacks the 'and' of 'between A and B'");
      step_.second = number();
      return true;
    }
    if (take("any")) return true;
    if (take("unchanged")) return before(Test::Equal);
    if (take("changed")) return take("by") ? by(Test::ChangedBy) : before(Test::NotEqual);
    if (take("increased")) return take("by") ? by(Test::IncreasedBy) : before(Test::Increased);
    if (take("decreased")) return take("by") ? by(Test::DecreasedBy) : before(Test::Decreased);
    return false;
  }

  bool before(Test test) {
    step_.test = test;
    step_.against_before = true;
    return true;
  }

  bool by(Test test) {
    before(test);
    step_.number = number();
    return true;
  }

  std::string_view text_, rest_;
  SearchStep step_;
};

}  // namespace

SearchStep parseSearchStep(std::string_view text) { return StepParser(text).parse(); }

std::vector<std::string_view> searchTypeNames() {
  std::vector<std::string_view> names;
  for (const TypeTraits& traits : type_traits)
    if (traits.search_bytes != 0) names.push_back(traits.name);
  return names;
}

Watch parseSearchType(std::string_view name) {
  const bool big_endian = name.ends_with("be");
  const std::string_view type = big_endian ? name.substr(0, name.size() - 2) : name;
  const auto known = parseType(type);
  if (const size_t bytes = known ? traitsOf(*known).search_bytes : 0) {
    Watch watch;
    watch.name = "place";
    watch.type = *known;
    for (size_t i = 0; i < bytes; ++i) watch.addresses.push_back(uint16_t(big_endian ? i : bytes - 1 - i));
    return watch;
  }
  std::string names;
  for (const std::string_view searched : searchTypeNames()) names.append(searched).append(" ");
  throw std::runtime_error("--type must be one of " + names +
                           "with the suffix 'be' for big-endian values, not '" +
                           std::string(name.substr(0, 20)) + "'");
}

uint16_t Candidate::address() const {
  return *std::min_element(watch.addresses.begin(), watch.addresses.end());
}

void RamSearch::addPlaces(const Watch& kind, uint16_t first, uint16_t last) {
  for (uint32_t address = first; address + kind.addresses.size() - 1 <= last; ++address) {
    Candidate candidate{kind, {}};
    for (uint16_t& offset : candidate.watch.addresses) offset = uint16_t(address + offset);
    candidates_.push_back(std::move(candidate));
  }
}

void RamSearch::requireSound(const std::vector<SearchStep>& steps, const Watch& kind) {
  const RawRange range = rangeOf(kind);
  const auto fits = [&](const SearchStep& step, int64_t number) {
    if (number < range.lowest || number > range.highest)
      throw std::runtime_error("the step '" + step.text + "' asks for " + std::to_string(number) +
                               ", which does not fit type " + std::string(typeName(kind.type)) +
                               "; choose another --type");
  };
  for (size_t i = 0; i < steps.size(); ++i) {
    const SearchStep& step = steps[i];
    if (i > 0 && step.first_frame <= steps[i - 1].last_frame)
      throw std::runtime_error("the step '" + step.text + "' must come after the previous step, '" +
                               steps[i - 1].text + "'; steps must be in order of time");
    if (i == 0 && step.against_before && step.first_frame == step.last_frame)
      throw std::runtime_error("the step '" + step.text +
                               "' is the first and has no value before it; begin with " + "'" +
                               std::to_string(step.first_frame > 0 ? step.first_frame - 1 : 0) + " any'");
    const bool by =
        step.test == Test::ChangedBy || step.test == Test::IncreasedBy || step.test == Test::DecreasedBy;
    if (by && step.number < 0)
      throw std::runtime_error("the step '" + step.text +
                               "' has a negative difference; use increased or decreased");
    const bool compares = !by && !step.against_before && step.test != Test::Any;
    if (compares) fits(step, step.number);
    if (step.test == Test::Between) fits(step, step.second);
  }
}

bool RamSearch::passes(const SearchStep& step, const Watch& watch, int64_t now, int64_t before) {
  const int64_t operand = step.against_before ? before : step.number;
  switch (step.test) {
    case Test::Any:
      return true;
    case Test::Equal:
      return now == operand;
    case Test::NotEqual:
      return now != operand;
    case Test::Less:
      return now < operand;
    case Test::AtMost:
      return now <= operand;
    case Test::Greater:
      return now > operand;
    case Test::AtLeast:
      return now >= operand;
    case Test::Between:
      return now >= std::min(step.number, step.second) && now <= std::max(step.number, step.second);
    case Test::ChangedBy:
      return std::abs(differenceOf(watch, now, before)) == step.number;
    case Test::IncreasedBy:
      return differenceOf(watch, now, before) == step.number;
    case Test::DecreasedBy:
      return differenceOf(watch, now, before) == -step.number;
    case Test::Increased:
      return now > before;
    case Test::Decreased:
      return now < before;
  }
  return false;
}

}  // namespace jumpscope::trace
