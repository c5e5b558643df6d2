#include "jumpscope/physics.h"

#include "src/physics/models.h"

namespace jumpscope {

namespace {

std::vector<ModelColumn> toPublic(const std::vector<physics::Column>& columns) {
  std::vector<ModelColumn> shown;
  for (const physics::Column& column : columns)
    shown.push_back({column.name, column.unit, column.meaning, column.fraction_bits});
  return shown;
}

}  // namespace

std::vector<std::string> modelNames() {
  std::vector<std::string> names;
  for (const physics::Model& model : physics::models()) names.push_back(model.name);
  return names;
}

ModelInfo modelInfo(const std::string& name) {
  const physics::Model& model = physics::findModel(name);
  ModelInfo info{model.name, model.title, {}, toPublic(model.columns)};
  for (const physics::Parameter& parameter : model.parameters)
    info.parameters.push_back({parameter.name, parameter.unit, parameter.meaning, parameter.default_value,
                               parameter.lowest, parameter.highest, parameter.whole, parameter.choices});
  return info;
}

ModelRun runModel(const std::string& name, std::span<const uint8_t> buttons, const ModelSettings& settings) {
  physics::ModelRun run = physics::runModel(physics::findModel(name), settings, buttons);
  return {toPublic(run.columns), std::move(run.rows)};
}

}  // namespace jumpscope
