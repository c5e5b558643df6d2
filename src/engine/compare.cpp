#include "src/engine/compare.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/base/text.h"
#include "src/base/words.h"
#include "src/diff/engine_diff.h"
#include "src/engine/protocol.h"
#include "src/engine/script.h"
#include "src/models/write_log.h"
#include "src/physics/models.h"
#include "src/trace/real.h"
#include "src/trace/watch.h"

namespace jumpscope::engine {
namespace {

using physics::Role;
using trace::Profile;
using trace::TraceView;

std::vector<std::pair<std::string, std::string>> pairsOf(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos)
      throw std::runtime_error("--set '" + text + "' is not NAME=VALUE, e.g. --set gravity=0.3");
    const std::string name = text.substr(0, equals);
    if (std::ranges::any_of(pairs, [&](const auto& pair) { return pair.first == name; }))
      throw std::runtime_error("--set names " + name + " twice");
    pairs.emplace_back(name, text.substr(equals + 1));
  }
  return pairs;
}

// The variables that an engine may name: those of the game that the profile's model is about, and the other watches.
std::vector<physics::Variable> candidatesOf(const TraceView& trace, const Profile& profile) {
  const physics::Game& game = physics::gameOf(profile.model);
  std::vector<physics::Variable> list;
  if (&game != &physics::anyGame()) list.assign(game.variables().begin(), game.variables().end());
  const models::Binding binding(trace, profile, game);
  for (const trace::Watch& watch : trace.header.watches) {
    if (watch.type == trace::Type::Lag || (!list.empty() && binding.variableOf(watch.name))) continue;
    physics::Variable variable{.name = watch.name};
    if (watch.name == profile.height_watch) variable.role = Role::YPosition;
    if (watch.name == profile.subpixel_watch) variable.role = Role::YSubpixel;
    list.push_back(variable);
  }
  return list;
}

class Judged {
 public:
  Judged(const TraceView& trace, const Profile& profile)
      : trace_(trace),
        profile_(profile),
        knows_game_(&physics::gameOf(profile.model) != &physics::anyGame()) {
    // A watch feeds the variable of its own name where there is no game.
    if (!knows_game_) profile_.feeds.clear();
    candidates_ = candidatesOf(trace, profile);
  }

  Hello hello() const {
    Hello hello;
    for (size_t v = 0; v < candidates_.size(); ++v) {
      const auto column = columnOf(v);
      if (!column) continue;
      const bool of_motion = candidates_[v].compared && physics::isMotionOrGravity(candidates_[v].role);
      if (!knows_game_ || of_motion) hello.compared.push_back(hello.variables.size());
      hello.variables.push_back({trace_.header.watches[*column].name, trace_.header.watches[*column].unit});
    }
    return hello;
  }

  void begin(const Engine& engine, const std::vector<std::string>& settings) {
    Hello hello = this->hello();
    hello.settings = pairsOf(settings);
    ready_ = engine.begin(hello);
  }

  const Ready& ready() const { return ready_; }
  // With the feeds by which its watches are bound.
  const Profile& boundProfile() const { return profile_; }

  // Those of the candidates that the engine names, and all of a game, which numbers them.
  std::vector<physics::Variable> variables() const {
    const size_t of_game = knows_game_ ? physics::gameOf(profile_.model).variables().size() : 0;
    std::vector<physics::Variable> list;
    for (size_t v = 0; v < candidates_.size(); ++v) {
      physics::Variable variable = candidates_[v];
      variable.compared = isIn(ready_.computes, v);
      variable.needed = false;
      if (v < of_game || variable.compared || isIn(ready_.reads, v)) list.push_back(variable);
    }
    if (list.size() > physics::Values::most)
      throw std::runtime_error(
          "the engine computes and reads too many values: " + std::to_string(list.size()) +
          " with those of the game, at most " + std::to_string(physics::Values::most) +
          " can be told apart; name fewer of them");
    return list;
  }

  // True if something of this role is computed, in a watch of its own or as a byte of one.
  bool computes(Role role) const {
    for (size_t v = 0; v < candidates_.size(); ++v) {
      const auto column = candidates_[v].role == role ? columnOf(v) : std::nullopt;
      if (!column) continue;
      const auto& bytes = trace_.header.watches[*column].addresses;
      for (const std::string& name : ready_.computes) {
        const auto& others = trace_.header.watches[*trace_.find(name)].addresses;
        if (name == watchOf(v) ||
            std::find_first_of(bytes.begin(), bytes.end(), others.begin(), others.end()) != bytes.end())
          return true;
      }
    }
    return false;
  }

  // True if what the engine computes says how the player moves, not only where he is.
  bool startsInFlight() const {
    if (knows_game_) return computes(Role::YSpeed);
    return std::any_of(ready_.computes.begin(), ready_.computes.end(), [&](const std::string& name) {
      return name != profile_.height_watch && name != profile_.subpixel_watch &&
             name != profile_.horizontal_watch;
    });
  }

 private:
  std::string watchOf(size_t v) const {
    const std::string name(candidates_[v].name);
    const auto feed = profile_.feeds.find(name);
    return feed != profile_.feeds.end() ? feed->second : name;
  }
  std::optional<size_t> columnOf(size_t v) const { return trace_.find(watchOf(v)); }
  bool isIn(const std::vector<std::string>& names, size_t v) const {
    return std::find(names.begin(), names.end(), watchOf(v)) != names.end();
  }
  trace::TraceView trace_;
  Profile profile_;
  bool knows_game_;
  std::vector<physics::Variable> candidates_;
  Ready ready_;
};

