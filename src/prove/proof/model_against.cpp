#include "src/prove/proof/model_against.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "src/prove/proof/model_ends.h"
#include "src/prove/terms/paths.h"
#include "src/prove/terms/smallest.h"

namespace jumpscope::prove {
namespace {

using physics::Game;
using physics::Settings;
using physics::Surroundings;

// The ends that need the same surroundings, of all paths.
struct MergedEnd {
  Surroundings around;
  Term possible;
  std::vector<Term> values;  // of the compared variables
};

// How the ends of two models differ.
struct Parting {
  std::array<ChosenModel, 2> models;
  Term any;
  std::vector<std::pair<Surroundings, Term>> parts = {};  // the plainest surroundings first
  std::string because = {}, settings = {};
};

std::string aroundText(const Surroundings& around) {
  std::string text = around.above.empty() ? "" : "under a " + std::string(around.above);
  if (around.ground) text += text.empty() ? "above ground" : ", above ground";
  if (around.floor) text += text.empty() ? "on a floor" : ", on a floor";
  return text;
}

// Departures of several settings are those of one together.
std::vector<physics::Departure> singleDepartures(const Game& game) {
  std::vector<physics::Departure> list = game.departures();
  std::erase_if(list, [](const physics::Departure& one) { return one.settings.size() != 1; });
  return list;
}

// A model with all of its departures switched off but for one.
ChosenModel without(ChosenModel model, const std::vector<physics::Departure>& departures,
                    const physics::Departure* kept = nullptr) {
  for (const physics::Departure& one : departures)
    if (&one != kept) model.settings.insert(one.settings.begin(), one.settings.end());
  return model;
}

class ModelComparison {
 public:
  ModelComparison(const ChosenModel& first, const ChosenModel& second, unsigned check_milliseconds)
      : scope_(terms_), solver_(loadSolver(terms_)), chosen_{first, second} {
    solver_->setTimeLimit(check_milliseconds);
    collectVariables();
    pad_ = terms_.variable(8, "buttons");
    within_ = terms_.yes();
    result_.first = first;
    result_.second = second;
  }

  ModelsCompared run() {
    std::array<std::vector<physics::Departure>, 2> departures;
    for (size_t side : {0u, 1u}) departures[side] = singleDepartures(game(side));
    const Parting core = parting({without(chosen_[0], departures[0]), without(chosen_[1], departures[1])});
    std::vector<Parting> partings;
    for (size_t side : {0u, 1u})
      for (const physics::Departure& one : departures[side]) {
        std::array<ChosenModel, 2> models = core.models;
        models[side] = without(chosen_[side], departures[side], &one);
        partings.push_back(parting(models));
        partings.back().because = one.because;
        partings.back().settings = settingsText(one.settings);
      }
    const Parting whole = parting(chosen_);
    partings.push_back(core);
    partings.push_back(whole);
    collectLimits();
    requirePossible();
    findRelevant(partings);
    result_.usual = usual(whole.any);
    partings.resize(partings.size() - 2);
    for (size_t i = 0; i < partings.size(); ++i) addDeparture(partings, i);
    conclude(core, whole, partings);
    // Where the models part anyway, a limit explains nothing.
    if (!result_.unexplained) addLimits(core);
    return std::move(result_);
  }

 private:
  const Game& game(size_t side) const { return physics::gameOf(chosen_[side].name); }

  // The variables of both games by name, each with a term.
  void collectVariables() {
    for (size_t side : {0u, 1u})
      for (const physics::Variable& variable : game(side).variables()) {
        const auto known = std::find_if(inputs_.begin(), inputs_.end(),
                                        [&](const Input& input) { return input.name == variable.name; });
        if (known != inputs_.end()) {
          known->compared = known->compared && variable.compared && !variable.closes;
          known->sides |= 1u << side;
        } else {
          inputs_.push_back({std::string(variable.name), terms_.variable(8, std::string(variable.name)),
                             variable.is_signed, variable.compared && !variable.closes, 1u << side});
        }
      }
    for (Input& input : inputs_) {
      input.compared = input.compared && input.sides == 3;
      if (input.compared) result_.compared.push_back(input.name);
    }
    if (result_.compared.empty())
      throw std::runtime_error("models " + chosen_[0].name + " and " + chosen_[1].name +
                               " cannot be compared: they have no variable of a game in common");
  }

  template <template <class> class Number, class ValueOf>
  physics::BasicValues<Number> valuesFor(size_t side, ValueOf value_of) const {
    physics::BasicValues<Number> values;
    for (size_t i = 0; i < inputs_.size(); ++i)
      if (const auto variable = physics::variableNamed(game(side), inputs_[i].name))
        values.set(*variable, value_of(i));
    return values;
  }
  physics::BasicValues<Symbolic> symbolicValues(size_t side) const {
    return valuesFor<Symbolic>(side, [&](size_t i) { return Symbolic<uint8_t>::of(inputs_[i].term); });
  }

