// What a sweep finds, and that threads, parts and interruptions make no difference to its bytes.
#include <csignal>
#include <random>

#include "jumpscope_test_paths.h"
#include "src/base/hash.h"
#include "src/sweep/job.h"
#include "tests/support/bytes.h"
#include "tests/support/slow.h"
#include "tests/sweep/sweep_program.h"

namespace jumpscope::tests {
namespace {

using std::chrono::milliseconds;

TEST(Sweep, TheApexOfEveryHoldIsThatOfTheModel) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "r.csv"});
  const auto rows = rowsOf(readText(folder / "r.csv"));
  ASSERT_EQ(rows.size(), 300u);
  for (int hold = 1; hold <= 30; ++hold) {
    const std::string press = "5-" + std::to_string(4 + hold) + ":A";
    ASSERT_EQ(jumpscope({"model", "smb-jump", "--input", press, "--frames", "50", "--set", "floor=192",
                         "--set", "y_position=192", "-o", "m.csv"},
                        folder.path)
                  .status,
              0);
    int apex = 255;
    std::string model = readText(folder / "m.csv");
    for (const auto& row : rowsOf(model.substr(model.find('\n') + 1)))
      apex = std::min(apex, std::stoi(row[2]));
    const auto& row = rows[size_t(hold - 1) * 10 + 4];
    EXPECT_EQ(row[1], std::to_string(hold));
    EXPECT_EQ(row[2], "5");
    EXPECT_EQ(row[6], std::to_string(apex)) << press;
  }
}

TEST(Sweep, ThreadsMakeNoDifference) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "1.csv.zst", "-j", "1"});
  sweepIn(folder, {"s.json", "-o", "2.csv.zst", "-j", "2"});
  EXPECT_EQ(readText(folder / "1.csv.zst"), readText(folder / "2.csv.zst"));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"1.csv.zst", "2.csv.zst", "s.json"}));
}

TEST(Sweep, MergedShardsAreOneRunByteForByte) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  const std::string best = sweepIn(folder, {"s.json", "-o", "one.csv.zst"}).out;
  for (const int count : {2, 3, 7, 40}) {
    Arguments merge = {"--merge", "-o", "merged.csv.zst"};
    for (int i = count; i >= 1; --i) {
      merge.push_back(std::to_string(i) + ".csv.zst");
      sweepIn(folder,
              {"s.json", "--shard", std::to_string(i) + "/" + std::to_string(count), "-o", merge.back()});
    }
    EXPECT_EQ(sweepIn(folder, merge).out, best);
    EXPECT_EQ(readText(folder / "merged.csv.zst"), readText(folder / "one.csv.zst")) << count;
  }
}

TEST(Sweep, MergedStretchesOfChunksAreOneRunToo) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "one.csv"});
  sweepIn(folder, {"s.json", "--chunks", "0-0", "-o", "a.csv.zst"});
  sweepIn(folder, {"s.json", "--chunks", "5-18", "-o", "b.csv.zst"});
  sweepIn(folder, {"s.json", "--chunks", "1-4", "-o", "c.csv.zst"});
  sweepIn(folder, {"--merge", "b.csv.zst", "a.csv.zst", "c.csv.zst", "-o", "merged.csv"});
  EXPECT_EQ(readText(folder / "merged.csv"), readText(folder / "one.csv"));
}

TEST(Sweep, ADeviceTakesMergedRowsButCannotKeepASweep) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  spec["inputs"]["ranges"]["variables"][0]["to"] = 2;
  writeSpec(folder, spec);
  EXPECT_NE(refusal(folder, {"s.json", "-o", "/dev/null"})
                .find("-o /dev/null is no file: a sweep that was ended goes on from its results"),
            std::string::npos);
  const std::string best = sweepIn(folder, {"s.json", "-o", "one.csv.zst"}).out;
  EXPECT_EQ(sweepIn(folder, {"--merge", "one.csv.zst", "-o", "/dev/null"}).out, best);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"one.csv.zst", "s.json"}));
}

// Kills the sweep at random moments until it is through; later and later, for a busy machine on which a chunk takes long.
void killUntilDone(const Folder& folder, unsigned seed, const std::string& whole) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> after(15, 160);
  int kills = 0;
  for (; kills < 200; ++kills) {
    const Signaled signaled =
        jumpscopeSignaled({"sweep", "s.json", "-o", "killed.csv.zst", "-j", "2"}, folder.path, SIGKILL,
                          milliseconds(after(random) * (1 + kills / 10)));
    if (signaled.outcome.status == 0) break;
  }
  EXPECT_LT(kills, 200);
  EXPECT_EQ(readText(folder / "killed.csv.zst"), whole) << "seed " << seed << ", " << kills << " kills";
  std::filesystem::remove(folder / "killed.csv.zst");
}

