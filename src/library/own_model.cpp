// Movement models that the user of the library brings along.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "jumpscope/compare.h"
#include "src/base/json.h"
#include "src/base/text.h"
#include "src/library/impl.h"
#include "src/trace/watch.h"

namespace jumpscope {

namespace {

class OwnComparison {
 public:
  OwnComparison(const Trace& trace, const OwnModel& model) : trace_(trace), model_(model) {
    if (!model.begin || !model.step) throw std::runtime_error("the model lacks begin() or step()");
    if (model.watches.empty()) throw std::runtime_error("the model names no watch to be compared");
    for (const std::string& watch : model.watches) {
      const auto column = trace.find(watch);
      if (!column)
        throw std::runtime_error("the model's watch '" + watch +
                                 "' is no column of the trace; record it, too");
      columns_.push_back(*column);
    }
  }

  void follow(const Jump& jump, size_t index) {
    if (!jump.number || jump.first_row == 0) return;  // it began before the trace
    model_.begin(valuesOf(jump.first_row - 1));
    std::vector<int64_t> values = valuesOf(jump.first_row - 1);
    const size_t end = jump.landing_frame ? jump.last_row : jump.last_row + 1;
    for (size_t row = jump.first_row; row < end; ++row) {
      model_.step(trace_.buttons(row), values);
      ++result_.rows;
      if (!equal(row, values, index)) return;
    }
  }

  Comparison result() && {
    if (result_.rows == 0) throw std::runtime_error("nothing was compared: no whole jump is in the trace");
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Difference& difference : result_.differences) {
      result_.text += "frame " + std::to_string(difference.frame) + ", " + difference.watch + ": expected " +
                      difference.expected_text + ", got " + difference.got_text + "\n";
      list.push_back({{"frame", difference.frame},
                      {"watch", difference.watch},
                      {"expected", difference.expected},
                      {"got", difference.got}});
    }
    result_.text += base::counted(result_.rows, "frame") + ", " + base::counted(result_.values, "value") +
                    " compared: " + base::counted(result_.differences.size(), "difference") + "\n";
    result_.json =
        base::jsonText({{"frames", result_.rows}, {"values", result_.values}, {"differences", list}});
    return std::move(result_);
  }

 private:
  std::vector<int64_t> valuesOf(size_t row) const {
    std::vector<int64_t> values;
    for (const size_t column : columns_) values.push_back(trace_.values(row)[column]);
    return values;
  }

  bool equal(size_t row, const std::vector<int64_t>& expected, size_t jump) {
    const size_t before = result_.differences.size();
    for (size_t i = 0; i < columns_.size(); ++i) {
      ++result_.values;
      const int64_t got = trace_.values(row)[columns_[i]];
      if (got == expected[i]) continue;
      Difference difference;
      difference.row = row;
      difference.frame = trace_.frame(row);
      difference.jump = jump;
      difference.watch = model_.watches[i];
      difference.expected = expected[i];
      difference.got = got;
      const trace::Watch& watch = trace_.impl().trace.header.watches[columns_[i]];
      difference.expected_text = trace::formatValue(watch, expected[i]);
      difference.got_text = trace::formatValue(watch, got);
      result_.differences.push_back(std::move(difference));
    }
    return result_.differences.size() == before;
  }

  const Trace& trace_;
  const OwnModel& model_;
  std::vector<size_t> columns_;
  Comparison result_;
};

}  // namespace

Comparison compareWithModel(const Trace& trace, const Profile& profile, const OwnModel& model) {
  OwnComparison comparison(trace, model);
  const std::vector<Jump> jumps = findJumps(trace, profile);
  for (size_t i = 0; i < jumps.size(); ++i) comparison.follow(jumps[i], i);
  return std::move(comparison).result();
}

}  // namespace jumpscope
