#include "src/fit/fit.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "src/fit/model_height.h"

namespace jumpscope::fit {
namespace {

using physics::Model;
using physics::Parameter;
using physics::Settings;

// How far a run of the model is from the flight. A position lies in a row when, cut to the row's resolution,
// it is the row's: a trace of whole pixels is matched by every position within the pixel.
struct Score {
  size_t exact_rows = 0;
  double squares = HUGE_VAL;  // of the distances to the rows, px
  double largest = 0;
  std::optional<size_t> first_wrong;

  // What is nearer is better; among runs equally near, what hits more rows.
  bool betterThan(const Score& other) const {
    return squares != other.squares ? squares < other.squares : exact_rows > other.exact_rows;
  }
};

class Search {
 public:
  Search(const FitSeries& series, const Model& model, double fps)
      : series_(series), model_(model), base_(model.fit.fixed(series, fps)), height_(model) {
    origin_ = std::ldexp(base_.at("fit origin"), height_.bits());
    base_.erase("fit origin");
  }

  double origin() const { return std::ldexp(origin_, -height_.bits()); }  // px

  // In range, or as near to it as may be.
  double fitted(const Parameter& parameter, double value) const {
    if (parameter.whole) value = std::nearbyint(value);
    return std::clamp(value, parameter.lowest, parameter.highest);
  }

  Settings complete(const Settings& tunable) const {
    Settings all = base_;
    for (const auto& [name, value] : tunable)
      if (std::isfinite(value)) all[name] = fitted(*physics::findParameter(model_, name), value);
    return physics::completed(model_, all);
  }

  Score score(const Settings& tunable) const {
    Score result;
    physics::Rows rows;
    try {
      rows = model_.run(complete(tunable), series_.buttons);
    } catch (const std::runtime_error&) {
      return result;  // the values lead out of what the model can do
    }
    result.squares = 0;
    for (size_t n = 0; n < series_.y.size(); ++n) {
      const double distance = distanceTo(n, height_.of(rows[n]));
      if (distance == 0) ++result.exact_rows;
      if (distance != 0 && !result.first_wrong) result.first_wrong = n;
      result.squares += distance * distance;
      result.largest = std::max(result.largest, std::abs(distance));
    }
    return result;
  }

  // Pattern search: every parameter by ever smaller steps, and pairs of them against each other, for as long
  // as that helps.
  void polish(Settings& best, Score& best_score) const {
    const std::vector<const Parameter*> parameters = tunable();
    std::vector<double> step;
    for (const Parameter* parameter : parameters)
      step.push_back(parameter->whole ? 16 : std::max(std::abs(best.at(parameter->name)) / 16, 1. / 64));
    for (int round = 0; round < most_rounds && best_score.squares > 0; ++round) {
      bool better = false;
      for (size_t i = 0; i < parameters.size(); ++i) {
        better = tryMove(best, best_score, {{parameters[i], step[i]}}) || better;
        for (size_t j = i + 1; j < parameters.size() && j < 3; ++j)
          for (const double sign : {-1., 1.})
            better = tryMove(best, best_score, {{parameters[i], step[i]}, {parameters[j], sign * step[j]}}) ||
                     better;
      }
      if (better) continue;
      bool finest = true;
      for (size_t i = 0; i < parameters.size(); ++i) {
        const double least =
            parameters[i]->whole ? 1 : std::abs(best.at(parameters[i]->name)) * 1e-12 + 1e-13;
        finest = finest && step[i] <= least;
        step[i] = std::max(step[i] / (parameters[i]->whole ? 4 : 3), least);
      }
      if (finest) return;
    }
  }

  // The same with as few digits as may be: first all parameters together, since each makes up for the others'
  // rounding, then each alone.
  void simplify(Settings& best, Score& best_score) const {
    const Settings found = best;
    for (int digits = 1; digits <= 15; ++digits) {
      Settings rounded = best;
      for (const Parameter* parameter : tunable())
        if (!parameter->whole) rounded[parameter->name] = toDigits(found.at(parameter->name), digits);
      const Score score = this->score(rounded);
      if (score.squares > 0 && !(score.squares < best_score.squares)) continue;
      best = rounded;
      best_score = score;
      if (score.squares == 0) break;
    }
    for (const Parameter* parameter : tunable()) {
      if (parameter->whole) continue;
      for (int digits = 1; digits <= 12; ++digits) {
        Settings rounded = best;
        rounded[parameter->name] = toDigits(best.at(parameter->name), digits);
        const Score score = this->score(rounded);
        if (score.squares > best_score.squares * (1 + 1e-6) || score.exact_rows < best_score.exact_rows)
          continue;
        best = rounded;
        best_score = score;
        break;
      }
    }
  }