TEST(Sweep, AKilledSweepGoesOnAndWritesTheSameBytes) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  spec["frames"] = 200;
  writeSpec(folder, spec);
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  for (unsigned seed = 1; seed <= 2; ++seed) killUntilDone(folder, seed, readText(folder / "whole.csv.zst"));
}

TEST(Sweep, ASweepKilledHundredsOfTimesWritesTheSameBytes) {
  REQUIRE_SLOW();
  const Folder folder;
  nlohmann::json spec = holdSpec();
  spec["frames"] = 300;
  writeSpec(folder, spec);
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  for (unsigned seed = 10; seed < 10 + jumpscope::tests::slowCases(51u); ++seed)
    killUntilDone(folder, seed, readText(folder / "whole.csv.zst"));
}

TEST(Sweep, APartThatEndsAnywhereIsCutBackToItsLastWholeChunk) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  const std::string whole = readText(folder / "whole.csv.zst");
  for (size_t size = 0; size < whole.size(); size += whole.size() / 23) {
    writeText(folder / "cut.csv.zst.part", whole.substr(0, size));
    sweepIn(folder, {"s.json", "-o", "cut.csv.zst"});
    EXPECT_EQ(readText(folder / "cut.csv.zst"), whole) << size;
    std::filesystem::remove(folder / "cut.csv.zst");
  }
}

TEST(Sweep, APartWithZerosFromAPowerFailureIsCutBackAndGoesOn) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  const std::string whole = readText(folder / "whole.csv.zst");
  for (size_t place = 1000; place < whole.size(); place += whole.size() / 7) {
    std::string torn = whole;
    torn.replace(place, 100, std::min<size_t>(100, whole.size() - place), '\0');
    writeText(folder / "cut.csv.zst.part", torn + std::string(4096, '\0'));
    const Outcome outcome = sweepIn(folder, {"s.json", "-o", "cut.csv.zst"});
    EXPECT_NE(outcome.err.find("going on with"), std::string::npos) << place;
    EXPECT_EQ(readText(folder / "cut.csv.zst"), whole) << place;
    std::filesystem::remove(folder / "cut.csv.zst");
  }
}

TEST(Sweep, AFlippedBitInAnUnfinishedFileIsCutOutOrRefused) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  const std::string whole = readText(folder / "whole.csv.zst");
  std::mt19937 random(16);
  for (int i = 0; i < 25; ++i) {
    std::string altered = whole;
    const size_t place = random() % altered.size();
    altered[place] = char(altered[place] ^ 1 << random() % 8);
    writeText(folder / "r.csv.zst.part", altered);
    const Outcome outcome = jumpscope({"sweep", "s.json", "-o", "r.csv.zst"}, folder.path);
    if (outcome.status == 0) {
      EXPECT_EQ(readText(folder / "r.csv.zst"), whole) << place;
      std::filesystem::remove(folder / "r.csv.zst");
    } else {
      EXPECT_EQ(outcome.status, 2) << place << ": " << outcome.err;
      EXPECT_NE(outcome.err, "") << place;
    }
    std::filesystem::remove(folder / "r.csv.zst.part");
  }
}

TEST(Sweep, AnInterruptedSweepKeepsItsChunksAndGoesOn) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  spec["frames"] = 700;
  writeSpec(folder, spec);
  const auto begun = [&] {
    std::error_code none;
    return std::filesystem::file_size(folder / "r.csv.zst.part", none) > 2000 && !none;
  };
  const Outcome outcome =
      jumpscopeInterrupted({"sweep", "s.json", "-o", "r.csv.zst", "-j", "1"}, folder.path, begun);
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_NE(outcome.err.find("the same command goes on from there"), std::string::npos) << outcome.err;
  EXPECT_NE(sweepIn(folder, {"s.json", "-o", "r.csv.zst"}).err.find("going on with r.csv.zst.part"),
            std::string::npos);
  sweepIn(folder, {"s.json", "-o", "one.csv.zst"});
  EXPECT_EQ(readText(folder / "r.csv.zst"), readText(folder / "one.csv.zst"));
}

