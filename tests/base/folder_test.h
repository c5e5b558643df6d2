// What the tests of files share.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "src/base/files.h"

namespace jumpscope::base {

// An empty folder for one test, removed with it.
class FolderTest : public testing::Test {
 protected:
  void SetUp() override {
    dir_ = std::filesystem::path(testing::TempDir()) /
           ("jumpscope-" + std::to_string(getpid()) +
            testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(dir_);
  }
  void TearDown() override {
    std::filesystem::permissions(dir_, std::filesystem::perms::owner_all);
    std::filesystem::remove_all(dir_);
  }

  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(dir_))
      names.insert(entry.path().filename().string());
    return names;
  }
  void put(const std::string& name, const std::string& text) const { std::ofstream(dir_ / name) << text; }
  std::string get(const std::string& name) const {
    const auto bytes = readFile(dir_ / name);
    return {bytes.begin(), bytes.end()};
  }

  std::filesystem::path dir_;
};

}  // namespace jumpscope::base
