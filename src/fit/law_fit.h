// The simplest law that leaves no differing row, and what the rows do not decide.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/fit/law_evidence.h"

namespace jumpscope::fit {

// A constant that other values explain as well.
struct OpenConstant {
  std::string name;  // "tiers[1].from"
  int64_t value = 0;
  std::optional<int64_t> lowest, highest;  // that leave no differing row either; nullopt: no end was found
  bool operator==(const OpenConstant&) const = default;
};

// Another law that leaves no differing row either.
struct OtherLaw {
  std::string words;  // what is other
  physics::Law law;
};

struct LawFit {
  physics::Law law;
  size_t rows = 0, wrong = 0;
  std::vector<uint64_t> wrong_frames;
  // Frames in which something else than the law moved the character, and what: they are not judged.
  std::vector<std::pair<uint64_t, std::string>> aside;
  std::vector<OpenConstant> open;
  std::vector<OtherLaw> others;
  std::vector<std::string> unseen;  // sentences: what did not occur
  std::vector<std::string> notes;
  std::vector<std::string> not_tried;
  std::function<std::string(uint64_t frame)> place_of;  // as LawEvidence has it

  bool exact() const { return wrong == 0; }
};

LawFit fitLaw(const LawEvidence& evidence);

// True if a law leaves no other row wrong than those that a fit left out.
bool fits(const LawEvidence& evidence, const LawFit& fit, const physics::Law& law);

// A constant of a law by its name; those that count.
std::vector<std::pair<std::string, int64_t*>> constantsOf(physics::Law& law);

std::string lawText(const LawFit& fit);
nlohmann::ordered_json lawFitJson(const LawFit& fit);
// The law in words, a line for each step.
std::string lawWords(const physics::Law& law);

}  // namespace jumpscope::fit
