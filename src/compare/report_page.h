// What is the same in every report: its style sheet and its script.
#pragma once

#include <string_view>

namespace jumpscope::compare {

extern const std::string_view page_style;
extern const std::string_view page_script;

}  // namespace jumpscope::compare
