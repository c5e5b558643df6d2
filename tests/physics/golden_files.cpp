#include "tests/physics/golden_files.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "tests/support/data.h"

namespace jumpscope::physics {
namespace {

std::vector<tests::DataFile> files() { return tests::dataFiles("physics/data", ".json"); }

// The declared model stands near the file's beginning, so that the large files of other models need not be
// parsed.
std::string modelOf(const std::string& text) {
  const std::string key = "\"model\"";
  size_t at = text.find(key);
  if (at == std::string::npos || at > 4096) return nlohmann::json::parse(text).value("model", "");
  at = text.find('"', at + key.size());
  return text.substr(at + 1, text.find('"', at + 1) - at - 1);
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
    const std::string text = readData(file);
    if (modelOf(text) != model) continue;
    sets.push_back(nlohmann::json::parse(text));
    EXPECT_EQ(sets.back().at("format"), "movement-golden-1") << file.path;
  }
  EXPECT_FALSE(sets.empty()) << "no golden file of model " << model;
  return sets;
}

std::vector<std::string> goldenModels() {
  std::set<std::string> names;
  for (const auto& file : files()) names.insert(modelOf(readData(file)));
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