  void collectLimits() {
    for (size_t side : {0u, 1u}) {
      const auto ends = symbolicEnds(chosen_[side].name, chosen_[side].settings);
      for (const auto& limit : ends->limits(symbolicValues(side)))
        limits_.push_back({std::string(limit.text), limit.holds.term()});
    }
    for (const auto& [text, holds] : limits_) within_ = terms_.conjunction(within_, terms_.negation(holds));
  }
  void requirePossible() {
    const Term all[]{within_};
    if (solver_->check(all) != Solver::Answer::No) return;
    std::string texts;
    for (const auto& [text, holds] : limits_)
      if (texts.find(text) == std::string::npos) texts.append(texts.empty() ? "" : "; ").append(text);
    throw std::runtime_error(
        chosen_[0].name + " and " + chosen_[1].name +
        " cannot be compared: no state is within the limits of both, which are: " + texts);
  }

  // Marks the variables that decide whether the models part.
  void findRelevant(const std::vector<Parting>& partings) {
    std::vector<bool> reached(terms_.size());
    for (const Parting& one : partings) reached[one.any.id] = true;
    for (uint32_t id = uint32_t(reached.size()); id-- > 1;) {  // operands come before what is made of them
      if (!reached[id]) continue;
      const Node& node = terms_.node({id});
      for (const Term operand : {node.a, node.b, node.c}) reached[operand.id] = true;
    }
    for (Input& input : inputs_) input.relevant = reached[input.term.id];
  }

  std::vector<MergedEnd> merged(size_t side, const ChosenModel& model) {
    const auto ends = symbolicEnds(model.name, model.settings);
    const auto before = symbolicValues(side);
    const auto pad = Symbolic<uint8_t>::of(pad_);
    const auto paths =
        allPaths(terms_, solver_.get(), terms_.yes(), [&] { return ends->ends(before, pad, false); });
    (side == 0 ? result_.first_paths : result_.second_paths) = paths.size();
    std::vector<MergedEnd> list;
    for (const auto& [condition, ends_of_path] : paths)
      for (const auto& end : ends_of_path)
        if (end.demanded) merge(list, side, terms_.conjunction(condition, end.possible.term()), end);
    return list;
  }

  void merge(std::vector<MergedEnd>& list, size_t side, Term possible,
             const physics::FrameEnd<Symbolic>& end) {
    if (terms_.isConstant(possible, 0)) return;
    auto found = std::find_if(list.begin(), list.end(),
                              [&](const MergedEnd& other) { return other.around == end.around; });
    if (found == list.end()) found = list.insert(list.end(), {end.around, terms_.no(), {}});
    size_t place = 0;
    for (const std::string& name : result_.compared) {
      const Term value = end.values.byte(*physics::variableNamed(game(side), name)).term();
      if (found->values.size() == place)
        found->values.push_back(value);
      else
        found->values[place] = terms_.ite(possible, value, found->values[place]);
      ++place;
    }
    found->possible = terms_.disjunction(found->possible, possible);
  }

  // Where the ends that need the same surroundings differ. What only one of them knows is noted.
  Parting parting(const std::array<ChosenModel, 2>& models) {
    const std::vector<MergedEnd> a = merged(0, models[0]), b = merged(1, models[1]);
    Parting result{models, terms_.no()};
    result_.first_only = only(a, b);
    result_.second_only = only(b, a);
    for (const MergedEnd& one : a)
      for (const MergedEnd& other : b) {
        if (!(one.around == other.around)) continue;
        Term parts = terms_.binary(Op::Xor, one.possible, other.possible);
        for (size_t v = 0; v < one.values.size(); ++v)
          parts = terms_.disjunction(parts, terms_.negation(terms_.equal(one.values[v], other.values[v])));
        parts = terms_.conjunction(parts, terms_.disjunction(one.possible, other.possible));
        result.parts.push_back({one.around, parts});
        result.any = terms_.disjunction(result.any, parts);
      }
    return result;
  }

  static std::vector<std::string> only(const std::vector<MergedEnd>& a, const std::vector<MergedEnd>& b) {
    std::vector<std::string> names;
    for (const MergedEnd& one : a)
      if (std::none_of(b.begin(), b.end(),
                       [&](const MergedEnd& other) { return other.around == one.around; }))
        names.push_back(aroundText(one.around));
    return names;
  }

  static std::string settingsText(const Settings& settings) {
    std::string text;
    for (const auto& [name, value] : settings)
      text += (text.empty() ? "" : " ") + name + "=" + std::to_string(int(value));
    return text;
  }

  // The state that examples are measured by: the first model's usual one, where that is within the limits.
  std::vector<NamedValue> usual(Term parts) {
    const physics::Values state = plainEnds(chosen_[0].name, chosen_[0].settings)->usual();
    std::vector<Wanted> wanted;
    for (const Input& input : inputs_) {
      const auto variable = physics::variableNamed(game(0), input.name);
      wanted.push_back({input.term, variable ? state.byte(*variable) : uint64_t(0), input.is_signed});
    }
    const Term alike[]{within_, terms_.negation(parts)}, any[]{within_};
    auto found = smallest(terms_, *solver_, alike, wanted);
    if (!found) found = smallest(terms_, *solver_, any, wanted);
    std::vector<NamedValue> values;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const uint64_t value = found ? (*found)[i] : wanted[i].value;
      usual_.push_back({inputs_[i].term, value, inputs_[i].is_signed});
      if (inputs_[i].relevant) values.push_back({inputs_[i].name, shown(inputs_[i], value)});
    }
    usual_.push_back({pad_, 0, false});
    return values;
  }

