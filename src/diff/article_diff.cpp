// The article's class beside the game.
#include <array>
#include <stdexcept>

#include "src/diff/diff.h"
#include "src/models/write_log.h"
#include "src/physics/smb_article_jump.h"

namespace jumpscope::diff {
namespace {

using physics::ArticleInput;
using physics::ArticleRules;
using physics::ArticleState;
using trace::Row;
using trace::Trace;

using Values = std::array<int64_t, models::compared_role_count>;

struct Variant {
  ArticleRules rules;
  const char* because;  // what is switched off
};

constexpr std::array<Variant, 7> variants{{
    {{}, ""},
    {{.release_is_an_edge = false},
     "the article sees a release only in the frame in which the button comes up"},
    {{.rise_is_signed = false}, "the article subtracts heights with their sign, not as bytes"},
    {{.correction_survives = false}, "the article does not clear the sub-pixel when a jump starts"},
    {{.landing_clears_all = false}, "the article's driver clears sub-pixel and gravities at a landing"},
    {{.speed_limit_is_signed = false}, "the article compares speeds with their sign, not as bytes"},
    {{false, false, false, false, false}, "of several of the article's differences together"},
}};

class ArticleDiff {
 public:
  ArticleDiff(const Trace& trace, const trace::Profile& profile, const models::WriteLog* log)
      : trace_(trace), binding_(trace, profile), log_(log) {
    std::string missing;
    for (models::Role role : {models::Role::YPosition, models::Role::YPage, models::Role::YSubpixel,
                              models::Role::YSpeed, models::Role::YSpeedFraction, models::Role::Gravity,
                              models::Role::PlayerState, models::Role::XSpeedAbs})
      if (!binding_.has(role)) missing.append(missing.empty() ? "" : ", ").append(models::roleName(role));
    if (!missing.empty())
      throw std::runtime_error("the trace has no " + missing +
                               ", which model smb-article-jump needs; record it with --profile smb");
    for (size_t r = 0; r < models::compared_role_count; ++r)
      if (binding_.has(static_cast<models::Role>(r))) roles_.push_back(static_cast<models::Role>(r));
    result_.model = "smb-article-jump";
    result_.has_write_log = log != nullptr;
    result_.explains = true;
    for (models::Role role : roles_)
      result_.watches.push_back(trace.header.watches[*binding_.column(role)].name);
    result_.jumps = jumps::findJumps(trace, profile, log);
  }

  DiffResult run() {
    for (size_t jump = 0; jump < result_.jumps.size(); ++jump)
      if (result_.jumps[jump].start == jumps::JumpStart::Jump && result_.jumps[jump].first_row > 0)
        compareJump(jump);
    return std::move(result_);
  }

 private:
  int64_t heightOf(size_t row) const {
    return binding_.byte(trace_.rows[row], models::Role::YPage) * 256 +
           binding_.byte(trace_.rows[row], models::Role::YPosition);
  }

  // The article's fields as the game had them at the end of a row's frame.
  void takeFromGame(ArticleState& state, size_t row) const {
    const Row& from = trace_.rows[row];
    state.y_position = int(heightOf(row));
    state.y_subpixel = binding_.byte(from, models::Role::YSubpixel);
    state.y_speed = int8_t(binding_.byte(from, models::Role::YSpeed));
    state.y_speed_fraction = binding_.byte(from, models::Role::YSpeedFraction);
    state.gravity = binding_.byte(from, models::Role::Gravity);
    if (binding_.has(models::Role::GravityFall))
      state.gravity_fall = binding_.byte(from, models::Role::GravityFall);
  }

  bool playerWasHeld(size_t row) const {
    if (!log_) return false;
    const models::FrameLog& frame = log_->frame(row);
    return !frame.moved && !frame.starts_jump;
  }

  Values shownBy(const ArticleState& state) const {
    return {state.y_position & 0xFF, state.y_position >> 8 & 0xFF, state.y_subpixel,
            state.y_speed,           state.y_speed_fraction,       state.gravity,
            state.gravity_fall};
  }

