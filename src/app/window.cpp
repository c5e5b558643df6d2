#include "src/app/window.h"

#include <stdexcept>
#include <vector>

#include "ppu/palette.h"
#include "src/app/png.h"
#include "src/app/sdl.h"

namespace jumpscope::app {

struct Window::Parts {
  Sdl sdl;
  SDL_Window* window = nullptr;
  SDL_Renderer* renderer = nullptr;
  SDL_Texture* texture = nullptr;
  SDL_AudioDeviceID audio = 0;
  int sample_rate = 0;
  uint8_t buttons = 0;
  uint64_t next_frame = 0;  // in counts of SDL_GetPerformanceCounter
  std::vector<uint32_t> argb;

  ~Parts() {
    if (audio) sdl.CloseAudioDevice(audio);
    if (texture) sdl.DestroyTexture(texture);
    if (renderer) sdl.DestroyRenderer(renderer);
    if (window) sdl.DestroyWindow(window);
    sdl.Quit();
  }
};

namespace {

uint8_t buttonOf(SDL_Scancode key) {
  switch (key) {
    case SDL_SCANCODE_RIGHT:
      return 0x80;
    case SDL_SCANCODE_LEFT:
      return 0x40;
    case SDL_SCANCODE_DOWN:
      return 0x20;
    case SDL_SCANCODE_UP:
      return 0x10;
    case SDL_SCANCODE_RETURN:
      return 0x08;
    case SDL_SCANCODE_RSHIFT:
      return 0x04;
    case SDL_SCANCODE_Z:
      return 0x02;
    case SDL_SCANCODE_X:
      return 0x01;
    default:
      return 0;
  }
}

}  // namespace

Window::Window(const std::string& title, int scale, int sample_rate) : parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  // Ctrl+C stays ours.
  p.sdl.SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  p.sdl.SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "nearest");
  const auto require = [&](bool done) {
    if (!done)
      throw std::runtime_error(std::string("play cannot open a window (") + p.sdl.GetError() +
                               "); run it where a display is, or use `jumpscope run --screenshot`");
  };
  require(p.sdl.Init(SDL_INIT_VIDEO) == 0);
  p.window = p.sdl.CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                screen_width * scale, screen_height * scale, SDL_WINDOW_RESIZABLE);
  require(p.window);
  p.renderer = p.sdl.CreateRenderer(p.window, -1, 0);
  require(p.renderer);
  p.sdl.RenderSetLogicalSize(p.renderer, screen_width, screen_height);
  p.texture = p.sdl.CreateTexture(p.renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING,
                                  screen_width, screen_height);
  require(p.texture);

  if (p.sdl.InitSubSystem(SDL_INIT_AUDIO) == 0) {
    SDL_AudioSpec wanted{};
    wanted.freq = sample_rate;
    wanted.format = AUDIO_S16SYS;
    wanted.channels = 1;
    wanted.samples = 512;
    p.audio = p.sdl.OpenAudioDevice(nullptr, 0, &wanted, nullptr, 0);
    if (p.audio) p.sdl.PauseAudioDevice(p.audio, 0);
  }
  p.sample_rate = sample_rate;
}

Window::~Window() = default;

WindowEvents Window::events() {
  Parts& p = *parts_;
  WindowEvents result;
  for (SDL_Event event; p.sdl.PollEvent(&event);) {
    if (event.type == SDL_QUIT) result.quit = true;
    // Keys that were down when the window lost them will never be seen to go up.
    if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) p.buttons = 0;
    if (event.type != SDL_KEYDOWN && event.type != SDL_KEYUP) continue;
    const SDL_Keysym key = event.key.keysym;
    if (event.type == SDL_KEYUP) {
      p.buttons &= static_cast<uint8_t>(~buttonOf(key.scancode));
      continue;
    }
    p.buttons |= buttonOf(key.scancode);
    if (event.key.repeat) continue;
    if (key.sym == SDLK_ESCAPE) result.quit = true;
    if (key.sym == SDLK_p) result.toggle_pause = !result.toggle_pause;
    if (key.sym == SDLK_r && (key.mod & KMOD_CTRL)) result.reset = true;
  }
  result.buttons = p.buttons;
  return result;
}

void Window::setTitle(const std::string& title) { parts_->sdl.SetWindowTitle(parts_->window, title.c_str()); }

void Window::show(std::span<const uint16_t> pixels) {
  Parts& p = *parts_;
  if (!pixels.empty()) {
    p.argb.clear();
    for (const uint16_t pixel : pixels) {
      const ppu::Rgb color = ppu::ntsc_palette[pixel & 0x1FF];
      p.argb.push_back(0xFF000000u | uint32_t{color.red} << 16 | uint32_t{color.green} << 8 | color.blue);
    }
    p.sdl.UpdateTexture(p.texture, nullptr, p.argb.data(), screen_width * static_cast<int>(sizeof(uint32_t)));
  }
  p.sdl.RenderClear(p.renderer);
  p.sdl.RenderCopy(p.renderer, p.texture, nullptr, nullptr);
  p.sdl.RenderPresent(p.renderer);
}

void Window::play(std::span<const int16_t> samples) {
  Parts& p = *parts_;
  if (!p.audio || samples.empty()) return;
  // The sound card's clock is not ours: what piles up beyond an eighth of a second is left out, so that sound
  // never lags behind the picture.
  const uint32_t limit = static_cast<uint32_t>(p.sample_rate / 8) * sizeof(int16_t);
  if (p.sdl.GetQueuedAudioSize(p.audio) > limit) return;
  p.sdl.QueueAudio(p.audio, samples.data(), static_cast<uint32_t>(samples.size_bytes()));
}

void Window::waitForFrame(double frames_per_second) {
  Parts& p = *parts_;
  const double frequency = static_cast<double>(p.sdl.GetPerformanceFrequency());
  const uint64_t period = static_cast<uint64_t>(frequency / frames_per_second);
  const uint64_t now = p.sdl.GetPerformanceCounter();
  p.next_frame += period;
  // A machine that fell behind starts counting anew instead of rushing.
  if (p.next_frame < now || p.next_frame > now + 2 * period) p.next_frame = now;
  const double seconds = static_cast<double>(p.next_frame - now) / frequency;
  p.sdl.Delay(static_cast<uint32_t>(seconds * 1000.0));
}

}  // namespace jumpscope::app
