// Press scripts with variables: "{start}-{start+hold-1}:A 0-99:R".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/movie/buttons.h"

namespace jumpscope::sweep {

// What stands in braces is a sum of integers and variables, each variable with an integer factor if need be:
// {start+2*hold-1}.
class PressTemplate {
 public:
  // Throws std::runtime_error for braces that do not close, an unknown variable or anything else in them.
  PressTemplate(std::string_view text, const std::vector<std::string>& names);

  bool uses(std::string_view name) const;
  // The press script for these values, in the order of the names.
  std::string with(std::span<const int64_t> values) const;

 private:
  struct Sum {
    int64_t constant = 0;
    std::vector<int64_t> factors;  // one a variable
  };
  Sum parseSum(std::string_view text) const;
  void addTerm(Sum& sum, std::string_view term, int64_t sign, std::string_view whole) const;

  std::vector<std::string> names_;
  std::vector<std::string> words_;  // before each sum, and after the last
  std::vector<Sum> sums_;
};

// "RA"; "" and "." are no button. Throws std::runtime_error.
movie::Buttons parseLetters(std::string_view text);

}  // namespace jumpscope::sweep
