// Invalid profiles, watch lists, labels, conditions and searches: one sentence on stderr, status
// 2, and no output file.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

struct BadFile {
  std::string option, name, content, words;
};

const std::vector<BadFile> bad_files = {
    {"--profile", "p.json", "", "p.json is not valid JSON"},
    {"--profile", "p.json", "[]", "expected an object"},
    {"--profile", "p.json", "{\"name\": \"p\"}", "expected a key 'watches'"},
    {"--profile", "p.json", R"({"name": "p", "watches": [{"name": "y"}]})", "expected a key 'address'"},
    {"--profile", "p.json", R"({"name": "p", "watches": [{"name": "y", "address": "CE"}]})",
     "expected a number"},
    {"--profile", "p.json", R"({"name": "p", "watches": [{"name": "y", "address": 1, "tpye": "u8"}]})",
     "did you mean 'type'?"},
    {"--profile", "p.json", R"({"name": "p", "watches": [{"name": "y", "of": "x", "take": "delta"}]})",
     "but there is none"},
    {"--profile", "p.json", R"({"name": "p", "watches": [{"name": "y", "address": 1}], "when": "z > 1"})",
     "did you mean 'y'?"},
    {"--profile", "p.json", std::string(100000, '['), "is nested deeper than 32 levels"},
    {"--profile", "p.json", std::string("\0\xFF\xFE", 3), "is not valid JSON"},
    {"--watches", "w.wch", "", "is not a watch list"},
    {"--watches", "w.wch", "\n", "is empty"},
    {"--watches", "w.wch", "\nlots\n", "expected the number of watches"},
    {"--watches", "w.wch", "\n9\n00000\t00CE\tb\tu\t0\ty\n", "announces 9 watches and has 1"},
    {"--watches", "w.wch", "SystemID GB\n", "another console"},
    {"--watches", "w.wch", "SystemID NES\n00CE\tb\tf\t0\tRAM\ty\n", "a floating-point watch"},
    {"--watches", "w.wch", "SystemID NES\n00CE\tq\tu\t0\tRAM\ty\n", "expected the size"},
    {"--watches", "w.wch", "SystemID NES\n00CE\tb\tu\t0\tCHR VROM\ty\n", "is not in RAM"},
    {"--symbols", "s.nl", "CE#y\n", "expected a label of FCEUX"},
    {"--symbols", "s.nl", "$ZZ#y#\n", "expected an address"},
    {"--symbols", "s.nl", "$10/#y#\n", "expected the label's size"},
    {"--symbols", "s.mlb", "Q:10:y\n", "expected a label of Mesen"},
    {"--symbols", "s.mlb", "R:10-1:y\n", "expected an address or a range"},
    {"--symbols", "s.mlb", "P:FFFFFF:y\n", "beyond this cartridge's PRG-ROM"},
    {"--symbols", "s.dbg", "hello\n", "does not begin with 'version'"},
    {"--symbols", "s.dbg", "version\tmajor=2\nsym\tname=\"y\n", "is not closed"},
    {"--symbols", "s.dbg", "version\tmajor=2\nsym\tname=\"y\",val=0xFFFFFFFFFF\n",
     "expected the symbol's value"},
    {"--symbols", "s.lbl", "al 00ZZ .y\n", "expected"},
    {"--symbols", "s.txt", "", "contains no labels in a format that jumpscope reads"},
};

// Status 2, one line that begins with the program's name and holds `words`, nothing on stdout, no new file.
void expectRefused(const Folder& folder, const std::vector<std::string>& arguments,
                   const std::string& words) {
  const std::vector<std::string> before = folder.names();
  const Outcome outcome = jumpscope(arguments, folder.path);
  std::string line = "jumpscope";
  for (const std::string& argument : arguments) line += " " + argument.substr(0, 60);
  SCOPED_TRACE(line);
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err << "lacks: " << words;
  EXPECT_EQ(folder.names(), before);
}

TEST(BadWatches, FilesAreRefused) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  for (const BadFile& file : bad_files) {
    writeText(folder / file.name, file.content);
    expectRefused(folder,
                  {"trace", "rom.nes", "--frames", "3", "--watch", "n=$10", file.option, file.name, "-o",
                   "t.csv", "--writes", "w.csv"},
                  file.words);
  }
}

TEST(BadWatches, WatchesAndConditionsAreRefused) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--watch", "n"}, "has no '='"},
      {{"--watch", "n=delta(m)"}, "has 'm' instead of an address"},
      {{"--watch", "n=$10", "--watch", "n=$11"}, "two watches have the name 'n'"},
      {{"--watch", "n=$10", "--when", "n ="}, "ends where a value is expected"},
      {{"--watch", "n=$10", "--when", "m > 1"}, "did you mean 'n'?"},
      {{"--watch", "n=$10", "--when", "held(Q)"}, "names a button 'Q'"},
      {{"--watch", "n=$10", "--watches", "none.wch"}, "cannot read none.wch: there is no such file"},
      {{"--watch", "n=$10", "--symbols", "none.nl"}, "cannot read none.nl: there is no such file"},
  };
  for (const auto& [options, words] : cases) {
    std::vector<std::string> arguments = {"trace", "rom.nes", "--frames", "3", "-o", "t.csv"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expectRefused(folder, arguments, words);
  }
}

TEST(BadWatches, SearchesAreRefused) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{}, "nothing to search for"},
      {{"--at", "5"}, "has no known test"},
      {{"--at", "5 changed"}, "has no value before it"},
      {{"--at", "5 any", "--at", "4 any"}, "must be in order of time"},
      {{"--at", "5 = 300"}, "which does not fit type u8"},
      {{"--at", "5 any", "--type", "u7"}, "--type must be one of"},
      {{"--at", "5 any", "--range", "$2000-$2007"}, "is not within RAM"},
      {{"--at", "5 any", "--range", "$0010-"}, "--range must be an integer"},
      {{"--at", "5 any", "--range", "$0010", "--type", "u16"}, "--range is too small"},
      {{"--at", "5 any", "--frames", "3"}, "comes after the 3 frames"},
  };
  for (const auto& [options, words] : cases) {
    std::vector<std::string> arguments = {"search", "rom.nes", "-o", "found.txt"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expectRefused(folder, arguments, words);
  }
}

TEST(Search, FindsTheCounterAndThePad) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  writeText(folder / "game.nl", "$0010#frames#\n");
  const Outcome outcome =
      jumpscope({"search", "rom.nes", "--at", "20-40 increased by 1", "--symbols", "game.nl"}, folder.path);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("$0010    frames"), std::string::npos) << outcome.out;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 2) << outcome.out;
  EXPECT_EQ(outcome.err, "1 of 2048 addresses match\n");
  const Outcome pad = jumpscope({"search", "rom.nes", "--press", "30-31:RB", "--at", "29 = 0", "--at",
                                 "30-31 = 65", "--at", "32 = 0", "--json"},
                                folder.path);
  EXPECT_EQ(pad.status, 0) << pad.err;
  EXPECT_NE(pad.out.find("\"address\": \"$0011\""), std::string::npos) << pad.out;
  EXPECT_NE(pad.out.find("\"count\": 1"), std::string::npos) << pad.out;
}

}  // namespace
}  // namespace jumpscope::tests
