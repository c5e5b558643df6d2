#include "src/diff/diff.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/text.h"
#include "src/diff/model_diff.h"
#include "src/models/model_trace.h"

namespace jumpscope::diff {
namespace {

using trace::Profile;
using trace::TraceView;
using trace::WritesView;

void requireWatches(const TraceView& trace, const models::Binding& binding, const physics::Model& model) {
  if (const std::string missing = binding.missing(); !missing.empty())
    throw std::runtime_error(
        "the trace has no " + missing + ", which model " + model.name + " needs; " +
        (!trace.header.model.empty() ? "it is a trace of model " + trace.header.model +
                                           ", with which `diff` compares it without --model"
         : model.law ? "record it with a profile of the game whose law this is (`trace ROM --profile FILE`)"
                     : "record it with a profile that feeds these (such as " +
                           trace::builtinProfileNames().front() + ")"));
  const auto variables = binding.game().variables();
  bool some = false;
  for (size_t v = 0; v < variables.size(); ++v) some |= variables[v].compared && binding.columnOf(v);
  if (!some)
    throw std::runtime_error(
        "nothing can be compared: model " + model.name +
        " computes no value that a watch has; expected a law whose \"y\" or \"speed\" names watches");
  for (size_t v = 0; v < variables.size(); ++v) {
    if (!variables[v].compared || !binding.columnOf(v)) continue;
    const trace::Watch& watch = trace.header.watches[*binding.columnOf(v)];
    if (model.law) continue;
    if (watch.addresses.size() > 1 || (watch.type != trace::Type::U8 && watch.type != trace::Type::S8))
      throw std::runtime_error("watch \"" + watch.name + "\" feeds " + std::string(variables[v].name) +
                               " of model " + model.name + ", which is one byte; expected the type u8 or s8");
  }
}

// A jump with a missing frame is cut there: what it did is not known.
void noteMissingFrames(const TraceView& trace, DiffResult& result) {
  uint64_t missing = 0, first = 0;
  for (size_t row = 1; row < trace.rows.size(); ++row) {
    const uint64_t between = trace.rows[row].frame - trace.rows[row - 1].frame - 1;
    if (between != 0 && missing == 0) first = trace.rows[row - 1].frame + 1;
    missing += between;
  }
  if (missing != 0)
    result.notes.push_back("the trace lacks " + base::counted(missing, "frame") +
                           " between its first and its last, the first is frame " + std::to_string(first) +
                           "; nothing is judged across them");
}

void requireSettings(const physics::Model& model, const physics::Settings& settings) {
  const std::vector<std::string_view> counted = model.game->parameters();
  std::string list;
  for (std::string_view name : counted) list.append(list.empty() ? "" : ", ").append(name);
  physics::completed(model, settings);  // throws for what is out of range
  for (const auto& [name, value] : settings)
    if (std::find(counted.begin(), counted.end(), name) == counted.end())
      throw std::runtime_error("parameter " + name + " of model " + model.name +
                               " comes from the trace in a comparison; those that can be set are " + list);
}

}  // namespace

// Otherwise what the log lacks would become errors: a byte that changes again and again, and that nobody writes.
void requireWholeLog(const TraceView& trace, const models::Binding& binding, const models::WriteLog& log) {
  constexpr size_t too_many = 3;
  struct Watched {
    size_t variable, column;
    std::optional<uint64_t> last = {};  // frame with a write
    size_t since = 0;                   // changes without one
    std::string lacking = {};
  };
  std::vector<Watched> watched;
  const auto variables = binding.game().variables();
  for (size_t v = 0; v < variables.size(); ++v)
    if (variables[v].compared && binding.columnOf(v) && models::holdsWritesTo(v, trace, binding))
      watched.push_back({v, *binding.columnOf(v)});
  for (size_t row = 1; row < trace.rows.size(); ++row) {
    const trace::Row &before = trace.rows[row - 1], &now = trace.rows[row];
    const bool may_change = now.frame == before.frame + 1 && binding.playerInControl(now) &&
                            binding.playerInControl(before) && !log.frame(row - 1).unfinished;
    const auto& writes = log.frame(row).writes;
    for (Watched& one : watched) {
      const bool written = std::any_of(writes.begin(), writes.end(), [&](const models::VariableWrite& write) {
        return write.variable == one.variable;
      });
      if (written) {
        one.last = now.frame;
        one.since = 0;
      } else if (may_change && now.values[one.column] != before.values[one.column] &&
                 ++one.since == too_many && one.lacking.empty()) {
        one.lacking = "the write log has no writes to " + trace.header.watches[one.column].name +
                      (one.last ? " after frame " + std::to_string(*one.last) : "") +
                      ", which changes in frame " + std::to_string(now.frame) +
                      "; record trace and log in one run, or leave the log out";
      }
    }
  }
  for (const Watched& one : watched)
    if (!one.lacking.empty()) throw std::runtime_error(one.lacking);
}

bool DiffResult::nothingCompared() const {
  return differences.empty() &&
         std::none_of(rows.begin(), rows.end(), [](const ComparedRow& row) { return row.jump.has_value(); });
}

size_t DiffResult::differenceCount() const {
  size_t count = differences.size();
  for (const auto& [because, more] : unlisted) count += more;
  return count;
}

void DiffResult::add(Difference difference, size_t most) {
  if (differences.size() < most)
    differences.push_back(std::move(difference));
  else
    ++unlisted[difference.because];
}

std::string comparableModels() {
  std::vector<std::string> names;
  for (const physics::Model& model : physics::models())
    if (model.game) names.push_back(model.name);
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

const physics::Model* comparableModel(const Profile& profile) {
  const physics::Model* model = physics::knownModel(profile.model);
  return model && model->game ? model : nullptr;
}

const physics::Model& comparedModel(const Profile& profile, const std::string& asked) {
  if (!asked.empty()) {
    const physics::Model& model = models::modelNamed(asked);
    if (model.game) return model;
    throw std::runtime_error("a game's trace can be compared with " + comparableModels() + ", not with " +
                             model.name + "; `jumpscope fit` finds the parameters of other models");
  }
  if (const physics::Model* model = comparableModel(profile)) return *model;
  throw std::runtime_error(profile.model.empty()
                               ? "profile " + profile.name + " names no model to compare with; expected " +
                                     comparableModels()
                               : "profile " + profile.name + " names the model \"" + profile.model +
                                     "\"; traces can be compared with " + comparableModels());
}

DiffResult compareWith(const TraceView& trace, const Profile& profile, const models::WriteLog* log,
                       const Comparison& with) {
  const physics::Model& model = comparedModel(profile, with.model);
  const models::Binding binding(trace, profile, *model.game);
  requireWatches(trace, binding, model);
  requireSettings(model, with.settings);
  std::vector<jumps::Jump> jumps = jumps::findJumps(trace, profile, log);
  // The jumps are the profile's; who moved the player is read with the model's own variables.
  std::optional<models::WriteLog> read_for_model;
  if (log && model.game != &physics::gameOf(profile.model))
    log = &read_for_model.emplace(trace, binding, log->writes());
  if (log) requireWholeLog(trace, binding, *log);
  DiffResult result;
  if (model.law) {
    // It says nothing of who writes: the values of whole frames are compared.
    const Subject subject{trace, binding, nullptr, log ? log->writes() : WritesView()};
    result = diffFlights(subject, model, std::move(jumps), with);
    result.has_write_log = log != nullptr;
  } else {
    const Subject subject{trace, binding, log};
    result = model.game->judge({}) ? diffFrames(subject, model, std::move(jumps), with)
                                   : diffFlights(subject, model, std::move(jumps), with);
  }
  noteMissingFrames(trace, result);
  return result;
}

DiffResult compareWithEngine(const TraceView& trace, const Profile& profile, const models::Binding& binding,
                             const models::WriteLog* log, const physics::Model& engine,
                             const EngineRules& rules) {
  const bool knows_mover = &physics::gameOf(profile.model) != &physics::anyGame();
  std::vector<jumps::Jump> jumps = jumps::findJumps(trace, profile, log);
  Comparison with;
  with.most_listed = rules.most_listed;
  DiffResult result;
  if (!log || !knows_mover) {
    const Subject subject{trace, binding, nullptr, log ? log->writes() : WritesView()};
    result = diffFlights(subject, engine, std::move(jumps), with, &rules);
    result.has_write_log = log != nullptr;
  } else {
    const models::WriteLog own(trace, binding, log->writes());
    result = diffFlights({trace, binding, &own}, engine, std::move(jumps), with, &rules);
  }
  noteMissingFrames(trace, result);
  return result;
}

DiffResult compareWith(const TraceView& trace, const Profile& profile,
                       const std::optional<WritesView>& writes, const Comparison& with) {
  if (!writes) return compareWith(trace, profile, nullptr, with);
  const models::WriteLog log(trace, models::Binding(trace, profile), *writes);
  return compareWith(trace, profile, &log, with);
}

}  // namespace jumpscope::diff
