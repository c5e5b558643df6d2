#include "src/diff/model_rerun.h"

#include <stdexcept>

#include "src/models/model_trace.h"

namespace jumpscope::diff {

GoldenResult diffWithItsModel(const trace::Trace& trace, trace::Trace& computed_again,
                              const physics::Settings& settings) {
  const physics::Model& model = models::modelNamed(trace.header.model);
  std::vector<uint8_t> buttons;
  for (const trace::Row& row : trace.rows) {
    if (row.frame != buttons.size())
      throw std::runtime_error("the trace of model " + model.name + " lacks frame " +
                               std::to_string(buttons.size()) +
                               ", without which it cannot be computed again; give a whole one");
    buttons.push_back(row.buttons);
  }
  computed_again = models::modelTrace(
      model, physics::changed(model, models::recordedSettings(model, trace), settings), buttons);
  return diffWithGolden(trace, computed_again, std::nullopt);
}

}  // namespace jumpscope::diff
