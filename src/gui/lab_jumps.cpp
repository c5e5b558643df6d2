// The models' arcs side by side, and their curves.
#include <algorithm>
#include <cmath>

#include "src/base/concat.h"
#include "src/gui/font.h"
#include "src/gui/lab_views.h"
#include "src/lab/about.h"

namespace jumpscope::gui {
namespace {

using lab::Across;
using lab::Arc;
using lab::Entry;
using lab::Sample;
using report::Point;

struct Extent {
  double low = 0, high = 0;
  void take(double value) { low = std::min(low, value), high = std::max(high, value); }
};

template <class Visit>
void visitShownArcs(const lab::Comparison& comparison, const Visit& visit) {
  for (const Entry& entry : comparison.entries()) {
    if (!entry.choice.shown) continue;
    for (size_t i = 0; i < entry.ghosts.size(); ++i)
      visit(entry, entry.ghosts[i], 0.12 + 0.33 * double(i + 1) / double(entry.ghosts.size() + 1));
    visit(entry, entry.arc, 1);
  }
}

double across(const Arc& arc, size_t n, Across axis) {
  return axis == Across::Frames ? double(n) : arc.samples[n].side;
}

void dot(ImVec2 at, uint32_t color) {
  ImGui::GetWindowDrawList()->AddCircleFilled(at, em(4.5f), paint(color), 16);
  ImGui::GetWindowDrawList()->AddCircle(at, em(4.5f), paint(paper), 16, 1.5f);
}

// Shows identical arcs side by side.
float thickness(const lab::Comparison& comparison, const Entry& entry) {
  return (&entry - comparison.entries().data()) % 2 == 0 ? 4.f : 2.f;
}

// The accelerations of take-offs and landings are much larger than those in flight. The largest ones are left
// out of the range so that the flight is visible.
double usualStrength(const lab::Comparison& comparison, double Sample::*value) {
  std::vector<double> strengths;
  for (const Entry& entry : comparison.entries())
    if (entry.choice.shown)
      for (const Sample& sample : entry.arc.samples)
        if (sample.jumping) strengths.push_back(std::abs(sample.*value));
  if (strengths.empty()) return 0;
  const auto place = strengths.begin() + ptrdiff_t(double(strengths.size() - 1) * 0.93);
  std::nth_element(strengths.begin(), place, strengths.end());
  return *place * 1.3;
}

// How much of the area's right side names and colors take, which stand beside the arcs. 0: there is no room for them; the
// panel has both in its list.
float legendWidth(const lab::Comparison& comparison, const Area& area) {
  float name = 0, height = em(60);
  for (const Entry& entry : comparison.entries()) {
    if (!entry.choice.shown) continue;
    name = std::max(name, ImGui::CalcTextSize(entry.choice.model->name.c_str()).x);
    height += em(17);
  }
  const float width = name + em(40);
  return width < area.width() * 0.3f && height < area.height() ? width : 0;
}

// From `at` down.
void legend(const lab::Comparison& comparison, ImVec2 at) {
  for (const Entry& entry : comparison.entries()) {
    if (!entry.choice.shown) continue;
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y + em(7)}, {at.x + em(20), at.y + em(7)},
                                        paint(entry.choice.color), 2.5f);
    write({at.x + em(28), at.y}, text_ink, entry.choice.model->name);
    at.y += em(17);
  }
}

// The heights of all arcs below the mouse.
void readout(const lab::Comparison& comparison, const Plane& plane, Across axis) {
  const ImVec2 mouse = ImGui::GetMousePos();
  if (mouse.x < plane.area.from.x || mouse.x > plane.area.to.x || mouse.y < plane.area.from.y ||
      mouse.y > plane.area.to.y)
    return;
  ImGui::GetWindowDrawList()->AddLine({mouse.x, plane.area.from.y}, {mouse.x, plane.area.to.y},
                                      paint(axis_ink, 0.8));
  std::string text;
  for (const Entry& entry : comparison.entries()) {
    if (!entry.choice.shown || entry.arc.samples.empty()) continue;
    size_t nearest = 0;
    const auto distance = [&](size_t n) {
      return std::abs(plane(across(entry.arc, n, axis), 0).x - mouse.x);
    };
    for (size_t n = 1; n < entry.arc.samples.size(); ++n)
      if (distance(n) < distance(nearest)) nearest = n;
    const Sample& sample = entry.arc.samples[nearest];
    text +=
        base::concat({text.empty() ? "" : "\n", entry.choice.model->name, ": frame ", std::to_string(nearest),
                      ", ", decimals(sample.risen, 2), " px, ", decimals(sample.speed, 2), " px/frame"});
  }
  if (!text.empty()) ImGui::SetTooltip("%s", text.c_str());
}

