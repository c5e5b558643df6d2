#include "src/base/files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "tests/support/bytes.h"

namespace jumpscope::base {
namespace {

namespace fs = std::filesystem;

// An empty folder for one test, removed with it.
class Files : public testing::Test {
 protected:
  void SetUp() override {
    dir_ = fs::path(testing::TempDir()) / ("jumpscope-" + std::to_string(getpid()) +
                                           testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(dir_);
  }
  void TearDown() override {
    fs::permissions(dir_, fs::perms::owner_all);
    fs::remove_all(dir_);
  }

  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(dir_)) names.insert(entry.path().filename().string());
    return names;
  }
  void put(const std::string& name, const std::string& text) const { std::ofstream(dir_ / name) << text; }
  std::string get(const std::string& name) const {
    const auto bytes = readFile(dir_ / name);
    return {bytes.begin(), bytes.end()};
  }

  fs::path dir_;
};

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

TEST_F(Files, AFileAppearsOnlyAfterCommit) {
  put("out", "before");
  {
    AtomicFile file(dir_ / "out");
    file.write(std::string_view("after"));
    EXPECT_EQ(get("out"), "before");
    file.commit();
  }
  EXPECT_EQ(get("out"), "after");
  EXPECT_EQ(names(), std::set<std::string>{"out"});
}

TEST_F(Files, AFileThatIsNotCommittedDisappears) {
  {
    AtomicFile file(dir_ / "out");
    file.write(std::string_view("half"));
  }
  EXPECT_TRUE(names().empty());
}

TEST_F(Files, TwoFilesWithTheSameNameUseSeparateTemporaryFiles) {
  AtomicFile first(dir_ / "out"), second(dir_ / "out");
  first.write(std::string_view("first"));
  second.write(std::string_view("second"));
  first.commit();
  second.commit();
  EXPECT_EQ(get("out"), "second");
  EXPECT_EQ(names(), std::set<std::string>{"out"});
}

TEST_F(Files, ASymbolicLinkStaysALink) {
  put("target", "before");
  fs::create_symlink("target", dir_ / "link");
  AtomicFile file(dir_ / "link");
  file.write(std::string_view("after"));
  file.commit();
  EXPECT_TRUE(fs::is_symlink(dir_ / "link"));
  EXPECT_EQ(get("target"), "after");
}

TEST_F(Files, ADeviceIsWrittenDirectly) {
  AtomicFile file("/dev/null");
  file.write(std::string_view("gone"));
  file.commit();
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
}

TEST_F(Files, AnUnwritableFolderIsReported) {
  const auto error = [](const fs::path& path) { return tests::errorOf([&] { AtomicFile file(path); }); };
  EXPECT_EQ(error(dir_), "cannot write " + dir_.string() + ": it is a directory; name a file");
  EXPECT_EQ(error(dir_ / "no" / "out"),
            "cannot create " + (dir_ / "no" / "out").string() + ": no such file or directory");
}

}  // namespace
}  // namespace jumpscope::base
