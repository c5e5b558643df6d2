#include "src/diff/diff.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "src/models/model_trace.h"

namespace jumpscope::diff {
namespace {

using jumps::Jump;
using jumps::JumpEnd;
using jumps::JumpStart;
using models::Values;
using physics::Frame;
using physics::Prediction;
using trace::Profile;
using trace::Trace;
using trace::Write;

bool showsSigned(trace::Type type) { return type == trace::Type::S8 || type == trace::Type::S16; }

// A byte as its watch shows it.
int64_t shown(uint8_t byte, trace::Type type) {
  return showsSigned(type) ? int64_t{static_cast<int8_t>(byte)} : int64_t{byte};
}

// What a model expects, likewise. A model may compute with more than bytes: a speed beyond them stays one.
int64_t shown(int64_t expected, const physics::Variable& variable, trace::Type type) {
  if (variable.is_signed && showsSigned(type)) return expected;
  return shown(static_cast<uint8_t>(expected), type);
}

physics::Start kindOf(JumpStart start) {
  switch (start) {
    case JumpStart::Jump:
      return physics::Start::Jump;
    case JumpStart::Stroke:
      return physics::Start::Stroke;
    case JumpStart::Fall:
      return physics::Start::Fall;
    case JumpStart::BeforeTrace:
      break;
  }
  return physics::Start::None;
}

// The model, and beside it the same with each of its known departures from the game switched off.
struct Variant {
  std::unique_ptr<physics::Predictor> predictor;
  std::string because;
};

std::vector<Variant> variantsOf(const physics::Model& model, const physics::Settings& settings) {
  std::vector<Variant> variants;
  variants.push_back({model.game->predictor(settings), ""});
  for (const physics::Departure& departure : model.game->departures()) {
    physics::Settings without = settings;
    for (const auto& [name, value] : departure.settings) without[name] = value;
    variants.push_back({model.game->predictor(without), departure.because});
  }
  return variants;
}

class ModelDiff {
 public:
  ModelDiff(const Trace& trace, const models::Binding& binding, const models::WriteLog* log,
            const physics::Model& model, const physics::Settings& settings, std::vector<Jump> jumps)
      : trace_(trace),
        binding_(binding),
        log_(log),
        game_(*model.game),
        variants_(variantsOf(model, settings)) {
    result_.model = model.name;
    result_.has_write_log = log != nullptr;
    result_.explains = variants_.size() > 1;
    result_.departures = game_.departuresName();
    result_.jumps = std::move(jumps);
    const auto variables = game_.variables();
    for (size_t v = 0; v < variables.size(); ++v)
      if (variables[v].compared && binding.columnOf(v)) compared_.push_back(v);
    for (size_t v : compared_) result_.watches.push_back(watchOf(v).name);
  }

  DiffResult run() {
    for (size_t jump = 0; jump < result_.jumps.size(); ++jump)
      if (game_.follows(kindOf(result_.jumps[jump].start))) compareJump(jump);
    return std::move(result_);
  }

 private:
  const trace::Watch& watchOf(size_t variable) const {
    return trace_.header.watches[*binding_.columnOf(variable)];
  }
  uint8_t byteAt(size_t row, size_t variable) const {
    return static_cast<uint8_t>(trace_.rows[row].values[*binding_.columnOf(variable)]);
  }

  Frame frameAt(const Jump& jump, size_t row) const {
    const bool last = row == jump.last_row;
    Frame frame;
    frame.before = frame.at_start = binding_.values(trace_.rows[row - 1]);
    frame.now = binding_.values(trace_.rows[row]);
    frame.over = last && (jump.end == JumpEnd::Landed || jump.end == JumpEnd::Climbing ||
                          jump.end == JumpEnd::ControlLost);
    frame.landed = last && jump.end == JumpEnd::Landed;
    if (!log_) return frame;
    const models::FrameLog& log = log_->frame(row);
    const size_t begin = log.starts_jump ? log.start_begin : log.moved ? log.mover_begin : 0;
    frame.at_start = log_->valuesBefore(row, begin, frame.before);
    frame.logged = true;
    frame.starts = log.starts_jump;
    frame.moved = log.moved;
    frame.game_ran = log.game_ran;
    frame.written = 0;
    for (const models::VariableWrite& write : log.writes) frame.written |= uint32_t{1} << write.variable;
    return frame;
  }

