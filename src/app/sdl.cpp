#include "src/app/sdl.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace jumpscope::app {

namespace {

void* openLibrary() {
  for (const char* name : {"libSDL2-2.0.so.0", "libSDL2.so", "libSDL2.dylib"})
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  throw std::runtime_error(
      "play needs SDL2, which is not on this machine; install libsdl2-2.0-0 (Debian) and try again");
}

template <class Function>
void find(void* library, Function& function, const std::string& name) {
  function = reinterpret_cast<Function>(dlsym(library, ("SDL_" + name).c_str()));
  if (!function)
    throw std::runtime_error("the SDL2 on this machine lacks SDL_" + name + "; install a newer one");
}

}  // namespace

Sdl::Sdl() {
  void* library = openLibrary();
  find(library, SetHint, "SetHint");
  find(library, Init, "Init");
  find(library, InitSubSystem, "InitSubSystem");
  find(library, Quit, "Quit");
  find(library, GetError, "GetError");
  find(library, CreateWindow, "CreateWindow");
  find(library, DestroyWindow, "DestroyWindow");
  find(library, SetWindowTitle, "SetWindowTitle");
  find(library, CreateRenderer, "CreateRenderer");
  find(library, DestroyRenderer, "DestroyRenderer");
  find(library, RenderSetLogicalSize, "RenderSetLogicalSize");
  find(library, CreateTexture, "CreateTexture");
  find(library, DestroyTexture, "DestroyTexture");
  find(library, UpdateTexture, "UpdateTexture");
  find(library, RenderClear, "RenderClear");
  find(library, RenderCopy, "RenderCopy");
  find(library, RenderPresent, "RenderPresent");
  find(library, PollEvent, "PollEvent");
  find(library, OpenAudioDevice, "OpenAudioDevice");
  find(library, CloseAudioDevice, "CloseAudioDevice");
  find(library, PauseAudioDevice, "PauseAudioDevice");
  find(library, QueueAudio, "QueueAudio");
  find(library, GetQueuedAudioSize, "GetQueuedAudioSize");
  find(library, GetPerformanceCounter, "GetPerformanceCounter");
  find(library, GetPerformanceFrequency, "GetPerformanceFrequency");
  find(library, Delay, "Delay");
}

}  // namespace jumpscope::app
