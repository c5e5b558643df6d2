// Recordings of other programs, wherever a trace is taken.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "src/base/gzip_stream.h"
#include "src/base/zstd_stream.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) result.push_back(part);
  return result;
}

// By watch: its address as `trace --print-addresses` says.
std::map<std::string, std::string> addressesOf(const Folder& folder) {
  std::map<std::string, std::string> addresses;
  for (const std::string& line :
       split(jumpscope({"trace", "--print-addresses", "smb"}, folder.path).out, '\n'))
    if (line.starts_with('$')) addresses[line.substr(6)] = line.substr(0, 5);
  return addresses;
}

// A folder with a trace of two jumps on jumplab, trace.csv, and what another program would have recorded, rec.csv and
// rec.ram.
struct Recorded : Folder {
  Recorded() {
    EXPECT_EQ(jumpscope({"trace", jumplab(), "--profile", "smb", "--press", "130-260:R 150-171:A 200-203:A",
                         "--frames", "260", "-o", "trace.csv"},
                        path)
                  .status,
              0);
    const auto addresses = addressesOf(*this);
    const std::vector<std::string> lines = split(readText(*this / "trace.csv"), '\n');
    const std::vector<std::string> names = split(lines.at(1), ',');
    std::string ram;
    for (size_t l = 1; l < lines.size(); ++l) {
      const std::vector<std::string> fields = split(lines[l], ',');
      if (l > 1) ram.append(0x800, '\0');
      for (size_t f = 0; f < fields.size(); ++f) {
        const bool known = addresses.contains(names[f]);
        std::string field = l == 1 && known ? addresses.at(names[f]) : fields[f];
        if (l > 1 && known) {
          const int byte = std::stoi(field) & 0xFF;
          field = std::to_string(byte);
          ram[(l - 2) * 0x800 + std::stoul(addresses.at(names[f]).substr(1), nullptr, 16)] =
              static_cast<char>(byte);
        }
        recording += field + (f + 1 < fields.size() ? "," : "\r\n");
      }
    }
    writeText(*this / "rec.csv", recording);
    writeText(*this / "rec.ram", ram);
  }

  std::string recording;
};

template <class Compressor>
std::string packed(const std::string& text) {
  std::string result;
  Compressor compressor([&](std::string_view bytes) { result += bytes; });
  compressor.write(text);
  compressor.finish();
  return result;
}

TEST(Recording, ItHasTheJumpsOfTheTraceOfTheSamePlay) {
  const Recorded folder;
  writeText(folder / "rec.csv.zst", packed<base::ZstdCompressor>(folder.recording));
  writeText(folder / "rec.gz", packed<base::GzipCompressor>(folder.recording));
  writeText(folder / "rec.ram.gz", packed<base::GzipCompressor>(readText(folder / "rec.ram")));
  const Outcome expected = jumpscope({"jumps", "trace.csv", "--csv"}, folder.path);
  ASSERT_EQ(split(expected.out, '\n').size(), 3u) << expected.err;
  for (const char* name : {"rec.csv", "rec.csv.zst", "rec.gz", "rec.ram", "rec.ram.gz"}) {
    const Outcome outcome = jumpscope({"jumps", name, "--csv", "--profile", "smb"}, folder.path);
    EXPECT_EQ(outcome.status, 0) << name << outcome.err;
    EXPECT_EQ(outcome.out, expected.out) << name;
    EXPECT_EQ(outcome.err, "") << name;
  }
}

TEST(Recording, ItEqualsTheTraceOnEitherSideOfDiff) {
  const Recorded folder;
  const std::vector<std::vector<std::string>> pairs{
      {"diff", "rec.csv", "trace.csv"},
      {"diff", "trace.csv", "rec.csv", "--profile", "smb"},
      {"diff", "rec.csv", "rec.csv", "--profile", "smb"},
      {"diff", "rec.csv", "rec.csv"},
      {"diff", "rec.ram", "trace.csv"},
      {"diff", "rec.csv", "trace.csv", "--align", "jump"},
      {"diff", jumplab(), "rec.csv", "--profile", "smb", "--press", "130-260:R 150-171:A 200-203:A",
       "--frames", "260"}};
  for (const std::vector<std::string>& arguments : pairs) {
    const Outcome outcome = jumpscope(arguments, folder.path);
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("0 differences"), std::string::npos) << outcome.out;
  }
}

