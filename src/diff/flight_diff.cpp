#include <algorithm>
#include <memory>

#include "src/base/text.h"
#include "src/diff/frame_reader.h"
#include "src/diff/model_diff.h"
#include "src/diff/wrong_byte.h"
#include "src/trace/columns.h"

namespace jumpscope::diff {
namespace {

using jumps::Jump;
using jumps::JumpEnd;
using jumps::JumpStart;
using models::Values;
using physics::Frame;
using physics::Prediction;

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
  std::unique_ptr<physics::FlightPredictor> predictor;
  std::string because;
};

std::vector<Variant> variantsOf(const physics::Model& model, const physics::Settings& settings) {
  std::vector<Variant> variants;
  variants.push_back({model.game->flightPredictor(settings), ""});
  for (const physics::Departure& departure : model.game->departures()) {
    physics::Settings without = settings;
    for (const auto& [name, value] : departure.settings) without[name] = value;
    variants.push_back({model.game->flightPredictor(without), departure.because});
  }
  return variants;
}

class FlightDiff {
 public:
  FlightDiff(const Subject& subject, const physics::Model& model, std::vector<Jump> jumps,
             const Comparison& with, const EngineRules* engine)
      : subject_(subject),
        game_(*model.game),
        engine_(engine),
        law_(model.law != nullptr),
        bytes_(subject.trace, subject.binding, engine),
        history_(subject.log ? subject.log->writes() : subject.writes),
        reader_(subject, false),
        variants_(variantsOf(model, with.settings)),
        most_listed_(with.most_listed),
        strict_(with.strict) {
    result_.model = model.name;
    result_.has_write_log = subject.log != nullptr;
    result_.explains = variants_.size() > 1;
    result_.departures = game_.departuresName();
    result_.jumps = std::move(jumps);
    result_.watches = bytes_.names();
    if (law_) set_up_ = rowsOfSetUp();
  }

  DiffResult run() {
    for (size_t jump = 0; jump < result_.jumps.size(); ++jump)
      if (game_.follows(kindOf(result_.jumps[jump].start))) compareJump(jump);
    result_.compared_frames = result_.rows.size();
    if (unmoved_ != 0)
      result_.notes.push_back(
          "in " + base::counted(unmoved_, "frame") +
          " of flights the game wrote neither position nor speed; the law does not count them");
    return std::move(result_);
  }

 private:
  const trace::Row& rowAt(size_t row) const { return subject_.trace.rows[row]; }

  // Before a game first reads a controller it sets its memory up, from whatever was in it.
  size_t rowsOfSetUp() const {
    const auto& rows = subject_.trace.rows;
    const auto lag = trace::lagColumn(subject_.trace.header);
    if (!lag || rows.size() == 0 || rows[0].frame != 0) return 0;
    size_t count = 0;
    while (count < rows.size() && rows[count].values[*lag] != 0) ++count;
    return count;
  }

  Frame frameAt(const Jump& jump, size_t row) const {
    const bool last = row == jump.last_row;
    Frame frame;
    frame.before = frame.at_start = subject_.binding.values(rowAt(row - 1));
    frame.now = subject_.binding.values(rowAt(row));
    frame.over = last && (jump.end == JumpEnd::Landed || jump.end == JumpEnd::Climbing ||
                          jump.end == JumpEnd::ControlLost);
    frame.landed = last && jump.end == JumpEnd::Landed;
    if (!subject_.log) return frame;
    const models::FrameLog& log = subject_.log->frame(row);
    frame.before = subject_.log->begin(row, frame.before);
    frame.now = subject_.log->end(row, frame.now);
    const size_t begin = log.starts_jump ? log.start_begin : log.moved ? log.mover_begin : 0;
    frame.at_start = subject_.log->valuesBefore(row, begin, frame.before);
    frame.logged = true;
    frame.starts = log.starts_jump;
    frame.moved = log.moved;
    frame.game_ran = log.game_ran;
    frame.written = 0;
    for (const models::VariableWrite& write : log.writes) frame.written |= uint32_t{1} << write.variable;
    return frame;
  }

  // Of a row in whose frame the game's logic did not run.
  bool isDue(size_t row) const {
    if (!reader_.follows(row)) return false;
    const Still why = reader_.whyStill(row);
    return why == Still::NoLag || why == Still::Unknown;
  }

  void compareJump(size_t index) {
    const Jump& jump = result_.jumps[index];
    size_t row = firstRowOf(index);
    if (row > jump.last_row || row < set_up_) return;
    const Values before = subject_.binding.values(rowAt(row - 1));
    std::vector<Values> states;
    tellRow(row - 1);
    for (const Variant& variant : variants_) states.push_back(variant.predictor->begin(before));
    for (; row <= jump.last_row; ++row)
      if (!compareFrame(index, row, states)) return;
  }