  void compareJump(size_t index) {
    const Jump& jump = result_.jumps[index];
    size_t row = jump.first_row;
    if (jump.start == JumpStart::BeforeTrace) ++row;
    if (row > jump.last_row) return;
    const Values before = binding_.values(trace_.rows[row - 1]);
    std::vector<Values> states;
    for (const Variant& variant : variants_) states.push_back(variant.predictor->begin(before));
    for (; row <= jump.last_row; ++row)
      if (!compareFrame(index, row, states)) return;
  }

  // `states`: of the variants, taken to the frame's end. Returns false: the rest of the jump is not compared.
  bool compareFrame(size_t jump, size_t row, std::vector<Values>& states) {
    const Frame frame = frameAt(result_.jumps[jump], row);
    std::vector<Prediction> predictions;
    for (size_t v = 0; v < variants_.size(); ++v)
      predictions.push_back(variants_[v].predictor->predict(states[v], frame));
    const Prediction::Course course = predictions.front().course;
    if (course == Prediction::Course::Stop) return false;
    if (course == Prediction::Course::Pass) return true;
    const bool compares = course == Prediction::Course::Compare;
    const bool other_code_first = log_ && !log_->frame(row).before.empty();
    if (compares && !other_code_first) compareRow(jump, row, frame, predictions);
    const bool disturbed = !compares || (log_ && jumps::outsideEvent(trace_, binding_, *log_, row));
    for (size_t v = 0; v < variants_.size(); ++v) {
      const physics::Predictor& predictor = *variants_[v].predictor;
      states[v] =
          disturbed ? predictor.resume(states[v], frame.now) : predictor.settle(predictions[v].after, frame);
    }
    return true;
  }

  // The bytes to be compared: as they stood when the mover was through, before the first write of other code.
  Values moved(size_t row, const Frame& frame) const {
    Values values = frame.now;
    const bool as_it_ends = !log_ || (frame.landed && game_.landsByItself());
    if (as_it_ends) return values;
    const models::FrameLog& log = log_->frame(row);
    for (auto i = log.after.rbegin(); i != log.after.rend(); ++i)
      values.set(log.writes[*i].variable, log_->write(log.writes[*i]).old_value);
    return values;
  }

  void compareRow(size_t jump, size_t row, const Frame& frame, const std::vector<Prediction>& predictions) {
    const Values got = moved(row, frame);
    ComparedRow compared{row, jump, {}, {}};
    std::vector<std::pair<size_t, Difference>> found;
    for (size_t v : compared_) {
      const physics::Variable& variable = game_.variables()[v];
      const trace::Watch& watch = watchOf(v);
      compared.expected.push_back(shown(predictions.front().after.at(v), variable, watch.type));
      compared.got.push_back(shown(got.byte(v), watch.type));
      ++result_.compared_values;
      if (compared.expected.back() == compared.got.back()) continue;
      Difference difference;
      difference.row = row;
      difference.frame = trace_.rows[row].frame;
      difference.jump = jump;
      difference.watch = watch.name;
      difference.expected = compared.expected.back();
      difference.got = compared.got.back();
      difference.before = trace_.rows[row - 1].values[*binding_.columnOf(v)];
      size_t order = 0;
      // A difference that the model is known for has a reason, and no culprit.
      for (size_t i = variants_.size(); i-- > 1;)
        if (shown(predictions[i].after.at(v), variable, watch.type) == difference.got)
          difference.because = variants_[i].because;
      if (log_ && !result_.explains) order = blame(difference, row, v, predictions.front().decided.byte(v));
      found.emplace_back(order, std::move(difference));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [order, difference] : found) result_.differences.push_back(std::move(difference));
    result_.rows.push_back(std::move(compared));
  }

