#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "mappers/cartridge.h"
#include "src/base/files.h"
#include "src/base/gzip_stream.h"
#include "src/base/json.h"
#include "src/base/json_value.h"
#include "src/base/limits.h"
#include "src/base/lines.h"
#include "src/base/printable.h"
#include "src/base/streamed_lines.h"
#include "src/base/text.h"
#include "src/movie/buttons.h"
#include "src/trace/jump_rule.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"
#include "src/trace/watch_json.h"

namespace jumpscope::trace {
namespace {

constexpr std::string_view mark = "# jumpscope-trace ";
constexpr std::array<std::string_view, 16> header_keys = {
    "version", "rom",      "rom_sha1",     "movie_sha1", "profile",   "rule", "model",   "settings",
    "region",  "ram_init", "battery_sha1", "state_sha1", "prg_banks", "when", "watches", "tolerances"};
constexpr std::array<std::string_view, 2> bank_keys = {"prg_size", "bank_size"};
constexpr std::array<std::string_view, 3> rule_keys = {"model", "feeds", "jump"};

// By watch: "0.05" or 0.05, in the watch's own unit.
void readTolerances(const base::JsonValue& value, Header& header) {
  for (const std::string& name : value.keys()) {
    const base::JsonValue entry = value.at(name);
    const auto watch = std::find_if(header.watches.begin(), header.watches.end(),
                                    [&](const Watch& one) { return one.name == name; });
    if (watch == header.watches.end()) entry.fail("the name of a watch of this trace as its key");
    const auto tolerance =
        parseReal(entry.json().is_string() ? entry.string() : base::compactJson(entry.json()));
    if (!tolerance || *tolerance < 0 || *tolerance > largest_tolerance)
      entry.fail("a number from 0 to 1000000000, such as \"0.05\"");
    header.tolerances[name] = *tolerance;
  }
}

PrgBanks banksFrom(const base::JsonValue& value) {
  constexpr int64_t smallest_bank = 0x800, largest_bank = 0x8000, largest_prg = int64_t{1} << 32;
  value.requireKeys(bank_keys);
  return {uint64_t(value.at("prg_size").integer(smallest_bank, largest_prg)),
          unsigned(value.at("bank_size").integer(smallest_bank, largest_bank))};
}

Header headerFrom(const base::JsonValue& root) {
  root.requireKeys(header_keys);
  const auto shown = [&](const std::string& key) { return base::printable(root.stringOr(key)); };
  Header header;
  header.version = shown("version");
  header.rom_name = shown("rom");
  header.rom_sha1 = shown("rom_sha1");
  header.movie_sha1 = shown("movie_sha1");
  header.profile = shown("profile");
  header.model = shown("model");
  if (const auto settings = root.find("settings"))
    for (const std::string& key : settings->keys())
      header.settings[base::printable(key)] = base::printable(settings->at(key).string());
  const base::JsonValue region = root.at("region");
  header.region = region.string();
  if (!mappers::regionFromName(header.region)) region.fail("ntsc, pal or dendy");
  header.ram_init = shown("ram_init");
  header.battery_sha1 = shown("battery_sha1");
  header.state_sha1 = shown("state_sha1");
  if (const auto banks = root.find("prg_banks")) header.banks = banksFrom(*banks);
  header.when = shown("when");
  for (const base::JsonValue& watch : root.at("watches").items())
    header.watches.push_back(watchFromJson(watch));
  if (const auto rule = root.find("rule")) {
    rule->requireKeys(rule_keys);
    header.rule = jumpRuleFrom(*rule, header.watches);
  }
  if (const auto tolerances = root.find("tolerances")) readTolerances(*tolerances, header);
  return header;
}

}  // namespace

class TraceReader::Reader {
 public:
  Reader(base::Pieces text, const std::string& name) : lines_(std::move(text), name), name_(name) {
    readHeader();
    if (lines_.atEnd() && !name_.ends_with(".jsonl"))
      lines_.fail("the file ends before the row of column names");
    if (lines_.atEnd()) return;
    const std::string_view line = lines_.next();
    jsonl_ = line.starts_with('{') || name_.ends_with(".jsonl");
    if (jsonl_)
      first_ = line;
    else
      checkNames(line);
  }

