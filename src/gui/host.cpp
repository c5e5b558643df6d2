#include "src/gui/host.h"

#include <SDL_opengl.h>
#include <SDL_opengl_glext.h>
#include <backends/imgui_impl_opengl3.h>
#include <backends/imgui_impl_sdl.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "src/gui/font.h"
#include "src/play/sound_out.h"

namespace jumpscope::gui {

Texture::Texture(int width, int height, bool blends) : width_(width), height_(height) {
  glGenTextures(1, &name_);
  glBindTexture(GL_TEXTURE_2D, name_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, blends ? GL_LINEAR : GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, blends ? GL_LINEAR : GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
}

Texture::~Texture() { glDeleteTextures(1, &name_); }

void Texture::set(std::span<const uint32_t> pixels) {
  glBindTexture(GL_TEXTURE_2D, name_);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
}

void* Texture::id() const { return reinterpret_cast<void*>(uintptr_t{name_}); }

namespace {

const char* setting(const char* name) {
  const char* value = std::getenv(name);
  return value && *value ? value : nullptr;
}

// Limits SDL to drivers with a display, unless SDL_VIDEODRIVER names another: SDL falls back to drivers
// without a screen, and libwayland prints errors where no Wayland is. Returns why there is no display, or "".
std::string chooseDriver() {
  if (setting("SDL_VIDEODRIVER")) return "";
  const bool wayland = setting("WAYLAND_DISPLAY"), x11 = setting("DISPLAY");
  if (!wayland && !x11) return "neither DISPLAY nor WAYLAND_DISPLAY is set";
  SDL_SetHint(SDL_HINT_VIDEODRIVER, wayland && x11 ? "wayland,x11" : wayland ? "wayland" : "x11");
  return "";
}

// What X's users set: the resource Xft.dpi, which desktops write, else what the server says. 0: there is no X. SDL's
// figure is the panel's, which a server that was told another does not change.
float x11DotsPerInch() {
  static const float found = [] {
    const char* const driver = SDL_GetCurrentVideoDriver();
    if (!driver || std::strcmp(driver, "x11") != 0) return 0.0f;
    void* const library = SDL_LoadObject("libX11.so.6");
    if (!library) return 0.0f;
    const auto call = [&]<class Function>(Function*, const char* name) {
      return reinterpret_cast<Function*>(SDL_LoadFunction(library, name));
    };
    using Open = void*(const char*);
    using Close = int(void*);
    using Default = char*(void*, const char*, const char*);
    using Size = int(void*, int);
    const auto open = call(static_cast<Open*>(nullptr), "XOpenDisplay");
    const auto close = call(static_cast<Close*>(nullptr), "XCloseDisplay");
    const auto resource = call(static_cast<Default*>(nullptr), "XGetDefault");
    const auto pixels = call(static_cast<Size*>(nullptr), "XDisplayHeight");
    const auto millimeters = call(static_cast<Size*>(nullptr), "XDisplayHeightMM");
    void* const display = open && close && resource && pixels && millimeters ? open(nullptr) : nullptr;
    if (!display) return 0.0f;
    const char* const set = resource(display, "Xft", "dpi");
    float dots = set ? std::strtof(set, nullptr) : 0;
    const int height = millimeters(display, 0);
    if (dots <= 0 && height > 0)
      dots = 25.4f * static_cast<float>(pixels(display, 0)) / static_cast<float>(height);
    close(display);
    return dots;
  }();
  return found;
}

}  // namespace

bool menuOpen() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel) &&
         !ImGui::GetTopMostPopupModal();
}

bool closePopup(int kept) {
  const int open = ImGui::GetCurrentContext()->OpenPopupStack.Size;
  if (open <= kept) return false;
  ImGui::ClosePopupToLevel(open - 1, true);
  return true;
}

std::vector<size_t> windowsByUse(std::span<const char* const> titles) {
  std::vector<size_t> order;
  const auto& windows = ImGui::GetCurrentContext()->WindowsFocusOrder;
  for (int i = windows.Size - 1; i >= 0; --i)
    for (size_t title = 0; title < titles.size(); ++title)
      if (windows[i]->WasActive && std::strcmp(windows[i]->Name, titles[title]) == 0) order.push_back(title);
  return order;
}

Host::Host(const std::string& command, const std::string& title, int width, int height)
    : own_width_(width), own_height_(height) {
  // Ctrl+C stays ours.
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  const std::string no_display = chooseDriver();
  const auto require = [&](bool done) {
    if (done) return;
    const std::string reason = no_display.empty() ? SDL_GetError() : no_display;
    close();
    throw std::runtime_error(command + " cannot open a window (" + reason +
                             "); run it where a display with OpenGL is" +
                             (command == "play" ? ", or use `jumpscope run --screenshot`" : ""));
  };
  require(no_display.empty());
  require(SDL_Init(SDL_INIT_VIDEO) == 0);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  window_ = SDL_CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                             SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  require(window_);
  context_ = SDL_GL_CreateContext(window_);
  require(context_);
  SDL_GL_SetSwapInterval(1);  // no tearing, where the driver can

  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout belongs to the settings
  ImGui::StyleColorsDark();
  has_imgui_ = true;
  ImGui_ImplSDL2_InitForOpenGL(window_, context_);
  ImGui_ImplOpenGL3_Init("#version 130");
}

Host::~Host() { close(); }

void Host::close() {
  if (has_imgui_) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
  }
  if (context_) SDL_GL_DeleteContext(context_);
  if (window_) SDL_DestroyWindow(window_);
  SDL_Quit();
  context_ = nullptr;
  window_ = nullptr;
  has_imgui_ = false;
}

