// Movement models that the user of the library brings along.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "jumpscope/compare.h"
#include "src/base/json.h"
#include "src/base/text.h"
#include "src/diff/diff.h"
#include "src/library/impl.h"

namespace jumpscope {

namespace {

// Follows jumps with the model. What it computes is a golden trace of the frames in flight.
class OwnComparison {
 public:
  OwnComparison(const Trace& trace, const OwnModel& model) : trace_(trace), model_(model) {
    if (!model.begin || !model.step) throw std::runtime_error("the model lacks begin() or step()");
    if (model.watches.empty()) throw std::runtime_error("the model names no watch to be compared");
    expected_.header = subject().header;
    expected_.header.watches.clear();
    for (const std::string& watch : model.watches) {
      const auto column = trace.find(watch);
      if (!column)
        throw std::runtime_error("the model's watch '" + watch +
                                 "' is no column of the trace; record it, too");
      columns_.push_back(*column);
      expected_.header.watches.push_back(subject().header.watches[*column]);
    }
    expected_.header.tolerances.clear();
  }

  void follow(const Jump& jump, size_t index) {
    if (!jump.number || jump.first_row == 0) return;  // it began before the trace
    std::vector<int64_t> values = valuesOf(jump.first_row - 1);
    model_.begin(std::as_const(values));
    const size_t end = jump.landing_frame ? jump.last_row : jump.last_row + 1;
    for (size_t row = jump.first_row; row < end; ++row) {
      model_.step(trace_.buttons(row), values);
      expected_.rows.push_back({trace_.frame(row), trace_.buttons(row), values});
      jumps_.push_back(index);
      if (values != valuesOf(row)) return;
    }
  }

  Comparison result() const {
    if (expected_.rows.empty())
      throw std::runtime_error("nothing was compared: no whole jump is in the trace");
    const diff::GoldenResult found =
        diff::diffWithGolden(subject(), expected_, trace_.impl().writes, /*buttons=*/false);
    Comparison shown;
    shown.rows = found.compared_rows;
    shown.values = found.compared_values;
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const diff::Difference& difference : found.differences) {
      shown.differences.push_back(jumpscope::toPublic(subject(), difference));
      shown.differences.back().jump = jumpAt(difference.frame);
      shown.text += diff::differenceText(subject(), difference);
      list.push_back(diff::differenceJson(difference));
    }
    shown.text += base::counted(shown.rows, "frame") + ", " + base::counted(shown.values, "value") +
                  " compared: " + base::counted(shown.differences.size(), "difference") + "\n";
    shown.json = base::jsonText({{"frames", shown.rows}, {"values", shown.values}, {"differences", list}});
    return shown;
  }

 private:
  const trace::Trace& subject() const { return trace_.impl().trace; }

  std::vector<int64_t> valuesOf(size_t row) const {
    std::vector<int64_t> values;
    for (const size_t column : columns_) values.push_back(trace_.values(row)[column]);
    return values;
  }

  size_t jumpAt(uint64_t frame) const {
    const auto row = std::lower_bound(expected_.rows.begin(), expected_.rows.end(), frame,
                                      [](const trace::Row& a, uint64_t b) { return a.frame < b; });
    return jumps_[size_t(row - expected_.rows.begin())];
  }

  const Trace& trace_;
  const OwnModel& model_;
  std::vector<size_t> columns_;
  trace::Trace expected_;      // the frames that the model has stepped through
  std::vector<size_t> jumps_;  // of its rows
};

}  // namespace

Comparison compareWithModel(const Trace& trace, const Profile& profile, const OwnModel& model) {
  OwnComparison comparison(trace, model);
  const std::vector<Jump> jumps = findJumps(trace, profile);
  for (size_t i = 0; i < jumps.size(); ++i) comparison.follow(jumps[i], i);
  return comparison.result();
}

}  // namespace jumpscope
