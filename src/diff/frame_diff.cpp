#include <algorithm>
#include <map>
#include <memory>

#include "src/diff/frame_findings.h"

namespace jumpscope::diff {
namespace {

using jumps::Jump;
using models::FrameLog;
using models::Values;
using physics::Frame;
using physics::Judgement;
using physics::Outcome;
using physics::Stance;
using physics::Start;

// A game whose logic does not run for so many frames although the player is in control has stopped, not
// lagged.
constexpr size_t longest_lag = 60;
constexpr size_t a_few = 8;  // frames
constexpr size_t none = no_outcome;

class FrameDiff {
 public:
  FrameDiff(const Subject& subject, const physics::Model& model, std::vector<Jump> jumps,
            const Comparison& with)
      : subject_(subject),
        game_(*model.game),
        judge_(model.game->judge(with.settings)),
        bytes_(subject.trace, subject.binding),
        reader_(subject, with.strict),
        found_(subject, model, bytes_, reader_, std::move(jumps), with.most_listed),
        strict_(with.strict) {}

  DiffResult run() {
    for (size_t row = 1; row < reader_.rowCount(); ++row) {
      if (reader_.follows(row)) {
        judgeRow(row);
      } else {
        reader_.restart();
        diverged_.reset();
        still_ = 0;
      }
    }
    return found_.take();
  }

 private:
  size_t wrongBytes(std::span<const size_t> variables, const Values& expected, const Values& got) const {
    return static_cast<size_t>(std::count_if(variables.begin(), variables.end(),
                                             [&](size_t v) { return !bytes_.equal(v, expected, got); }));
  }

  void judgeRow(size_t row) {
    Frame frame = reader_.next(row);
    fillIn(row, frame);
    if (found_.startsAJump(row)) diverged_.reset();
    if (const std::string_view reason = passes(row, frame); !reason.empty())
      return passOver(row, frame, reason);
    if (standsStill(row, frame) || row == tail_) return;
    found_.notePress(row, frame);
    const Verdict verdict = verdictOf(row, frame, diverged_.value_or(frame.before));
    countCompared(verdict);
    frame.logged ? judgeLogged(row, frame, verdict) : judgeUnlogged(row, frame, verdict);
  }

  void countCompared(const Verdict& verdict) {
    found_.countCompared();
    if (!verdict.judgement.unjudged.empty() && !strict_) found_.adopt(verdict.judgement.unjudged);
  }

  void judgeLogged(size_t row, const Frame& frame, const Verdict& verdict) {
    if (!verdict.judgement.outcomes.empty() && brokenOff(row, frame, verdict)) return;
    if (!verdict.right()) return adoptOrDiffer(row, frame, verdict, none);
    if (isRefused(verdict)) return differUnjudged(row, buttonsVariable(), frame, verdict.judgement.unjudged);
    accept(row, frame, verdict);
  }

  // Without a log, what the next frame goes on from tells what this one's end cannot.
  void judgeUnlogged(size_t row, const Frame& frame, const Verdict& verdict) {
    if (verdict.right() && !refuted(row, frame, verdict)) return acceptUnlogged(row, frame, verdict);
    const bool may_stand = mayStand(row, frame);
    if (may_stand && isContinued(row, frame)) return adoptStill(row, frame);
    if (!verdict.right() && endsInNextFrame(row, frame)) return;
    const size_t instead = whatTheNextFrameGoesOnFrom(row, frame, verdict);
    if (instead == none && may_stand) return adoptStill(row, frame);
    adoptOrDiffer(row, frame, verdict, instead);
  }

  void acceptUnlogged(size_t row, const Frame& frame, const Verdict& verdict) {
    if (isRefused(verdict)) return differUnjudged(row, buttonsVariable(), frame, verdict.judgement.unjudged);
    const bool half_done = looksHalfDone(row, frame, verdict) && !reader_.sameAsBefore(row + 1);
    if (half_done && endsInNextFrame(row, frame)) return;
    accept(row, frame, verdict);
  }