void arcs(const LabWindow& window, const Area& area) {
  const lab::Comparison& comparison = window.lab.comparison;
  const Across axis = window.lab.across;
  Extent x, y;
  visitShownArcs(comparison, [&](const Entry&, const Arc& arc, double) {
    for (size_t n = 0; n < arc.samples.size(); ++n)
      x.take(across(arc, n, axis)), y.take(arc.samples[n].risen);
  });
  const double left = -roundedUp(-x.low, 30), right = std::max(roundedUp(x.high, 30), left + 60);
  const double bottom = std::min(-roundedUp(-y.low, 20), -4.),
               top = std::max(roundedUp(y.high * 1.05, 20), 80.);
  const float names = legendWidth(comparison, area);
  const Plane plane(Area{area.from, {area.to.x - names, area.to.y}}.inner(46, 24, 14, 22), left, right,
                    bottom, top);
  plane.grid("Arcs: px risen since the press",
             axis == Across::Frames ? "frames since the press" : "horizontal px since the press");
  std::vector<Point> points;
  visitShownArcs(comparison, [&](const Entry& entry, const Arc& arc, double opacity) {
    points.clear();
    for (size_t n = 0; n < arc.samples.size(); ++n)
      points.push_back({across(arc, n, axis), arc.samples[n].risen});
    plane.curve(points, paint(entry.choice.color, opacity),
                opacity == 1 ? thickness(comparison, entry) : 1.5f);
  });
  for (const Entry& entry : comparison.entries()) {
    if (!entry.choice.shown || entry.arc.samples.empty()) continue;
    const size_t last = entry.arc.samples.size() - 1;
    dot(plane(across(entry.arc, last, axis), entry.arc.samples[last].risen), entry.choice.color);
  }
  if (names > 0) legend(comparison, {plane.area.to.x + em(14), plane.area.from.y + em(4)});
  readout(comparison, plane, axis);
  const bool nothing = std::none_of(comparison.entries().begin(), comparison.entries().end(),
                                    [](const Entry& entry) { return entry.arc.flown(); });
  if (nothing)
    writeAnchored({(plane.area.from.x + plane.area.to.x) / 2, (plane.area.from.y + plane.area.to.y) / 2},
                  0.5f, bright_ink, "Hold Space: every model jumps");
}

void curves(const lab::Comparison& comparison, const Area& area, const char* title, double Sample::*value,
            double step) {
  Extent x, y;
  for (const Entry& entry : comparison.entries())
    if (entry.choice.shown && !entry.arc.samples.empty()) {
      x.take(double(entry.arc.samples.size() - 1));
      for (const Sample& sample : entry.arc.samples) y.take(sample.*value);
    }
  if (value == &Sample::acceleration) y.high = usualStrength(comparison, value), y.low = -y.high;
  const double bottom = -roundedUp(std::max(-y.low, step), step),
               top = roundedUp(std::max(y.high, step), step);
  const Plane plane(area.inner(38, 24, 12, 20), 0, std::max(roundedUp(x.high, 30), 60.), bottom, top);
  plane.grid(title, "frame");
  std::vector<Point> points;
  for (const Entry& entry : comparison.entries()) {
    if (!entry.choice.shown || entry.arc.samples.empty()) continue;
    points.clear();
    for (size_t n = 0; n < entry.arc.samples.size(); ++n)
      points.push_back({double(n), entry.arc.samples[n].*value});
    plane.curve(points, paint(entry.choice.color), 0.6f * thickness(comparison, entry));
    if (points.back().y <= top && points.back().y >= bottom)
      dot(plane(points.back().x, points.back().y), entry.choice.color);
  }
}

// "64.0 px, 32 f" or what the model says.
std::string resultText(const Arc& arc) {
  if (!arc.error.empty()) return "cannot run";
  if (!arc.flown()) return "";
  double apex = 0;
  for (const Sample& sample : arc.samples) apex = std::max(apex, sample.risen);
  const auto frames = std::count_if(arc.samples.begin(), arc.samples.end(),
                                    [](const Sample& sample) { return sample.jumping; });
  return base::concat({decimals(apex, 2), " px, ", std::to_string(frames), " f"});
}