diff::EngineRules rulesOf(const TraceView& trace, const Ready& ready, const Options& options) {
  diff::EngineRules rules;
  for (const std::string& name : ready.computes) {
    const int bits = trace.header.watches[*trace.find(name)].fraction_bits;
    if (bits > answer_bits) throw std::runtime_error("watch " + name + " has more than 32 bits of fraction");
    // Decimals were rounded when they were written; what an engine computes from them is off by more with each frame.
    if (bits == trace::real_bits) rules.roundings[name] = std::llrint(std::ldexp(1e-6, answer_bits));
  }
  for (const auto& [watch, value] : options.tolerances) {
    if (std::find(ready.computes.begin(), ready.computes.end(), watch) == ready.computes.end())
      throw std::runtime_error("--tolerance names " + watch +
                               ", which the engine does not compute; it computes " +
                               base::joined(ready.computes));
    // Answers and tolerances are rounded: a difference of exactly the tolerance may come out one larger.
    rules.tolerances[watch] = std::llrint(std::ldexp(value, answer_bits)) + (value > 0 ? 1 : 0);
  }
  return rules;
}

// What was judged and what not.
std::string scopeOf(const diff::DiffResult& result, const Judged& judged, size_t frames) {
  const Ready& ready = judged.ready();
  std::vector<bool> followed(result.jumps.size());
  for (const diff::ComparedRow& row : result.rows) followed[*row.jump] = true;
  size_t falls = 0, landings = 0, left_out = 0;
  for (size_t i = 0; i < result.jumps.size(); ++i) {
    const jumps::Jump& jump = result.jumps[i];
    if (followed[i])
      falls += jump.start == jumps::JumpStart::Fall;
    else
      ++left_out;
    landings += followed[i] && jump.end == jumps::JumpEnd::Landed;
    frames -= std::min(frames, jump.last_row - jump.first_row + 1);
  }
  const size_t flights = result.jumps.size() - left_out;
  std::string text = "the engine was judged in " + base::counted(flights, "flight") + " (" +
                     base::counted(falls, "fall") + " among them): " + base::joined(ready.computes) + ".";
  if (!ready.reads.empty()) text += " Read from the trace: " + base::joined(ready.reads) + ".";
  text += " Not judged: " + base::counted(frames, "frame") + " on the ground";
  if (landings > 0) text += ", where " + base::counted(landings, "flight") + " landed";
  if (left_out > 0)
    text += ", " + base::counted(left_out, "flight") +
            (judged.startsInFlight() ? " without a frame to compare"
                                     : " that begin without a jump: no speed is computed");
  if (!judged.computes(Role::YPosition)) text += ", the height";
  return text;
}

}  // namespace

Hello helloOf(const Profile* profile, const std::vector<std::string>& settings) {
  Hello hello;
  if (profile) {
    trace::Trace without_rows;
    without_rows.header.watches = profile->watches;
    hello = Judged(without_rows, *profile).hello();
  }
  hello.settings = pairsOf(settings);
  return hello;
}

std::vector<std::string> comparedValues(const Profile& profile) {
  const Hello hello = helloOf(&profile);
  std::vector<std::string> names;
  for (const size_t v : hello.compared) names.push_back(hello.variables[v].name);
  return names;
}

std::map<std::string, double> parseTolerances(const std::vector<std::string>& texts) {
  std::map<std::string, double> tolerances;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    double value = -1;
    if (equals != text.npos && equals > 0)
      value = numberFrom(text.substr(0, equals), std::string_view(text).substr(equals + 1));
    if (!(value >= 0 && value < largest_answer))
      throw std::runtime_error("--tolerance '" + text + "' is not WATCH=VALUE, e.g. --tolerance y=0.05");
    if (!tolerances.emplace(text.substr(0, equals), value).second)
      throw std::runtime_error("--tolerance names " + text.substr(0, equals) + " twice");
  }
  return tolerances;
}

diff::DiffResult compareWith(const TraceView& trace, const Profile& profile,
                             const std::optional<trace::WritesView>& writes, const Engine& engine,
                             const Options& options) {
  if (!trace.header.has_buttons)
    throw std::runtime_error(
        "the recording has no buttons, without which no engine can move; record a column buttons, too");
  Judged judged(trace, profile);
  judged.begin(engine, options.settings);
  diff::EngineRules rules = rulesOf(trace, judged.ready(), options);
  Script script(trace, physics::gameOf(profile.model), judged.variables(), judged.ready(),
                judged.startsInFlight());
  rules.most_listed = options.most_listed;
  rules.on_row = [&script](size_t row) { script.atRow(row); };
  physics::Model model;
  model.name = engine.name;
  model.game = &script;
  std::optional<models::WriteLog> log;
  if (writes) {
    const models::Binding binding(trace, profile);
    log.emplace(trace, binding, *writes);
    diff::requireWholeLog(trace, binding, *log);
  }
  const auto run = [&] {
    const models::Binding binding(trace, judged.boundProfile(), script);
    script.bind(binding);
    return diff::compareWithEngine(trace, profile, binding, log ? &*log : nullptr, model, rules);
  };
  rules.compares = false;
  run();
  rules.compares = true;
  script.answer(engine.run(script.plan()));
  diff::DiffResult result = run();
  result.notes.push_back(scopeOf(result, judged, trace.rows.size()));
  return result;
}

}  // namespace jumpscope::engine
