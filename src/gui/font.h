// The text of the windows, and lengths that grow with it.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <string_view>

namespace jumpscope::gui {

// The height of a line of text at 100 %, px.
inline constexpr float base_font_size = 13;

// Lengths at 100 %, as long as the text is large now. Precondition: within an ImGui frame.
inline float em(float px) { return px * ImGui::GetFontSize() / base_font_size; }
inline ImVec2 em(float x, float y) { return {em(x), em(y)}; }

// So wide, or as wide as the window lets it be: for the next field.
inline void fieldWidth(float px) {
  ImGui::SetNextItemWidth(std::min(em(px), ImGui::GetContentRegionAvail().x));
}
// A button beside the last item, or below it where the window is too narrow.
bool buttonBeside(const char* words);

// How much larger text must be on this display to be as large as on one of 96 dots per inch: 1 to 3, in steps
// of a quarter. `dots_per_inch` of 0: not known.
float displayScale(float dots_per_inch);

// Text that will be shown and may need other scripts: from the next frame on they are there, if the system has them.
void needScriptsOf(std::string_view text);
// True once after a script was asked for.
bool needsOtherScripts();

// Replaces ImGui's font and the sizes of its style: a scalable monospaced font of the system, else ImGui's own.
// `pixel_ratio`: pixels per unit of the window's size, more than 1 where the desktop scales windows itself.
// Precondition: not within a frame, and the graphics card has no font yet.
void useFont(float scale, float pixel_ratio);

}  // namespace jumpscope::gui