TEST(Recording, AByteThatDiffersIsNamedByItsWatch) {
  const Recorded folder;
  std::vector<std::string> lines = split(folder.recording, '\n');
  std::string changed;
  for (size_t l = 0; l < lines.size(); ++l) {
    if (lines[l].starts_with("160,")) {
      std::vector<std::string> fields = split(lines[l], ',');
      fields[2] = std::to_string(std::stoi(fields[2]) + 1);  // $00CE
      lines[l].clear();
      for (const std::string& field : fields) lines[l] += (lines[l].empty() ? "" : ",") + field;
    }
    changed += lines[l] + "\n";
  }
  writeText(folder / "changed.csv", changed);
  const Outcome outcome = jumpscope({"diff", "changed.csv", "trace.csv"}, folder.path);
  EXPECT_EQ(outcome.status, 1) << outcome.out;
  EXPECT_NE(outcome.out.find("frame 160, y_position: expected"), std::string::npos) << outcome.out;
}

TEST(Recording, FitPlotAndSuitesTakeIt) {
  const Recorded folder;
  const Outcome of_trace = jumpscope({"fit", "trace.csv", "--model", "second-difference"}, folder.path);
  const Outcome of_recording =
      jumpscope({"fit", "rec.csv", "--model", "second-difference", "--profile", "smb"}, folder.path);
  EXPECT_EQ(of_recording.status, of_trace.status) << of_recording.err;
  EXPECT_EQ(of_recording.out, of_trace.out);
  EXPECT_EQ(
      jumpscope({"plot", "rec.csv", "trace.csv", "--profile", "smb", "-o", "p.svg"}, folder.path).status, 0);
}

TEST(Recording, ASuiteComparesItWithAGoldenTraceInWhatBothHave) {
  const Recorded folder;
  const auto check = [&](const std::string& trace, const std::string& expect) {
    writeText(folder / "suite.json",
              R"({"format": "jumpscope-suite", "version": 1, "cases": [{"name": "case", "trace": ")" + trace +
                  R"(", "profile": "smb", "expect": )" + expect + "}]}");
    return jumpscope({"check", "suite.json"}, folder.path);
  };
  const std::string both = R"({"golden": "trace.csv", "jumps": {"count": 2}})";
  for (const char* name : {"rec.csv", "rec.ram"}) {
    const Outcome outcome = check(name, both);
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  }
  // Frame 160 is missing, frame 161 has another height, and nobody recorded the pad and the speed.
  writeText(folder / "few.csv", "frame,$00CE,x_speed,$0300\n150,0,0,9\n161,1,0,9\n");
  const Outcome differs = check("few.csv", R"({"golden": "trace.csv"})");
  EXPECT_EQ(differs.status, 1) << differs.out << differs.err;
  EXPECT_NE(differs.out.find("frame 150, y_position: expected"), std::string::npos) << differs.out;
  EXPECT_EQ(differs.out.find("buttons: expected"), std::string::npos) << differs.out;
  writeText(folder / "none.csv", "frame,$0300,$0301,$000B\n1,0,0,0\n");
  EXPECT_EQ(check("none.csv", R"({"golden": "trace.csv"})").status, 2);
}

// A golden trace of 20 frames, and tables of a program that was to do the same.
struct FloatEngine : Folder {
  FloatEngine() {
    writeText(*this / "p.json", R"({"name": "mine", "watches": [
      {"name": "y", "address": ["$00CE", "$0416"], "type": "u16", "point": 8}, {"name": "v", "address": "$009F"}]})");
    EXPECT_EQ(jumpscope({"trace", jumplab(), "--profile", "p.json", "--press", "2-3:A", "--frames", "20",
                         "-o", "golden.csv"},
                        path)
                  .status,
              0);
    lines = split(readText(*this / "golden.csv"), '\n');
    lines.erase(lines.begin());
  }

  std::string text() const {
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  }
  Outcome check(const std::string& table, const std::string& keys = "") const {
    writeText(*this / "e.csv", table);
    writeText(*this / "s.json",
              R"({"format": "jumpscope-suite", "version": 1, "cases": [{"name": "e", "trace": "e.csv", )" +
                  keys + R"("profile": "p.json", "expect": {"golden": "golden.csv"}}]})");
    return jumpscope({"check", "s.json", "--junit", "j.xml", "--github"}, path);
  }

  std::vector<std::string> lines;  // of the golden trace, from its row of names on
};

