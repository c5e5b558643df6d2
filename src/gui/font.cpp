#include "src/gui/font.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <list>
#include <map>
#include <string>

#include "src/play/fonts.h"

namespace jumpscope::gui {

namespace {

// Latin, Greek, Cyrillic, and the marks that our texts use.
constexpr std::array<ImWchar, 9> glyphs = {0x20, 0x24F, 0x370, 0x52F, 0x2010, 0x2027, 0x2190, 0x2193, 0};

play::ShownCharacters& shownCharacters() {
  static play::ShownCharacters characters;
  return characters;
}

// Adds to the font that was loaded last what it lacks, each character from the font that the system prefers for it.
void mergeScripts(float pixels) {
  static std::map<char32_t, std::string> files;  // empty: none has it
  std::map<std::string, ImFontGlyphRangesBuilder> wanted;
  for (const char32_t character : shownCharacters().all()) {
    auto found = files.find(character);
    if (found == files.end()) {
      const auto file = play::fontWith(character);
      found = files.emplace(character, file ? file->string() : "").first;
    }
    if (!found->second.empty()) wanted[found->second].AddChar(static_cast<ImWchar>(character));
  }
  static std::list<ImVector<ImWchar>> ranges;  // until the font is made
  ranges.clear();
  ImFontConfig config;
  config.MergeMode = true;
  for (auto& [file, builder] : wanted) {
    ranges.emplace_back();
    builder.BuildRanges(&ranges.back());
    ImGui::GetIO().Fonts->AddFontFromFileTTF(file.c_str(), pixels, &config, ranges.back().Data);
  }
}

}  // namespace

void needScriptsOf(std::string_view text) { shownCharacters().add(text); }

bool needsOtherScripts() { return shownCharacters().changed(); }

bool buttonBeside(const char* words) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = ImGui::CalcTextSize(words, nullptr, true).x + 2 * style.FramePadding.x;
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (ImGui::GetItemRectMax().x + style.ItemSpacing.x + width <= right) ImGui::SameLine();
  return ImGui::Button(words);
}

float displayScale(float dots_per_inch) {
  constexpr float usual = 96, tolerance = 0.05f;  // displays give their size in whole millimeters
  return std::clamp(std::floor(4 * dots_per_inch / usual + tolerance) / 4, 1.0f, 3.0f);
}

void useFont(float scale, float pixel_ratio) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  const float pixels = std::round(base_font_size * scale * pixel_ratio);
  const auto file = play::findFont(base::processEnvironment());
  if (!file || !io.Fonts->AddFontFromFileTTF(file->c_str(), pixels, nullptr, glyphs.data())) {
    ImFontConfig config;
    config.SizePixels = pixels;
    io.Fonts->AddFontDefault(&config);
  }
  mergeScripts(pixels);
  io.FontGlobalScale = 1 / pixel_ratio;
  ImGuiStyle style;
  ImGui::StyleColorsDark(&style);
  const ImGuiStyle& old = ImGui::GetStyle();
  std::copy(std::begin(old.Colors), std::end(old.Colors), style.Colors);
  style.Colors[ImGuiCol_WindowBg].w = style.Colors[ImGuiCol_PopupBg].w = 1;
  style.WindowRounding = 4;
  style.ScaleAllSizes(scale);
  style.WindowMinSize.y = 1;  // tool windows of which only the title is shown
  ImGui::GetStyle() = style;
}

}  // namespace jumpscope::gui
