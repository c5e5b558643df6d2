// jumpscope diff A B: compares two traces. Two traces of jumpscope are compared exactly; tables of other
// programs, and aligned traces, in the frames and columns that both have.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "src/base/files.h"
#include "src/base/gzip_stream.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/cli/cmd_diff.h"
#include "src/cli/options.h"
#include "src/diff/align.h"
#include "src/diff/diff.h"
#include "src/session/rom_file.h"
#include "src/session/trace_input.h"
#include "src/trace/recording.h"
#include "src/trace/trace_file.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::cli {

namespace {

// One of the two.
struct Side {
  std::string path;
  Subject subject;
  bool table = false;  // made by another program: a recording or a table
  bool buttons = true;
  std::vector<std::string> notes = {};
  std::map<std::string, std::string> unread = {};           // columns that cannot be compared, and why
  std::optional<trace::TraceReader> reader = std::nullopt;  // of rows that were not read yet

  diff::StreamedTrace streamed() {
    const trace::PackedTrace& trace = subject.trace;
    return {trace.header,
            reader ? diff::rowsOf(*std::exchange(reader, std::nullopt)) : diff::rowsOf(trace.rows)};
  }
  void readRows() {
    if (reader) subject.trace.rows = std::exchange(reader, std::nullopt)->packedRest().rows;
  }