TEST(Sweep, WhereTheFilesAreMakesNoOtherSweep) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  writeSpec(folder, spec);
  std::filesystem::create_directory(folder / "moved");
  std::filesystem::copy_file(jumplab(), folder / "moved/game.nes");
  spec["rom"] = {{"file", "game.nes"}};
  spec["name"] = "another";
  writeSpec(folder, spec, "moved/s.json");
  const auto idOf = [&](const std::string& file) {
    return nlohmann::json::parse(sweepIn(folder, {file, "--plan"}).out).at("id");
  };
  EXPECT_EQ(idOf("moved/s.json"), idOf("s.json"));
  spec["start"]["frames"] = 121;
  writeSpec(folder, spec, "moved/s.json");
  EXPECT_NE(idOf("moved/s.json"), idOf("s.json"));
}

TEST(Sweep, ThePageShowsTheBundledSpecAndWhatItPrints) {
  const Folder folder;
  const std::filesystem::path root(JUMPSCOPE_SOURCE_DIR);
  const std::string page = readText(root / "docs/sweep.md"), spec = readText(root / "roms_test/sweep.json");
  EXPECT_NE(page.find(spec), std::string::npos);
  const std::string best = sweepIn(folder, {(root / "roms_test/sweep.json").string(), "-o", "r.csv.zst"}).out;
  EXPECT_NE(page.find(best), std::string::npos) << best;
}

TEST(Sweep, StandardInputAndMutationsAreInputsToo) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  spec["inputs"] = {
      {"mutations",
       {{"movie", tourMovie().string()}, {"count", 40}, {"seed", 1}, {"rate", 0.1}, {"to", 49}}}};
  writeSpec(folder, spec);
  sweepIn(folder, {"s.json", "-o", "a.csv", "-j", "1"});
  sweepIn(folder, {"s.json", "-o", "b.csv", "-j", "2"});
  EXPECT_EQ(readText(folder / "a.csv"), readText(folder / "b.csv"));
  EXPECT_EQ(rowsOf(readText(folder / "a.csv")).size(), 40u);
  spec["inputs"] = {{"stdin", "buttons"}};
  writeSpec(folder, spec);
  EXPECT_NE(refusal(folder, {"s.json", "-o", "c.csv"}).find("standard input has no line"), std::string::npos);
}

TEST(Sweep, AWholeResultIsNotRunAgain) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  const std::string best = sweepIn(folder, {"s.json", "-o", "r.csv.zst"}).out;
  const Outcome again = sweepIn(folder, {"s.json", "-o", "r.csv.zst"});
  EXPECT_EQ(again.out, best);
  EXPECT_NE(again.err.find("is whole already; nothing was run"), std::string::npos) << again.err;
}

TEST(Sweep, TheBestMoviesReachTheirScoreFromPowerOn) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  spec["start"] = {{"frames", 300}, {"when", "frame > 60 && y_speed == 0 && player_state == 0"}};
  spec["score"] = {{"value", "y_position"}};
  writeSpec(folder, spec);
  const auto best = rowsOf(sweepIn(folder, {"s.json", "-o", "r.csv.zst", "--best-movies", "best"}).out);
  ASSERT_EQ(best.size(), 3u);
  for (size_t i = 0; i < best.size(); ++i) {
    const std::string movie = "best/0" + std::to_string(i + 1) + ".fm2";
    ASSERT_EQ(
        jumpscope({"run", jumplab().string(), "--movie", movie, "--dump", "cpu:00ce-00ce=y.bin"}, folder.path)
            .status,
        0);
    EXPECT_EQ(std::to_string(uint8_t(readText(folder / "y.bin").at(0))), best[i][6]) << movie;
  }
}

TEST(Sweep, AStateIsAStartLikeTheInputThatLeadsThere) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  writeSpec(folder, spec);
  sweepIn(folder, {"s.json", "-o", "input.csv"});
  ASSERT_EQ(
      jumpscope({"run", jumplab().string(), "--frames", "120", "--state", "at120.state"}, folder.path).status,
      0);
  spec["start"] = {{"state", "at120.state"}};
  writeSpec(folder, spec);
  sweepIn(folder, {"s.json", "-o", "state.csv"});
  EXPECT_EQ(readText(folder / "state.csv"), readText(folder / "input.csv"));
  EXPECT_NE(refusal(folder, {"s.json", "-o", "m.csv", "--best-movies", "m"})
                .find("a movie begins at power-on, but the sweep starts from the state file at120.state"),
            std::string::npos);
}

