#include "jumpscope_test_paths.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {

std::filesystem::path sourceDir() { return JUMPSCOPE_SOURCE_DIR; }

}  // namespace jumpscope::tests
