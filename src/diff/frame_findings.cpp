#include "src/diff/frame_findings.h"

#include <algorithm>

#include "src/diff/blame.h"

namespace jumpscope::diff {

using models::Values;
using physics::Frame;
using physics::Judgement;
using physics::Outcome;
using physics::Stance;
using physics::Start;

namespace {

std::string strictNote(std::string_view reason) {
  return std::string(reason) + ", which --strict counts as a difference";
}

}  // namespace

bool flies(Stance stance) { return stance == Stance::Jumping || stance == Stance::Falling; }

bool didNothing(const ComparedBytes& bytes, const Frame& frame) {
  const auto variables = bytes.variables();
  return frame.logged && !frame.game_ran && std::all_of(variables.begin(), variables.end(), [&](size_t v) {
           return frame.before.byte(v) == frame.now.byte(v);
         });
}

FrameFindings::FrameFindings(const Subject& subject, const physics::Model& model, const ComparedBytes& bytes,
                             const FrameReader& reader, std::vector<jumps::Jump> jumps, size_t most_listed)
    : subject_(subject), game_(*model.game), bytes_(bytes), reader_(reader), most_listed_(most_listed) {
  result_.model = model.name;
  result_.has_write_log = subject.log != nullptr;
  result_.jumps = std::move(jumps);
  result_.watches = bytes_.names();
  for (size_t v : bytes_.variables())
    if (physics::isMotionOrGravity(game_.variables()[v].role)) motion_.push_back(v);
}

bool FrameFindings::startsAJump(size_t row) const {
  const std::optional<size_t> jump = jumpAt(row);
  return jump && result_.jumps[*jump].first_row == row;
}

void FrameFindings::countStart(const Judgement& judgement, const Frame& frame) {
  if (judgement.start == Start::None) return;
  const auto tier = game_.tier(frame.at_start);
  ++result_.judged[judgement.start == Start::Stroke ? "stroke" : "jump"][tier ? game_.tierName(*tier) : ""];
}

void FrameFindings::accept(size_t row, const Frame& frame, const Verdict& verdict) {
  const Outcome& outcome = verdict.judgement.outcomes[verdict.outcome];
  countStart(verdict.judgement, frame);
  if (!outcome.name.empty()) ++result_.judged[std::string(outcome.name)][std::string(outcome.detail)];
  if (jumpAt(row)) addRow(row, frame, verdict, verdict.outcome);
}

// True if the motion is wrong: the byte is then shown as the motion left it.
bool FrameFindings::wrongInMotion(size_t v, const Verdict& verdict) const {
  return !verdict.motion_right && std::find(motion_.begin(), motion_.end(), v) != motion_.end();
}

// What is expected of a byte, and what the cartridge had: at the end of the motion where that is wrong.
std::pair<int64_t, int64_t> FrameFindings::pairOf(size_t v, const Frame& frame, const Verdict& verdict,
                                                  size_t outcome) const {
  if (wrongInMotion(v, verdict))
    return {bytes_.expected(v, verdict.judgement.moved), bytes_.got(v, verdict.moved)};
  return {bytes_.expected(v, verdict.judgement.outcomes[outcome].values), bytes_.got(v, frame.now)};
}

void FrameFindings::addRow(size_t row, const Frame& frame, const Verdict& verdict, size_t outcome) {
  ComparedRow compared{row, jumpAt(row), {}, {}};
  for (size_t v : bytes_.variables()) {
    const auto [expected, got] = pairOf(v, frame, verdict, outcome);
    compared.expected.push_back(expected);
    compared.got.push_back(got);
  }
  result_.rows.push_back(compared);
}

// Why a frame in which the game's logic did nothing is no lag; "" for another frame.
std::string FrameFindings::stillNote(size_t row, const Frame& frame) const {
  if (frame.logged ? !didNothing(bytes_, frame) : !reader_.sameAsBefore(row)) return {};
  switch (reader_.whyStill(row)) {
    case Still::NoLag:
      return "the game's logic did not run, which is no lag: the controllers were polled or the frame "
             "counter went on";
    case Still::Unknown:
      return "the game's logic did not run, and nobody recorded whether that was lag; a watch of type lag "
             "(lag=lag) or the game's frame counter would tell";
    case Still::CutOff:
      return strictNote("the game's logic was cut off");
    default:
      return {};
  }
}

std::string FrameFindings::noteOf(size_t row, const Frame& frame, const Verdict& verdict,
                                  std::string_view reason) const {
  if (!reason.empty()) return strictNote(reason);
  if (std::string still = stillNote(row, frame); !still.empty()) return still;
  const Start start = verdict.judgement.start;
  const bool flew = flies(game_.stance(frame.before)), flying = flies(game_.stance(frame.now));
  const bool started = frame.logged ? frame.starts : !flew && game_.stance(frame.now) == Stance::Jumping;
  if (start != Start::None && !started)
    return start == Start::Stroke ? "the model starts a stroke here" : "the model starts a jump here";
  if (start == Start::None && started && (flying || frame.logged)) return "the model starts no jump here";
  return {};
}

// A difference of a variable with a column, still without its values.
Difference FrameFindings::differenceIn(size_t row, size_t v) const {
  Difference difference;
  difference.row = row;
  difference.frame = reader_.rowAt(row).frame;
  difference.jump = jumpAt(row);
  difference.watch = bytes_.watch(v).name;
  difference.before = reader_.rowAt(row - 1).values[*subject_.binding.columnOf(v)];
  return difference;
}

void FrameFindings::differ(size_t row, const Frame& frame, const Verdict& verdict, size_t outcome,
                           std::string_view reason) {
  std::vector<std::pair<size_t, Difference>> found;
  const std::string note = noteOf(row, frame, verdict, reason);
  for (size_t v : bytes_.variables()) {
    const auto [expected, got] = pairOf(v, frame, verdict, outcome);
    if (expected == got) continue;
    Difference difference = differenceIn(row, v);
    difference.expected = expected;
    difference.got = got;
    difference.byte = bytes_.byte(v, expected, got);
    difference.note = note;
    size_t order = game_.variables()[v].opens ? 0 : 1;  // what the game read comes before what it made of it
    if (subject_.log)
      order = blame(subject_, bytes_, {row, v, wrongInMotion(v, verdict), verdict.moment, verdict.judgement},
                    difference);
    found.emplace_back(order, std::move(difference));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [order, difference] : found) result_.add(std::move(difference), most_listed_);
  addRow(row, frame, verdict, outcome);
}

void FrameFindings::differInWhole(size_t row, size_t v, const Frame& frame, std::string note) {
  Difference difference = differenceIn(row, v);
  difference.expected = difference.got = bytes_.got(v, frame.now);
  difference.note = std::move(note);
  result_.add(std::move(difference), most_listed_);
}

void FrameFindings::differUnjudged(size_t row, size_t v, const Frame& frame, std::string_view reason) {
  differInWhole(row, v, frame, strictNote(reason));
}

void FrameFindings::differInOne(size_t row, size_t v, uint8_t expected,
                                const std::optional<trace::Write>& write, const char* note) {
  Difference difference = differenceIn(row, v);
  difference.expected = expected;
  difference.writer_expected = expected;
  difference.got = write ? write->new_value : expected;
  if (write) difference.byte = bytes_.byte(v, expected, write->new_value);
  difference.writer = write;
  difference.note = note;
  result_.add(std::move(difference), most_listed_);
}

void FrameFindings::notePress(size_t row, const Frame& frame) {
  const bool pressed = (reader_.rowAt(row).buttons & ~reader_.rowAt(row - 1).buttons & 0x01) != 0;
  if (pressed && frame.pad_counts && game_.stance(frame.before) == Stance::Ground && !first_press_)
    first_press_ = reader_.rowAt(row).frame;
}

DiffResult FrameFindings::take() {
  const bool jumps = std::any_of(result_.jumps.begin(), result_.jumps.end(), [](const Jump& jump) {
    return jump.start == jumps::JumpStart::Jump || jump.start == jumps::JumpStart::Stroke;
  });
  if (first_press_ && !jumps && !result_.differences.empty())
    result_.notes.push_back("the player never jumps though A is pressed on the ground (first in frame " +
                            std::to_string(*first_press_) + ")");
  return std::move(result_);
}

}  // namespace jumpscope::diff