TEST(Sweep, PartsThatDoNotFitAreRefused) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  writeSpec(folder, spec);
  sweepIn(folder, {"s.json", "--shard", "1/2", "-o", "1.csv.zst"});
  sweepIn(folder, {"s.json", "--shard", "2/2", "-o", "2.csv.zst"});
  spec["frames"] = 51;
  writeSpec(folder, spec, "t.json");
  sweepIn(folder, {"t.json", "--shard", "2/2", "-o", "other.csv.zst"});
  const auto merging = [&](Arguments parts) {
    parts.insert(parts.end(), {"--merge", "-o", "m.csv.zst"});
    return refusal(folder, parts);
  };
  EXPECT_NE(merging({"1.csv.zst"}).find("chunk 1 is in none of the parts; name all of them"),
            std::string::npos);
  EXPECT_NE(merging({"2.csv.zst"}).find("chunk 0 is in none of the parts"), std::string::npos);
  EXPECT_NE(merging({"1.csv.zst", "2.csv.zst", "1.csv.zst"})
                .find("chunk 0 is in both 1.csv.zst and 1.csv.zst; merge each part once"),
            std::string::npos);
  EXPECT_NE(
      merging({"1.csv.zst", "other.csv.zst"}).find("other.csv.zst is part of another sweep than 1.csv.zst"),
      std::string::npos);
  EXPECT_NE(merging({"s.json"}).find("s.json is no result of a sweep"), std::string::npos);
  const std::string cut = readText(folder / "2.csv.zst");
  writeText(folder / "cut.csv.zst", cut.substr(0, cut.size() - 20));
  EXPECT_NE(merging({"1.csv.zst", "cut.csv.zst"}).find("cut.csv.zst is cut short: run its part again"),
            std::string::npos);
  EXPECT_EQ(std::filesystem::exists(folder / "m.csv.zst"), false);
}

std::string mergedError(const Folder& folder, const std::string& bytes) {
  writeText(folder / "damaged.csv.zst", bytes);
  try {
    sweep::mergeParts({folder / "damaged.csv.zst"}, folder / "m.csv.zst");
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(Sweep, NoFlippedBitOfAResultPassesTheMerge) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  const std::string whole = readText(folder / "whole.csv.zst");
  EXPECT_EQ(mergedError(folder, whole), "");
  for (size_t place = 0, bit = 0; place < whole.size(); place += 1 + whole.size() / 300, ++bit) {
    std::string flipped = whole;
    flipped[place] = char(flipped[place] ^ 1 << bit % 8);
    EXPECT_NE(mergedError(folder, flipped), "") << place;
  }
}

// The pieces of a result: what is before the first chunk, then a chunk each.
std::vector<std::string> piecesOf(const Folder& folder, const std::string& name) {
  const std::string bytes = readText(folder / name);
  const sweep::Pack pack = sweep::readPack(folder / name);
  std::vector<std::string> pieces = {bytes.substr(0, pack.header_size)};
  for (const auto& entry : pack.entries) pieces.push_back(bytes.substr(entry.offset, entry.size));
  return pieces;
}

std::string joined(const std::vector<std::string>& pieces) {
  std::string all;
  for (const std::string& piece : pieces) all += piece;
  return all;
}

TEST(Sweep, RowsOfAnotherChunkDoNotPass) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  std::vector<std::string> pieces = piecesOf(folder, "whole.csv.zst");
  const size_t a = sweep::noteSize(pieces[3]), b = sweep::noteSize(pieces[4]);
  // The note of one with the rows of the other, padded or cut to the length that the note says.
  std::string rows = pieces[4].substr(b);
  rows.resize(pieces[3].size() - a, '\0');
  pieces[3] = pieces[3].substr(0, a) + rows;
  EXPECT_NE(mergedError(folder, joined(pieces)).find("expected rows with the checksum"), std::string::npos);
}

// Runs the spec again over a result that is not as it was written.
void expectRunAgain(const Folder& folder, const std::string& damaged, const std::string& whole,
                    Arguments part = {}) {
  writeText(folder / "r.csv.zst", damaged);
  part.insert(part.begin(), {"s.json", "-o", "r.csv.zst"});
  const Outcome outcome = sweepIn(folder, part);
  EXPECT_EQ(outcome.err.find("is whole already"), std::string::npos) << outcome.err;
  EXPECT_TRUE(readText(folder / "r.csv.zst") == whole);
}