  // What --strict does not take as right, since the model does not judge it.
  bool isRefused(const Verdict& verdict) const { return strict_ && !verdict.judgement.unjudged.empty(); }

  // The next frame goes on from this one, or there is none that could tell.
  bool isContinued(size_t row, const Frame& frame) const {
    return !reader_.follows(row + 1) || leadsTo(frame.now, row + 1).value_or(true);
  }

  // A wrong frame. `instead`: the outcome that the next frame goes on from; none: not known.
  void adoptOrDiffer(size_t row, const Frame& frame, const Verdict& verdict, size_t instead) {
    std::string_view reason;
    if (instead == none && mayAdopt(frame, verdict))
      reason = judge_->adopts(frame, verdict.judgement, verdict.late);
    if (reason.empty() || strict_)
      return differ(row, frame, verdict, instead == none ? verdict.nearest : instead, reason);
    found_.adopt(reason);
    found_.countStart(verdict.judgement, frame);
    diverged_.reset();
  }

  void differ(size_t row, const Frame& frame, const Verdict& verdict, size_t outcome,
              std::string_view reason) {
    found_.differ(row, frame, verdict, outcome, reason);
    const Outcome& taken = verdict.judgement.outcomes[outcome];
    remember(row, taken, verdict.judgement.start);
    // In flight the model goes on from its own state, so that what follows shows how far the two come apart.
    diverged_.reset();
    if (flies(game_.stance(frame.now)) && flies(game_.stance(taken.values))) diverged_ = taken.values;
  }

  void differUnjudged(size_t row, size_t v, const Frame& frame, std::string_view reason) {
    diverged_.reset();
    found_.differUnjudged(row, v, frame, reason);
  }

  // A frame of which the model says nothing.
  void passOver(size_t row, const Frame& frame, std::string_view reason) {
    diverged_.reset();
    const auto motion = found_.motion();
    const auto moved = std::find_if(motion.begin(), motion.end(),
                                    [&](size_t v) { return frame.before.byte(v) != frame.now.byte(v); });
    if (moved == motion.end()) return;
    if (strict_ && game_.inControl(frame.before)) return differUnjudged(row, *moved, frame, reason);
    found_.adopt(reason);
  }

  // Other code's doing is adopted, the mover's is not.
  bool mayAdopt(const Frame& frame, const Verdict& verdict) const {
    return verdict.outcome == none && (verdict.motion_right || !frame.logged);
  }

  // One instruction that writes several variables clears memory.
  bool cleared(size_t row) const {
    std::map<trace::CodeAddress, size_t> written_by;
    for (const models::VariableWrite& entry : reader_.logAt(row).writes) {
      const auto [known, added] = written_by.emplace(subject_.log->write(entry).pc, entry.variable);
      if (!added && known->second != entry.variable) return true;
    }
    return false;
  }

  std::string_view passes(size_t row, const Frame& frame) const {
    if (frame.logged && changedByNobody(row, frame)) return "no instruction changed the memory (power cycle)";
    if (const std::string_view reason = judge_->passes(frame); !reason.empty()) return reason;
    if (frame.logged && reader_.logAt(row).unfinished && cutOff(row)) return "the game's logic was cut off";
    if (frame.logged && !game_.inControl(frame.now) && cleared(row)) return "memory was cleared";
    return {};
  }

  // Bytes that are not what the log's writes make of them, in a frame in which the player's code did not run.
  bool changedByNobody(size_t row, const Frame& frame) const {
    const FrameLog& log = reader_.logAt(row);
    if (game_.inControl(frame.now) && (log.opened || log.moved)) return false;
    const Values written = subject_.log->valuesBefore(row, log.writes.size(), frame.before);
    const auto variables = bytes_.variables();
    return std::any_of(variables.begin(), variables.end(),
                       [&](size_t v) { return written.byte(v) != frame.now.byte(v); });
  }

