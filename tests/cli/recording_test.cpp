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