TEST(Sweep, TheSameCommandRunsWhatIsDamagedAgain) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  const std::string whole = readText(folder / "whole.csv.zst");
  for (size_t place = 5; place < whole.size(); place += whole.size() / 5) {
    std::string flipped = whole;
    flipped[place] = char(flipped[place] ^ 64);
    expectRunAgain(folder, flipped, whole);
  }
  std::string flipped = whole;
  flipped[whole.size() - 3] = char(flipped[whole.size() - 3] ^ 1);
  writeText(folder / "r.csv.zst", flipped);
  const Outcome outcome = sweepIn(folder, {"s.json", "-o", "r.csv.zst", "--stats"});
  EXPECT_NE(outcome.err.find("r.csv.zst is damaged or not whole: 18 of its chunks are as they were written"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(outcome.out).at("now").at("chunks"), 1);
}

TEST(Sweep, AResultWithChunksSwappedDoubledOrLeftOutIsNotWhole) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  const std::vector<std::string> pieces = piecesOf(folder, "whole.csv.zst");
  const std::string whole = joined(pieces);
  std::vector<std::string> swapped = pieces, doubled = pieces, short_by_one = pieces;
  std::swap(swapped[2], swapped[9]);
  doubled.push_back(pieces.back());
  short_by_one.pop_back();
  expectRunAgain(folder, joined(swapped), whole);
  expectRunAgain(folder, joined(doubled), whole);
  expectRunAgain(folder, joined(short_by_one), whole);
  expectRunAgain(folder, whole + "more", whole);
}

TEST(Sweep, AShardCutShortBehindAChunkIsNotWhole) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "--shard", "1/2", "-o", "whole.csv.zst"});
  std::vector<std::string> pieces = piecesOf(folder, "whole.csv.zst");
  const std::string whole = joined(pieces);
  pieces.pop_back();
  expectRunAgain(folder, joined(pieces), whole, {"--shard", "1/2"});
  EXPECT_NE(sweepIn(folder, {"s.json", "--shard", "1/2", "-o", "r.csv.zst"}).err.find("is whole already"),
            std::string::npos);
}

TEST(Sweep, TheMergeRefusesAPartWithBytesBehindItsChunks) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  const std::string whole = readText(folder / "whole.csv.zst");
  EXPECT_NE(mergedError(folder, whole + std::string("\x5e\x2a", 2)).find("is cut short behind byte"),
            std::string::npos);
}

TEST(Sweep, AFileOfAnotherFormatVersionIsRefused) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  std::vector<std::string> pieces = piecesOf(folder, "whole.csv.zst");
  std::string& header = pieces[0];
  header.replace(header.find("sweep\":2") + 7, 1, "1");
  const size_t end = sweep::noteSize(header);
  header.replace(end - 8, 8, base::crc32Hex(toBytes(header.substr(8, end - 17))));
  EXPECT_NE(
      mergedError(folder, joined(pieces)).find("has format version 1, and this jumpscope reads version 2"),
      std::string::npos)
      << mergedError(folder, joined(pieces));
}

TEST(Sweep, DamagedPartsDoNotCrashTheMerge) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  sweepIn(folder, {"s.json", "-o", "whole.csv.zst"});
  const std::string broken = folder / "broken.csv.zst", merged = folder / "merged.csv.zst";
  feedBrokenFiles(
      toBytes(readText(folder / "whole.csv.zst")),
      [&](const std::vector<uint8_t>& bytes) {
        writeText(broken, std::string(bytes.begin(), bytes.end()));
        sweep::mergeParts({broken}, merged);
      },
      100);
}

TEST(Sweep, AnUnfinishedFileOfAnotherSweepIsNotTouched) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  writeSpec(folder, spec);
  sweepIn(folder, {"s.json", "-o", "r.csv.zst"});
  std::filesystem::rename(folder / "r.csv.zst", folder / "r.csv.zst.part");
  const std::string before = readText(folder / "r.csv.zst.part");
  EXPECT_NE(refusal(folder, {"s.json", "--shard", "1/2", "-o", "r.csv.zst"})
                .find("another part of this sweep (whole, not shard 1/2)"),
            std::string::npos);
  spec["frames"] = 51;
  writeSpec(folder, spec);
  EXPECT_NE(refusal(folder, {"s.json", "-o", "r.csv.zst"})
                .find("r.csv.zst.part is the unfinished result of another sweep"),
            std::string::npos);
  EXPECT_EQ(readText(folder / "r.csv.zst.part"), before);
  writeText(folder / "x.csv.part", "mine");
  EXPECT_NE(refusal(folder, {"s.json", "-o", "x.csv"}).find("x.csv.part is in the way"), std::string::npos);
}