  // A run of the game's logic that is not seen to end: a reset came, or the trace ends.
  bool cutOff(size_t row) const {
    if (!reader_.follows(row + 1) || !reader_.inControl(row + 1)) return true;
    if (reader_.logAt(row + 1).opened) return false;
    for (size_t next = row + 2; next <= row + longest_lag / 2; ++next)
      if (!reader_.follows(next) || !reader_.inControl(next)) return true;
    return false;
  }

  // A frame in which the game's logic did not run and nothing changed, for a reason. Where there is none, it is
  // judged like others: the player should have moved.
  bool standsStill(size_t row, const Frame& frame) {
    const bool still = didNothing(bytes_, frame) && excused(row);
    if (still && game_.inControl(frame.before)) adoptStill(row, frame);
    if (frame.logged && !still) still_ = 0;
    return still;
  }

  // True if the game's logic is expected to do nothing in this frame.
  bool excused(size_t row) const {
    const Still why = reader_.whyStill(row);
    return why == Still::Paused || why == Still::Lag || (why == Still::CutOff && !strict_);
  }
  bool mayStand(size_t row, const Frame& frame) const { return stoodStill(row, frame) && excused(row); }

  // A frame that the game's logic left out: lag, a pause, or the end of everything.
  void adoptStill(size_t row, const Frame& frame) {
    const Still why = reader_.whyStill(row);
    found_.adopt(why == Still::Paused ? "the game's logic did not run (a pause)"
                 : why == Still::Lag  ? "the game's logic did not run (lag)"
                                      : "the game's logic was cut off");
    diverged_.reset();
    still_ = judge_->mayStandStill(frame.now) || (still_row_ + 1 != row && still_ != 0) ? 0 : still_ + 1;
    still_row_ = row;
    if (still_ != longest_lag) return;
    found_.differInWhole(row, bytes_.variables().front(), frame,
                         "the game's logic has not run for " + std::to_string(longest_lag) +
                             " frames although the player is in control");
  }

  // The one that shows the pad's buttons; the first one if that was not recorded.
  size_t buttonsVariable() const {
    for (size_t v : bytes_.variables())
      if (game_.variables()[v].opens) return v;
    return bytes_.variables().front();
  }

  bool atRest(const Frame& frame) const {
    const auto x_speed = physics::variableOf(game_, physics::Role::XSpeed);
    return game_.stance(frame.now) == Stance::Ground && (!x_speed || frame.now.at(*x_speed) == 0);
  }

  // Lag delays what is pressed, and loses nothing that is held.
  bool buttonsAreSeenSoon(size_t row, const Frame& frame) const {
    const auto variables = game_.variables();
    const Outcome outcome = judge_->judge(frame.before, frame).outcomes.front();
    for (size_t v = 0; v < variables.size(); ++v) {
      if (!variables[v].opens || !variables[v].compared || !subject_.binding.columnOf(v)) continue;
      for (size_t next = row; next <= row + 2; ++next) {
        if (next > row && (!reader_.follows(next) || !reader_.inControl(next))) return true;
        if (subject_.binding.values(reader_.rowAt(next)).byte(v) == outcome.values.byte(v)) return true;
      }
      return false;
    }
    return true;
  }

  // The same where only rows are known: everything but the buttons stays as it was.
  bool stoodStill(size_t row, const Frame& frame) const {
    if (atRest(frame) && !judge_->mayStandStill(frame.now) && !buttonsAreSeenSoon(row, frame)) return false;
    return reader_.sameAsBefore(row);
  }

  Verdict verdictOf(size_t row, const Frame& frame, const Values& state) const {
    Verdict verdict;
    verdict.judgement = judge_->judge(state, frame);
    verdict.moved = frame.now;
    if (frame.logged) findMotion(row, frame, verdict);
    size_t fewest = none;
    const auto& outcomes = verdict.judgement.outcomes;
    for (size_t i = 0; i < outcomes.size(); ++i) {
      const size_t wrong = wrongBytes(bytes_.variables(), outcomes[i].values, frame.now);
      if (wrong == 0 && verdict.outcome == none) verdict.outcome = i;
      if (wrong < fewest) fewest = wrong, verdict.nearest = i;
    }
    return verdict;
  }

