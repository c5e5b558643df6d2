// The three views of the lab, each a picture and a panel.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/gui/lab_draw.h"
#include "src/lab/lab.h"

namespace jumpscope::gui {

// State of the window besides the lab itself.
struct LabWindow {
  lab::Lab lab;
  lab::Keys keys;
  double mouse_turn = 0;   // degrees to the left, since the last frame
  size_t selected = 0;     // the entry of the comparison whose sliders are shown
  float strafe_zoom = 14;  // screen pixels a unit
  // Which parameters count for the arc of the chosen model, and what that was found for.
  std::vector<bool> effects;
  physics::Settings effects_of;
  size_t effects_frames = 0;
  std::string message;  // what the status line says
  bool message_is_error = false;

  // Runs the function; an exception becomes the message.
  void attempt(const std::function<void()>& action);
  void say(const std::string& words) { message = words, message_is_error = false; }
};

// A slider or a list of words for every parameter, constants first, its default beside it. Calls `set` for what was
// moved. `effects`: for each parameter, whether it counts now; empty: not known.
void parameterSliders(const physics::Model& list, const physics::Settings& settings,
                      const std::function<void(const std::string& parameter, double value)>& set,
                      const std::vector<bool>& effects = {});

void jumpsPicture(LabWindow& window, const Area& area);
void jumpsPanel(LabWindow& window);
void strafePicture(LabWindow& window, const Area& area);
void strafePanel(LabWindow& window);
void sandboxPicture(LabWindow& window, const Area& area);
void sandboxPanel(LabWindow& window);

}  // namespace jumpscope::gui