  struct Input {
    std::string name;
    Term term;
    bool is_signed = false, compared = false;
    unsigned sides = 0;  // bit 0: a variable of the first model's game
    bool relevant = false;
  };

  static int64_t shown(const Input& input, uint64_t byte) {
    return input.is_signed ? int64_t(static_cast<int8_t>(byte)) : int64_t(byte);
  }

  std::optional<PartingExample> exampleOf(const Parting& parting, Term where) {
    for (const auto& [around, parts] : parting.parts) {
      const Term all[]{where, parts};
      const auto found = smallest(terms_, *solver_, all, usual_);
      if (!found) continue;
      PartingExample example;
      for (size_t i = 0; i < inputs_.size(); ++i)
        if (inputs_[i].relevant && (*found)[i] != usual_[i].value)
          example.before.push_back({inputs_[i].name, shown(inputs_[i], (*found)[i])});
      example.pad = static_cast<uint8_t>(found->back());
      example.around = aroundText(around);
      runOnNumbers(example, *found, around, parting.models);
      return example;
    }
    return std::nullopt;
  }

  // What the two models make of it on plain numbers, in the variables that differ.
  void runOnNumbers(PartingExample& example, const std::vector<uint64_t>& inputs, const Surroundings& around,
                    const std::array<ChosenModel, 2>& models) const {
    std::array<std::optional<physics::Values>, 2> after;
    for (size_t side : {0u, 1u}) {
      const auto before = valuesFor<Plain>(side, [&](size_t i) { return shown(inputs_[i], inputs[i]); });
      const auto ends = plainEnds(models[side].name, models[side].settings);
      for (const auto& end : ends->ends(before, example.pad, false))
        if (end.possible && end.demanded && end.around == around) after[side] = end.values;
    }
    for (const Input& input : inputs_) {
      if (!input.compared) continue;
      const auto value = [&](size_t side) {
        return shown(input, after[side]->byte(*physics::variableNamed(game(side), input.name)));
      };
      if (after[0] && after[1] && value(0) == value(1)) continue;
      if (after[0]) example.first.push_back({input.name, value(0)});
      if (after[1]) example.second.push_back({input.name, value(1)});
    }
    if (example.first.empty() && example.second.empty())
      throw std::logic_error("the models agree on an example in which their terms differ");
  }

  // An example that no other departure explains, too, where there is one.
  void addDeparture(const std::vector<Parting>& partings, size_t place) {
    Term alone = within_;
    for (size_t i = 0; i < partings.size(); ++i)
      if (i != place) alone = terms_.conjunction(alone, terms_.negation(partings[i].any));
    const Parting& one = partings[place];
    auto example = exampleOf(one, alone);
    if (!example) example = exampleOf(one, within_);
    if (example) result_.classes.push_back({one.because, one.settings, *example});
  }

  // Where one limit holds and no other.
  void addLimits(const Parting& core) {
    for (size_t i = 0; i < limits_.size(); ++i) {
      Term only = limits_[i].second;
      for (size_t j = 0; j < limits_.size(); ++j)
        if (j != i) only = terms_.conjunction(only, terms_.negation(limits_[j].second));
      if (const auto example = exampleOf(core, only))
        result_.classes.push_back({limits_[i].first, "", *example});
    }
  }

  // Outside of the limits and without the departures the models are equal; and as they are, they part only where a
  // departure alone makes them part.
  void conclude(const Parting& core, const Parting& whole, const std::vector<Parting>& partings) {
    Term outside = within_;
    for (const Parting& one : partings) outside = terms_.conjunction(outside, terms_.negation(one.any));
    result_.proved = true;
    for (const auto& [parting, where] : {std::pair{&core, within_}, std::pair{&whole, outside}}) {
      const Term all[]{where, parting->any};
      const Solver::Answer answer = solver_->check(all);
      result_.proved = result_.proved && answer == Solver::Answer::No;
      if (answer == Solver::Answer::Yes && !result_.unexplained)
        result_.unexplained = exampleOf(*parting, where);
    }
  }

  Terms terms_;
  const Terms::Scope scope_;
  const std::unique_ptr<Solver> solver_;
  std::array<ChosenModel, 2> chosen_;
  std::vector<Input> inputs_;
  Term pad_;
  std::vector<Wanted> usual_;  // of the inputs, and of the pad
  std::vector<std::pair<std::string, Term>> limits_;
  Term within_;  // none of the limits holds
  ModelsCompared result_;
};

}  // namespace

ModelsCompared compareModels(const ChosenModel& first, const ChosenModel& second,
                             unsigned check_milliseconds) {
  return ModelComparison(first, second, check_milliseconds).run();
}

}  // namespace jumpscope::prove
