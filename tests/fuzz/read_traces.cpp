// Traces, tables, recordings, write logs and what is written about them.
#include <vector>

#include "src/base/gzip_stream.h"
#include "src/base/zstd_stream.h"
#include "src/jumps/jumps.h"
#include "src/session/trace_input.h"
#include "src/trace/log.h"
#include "src/trace/profile.h"
#include "src/trace/ram_search.h"
#include "src/trace/recording.h"
#include "src/trace/symbols.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"
#include "src/trace/wch.h"
#include "src/trace/when.h"
#include "src/trace/write_log_file.h"
#include "tests/fuzz/readers.h"

namespace jumpscope::fuzz {
namespace {

const trace::Profile& smb() { return trace::builtinProfile("smb"); }

trace::Symbols someSymbols() {
  trace::Symbols symbols;
  symbols.add({.name = "player_y", .address = 0x00CE});
  symbols.add({.name = "buffer", .address = 0x0300, .size = 16});
  symbols.add({.name = "main", .address = 0x8000});
  return symbols;
}

// What `jumps` does with it.
void listJumps(const trace::Trace& trace) {
  const trace::Profile profile = session::profileOf(trace, "", "file");
  jumps::jumpsText(jumps::findJumps(trace, profile, nullptr));
}

void readTraceNamed(Bytes bytes, const std::string& name) {
  const trace::Trace trace = trace::parseTrace(bytes, name);
  trace::encodeTrace(trace, trace::TraceFormat::Csv);
  listJumps(trace);
}

}  // namespace

void readTraceFile(Bytes bytes) { readTraceNamed(bytes, "trace.csv"); }
void readTraceJsonl(Bytes bytes) { readTraceNamed(bytes, "trace.jsonl"); }

void readZst(Bytes bytes) { base::decompressZstd(bytes, "trace.csv.zst"); }
void readGzip(Bytes bytes) { base::decompressGzip(bytes, "table.csv.gz"); }

// What a comparison reads as its golden trace.
void readGolden(Bytes bytes) {
  const trace::Trace trace =
      trace::parseTrace(base::decompressed({bytes.begin(), bytes.end()}, "golden.csv"), "golden.csv");
  for (const auto& [watch, tolerance] : trace.header.tolerances) trace.find(watch);
}

void readTable(Bytes bytes) {
  trace::parseRecording(bytes, "table.csv", {}, {nullptr, {{"y", "y_position"}}});
}

void readRecording(Bytes bytes) {
  const trace::Symbols symbols = someSymbols();
  const trace::ColumnNames names{&symbols, {{"height", "y_position"}}};
  trace::namesAddresses(bytes, "recording.csv", names);
  trace::parseRecording(bytes, "recording.csv", smb(), names);
  trace::profilesOfColumns(bytes, "recording.csv");
}

// The recording is repeated up to a whole number of frames.
void readRam(Bytes bytes) {
  constexpr size_t frame_size = 0x800;
  std::vector<uint8_t> content(bytes.begin(), bytes.end());
  if (content.size() > 64) content.resize((content.size() / 64) * frame_size);
  trace::parseRecording(content, "recording.ram", smb());
}

void readWriteLogFile(Bytes bytes) { trace::parseWriteLog(bytes, "writes.csv", smb().watches); }

// The first byte chooses the name of the file.
void readSymbolFile(Bytes bytes) {
  static constexpr const char* names[] = {"a.nl",  "a.mlb", "a.dbg", "a.labels",
                                          "a.sym", "a.fns", "a.noi", "a.txt"};
  if (bytes.empty()) return;
  trace::Symbols symbols;
  trace::readSymbols(asText(bytes.subspan(1)), names[bytes[0] % std::size(names)], symbols);
  symbols.placeOf(0x8123);
  symbols.nameOf(0x00CE);
  symbols.nearest("player");
  symbols.withNames("STA $00CE");
  if (!symbols.empty()) trace::parseWatch("y=player_y+1", {&symbols, {}});
}

void readWatchListFile(Bytes bytes) {
  trace::requireSound(trace::readWatchList(asText(bytes), "list.wch"), "list.wch");
}

void readWatchOption(Bytes bytes) {
  const trace::Symbols symbols = someSymbols();
  const trace::Watch watch = trace::parseWatch(asText(bytes), {&symbols, smb().watches});
  trace::requireSound({watch}, "--watch");
  if (watch.addresses.empty()) return;
  for (const uint8_t byte : {0x00, 0x7F, 0x80, 0xFF}) {
    const int64_t raw = trace::readWatch(watch, [byte](uint16_t) { return byte; });
    trace::parseValue(watch, trace::formatValue(watch, raw));
    trace::differenceOf(watch, raw, 0);
  }
}

// A condition, and after a byte 0 the values of a few rows.
void readCondition(Bytes bytes) {
  const std::string_view text = asText(bytes);
  const size_t end = std::min(text.find('\0'), text.size());
  trace::When when(text.substr(0, end), smb().watches, "--when");
  Bytes values = bytes.subspan(std::min(end + 1, bytes.size()));
  for (uint64_t frame = 0; frame < 4; ++frame) {
    trace::Row row{frame, values.empty() ? uint8_t(0) : values[0], {}};
    row.values.resize(smb().watches.size() + when.extraWatches().size());
    for (int64_t& value : row.values) {
      if (values.empty()) break;
      value = int64_t(int8_t(values[0])) << (values[0] % 56);
      values = values.subspan(1);
    }
    when.holds(row);
  }
}

void readMachineCondition(Bytes bytes) {
  const trace::When when(asText(bytes), smb().watches, "--when", {true, nullptr});
}

// Steps and a type, a line each.
void readSearchStep(Bytes bytes) {
  std::string_view rest = asText(bytes);
  const size_t first_end = std::min(rest.find('\n'), rest.size());
  const trace::Watch kind = trace::parseSearchType(rest.substr(0, first_end));
  rest.remove_prefix(std::min(first_end + 1, rest.size()));
  std::vector<trace::SearchStep> steps;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    steps.push_back(trace::parseSearchStep(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  trace::RamSearch::requireSound(steps, kind);
  trace::RamSearch search;
  search.addPlaces(kind, 0, 63);
  uint8_t seed = 1;
  const auto peek = [&seed](uint16_t address) { return uint8_t(address * 7 + seed); };
  search.remember(peek);
  for (const trace::SearchStep& step : steps) {
    ++seed;
    search.apply(step, true, peek);
  }
}

}  // namespace jumpscope::fuzz
