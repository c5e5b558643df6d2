#include "src/base/files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "tests/base/folder_test.h"
#include "tests/support/bytes.h"

namespace jumpscope::base {
namespace {

namespace fs = std::filesystem;

class Files : public FolderTest {};

TEST_F(Files, AFileIsReadCompletely) {
  std::string text(1'000'000, 'x');
  text[123] = '\0';
  put("a", text);
  EXPECT_EQ(get("a"), text);
  put("empty", "");
  EXPECT_TRUE(readFile(dir_ / "empty").empty());
}

TEST_F(Files, AFileThatCannotBeReadIsReported) {
  const auto error = [](const fs::path& path) { return tests::errorOf([&] { readFile(path); }); };
  EXPECT_EQ(error(dir_ / "none"), "cannot read " + (dir_ / "none").string() + ": there is no such file");
  EXPECT_EQ(error(dir_), "cannot read " + dir_.string() + ": it is a directory; a file was expected");
}

TEST_F(Files, AnUnreadableFileIsReported) {
  if (geteuid() == 0) GTEST_SKIP() << "SKIPPED: root may read everything";
  put("locked", "x");
  fs::permissions(dir_ / "locked", fs::perms::none);
  EXPECT_EQ(tests::errorOf([&] { readFile(dir_ / "locked"); }),
            "cannot read " + (dir_ / "locked").string() + ": permission denied");
}

TEST_F(Files, AReservedOutputIsNotReadUnderAnyName) {
  put("in", "x");
  fs::create_hard_link(dir_ / "in", dir_ / "hard");
  fs::create_symlink("in", dir_ / "soft");
  const std::string output = (dir_ / "hard").string();
  reserveOutputs({&output, 1});
  for (const char* name : {"in", "hard", "soft"})
    EXPECT_EQ(tests::errorOf([&] { readFile(dir_ / name); }), "cannot read " + (dir_ / name).string() +
                                                                  ": the command would write " + output +
                                                                  " over it; name another output");
  put("other", "y");
  EXPECT_EQ(get("other"), "y");
}

// As when another process updates it, and a new file gets the old one's number.
TEST_F(Files, AnOutputThatWasReplacedMeanwhileIsNoLongerTheFileItWas) {
  put("out", "x");
  fs::create_hard_link(dir_ / "out", dir_ / "in");
  const std::string output = (dir_ / "out").string();
  reserveOutputs({&output, 1});
  put("new", "y");
  fs::rename(dir_ / "new", dir_ / "out");
  EXPECT_EQ(get("in"), "x");
  reserveOutputs({});
}

TEST_F(Files, TwoOutputsThatAreTheSameFileAreRefused) {
  put("there", "x");
  fs::create_symlink("there", dir_ / "link");
  fs::create_symlink("missing", dir_ / "dangling");
  fs::create_directory(dir_ / "sub");
  const auto error = [&](const std::string& a, const std::string& b) {
    const std::vector<std::string> paths{(dir_ / a).string(), (dir_ / b).string()};
    return tests::errorOf([&] { reserveOutputs(paths); });
  };
  for (const auto& [a, b] : {std::pair("there", "link"), std::pair("missing", "dangling"),
                             std::pair("new", "sub/../new"), std::pair("new2", "new2")})
    EXPECT_EQ(error(a, b), "two outputs are the same file: " + (dir_ / a).string() + " and " +
                               (dir_ / b).string() + "; name another file for one of them");
  const std::vector<std::string> devices{"/dev/null", "/dev/null"};
  EXPECT_NO_THROW(reserveOutputs(devices));
}

}  // namespace
}  // namespace jumpscope::base