  const Header& header() const { return header_; }

  bool next(Row& row) {
    if (!first_ && lines_.atEnd()) return false;
    const std::string_view line = first_ ? *first_ : lines_.next();
    jsonl_ ? readJson(line, row) : readCsv(line, row);
    first_.reset();
    check(row);
    return true;
  }

 private:
  const std::vector<Watch>& watches() const { return header_.watches; }

  void readHeader() {
    if (lines_.atEnd()) throw std::runtime_error(name_ + " is empty; expected a trace of jumpscope");
    std::string_view line = lines_.next();
    if (!line.starts_with(mark))
      lines_.fail(
          "this is not a jumpscope trace: its first line does not begin with \"# jumpscope-trace 1\"");
    line.remove_prefix(mark.size());
    if (!line.starts_with("1 "))
      lines_.fail("the trace has format version " +
                  std::string(line.substr(0, std::min<size_t>(line.find(' '), 20))) +
                  ", but this jumpscope reads version 1; record it again");
    line.remove_prefix(2);
    const nlohmann::json json = base::parseJson(line, lines_.place());
    header_ = headerFrom(base::JsonValue(json, lines_.place()));
    requireSound(watches(), lines_.place());
  }

  void checkNames(std::string_view line) const {
    std::string expected = "frame,buttons";
    for (const Watch& watch : watches()) expected += "," + watch.name;
    if (line != expected) lines_.fail("expected the column names " + expected);
  }

  void check(const Row& row) {
    if (last_frame_ && row.frame <= *last_frame_)
      lines_.fail("frame " + std::to_string(row.frame) + " comes after frame " +
                  std::to_string(*last_frame_) + "; expected ascending frames");
    const size_t width = watches().size();
    if (rows_ >= base::most_rows || rows_ * width >= base::most_values)
      lines_.fail("the trace is too large: it has more than " + std::to_string(rows_) + " frames of " +
                  std::to_string(width) + " values; record fewer watches, or divide it");
    last_frame_ = row.frame;
    ++rows_;
  }

  uint8_t buttons(std::string_view text) const {
    const auto buttons = movie::parseButtonsText(text);
    if (!buttons) lines_.fail("expected buttons as RLDUTSBA, with a dot for each that is up");
    return *buttons;
  }

  static constexpr std::string_view finer_values =
      "; a program that computes with real numbers writes a recording, which has no first line of jumpscope";

  [[noreturn]] void failValue(const Watch& watch, std::string_view advice = "") const {
    const RawRange range = rangeOf(watch);
    lines_.fail("expected a value of " + watch.name + " (" + std::string(typeName(watch.type)) +
                "): an exact " + "decimal from " + formatValue(watch, range.lowest) + " to " +
                formatValue(watch, range.highest) + std::string(advice));
  }

  void readCsv(std::string_view line, Row& row) const {
    const size_t columns = size_t(std::count(line.begin(), line.end(), ',')) + 1;
    if (columns != watches().size() + 2)
      lines_.fail("expected " + std::to_string(watches().size() + 2) + " columns, found " +
                  std::to_string(columns));
    const auto field = [&line] {
      const size_t end = std::min(line.find(','), line.size());
      const std::string_view text = line.substr(0, end);
      line.remove_prefix(std::min(end + 1, line.size()));
      return text;
    };
    const auto frame = base::parseInteger<uint64_t>(field(), 0, std::numeric_limits<uint64_t>::max());
    if (!frame) lines_.fail("expected a frame number in the first column");
    row.frame = *frame;
    row.buttons = buttons(field());
    row.values.clear();
    row.values.reserve(watches().size());
    for (const Watch& watch : watches()) {
      const std::string_view text = field();
      const auto value = parseValue(watch, text);
      if (!value) failValue(watch, watch.fraction_bits > 0 && parseReal(text) ? finer_values : "");
      row.values.push_back(*value);
    }
  }

