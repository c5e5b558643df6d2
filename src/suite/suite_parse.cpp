#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "src/base/json.h"
#include "src/base/json_value.h"
#include "src/base/lines.h"
#include "src/engine/compare.h"
#include "src/jumps/jumps.h"
#include "src/suite/run_json.h"
#include "src/suite/suite.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"

namespace jumpscope::suite {
namespace {

using base::JsonValue;

constexpr std::string_view suite_format = "jumpscope-suite";
const std::string quoted_format = "\"jumpscope-suite\"";
constexpr int64_t suite_version = 1;
constexpr size_t most_copied = size_t{64} << 20;  // bytes of defaults, in all cases together
constexpr auto most_frames = int64_t(session::most_frames);

constexpr std::array<std::string_view, 6> suite_keys = {"$schema", "format",   "version",
                                                        "name",    "defaults", "cases"};
constexpr std::array<std::string_view, 21> case_keys = {
    "name",    "rom",     "trace",   "writes",  "movie",    "press",     "reset_at",
    "frames",  "region",  "patch",   "devices", "ram_init", "alignment", "policy",
    "profile", "watches", "symbols", "expect",  "battery",  "columns",   "tolerances"};
constexpr std::array<std::string_view, 13> run_keys = {
    "rom",     "movie",  "press",   "reset_at", "patch",     "frames", "region",
    "devices", "policy", "battery", "ram_init", "alignment", "watches"};
constexpr std::array<std::string_view, 7> expect_keys = {"model", "engine",  "golden", "jumps",
                                                         "ram",   "picture", "proved"};
constexpr std::array<std::string_view, 4> engine_keys = {"command", "set", "tolerance", "timeout"};
constexpr std::array<std::string_view, 3> proved_keys = {"assume", "routine", "coverage"};
constexpr std::array<std::string_view, 2> jumps_keys = {"count", "rows"};
constexpr std::array<std::string_view, 2> picture_keys = {"sha1_idx6", "sha1_idx9"};

template <class Names>
bool oneOf(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// XML, annotations and tables all show it, so it is plain words on one line.
std::string nameFrom(const JsonValue& value) {
  constexpr size_t longest = 200;
  const std::string name = value.string();
  const auto is_control = [](char c) { return uint8_t(c) < 0x20 || c == 0x7F; };
  const bool beyond_xml = name.find("\xEF\xBF\xBE") != name.npos || name.find("\xEF\xBF\xBF") != name.npos;
  if (name.empty() || name.size() > longest || beyond_xml || name.front() == ' ' || name.back() == ' ' ||
      std::any_of(name.begin(), name.end(), is_control))
    value.fail("a name of 1 to 200 bytes without control characters and not only of spaces");
  return name;
}

std::vector<uint8_t> hexBytes(const JsonValue& value) {
  if (value.json().is_number()) return {uint8_t(value.integer(0, 255))};
  std::vector<uint8_t> bytes;
  const std::string text = value.string();
  for (size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
      continue;
    }
    const auto byte = trace::parseNumber(std::string("$").append(text, i, 2), 0xFF);
    if (!byte || i + 2 > text.size()) value.fail("bytes such as \"05 1F\", or a number from 0 to 255");
    bytes.push_back(uint8_t(*byte));
    i += 2;
  }
  if (bytes.empty()) value.fail("at least one byte");
  return bytes;
}

// Memory that can be looked at without side effects: RAM and its mirrors, and what the board has.
ExpectedBytes expectedBytes(const std::string& key, const JsonValue& value) {
  constexpr uint32_t ram_end = 0x2000, board = 0x6000, end = 0x10000;
  const auto address = trace::parseNumber(key, 0xFFFF);
  if (!address) value.fail("an address such as \"$00CE\" as its key");
  ExpectedBytes expected{uint16_t(*address), hexBytes(value)};
  const size_t last = *address + expected.bytes.size();
  const bool in_ram = last <= ram_end, on_board = *address >= board && last <= end;
  if (last > end) value.fail("bytes that end at $FFFF, the last address");
  if (!in_ram && !on_board)
    value.fail("bytes within $0000-$1FFF or $6000-$FFFF, since registers cannot be read");
  return expected;
}

void readJumps(const JsonValue& value, Expectation& expect) {
  value.requireKeys(jumps_keys);
  if (const auto count = value.find("count")) expect.jump_count = uint64_t(count->integer(0, most_frames));
  const auto rows = value.find("rows");
  if (!rows) {
    if (!expect.jump_count) value.fail("a key 'count' or 'rows'");
    return;
  }
  // The columns are those of the table itself.
  const jumps::Jump sample;
  const nlohmann::ordered_json table = jumps::jumpsJson({&sample, 1});
  std::vector<std::string_view> columns;
  for (const auto& [key, cell] : table[0].items())
    if (!cell.is_array() && !cell.is_boolean()) columns.push_back(key);
  for (const JsonValue& row : rows->items()) {
    row.requireKeys(columns);
    ExpectedJump jump{size_t(row.at("jump").integer(1, most_frames)), {}};
    for (const std::string_view column : columns) {
      const auto cell = row.find(std::string(column));
      if (!cell || column == "jump") continue;
      if (!cell->json().is_number_integer() && !cell->json().is_string() && !cell->json().is_null())
        cell->fail("an integer, a string or null, as in `jumpscope jumps --json`");
      jump.columns[std::string(column)] = cell->json();
    }
    if (jump.columns.empty()) row.fail("at least one column besides 'jump'");
    expect.jumps.push_back(std::move(jump));
  }
  if (expect.jumps.empty() && !expect.jump_count) rows->fail("at least one jump");
}

ExpectedProof proofFrom(const JsonValue& value) {
  ExpectedProof proof;
  if (value.json().is_boolean()) {
    if (!value.json().get<bool>()) value.fail("true or an object; to disable it, omit the key");
    return proof;
  }
  value.requireKeys(proved_keys);
  if (const auto assume = value.find("assume"))
    for (const JsonValue& condition : oneOrMore(*assume)) proof.assume.push_back(condition.string());
  if (const auto routine = value.find("routine")) {
    const auto address = trace::parseNumber(routine->string(), 0xFFFF);
    if (!address) routine->fail("an address such as \"$8210\"");
    proof.routine = uint16_t(*address);
  }
  if (const auto coverage = value.find("coverage")) proof.coverage = coverage->boolean();
  return proof;
}

std::vector<std::string> commandFrom(const JsonValue& value) {
  if (value.json().is_string()) {
    try {
      return engine::splitCommand(value.string());
    } catch (const std::runtime_error&) {
      value.fail("a program with its arguments, such as \"python3 jump.py\"");
    }
  }
  std::vector<std::string> words;
  for (const JsonValue& word : value.items()) words.push_back(word.string());
  if (words.empty() || words.front().empty()) value.fail("a program with its arguments");
  return words;
}

double toleranceOf(const std::string& watch, const JsonValue& value) {
  if (!value.json().is_string()) return value.real(0, engine::largest_answer);
  try {
    return engine::parseTolerances({watch + "=" + value.string()}).at(watch);
  } catch (const std::runtime_error&) {
    value.fail("a number that is not negative");
  }
}

ExpectedEngine engineFrom(const JsonValue& value) {
  ExpectedEngine result;
  if (!value.json().is_object()) {
    result.words = commandFrom(value);
    return result;
  }
  value.requireKeys(engine_keys);
  result.words = commandFrom(value.at("command"));
  if (const auto set = value.find("set"))
    for (const std::string& name : set->keys()) {
      const JsonValue constant = set->at(name);
      const bool is_text = constant.json().is_string();
      if (!is_text && !constant.json().is_number()) constant.fail("a number or a string");
      result.settings.push_back(name + "=" + (is_text ? constant.string() : constant.json().dump()));
    }
  if (const auto tolerance = value.find("tolerance"))
    for (const std::string& watch : tolerance->keys())
      result.tolerances[watch] = toleranceOf(watch, tolerance->at(watch));
  if (const auto timeout = value.find("timeout")) result.timeout = timeout->real(0.1, 3600);
  return result;
}

Expectation expectationFrom(const JsonValue& value) {
  value.requireKeys(expect_keys);
  Expectation expect;
  if (const auto model = value.find("model")) {
    if (model->json().is_boolean()) {
      if (!model->json().get<bool>())
        model->fail("true or the name of a model or of a law's file; to disable it, omit the key");
      expect.model = "";
    } else {
      expect.model = model->string();
      if (expect.model->empty()) model->fail("true, or the name of a model or of a law's file");
    }
  }
  if (const auto engine = value.find("engine")) expect.engine = engineFrom(*engine);
  if (const auto golden = value.find("golden")) {
    expect.golden = pathFrom(*golden);
    parsedAt(*golden, trace::traceFormatOf);
  }
  if (const auto jumps = value.find("jumps")) readJumps(*jumps, expect);
  if (const auto ram = value.find("ram")) {
    for (const std::string& key : ram->keys()) expect.memory.push_back(expectedBytes(key, ram->at(key)));
    if (expect.memory.empty()) ram->fail("at least one address");
  }
  if (const auto picture = value.find("picture")) {
    picture->requireKeys(picture_keys);
    if (const auto hash = picture->find("sha1_idx6")) expect.sha1_idx6 = sha1From(*hash);
    if (const auto hash = picture->find("sha1_idx9")) expect.sha1_idx9 = sha1From(*hash);
    if (!expect.wantsPicture()) picture->fail("a key 'sha1_idx6' or 'sha1_idx9'");
  }
  if (const auto proved = value.find("proved")) expect.proof = proofFrom(*proved);
  if (value.json().empty())
    value.fail("at least one of model, engine, golden, jumps, ram, picture and proved");
  return expect;
}

// "FIRST-LAST", or the number of frames from 0 on.
FrameRange framesFrom(const JsonValue& value) {
  if (value.json().is_number_integer()) return {0, uint64_t(value.integer(1, most_frames)) - 1};
  const std::string text = value.string();
  const size_t dash = std::min(text.find('-'), text.size());
  const auto first = base::parseInteger<uint64_t>(text.substr(0, dash), 0, uint64_t(most_frames));
  const auto last = dash == text.size()
                        ? std::nullopt
                        : base::parseInteger<uint64_t>(text.substr(dash + 1), 0, uint64_t(most_frames));
  if (!first || !last || *last < *first)
    value.fail(
        "frames of the golden trace such as \"120-260\", both ends included, or their number from 0 on");
  return {*first, *last};
}

void readParts(const JsonValue& value, SuiteCase& result) {
  if (const auto frames = value.find("frames")) result.frames = framesFrom(*frames);
  if (const auto columns = value.find("columns")) {
    for (const JsonValue& column : columns->items()) result.columns.push_back(column.string());
    if (result.columns.empty()) columns->fail("at least one column of the golden trace");
  }
  if (const auto tolerances = value.find("tolerances"))
    for (const std::string& watch : tolerances->keys()) {
      const JsonValue entry = tolerances->at(watch);
      result.tolerances[watch] = entry.json().is_number() ? base::compactJson(entry.json()) : entry.string();
    }
  const bool says_how = result.frames || !result.columns.empty() || !result.tolerances.empty();
  if (says_how && result.expect.golden.empty())
    value.fail(
        "an 'expect' with 'golden' beside 'frames', 'columns' and 'tolerances', which say how it is "
        "compared");
}

void readRun(const JsonValue& value, SuiteCase& result) {
  readMachine(value, result.patches, result.machine);
  if (const auto movie = value.find("movie")) result.input.movie = pathFrom(*movie);
  if (const auto press = value.find("press"))
    for (const JsonValue& script : oneOrMore(*press))
      for (const movie::Press& item : parsedAt(script, movie::parsePress))
        result.input.presses.push_back(item);
  if (const auto resets = value.find("reset_at"))
    for (const JsonValue& frame : resets->json().is_array() ? resets->items() : std::vector{*resets})
      result.input.resets.push_back(uint64_t(frame.integer(0, most_frames)));
  if (const auto frames = value.find("frames"))
    result.input.frames = uint64_t(frames->integer(1, most_frames));
  if (!result.input.frames && result.input.movie.empty() && result.input.presses.empty() &&
      result.expect.wantsRun())
    value.fail("a key 'frames', 'movie' or 'press', which says how long to run");
}

SuiteCase caseFrom(const JsonValue& value) {
  value.requireKeys(case_keys);
  SuiteCase result;
  result.name = nameFrom(value.at("name"));
  if (const auto profile = value.find("profile")) result.profile = pathFrom(*profile);
  if (const auto watches = value.find("watches")) result.watches = watchesFrom(*watches);
  if (const auto symbols = value.find("symbols"))
    for (const JsonValue& file : oneOrMore(*symbols)) result.symbols.push_back(pathFrom(file));
  result.expect = expectationFrom(value.at("expect"));
  const Expectation& expect = result.expect;
  if (const auto trace = value.find("trace")) {
    for (const std::string& key : value.keys())
      if (key != "frames" && oneOf(run_keys, key))
        value.fail("no key '" + key + "' beside 'trace', which needs no input");
    result.trace = pathFrom(*trace);
    if (const auto writes = value.find("writes")) result.writes = pathFrom(*writes);
    readParts(value, result);
    if (!expect.memory.empty() || expect.wantsPicture())
      value.fail("no 'ram' and no 'picture' beside 'trace', which has only watches");
    if (expect.proof) value.fail("a key 'rom' beside 'proved': only a cartridge has a routine");
  } else {
    if (value.find("tolerances"))
      value.fail(
          "a key 'trace' beside 'tolerances'; a cartridge's are in the first line of its golden trace");
    if (value.find("columns"))
      value.fail("a key 'trace' beside 'columns'; 'watches' say what is recorded of a cartridge");
    if (value.find("writes"))
      value.fail("a key 'trace' beside 'writes'; the writes of a cartridge are recorded during the run");
    result.rom = romFrom(value.at("rom"));
    readRun(value, result);
  }
  if (result.profile.empty() &&
      ((expect.model && result.trace.empty()) || expect.engine || expect.wantsJumps()))
    value.fail("a key 'profile', which says what a jump is");
  return result;
}

// A case over the suite's defaults. A case that compares a trace takes nothing over that is for running.
nlohmann::json overDefaults(const nlohmann::json& defaults, const nlohmann::json& own) {
  if (!own.is_object()) return own;
  nlohmann::json merged = defaults;
  if (own.contains("trace"))
    for (const std::string_view key : run_keys) merged.erase(std::string(key));
  if (own.contains("rom"))
    merged.erase("trace"), merged.erase("writes"), merged.erase("columns"), merged.erase("tolerances");
  merged.update(own);
  return merged;
}

}  // namespace

bool isSuite(std::string_view text, const std::string& file_name) {
  const nlohmann::json json = base::parseJson(text, file_name);
  if (!json.is_object())
    throw std::runtime_error(file_name +
                             " is neither a suite nor a manifest of test programs: expected an object");
  if (!json.contains("format")) {
    if (json.contains("cases"))
      throw std::runtime_error(file_name + " has cases but no format: expected \"format\": " + quoted_format +
                               ", \"version\": 1");
    return false;
  }
  const JsonValue root(json, file_name);
  if (root.at("format").string() != suite_format)
    root.at("format").fail(quoted_format + "; a manifest of test programs has no 'format'");
  return true;
}

Suite parseSuite(std::string_view text, const std::string& file_name) {
  const nlohmann::json json = base::parseJson(text, file_name);
  const JsonValue root(json, file_name);
  root.requireKeys(suite_keys);
  root.stringOr("$schema");
  if (root.at("format").string() != suite_format) root.at("format").fail(quoted_format);
  const JsonValue version = root.at("version");
  if (!version.json().is_number_integer() || version.json() != suite_version)
    version.fail("1, the version that this jumpscope reads");

  Suite suite;
  suite.name = root.find("name") ? nameFrom(root.at("name")) : "jumpscope";
  nlohmann::json defaults = nlohmann::json::object();
  if (const auto given = root.find("defaults")) {
    given->requireKeys(case_keys);
    if (given->find("name")) given->fail("no 'name', which belongs to each case");
    defaults = given->json();
  }
  const JsonValue cases = root.at("cases");
  const std::vector<size_t> lines = caseLines(text);
  std::set<std::string> names;
  const size_t count = cases.items().size();
  if (count * defaults.dump().size() > most_copied)
    root.at("defaults")
        .fail("less than " + std::to_string(most_copied / count) + " bytes, since each of " +
              std::to_string(count) + " cases gets a copy");
  for (size_t i = 0; i < count; ++i) {
    const nlohmann::json merged = overDefaults(defaults, cases.json()[i]);
    const JsonValue value(merged, file_name, "cases[" + std::to_string(i) + "]");
    suite.cases.push_back(caseFrom(value));
    if (i < lines.size()) suite.cases.back().line = lines[i];
    if (!names.insert(suite.cases.back().name).second)
      value.at("name").fail("a unique name; '" + suite.cases.back().name + "' occurs twice");
  }
  if (suite.cases.empty()) cases.fail("at least one case");
  return suite;
}

std::span<const std::string_view> suiteKeys(SuitePart part) {
  switch (part) {
    case SuitePart::Suite:
      return suite_keys;
    case SuitePart::Case:
      return case_keys;
    case SuitePart::Rom:
      return romKeys();
    case SuitePart::Expect:
      return expect_keys;
    case SuitePart::Jumps:
      return jumps_keys;
    case SuitePart::Picture:
      return picture_keys;
    case SuitePart::Proved:
      return proved_keys;
  }
  return {};
}

std::vector<size_t> caseLines(std::string_view text) {
  std::vector<size_t> lines;
  size_t line = 1, depth = 0, string_start = 0;
  bool in_string = false, in_cases = false;
  std::string_view last_string;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    line += c == '\n';
    if (in_string) {
      if (c == '\\') ++i;
      if (c != '"') continue;
      in_string = false;
      last_string = text.substr(string_start, i - string_start);
      continue;
    }
    if (c == '"') in_string = true, string_start = i + 1;
    if (c == '{' || c == '[') {
      if (in_cases && depth == 2) lines.push_back(line);
      ++depth;
      if (c == '[' && depth == 2) in_cases = last_string == "cases";
    }
    if (c == '}' || c == ']') {
      if (depth == 2) in_cases = false;
      if (depth > 0) --depth;
    }
  }
  return lines;
}

}  // namespace jumpscope::suite
