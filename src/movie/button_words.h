// Buttons as people write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/movie/buttons.h"

namespace jumpscope::movie {

// Letters in any order ("RA"), or words in any case, joined by '+' ("Start", "RIGHT+A").
// What is a word is no row of letters: START is Start alone. nullopt: it is neither, or empty.
std::optional<Buttons> parseButtons(std::string_view text);
// The end of a sentence about a text that parseButtons() does not take: "names a button 'X'; the buttons are …".
std::string problemOfButtons(std::string_view text);

}  // namespace jumpscope::movie