void entryLine(LabWindow& window, size_t index) {
  const Entry& entry = window.lab.comparison.entries()[index];
  ImGui::PushID(int(index));
  bool shown = entry.choice.shown;
  if (ImGui::Checkbox("##shown", &shown)) window.lab.comparison.show(index, shown);
  ImGui::SameLine();
  ImVec4 color = ImColor(paint(entry.choice.color));
  if (ImGui::ColorEdit3("##color", &color.x, ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel))
    window.lab.comparison.paint(index, uint32_t(std::lround(color.x * 255)) << 16 |
                                           uint32_t(std::lround(color.y * 255)) << 8 |
                                           uint32_t(std::lround(color.z * 255)));
  ImGui::SameLine();
  const float result = ImGui::CalcTextSize("888.88 px, 888 f").x + ImGui::GetStyle().ItemSpacing.x;
  const float name = std::clamp(ImGui::GetContentRegionAvail().x - result, em(90), em(140));
  if (ImGui::Selectable(entry.choice.model->name.c_str(), window.selected == index, 0, {name, 0}))
    window.selected = index;
  ImGui::SameLine();
  ImGui::TextDisabled("%s", resultText(entry.arc).c_str());
  if (!entry.arc.error.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", entry.arc.error.c_str());
  ImGui::PopID();
}

void addAndRemove(LabWindow& window) {
  lab::Comparison& comparison = window.lab.comparison;
  ImGui::SetNextItemWidth(em(150));
  if (ImGui::BeginCombo("##add", "add a model")) {
    for (const physics::Model* model : lab::comparisonModels())
      if (ImGui::Selectable(model->name.c_str()))
        window.attempt([&] {
          comparison.add(*model);
          window.selected = comparison.entries().size() - 1;
        });
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  if (ImGui::Button("remove") && window.selected < comparison.entries().size()) {
    comparison.remove(window.selected);
    window.selected -= window.selected > 0 && window.selected >= comparison.entries().size();
  }
  ImGui::SameLine();
  if (ImGui::Button("forget arcs")) comparison.forgetGhosts();
}

// Jumps as one makes them: how fast, and how long A is held.
void presets(LabWindow& window) {
  lab::Comparison& comparison = window.lab.comparison;
  for (const lab::Pace& pace : lab::paces) {
    if (ImGui::Button(pace.name))
      for (size_t i = 0; i < comparison.entries().size(); ++i)
        if (comparison.entries()[i].choice.settings.contains("x_speed_abs"))
          window.attempt([&] { comparison.set(i, "x_speed_abs", pace.x_speed_abs); });
    ImGui::SameLine();
  }
  constexpr size_t tap = 1, hold = 60;
  if (ImGui::Button("tap A")) comparison.fly(tap);
  ImGui::SameLine();
  if (ImGui::Button("hold A")) comparison.fly(hold);
}

// Tries the parameters when the arc has ended or another setting is chosen.
void findEffects(LabWindow& window) {
  const Entry& entry = window.lab.comparison.entries()[window.selected];
  const bool flies = !entry.arc.samples.empty() && entry.arc.samples.back().jumping;
  if (!entry.arc.flown() || flies) return;
  if (window.effects_of == entry.choice.settings && window.effects_frames == entry.arc.buttons.size() &&
      window.effects.size() == entry.choice.model->parameters.size())
    return;
  window.effects_of = entry.choice.settings;
  window.effects_frames = entry.arc.buttons.size();
  window.effects = lab::parametersWithEffect(*entry.choice.model, entry.choice.settings, entry.arc.buttons);
}

}  // namespace

void jumpsPicture(LabWindow& window, const Area& area) {
  const float split = std::floor(area.height() * 0.64f), third = area.width() / 3;
  const bool narrow = third < em(150);  // then the arcs alone show the position
  arcs(window, {area.from, {area.to.x, area.from.y + split}});
  const Area lower{{area.from.x, area.from.y + split + em(6)}, area.to};
  const float width = narrow ? area.width() / 2 : third;
  const auto part = [&](int n) {
    return Area{{lower.from.x + width * float(n), lower.from.y},
                {lower.from.x + width * float(n + 1), lower.to.y}};
  };
  const lab::Comparison& comparison = window.lab.comparison;
  if (!narrow) curves(comparison, part(0), "Position, px", &Sample::risen, 20);
  curves(comparison, part(narrow ? 0 : 1), "Speed, px/frame", &Sample::speed, 2);
  curves(comparison, part(narrow ? 1 : 2), "Acceleration, px/frame^2", &Sample::acceleration, 1);
}

void jumpsPanel(LabWindow& window) {
  lab::Comparison& comparison = window.lab.comparison;
  for (size_t i = 0; i < comparison.entries().size(); ++i) entryLine(window, i);
  addAndRemove(window);
  int ghosts = int(comparison.ghosts());
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("arcs kept");
  ImGui::SameLine(em(78));
  ImGui::SetNextItemWidth(em(80));
  if (ImGui::SliderInt("##ghosts", &ghosts, 0, int(lab::Comparison::most_ghosts)))
    comparison.keepGhosts(size_t(std::max(ghosts, 0)));
  ImGui::SameLine();
  int axis = int(window.lab.across);
  ImGui::TextUnformatted("across");
  ImGui::SameLine();
  ImGui::RadioButton("frames", &axis, 0);
  ImGui::SameLine();
  ImGui::RadioButton("px", &axis, 1);
  window.lab.across = Across(axis);
  ImGui::Separator();
  if (window.selected >= comparison.entries().size()) return;
  const lab::EntryChoice& choice = comparison.entries()[window.selected].choice;
  ImGui::TextColored(ImColor(paint(choice.color)), "%s", choice.model->name.c_str());
  ImGui::PushTextWrapPos(0);
  ImGui::TextDisabled("%s", choice.model->title.c_str());
  if (const lab::About* about = lab::aboutModel(choice.model->name)) {
    ImGui::TextUnformatted(about->words.data(), about->words.data() + about->words.size());
    ImGui::TextDisabled("%.*s", int(about->source.size()), about->source.data());
  }
  ImGui::PopTextWrapPos();
  presets(window);
  findEffects(window);
  parameterSliders(
      *choice.model, choice.settings,
      [&](const std::string& parameter, double value) {
        window.attempt([&] { comparison.set(window.selected, parameter, value); });
      },
      window.effects);
}

}  // namespace jumpscope::gui