TEST(Recording, ASuitesCaseFailsBelowAllFramesAndColumnsOfTheGoldenTrace) {
  FloatEngine engine;
  const Outcome whole = engine.check(engine.text());
  EXPECT_EQ(whole.status, 0) << whole.out << whole.err;
  EXPECT_NE(whole.out.find("20 of 20 frames, 3 of 3 columns"), std::string::npos) << whole.out;

  const auto expectFailure = [&](const std::string& table, const std::string& words) {
    const Outcome outcome = engine.check(table);
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find(words), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("::error"), std::string::npos) << outcome.out;
    EXPECT_NE(readText(engine / "j.xml").find("<failure message=\"golden: "), std::string::npos);
  };
  const std::vector<std::string> lines = engine.lines;
  engine.lines.resize(3);
  expectFailure(engine.text(), "18 frames are in the golden trace only, the first is frame 2");
  expectFailure(engine.text(), "2 of 20 frames, 3 of 3 columns");
  engine.lines = lines;
  engine.lines.erase(engine.lines.begin() + 1, engine.lines.begin() + 19);
  expectFailure(engine.text(), "18 frames are in the golden trace only, the first is frame 0");
  engine.lines = lines;
  engine.lines.erase(engine.lines.begin() + 9);
  expectFailure(engine.text(), "1 frame is in the golden trace only, the first is frame 8");
  engine.lines = lines;
  engine.lines.push_back("20,........,0,0");
  expectFailure(engine.text(), "1 frame is in the trace only, the first is frame 20");
  engine.lines = lines;
  engine.lines[0] = "frame,buttons,Y,v";
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> fields = split(lines[i], ',');
    engine.lines[i] = fields[0] + "," + fields[1] + ",1," + fields[3];
  }
  expectFailure(engine.text(), "watch y is in the golden trace only; the trace has Y, which is another name");
  expectFailure(engine.text(), "20 of 20 frames, 2 of 3 columns");
}

TEST(Recording, ASuitesCaseMayAskForSomeFramesAndColumns) {
  FloatEngine engine;
  engine.lines.resize(3);
  EXPECT_EQ(engine.check(engine.text(), R"("frames": "0-1", )").status, 0);
  const Outcome two = engine.check(engine.text(), R"("frames": 2, )");
  EXPECT_EQ(two.status, 0) << two.out;
  EXPECT_NE(two.out.find("2 of 2 frames"), std::string::npos) << two.out;
  EXPECT_EQ(engine.check(engine.text(), R"("frames": "1-2", )").status, 1);
  const Outcome beyond = engine.check(engine.text(), R"("frames": "0-20", )");
  EXPECT_EQ(beyond.status, 2);
  EXPECT_NE(beyond.err.find("has only 20 of the frames 0-20"), std::string::npos) << beyond.err;
  for (const char* wrong : {"\"2-1\"", "\"2\"", "\"a-b\"", "0", "true", "\"-\"", "\"0-\""})
    EXPECT_EQ(engine.check(engine.text(), std::string("\"frames\": ") + wrong + ", ").status, 2) << wrong;

  FloatEngine columns;
  for (std::string& line : columns.lines) line = split(line, ',')[0] + "," + split(line, ',')[3];
  EXPECT_EQ(columns.check(columns.text()).status, 1);
  const Outcome only_v = columns.check(columns.text(), R"("columns": ["v"], )");
  EXPECT_EQ(only_v.status, 0) << only_v.out << only_v.err;
  EXPECT_NE(only_v.out.find("20 of 20 frames, 1 of 1 column"), std::string::npos) << only_v.out;
  const Outcome unknown = columns.check(columns.text(), R"("columns": ["V"], )");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("'columns' names V"), std::string::npos) << unknown.err;
}

