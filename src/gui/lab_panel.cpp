// Sliders for parameters.
#include <cmath>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/gui/font.h"
#include "src/gui/lab_views.h"
#include "src/lab/slider.h"

namespace jumpscope::gui {
namespace {

constexpr float name_width = 150;

void explain(const physics::Parameter& parameter) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(em(360));
  ImGui::TextUnformatted(base::concat({parameter.name, parameter.unit.empty() ? "" : "  (", parameter.unit,
                                       parameter.unit.empty() ? "" : ")"})
                             .c_str());
  ImGui::TextUnformatted(parameter.meaning.c_str());
  ImGui::TextDisabled("default %s; right click: reset; Ctrl+click: type a value",
                      physics::settingText(parameter, parameter.default_value).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// Returns true if `value` was changed.
bool combo(const physics::Parameter& parameter, double& value) {
  bool changed = false;
  if (!ImGui::BeginCombo("##value", physics::settingText(parameter, value).c_str())) return false;
  for (size_t i = 0; i < parameter.choices.size(); ++i)
    if (ImGui::Selectable(parameter.choices[i].c_str(), double(i) == value)) {
      value = double(i);
      changed = true;
    }
  ImGui::EndCombo();
  return changed;
}

bool isFlag(const physics::Parameter& parameter) {
  return parameter.whole && parameter.lowest == 0 && parameter.highest == 1;
}

bool checkbox(double& value) {
  bool on = value != 0;
  if (!ImGui::Checkbox("##value", &on)) return false;
  value = on;
  return true;
}

bool slider(const physics::Parameter& parameter, double& value) {
  const lab::SliderRange range = lab::sliderRange(parameter);
  if (!ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &range.lowest, &range.highest,
                           parameter.whole ? "%.0f" : "%.6g", ImGuiSliderFlags_NoRoundToFormat))
    return false;
  // A typed value stays as it is where the parameter takes it.
  const bool typed = ImGui::GetIO().WantTextInput && !parameter.whole;
  value = typed ? std::fmin(std::fmax(value, parameter.lowest), parameter.highest)
                : lab::snapped(parameter, value);
  return true;
}

}  // namespace

void LabWindow::attempt(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    message = error.what();
    message_is_error = true;
  }
}

void parameterSliders(const physics::Model& list, const physics::Settings& settings,
                      const std::function<void(const std::string&, double)>& set) {
  for (const physics::Parameter& parameter : list.parameters) {
    double value = settings.at(parameter.name);
    const bool moved = value != parameter.default_value;
    ImGui::PushID(parameter.name.c_str());
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(ImColor(paint(moved ? bright_ink : text_ink)), "%s", parameter.name.c_str());
    explain(parameter);
    ImGui::SameLine(em(name_width));
    ImGui::SetNextItemWidth(-1);
    bool changed = !parameter.choices.empty() ? combo(parameter, value)
                   : isFlag(parameter)        ? checkbox(value)
                                              : slider(parameter, value);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
      value = parameter.default_value;
      changed = true;
    }
    if (changed) set(parameter.name, value);
    ImGui::PopID();
  }
}

}  // namespace jumpscope::gui