  // There may be a million of these lines, so paths for messages are built only for invalid lines.
  void readJson(std::string_view line, Row& row) const {
    const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_discarded()) base::parseJson(line, lines_.place());
    const base::JsonValue root(json, lines_.place());
    if (!json.is_object()) root.fail("an object");
    row.frame = uint64_t(root.at("frame").integer(0, std::numeric_limits<int64_t>::max()));
    row.buttons = buttons(root.at("buttons").string());
    row.values.clear();
    row.values.reserve(watches().size());
    for (const Watch& watch : watches()) {
      const auto found = json.find(watch.name);
      if (found == json.end()) root.at(watch.name);
      const auto value = rawFrom(watch, *found, line);
      if (!value) failValue(watch);
      row.values.push_back(*value);
    }
    // The parser merges duplicate keys, so they are counted in the text by their colons. Names and buttons
    // contain none.
    const size_t expected_keys = watches().size() + 2;
    if (json.size() != expected_keys || size_t(std::count(line.begin(), line.end(), ':')) != expected_keys)
      lines_.fail("expected the keys frame, buttons and the names of the watches, each once, and no other");
  }

  static std::optional<int64_t> rawFrom(const Watch& watch, const nlohmann::json& json,
                                        std::string_view line) {
    const RawRange range = rangeOf(watch);
    if (watch.fraction_bits == 0) {
      const bool too_large = json.is_number_unsigned() && json.get<uint64_t>() > uint64_t(range.highest);
      if (!json.is_number_integer() || too_large) return std::nullopt;
      const int64_t value = json.get<int64_t>();
      return value < range.lowest || value > range.highest ? std::nullopt : std::optional(value);
    }
    return json.is_number() ? parseRaw(watch, numberText(line, watch.name)) : std::nullopt;
  }

  // A number as the line has it: a double does not hold every value.
  static std::string_view numberText(std::string_view line, const std::string& key) {
    const size_t at = line.find("\"" + key + "\":");
    if (at == line.npos) return {};
    line.remove_prefix(at + key.size() + 3);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line.substr(0, line.find_first_of(",} \t"));
  }

  base::StreamedLines lines_;
  std::string name_;
  Header header_;
  bool jsonl_ = false;
  std::optional<std::string> first_;  // row, of a .jsonl file: the line that told that it is one
  std::optional<uint64_t> last_frame_;
  size_t rows_ = 0;
};

TraceReader::TraceReader(base::Pieces content, const std::string& name)
    : reader_(std::make_unique<Reader>(std::move(content), name)) {}
TraceReader::TraceReader(TraceReader&&) noexcept = default;
TraceReader& TraceReader::operator=(TraceReader&&) noexcept = default;
TraceReader::~TraceReader() = default;

const Header& TraceReader::header() const { return reader_->header(); }
bool TraceReader::next(Row& row) { return reader_->next(row); }

Trace TraceReader::rest() {
  Trace trace{header(), {}};
  for (Row row; next(row);) trace.rows.push_back(row);
  return trace;
}

PackedTrace TraceReader::packedRest() {
  PackedTrace trace{header(), {}};
  for (Row row; next(row);) trace.rows.push_back(row);
  return trace;
}

std::optional<TraceReader> openTrace(base::Pieces file, const std::string& name) {
  const base::Pieces content = base::decompressedPieces(std::move(file), name);
  const std::span<const uint8_t> first = content();
  if (!isTrace(first)) return std::nullopt;
  return TraceReader(base::behind(first, content), name);
}

bool isTrace(std::span<const uint8_t> content) { return base::asText(content).starts_with(mark); }

Trace parseTrace(std::span<const uint8_t> file, const std::string& name) {
  return TraceReader(base::decompressedPieces(base::wholePiece({file.begin(), file.end()}), name), name)
      .rest();
}

Trace readTrace(const std::filesystem::path& path) {
  const std::string name = base::shownName(path);
  return TraceReader(base::decompressedPieces(base::filePieces(path), name), name).rest();
}

}  // namespace jumpscope::trace
