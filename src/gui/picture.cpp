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

// Pixels of a whole size are drawn as they are. Others would be uneven: they are enlarged to the next whole size, and the
// graphics card makes the result smaller, so that all are as wide and their edges are blended.
const Texture& Picture::textureFor(ImVec2 scale) {
  const auto whole = [](float value) { return std::abs(value - std::round(value)) < 0.01f; };
  constexpr int most = 4;
  const int times = std::min(most, static_cast<int>(std::ceil(std::max(scale.x, scale.y))));
  if ((whole(scale.x) && whole(scale.y)) || times < 2) return *texture_;
  const int width = session::screen_width * times, height = session::screen_height * times;
  if (!large_ || large_->width() != width) large_ = std::make_unique<Texture>(width, height, true);
  large_rgba_.resize(static_cast<size_t>(width) * static_cast<size_t>(height));
  auto to = large_rgba_.begin();
  for (auto from = rgba_.begin(); from != rgba_.end(); from += session::screen_width) {
    const auto row = to;
    for (auto pixel = from; pixel != from + session::screen_width; ++pixel)
      to = std::fill_n(to, times, *pixel);
    for (int copy = 1; copy < times; ++copy) to = std::copy_n(row, width, to);
  }
  large_->set(large_rgba_);
  return *large_;
}

PictureArea Picture::draw(const PlayState& player, ImVec2 from, ImVec2 to) {
  const ImVec2 room{to.x - from.x, to.y - from.y};
  const Seen seen = seenOf(player.settings);
  const float aspect = pixelAspect(player.settings);
  float scale = std::max(0.0f, std::min(room.x / (seen.width * aspect), room.y / seen.height));
  constexpr float hardly = 1.02f;  // not worth blending
  if (scale >= 1 && (!player.settings.fill || scale < std::floor(scale) * hardly)) scale = std::floor(scale);
  const ImVec2 size{std::round(seen.width * aspect * scale), std::round(seen.height * scale)};
  PictureArea area;
  area.room_from = from, area.room_to = to;
  area.from = {std::floor(from.x + (room.x - size.x) / 2), std::floor(from.y + (room.y - size.y) / 2)};
  area.to = {area.from.x + size.x, area.from.y + size.y};
  area.scale = {size.x / seen.width, size.y / seen.height};
  area.origin = {area.from.x - seen.left * area.scale.x, area.from.y - seen.top * area.scale.y};
  if (texture_)
    ImGui::GetBackgroundDrawList()->AddImage(
        textureFor(area.scale).id(), area.from, area.to,
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
