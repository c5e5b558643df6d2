// The page that says what a verdict claims and what it does not.
#pragma once

namespace jumpscope::cli {

inline constexpr const char* claims_page = "docs/comparing.md#what-a-verdict-claims";

}  // namespace jumpscope::cli
