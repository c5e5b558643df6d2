#include "tests/physics/golden_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/support/shared.h"

namespace jumpscope::physics {
namespace {

std::vector<std::filesystem::path> files() {
  std::vector<std::filesystem::path> found;
  const auto folder = tests::sharedDir() / "physics" / "data";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

// The declared model stands near the file's beginning, so that the large files of other models need not be
// parsed.
std::string modelOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string head(4096, '\0');
  in.read(head.data(), std::streamsize(head.size()));
  const std::string key = "\"model\"";
  size_t at = head.find(key);
  if (at == std::string::npos) return nlohmann::json::parse(std::ifstream(file)).value("model", "");
  at = head.find('"', at + key.size());
  return head.substr(at + 1, head.find('"', at + 1) - at - 1);
}

}  // namespace

std::vector<nlohmann::json> unroll(const nlohmann::json& runs) {
  std::vector<nlohmann::json> out;
  for (const nlohmann::json& run : runs) out.insert(out.end(), run.at(1).get<size_t>(), run.at(0));
  return out;
}

std::vector<nlohmann::json> goldenSets(const std::string& model) {
  std::vector<nlohmann::json> sets;
  for (const auto& file : files()) {
    if (modelOf(file) != model) continue;
    sets.push_back(nlohmann::json::parse(std::ifstream(file)));
    EXPECT_EQ(sets.back().at("format"), "movement-golden-1") << file;
  }
  EXPECT_FALSE(sets.empty()) << "no golden file of model " << model;
  return sets;
}

std::vector<std::string> goldenModels() {
  std::set<std::string> names;
  for (const auto& file : files()) names.insert(modelOf(file));
  return {names.begin(), names.end()};
}

Comparison::Comparison(const nlohmann::json& set) : set_(set.at("set").get<std::string>()) {}

Comparison::~Comparison() {
  std::printf("%-22s %4zu cases %6zu rows %7zu values, %zu cases differ\n", set_.c_str(), cases_, rows_,
              values_, wrong_cases_);
}

void Comparison::begin(const nlohmann::json& golden) {
  id_ = golden.at("id").get<std::string>();
  frame_ = 0;
  wrong_ = false;
  ++cases_;
}

bool Comparison::value(const std::string& name, const nlohmann::json& expected, const nlohmann::json& got) {
  if (wrong_) return false;
  ++values_;
  if (expected == got) return true;
  wrong_ = true;
  ++wrong_cases_;
  ADD_FAILURE() << id_ << " frame " << frame_ << " " << name << ": expected " << expected << ", got " << got;
  return false;
}

bool Comparison::row(const nlohmann::json& expected, const std::vector<double>& got,
                     const std::vector<std::string>& names) {
  if (wrong_) return false;
  if (expected.size() != got.size()) return value("number of columns", expected.size(), got.size());
  for (size_t c = 0; c < got.size(); ++c)
    if (!value(c < names.size() ? names[c] : std::to_string(c), expected[c].get<double>(), got[c]))
      return false;
  ++rows_;
  ++frame_;
  return true;
}

}  // namespace jumpscope::physics
