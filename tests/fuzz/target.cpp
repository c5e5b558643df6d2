#include "tests/fuzz/target.h"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>
#include <typeinfo>

#include "tests/fuzz/readers.h"

namespace jumpscope::fuzz {
namespace {

#define TARGET(name, dictionary, function) Target{name, dictionary, function},
constexpr auto all_targets = std::to_array<Target>({
#include "tests/fuzz/targets.def"
});
#undef TARGET

// The longest sentences of ours quote an option of a thousand characters.
constexpr size_t longest_sentence = 4000;

std::string problemWithSentence(std::string_view sentence) {
  if (sentence.empty()) return "the error says nothing";
  if (sentence.size() > longest_sentence)
    return "the error has " + std::to_string(sentence.size()) + " bytes; expected one sentence";
  return "";
}

}  // namespace

std::span<const Target> targets() { return all_targets; }

const Target* findTarget(std::string_view name) {
  const auto found = std::find_if(all_targets.begin(), all_targets.end(),
                                  [&](const Target& target) { return target.name == name; });
  return found == all_targets.end() ? nullptr : &*found;
}

std::string problemOf(const Target& target, Bytes bytes) {
  try {
    target.read(bytes);
  } catch (const std::runtime_error& error) {
    // Not one of its derived classes: what the standard library throws is no sentence for a user.
    if (typeid(error) != typeid(std::runtime_error))
      return std::string("it threw ") + typeid(error).name() + ": " + error.what();
    return problemWithSentence(error.what());
  } catch (const std::exception& error) {
    return std::string("it threw ") + typeid(error).name() + ": " + error.what();
  }
  return "";
}

std::string_view asText(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

}  // namespace jumpscope::fuzz
