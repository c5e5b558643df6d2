// Sliders for parameters.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/gui/font.h"
#include "src/gui/lab_views.h"
#include "src/lab/about.h"
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

namespace {

// One line; calls `set` when it was moved.
void parameterLine(const physics::Parameter& parameter, const physics::Settings& settings, bool counts,
                   const std::function<void(const std::string&, double)>& set) {
  double value = settings.at(parameter.name);
  const bool moved = value != parameter.default_value;
  ImGui::PushID(parameter.name.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImColor(paint(!counts ? axis_ink
                                   : moved ? bright_ink
                                           : text_ink)),
                     "%s", parameter.name.c_str());
  explain(parameter);
  ImGui::SameLine(em(name_width));
  ImGui::SetNextItemWidth(std::max(em(60), ImGui::GetContentRegionAvail().x - em(124)));
  if (!counts) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.5f);
  bool changed = !parameter.choices.empty() ? combo(parameter, value)
                 : isFlag(parameter)        ? checkbox(value)
                                            : slider(parameter, value);
  if (!counts) ImGui::PopStyleVar();
  if (!counts && ImGui::IsItemHovered()) ImGui::SetTooltip("has no effect on this arc");
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
    value = parameter.default_value;
    changed = true;
  }
  ImGui::SameLine();
  const auto physical = lab::physicalText(parameter, value);
  ImGui::TextDisabled("%s", physical ? physical->c_str() : parameter.unit.c_str());
  if (moved && ImGui::IsItemHovered()) {
    const auto own = lab::physicalText(parameter, parameter.default_value);
    const std::string raw = physics::settingText(parameter, parameter.default_value);
    ImGui::SetTooltip("the model's own value: %s", own ? own->c_str() : raw.c_str());
  }
  if (changed) {
    // A constant that counts with a switch means both.
    if (!parameter.counts_with.empty() && settings.at(parameter.counts_with) == 0)
      set(parameter.counts_with, 1);
    set(parameter.name, value);
  }
  ImGui::PopID();
}

}  // namespace

void parameterSliders(const physics::Model& list, const physics::Settings& settings,
                      const std::function<void(const std::string&, double)>& set,
                      const std::vector<bool>& effects) {
  const auto counts = [&](size_t i) { return i >= effects.size() || effects[i]; };
  const auto isConstant = [&](size_t i) { return !list.parameters[i].counts_with.empty(); };
  // What counts, the model's constants before what describes the situation; then what does not count now.
  for (const int group : {0, 1, 2}) {
    bool titled = group < 2;
    for (size_t i = 0; i < list.parameters.size(); ++i) {
      const int own = !counts(i) ? 2 : isConstant(i) ? 0 : 1;
      if (own != group) continue;
      if (!titled) ImGui::TextDisabled("without effect on this arc:");
      titled = true;
      parameterLine(list.parameters[i], settings, counts(i), set);
    }
  }
}

}  // namespace jumpscope::gui