  // Finds the write that brought a byte off the model's course: before the motion, when the byte was wrong
  // there already; else in the motion. Returns when that was, as an index into the frame's writes: what comes
  // first is the cause of what comes after. A write that did not happen and should have counts as the first
  // of all.
  size_t blame(Difference& difference, size_t row, size_t variable, uint8_t before_motion) const {
    const models::FrameLog& frame = log_->frame(row);
    const size_t motion = frame.moved ? frame.mover_begin : frame.writes.size();
    std::optional<size_t> decided, moved;
    for (size_t i = 0; i < frame.writes.size(); ++i) {
      if (frame.writes[i].variable != variable) continue;
      if (std::find(frame.after.begin(), frame.after.end(), i) != frame.after.end()) break;
      (i < motion ? decided : moved) = i;
    }
    const uint8_t at_motion =
        decided ? log_->write(frame.writes[*decided]).new_value : byteAt(row - 1, variable);
    const bool wrong_before = at_motion != before_motion;
    if (moved && !(wrong_before && decided)) {
      difference.writer = log_->write(frame.writes[*moved]);
      difference.writer_expected = difference.expected;
      return *moved;
    }
    difference.writer_expected = shown(before_motion, watchOf(variable).type);
    if (decided) {
      difference.writer = log_->write(frame.writes[*decided]);
      return *decided;
    }
    for (size_t i = row; i-- > result_.jumps[difference.jump].first_row && !difference.writer;)
      if (const Write* write = log_->last(i, variable)) difference.writer = *write;
    return 0;
  }

  const Trace& trace_;
  const models::Binding& binding_;
  const models::WriteLog* log_;
  const physics::Game& game_;
  std::vector<Variant> variants_;
  std::vector<size_t> compared_;  // variables
  DiffResult result_;
};

void requireWatches(const Trace& trace, const models::Binding& binding, const physics::Model& model) {
  if (const std::string missing = binding.missing(); !missing.empty())
    throw std::runtime_error("the trace has no " + missing + ", which model " + model.name +
                             " needs; record it with a profile that feeds these (such as " +
                             trace::builtinProfileNames().front() + ")");
  const auto variables = binding.game().variables();
  for (size_t v = 0; v < variables.size(); ++v) {
    if (!variables[v].compared || !binding.columnOf(v)) continue;
    const trace::Watch& watch = trace.header.watches[*binding.columnOf(v)];
    if (watch.addresses.size() > 1 || (watch.type != trace::Type::U8 && watch.type != trace::Type::S8))
      throw std::runtime_error("watch \"" + watch.name + "\" feeds " + std::string(variables[v].name) +
                               " of model " + model.name + ", which is one byte; expected the type u8 or s8");
  }
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
  for (const physics::Model& model : physics::models())
    if (model.game && model.name == profile.model) return &model;
  return nullptr;
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

DiffResult compareWith(const Trace& trace, const Profile& profile, const models::WriteLog* log,
                       const Comparison& with) {
  const physics::Model& model = comparedModel(profile, with.model);
  const models::Binding binding(trace, profile, *model.game);
  requireWatches(trace, binding, model);
  requireSettings(model, with.settings);
  std::vector<Jump> jumps = jumps::findJumps(trace, profile, log);
  if (!log || model.game == &physics::gameOf(profile.model))
    return ModelDiff(trace, binding, log, model, with.settings, std::move(jumps)).run();
  // The jumps are the profile's; who moved the player is read with the model's own variables.
  const models::WriteLog own(trace, binding, log->writes());
  return ModelDiff(trace, binding, &own, model, with.settings, std::move(jumps)).run();
}

DiffResult compareWith(const Trace& trace, const Profile& profile,
                       const std::optional<std::vector<Write>>& writes, const Comparison& with) {
  if (!writes) return compareWith(trace, profile, nullptr, with);
  const models::WriteLog log(trace, models::Binding(trace, profile), *writes);
  return compareWith(trace, profile, &log, with);
}

}  // namespace jumpscope::diff
