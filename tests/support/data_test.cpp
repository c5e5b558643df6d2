#include "tests/support/data.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <zlib.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "src/base/zstd_stream.h"
#include "tests/support/bytes.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {
namespace {

namespace fs = std::filesystem;

std::string zstd(const std::string& text) {
  std::string packed;
  base::ZstdCompressor compressor([&](std::string_view bytes) { packed += bytes; });
  compressor.write(text);
  compressor.finish();
  return packed;
}

void write(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

// $JUMPSCOPE_SHARED names an empty folder of the test's own.
class TestData : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* before = getenv("JUMPSCOPE_SHARED")) before_ = before;
    std::string name = (fs::temp_directory_path() / "jumpscope-data-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    setenv("JUMPSCOPE_SHARED", name.c_str(), 1);
  }
  void TearDown() override {
    before_ ? setenv("JUMPSCOPE_SHARED", before_->c_str(), 1) : unsetenv("JUMPSCOPE_SHARED");
    fs::remove_all(folder_);
  }

  fs::path folder_;
  std::optional<std::string> before_;
};

TEST_F(TestData, TheRepositoryHasEverythingThatIsOurs) {
  EXPECT_GE(dataFiles("singlestep", ".json").size(), 256u);
  EXPECT_FALSE(dataFiles("physics/data", ".json").empty());
  EXPECT_FALSE(dataFiles("real-smb", ".csv").empty());
  EXPECT_NO_THROW(dataFile("netlist/ppu.jsonl"));
  EXPECT_NO_THROW(dataFile("netlist/apu.jsonl"));
}

TEST_F(TestData, EveryFileOfTheRepositoryUnpacksToWhatItsNameSays) {
  for (const std::string folder : {"singlestep", "physics/data"})
    for (const DataFile& file : dataFiles(folder, ".json"))
      EXPECT_TRUE(nlohmann::json::accept(readData(file))) << file.path;
  for (const std::string name : {"netlist/ppu.jsonl", "netlist/apu.jsonl"}) {
    const std::string text = readData(dataFile(name));
    EXPECT_TRUE(text.ends_with("}\n")) << name;
    EXPECT_TRUE(nlohmann::json::accept(text.substr(0, text.find('\n')))) << name;
  }
  for (const DataFile& file : dataFiles("real-smb", ".csv"))
    EXPECT_TRUE(readData(file).starts_with("frame,buttons,$")) << file.path;
}

TEST_F(TestData, AFolderOfJumpscopeSharedTakesThePlaceOfOurs) {
  write(folder_ / "physics/data/b.json", "{}");
  write(folder_ / "physics/data/a.json.zst", zstd("[1]"));
  write(folder_ / "physics/data/README.md", "no data");
  const std::vector<DataFile> files = dataFiles("physics/data", ".json");
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "a.json");
  EXPECT_EQ(readData(files[0]), "[1]");
  EXPECT_EQ(files[1].name, "b.json");
  EXPECT_EQ(readData(files[1]), "{}");
  // What it lacks is still ours.
  EXPECT_GE(dataFiles("singlestep", ".json").size(), 256u);
}

TEST_F(TestData, AFileIsFoundPlainOrCompressed) {
  const std::string text(3'000'000, 'x');
  const gzFile gz =
      gzopen((fs::create_directories(folder_ / "netlist"), folder_ / "netlist/ppu.jsonl.gz").c_str(), "wb");
  gzwrite(gz, text.data(), unsigned(text.size()));
  gzclose(gz);
  EXPECT_EQ(dataFile("netlist/ppu.jsonl").name, "ppu.jsonl");
  EXPECT_EQ(readData(dataFile("netlist/ppu.jsonl")), text);
  write(folder_ / "netlist/ppu.jsonl.zst", zstd(text));
  EXPECT_EQ(readData(dataFile("netlist/ppu.jsonl")), text);
  write(folder_ / "netlist/ppu.jsonl", "plain");
  EXPECT_EQ(readData(dataFile("netlist/ppu.jsonl")), "plain");
}

TEST_F(TestData, ADamagedOrMissingFileIsAnError) {
  const std::string packed = zstd(std::string(3'000'000, 'x'));
  write(folder_ / "short.zst", packed.substr(0, packed.size() / 2));
  EXPECT_NE(errorOf([&] { readData(folder_ / "short.zst"); }), "");
  write(folder_ / "wrong.zst", "no zstd");
  EXPECT_NE(errorOf([&] { readData(folder_ / "wrong.zst"); }), "");
  EXPECT_EQ(errorOf([] { dataFile("physics/none.json"); }), "no file physics/none.json in the test data");
  fs::create_directories(folder_ / "physics/data");
  EXPECT_EQ(errorOf([] { dataFiles("physics/data", ".json"); }),
            "no file ending in .json in " + (folder_ / "physics/data").string());
}

}  // namespace
}  // namespace jumpscope::tests
