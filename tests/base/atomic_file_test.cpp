#include "src/base/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>

#include "src/base/files.h"
#include "tests/base/folder_test.h"
#include "tests/support/bytes.h"

namespace jumpscope::base {
namespace {

namespace fs = std::filesystem;

class AtomicFiles : public FolderTest {};

TEST_F(AtomicFiles, AFileAppearsOnlyAfterCommit) {
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

TEST_F(AtomicFiles, AFileThatIsNotCommittedDisappears) {
  {
    AtomicFile file(dir_ / "out");
    file.write(std::string_view("half"));
  }
  EXPECT_TRUE(names().empty());
}

TEST_F(AtomicFiles, TwoFilesWithTheSameNameUseSeparateTemporaryFiles) {
  AtomicFile first(dir_ / "out"), second(dir_ / "out");
  first.write(std::string_view("first"));
  second.write(std::string_view("second"));
  first.commit();
  second.commit();
  EXPECT_EQ(get("out"), "second");
  EXPECT_EQ(names(), std::set<std::string>{"out"});
}

// Else a test that counts blocks fails where the numbers of processes pass from 999 to 1000, or 9999 to 10000.
TEST_F(AtomicFiles, TemporaryNamesAreOfOneLengthInEveryProcess) {
  const AtomicFile file(dir_ / "out");
  EXPECT_EQ(names().begin()->size(), std::string_view("out.part01234567-0").size());
}

TEST_F(AtomicFiles, ASymbolicLinkStaysALink) {
  put("target", "before");
  fs::create_symlink("target", dir_ / "link");
  AtomicFile file(dir_ / "link");
  file.write(std::string_view("after"));
  file.commit();
  EXPECT_TRUE(fs::is_symlink(dir_ / "link"));
  EXPECT_EQ(get("target"), "after");
}

TEST_F(AtomicFiles, ADeviceIsWrittenDirectly) {
  AtomicFile file("/dev/null");
  file.write(std::string_view("gone"));
  file.commit();
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
}

TEST_F(AtomicFiles, AnUnwritableFolderIsReported) {
  const auto error = [](const fs::path& path) { return tests::errorOf([&] { AtomicFile file(path); }); };
  EXPECT_EQ(error(dir_), "cannot write " + dir_.string() + ": it is a directory; name a file");
  EXPECT_EQ(error(dir_ / "no" / "out"),
            "cannot create " + (dir_ / "no" / "out").string() + ": no such file or directory");
}

TEST_F(AtomicFiles, ADanglingLinkIsFollowed) {
  fs::create_symlink("sub", dir_ / "folder");
  fs::create_directory(dir_ / "sub");
  fs::create_symlink("folder/target", dir_ / "link");
  AtomicFile file(dir_ / "link");
  file.write(std::string_view("after"));
  file.commit();
  EXPECT_TRUE(fs::is_symlink(dir_ / "link"));
  EXPECT_EQ(get("sub/target"), "after");
}

TEST_F(AtomicFiles, AReplacedFileKeepsItsMode) {
  for (const auto mode : {fs::perms(0600), fs::perms(0640), fs::perms(0755)}) {
    put("out", "before");
    fs::permissions(dir_ / "out", mode);
    AtomicFile file(dir_ / "out");
    file.write(std::string_view("after"));
    file.commit();
    EXPECT_EQ(fs::status(dir_ / "out").permissions(), mode);
  }
}

TEST_F(AtomicFiles, ANameMayBeAsLongAsTheSystemTakesIt) {
  std::string name(251, 'n');
  name += ".csv";
  AtomicFile file(dir_ / name);
  file.write(std::string_view("x"));
  file.commit();
  EXPECT_EQ(names(), std::set<std::string>{name});
}

TEST_F(AtomicFiles, SeveralFilesGetTheirNamesTogetherOrNotAtAll) {
  put("old", "before");
  fs::create_directory(dir_ / "sub");
  {
    std::vector<std::unique_ptr<AtomicFile>> files;
    for (const char* name : {"old", "new", "sub/third"}) {
      files.push_back(std::make_unique<AtomicFile>(dir_ / name));
      files.back()->write(std::string_view("after"));
    }
    fs::remove_all(dir_ / "sub");  // the third cannot get its name
    EXPECT_THROW(AtomicFile::commitAll(files), std::runtime_error);
  }
  EXPECT_EQ(get("old"), "before");
  EXPECT_EQ(names(), std::set<std::string>{"old"});
}

TEST_F(AtomicFiles, AnythingThatCannotBeOpenedIsReported) {
  const fs::path path = dir_ / "socket";
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(tests::errorOf([&] { AtomicFile file(path); }),
            "cannot open " + path.string() + ": no such device or address");
  close(listener);
}

TEST_F(AtomicFiles, AFullDiskIsReported) {
  AtomicFile file("/dev/full");
  file.write(std::string_view("x"));
  EXPECT_EQ(tests::errorOf([&] { file.commit(); }), "cannot write /dev/full: no space left on device");
}

}  // namespace
}  // namespace jumpscope::base