  // The moment at which the player is where the model's motion leaves him: at the mover's end where that can
  // be told, or later; where there is none, the one that comes nearest.
  void findMotion(size_t row, const Frame& frame, Verdict& verdict) const {
    const FrameLog& log = reader_.logAt(row);
    const size_t first = log.moved && log.mover_sure ? log.mover_end : 0;
    Values values = subject_.log->valuesBefore(row, first, frame.before);
    size_t fewest = none;
    for (size_t i = first; fewest != 0; ++i) {
      const size_t wrong = wrongBytes(found_.motion(), verdict.judgement.moved, values);
      const bool told = log.moved && verdict.moment == log.mover_end && i > first;
      if (wrong < fewest && (wrong == 0 || !told || i == log.mover_end)) {
        fewest = wrong;
        verdict.moment = i;
        verdict.moved = values;
      } else if (log.moved && i == log.mover_end) {
        verdict.moment = i;
        verdict.moved = values;
        fewest = wrong;
      }
      if (i == log.writes.size()) break;
      values.set(log.writes[i].variable, subject_.log->write(log.writes[i]).new_value);
    }
    verdict.motion_right = fewest == 0;
    for (size_t i = verdict.moment; i < log.writes.size(); ++i)
      verdict.late |= uint32_t{1} << log.writes[i].variable;
  }

  // Without a log: whether a row is what a state leads to; nullopt: the model says nothing of the row.
  std::optional<bool> leadsTo(const Values& state, size_t row) const {
    Frame frame = reader_.frameAt(row);
    if (reader_.idle(row)) return std::nullopt;
    frame.before = frame.at_start = state;
    if (!judge_->passes(frame).empty()) return std::nullopt;
    return verdictOf(row, frame, state).outcome != none;
  }

  // A value that could be an event's is an error all the same when the next frame goes on from another one.
  bool refuted(size_t row, const Frame& frame, const Verdict& verdict) const {
    if (frame.logged) return false;
    return looksHalfDone(row, frame, verdict) && whatTheNextFrameGoesOnFrom(row, frame, verdict) != none;
  }

  // An event that the next frame does not go on from.
  bool looksHalfDone(size_t row, const Frame& frame, const Verdict& verdict) const {
    return !verdict.judgement.outcomes[verdict.outcome].name.empty() && reader_.follows(row + 1) &&
           !leadsTo(frame.now, row + 1).value_or(true);
  }

  size_t whatTheNextFrameGoesOnFrom(size_t row, const Frame& frame, const Verdict& verdict) const {
    if (!reader_.follows(row + 1)) return none;
    const auto& outcomes = verdict.judgement.outcomes;
    size_t best = none, fewest = none;
    for (size_t i = 0; i < outcomes.size(); ++i) {
      const size_t wrong = wrongBytes(bytes_.variables(), outcomes[i].values, frame.now);
      if (i == verdict.outcome || wrong >= fewest || !leadsTo(outcomes[i].values, row + 1).value_or(false))
        continue;
      fewest = wrong;
      best = i;
    }
    return best;
  }

  // Without a log: work that began in this frame and ended in the next, so that this row shows some of it.
  bool endsInNextFrame(size_t row, const Frame& frame) {
    if (!reader_.endsLate(row)) return false;
    Frame joined = frame;
    joined.now = subject_.binding.values(reader_.rowAt(row + 1));
    joined.now.buttons = frame.now.buttons;
    if (movedAside(row) && movedAside(row + 1)) return false;
    const Verdict whole = verdictOf(row, joined, diverged_.value_or(frame.before));
    if (whole.outcome == none) return false;
    const Judgement& judgement = whole.judgement;
    for (size_t v : bytes_.variables()) {
      const bool passed =
          std::any_of(judgement.outcomes.begin(), judgement.outcomes.end(),
                      [&](const Outcome& outcome) { return bytes_.equal(v, outcome.values, frame.now); });
      if (!passed && frame.before.byte(v) != frame.now.byte(v) &&
          !bytes_.equal(v, judgement.decided, frame.now) && !bytes_.equal(v, judgement.moved, frame.now))
        return false;
    }
    found_.adopt("the game's logic ended in the next frame (lag)");
    tail_ = row + 1;
    diverged_.reset();
    return true;
  }

