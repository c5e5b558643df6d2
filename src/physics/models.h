// The movement models by name. One registration serves every command: a model is run on a script of inputs,
// compared with a game, fitted to a flight, shown in the lab.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/physics/fit_rules.h"
#include "src/physics/game.h"

namespace jumpscope::physics {

// A number that a run of a model may be given, e.g. "x_speed_abs", 1/16 px/frame, 0 to 255, default 0.
struct Parameter {
  std::string name;
  std::string unit;
  std::string meaning;
  double default_value = 0;
  double lowest = 0, highest = 0;  // both allowed
  bool whole = true;               // no fractions
  // When there are any, the value is one of these words, and counts as its place in the list.
  std::vector<std::string> choices = {};
  // The parameter that is to be other than 0 if this one is to count. Who gives this one alone, means both.
  std::string counts_with = {};
};

// What a run yields every frame. `address` is where the cartridge keeps it (0: nowhere).
struct Column {
  std::string name;
  std::string unit;
  std::string meaning;
  uint16_t address = 0;
  bool is_signed = false;
  // Rows hold the value times 2^fraction_bits. A floating-point column has 32 and is rounded to them.
  int fraction_bits = 0;
};

struct Law;

using Rows = std::vector<std::vector<int64_t>>;

// rows[n][c] is column c at the end of frame n.
struct ModelRun {
  std::vector<Column> columns;
  Rows rows;
};

// All that the program knows of a model: its file makes one of these, and models.def lists it.
struct Model {
  std::string name;
  std::string title;
  std::vector<Parameter> parameters;
  std::vector<Column> columns;
  // Which columns say how high the player is (down positive) and its fraction, and which is 0 when he does
  // not jump. Empty: there is none.
  std::string height, subpixel, jumping;
  // buttons[n]: port 1 in frame n, bit 7 Right ... bit 0 A. `settings` holds every parameter, in range: see
  // runModel.
  std::function<Rows(const Settings& settings, std::span<const uint8_t> buttons)> run = {};
  FitRules fit = {};
  // The game whose traces the model can be compared with; nullptr: there is none.
  const Game* game = nullptr;
  // Much like another model: the lab begins with it hidden.
  bool twin = false;
  // The model is this law (law.h), and this its game; nullptr: it is built in.
  std::shared_ptr<const Law> law = {};
  std::shared_ptr<const Game> game_of_law = {};
};

// All built-in models, in the order of models.def.
std::span<const Model> models();

// Makes a model that was read from a file known by its name, until the program ends. In the place of another one of that
// name, which stays valid.
const Model& addModel(Model model);
// nullptr: there is none.
const Model* knownModel(std::string_view name);
// Throws std::runtime_error for an unknown name, naming the known ones.
const Model& findModel(std::string_view name);

// The game of the model of that name; anyGame() where there is no such model, or it is about no game.
const Game& gameOf(std::string_view model);

// nullptr: the model has no parameter of that name.
const Parameter* findParameter(const Model& model, std::string_view name);

// Every parameter: `settings` over the defaults. Throws std::runtime_error for a parameter that the model
// does not have (naming those it has) or a value outside its range.
Settings completed(const Model& model, const Settings& settings);
// The same over `base`, which has every parameter.
Settings changed(const Model& model, Settings base, const Settings& settings);

// One row per entry of `buttons`. Throws like completed(), and where a value grows beyond what a trace can
// hold.
ModelRun runModel(const Model& model, const Settings& settings, std::span<const uint8_t> buttons);

// A parameter's value as text that reads back exactly: "0.3", "-12", "mixed".
std::string settingText(const Parameter& parameter, double value);
// The reverse. Throws std::runtime_error naming the parameter and what it takes.
double parseSetting(const Model& model, const Parameter& parameter, std::string_view text);

}  // namespace jumpscope::physics
