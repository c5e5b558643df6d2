// Mutants of jumplab, each with one changed place, run by `check` as in CI: one failure per mutant in the
// JUnit file, which names the right watch no later than the RAM differs; the original passes.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/support/junit_schema.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

using nlohmann::json;

struct Mutant {
  std::string name;
  std::map<uint16_t, uint8_t> patch;  // CPU address to byte
  std::set<std::string> blamed;       // any of these watches
};

class Mutants {
 public:
  Mutants() : rom_(readText(jumplab())) {
    std::istringstream labels(readText(sourceDir() / "roms_test/jumplab/jumplab.labels"));
    for (std::string line; std::getline(labels, line);) {
      std::istringstream words(line);
      std::string al, address, name;
      if (words >> al >> address >> name && name.size() > 1)
        labels_[name.substr(1)] = static_cast<uint16_t>(std::stoul(address, nullptr, 16));
    }
  }

  // `all`: every tier and both bits of every table, else one of each kind.
  std::vector<Mutant> list(bool all) const {
    std::vector<Mutant> mutants;
    const std::pair<const char*, const char*> tables[] = {{"jump_rise_table", "gravity"},
                                                          {"jump_fall_table", "gravity_fall"},
                                                          {"jump_speed_table", "y_speed"},
                                                          {"jump_fraction_table", "y_speed_fraction"}};
    uint16_t tier_of_kind = 0;
    for (const auto& [label, watch] : tables) {
      for (uint16_t tier = 0; tier < 7; ++tier)
        for (const int bit : {0x01, 0x80})
          if (all || (tier == tier_of_kind && bit == 1))
            mutants.push_back(
                flipped(std::string(label) + " " + std::to_string(tier) + " ^ " + std::to_string(bit),
                        address(label, tier), bit, {watch}));
      ++tier_of_kind;
    }
    for (const char* label : {"terminal_speed_compare", "terminal_speed_load", "terminal_fraction_compare"}) {
      const bool fraction = std::string(label) == "terminal_fraction_compare";
      for (const int change : fraction ? std::vector{-0x40, 0x7F} : std::vector{-1, 1}) {
        const uint16_t operand = address(label, 1);
        mutants.push_back({std::string(label) + " " + std::to_string(change),
                           {{operand, static_cast<uint8_t>(byteAt(operand) + change)}},
                           {"y_speed", "y_speed_fraction"}});
        if (!all) break;
      }
    }
    const uint16_t carry = address("position_carry_adc", 0);
    mutants.push_back({"carry", {{carry, 0x18}, {carry + 1, 0x65}, {carry + 2, 0x9F}}, {"y_position"}});
    const uint16_t release = address("release_test", 0);
    mutants.push_back({"release and -> ora", {{release + 2, 0x05}}, {"gravity"}});
    mutants.push_back({"release bmi -> bpl", {{release + 4, 0x10}}, {"gravity"}});
    return mutants;
  }

  std::string modified(const Mutant& mutant) const {
    std::string rom = rom_;
    for (const auto& [address, byte] : mutant.patch) rom.at(offset(address)) = static_cast<char>(byte);
    return rom;
  }

 private:
  static size_t offset(uint16_t address) { return size_t{16} + address - 0x8000; }
  uint8_t byteAt(uint16_t address) const { return static_cast<uint8_t>(rom_.at(offset(address))); }
  uint16_t address(const std::string& label, uint16_t more) const {
    return static_cast<uint16_t>(labels_.at(label) + more);
  }
  Mutant flipped(const std::string& name, uint16_t at, int bits, const std::set<std::string>& blamed) const {
    return {name, {{at, static_cast<uint8_t>(byteAt(at) ^ bits)}}, blamed};
  }

  std::string rom_;
  std::map<std::string, uint16_t> labels_;
};

json caseOf(const std::string& name, const std::string& rom) {
  return {{"name", name},
          {"rom", rom},
          {"profile", "smb"},
          {"movie", tourMovie().string()},
          {"expect", {{"model", true}, {"golden", "original.csv.zst"}}}};
}

