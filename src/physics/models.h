// The movement models by name, each run on a script of inputs: what `jumpscope model NAME` offers.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::physics {

// A number that a run of a model may be given, e.g. "x_speed_abs", 1/16 px/frame, 0 to 255, default 0.
struct Parameter {
  std::string name;
  std::string unit;
  std::string meaning;
  int64_t default_value = 0;
  int64_t lowest = 0, highest = 0;  // both allowed
};

// A byte or flag that a run yields every frame. `address` is where the cartridge keeps it (0: nowhere).
struct Column {
  std::string name;
  std::string unit;
  std::string meaning;
  uint16_t address = 0;
  bool is_signed = false;
};

// rows[n][c] is column c at the end of frame n.
struct ModelRun {
  std::vector<Column> columns;
  std::vector<std::vector<int64_t>> rows;
};

struct Model {
  std::string name;
  std::string title;
  std::vector<Parameter> parameters;
  std::vector<Column> columns;
  // buttons[n]: port 1 in frame n, bit 7 Right ... bit 0 A. `values` holds every parameter, in range: see
  // runModel.
  std::vector<std::vector<int64_t>> (*run)(const std::map<std::string, int64_t>& values,
                                           std::span<const uint8_t> buttons) = nullptr;
};

// All models, in the order of their introduction.
std::span<const Model> models();

// Throws std::runtime_error for an unknown name, naming the known ones.
const Model& findModel(std::string_view name);

// One row per entry of `buttons`. `settings` overrides defaults; throws std::runtime_error for a parameter
// that the model does not have (naming those it has) or a value outside its range.
ModelRun runModel(const Model& model, const std::map<std::string, int64_t>& settings,
                  std::span<const uint8_t> buttons);

}  // namespace jumpscope::physics
