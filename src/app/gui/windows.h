// The two commands that have a window.
#pragma once

#include "src/app/arguments.h"

namespace jumpscope::app::gui {

Action playCommand(Arguments& arguments);
Action labCommand(Arguments& arguments);

}  // namespace jumpscope::app::gui
