// SDL2, loaded when a window is wanted: linking it would make every other command start several times slower.
#pragma once

#include <SDL.h>

namespace jumpscope::app {

// The functions of SDL that the window uses, under their names without the prefix.
struct Sdl {
  // Throws std::runtime_error when there is no SDL2 on this machine. The library stays loaded.
  Sdl();

  decltype(&SDL_SetHint) SetHint;
  decltype(&SDL_Init) Init;
  decltype(&SDL_InitSubSystem) InitSubSystem;
  decltype(&SDL_Quit) Quit;
  decltype(&SDL_GetError) GetError;
  decltype(&SDL_CreateWindow) CreateWindow;
  decltype(&SDL_DestroyWindow) DestroyWindow;
  decltype(&SDL_SetWindowTitle) SetWindowTitle;
  decltype(&SDL_CreateRenderer) CreateRenderer;
  decltype(&SDL_DestroyRenderer) DestroyRenderer;
  decltype(&SDL_RenderSetLogicalSize) RenderSetLogicalSize;
  decltype(&SDL_CreateTexture) CreateTexture;
  decltype(&SDL_DestroyTexture) DestroyTexture;
  decltype(&SDL_UpdateTexture) UpdateTexture;
  decltype(&SDL_RenderClear) RenderClear;
  decltype(&SDL_RenderCopy) RenderCopy;
  decltype(&SDL_RenderPresent) RenderPresent;
  decltype(&SDL_PollEvent) PollEvent;
  decltype(&SDL_OpenAudioDevice) OpenAudioDevice;
  decltype(&SDL_CloseAudioDevice) CloseAudioDevice;
  decltype(&SDL_PauseAudioDevice) PauseAudioDevice;
  decltype(&SDL_QueueAudio) QueueAudio;
  decltype(&SDL_GetQueuedAudioSize) GetQueuedAudioSize;
  decltype(&SDL_GetPerformanceCounter) GetPerformanceCounter;
  decltype(&SDL_GetPerformanceFrequency) GetPerformanceFrequency;
  decltype(&SDL_Delay) Delay;
};

}  // namespace jumpscope::app
