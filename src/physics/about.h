// What each model is, in words.
#pragma once

#include <string_view>

namespace jumpscope::physics {

// What the model is, in two sentences, and where it comes from.
struct About {
  std::string_view model, words, source;
};
// nullptr: nothing is written about it.
const About* aboutModel(std::string_view name);

}  // namespace jumpscope::physics
