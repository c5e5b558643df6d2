#include <algorithm>
#include <map>
#include <memory>

#include "src/diff/blame.h"
#include "src/diff/model_diff.h"

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
// A game reads the pad at most so many frames before its logic uses it.
constexpr size_t longest_read = 4;
constexpr size_t none = SIZE_MAX;

bool flies(Stance stance) { return stance == Stance::Jumping || stance == Stance::Falling; }

// A judgement beside what the cartridge did.
struct Verdict {
  Judgement judgement;
  bool motion_right = true;
  size_t moment = 0;      // index into the frame's writes: the first after the motion
  Values moved;           // what the cartridge had there; without a log, at the frame's end
  size_t outcome = none;  // the one that the frame ended with
  size_t nearest = 0;     // the one with the fewest wrong bytes
  uint32_t late = 0;      // bit n: variable n was written after the motion

  bool right() const { return motion_right && outcome != none; }
};

class FrameDiff {
 public:
  FrameDiff(const Subject& subject, const physics::Model& model, const physics::Settings& settings,
            std::vector<Jump> jumps, bool strict)
      : subject_(subject),
        game_(*model.game),
        judge_(model.game->judge(settings)),
        bytes_(subject.trace, subject.binding),
        strict_(strict) {
    result_.model = model.name;
    result_.has_write_log = subject.log != nullptr;
    result_.jumps = std::move(jumps);
    result_.watches = bytes_.names();
    for (size_t v : bytes_.variables())
      if (physics::isMotionOrGravity(game_.variables()[v].role)) motion_.push_back(v);
    findSilentStretches();
  }

  DiffResult run() {
    for (size_t row = 1; row < rowCount(); ++row) {
      if (follows(row)) {
        judgeRow(row);
      } else {
        diverged_.reset();
        floor_.reset();
        stood_ = still_ = 0;
      }
    }
    noteAPlayerWhoNeverJumps();
    return std::move(result_);
  }

 private:
  size_t rowCount() const { return subject_.trace.rows.size(); }
  const trace::Row& rowAt(size_t row) const { return subject_.trace.rows[row]; }
  const FrameLog& logAt(size_t row) const { return subject_.log->frame(row); }
  bool follows(size_t row) const {
    return row > 0 && row < rowCount() && rowAt(row).frame == rowAt(row - 1).frame + 1;
  }
  bool inControl(size_t row) const { return subject_.binding.playerInControl(rowAt(row)); }

  // A demo plays, or another player, while pad 1 is left alone for as long as control lasts.
  void findSilentStretches() {
    constexpr uint8_t start_and_select = 0x0C;
    pad_counts_.assign(rowCount(), false);
    for (size_t begin = 0; begin < rowCount();) {
      size_t end = begin;
      bool pressed = false;
      for (; end < rowCount() && inControl(end) == inControl(begin) && (end == begin || follows(end)); ++end)
        pressed = pressed || (rowAt(end).buttons & ~start_and_select) != 0;
      // The frame in which control is lost still has its buttons from the pad.
      for (size_t row = begin; pressed && row < std::min(end + 1, rowCount()); ++row)
        pad_counts_[row] = subject_.trace.header.has_buttons;
      begin = end;
    }
  }

  Frame frameAt(size_t row) const {
    Frame frame;
    frame.before = subject_.binding.values(rowAt(row - 1));
    frame.now = subject_.binding.values(rowAt(row));
    frame.pad_counts = pad_counts_[row];
    if (subject_.log) {
      const FrameLog& log = logAt(row);
      frame.before = subject_.log->begin(row, frame.before);
      frame.now = subject_.log->end(row, frame.now);
      frame.logged = true;
      frame.starts = log.starts_jump;
      frame.moved = log.moved;
      frame.game_ran = log.game_ran;
      for (size_t i = 0; i < log.writes.size(); ++i)
        frame.last_write[log.writes[i].variable] = static_cast<uint32_t>(i + 1);
    }
    for (size_t lag = row - 1; lag + longest_read > row && follows(lag) && idle(lag); --lag)
      frame.earlier_buttons.push_back(rowAt(lag).buttons);
    frame.floor = floor_;
    frame.at_start = frame.before;
    if (subject_.log) frame.at_start = subject_.log->valuesBefore(row, checkedAt(row), frame.before);
    return frame;
  }

