// The movement models. Target jumpscope::physics: it knows no console.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "jumpscope/export.h"

namespace jumpscope {

struct ModelParameter {
  std::string name, unit, meaning;
  double default_value = 0, lowest = 0, highest = 0;  // both allowed
  bool whole = true;                                  // no fractions
  std::vector<std::string> choices;  // where there are any, the value is the place of one of these words
};

struct ModelColumn {
  std::string name, unit, meaning;
  int fraction_bits = 0;  // raw values are the value times 2^fraction_bits
};

struct ModelInfo {
  std::string name, title;
  std::vector<ModelParameter> parameters;
  std::vector<ModelColumn> columns;
};

struct ModelRun {
  std::vector<ModelColumn> columns;
  std::vector<std::vector<int64_t>> rows;  // raw values by frame, then by column, at the end of the frame

  double value(size_t row, size_t column) const {
    return static_cast<double>(rows[row][column]) /
           static_cast<double>(int64_t{1} << columns[column].fraction_bits);
  }
};

using ModelSettings = std::map<std::string, double>;

JUMPSCOPE_API std::vector<std::string> modelNames();
// Throws std::runtime_error for an unknown name.
JUMPSCOPE_API ModelInfo modelInfo(const std::string& name);
// One row per entry of `buttons` (see console.h for the bits). `settings` are parameters other than their defaults. Throws
// std::runtime_error for unknown names and values out of range.
JUMPSCOPE_API ModelRun runModel(const std::string& name, std::span<const uint8_t> buttons,
                                const ModelSettings& settings = {});

}  // namespace jumpscope
