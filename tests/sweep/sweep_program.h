// Sweeps over jumplab, run by the built program.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace jumpscope::tests {

using Arguments = std::vector<std::string>;

// A in frame `start` for `hold` frames, after two seconds in which the player lands and stands. 300 runs in 19 chunks.
inline nlohmann::json holdSpec() {
  return {
      {"format", "jumpscope-sweep"},
      {"version", 1},
      {"rom", jumplab().string()},
      {"profile", "smb"},
      {"start", {{"frames", 120}}},
      {"inputs",
       {{"ranges",
         {{"press", "{start}-{start+hold-1}:A"},
          {"variables",
           {{{"name", "hold"}, {"from", 1}, {"to", 30}}, {{"name", "start"}, {"from", 1}, {"to", 10}}}}}}}},
      {"frames", 50},
      {"score", {{"value", "y_position"}, {"at", "min"}}},
      {"goal", "min"},
      {"columns", {"y_position"}},
      {"best", 3},
      {"chunk", 16}};
}

inline void writeSpec(const Folder& folder, const nlohmann::json& spec, const std::string& name = "s.json") {
  writeText(folder / name, spec.dump());
}

// Runs `jumpscope sweep` and expects that it does what it is told.
inline Outcome sweepIn(const Folder& folder, Arguments arguments) {
  arguments.insert(arguments.begin(), "sweep");
  Outcome outcome = jumpscope(arguments, folder.path);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome;
}

inline std::string refusal(const Folder& folder, Arguments arguments) {
  arguments.insert(arguments.begin(), "sweep");
  const Outcome outcome = jumpscope(arguments, folder.path);
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  return outcome.err;
}

// The lines of a CSV file without the first.
inline std::vector<std::vector<std::string>> rowsOf(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row(1);
  for (const char c : text) {
    if (c == ',')
      row.emplace_back();
    else if (c != '\n')
      row.back() += c;
    else
      rows.push_back(row), row.assign(1, "");
  }
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

}  // namespace jumpscope::tests