TEST(Sweep, WrongOptionsAreRefusedInASentence) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  writeSpec(folder, spec);
  const std::vector<std::pair<Arguments, std::string>> wrong = {
      {{"s.json"}, "a sweep keeps its results in a file, from which it can go on; add -o FILE.csv.zst"},
      {{"s.json", "-o", "r.txt"}, "name a file that ends in .csv or .csv.zst"},
      {{"s.json", "-o", "r.csv", "--shard", "1/2"}, "cannot be merged; name a part's results *.csv.zst"},
      {{"s.json", "-o", "r.csv.zst", "--shard", "3/2"}, "--shard '3/2' is no pair of numbers; expected I/N"},
      {{"s.json", "-o", "r.csv.zst", "--chunks", "5"},
       "--chunks '5' is no pair of numbers; expected FIRST-LAST"},
      {{"s.json", "-o", "r.csv.zst", "--shard", "1/2", "--chunks", "1-2"}, "both choose a part"},
      {{"s.json", "s.json", "-o", "r.csv.zst"}, "there are 2 files; name one spec, or add --merge"},
      {{"s.json", "-o", "r.csv.zst", "--continue", "s.json"}, "s.json is no result of a sweep"},
  };
  for (const auto& [arguments, sentence] : wrong)
    EXPECT_NE(refusal(folder, arguments).find(sentence), std::string::npos) << sentence << "\n"
                                                                            << refusal(folder, arguments);
  spec["score"] = "y_positon";
  writeSpec(folder, spec);
  EXPECT_NE(refusal(folder, {"s.json", "-o", "r.csv"}).find("did you mean 'y_position'?"), std::string::npos);
  spec["score"] = "y_position";
  spec["start"] = {{"frames", 30}, {"when", "y_position == 3"}};
  writeSpec(folder, spec);
  EXPECT_NE(refusal(folder, {"s.json", "-o", "r.csv"}).find("holds in none of the first 30 frames"),
            std::string::npos);
  spec["start"] = nlohmann::json::object();
  spec["inputs"]["ranges"]["press"] = "{start}-{hold}:A";
  writeSpec(folder, spec);
  EXPECT_NE(refusal(folder, {"s.json", "-o", "r.csv"})
                .find("the inputs' press script with hold = 1, start = 2: --press item '2-1:A' ends before "
                      "it begins"),
            std::string::npos)
      << refusal(folder, {"s.json", "-o", "r.csv"});
}

TEST(Sweep, ACartridgeGivenByItsSha1IsSearchedWhereSuitesSearch) {
  const Folder folder;
  nlohmann::json spec = holdSpec();
  writeSpec(folder, spec);
  const std::string one = sweepIn(folder, {"s.json", "-o", "one.csv"}).out;
  spec["rom"] = {{"sha1", "c7376731b2a35c9e24ead48ab974c866a71d6273"}};
  writeSpec(folder, spec);
  EXPECT_NE(refusal(folder, {"s.json", "-o", "r.csv"}).find("no ROM with SHA-1 c7376731"), std::string::npos);
  const std::string roms = jumplab().parent_path().string();
  EXPECT_EQ(sweepIn(folder, {"s.json", "-o", "r.csv", "--rom-path", roms}).out, one);
  ASSERT_EQ(setenv("JUMPSCOPE_ROMS", roms.c_str(), 1), 0);
  EXPECT_EQ(sweepIn(folder, {"s.json", "-o", "again.csv"}).out, one);
  unsetenv("JUMPSCOPE_ROMS");
  EXPECT_NE(refusal(folder, {"s.json", "-o", "x.csv", "--rom-path", "nowhere"}).find("is not a folder"),
            std::string::npos);
}

TEST(Sweep, ThePlanSaysHowManyChunksThereAre) {
  const Folder folder;
  writeSpec(folder, holdSpec());
  const auto plan = nlohmann::json::parse(sweepIn(folder, {"s.json", "--plan"}).out);
  EXPECT_EQ(plan.at("runs"), 300);
  EXPECT_EQ(plan.at("chunks"), 19);
  EXPECT_EQ(plan.at("start_frame"), 120);
  EXPECT_EQ(plan.at("files").at(0), jumplab().string());
}

}  // namespace
}  // namespace jumpscope::tests