  // Whether the game's logic did not begin a run in a row's frame.
  bool idle(size_t row) const {
    if (subject_.log) return !logAt(row).opened;
    const auto variables = game_.variables();
    const Values before = subject_.binding.values(rowAt(row - 1)), now = subject_.binding.values(rowAt(row));
    for (size_t v = 0; v < variables.size(); ++v)
      if (!variables[v].closes && before.at(v) != now.at(v)) return false;
    return true;
  }

  // When the player's code looked at the buttons, as an index into the frame's writes.
  size_t checkedAt(size_t row) const {
    const FrameLog& log = logAt(row);
    if (log.opened) return *log.opened;
    return log.starts_jump ? log.start_begin : log.moved ? log.mover_begin : 0;
  }

  std::optional<size_t> jumpAt(size_t row) {
    while (jump_ < result_.jumps.size() && result_.jumps[jump_].last_row < row) ++jump_;
    const bool inside = jump_ < result_.jumps.size() && result_.jumps[jump_].first_row <= row;
    return inside ? std::optional(jump_) : std::nullopt;
  }

  static bool unchanged(std::span<const size_t> variables, const Frame& frame) {
    return std::all_of(variables.begin(), variables.end(),
                       [&](size_t v) { return frame.before.byte(v) == frame.now.byte(v); });
  }
  size_t wrongBytes(std::span<const size_t> variables, const Values& expected, const Values& got) const {
    return static_cast<size_t>(std::count_if(variables.begin(), variables.end(),
                                             [&](size_t v) { return !bytes_.equal(v, expected, got); }));
  }

  void judgeRow(size_t row) {
    noteFloor(row);
    const Frame frame = frameAt(row);
    const std::optional<size_t> jump = jumpAt(row);
    if (jump && result_.jumps[*jump].first_row == row) diverged_.reset();
    if (const std::string_view reason = passes(row, frame); !reason.empty()) {
      if (!unchanged(motion_, frame)) ++result_.adopted[std::string(reason)];
      diverged_.reset();
      return;
    }
    if (standsStill(row, frame) || row == tail_) return;
    notePress(row, frame);
    const Verdict verdict = verdictOf(row, frame, diverged_.value_or(frame.before));
    ++result_.compared_frames;
    result_.compared_values += bytes_.variables().size();
    if (!verdict.judgement.unjudged.empty()) ++result_.adopted[std::string(verdict.judgement.unjudged)];
    if (frame.logged && !verdict.judgement.outcomes.empty() && brokenOff(row, jump, frame, verdict)) return;
    const bool right = verdict.right() && !refuted(row, frame, verdict);
    if (right && !frame.logged && looksHalfDone(row, frame, verdict) && endsInNextFrame(row, frame)) return;
    if (right) return accept(row, jump, frame, verdict);
    if (!frame.logged && stoodStill(frame) &&
        (!follows(row + 1) || leadsTo(frame.now, row + 1).value_or(true)))
      return adoptStill();
    if (!frame.logged && !verdict.right() && endsInNextFrame(row, frame)) return;
    const size_t instead = frame.logged ? none : whatTheNextFrameGoesOnFrom(row, frame, verdict);
    if (!frame.logged && instead == none && stoodStill(frame)) return adoptStill();
    std::string_view reason;
    if (instead == none && mayAdopt(frame, verdict))
      reason = judge_->adopts(frame, verdict.judgement, verdict.late);
    if (!reason.empty() && !strict_) {
      ++result_.adopted[std::string(reason)];
      countStart(verdict.judgement, frame);
      diverged_.reset();
      return;
    }
    differ(row, jump, frame, verdict, instead == none ? verdict.nearest : instead, reason);
  }

  // Other code's doing is adopted, the mover's is not.
  bool mayAdopt(const Frame& frame, const Verdict& verdict) const {
    return verdict.outcome == none && (verdict.motion_right || !frame.logged);
  }

  // One instruction that writes several variables clears memory.
  bool cleared(size_t row) const {
    std::map<uint16_t, size_t> written_by;
    for (const models::VariableWrite& entry : logAt(row).writes) {
      const auto [known, added] = written_by.emplace(subject_.log->write(entry).pc, entry.variable);
      if (!added && known->second != entry.variable) return true;
    }
    return false;
  }

