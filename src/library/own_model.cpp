// Movement models that the user of the library brings along: engines of this process.
#include <cmath>
#include <stdexcept>
#include <utility>

#include "jumpscope/compare.h"
#include "src/engine/compare.h"
#include "src/engine/protocol.h"
#include "src/library/impl.h"

namespace jumpscope {
namespace {

// Raw values beside numbers in the watch's unit.
class RawValues {
 public:
  RawValues(const trace::Trace& trace, const std::vector<std::string>& watches) : raw_(watches.size()) {
    for (const std::string& watch : watches)
      bits_.push_back(trace.header.watches[*trace.find(watch)].fraction_bits);
  }
  std::span<int64_t> values() { return raw_; }
  std::span<const int64_t> values() const { return raw_; }
  void set(const double* shown) {
    for (size_t i = 0; i < raw_.size(); ++i) raw_[i] = std::llrint(std::ldexp(shown[i], bits_[i]));
  }
  void shown(const std::vector<std::string>& watches, double* out) const {
    for (size_t i = 0; i < raw_.size(); ++i) {
      out[i] = std::ldexp(static_cast<double>(raw_[i]), -bits_[i]);
      engine::requireAnswer(watches[i], out[i]);
    }
  }

 private:
  std::vector<int> bits_;
  std::vector<int64_t> raw_;
};

engine::Engine engineOf(const trace::Trace& trace, const OwnModel& model) {
  return {"the model",
          [&model](const engine::Hello& hello) {
            engine::Ready ready{model.watches, {}};
            engine::completeReady(ready, hello);
            return ready;
          },
          [&model, &trace](const engine::Plan& plan) {
            RawValues raw(trace, plan.computes);
            std::vector<double> answers(plan.frames * plan.computes.size());
            double* next = answers.data();
            for (const engine::Plan::Step& step : plan.steps) {
              if (step.seed) {
                raw.set(plan.values.data() + step.values);
                model.begin(std::as_const(raw).values());
                continue;
              }
              model.step(step.buttons, raw.values());
              raw.shown(plan.computes, next);
              next += plan.computes.size();
            }
            return answers;
          }};
}

}  // namespace

Comparison compareWithModel(const Trace& trace, const Profile& profile, const OwnModel& model) {
  if (!model.begin || !model.step) throw std::runtime_error("the model lacks begin() or step()");
  if (model.watches.empty()) throw std::runtime_error("the model names no watch to be compared");
  const trace::Trace& rows = trace.impl().trace;
  for (const std::string& watch : model.watches)
    if (!rows.find(watch))
      throw std::runtime_error("the model's watch '" + watch + "' is no column of the trace; record it, too");
  requireAscending(trace);
  return toPublic(
      rows, engine::compareWith(rows, profile.impl().profile, trace.impl().writes, engineOf(rows, model)));
}

}  // namespace jumpscope