TEST(Recording, DiffIsNoZeroWhereLessIsComparedThanEitherHasUnlessAskedTo) {
  FloatEngine engine;
  const auto diff = [&](const std::string& a, const std::string& b,
                        const std::vector<std::string>& more = {}) {
    writeText(engine / "a.csv", a);
    writeText(engine / "b.csv", b);
    std::vector<std::string> words{"diff", "a.csv", "b.csv"};
    words.insert(words.end(), more.begin(), more.end());
    return jumpscope(words, engine.path);
  };
  const std::string whole = "frame,y,v\n0,1,2\n1,3,4\n2,5,6\n", two = "frame,y,v\n0,1,2\n1,3,4\n",
                    no_y = "frame,v\n0,2\n1,4\n2,6\n";
  EXPECT_EQ(diff(whole, whole).status, 0);
  EXPECT_EQ(diff(no_y, whole).status, 1);
  EXPECT_EQ(diff(whole, no_y).status, 0);  // A has more columns, and all of B's
  for (const auto& [a, b] : {std::pair(two, whole), {whole, two}}) {
    const Outcome less = diff(a, b);
    EXPECT_EQ(less.status, 1) << less.out;
    EXPECT_NE(less.out.find("1 frame is in "), std::string::npos) << less.out;
    EXPECT_EQ(diff(a, b, {"--common"}).status, 0);
  }
  EXPECT_NE(diff(two, whole).out.find("2 of 3 frames, 2 of 2 columns"), std::string::npos);
  EXPECT_EQ(diff(no_y, whole, {"--common"}).status, 0);

  // A column that the other one has, and that holds no numbers.
  for (const char* cell : {"\"1,5\"", "nan", "", "x"}) {
    const std::string unread = std::string("frame,y,v\n0,") + cell + ",2\n1,3,4\n2,5,6\n";
    for (const auto& [a, b] : {std::pair(unread, whole), {whole, unread}, {unread, unread}}) {
      const Outcome outcome = diff(a, b);
      EXPECT_EQ(outcome.status, 2) << cell << outcome.out;
      EXPECT_NE(outcome.err.find("column y is not compared"), std::string::npos) << outcome.err;
      EXPECT_EQ(diff(a, b, {"--common"}).status, 0) << cell;
    }
  }
  EXPECT_NE(diff("frame;y\n0;1,5\n", whole).err.find("write decimals with a point"), std::string::npos);
}

TEST(Recording, TheFirstJumpIsFoundByTheRuleOfWhicheverSideHasOne) {
  const Folder folder;
  // At rest the speed is 0 or 0.5, as where gravity pulls into the floor; the table's column has one bit only.
  writeText(folder / "p.json", R"({"name": "p", "watches": [
    {"name": "y", "address": ["$0001", "$0000"], "type": "u16", "point": 8},
    {"name": "v", "address": ["$0003", "$0002"], "type": "s16", "point": 8}],
    "jump": {"when": ["v != 0", "v != 0.5"], "height": "y"}})");
  const std::string rule =
      R"(# jumpscope-trace 1 {"version":"0.1.0","rom":"r.nes","rom_sha1":"","movie_sha1":"","profile":"p","model":"","region":"ntsc","ram_init":"fceux","rule":{"jump":{"when":["v != 0","v != 0.5"],"height":"y"}},"watches":[{"name":"y","address":["$0001","$0000"],"type":"u16","point":8},{"name":"v","address":["$0003","$0002"],"type":"s16","point":8}]})";
  const auto rows = [](const std::string& first, uint64_t wait, const std::string& buttons) {
    std::string text = first;
    uint64_t frame = 0;
    const auto row = [&](const std::string& values) {
      text += std::to_string(frame++) + buttons + "," + values + "\n";
    };
    for (uint64_t i = 0; i < wait; ++i) row("100,0"), row("100.5,0.5");
    for (const char* values : {"99,-2", "97,-2", "96,-1", "98,2", "100,2", "100,0", "100.5,0.5"}) row(values);
    return text;
  };
  writeText(folder / "cart.csv", rows(rule + "\nframe,buttons,y,v\n", 4, ",........"));
  writeText(folder / "engine.csv", rows("frame,y,v\n", 1, ""));
  const std::vector<std::vector<std::string>> ways{{"diff", "engine.csv", "cart.csv"},
                                                   {"diff", "cart.csv", "engine.csv"},
                                                   {"diff", "engine.csv", "cart.csv", "--profile", "p.json"},
                                                   {"diff", "cart.csv", "engine.csv", "--profile", "p.json"}};
  for (std::vector<std::string> way : ways) {
    way.insert(way.end(), {"--align", "jump"});
    const Outcome outcome = jumpscope(way, folder.path);
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("8 of 8 frames, 2 of 2 columns"), std::string::npos) << outcome.out;
  }
  // Who ends within the jump has not done it.
  std::string cut = rows("frame,y,v\n", 1, "");
  for (int i = 0; i < 4; ++i) cut.erase(cut.rfind('\n', cut.size() - 2) + 1);
  writeText(folder / "cut.csv", cut);
  const Outcome within = jumpscope({"diff", "cut.csv", "cart.csv", "--align", "jump"}, folder.path);
  EXPECT_EQ(within.status, 1) << within.out << within.err;
  EXPECT_NE(within.out.find("A ends in the jump that is aligned"), std::string::npos) << within.out;
}