  bool movedAside(size_t row) const {
    const auto x = physics::variableOf(game_, physics::Role::XPosition);
    return x && subject_.binding.columnOf(*x) &&
           subject_.binding.values(reader_.rowAt(row)).at(*x) !=
               subject_.binding.values(reader_.rowAt(row - 1)).at(*x);
  }

  // Values that were not recorded continue as the model computes them.
  void fillIn(size_t row, Frame& frame) const {
    if (recent_row_ + a_few > row) frame.recent = recent_;
    const auto variables = game_.variables();
    for (size_t v = 0; v < variables.size(); ++v) {
      if (!variables[v].compared || subject_.binding.columnOf(v) || !unseen_.has(v)) continue;
      frame.before.set(v, unseen_.at(v));
      frame.at_start.set(v, unseen_.at(v));
    }
  }
  void remember(size_t row, const Outcome& outcome, Start start) {
    if (!outcome.name.empty()) {
      recent_ = outcome.name;
      recent_row_ = row;
    }
    const auto variables = game_.variables();
    for (size_t v = 0; v < variables.size(); ++v)
      if (variables[v].compared && !subject_.binding.columnOf(v) && (start != Start::None || unseen_.has(v)))
        unseen_.set(v, outcome.values.at(v));
  }

  void accept(size_t row, const Frame& frame, const Verdict& verdict) {
    found_.accept(row, frame, verdict);
    remember(row, verdict.judgement.outcomes[verdict.outcome], verdict.judgement.start);
    diverged_.reset();
  }

  // What the end of a frame cannot show: an input that the player's code itself changed, and a run that did
  // not come to its end before the next began.
  bool brokenOff(size_t row, const Frame& frame, const Verdict& verdict) {
    const FrameLog& log = reader_.logAt(row);
    const auto variables = game_.variables();
    const auto state = physics::variableOf(game_, physics::Role::State);
    const size_t through = std::max<size_t>(verdict.moment, state ? frame.last_write[*state] : 0);
    for (size_t i = 0; i < through; ++i) {
      const size_t v = log.writes[i].variable;
      const trace::Write& write = subject_.log->write(log.writes[i]);
      if (!variables[v].steady || write.new_value == frame.before.byte(v)) continue;
      found_.differInOne(row, v, frame.before.byte(v), write,
                         "the player's own code changes what it goes by");
      diverged_.reset();
      return true;
    }
    if (!log.unfinished || judge_->mayStayOpen(frame.now) || !reader_.follows(row + 1)) return false;
    for (size_t v : bytes_.variables())
      if (variables[v].closes) {
        found_.differInOne(row, v, frame.now.byte(v), std::nullopt,
                           "the game's logic does not come to its end");
        diverged_.reset();
        return true;
      }
    return false;
  }

  const Subject& subject_;
  const physics::Game& game_;
  std::unique_ptr<physics::Judge> judge_;
  ComparedBytes bytes_;
  FrameReader reader_;
  FrameFindings found_;
  bool strict_;
  std::optional<Values> diverged_;  // the model's own state, after a difference in flight
  Values unseen_;                   // by variable without a column
  std::string_view recent_;         // the last outcome with a name
  size_t recent_row_ = 0;
  size_t still_row_ = 0;
  size_t still_ = 0;    // frames
  size_t tail_ = none;  // a row that only shows the end of the frame before
};

}  // namespace

DiffResult diffFrames(const Subject& subject, const physics::Model& model, std::vector<Jump> jumps,
                      const Comparison& with) {
  return FrameDiff(subject, model, std::move(jumps), with).run();
}

}  // namespace jumpscope::diff