  bool has(const std::string& column) const {
    return subject.trace.header.find(column) || unread.contains(column) || (column == "buttons" && buttons);
  }
};

// "y=y_position" …: a map from the text before the sign to the text after it.
std::map<std::string, std::string> pairsOf(const std::vector<std::string>& words, const std::string& option,
                                           const std::string& form) {
  std::map<std::string, std::string> pairs;
  for (const std::string& word : words) {
    const size_t sign = word.find('=');
    if (sign == 0 || sign == word.npos || sign + 1 == word.size())
      throw std::runtime_error(option + " must be " + form + ", not '" + word + "'");
    if (!pairs.emplace(word.substr(0, sign), word.substr(sign + 1)).second)
      throw std::runtime_error(option + " names " + word.substr(0, sign) + " twice");
  }
  return pairs;
}

// The content of a file that is no ROM.
enum class Content : uint8_t { Trace, Recording, Table };

struct File {
  std::string path;
  Content content = Content::Trace;
  std::optional<trace::TraceReader> reader = std::nullopt;  // of a trace
  std::vector<uint8_t> bytes = {};                          // decompressed; of others
};

File openFile(const DiffOptions& options, const std::string& path) {
  File file{path, Content::Trace, trace::openTrace(base::filePieces(path), path)};
  if (file.reader) return file;
  file.bytes = base::decompressed(base::readFile(path), path);
  const trace::Symbols symbols = session::loadLabels(options.labels);
  const bool addresses = trace::namesAddresses(file.bytes, path, {&symbols, {}});
  file.content = trace::isRawRam(path) || addresses ? Content::Recording : Content::Table;
  return file;
}

// The names that B's columns get by --column.
std::map<std::string, std::string> namesForB(const std::map<std::string, std::string>& columns) {
  std::map<std::string, std::string> renamed;
  for (const auto& [in_a, in_b] : columns)
    if (!renamed.emplace(in_b, in_a).second)
      throw std::runtime_error("--column gives B's column " + in_b + " two names");
  return renamed;
}

Side readRecording(const DiffOptions& options, const File& file,
                   const std::map<std::string, std::string>& columns, const trace::Profile& profile) {
  const trace::Symbols symbols = session::loadLabels(options.labels);
  trace::Recording recording =
      trace::parseRecording(file.bytes, file.path, profile, {&symbols, namesForB(columns)});
  for (auto& [column, why] : recording.unread)
    why =
        (column == "buttons" ? "the buttons are not compared: " : "column " + column + " is not compared: ") +
        why;
  const bool buttons = recording.trace.header.has_buttons;
  return {file.path,
          {trace::packed(std::move(recording.trace)), std::nullopt},
          true,
          buttons,
          std::move(recording.notes),
          std::move(recording.unread)};
}

// `columns` are --column's for B. A recording without a known profile is read as a table.
Side readSide(const DiffOptions& options, File& file, const std::map<std::string, std::string>& columns,
              const std::optional<trace::Profile>& profile) {
  if (file.content == Content::Trace) {
    Side side{file.path, {{file.reader->header(), {}}, std::nullopt}, false, true};
    side.reader = std::exchange(file.reader, std::nullopt);
    diff::renameWatches(side.subject.trace.header, columns);
    return side;
  }
  if (file.content == Content::Recording && profile) return readRecording(options, file, columns, *profile);
  if (trace::isRawRam(file.path))
    throw std::runtime_error(file.path + " is raw RAM; say what its bytes mean with --profile NAME|FILE");
  return readRecording(options, file, columns, {});
}

std::string pathOfA(const DiffOptions& options) {
  return options.bare.prg.empty() ? options.a : options.bare.prg;
}

// The watches to record for a ROM: those of the other side, or those of its profile.
Side recordSide(const DiffOptions& options, const Cartridge& cartridge, const std::string& path,
                const Side* other) {
  Side side;
  side.path = path;
  const trace::Symbols symbols =
      options.watches.empty() ? trace::Symbols() : session::loadLabels(options.labels, *cartridge);
  if (options.profile.empty() && !options.watches.empty()) {
    side.subject = recordNow(options, cartridge, "", withAskedWatches(options.watches, symbols, {}));
    return side;
  }
  if (other && !other->table && options.profile.empty()) {
    const trace::Header& header = other->subject.trace.header;
    side.subject = recordNow(options, cartridge, header.profile, header.watches);
    side.subject.trace.header.rule = header.rule;
    return side;
  }
  const trace::Profile profile = chosenProfile(options.profile, *cartridge, {options.input.movie});
  side.subject = recordNow(options, cartridge, profile.name,
                           withAskedWatches(options.watches, symbols, profile.watches));
  side.subject.trace.header.rule = trace::carriedRule(profile);
  return side;
}

bool saysWhereJumpsAre(const Side& side) {
  const trace::Header& header = side.subject.trace.header;
  return !side.table && (header.rule || !header.profile.empty() || !header.model.empty());
}

// The profile that defines a side's jumps: its own or, without one, the other side's.
trace::Profile jumpProfile(const DiffOptions& options, const Side& side, const Side& other) {
  if (!options.profile.empty()) return session::loadProfile(options.profile);
  if (!saysWhereJumpsAre(side) && !saysWhereJumpsAre(other))
    throw std::runtime_error((side.table && other.table
                                  ? std::string("two tables do not define their jumps")
                                  : "neither " + side.path + " nor " + other.path + " defines its jumps") +
                             "; add --profile, or use --align frame");
  const Side& known = saysWhereJumpsAre(side) ? side : other;
  return session::profileOf(known.subject.trace, "", known.path);
}

int compareExactly(const DiffOptions& options, Side& a, Side& b, const trace::Symbols& symbols) {
  diff::setTolerances(b.subject.trace.header, pairsOf(options.tolerances, "--tolerance", "WATCH=VALUE"));
  diff::DiffTextOptions text = textOptions(options);
  text.all = options.all || options.json;
  auto [trace, golden, result] = diff::diffWithGolden(a.streamed(), b.streamed(), a.subject.writes, text);
  if (result.nothingCompared())
    throwNothingCompared("the trace and " + b.path + " have no frame in common; do both begin at power-on?");
  diff::labelWriters(result.differences, symbols);
  base::writeOutput(options.output, options.json ? base::jsonText(diff::goldenJson(result))
                                                 : diff::goldenText(trace, golden, result, text));
  return result.same() ? 0 : 1;
}

nlohmann::ordered_json pairJson(const diff::TracePair& pair, const diff::GoldenResult& result,
                                const std::string& align, int64_t b_later) {
  nlohmann::ordered_json json = diff::goldenJson(result);
  json["align"] = {{"by", align}, {"b_frames_later", b_later}};
  json["watches"] = nlohmann::ordered_json::array();
  for (const trace::Watch& watch : pair.a.header.watches)
    json["watches"].push_back({{"name", watch.name}, {"fraction_bits", watch.fraction_bits}});
  return json;
}

// A column that both sides have, but one without numbers, cannot be compared: an error unless --common is given.
void requireRead(const DiffOptions& options, const Side& side, const Side& other,
                 std::vector<std::string>& notes) {
  for (const auto& [column, why] : side.unread) {
    if (other.has(column) && !options.common)
      throw std::runtime_error(why + "; correct it, or add --common to leave it out");
    notes.push_back(why);
  }
}

// The pairing of frames, and notes about it.
diff::FramePairing pairingOf(const DiffOptions& options, const Side& a, const Side& b,
                             std::vector<std::string>& notes, std::vector<std::string>& missing) {
  if (options.align != "jump") return {};
  const diff::JumpFrames in_a = diff::firstJumpFrames(a.subject.trace, jumpProfile(options, a, b), a.path),
                         in_b = diff::firstJumpFrames(b.subject.trace, jumpProfile(options, b, a), b.path);
  notes.push_back("the first jumps, frame " + std::to_string(in_a.first) + " of A and frame " +
                  std::to_string(in_b.first) +
                  " of B, are aligned; earlier frames are not compared, and frame numbers are those of A");
  diff::FramePairing pairing;
  pairing.b_later = diff::framesLater(in_a.first, in_b.first);
  pairing.from = in_a.first - std::min<uint64_t>(in_a.first, 1);  // the state that the jump begins from
  pairing.open_end = true;
  // One of the two may go on for longer, but not before this jump is over.
  const auto endsWithin = [&](const char* which, const Side& side, const diff::JumpFrames& jump,
                              const diff::JumpFrames& other_jump) {
    const uint64_t rest = side.subject.trace.rows.back().frame - jump.first;
    if (rest < other_jump.last - other_jump.first)
      missing.push_back(std::string(which) + " ends in the jump that is aligned, after " +
                        std::to_string(rest + 1) + " of " +
                        std::to_string(other_jump.last - other_jump.first + 1) + " frames");
  };
  endsWithin("A", a, in_a, in_b);
  endsWithin("B", b, in_b, in_a);
  return pairing;
}

int compareInCommon(const DiffOptions& options, Side& a, Side& b, const trace::Symbols& symbols) {
  a.readRows();
  b.readRows();
  const std::string align = options.align.empty() ? "frame" : options.align;
  std::vector<std::string> notes = a.notes;
  notes.insert(notes.end(), b.notes.begin(), b.notes.end());
  requireRead(options, a, b, notes);
  requireRead(options, b, a, notes);
  std::vector<std::string> missing;
  diff::FramePairing pairing = pairingOf(options, a, b, notes, missing);
  pairing.a_has_buttons = a.buttons;
  diff::TracePair pair = diff::commonPart(a.subject.trace, b.subject.trace, pairing);
  pair.missing.insert(pair.missing.begin(), missing.begin(), missing.end());
  if (a.buttons != b.buttons)
    notes.push_back(std::string("the buttons are in ") + (a.buttons ? "A" : "B") + " only, and not compared");
  notes.insert(notes.end(), pair.notes.begin(), pair.notes.end());
  // A table does not say what it was made from, so there is nothing to check.
  if (a.table || b.table) pair.a.header = pair.b.header;
  diff::setTolerances(pair.b.header, pairsOf(options.tolerances, "--tolerance", "WATCH=VALUE"));
  diff::DiffTextOptions text = textOptions(options);
  text.all = options.all || options.json;
  text.after = options.context;
  text.sides = "B|A";
  text.buttons = a.buttons && b.buttons;
  auto [trace, golden, result] =
      diff::diffWithGolden({pair.a.header, diff::rowsOf(pair.a.rows)},
                           {pair.b.header, diff::rowsOf(pair.b.rows)}, a.subject.writes, text, pair.recorded);
  if (result.compared_values == 0)
    throwNothingCompared(pair.a.rows.empty()
                             ? a.path + " and " + b.path + " have no frame in common; try --align jump"
                             : a.path + " and " + b.path +
                                   " have no column of numbers in common; pair columns with "
                                   "--column A=B");
  diff::labelWriters(result.differences, symbols);
  diff::addMissing(pair, options.common, result);
  result.metadata.insert(result.metadata.end(), notes.begin(), notes.end());
  base::writeOutput(options.output, options.json
                                        ? base::jsonText(pairJson(pair, result, align, pairing.b_later))
                                        : diff::goldenText(trace, golden, result, text));
  return result.same() ? 0 : 1;
}

std::pair<Side, Side> recordBoth(const DiffOptions& options, const Cartridge& first, const Cartridge& second,
                                 const std::string& b_path) {
  Side a = recordSide(options, first, pathOfA(options), nullptr);
  Side b = recordSide(options, second, b_path, &a);
  return {std::move(a), std::move(b)};
}

// The profile for reading a recording: --profile's, or that of the other side.
std::optional<trace::Profile> recordingProfile(const DiffOptions& options, const Cartridge& a_runs,
                                               const std::optional<File>& a, const File& b) {
  if (!options.profile.empty() || !options.watches.empty()) {
    trace::Profile profile;
    if (!options.profile.empty()) profile = session::loadProfile(options.profile);
    const trace::Symbols symbols = session::loadLabels(options.labels);
    profile.watches = withAskedWatches(options.watches, symbols, std::move(profile.watches));
    return profile;
  }
  if (!a) return session::profileOf(*a_runs);
  if (a->content != Content::Trace && b.content != Content::Trace) return std::nullopt;
  const File& known = a->content == Content::Trace ? *a : b;
  return session::profileOf(trace::Trace{known.reader->header(), {}}, "", known.path);
}

// B is no ROM.
std::pair<Side, Side> readSides(const DiffOptions& options, const Cartridge& a_runs,
                                const std::string& b_path,
                                const std::map<std::string, std::string>& columns) {
  std::optional<File> a_file;
  if (!a_runs) a_file = openFile(options, options.a);
  File b_file = openFile(options, b_path);
  if (a_file && a_file->content != Content::Recording && b_file.content != Content::Recording)
    requireNothingToWatch(options, options.a);
  std::optional<trace::Profile> profile;
  if (b_file.content == Content::Recording || (a_file && a_file->content == Content::Recording))
    profile = recordingProfile(options, a_runs, a_file, b_file);
  Side a;
  if (a_file) a = readSide(options, *a_file, {}, profile);
  Side b = readSide(options, b_file, columns, profile);
  if (a_runs) a = recordSide(options, a_runs, pathOfA(options), &b);
  return {std::move(a), std::move(b)};
}

}  // namespace

int diffTwo(const DiffOptions& options, const Cartridge& a_runs, const std::string& b_path) {
  const auto columns = pairsOf(options.columns, "--column", "A=B");
  session::RomChoice second;
  second.rom = b_path;
  const Cartridge b_runs = session::loadIfCartridge(second);
  if (!a_runs) {
    requireNoInput(options);
    if (b_runs) throw std::runtime_error("to compare a ROM with a trace, name the ROM first");
  }
  requireMovies({options.input.movie});
  auto [a, b] =
      b_runs ? recordBoth(options, a_runs, b_runs, b_path) : readSides(options, a_runs, b_path, columns);
  if (b_runs) diff::renameWatches(b.subject.trace.header, columns);
  if (!a_runs && !options.writes.empty())
    a.subject.writes = trace::readPackedWriteLog(options.writes, a.subject.trace);
  const trace::Symbols symbols = labelsOf(options, a_runs, a.subject.trace.header);
  const bool exact = !a.table && !b.table && options.align.empty() && columns.empty() && !options.common &&
                     diff::samePoints(a.subject.trace.header, b.subject.trace.header);
  return exact ? compareExactly(options, a, b, symbols) : compareInCommon(options, a, b, symbols);
}

}  // namespace jumpscope::cli
