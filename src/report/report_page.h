// What is the same in every report: its style sheet and its script.
#pragma once

#include <string>
#include <string_view>

namespace jumpscope::report {

extern const std::string_view page_style;
extern const std::string_view page_script;

// The same for the charts (report_charts.h).
extern const std::string_view charts_style, charts_script;

// JSON made harmless between <script> tags: "</script>" in a name must not end the script.
std::string scriptSafe(std::string json);

}  // namespace jumpscope::report
