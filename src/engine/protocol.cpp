#include "src/engine/protocol.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/printable.h"
#include "src/base/suggest.h"
#include "src/base/words.h"

namespace jumpscope::engine {
namespace {

std::string inQuotes(std::string_view text) {
  constexpr size_t shown = 100;
  return "'" + base::printable(text, shown) + "'";
}

// Words in which there are no blanks: the protocol separates by them.
std::string withoutBlanks(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c <= ' '; }, '_');
  return text;
}

void appendNumber(std::string& text, double value) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value == 0 ? 0. : value).ptr);
}

[[noreturn]] void failNumber(std::string_view name, std::string_view text) {
  const bool comma = text.find(',') != text.npos;
  throw std::runtime_error(std::string(name) + " is " + inQuotes(text) + "; expected a number such as 176.5" +
                           (comma ? ", with a decimal point and blanks between the values" : ""));
}

// The next word of `line`, which is taken off.
std::string_view nextWord(std::string_view& line) {
  const size_t begin = line.find_first_not_of(" \t");
  if (begin == line.npos) return line = {};
  const size_t end = std::min(line.find_first_of(" \t", begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

// Whatever is read, in the order in which it stands: each name once.
class Answer {
 public:
  Answer(std::span<const std::string> computes, std::span<double> values)
      : computes_(computes), values_(values), seen_(computes.size()) {}

  void put(std::string_view name, double value) {
    // An engine answers in the same order each time.
    if (next_ >= computes_.size() || computes_[next_] != name)
      next_ = size_t(std::find(computes_.begin(), computes_.end(), name) - computes_.begin());
    if (next_ == computes_.size())
      throw std::runtime_error("names " + inQuotes(name) + ", which it did not announce; expected " +
                               base::joined(computes_));
    if (seen_[next_]) throw std::runtime_error("names " + std::string(name) + " twice");
    requireAnswer(name, value);
    seen_[next_] = true;
    values_[next_++] = value;
  }

  void requireAll() const {
    for (size_t i = 0; i < seen_.size(); ++i)
      if (!seen_[i])
        throw std::runtime_error("lacks " + computes_[i] + "; expected " + base::joined(computes_, "=... ") +
                                 "=...");
  }

 private:
  std::span<const std::string> computes_;
  std::span<double> values_;
  std::vector<bool> seen_;
  size_t next_ = 0;
};

nlohmann::json jsonFrom(std::string_view line) {
  nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object()) throw std::runtime_error("is no JSON object in one line");
  return json;
}

std::vector<std::string> namesFrom(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    names.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return names;
}

void requireKnown(std::span<const std::string> names, const Hello& hello) {
  std::vector<std::string> known;
  for (const Hello::Variable& variable : hello.variables) known.push_back(variable.name);
  for (const std::string& name : names) {
    if (std::count(names.begin(), names.end(), name) > 1)
      throw std::runtime_error("names " + inQuotes(name) + " twice");
    if (!known.empty() && std::find(known.begin(), known.end(), name) == known.end())
      throw std::runtime_error("names " + inQuotes(name) + ", which is not watched" +
                               base::didYouMean(name, known) + "; the variables are " + base::joined(known));
  }
}

}  // namespace

double numberFrom(std::string_view name, std::string_view text) {
  double value = 0;
  const std::string_view digits = text.starts_with('+') && !text.starts_with("+-") ? text.substr(1) : text;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc() && end == digits.data() + digits.size()) return value;
  if (error == std::errc::result_out_of_range && end == digits.data() + digits.size()) return HUGE_VAL;
  failNumber(name, text);
}

std::string helloText(const Hello& hello) {
  std::string text = "jumpscope version=" + std::to_string(protocol_version) + "\nvariables";
  for (const Hello::Variable& variable : hello.variables)
    text += " " + variable.name + "=" + withoutBlanks(variable.unit);
  text += "\nset";
  for (const auto& [name, value] : hello.settings)
    text += " " + withoutBlanks(name) + "=" + withoutBlanks(value);
  return text + "\nbegin\n";
}

void appendStep(std::string& text, const Plan& plan, const Plan::Step& step) {
  text += step.seed ? "seed buttons=" : "frame buttons=";
  text += std::to_string(step.buttons);
  const double* value = plan.values.data() + step.values;
  const auto add = [&](const std::string& name) {
    text.append(" ").append(name).append("=");
    appendNumber(text, *value++);
  };
  if (step.seed)
    for (const std::string& name : plan.computes) add(name);
  for (const std::string& name : plan.reads) add(name);
  text += '\n';
}

bool isReady(std::string_view line) { return nextWord(line) == "ready"; }

Ready parseReady(std::string_view line, const Hello& hello) {
  Ready ready;
  nextWord(line);
  for (std::string_view word = nextWord(line); !word.empty(); word = nextWord(line)) {
    const size_t equals = word.find('=');
    const std::string_view key = word.substr(0, equals);
    const std::string_view value = equals == word.npos ? "" : word.substr(equals + 1);
    if (key == "version" && value != std::to_string(protocol_version))
      throw std::runtime_error("is of version " + inQuotes(value) + " of the protocol; expected " +
                               std::to_string(protocol_version));
    if (key == "version") continue;
    if (key == "computes")
      ready.computes = namesFrom(value);
    else if (key == "reads")
      ready.reads = namesFrom(value);
    else
      throw std::runtime_error("has the word " + inQuotes(word) +
                               "; expected computes=NAME,NAME, reads=NAME,NAME or version=1");
  }
  completeReady(ready, hello);
  return ready;
}

void completeReady(Ready& ready, const Hello& hello) {
  if (ready.computes.empty())
    for (const size_t v : hello.compared) ready.computes.push_back(hello.variables[v].name);
  if (ready.computes.empty())
    throw std::runtime_error("does not say what it computes; expected computes=NAME,NAME");
  requireKnown(ready.computes, hello);
  requireKnown(ready.reads, hello);
  for (const std::string& name : ready.reads)
    if (std::find(ready.computes.begin(), ready.computes.end(), name) != ready.computes.end())
      throw std::runtime_error("computes and reads " + name + "; what it computes it is told by seeds");
}

void requireAnswer(std::string_view name, double value) {
  if (!std::isfinite(value))
    throw std::runtime_error(std::string(name) + " is no finite number; divide by nothing that can be 0");
  if (std::abs(value) >= largest_answer)
    throw std::runtime_error(std::string(name) + " is " + std::to_string(value) +
                             "; values must lie within 2^29 = 536870912 on either side of 0");
}

void parseAnswer(std::string_view line, std::span<const std::string> computes, std::span<double> values) {
  Answer answer(computes, values);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (line.empty()) throw std::runtime_error("is empty");
  if (line.starts_with('{')) {
    const nlohmann::json object = jsonFrom(line);
    for (const auto& [key, value] : object.items()) {
      if (value.is_null()) requireAnswer(key, NAN);
      if (!value.is_number()) failNumber(key, value.dump());
      answer.put(key, value.get<double>());
    }
  } else {
    for (std::string_view word = nextWord(line); !word.empty(); word = nextWord(line)) {
      const size_t equals = word.find('=');
      if (equals == word.npos || equals == 0)
        throw std::runtime_error("is not " + base::joined(computes, "=NUMBER ") +
                                 "=NUMBER; messages of the engine belong on its standard error");
      answer.put(word.substr(0, equals), numberFrom(word.substr(0, equals), word.substr(equals + 1)));
    }
  }
  answer.requireAll();
}

}  // namespace jumpscope::engine