// The first frame in which the golden sees a byte wrong that the model computes.
uint64_t firstWrongFrame(const json& golden) {
  static const std::set<std::string> compared{"y_position",       "y_page",  "y_subpixel",  "y_speed",
                                              "y_speed_fraction", "gravity", "gravity_fall"};
  for (const json& difference : golden.at("details").at("differences"))
    if (compared.contains(difference.at("watch"))) return difference.at("frame");
  return UINT64_MAX;
}

void expectEveryMutantFails(bool all) {
  const Folder folder;
  const Mutants source;
  const std::vector<Mutant> mutants = source.list(all);
  json cases = json::array({caseOf("original", jumplab().string())});
  writeText(folder / "suite.json",
            json{{"format", "jumpscope-suite"}, {"version", 1}, {"cases", cases}}.dump());
  ASSERT_EQ(jumpscope({"check", "suite.json", "--update-goldens"}, folder.path).status, 0);
  for (size_t i = 0; i < mutants.size(); ++i) {
    const std::string file = "mutant" + std::to_string(i) + ".nes";
    writeText(folder / file, source.modified(mutants[i]));
    cases.push_back(caseOf(mutants[i].name, file));
  }
  writeText(
      folder / "suite.json",
      json{{"format", "jumpscope-suite"}, {"version", 1}, {"name", "mutants"}, {"cases", cases}}.dump());

  const Outcome outcome = jumpscope({"check", "suite.json", "--junit", "out.xml", "--json"}, folder.path);
  ASSERT_EQ(outcome.status, 1) << outcome.err;
  const json results = json::parse(outcome.out).at("results");
  ASSERT_EQ(results.size(), mutants.size() + 1);
  EXPECT_EQ(results[0].at("status"), "passed") << results[0].dump(1);
  for (size_t i = 0; i < mutants.size(); ++i) {
    const Mutant& mutant = mutants[i];
    const json& result = results[i + 1];
    ASSERT_EQ(result.at("name"), mutant.name);
    ASSERT_EQ(result.at("findings").size(), 2u) << mutant.name;
    const json& model = result.at("findings")[0];
    const json& first = model.at("details").at("differences").at(0);
    EXPECT_EQ(model.at("check"), "model");
    EXPECT_TRUE(mutant.blamed.contains(first.at("watch"))) << mutant.name << ": " << model.at("headline");
    EXPECT_FALSE(first.at("writer").is_null()) << mutant.name;
    EXPECT_LE(first.at("frame").get<uint64_t>(), firstWrongFrame(result.at("findings")[1])) << mutant.name;
  }

  const std::string junit = readText(folder / "out.xml");
  std::string counts = "tests=\"" + std::to_string(mutants.size() + 1) + "\" failures=\"";
  counts += std::to_string(mutants.size()) + "\" errors=\"0\" skipped=\"0\"";
  EXPECT_NE(junit.find(counts), std::string::npos) << junit.substr(0, 300);
  EXPECT_NE(junit.find("<testcase name=\"original\" classname=\"mutants\"/>"), std::string::npos);
  for (const Mutant& mutant : mutants) {
    std::string head = mutant.name.substr(0, mutant.name.find('>'));
    EXPECT_NE(junit.find("<testcase name=\"" + head), std::string::npos) << mutant.name;
  }
  std::printf("%zu mutants, %zu failures\n", mutants.size(), mutants.size());
  REQUIRE_XMLLINT();
  EXPECT_EQ(junitProblems(folder / "out.xml"), "");
}

TEST(CheckMutants, OneOfEachKindIsOneFailureWithTheRightBlame) { expectEveryMutantFails(false); }

TEST(CheckMutants, EveryOneIsOneFailureWithTheRightBlame) {
  REQUIRE_SLOW();
  expectEveryMutantFails(true);
}

TEST(CheckMutants, TheSuiteOfOurOwnMoviesPasses) {
  const Outcome outcome = jumpscope({"check", (sourceDir() / "roms_test/suite.json").string()}, "/");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
}

}  // namespace
}  // namespace jumpscope::tests
