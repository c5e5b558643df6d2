// The options of `play` and `lab`. Both jumpscope and the window program declare them.
#pragma once

#include <string>
#include <vector>

#include "src/cli/arguments.h"
#include "src/session/play_options.h"

namespace jumpscope::cli {

void declarePlay(Arguments& arguments, session::PlayOptions& options);

struct LabOptions {
  std::string setting;              // a file as lab saves it
  std::vector<std::string> models;  // shown besides those of the setting
};

void declareLab(Arguments& arguments, LabOptions& options);

}  // namespace jumpscope::cli
