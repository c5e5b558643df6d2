// The published golden traces of the movement models, found by what they declare.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace jumpscope::physics {

// "a":[[1,3],[0,40]] -> 43 entries.
std::vector<nlohmann::json> unroll(const nlohmann::json& runs);

// Every set of a model: the whole files, in the order of their names. Reads them anew each time.
std::vector<nlohmann::json> goldenSets(const std::string& model);

// The names of all models that have a set.
std::vector<std::string> goldenModels();

// Compares rows with the golden ones. Values count as equal when they are the same number; -0 is 0.
class Comparison {
 public:
  explicit Comparison(const nlohmann::json& set);
  // Prints the set's counts.
  ~Comparison();

  // Begins a case.
  void begin(const nlohmann::json& golden);
  // False at the first difference of a case, which it has reported; later rows of that case are passed over.
  bool row(const nlohmann::json& expected, const std::vector<double>& got,
           const std::vector<std::string>& names);
  bool value(const std::string& name, const nlohmann::json& expected, const nlohmann::json& got);

 private:
  std::string set_, id_;
  size_t frame_ = 0, cases_ = 0, wrong_cases_ = 0, rows_ = 0, values_ = 0;
  bool wrong_ = false;
};

}  // namespace jumpscope::physics