  // True if another value of the parameter would change the flight.
  bool seen(const Settings& best, const Score& best_score, const Parameter& parameter) const {
    const double value = complete(best).at(parameter.name);
    const double other = parameter.whole ? std::max(1., std::abs(value) / 4) : std::abs(value) / 4 + 0.01;
    for (const double moved : {value - other, value + other}) {
      Settings changed = best;
      changed[parameter.name] = moved;
      if (complete(changed).at(parameter.name) == value) continue;
      const Score score = this->score(changed);
      if (score.squares != best_score.squares || score.exact_rows != best_score.exact_rows) return true;
    }
    return false;
  }

  std::vector<const Parameter*> tunable() const {
    std::vector<const Parameter*> list;
    for (const std::string& name : model_.fit.tunable) {
      const Parameter* parameter = physics::findParameter(model_, name);
      if (parameter->choices.empty()) list.push_back(parameter);
    }
    return list;
  }

 private:
  static constexpr int most_rounds = 400;

  static double toDigits(double value, int digits) {
    char text[64];
    const auto end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits - 1).ptr;
    std::from_chars(text, end, value);
    return value;
  }

  double distanceTo(size_t n, double height) const {
    // In 1/2^bits of the series: a row stands for [y, y + 1).
    const double at = std::ldexp(height - origin_, series_.bits - height_.bits()), row = double(series_.y[n]);
    if (std::floor(at) == row) return 0;
    return std::ldexp(at < row ? at - row : at - (row + 1), -series_.bits);
  }

  struct Move {
    const Parameter* parameter;
    double by;
  };
  bool tryMove(Settings& best, Score& best_score, const std::vector<Move>& moves) const {
    bool better = false;
    for (const double sign : {-1., 1.})
      for (int again = 0; again < 64; ++again) {
        Settings moved = best;
        for (const Move& move : moves) {
          double& value = moved[move.parameter->name];
          value = fitted(*move.parameter, value + sign * move.by);
        }
        const Score score = this->score(moved);
        if (!score.betterThan(best_score)) break;
        best = moved;
        best_score = score;
        better = true;
      }
    return better;
  }

  const FitSeries& series_;
  const Model& model_;
  Settings base_;
  ModelHeight height_;
  double origin_ = 0;
};

}  // namespace

std::vector<std::string> fittedModels() {
  std::vector<std::string> names;
  for (const Model& model : physics::models())
    if (!model.fit.tunable.empty()) names.push_back(model.name);
  return names;
}

FitResult fitJump(const FitSeries& series, const Model& model, double fps) {
  if (model.fit.tunable.empty()) {
    std::string known;
    for (const std::string& name : fittedModels()) known += (known.empty() ? "" : ", ") + name;
    throw std::runtime_error("model " + model.name + " has no jump that could be fitted; choose one of " +
                             known);
  }
  const Search search(series, model, fps);
  Settings best;
  Score best_score;
  const auto consider = [&](const Settings& settings, const Score& score) {
    const bool simpler_not_worse = best.empty() || score.betterThan(best_score);
    if (!simpler_not_worse) return;
    best = settings;
    best_score = score;
  };
  std::vector<Settings> guesses = model.fit.guesses(series, fps);
  for (Settings& guess : guesses) {
    for (const Parameter* parameter : search.tunable())
      guess.try_emplace(parameter->name, parameter->default_value);
    consider(guess, search.score(guess));
    if (best_score.squares == 0) break;
  }
  if (best_score.squares > 0) search.polish(best, best_score);
  // Which precision a model computes in shows only in the last digits of its constants, once these are found.
  const Settings found = best;
  const Parameter* precision = physics::findParameter(model, "precision");
  for (size_t p = 0; p < (precision ? precision->choices.size() : 1); ++p) {
    Settings settings = found;
    if (precision) settings["precision"] = double(p);
    Score score = search.score(settings);
    search.simplify(settings, score);
    if (p > 0 && !score.betterThan(best_score)) continue;
    best = settings;
    best_score = score;
    if (score.squares == 0) break;
  }

  FitResult result;
  result.model = model.name;
  result.series = series;
  result.settings = search.complete(best);
  result.constants = model.fit.constants(result.settings, fps);
  result.model_origin = search.origin();
  for (const std::string& name : model.fit.tunable) {
    const Parameter& parameter = *physics::findParameter(model, name);
    result.parameters.push_back({name, parameter.unit, settingText(parameter, result.settings.at(name)),
                                 search.seen(best, best_score, parameter)});
  }
  result.exact_rows = best_score.exact_rows;
  result.max_error = best_score.largest;
  result.rms_error = std::sqrt(best_score.squares / double(series.y.size()));
  if (best_score.first_wrong) result.first_wrong_frame = series.first_frame + *best_score.first_wrong;
  return result;
}

}  // namespace jumpscope::fit