void Host::feed(const SDL_Event& event) {
  ImGui_ImplSDL2_ProcessEvent(&event);
  ImGuiIO& io = ImGui::GetIO();
  if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) {
    // ImGui's backend asks for the modifiers that are held now.
    const int held = event.key.keysym.mod;
    io.KeyCtrl = held & KMOD_CTRL, io.KeyShift = held & KMOD_SHIFT, io.KeyAlt = held & KMOD_ALT;
  } else if (event.type == SDL_MOUSEMOTION) {
    mouse_ = {static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)};
  } else if (event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP) {
    mouse_ = {static_cast<float>(event.button.x), static_cast<float>(event.button.y)};
  }
}

Host::Taken Host::events(int patience_ms, const std::function<bool(const SDL_Event&)>& take) {
  Taken taken;
  SDL_Event event;
  const auto next = [&] {
    return taken.any || patience_ms == 0 ? SDL_PollEvent(&event) : SDL_WaitEventTimeout(&event, patience_ms);
  };
  while (!taken.stopped && next()) {
    taken.any = true;
    feed(event);
    const bool typed = event.type == SDL_KEYDOWN && ImGui::GetIO().WantTextInput;
    const bool clicked = event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP;
    taken.stopped = !take(event) || typed || clicked;
  }
  return taken;
}

void Host::applyTextSize() {
  int width = 0, pixels = 0;
  SDL_GetWindowSize(window_, &width, nullptr);
  SDL_GL_GetDrawableSize(window_, &pixels, nullptr);
  const float ratio = width > 0 ? static_cast<float>(pixels) / static_cast<float>(width) : 1;
  float dots_per_inch = 0;
  // Where the desktop scales windows, it knows the display.
  if (ratio == 1) {
    dots_per_inch = x11DotsPerInch();
    if (dots_per_inch == 0)
      SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(window_), &dots_per_inch, nullptr, nullptr);
  }
  const float scale = displayScale(dots_per_inch) * static_cast<float>(text_size_) / 100;
  if (scale == scale_ && ratio == pixel_ratio_ && !needsOtherScripts()) return;
  scale_ = scale;
  pixel_ratio_ = ratio;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  useFont(scale, ratio);
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Host::beginFrame() {
  began_ns_ = play::steadyNs();
  applyTextSize();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  // ImGui asks for the mouse's place on the whole screen, which stands still in SDL where X sends no raw
  // motion (xdotool's is none); that in the window moves.
  if (SDL_GetMouseFocus() == window_ && mouse_.x >= 0) ImGui::GetIO().MousePos = mouse_;
  ImGui::NewFrame();
}

// Waits until all is drawn. Returns for how long `meanwhile` ran.
int64_t Host::finishDrawing(const std::function<void()>& meanwhile) {
  static const auto fence = reinterpret_cast<PFNGLFENCESYNCPROC>(SDL_GL_GetProcAddress("glFenceSync"));
  static const auto wait =
      reinterpret_cast<PFNGLCLIENTWAITSYNCPROC>(SDL_GL_GetProcAddress("glClientWaitSync"));
  static const auto forget = reinterpret_cast<PFNGLDELETESYNCPROC>(SDL_GL_GetProcAddress("glDeleteSync"));
  const GLsync drawn =
      meanwhile && fence && wait && forget ? fence(GL_SYNC_GPU_COMMANDS_COMPLETE, 0) : nullptr;
  int64_t beside_ns = 0;
  if (drawn) {
    constexpr GLuint64 patience_ns = 1'000'000;
    while (wait(drawn, GL_SYNC_FLUSH_COMMANDS_BIT, patience_ns) == GL_TIMEOUT_EXPIRED) {
      const int64_t began_ns = play::steadyNs();
      meanwhile();
      beside_ns += play::steadyNs() - began_ns;
    }
    forget(drawn);
  }
  glFinish();
  return beside_ns;
}

void Host::endFrame(const std::function<void()>& meanwhile) {
  ImGui::Render();
  int width = 0, height = 0;
  SDL_GL_GetDrawableSize(window_, &width, &height);
  glViewport(0, 0, width, height);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  const int64_t beside_ns = finishDrawing(meanwhile);
  work_.add(play::steadyNs() - began_ns_ - beside_ns);
  SDL_GL_SwapWindow(window_);
}

void Host::setTitle(const std::string& title) { SDL_SetWindowTitle(window_, title.c_str()); }

void Host::setFullscreen(bool on) {
  SDL_SetWindowFullscreen(window_, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

bool Host::fullscreen() const { return SDL_GetWindowFlags(window_) & SDL_WINDOW_FULLSCREEN_DESKTOP; }

bool Host::hidden() const { return SDL_GetWindowFlags(window_) & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN); }

void Host::resize(int width, int height) {
  own_width_ = width;
  own_height_ = height;
  SDL_SetWindowSize(window_, width, height);
}

bool Host::hasOwnSize() const {
  int width = 0, height = 0;
  SDL_GetWindowSize(window_, &width, &height);
  return !fullscreen() && width == own_width_ && height == own_height_;
}

ImVec2 Host::room() const {
  SDL_Rect room{0, 0, 0, 0};
  if (SDL_GetDisplayUsableBounds(SDL_GetWindowDisplayIndex(window_), &room) != 0) return {0, 0};
  return {static_cast<float>(room.w), static_cast<float>(room.h)};
}

}  // namespace jumpscope::gui