  // The first row that is predicted.
  size_t firstRowOf(size_t index) const {
    const Jump& jump = result_.jumps[index];
    if (jump.start == JumpStart::BeforeTrace || (engine_ && jump.start == JumpStart::Fall))
      return jump.first_row + 1;
    if (!engine_ || jump.start != JumpStart::Jump || subject_.binding.has(models::Role::State))
      return jump.first_row;
    return pressRowOf(index).value_or(jump.first_row);
  }

  void tellRow(size_t row) const {
    if (engine_ && engine_->on_row) engine_->on_row(row);
  }

  // Many games set the speed in one frame and move in the next, and what shows in the height alone begins then.
  std::optional<size_t> pressRowOf(size_t index) const {
    constexpr size_t longest_wait = 8;  // frames from the press to the first movement
    const models::Binding& binding = subject_.binding;
    const size_t first = result_.jumps[index].first_row;
    const size_t free = index == 0 ? 1 : result_.jumps[index - 1].last_row + 1;
    for (size_t row = first; row >= free && row + longest_wait > first; --row) {
      if (row < first && binding.value(rowAt(row), models::Role::YPosition) !=
                             binding.value(rowAt(row - 1), models::Role::YPosition))
        break;
      if (!reader_.follows(row) || !models::aDown(binding, rowAt(row))) break;
      if (!models::aDown(binding, rowAt(row - 1))) return row;
    }
    return std::nullopt;
  }

  // Without a log: a frame that the game's logic left out.
  bool stoodStill(size_t row) const {
    if (!reader_.follows(row) || !reader_.sameAsBefore(row)) return false;
    const Still why = reader_.whyStill(row);
    return why == Still::Lag || why == Still::Paused;
  }

  // Many games move their characters in every second frame only. A law counts the frames in which they do.
  bool wroteMotion(size_t row) const {
    const uint64_t frame = rowAt(row).frame;
    const auto writes = [&](uint16_t address) {
      const trace::Write* last = history_.lastWrite(address, frame);
      return last && last->frame == frame;
    };
    for (size_t v : bytes_.variables()) {
      const auto& addresses = bytes_.watch(v).addresses;
      if (physics::isMotion(game_.variables()[v].role) &&
          std::any_of(addresses.begin(), addresses.end(), writes))
        return true;
    }
    return false;
  }

  // `states`: of the variants, taken to the frame's end. Returns false: the rest of the jump is not compared.
  bool compareFrame(size_t jump, size_t row, std::vector<Values>& states) {
    Frame frame = frameAt(result_.jumps[jump], row);
    if ((engine_ || law_) && !subject_.log && stoodStill(row)) return true;
    if (law_ && !subject_.writes.empty() && !wroteMotion(row)) {
      ++unmoved_;
      return true;
    }
    if (frame.logged && !frame.game_ran && isDue(row)) frame.moved = true;  // the mover should have run
    tellRow(row);
    std::vector<Prediction> predictions;
    for (size_t v = 0; v < variants_.size(); ++v)
      predictions.push_back(variants_[v].predictor->predict(states[v], frame));
    Prediction::Course course = predictions.front().course;
    if (const std::string unjudged(predictions.front().unjudged); !unjudged.empty()) {
      if (strict_)
        course = Prediction::Course::Compare;
      else
        ++result_.adopted[unjudged];
    }
    if (course == Prediction::Course::Stop) return false;
    if (course == Prediction::Course::Pass) return true;
    const bool compares = course == Prediction::Course::Compare;
    const std::string_view event = eventAt(row);
    if (compares && comparable(row, event) && !compareRow(jump, row, frame, predictions) && engine_)
      return false;
    if (engine_ && !event.empty()) noteEvent(event, frame);
    const bool disturbed = !compares || !event.empty();
    for (size_t v = 0; v < variants_.size(); ++v) {
      const physics::FlightPredictor& predictor = *variants_[v].predictor;
      states[v] =
          disturbed ? predictor.resume(states[v], frame.now) : predictor.settle(predictions[v].after, frame);
    }
    return true;
  }

  // The bytes to be compared: as they stood when the mover was through, before the first write of other code.
  Values moved(size_t row, const Frame& frame) const {
    Values values = frame.now;
    const bool as_it_ends = !subject_.log || (frame.landed && game_.landsByItself());
    if (as_it_ends) return values;
    const models::FrameLog& log = subject_.log->frame(row);
    for (auto i = log.after.rbegin(); i != log.after.rend(); ++i)
      values.set(log.writes[*i].variable, subject_.log->write(log.writes[*i]).old_value);
    return values;
  }

