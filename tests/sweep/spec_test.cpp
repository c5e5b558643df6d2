// The format of specs: every key, and a sentence for everything else.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "src/sweep/press_template.h"
#include "src/sweep/spec.h"
#include "tests/support/bytes.h"
#include "tests/support/shared.h"

namespace jumpscope::sweep {
namespace {

constexpr const char* full_spec = R"({
  "format": "jumpscope-sweep", "version": 1, "name": "first gap", "rom": {"file": "game.nes"}, "patch": "a.ips",
  "profile": "smb", "watches": ["x=$006D,$0086:u16"], "region": "pal", "alignment": 2, "ram_init": "zeros",
  "start": {"movie": "a.fm2", "press": "3:T", "frames": 200, "when": "x > 40"},
  "inputs": {"ranges": {"press": "{start}-{start+2*hold-1}:A 0-99:R", "variables": [
    {"name": "start", "from": 0, "to": 10, "step": 5}, {"name": "hold", "from": 1, "to": 8}]}},
  "frames": 300, "end": ["y_page > 1", {"name": "there", "when": "x >= 400"}],
  "score": {"value": "x", "at": "max"}, "goal": "min", "columns": ["x", {"name": "low", "value": "x - 1", "at": "min"}],
  "best": 7, "chunk": 20, "search": {"strategy": "coordinate", "rounds": 9, "seed": 4}
})";

nlohmann::json parsed() { return nlohmann::json::parse(full_spec); }
std::string errorOfSpec(const nlohmann::json& json) {
  return tests::errorOf([&] { parseSpec(json.dump(), "s.json"); });
}
// What parseSpec() says when the value at `pointer` is another one.
std::string errorWith(const std::string& pointer, const nlohmann::json& value) {
  nlohmann::json json = parsed();
  json[nlohmann::json::json_pointer(pointer)] = value;
  return errorOfSpec(json);
}

TEST(SweepSpec, EveryKeyIsRead) {
  const Spec spec = parseSpec(full_spec, "s.json");
  EXPECT_EQ(spec.name, "first gap");
  EXPECT_EQ(spec.rom.file, "game.nes");
  EXPECT_EQ(spec.patches, std::vector<std::string>{"a.ips"});
  EXPECT_EQ(spec.machine.region, "pal");
  EXPECT_EQ(spec.machine.alignment, 2u);
  EXPECT_EQ(spec.start.input.frames, 200u);
  EXPECT_EQ(spec.start.when, "x > 40");
  const auto& ranges = std::get<Ranges>(spec.inputs);
  ASSERT_EQ(ranges.variables.size(), 2u);
  EXPECT_EQ(ranges.variables[0].count(), 3u);
  EXPECT_EQ(spec.frames, 300u);
  ASSERT_EQ(spec.endings.size(), 2u);
  EXPECT_EQ(spec.endings[0].name, "y_page > 1");
  EXPECT_EQ(spec.endings[1].name, "there");
  EXPECT_EQ(spec.score.at, At::Max);
  EXPECT_EQ(spec.goal, Goal::Min);
  ASSERT_EQ(spec.columns.size(), 2u);
  EXPECT_EQ(spec.columns[1].at, At::Min);
  EXPECT_EQ(spec.best, 7u);
  EXPECT_EQ(spec.chunk, 20u);
  ASSERT_TRUE(spec.search);
  EXPECT_EQ(spec.search->strategy, SearchPlan::Strategy::Coordinate);
  EXPECT_EQ(spec.search->seed, 4u);
}

TEST(SweepSpec, EveryKindOfInputIsRead) {
  nlohmann::json json = parsed();
  json.erase("search");
  json["inputs"] = {{"mutations",
                     {{"movie", "m.fm2"},
                      {"count", 9},
                      {"seed", 3},
                      {"rate", 0.5},
                      {"from", 5},
                      {"to", 60},
                      {"buttons", "RA"}}}};
  const auto mutations = std::get<Mutations>(parseSpec(json.dump(), "s").inputs);
  EXPECT_EQ(mutations.buttons, 0x81);
  EXPECT_EQ(mutations.to, 60u);
  json["inputs"] = {{"random", {{"choices", {"R", "", "."}}, {"hold", 4}, {"steps", 5}, {"count", 6}}}};
  const auto random = std::get<Random>(parseSpec(json.dump(), "s").inputs);
  EXPECT_EQ(random.choices.buttons, (std::vector<movie::Buttons>{0x80, 0, 0}));
  json["inputs"] = {{"stdin", "buttons"}};
  EXPECT_FALSE(std::get<Lines>(parseSpec(json.dump(), "s").inputs).press);
}