  // `landing`: at the frame's end; else as the game's mover left it, before other code wrote.
  Values gameAt(size_t row, bool landing) const {
    Values values{};
    for (models::Role role : roles_) values[size_t(role)] = binding_.byte(trace_.rows[row], role);
    if (log_ && !landing) {
      const models::FrameLog& frame = log_->frame(row);
      for (auto i = frame.after.rbegin(); i != frame.after.rend(); ++i)
        if (size_t(frame.writes[*i].role) < models::compared_role_count)
          values[size_t(frame.writes[*i].role)] = log_->write(frame.writes[*i]).old_value;
    }
    values[size_t(models::Role::YSpeed)] = int8_t(uint8_t(values[size_t(models::Role::YSpeed)]));
    return values;
  }

  void compareJump(size_t index) {
    const jumps::Jump& jump = result_.jumps[index];
    std::array<ArticleState, variants.size()> states;
    // The driver cleared everything at the landing before; the class keeps no height but its own.
    for (ArticleState& state : states) {
      state.y_position = int(heightOf(jump.first_row - 1));
      state.a_previous = models::aDown(binding_, trace_.rows[jump.first_row - 1]);
    }
    for (size_t row = jump.first_row; row <= jump.last_row; ++row) {
      const bool last = row == jump.last_row, landing = last && jump.end == jumps::JumpEnd::Landed;
      const bool in_control = binding_.playerInControl(trace_.rows[row]);
      if (!in_control || (last && jump.end == jumps::JumpEnd::Climbing)) return;
      if (playerWasHeld(row)) continue;
      ArticleInput input;
      input.a_down = models::aDown(binding_, trace_.rows[row]);
      input.x_speed_abs = int(jump.x_speed_abs.value_or(0));
      input.ground = int(heightOf(row));
      input.lands = landing;
      for (size_t v = 0; v < variants.size(); ++v) states[v] = step(states[v], input, variants[v].rules);
      const bool other_code_first = log_ && !log_->frame(row).before.empty();
      if (!other_code_first) compareRow(index, row, landing, states);
      if (log_ && !landing && jumps::outsideEvent(trace_, binding_, *log_, row))
        for (ArticleState& state : states) takeFromGame(state, row);
    }
  }

  void compareRow(size_t jump, size_t row, bool landing,
                  const std::array<ArticleState, variants.size()>& states) {
    const Values got = gameAt(row, landing), expected = shownBy(states[0]);
    ComparedRow compared{row, jump, {}, {}};
    for (models::Role role : roles_) {
      const size_t r = size_t(role), column = *binding_.column(role);
      compared.expected.push_back(expected[r]);
      compared.got.push_back(got[r]);
      ++result_.compared_values;
      if (expected[r] == got[r]) continue;
      Difference difference;
      difference.row = row;
      difference.frame = trace_.rows[row].frame;
      difference.jump = jump;
      difference.watch = trace_.header.watches[column].name;
      difference.expected = expected[r];
      difference.got = got[r];
      difference.before = trace_.rows[row - 1].values[column];
      for (size_t v = variants.size(); v-- > 1;)
        if (shownBy(states[v])[r] == got[r]) difference.because = variants[v].because;
      result_.differences.push_back(std::move(difference));
    }
    result_.rows.push_back(std::move(compared));
  }

  const Trace& trace_;
  models::Binding binding_;
  const models::WriteLog* log_;
  std::vector<models::Role> roles_;
  DiffResult result_;
};

}  // namespace

DiffResult diffWithArticle(const Trace& trace, const trace::Profile& profile,
                           const std::optional<std::vector<trace::Write>>& writes) {
  if (!writes) return ArticleDiff(trace, profile, nullptr).run();
  const models::WriteLog log(trace, models::Binding(trace, profile), *writes);
  return ArticleDiff(trace, profile, &log).run();
}

}  // namespace jumpscope::diff
