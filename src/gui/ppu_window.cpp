#include "src/gui/ppu_window.h"

#include <imgui.h>

#include <algorithm>

#include "src/gui/font.h"
#include "src/play/ppu_view.h"

namespace jumpscope::gui {

namespace {

ImVec4 toVec4(uint32_t color) { return ImGui::ColorConvertU32ToFloat4(color); }

// Makes the texture when it is first needed.
Texture& texture(std::unique_ptr<Texture>& kept, int width, int height) {
  if (!kept) kept = std::make_unique<Texture>(width, height);
  return *kept;
}

void drawGrid(ImVec2 at, ImVec2 size, float step) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  constexpr ImU32 color = IM_COL32(255, 255, 255, 50);
  for (float x = 0; x <= size.x; x += step) draw->AddLine({at.x + x, at.y}, {at.x + x, at.y + size.y}, color);
  for (float y = 0; y <= size.y; y += step) draw->AddLine({at.x, at.y + y}, {at.x + size.x, at.y + y}, color);
}

}  // namespace

void PpuWindow::draw(PlayState& player, bool& open) {
  ImGui::SetNextWindowPos(em(190, 80), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(em(560, 580), ImGuiCond_FirstUseEver);
  if (ImGui::Begin("Picture chip", &open) && player.game && ImGui::BeginTabBar("ppu")) {
    if (ImGui::BeginTabItem("Nametables")) {
      drawNametables(player);
      ImGui::EndTabItem();
    }
    if (ImGui::BeginTabItem("Patterns")) {
      drawPatterns(player);
      ImGui::EndTabItem();
    }
    if (ImGui::BeginTabItem("Palettes")) {
      drawPalettes(player);
      ImGui::EndTabItem();
    }
    if (ImGui::BeginTabItem("Sprites")) {
      drawSprites(player);
      ImGui::EndTabItem();
    }
    ImGui::EndTabBar();
  }
  ImGui::End();
}

void PpuWindow::drawNametables(const PlayState& player) {
  const console::Console& console = player.game->console();
  texture(nametables_, 512, 480).set(play::nametablePicture(console, player.colors));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float zoom = em(1);
  ImGui::Image(nametables_->id(), {512 * zoom, 480 * zoom});
  const play::Scroll scroll = play::scrollOf(console.state().ppu);
  // The frame around the picture wraps around at the edges.
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect(at, {at.x + 512 * zoom, at.y + 480 * zoom}, true);
  for (const int dx : {0, -512})
    for (const int dy : {0, -480}) {
      const ImVec2 corner{at.x + zoom * static_cast<float>(scroll.x + dx),
                          at.y + zoom * static_cast<float>(scroll.y + dy)};
      draw->AddRect(corner, {corner.x + 256 * zoom, corner.y + 240 * zoom}, IM_COL32(255, 80, 80, 255), 0, 0,
                    2);
    }
  if (grid_) drawGrid(at, {512 * zoom, 480 * zoom}, 8 * zoom);
  draw->PopClipRect();
  if (ImGui::IsItemHovered()) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const int x = std::clamp(static_cast<int>((mouse.x - at.x) / zoom), 0, 511);
    const int y = std::clamp(static_cast<int>((mouse.y - at.y) / zoom), 0, 479);
    const play::TileAt tile = play::tileAt(console, x, y);
    ImGui::SetTooltip(
        "$%04X: tile $%02X, pattern $%04X\nattribute $%04X = $%02X: palette %d\nscanline %d of the view",
        tile.address, tile.tile, tile.pattern, tile.attribute_address, tile.attribute, tile.palette,
        (y - scroll.y + 480) % 480);
  }
  ImGui::Checkbox("grid", &grid_);
  ImGui::SameLine();
  ImGui::Text("The next frame starts at %d, %d", scroll.x, scroll.y);
}

void PpuWindow::drawPatterns(const PlayState& player) {
  ImGui::SetNextItemWidth(em(160));
  ImGui::SliderInt("palette", &palette_, 0, 7);
  ImGui::SameLine();
  ImGui::Checkbox("grid", &grid_);
  texture(patterns_, 256, 128).set(play::patternPicture(player.game->console(), palette_, player.colors));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Image(patterns_->id(), em(512, 256));
  if (grid_) drawGrid(at, em(512, 256), em(16));
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos();
  const int x = static_cast<int>((mouse.x - at.x) / em(16)), y = static_cast<int>((mouse.y - at.y) / em(16));
  ImGui::SetTooltip("tile $%X%02X", x / 16, static_cast<unsigned>(y * 16 + x % 16));
}

void PpuWindow::drawPalettes(const PlayState& player) {
  const ppu::State state = player.game->console().state().ppu;
  const auto colors = play::paletteColors(state, player.colors);
  for (size_t i = 0; i < colors.size(); ++i) {
    if (i % 16 == 0) ImGui::TextUnformatted(i == 0 ? "background" : "sprites");
    if (i % 16 != 0) ImGui::SameLine(0, em(i % 4 == 0 ? 14 : 2));
    ImGui::PushID(static_cast<int>(i));
    ImGui::ColorButton("##color", toVec4(colors[i]), ImGuiColorEditFlags_NoTooltip, em(26, 26));
    ImGui::PopID();
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("$3F%02X: $%02X", static_cast<unsigned>(i), state.palette[i]);
  }
}

void PpuWindow::drawSprites(const PlayState& player) {
  const console::Console& console = player.game->console();
  const ppu::State state = console.state().ppu;
  const auto sprites = play::spritesOf(state);
  if (!ImGui::BeginTable("sprites", 8)) return;
  for (size_t i = 0; i < sprites.size(); ++i) {
    ImGui::TableNextColumn();
    texture(sprites_[i], 8, 16).set(play::spritePicture(console, static_cast<int>(i), player.colors));
    const play::SpriteView& sprite = sprites[i];
    const float shade = sprite.on_screen ? 1.0f : 0.35f;
    ImGui::Image(sprites_[i]->id(), em(24, 48), {0, 0}, {1, 1}, {1, 1, 1, shade}, {1, 1, 1, 0.25f});
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("sprite %zu at %d, %d\ntile $%02X, palette %d%s%s%s", i, sprite.x, sprite.y + 1,
                        sprite.tile, sprite.attribute & 3,
                        sprite.attribute & 0x20 ? ", behind the background" : "",
                        sprite.attribute & 0x40 ? ", flipped horizontally" : "",
                        sprite.attribute & 0x80 ? ", flipped vertically" : "");
  }
  ImGui::EndTable();
}

}  // namespace jumpscope::gui
