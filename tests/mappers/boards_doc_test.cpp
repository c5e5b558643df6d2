// docs/boards.md lists the table of boards. After a deliberate change: JUMPSCOPE_WRITE_DOCS=1
// build/.../test_mappers
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "jumpscope_test_paths.h"
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

const std::string page = std::string(JUMPSCOPE_SOURCE_DIR) + "/docs/boards.md";
const std::string begin = "<!-- generated: begin -->\n", end = "<!-- generated: end -->\n";

std::string contents() {
  std::stringstream text;
  text << std::ifstream(page).rdbuf();
  return text.str();
}

std::string tables() {
  std::string run = "| mapper | board | what is approximate or missing |\n|---|---|---|\n";
  std::string named = "\nKnown by name only:\n\n| mapper | board | needs |\n|---|---|---|\n";
  for (int mapper = 0; mapper < 4096; ++mapper) {
    const BoardType* type = findBoard(mapper);
    if (!type) continue;
    (type->make ? run : named) +=
        "| " + std::to_string(mapper) + " | " + type->name + " | " + type->needs + " |\n";
  }
  return run + named;
}

TEST(BoardsPage, ListsTheTableOfBoards) {
  const std::string text = contents();
  const size_t from = text.find(begin), to = text.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  const std::string expected = text.substr(0, from + begin.size()) + tables() + text.substr(to);
  if (std::getenv("JUMPSCOPE_WRITE_DOCS")) std::ofstream(page) << expected;
  EXPECT_EQ(contents(), expected);
}

}  // namespace
}  // namespace jumpscope::mappers
