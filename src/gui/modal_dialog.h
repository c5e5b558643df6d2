// What dialogs have in common that take all keys while they are shown.
#pragma once

#include <SDL_scancode.h>

namespace jumpscope::gui {

class ModalDialog {
 public:
  bool shown() const { return shown_; }
  // It will be shown in the next frame.
  bool asked() const { return asked_; }
  void cancel() { escaped_ |= shown_; }
  void press(SDL_Scancode key) { escaped_ |= key == SDL_SCANCODE_ESCAPE; }

 protected:
  void open() { asked_ = true; }
  // In every frame. True: what is in the dialog is to be drawn, and end() called. `possible`: it may be shown now.
  bool begin(const char* title, bool possible);
  // `over`: the dialog is done; cancelled ones are, too.
  void end(bool over);

 private:
  bool asked_ = false, shown_ = false, escaped_ = false;
};

}  // namespace jumpscope::gui