  // The write that made the compared value: the frame's last, or the last before other code's.
  void nameWriter(size_t row, size_t variable, const Frame& frame, Difference& difference) const {
    const bool no_moment = !subject_.log || !bytes_.isByte(variable);
    if (no_moment && (engine_ || !subject_.writes.empty() || !bytes_.isByte(variable))) {
      difference.byte.reset();
      const bool logged = subject_.log || !subject_.writes.empty();
      return findWrongByte(bytes_.watch(variable), logged ? &history_ : nullptr, difference);
    }
    if (!subject_.log) return;
    const models::FrameLog& log = subject_.log->frame(row);
    const bool as_it_ends = frame.landed && game_.landsByItself();
    for (size_t i = log.writes.size(); i-- > 0;) {
      const bool others = std::find(log.after.begin(), log.after.end(), i) != log.after.end();
      if (log.writes[i].variable != variable || (others && !as_it_ends)) continue;
      difference.writer = subject_.log->write(log.writes[i]);
      difference.writer_expected = difference.expected;
      return;
    }
  }

  // A value of several bytes is not known in the midst of a frame, and none is where other code came first.
  bool comparable(size_t row, std::string_view event) const {
    if (subject_.log && !subject_.log->frame(row).before.empty()) return false;
    return !engine_ || (engine_->compares && (event.empty() || allBytes()));
  }

  bool allBytes() const {
    const auto list = bytes_.variables();
    return std::all_of(list.begin(), list.end(), [&](size_t v) { return bytes_.isByte(v); });
  }

  // What other code did to the player; empty: nothing.
  std::string_view eventAt(size_t row) const {
    if (!subject_.log) return {};
    const auto event = jumps::outsideEvent(subject_.trace, subject_.binding, *subject_.log, row);
    return event ? event->name : std::string_view();
  }

  void noteEvent(std::string_view event, const Frame& frame) {
    if (frame.landed && event == physics::landing_event)
      ++result_.adopted["a landing" + std::string(allBytes() ? ", judged up to where the motion ended" : "")];
    else
      ++result_.adopted["other code moved the player (" + std::string(event) + ")"];
  }

  // Returns true: no value differs.
  bool compareRow(size_t jump, size_t row, const Frame& frame, const std::vector<Prediction>& predictions) {
    const Values got = moved(row, frame);
    ComparedRow compared{row, jump, {}, {}};
    bool differs = false;
    for (size_t v : bytes_.variables()) {
      compared.expected.push_back(bytes_.expected(v, predictions.front().after));
      compared.got.push_back(bytes_.got(v, got));
      ++result_.compared_values;
      result_.tolerated_values += bytes_.tolerated(v, predictions.front().after, got);
      if (bytes_.equal(v, predictions.front().after, got)) continue;
      Difference difference;
      difference.row = row;
      difference.frame = rowAt(row).frame;
      difference.jump = jump;
      difference.watch = bytes_.watch(v).name;
      difference.expected = compared.expected.back();
      difference.got = compared.got.back();
      difference.byte = bytes_.byte(v, difference.expected, difference.got);
      difference.note = bytes_.answerNote(v, predictions.front().after);
      nameWriter(row, v, frame, difference);
      difference.before = rowAt(row - 1).values[*subject_.binding.columnOf(v)];
      for (size_t i = variants_.size(); i-- > 1;)
        if (bytes_.expected(v, predictions[i].after) == difference.got)
          difference.because = variants_[i].because;
      result_.add(std::move(difference), most_listed_);
      differs = true;
    }
    result_.rows.push_back(compared);
    return !differs;
  }

  const Subject& subject_;
  const physics::Game& game_;
  const EngineRules* engine_;
  bool law_;
  ComparedBytes bytes_;
  ByteHistory history_;
  FrameReader reader_;
  std::vector<Variant> variants_;
  size_t most_listed_;
  bool strict_;
  size_t set_up_ = 0;   // rows that a law says nothing of
  size_t unmoved_ = 0;  // frames of flights in which a law's character was not moved
  DiffResult result_;
};

}  // namespace

DiffResult diffFlights(const Subject& subject, const physics::Model& model, std::vector<Jump> jumps,
                       const Comparison& with, const EngineRules* engine) {
  return FlightDiff(subject, model, std::move(jumps), with, engine).run();
}

}  // namespace jumpscope::diff
