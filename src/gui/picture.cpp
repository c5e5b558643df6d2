#include "src/gui/picture.h"

#include <algorithm>
#include <cmath>

#include "src/session/screenshot.h"

namespace jumpscope::gui {

namespace {

// How wide a pixel is for its height: 8:7 is what an NTSC television makes of it
// (https://www.nesdev.org/wiki/Overscan#Pixel_aspect_ratio).
float pixelAspect(const play::Settings& settings) { return settings.pixel_aspect ? 8.0f / 7 : 1.0f; }

// What cropping leaves of the picture, px.
struct Seen {
  float left, top, width, height;
};

Seen seenOf(const play::Settings& settings) {
  const float rows = static_cast<float>(settings.crop_rows),
              columns = static_cast<float>(settings.crop_columns);
  return {columns, rows, session::screen_width - 2 * columns, session::screen_height - 2 * rows};
}

}  // namespace

void Picture::set(std::span<const uint16_t> pixels, std::span<const uint32_t, 512> colors) {
  if (pixels.empty()) return;
  if (!texture_) texture_ = std::make_unique<Texture>(session::screen_width, session::screen_height);
  rgba_.clear();
  for (const uint16_t pixel : pixels) rgba_.push_back(colors[pixel & 0x1FF]);
  texture_->set(rgba_);
}

PictureArea Picture::draw(const PlayState& player, float menu_height) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const Seen seen = seenOf(player.settings);
  const float aspect = pixelAspect(player.settings), free_height = window.y - menu_height;
  float scale = std::max(0.0f, std::min(window.x / (seen.width * aspect), free_height / seen.height));
  if (scale >= 1) scale = std::floor(scale);
  const ImVec2 size{std::round(seen.width * aspect * scale), std::round(seen.height * scale)};
  PictureArea area;
  area.from = {std::floor((window.x - size.x) / 2), std::floor(menu_height + (free_height - size.y) / 2)};
  area.to = {area.from.x + size.x, area.from.y + size.y};
  area.scale = {size.x / seen.width, size.y / seen.height};
  area.origin = {area.from.x - seen.left * area.scale.x, area.from.y - seen.top * area.scale.y};
  if (texture_)
    ImGui::GetBackgroundDrawList()->AddImage(
        texture_->id(), area.from, area.to,
        {seen.left / session::screen_width, seen.top / session::screen_height},
        {(seen.left + seen.width) / session::screen_width,
         (seen.top + seen.height) / session::screen_height});
  return area;
}

WindowSize windowSize(const play::Settings& settings, int scale, float menu_height) {
  const Seen seen = seenOf(settings);
  return {static_cast<int>(std::ceil(seen.width * pixelAspect(settings) * static_cast<float>(scale))),
          static_cast<int>(std::ceil(seen.height * static_cast<float>(scale) + menu_height))};
}

}  // namespace jumpscope::gui