TEST(Recording, LabelsNameItsColumns) {
  const Recorded folder;
  std::string labelled = folder.recording;
  labelled.replace(labelled.find("$00CE"), 5, "player_y");
  writeText(folder / "labelled.csv", labelled);
  writeText(folder / "game.nl", "$00CE#player_y#\n");
  const Outcome outcome =
      jumpscope({"jumps", "labelled.csv", "--profile", "smb", "--symbols", "game.nl"}, folder.path);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, jumpscope({"jumps", "trace.csv"}, folder.path).out);
}

TEST(Recording, WithoutAProfileItIsRefusedWithASentence) {
  const Recorded folder;
  writeText(folder / "other.csv", "frame,$0300\n1,2\n");
  const auto refusal = [&](const std::string& name) {
    const Outcome outcome = jumpscope({"jumps", name}, folder.path);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_EQ(refusal("rec.csv"),
            "jumpscope: rec.csv is a recording of another program; say what its bytes mean with --profile "
            "NAME|FILE, e.g. --profile smb\n");
  EXPECT_EQ(refusal("other.csv"),
            "jumpscope: other.csv is a recording of another program; say what its bytes mean with --profile "
            "NAME|FILE\n");
  EXPECT_EQ(refusal("rec.ram"),
            "jumpscope: rec.ram is a recording of another program; say what its bytes mean with --profile "
            "NAME|FILE\n");
}

TEST(Recording, ColumnsThatItLacksAreNamed) {
  const Folder folder;
  writeText(folder / "r.csv", "frame,$00CE,$009F\n1,176,0\n");
  EXPECT_EQ(jumpscope({"jumps", "r.csv", "--profile", "smb"}, folder.path).err,
            "jumpscope: r.csv lacks the columns $001D (player_state) and $000E (engine), which the profile "
            "smb needs "
            "here; record them too\n");
  const Outcome diff = jumpscope({"diff", "r.csv", "--profile", "smb"}, folder.path);
  EXPECT_EQ(diff.status, 2);
  for (const char* column : {"$00B5 (y_page)", "$0433 (y_speed_fraction)", "$001D (player_state)"})
    EXPECT_NE(diff.err.find(column), std::string::npos) << diff.err;
}

TEST(Recording, TheAddressesOfAProfileArePrintedWithoutARom) {
  const Folder folder;
  writeText(folder / "game.json",
            R"({"name": "game", "watches": [{"name": "y", "address": ["$00B5", "$00CE"], "type": "u16"},
                {"name": "low", "address": "$00CE"}, {"name": "fall", "of": "y", "take": "delta"}]})");
  const Outcome outcome = jumpscope({"trace", "--print-addresses", "game.json"}, folder.path);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "# The addresses that the profile game watches.\n$00B5 y, fall\n$00CE y, low, fall\n");
}

}  // namespace
}  // namespace jumpscope::tests