  std::string_view passes(size_t row, const Frame& frame) const {
    if (frame.logged && changedByNobody(row, frame)) return "no instruction changed the memory (power cycle)";
    if (const std::string_view reason = judge_->passes(frame); !reason.empty()) return reason;
    if (frame.logged && logAt(row).unfinished && cutOff(row)) return "the game's logic was cut off";
    if (frame.logged && cleared(row)) return "memory was cleared";
    return {};
  }

  // Bytes that are not what the log's writes make of them.
  bool changedByNobody(size_t row, const Frame& frame) const {
    const Values written = subject_.log->valuesBefore(row, logAt(row).writes.size(), frame.before);
    const auto variables = bytes_.variables();
    return std::any_of(variables.begin(), variables.end(),
                       [&](size_t v) { return written.byte(v) != frame.now.byte(v); });
  }

  // A run of the game's logic that is not seen to end: a reset came, or the trace ends.
  bool cutOff(size_t row) const {
    if (!follows(row + 1) || !inControl(row + 1)) return true;
    if (logAt(row + 1).opened) return false;
    for (size_t next = row + 2; next <= row + longest_lag / 2; ++next)
      if (!follows(next) || !inControl(next)) return true;
    return false;
  }

  // A frame in which the game's logic did not run and nothing changed.
  bool standsStill(size_t row, const Frame& frame) {
    const bool still = frame.logged && !frame.game_ran && unchanged(bytes_.variables(), frame);
    still_ = still && !judge_->mayStandStill(frame.now) ? still_ + 1 : 0;
    if (still_ == longest_lag) {
      Difference stopped;
      stopped.row = row;
      stopped.frame = rowAt(row).frame;
      stopped.jump = jumpAt(row);
      stopped.watch = bytes_.watch(bytes_.variables().front()).name;
      stopped.expected = stopped.got = bytes_.got(bytes_.variables().front(), frame.now);
      stopped.before = stopped.got;
      stopped.note = "the game's logic has not run for " + std::to_string(longest_lag) +
                     " frames although the player is in control";
      result_.differences.push_back(std::move(stopped));
    }
    return still;
  }

