// The two commands that have a window.
#pragma once

#include "src/cli/arguments.h"

namespace jumpscope::gui {

cli::Action playCommand(cli::Arguments& arguments);
cli::Action labCommand(cli::Arguments& arguments);

}  // namespace jumpscope::gui