TEST(SweepSpec, WhatIsWrongIsNamedWithItsPlace) {
  const std::vector<std::tuple<std::string, nlohmann::json, std::string>> wrong = {
      {"/framse", 3, "did you mean 'frames'?"},
      {"/version", 2, "s.json: version: expected 1, the version that this jumpscope reads"},
      {"/frames", 0, "s.json: frames: expected"},
      {"/goal", "most", "s.json: goal: expected one of max, min"},
      {"/score/at", "start", "s.json: score.at: expected one of end, min, max"},
      {"/end/1/when", "",
       "s.json: end[1].when: expected an expression over watches such as y_position < 100"},
      {"/end/1/name", "time", "another name; 'time' is how a run ends that nothing else ends"},
      {"/columns/0", "score", "the table has a column 'score' already"},
      {"/columns/0", "hold", "the table has a column 'hold' already"},
      {"/best", 1001, "s.json: best: expected"},
      {"/inputs/stdin", "press",
       "s.json: inputs: expected exactly one of ranges, patterns, random, mutations and stdin"},
      {"/inputs/ranges/variables/1/name", "start", "there are two of 'start'"},
      {"/inputs/ranges/variables/1/name", "holt",
       "'{start+2*hold-1}' names 'hold', which is no variable (did you mean 'holt'?)"},
      {"/inputs/ranges/variables/1/to", 0, "s.json: inputs.ranges.variables[1].to: expected"},
      {"/inputs/ranges/press", "{start}:A", "the variable 'hold' occurs nowhere in it"},
      {"/inputs/ranges/press", "{start:A", "a '{' has no '}' after it"},
      {"/inputs/ranges/press", "start}:A", "a '}' has no '{' before it"},
      {"/inputs/ranges/press", "{start+0.5*hold}:A", "has a factor that is no integer up to 10^6"},
      {"/search/strategy", "beam", "inputs of the kind 'patterns', which this strategy extends step by step"},
      {"/search/found", "there", "no key 'found', which belongs to the strategy astar"},
      {"/start/state", "a.state", "nothing beside 'state', which is the start itself"},
  };
  for (const auto& [pointer, value, sentence] : wrong)
    EXPECT_NE(errorWith(pointer, value).find(sentence), std::string::npos)
        << pointer << ": " << errorWith(pointer, value);
}

TEST(SweepSpec, NothingToReadIsRefused) {
  nlohmann::json json = parsed();
  json.erase("profile");
  json.erase("watches");
  EXPECT_NE(errorOfSpec(json).find("a key 'profile' or 'watches'"), std::string::npos) << errorOfSpec(json);
}

TEST(SweepSpec, LayoutAndNameDoNotMakeAnotherSweep) {
  nlohmann::json json = parsed();
  json["name"] = "another";
  EXPECT_EQ(parseSpec(json.dump(3), "t.json").canonical, parseSpec(full_spec, "s.json").canonical);
  json["frames"] = 301;
  EXPECT_NE(parseSpec(json.dump(3), "t.json").canonical, parseSpec(full_spec, "s.json").canonical);
}

TEST(SweepSpec, RandomBytesDoNotCrashTheParser) {
  tests::feedBrokenFiles(tests::toBytes(full_spec), [](const std::vector<uint8_t>& bytes) {
    parseSpec(std::string(bytes.begin(), bytes.end()), "s.json");
  });
}

TEST(SweepSpec, TheSchemaHasTheKeysOfTheParser) {
  std::ifstream file(tests::sourceDir() / "docs/schema/sweep.schema.json");
  const nlohmann::json schema = nlohmann::json::parse(file);
  const auto expectKeys = [](const nlohmann::json& object, std::span<const std::string_view> keys) {
    std::set<std::string> in_schema, in_parser;
    for (const auto& [key, value] : object.at("properties").items()) in_schema.insert(key);
    for (const std::string_view key : keys) in_parser.emplace(key);
    EXPECT_EQ(in_schema, in_parser);
    EXPECT_EQ(object.at("additionalProperties"), false);
  };
  expectKeys(schema, specKeys());
  const nlohmann::json& properties = schema.at("properties");
  expectKeys(properties.at("start"), startKeys());
  expectKeys(properties.at("search"), searchKeys());
  expectKeys(properties.at("inputs"), inputKinds());
  for (const std::string_view kind : inputKinds())
    if (kind != "stdin")
      expectKeys(properties.at("inputs").at("properties").at(std::string(kind)), keysOfInputs(kind));
}

TEST(PressTemplate, BracesHoldSumsOfIntegersAndVariables) {
  const PressTemplate script("{a}-{a+2*b-1}:A {-3+10}:R", {"a", "b"});
  EXPECT_EQ(script.with(std::vector<int64_t>{5, 4}), "5-12:A 7:R");
}

}  // namespace
}  // namespace jumpscope::sweep