  // The same where only rows are known: everything but the buttons stays as it was.
  bool stoodStill(const Frame& frame) const {
    const auto variables = game_.variables();
    for (size_t v = 0; v < variables.size(); ++v)
      if ((!variables[v].input || variables[v].opens) && frame.now.at(v) != frame.before.at(v)) return false;
    return true;
  }
  void adoptStill() {
    ++result_.adopted["the game stood still (lag or a pause)"];
    diverged_.reset();
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
    const FrameLog& log = logAt(row);
    const size_t first = log.moved && log.mover_sure ? log.mover_end : 0;
    Values values = subject_.log->valuesBefore(row, first, frame.before);
    size_t fewest = none;
    for (size_t i = first; fewest != 0; ++i) {
      const size_t wrong = wrongBytes(motion_, verdict.judgement.moved, values);
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
    Frame frame = frameAt(row);
    if (idle(row)) return std::nullopt;
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
    return !verdict.judgement.outcomes[verdict.outcome].name.empty() && follows(row + 1) &&
           !leadsTo(frame.now, row + 1).value_or(true);
  }

  size_t whatTheNextFrameGoesOnFrom(size_t row, const Frame& frame, const Verdict& verdict) const {
    if (!follows(row + 1)) return none;
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
    if (!follows(row + 1)) return false;
    Frame joined = frame;
    joined.now = subject_.binding.values(rowAt(row + 1));
    joined.now.buttons = frame.now.buttons;
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
    ++result_.adopted["the game's logic ended in the next frame (lag)"];
    tail_ = row + 1;
    diverged_.reset();
    return true;
  }

  void countStart(const Judgement& judgement, const Frame& frame) {
    if (judgement.start == Start::None) return;
    const auto tier = game_.tier(frame.at_start);
    ++result_.judged[judgement.start == Start::Stroke ? "stroke" : "jump"][tier ? game_.tierName(*tier) : ""];
  }

  void accept(size_t row, std::optional<size_t> jump, const Frame& frame, const Verdict& verdict) {
    const Outcome& outcome = verdict.judgement.outcomes[verdict.outcome];
    countStart(verdict.judgement, frame);
    if (!outcome.name.empty()) ++result_.judged[std::string(outcome.name)][std::string(outcome.detail)];
    diverged_.reset();
    if (jump) addRow(row, jump, frame, verdict, verdict.outcome);
  }

  // What is expected of a byte, and what the cartridge had: at the end of the motion where that is wrong.
  std::pair<int64_t, int64_t> pairOf(size_t v, const Frame& frame, const Verdict& verdict,
                                     size_t outcome) const {
    const bool in_motion =
        !verdict.motion_right && std::find(motion_.begin(), motion_.end(), v) != motion_.end();
    if (in_motion) return {bytes_.expected(v, verdict.judgement.moved), bytes_.got(v, verdict.moved)};
    return {bytes_.expected(v, verdict.judgement.outcomes[outcome].values), bytes_.got(v, frame.now)};
  }

  void addRow(size_t row, std::optional<size_t> jump, const Frame& frame, const Verdict& verdict,
              size_t outcome) {
    ComparedRow compared{row, jump, {}, {}};
    for (size_t v : bytes_.variables()) {
      const auto [expected, got] = pairOf(v, frame, verdict, outcome);
      compared.expected.push_back(expected);
      compared.got.push_back(got);
    }
    result_.rows.push_back(std::move(compared));
  }

  std::string noteOf(const Frame& frame, const Verdict& verdict, std::string_view reason) const {
    if (!reason.empty()) return std::string(reason) + ", which --strict counts as a difference";
    const Start start = verdict.judgement.start;
    const bool flew = flies(game_.stance(frame.before)), flying = flies(game_.stance(frame.now));
    const bool started = frame.logged ? frame.starts : !flew && game_.stance(frame.now) == Stance::Jumping;
    if (start != Start::None && !started)
      return start == Start::Stroke ? "the model starts a stroke here" : "the model starts a jump here";
    if (start == Start::None && started && (flying || frame.logged)) return "the model starts no jump here";
    return {};
  }

  void differ(size_t row, std::optional<size_t> jump, const Frame& frame, const Verdict& verdict,
              size_t outcome, std::string_view reason) {
    std::vector<std::pair<size_t, Difference>> found;
    const std::string note = noteOf(frame, verdict, reason);
    for (size_t v : bytes_.variables()) {
      const auto [expected, got] = pairOf(v, frame, verdict, outcome);
      if (expected == got) continue;
      Difference difference;
      difference.row = row;
      difference.frame = rowAt(row).frame;
      difference.jump = jump;
      difference.watch = bytes_.watch(v).name;
      difference.expected = expected;
      difference.got = got;
      difference.before = rowAt(row - 1).values[*subject_.binding.columnOf(v)];
      difference.note = note;
      const bool in_motion =
          !verdict.motion_right && std::find(motion_.begin(), motion_.end(), v) != motion_.end();
      size_t order =
          game_.variables()[v].opens ? 0 : 1;  // what the game read comes before what it made of it
      if (subject_.log)
        order = blame(subject_, bytes_, {row, v, in_motion, verdict.moment, verdict.judgement}, difference);
      found.emplace_back(order, std::move(difference));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [order, difference] : found) result_.differences.push_back(std::move(difference));
    addRow(row, jump, frame, verdict, outcome);
    // In flight the model goes on from its own state, so that what follows shows how far the two come apart.
    const Values& expected = verdict.judgement.outcomes[outcome].values;
    diverged_.reset();
    if (flies(game_.stance(frame.now)) && flies(game_.stance(expected))) diverged_ = expected;
  }

  // Remembers where a player stood still for a while, until he moves to the side.
  void noteFloor(size_t row) {
    using physics::Role;
    constexpr size_t long_enough = 8;  // frames: nobody stands so still on a lift
    const models::Binding& binding = subject_.binding;
    if (!binding.has(Role::XPosition) || !binding.has(Role::XPage)) return;
    const auto same = [&](size_t earlier, size_t later, Role role) {
      return binding.byte(rowAt(earlier), role) == binding.byte(rowAt(later), role);
    };
    const bool aside = !same(row - 1, row, Role::XPosition) || !same(row - 1, row, Role::XPage);
    const bool stands = binding.stance(rowAt(row - 1)) == Stance::Ground;
    const bool lifted =
        row > 1 && (!same(row - 2, row - 1, Role::YPosition) || !same(row - 2, row - 1, Role::YPage));
    stood_ = stands && !lifted ? stood_ + 1 : 0;
    if (stood_ >= long_enough)
      floor_ = binding.byte(rowAt(row - 1), Role::YPosition);
    else if (stands || !inControl(row))
      floor_.reset();
    if (aside) {
      floor_.reset();
      stood_ = 0;
    }
  }

  // What the end of a frame cannot show: an input that the player's code itself changed, and a run that did
  // not come to its end before the next began.
  bool brokenOff(size_t row, std::optional<size_t> jump, const Frame& frame, const Verdict& verdict) {
    const FrameLog& log = logAt(row);
    const auto variables = game_.variables();
    const auto state = physics::variableOf(game_, physics::Role::State);
    const size_t through = std::max<size_t>(verdict.moment, state ? frame.last_write[*state] : 0);
    for (size_t i = 0; i < through; ++i) {
      const size_t v = log.writes[i].variable;
      const trace::Write& write = subject_.log->write(log.writes[i]);
      if (!variables[v].steady || write.new_value == frame.before.byte(v)) continue;
      differInOne(row, jump, v, frame.before.byte(v), write, "the player's own code changes what it goes by");
      return true;
    }
    if (!log.unfinished || judge_->mayStayOpen(frame.now) || !follows(row + 1)) return false;
    for (size_t v : bytes_.variables())
      if (variables[v].closes) {
        differInOne(row, jump, v, frame.now.byte(v), std::nullopt,
                    "the game's logic does not come to its end");
        return true;
      }
    return false;
  }

  void differInOne(size_t row, std::optional<size_t> jump, size_t v, uint8_t expected,
                   const std::optional<trace::Write>& write, const char* note) {
    Difference difference;
    difference.row = row;
    difference.frame = rowAt(row).frame;
    difference.jump = jump;
    difference.watch = subject_.trace.header.watches[*subject_.binding.columnOf(v)].name;
    difference.expected = difference.writer_expected = expected;
    difference.got = write ? write->new_value : expected;
    difference.before = rowAt(row - 1).values[*subject_.binding.columnOf(v)];
    difference.writer = write;
    difference.note = note;
    result_.differences.push_back(std::move(difference));
    diverged_.reset();
  }

  // Presses on the ground, for a sentence about a player who never jumps.
  void notePress(size_t row, const Frame& frame) {
    const bool pressed = (rowAt(row).buttons & ~rowAt(row - 1).buttons & 0x01) != 0;
    if (pressed && pad_counts_[row] && game_.stance(frame.before) == Stance::Ground && !first_press_)
      first_press_ = rowAt(row).frame;
  }

  void noteAPlayerWhoNeverJumps() {
    const bool jumps = std::any_of(result_.jumps.begin(), result_.jumps.end(), [](const Jump& jump) {
      return jump.start == jumps::JumpStart::Jump || jump.start == jumps::JumpStart::Stroke;
    });
    if (first_press_ && !jumps && !result_.differences.empty())
      result_.notes.push_back("the player never jumps though A is pressed on the ground (first in frame " +
                              std::to_string(*first_press_) + ")");
  }

  const Subject& subject_;
  const physics::Game& game_;
  std::unique_ptr<physics::Judge> judge_;
  ComparedBytes bytes_;
  bool strict_;
  std::vector<size_t> motion_;           // variables
  std::vector<bool> pad_counts_;         // by row
  size_t jump_ = 0;                      // the first that has not ended
  std::optional<Values> diverged_;       // the model's own state, after a difference in flight
  size_t still_ = 0;                     // frames
  size_t tail_ = none;                   // a row that only shows the end of the frame before
  size_t stood_ = 0;                     // frames in which the player has stood in one place
  std::optional<uint8_t> floor_;         // px
  std::optional<uint64_t> first_press_;  // frame
  DiffResult result_;
};

}  // namespace

DiffResult diffFrames(const Subject& subject, const physics::Model& model, const physics::Settings& settings,
                      std::vector<Jump> jumps, bool strict) {
  return FrameDiff(subject, model, settings, std::move(jumps), strict).run();
}

}  // namespace jumpscope::diff
