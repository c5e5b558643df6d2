#include "src/play/tools/jump_gif.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "src/base/gif.h"
#include "src/play/arc_trail.h"

namespace jumpscope::play {

namespace {

constexpr int width = 256, height = 240, times = 2;

struct Canvas {
  std::vector<uint32_t> pixels = std::vector<uint32_t>(size_t{width} * height * times * times);

  void show(std::span<const uint16_t> picture, ColorsView colors) {
    for (int y = 0; y < height * times; ++y)
      for (int x = 0; x < width * times; ++x)
        at(x, y) = colors[picture[static_cast<size_t>(y / times * width + x / times)] & 0x1FF];
  }
  uint32_t& at(int x, int y) { return pixels[static_cast<size_t>(y * width * times + x)]; }
  void dot(int x, int y, uint32_t color) {
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (x + dx >= 0 && x + dx < width * times && y + dy >= 0 && y + dy < height * times)
          at(x + dx, y + dy) = color;
  }
  void line(int x0, int y0, int x1, int y1, uint32_t color) {
    const int steps = std::max({1, std::abs(x1 - x0), std::abs(y1 - y0)});
    for (int i = 0; i <= steps; ++i) dot(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps, color);
  }
};

}  // namespace

JumpScene lastJumpScene(const Game& game, ColorsView colors, int feet) {
  const std::optional<jumps::Jump> jump = game.lastJump();
  if (!jump || !game.profile() || !game.profile()->screen)
    throw std::runtime_error(
        "there is no jump yet whose place on the screen is known; jump, and wait for the landing");
  constexpr uint64_t around = 12;
  const uint64_t landing = jump->start_frame + jump->frames_airborne;
  const uint64_t first = jump->start_frame - std::min(jump->start_frame, around);
  const auto frames = game.replay(first, std::min(landing + around, game.frame() - 1));
  if (!frames) throw std::runtime_error("the frames of the last jump are no longer kept; raise rewind_mib");
  return {*frames, jump->start_frame, landing, *game.profile()->screen, feet, {colors.begin(), colors.end()}};
}

std::vector<uint8_t> jumpGif(const JumpScene& scene) {
  constexpr int hundredths = 3;
  base::GifWriter gif(width * times, height * times);
  Canvas canvas;
  std::vector<LevelPoint> path;
  std::optional<LevelPoint> shown;  // a picture shows what the frame before it computed
  bool drawn = true;
  const trace::OnScreen& on_screen = scene.on_screen;
  scene.frames.run([&](const console::Console& console, uint64_t frame) {
    if (shown && frame > scene.start_frame && frame <= scene.landing + 1) path.push_back(*shown);
    drawn = !drawn;
    if (shown && drawn) {
      canvas.show(console.pixels(), ColorsView(scene.colors.data(), 512));
      const int shift =
          pictureX(console.state().ppu, on_screen, shown->x - on_screen.feet_x) + on_screen.feet_x - shown->x;
      constexpr uint32_t arc = 0xFF50E6FF;
      for (size_t i = 1; i < path.size(); ++i)
        canvas.line((path[i - 1].x + shift) * times, (path[i - 1].y + scene.feet) * times,
                    (path[i].x + shift) * times, (path[i].y + scene.feet) * times, arc);
      gif.add(canvas.pixels, hundredths);
    }
    shown = feetNow(console, on_screen, frame);
  });
  return gif.file();
}

}  // namespace jumpscope::play
