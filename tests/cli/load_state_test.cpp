// --load-state and movies that start from a save state, as a user runs them.
#include <gtest/gtest.h>

#include "src/base/base64.h"
#include "src/base/files.h"
#include "src/base/hash.h"
#include "tests/support/data.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

std::string state() { return dataFile("fceux-states/jumplab-300.fc0").path.string(); }

// The tour from the record that follows the state on.
std::string tourFromTheState() {
  std::istringstream lines(readText(tourMovie()));
  std::string text, line;
  int record = 0;
  while (std::getline(lines, line)) {
    if (line.starts_with('|') && record == 0)
      text += "savestate base64:" + base::encodeBase64(base::readFile(state())) + "\n";
    if (!line.starts_with('|') || (++record > 300 && record <= 400)) text += line + "\n";
  }
  return text;
}

// The rows without their frame numbers.
std::vector<std::string> valuesOf(const std::string& trace) {
  std::istringstream lines(trace);
  std::vector<std::string> values;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with('#')) values.push_back(line.substr(line.find(',')));
  return values;
}

TEST(LoadState, AStateOfFceuxGoesOnInRunTraceAndDiff) {
  const Folder folder;
  const std::vector<std::string> rest = {"--load-state",       state(),    "--movie",
                                         tourMovie().string(), "--frames", "100"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.begin() + 1, jumplab().string());
    words.insert(words.end(), rest.begin(), rest.end());
    return jumpscope(words, folder.path);
  };
  const Outcome trace = with({"trace", "--profile", "smb", "-o", "a.csv"});
  EXPECT_EQ(trace.status, 0) << trace.err;
  EXPECT_NE(trace.err.find("is a state of FCEUX, which does not say"), std::string::npos) << trace.err;
  const std::string rows = readText(folder / "a.csv");
  EXPECT_NE(rows.find("\"state_sha1\":\"" + base::sha1Hex(base::readFile(state())) + "\""),
            std::string::npos);
  EXPECT_NE(rows.find("\n299,"), std::string::npos);
  EXPECT_NE(rows.find("\n398,"), std::string::npos);

  const Outcome whole = jumpscope({"trace", jumplab().string(), "--profile", "smb", "--movie",
                                   tourMovie().string(), "--frames", "399", "-o", "whole.csv"},
                                  folder.path);
  EXPECT_EQ(whole.status, 0) << whole.err;
  const std::string all = readText(folder / "whole.csv");
  EXPECT_EQ(all.find("state_sha1"), std::string::npos);
  EXPECT_EQ(all.substr(all.find("\n299,")), rows.substr(rows.find("\n299,")));

  EXPECT_EQ(with({"diff", "--profile", "smb"}).status, 0);
  const Outcome run = with({"run", "--state", "end.state"});
  EXPECT_EQ(run.status, 0) << run.err;
}

TEST(LoadState, AMovieThatStartsFromAStateBeginsWithFrame0) {
  const Folder folder;
  writeText(folder / "from.fm2", tourFromTheState());
  const Outcome own =
      jumpscope({"trace", jumplab().string(), "--movie", "from.fm2", "--watch", "frames=$0009"}, folder.path);
  EXPECT_EQ(own.status, 0) << own.err;
  const Outcome named = jumpscope({"trace", jumplab().string(), "--movie", tourMovie().string(),
                                   "--load-state", state(), "--frames", "100", "--watch", "frames=$0009"},
                                  folder.path);
  EXPECT_NE(own.out.find("\n0,"), std::string::npos);
  const std::vector<std::string> values = valuesOf(own.out);
  EXPECT_EQ(values.size(), 101u);
  EXPECT_EQ(values, valuesOf(named.out));
}

TEST(LoadState, WhatWouldNotBeginThereIsRefused) {
  const Folder folder;
  writeText(folder / "from.fm2", tourFromTheState());
  const auto refused = [&](std::vector<std::string> words) {
    const Outcome outcome = jumpscope(words, folder.path);
    EXPECT_EQ(outcome.status, 2) << words[0];
    return outcome.err;
  };
  const std::string rom = jumplab().string();
  EXPECT_NE(refused({"run", rom, "--movie", "from.fm2", "--record", "again.fm2"}).find("begins at power-on"),
            std::string::npos);
  EXPECT_NE(refused({"run", rom, "--load-state", state(), "--frames", "5", "--record", "again.fm2"})
                .find("begins at power-on"),
            std::string::npos);
  std::string other_ppu = tourFromTheState();
  other_ppu.insert(other_ppu.find("savestate"), "NewPPU 1\n");
  writeText(folder / "new.fm2", other_ppu);
  EXPECT_NE(refused({"run", rom, "--movie", "new.fm2"}).find("new PPU"), std::string::npos);
  writeText(folder / "bad.fm2",
            "version 3\nport0 1\nport1 1\nport2 0\nsavestate 0x00\n|0|........|........||\n");
  EXPECT_NE(refused({"run", rom, "--movie", "bad.fm2"}).find("FCSX"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::tests
