// Two models of one game beside each other, for all states: the classes of input in which they part, and that they
// agree everywhere else.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/physics/models.h"

namespace jumpscope::prove {

struct ChosenModel {
  std::string name;
  physics::Settings settings;  // of Game::parameters(), other than the game's
};

struct NamedValue {
  std::string name;
  int64_t value = 0;

  bool operator==(const NamedValue&) const = default;
};

// A frame that the two models end differently.
struct PartingExample {
  std::vector<NamedValue> before;         // what is not as in ModelsCompared::usual
  uint8_t pad = 0;                        // bit 7 Right ... bit 0 A
  std::string around;                     // "on a floor"; empty: nothing is near
  std::vector<NamedValue> first, second;  // the variables that differ at the end
};

// A class of input, named by what explains it.
struct PartingClass {
  std::string because;
  std::string
      settings;  // "NAME=0": with it the model does not part from the other here; empty: there is none
  PartingExample example;
};

struct ModelsCompared {
  ChosenModel first, second;
  std::vector<std::string> compared;  // variables
  std::vector<NamedValue> usual;      // a state in which they agree, if there is one
  std::vector<PartingClass> classes;
  std::vector<std::string> first_only, second_only;  // ends that need what the other model knows nothing of
  // Outside of the classes: proved equal, or a frame in which they are not, or neither within the time.
  bool proved = false;
  std::optional<PartingExample> unexplained;
  size_t first_paths = 0, second_paths = 0;
};

// Every example was run on both models with plain numbers. Throws std::runtime_error where a model cannot be proved,
// the two have no variable in common, or there is no solver.
ModelsCompared compareModels(const ChosenModel& first, const ChosenModel& second,
                             unsigned check_milliseconds);

// A line for each thing to say, with a line feed.
std::string textOf(const ModelsCompared& compared);
nlohmann::ordered_json jsonOf(const ModelsCompared& compared);
// A Markdown table, a row for each class.
std::string tableOf(const ModelsCompared& compared);

}  // namespace jumpscope::prove
