// A model as what a routine is held to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/physics/frame_ends.h"
#include "src/prove/proof/specification.h"
#include "src/prove/routine/routine.h"
#include "src/trace/profile.h"

namespace jumpscope::prove {

class ModelSpecification final : public Specification {
 public:
  // `given`: parameters that are to be other than the game's. What the routine itself does, and what others have done
  // before it, shows in its entries. Throws std::runtime_error with a sentence when the model cannot be proved, or the
  // profile lacks variables that it needs.
  ModelSpecification(const std::string& model, const physics::Settings& given, const trace::Profile& profile,
                     const Routine& routine);
  ~ModelSpecification() override;

  std::string name() const override { return name_; }
  const std::vector<trace::Watch>& compared() const override { return compared_; }
  std::vector<uint16_t> state() const override { return state_; }
  bool asksForPad() const override { return asks_for_pad_; }
  Allowed allowed(Terms& terms, Solver* solver, const SymbolicPeek& before, const Symbolic<uint8_t>& pad,
                  const Judged& judged) const override;
  std::vector<KnownEnd> allowed(const Memory& before, const Registers& registers, uint8_t pad) const override;
  std::string doneByOthers(const Memory& before, const Memory& after, uint8_t pad) const override;
  std::string hidden() const override { return plain_->hidden(); }
  std::vector<Assumption> assumptions() const override { return assumptions_; }
  std::optional<PressBit> press() const override { return press_; }
  std::vector<Limit> limits(const Memory& before) const override;
  std::vector<Symbolic<bool>> limits(const SymbolicPeek& before) const override;

 private:
  struct Bound {
    size_t variable;
    trace::Watch watch;
    bool kept = false;  // compared, but the routine leaves it to others: it stays as it is
  };

  void bind(const trace::Profile& profile, const physics::Game& game);
  void noteWhatTheRoutineLeaves(const physics::Game& game, const Routine& routine);
  bool countedEarly(const physics::Game& game, const Routine& routine) const;
  void findPress(const Routine& routine);
  void assumeOthers(const physics::Game& game, const Routine& routine);
  void findState();
  template <template <class> class Number, class Peek>
  physics::BasicValues<Number> valuesBefore(const Peek& peek, const Number<uint8_t>& pad) const;

  std::string name_;
  std::unique_ptr<physics::FrameEnds<Symbolic>> symbolic_;
  std::unique_ptr<physics::FrameEnds<Plain>> plain_;
  std::vector<Bound> bound_;
  std::vector<size_t> compared_bound_;  // places in bound_ of compared_
  std::vector<trace::Watch> compared_;
  std::vector<uint16_t> state_;
  bool asks_for_pad_ = false;
  bool early_done_ = false;
  std::optional<physics::ButtonBefore> button_before_;  // a variable whose watch does not have it
  std::optional<PressBit> press_;                       // what has it instead
  std::vector<Assumption> assumptions_;
};

}  // namespace jumpscope::prove
