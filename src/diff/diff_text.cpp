#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "src/base/text.h"
#include "src/diff/diff.h"
#include "src/trace/profile.h"
#include "src/trace/watch.h"

namespace jumpscope::diff {
namespace {

using nlohmann::ordered_json;
using trace::Row;
using trace::Trace;
using trace::TraceView;
using trace::Write;

using base::counted;
using base::hex;

std::string buttonsText(uint8_t buttons) {
  std::string text = "RLDUTSBA";
  for (size_t i = 0; i < text.size(); ++i)
    if ((buttons >> (7 - i) & 1) == 0) text[i] = '.';
  return text;
}

using Table = std::vector<std::vector<std::string>>;

// Columns right-aligned, two blanks between.
std::string tableText(const Table& table) {
  std::vector<size_t> width;
  for (const auto& line : table)
    for (size_t c = 0; c < line.size(); ++c) {
      if (width.size() <= c) width.push_back(0);
      width[c] = std::max(width[c], line[c].size());
    }
  std::string text;
  for (const auto& line : table) {
    for (size_t c = 0; c < line.size(); ++c)
      text.append("  ").append(std::string(width[c] - line[c].size(), ' ')).append(line[c]);
    text += '\n';
  }
  return text;
}

// "expected|got" where both are known, marked where they differ.
std::string pairCell(const std::string& expected, const std::string& got) {
  std::string cell = expected;
  return cell.append("|").append(got).append(expected == got || expected == "-" ? " " : "!");
}

size_t firstContextRow(size_t row, size_t context) { return row - std::min(row, context); }

// A column of the frames side by side. Cells are given as expected and got, raw.
struct Column {
  std::string watch;
  int bits = 0;
  bool differs = false;
  std::vector<std::string> cells{};

  void add(std::optional<int64_t> expected, int64_t got) {
    differs = differs || (expected && *expected != got);
    cells.push_back(
        pairCell(expected ? trace::decimalText(*expected, bits) : "-", trace::decimalText(got, bits)));
  }
};

size_t widthOf(const Column& column) {
  size_t width = column.watch.size() + 1;
  for (const std::string& cell : column.cells) width = std::max(width, cell.size());
  return width + 2;
}

// Which columns are shown: the height and `named` in any case, then those that differ, as many as fit a line.
std::vector<bool> chosenColumns(const std::vector<Column>& columns, const TraceView& trace,
                                const std::string& named) {
  constexpr size_t widest = 110, frame_and_buttons = 28;
  const std::vector<std::string> height = trace::heightWatches(trace.header);
  std::vector<bool> chosen(columns.size());
  size_t width = frame_and_buttons;
  for (size_t c = 0; c < columns.size(); ++c) {
    const std::string& watch = columns[c].watch;
    chosen[c] = watch == named || std::find(height.begin(), height.end(), watch) != height.end();
    if (chosen[c]) width += widthOf(columns[c]);
  }
  for (size_t c = 0; c < columns.size(); ++c) {
    if (chosen[c] || !columns[c].differs || width + widthOf(columns[c]) > widest) continue;
    chosen[c] = true;
    width += widthOf(columns[c]);
  }
  return chosen;
}

// " (without 12 columns that agree and 3 more that differ; --all-columns shows them)"
std::string leftOutText(size_t agreeing, size_t differing) {
  if (agreeing + differing == 0) return "";
  std::string text = " (without ";
  if (agreeing > 0) text += counted(agreeing, "column") + " that agree";
  if (agreeing > 0 && differing > 0) text += " and ";
  if (differing > 0) text += counted(differing, "column") + " that differ; --all-columns shows them";
  return text + ")";
}

// `heading` and a line per frame. Watches that agree in all of these frames are left out, except the height; so
// are those that do not fit, except `named`.
std::string frameTable(const std::string& heading, const Table& frames, const std::vector<Column>& columns,
                       const TraceView& trace, const std::string& named, const DiffTextOptions& options) {
  const std::vector<bool> chosen = chosenColumns(columns, trace, named);
  Table table = frames;
  size_t agreeing = 0, differing = 0;
  for (size_t c = 0; c < columns.size(); ++c) {
    const Column& column = columns[c];
    if (!options.all_columns && !chosen[c]) {
      ++(column.differs ? differing : agreeing);
      continue;
    }
    table[0].push_back(column.watch + " ");
    for (size_t i = 0; i < column.cells.size(); ++i) table[i + 1].push_back(column.cells[i]);
  }
  return "  " + heading + leftOutText(agreeing, differing) + ":\n" + tableText(table);
}

std::string sideBySide(const TraceView& trace, const DiffResult& result, const Difference& difference,
                       const DiffTextOptions& options) {
  const size_t row = difference.row;
  Table frames{{"frame", "buttons"}};
  std::vector<Column> columns;
  std::vector<size_t> sources;
  for (const std::string& watch : result.watches) {
    sources.push_back(*trace.find(watch));
    columns.push_back({watch, trace.header.watches[sources.back()].fraction_bits});
  }
  for (size_t i = firstContextRow(row, options.context); i <= row; ++i) {
    const std::optional<size_t> known = result.rows.find(i);
    frames.push_back({std::to_string(trace.rows[i].frame), buttonsText(trace.rows[i].buttons)});
    for (size_t c = 0; c < columns.size(); ++c) {
      if (known)
        columns[c].add(result.rows[*known].expected[c], result.rows[*known].got[c]);
      else
        columns[c].add(std::nullopt, trace.rows[i].values[sources[c]]);
    }
  }
  return frameTable("model|cartridge, the frames up to it", frames, columns, trace, difference.watch,
                    options);
}

// `begin` to `end` are rows of the trace.
std::string sideBySide(const Trace& trace, const Trace& golden, const std::string& named, size_t begin,
                       size_t end, const DiffTextOptions& options) {
  Table frames{{"frame", "buttons "}};
  std::vector<Column> columns;
  std::vector<std::pair<size_t, size_t>> sources;
  for (size_t c = 0; c < golden.header.watches.size(); ++c)
    if (const auto other = trace.find(golden.header.watches[c].name)) {
      sources.emplace_back(c, *other);
      columns.push_back({golden.header.watches[c].name, golden.header.watches[c].fraction_bits});
    }
  for (size_t i = begin; i < end; ++i) {
    const Row& ours = trace.rows[i];
    const auto theirs = std::lower_bound(golden.rows.begin(), golden.rows.end(), ours.frame,
                                         [](const Row& a, uint64_t b) { return a.frame < b; });
    if (theirs == golden.rows.end() || theirs->frame != ours.frame) continue;
    frames.push_back({std::to_string(ours.frame),
                      options.buttons ? pairCell(buttonsText(theirs->buttons), buttonsText(ours.buttons))
                                      : buttonsText(ours.buttons)});
    for (size_t c = 0; c < columns.size(); ++c)
      columns[c].add(theirs->values[sources[c].first], ours.values[sources[c].second]);
  }
  return frameTable(options.sides + (options.after == 0 ? ", the frames up to it" : ", the frames around it"),
                    frames, columns, trace, named, options);
}

// "jump 3 (stroke, frame 217), "; "" on the ground and in a flight that began before the trace.
std::string jumpText(const DiffResult& result, size_t row) {
  const auto index = jumps::jumpAt(result.jumps, row);
  if (!index || !result.jumps[*index].number) return "";
  const jumps::Jump& jump = result.jumps[*index];
  return "jump " + std::to_string(*jump.number) + " (" + std::string(toString(jump.start)) + ", frame " +
         std::to_string(jump.start_frame) + "), ";
}

// "  52 because the model …" for each reason, and how many have none.
std::string reasonsText(const DiffResult& result) {
  std::map<std::string, size_t> counts = result.unlisted;
  for (const Difference& difference : result.differences) ++counts[difference.because];
  std::string text;
  for (const auto& [reason, count] : counts)
    if (!reason.empty()) text += "  " + std::to_string(count) + " because " + reason + "\n";
  return text + "  " + std::to_string(counts[""]) + " for which " + result.departures + " do not account\n";
}

template <class Value>
ordered_json orNull(const std::optional<Value>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json byteJson(const WrongByte& byte) {
  return {{"address", trace::addressText(byte.address)},
          {"mask", byte.mask},
          {"expected", orNull(byte.expected)},
          {"got", orNull(byte.got)}};
}

// "$4C"; "one of the bits $0C"
std::string expectedText(const WrongByte& byte) {
  return byte.expected ? "$" + hex(*byte.expected, 2) : "one of the bits $" + hex(byte.mask, 2);
}

constexpr const char* below_expected = "below the expected value's last binary place";

// What is known of a byte that has no write in the log.
std::string unwrittenText(const WrongByte& byte) {
  if (byte.below_expected && !byte.expected)
    return "  byte " + trace::addressText(byte.address) + ", " + below_expected + ": " +
           (byte.got ? "got $" + hex(*byte.got, 2) : "unknown") + "\n";
  std::string text = "  byte " + trace::addressText(byte.address) + ": expected " + expectedText(byte);
  if (byte.got) text += ", got $" + hex(*byte.got, 2);
  if (byte.mask != 0xFF && byte.expected) text += ", in the bits $" + hex(byte.mask, 2);
  return text + "\n";
}

// ", expected $4C" after the values of a write.
std::string writerExpectedText(const Difference& difference) {
  if (difference.writer_expected)
    return ", expected $" + hex(static_cast<uint8_t>(*difference.writer_expected), 2);
  if (!difference.byte || difference.byte->expected) return "";
  return ", " +
         (difference.byte->below_expected ? below_expected : "expected " + expectedText(*difference.byte));
}

bool showsFrameBefore(const trace::Watch& watch) { return watch.take == trace::Take::Previous; }

// "written", with the frame where that is not `frame`. `before`: the bytes are those of the frame before.
std::string whenWritten(const Write& write, uint64_t frame, bool before) {
  const std::string in_frame = " in frame " + std::to_string(write.frame);
  if (before && write.frame + 1 == frame) return "written" + in_frame;
  if (before) return "not written in the frame before, last written" + in_frame;
  return write.frame == frame ? "written" : "not written in this frame, last written" + in_frame;
}

std::string claimsText(const DiffTextOptions& options) {
  return options.claims.empty() ? "" : "what this claims: " + options.claims + "\n";
}

}  // namespace

ordered_json differenceJson(const Difference& difference) {
  ordered_json json;
  json["frame"] = difference.frame;
  json["watch"] = difference.watch;
  json["expected"] = difference.expected;
  json["got"] = difference.got;
  json["old"] = orNull(difference.before);
  if (!difference.because.empty()) json["because"] = difference.because;
  if (!difference.note.empty()) json["note"] = difference.note;
  if (difference.byte) json["byte"] = byteJson(*difference.byte);
  if (difference.writer) {
    const Write& write = *difference.writer;
    json["writer"] = {{"frame", write.frame},
                      {"cycle", write.cycle},
                      {"scanline", write.scanline},
                      {"dot", write.dot},
                      {"pc", trace::addressText(write.pc)},
                      {"instruction", write.instruction},
                      {"old", write.old_value},
                      {"new", write.new_value},
                      {"expected", orNull(difference.writer_expected)}};
    if (!write.place.empty()) json["writer"]["place"] = write.place;
  } else {
    json["writer"] = nullptr;
  }
  return json;
}

std::string differenceText(const TraceView& trace, const Difference& difference) {
  const auto column = trace.find(difference.watch);
  const int bits = column ? trace.header.watches[*column].fraction_bits : 0;
  const auto value = [&](int64_t raw) {
    return column ? trace::decimalText(raw, bits) : buttonsText(static_cast<uint8_t>(raw));
  };
  std::string text = "frame " + std::to_string(difference.frame) + ", " + difference.watch + ": expected " +
                     value(difference.expected) + ", got " + value(difference.got);
  if (difference.before) text += ", old value " + value(*difference.before);
  text += '\n';
  if (!difference.because.empty()) text += "  because " + difference.because + "\n";
  if (!difference.note.empty()) text += "  " + difference.note + "\n";
  const bool of_several = column && trace.header.watches[*column].addresses.size() > 1;
  if (!difference.writer)
    return difference.byte && of_several ? text + unwrittenText(*difference.byte) : text;
  const Write& write = *difference.writer;
  text += "  ";
  if (of_several && difference.byte) text += "byte " + trace::addressText(difference.byte->address) + " ";
  text += whenWritten(write, difference.frame, column && showsFrameBefore(trace.header.watches[*column]));
  text += " in cycle " + std::to_string(write.cycle) + ", scanline " + std::to_string(write.scanline) +
          ", dot " + std::to_string(write.dot) + ", by " + writerAddress(write) + " " + write.instruction +
          " ($" + hex(write.old_value, 2) + " to $" + hex(write.new_value, 2) +
          writerExpectedText(difference) + ")\n";
  return text;
}

std::string differenceHeadline(const TraceView& trace, const Difference& difference) {
  const auto column = trace.find(difference.watch);
  const auto value = [&](int64_t raw) {
    return column ? trace::formatValue(trace.header.watches[*column], raw)
                  : buttonsText(static_cast<uint8_t>(raw));
  };
  std::string text = "frame " + std::to_string(difference.frame) + ", " + difference.watch + ": expected " +
                     value(difference.expected) + ", got " + value(difference.got);
  const bool of_several = column && trace.header.watches[*column].addresses.size() > 1;
  if (of_several && difference.byte)
    text += ", byte " + trace::addressText(difference.byte->address) + (difference.writer ? "" : " is wrong");
  if (!difference.writer) return text;
  text += of_several && difference.byte ? " " : ", ";
  text += difference.writer->frame == difference.frame
              ? "written by "
              : "last written in frame " + std::to_string(difference.writer->frame) + " by ";
  return text + writerAddress(*difference.writer) + " " + difference.writer->instruction;
}

void labelWriters(std::span<Difference> differences, const trace::Symbols& symbols) {
  for (Difference& difference : differences)
    if (difference.writer) difference.writer->place = symbols.placeOf(difference.writer->pc);
}

std::string writerAddress(const Write& write) {
  const std::string address = trace::addressText(write.pc);
  return write.place.empty() ? address : address + " (" + write.place + ")";
}

namespace {

std::string toleratedText(size_t values) {
  return values == 0 ? "" : ", " + counted(values, "value") + " within tolerance";
}

}  // namespace

std::string diffSummary(const DiffResult& result) {
  return counted(jumps::countJumps(result.jumps), "jump") + ", " + counted(result.compared_frames, "frame") +
         ", " + counted(result.compared_values, "value") +
         " compared: " + counted(result.differenceCount(), "difference") +
         toleratedText(result.tolerated_values);
}

std::string judgedText(const DiffResult& result) {
  std::string text;
  for (const auto& [name, details] : result.judged) {
    text += "judged: " + name;
    bool first = true;
    for (const auto& [detail, count] : details) {
      text += (first ? " " : ", ") + std::to_string(count) + (detail.empty() ? "" : " x " + detail);
      first = false;
    }
    text += "\n";
  }
  for (const auto& [reason, count] : result.adopted)
    text += "adopted unjudged: " + counted(count, "frame") + ": " + reason + "\n";
  return text;
}

std::string diffText(const TraceView& trace, const DiffResult& result, const DiffTextOptions& options) {
  std::string text;
  size_t shown_row = SIZE_MAX;
  for (size_t i = 0; i < result.differences.size() && (options.all || i == 0); ++i) {
    const Difference& difference = result.differences[i];
    text += difference.row == shown_row ? "  also " : jumpText(result, difference.row);
    text += differenceText(trace, difference);
    const bool last_of_row =
        !options.all || i + 1 == result.differences.size() || result.differences[i + 1].row != difference.row;
    if (last_of_row) text += sideBySide(trace, result, difference, options);
    if (i == 0) text += options.why;
    shown_row = difference.row;
  }
  for (const std::string& note : result.notes) text += note + "\n";
  if (result.explains) text += reasonsText(result);
  text += judgedText(result);
  if (!result.has_write_log)
    text +=
        "no write log: what ceilings, blocks and enemies did is inferred from the values; a log "
        "(`jumpscope trace --writes FILE`) tells it, and who wrote a wrong byte\n";
  return text + claimsText(options) + diffSummary(result) + "\n";
}

ordered_json diffJson(const TraceView& trace, const DiffResult& result) {
  ordered_json json;
  json["rom"] = trace.header.rom_name;
  json["profile"] = trace.header.profile;
  json["model"] = result.model;
  json["watches"] = result.watches;
  json["write_log"] = result.has_write_log;
  json["jumps"] = jumps::countJumps(result.jumps);
  json["frames"] = result.compared_frames;
  json["values"] = result.compared_values;
  if (result.tolerated_values != 0) json["tolerated"] = result.tolerated_values;
  json["judged"] = result.judged;
  json["adopted"] = result.adopted;
  json["notes"] = result.notes;
  json["difference_count"] = result.differenceCount();
  json["differences"] = ordered_json::array();
  for (const Difference& difference : result.differences) {
    ordered_json entry = differenceJson(difference);
    const auto jump = jumps::jumpAt(result.jumps, difference.row);
    entry["jump"] = nullptr;
    if (jump && result.jumps[*jump].number) entry["jump"] = *result.jumps[*jump].number;
    json["differences"].push_back(std::move(entry));
  }
  json["jump_table"] = jumps::jumpsJson(result.jumps);
  return json;
}

std::string goldenSummary(const GoldenResult& result) {
  const auto part = [](size_t compared, size_t expected, const char* what) {
    return std::to_string(compared) + " of " + counted(expected, what) + ", ";
  };
  return part(result.compared_rows, result.expected_rows, "frame") +
         part(result.compared_columns, result.expected_columns, "column") +
         counted(result.compared_values, "value") +
         " compared: " + counted(result.differenceCount(), "difference") +
         toleratedText(result.tolerated_values);
}

std::string goldenText(const Trace& trace, const Trace& golden, const GoldenResult& result,
                       const DiffTextOptions& options) {
  std::string text;
  for (const std::string& sentence : result.metadata) text += "note: " + sentence + "\n";
  for (const std::string& sentence : result.shape) text += sentence + "\n";
  size_t shown = 0;  // rows before this one have been shown
  for (size_t i = 0; i < result.differences.size() && (options.all || i == 0); ++i) {
    const Difference& difference = result.differences[i];
    text += differenceText(trace, difference);
    const bool last_of_row =
        !options.all || i + 1 == result.differences.size() || result.differences[i + 1].row != difference.row;
    if (!last_of_row || difference.row < shown) continue;
    shown = std::min(difference.row + options.after + 1, trace.rows.size());
    text += sideBySide(trace, golden, difference.watch, firstContextRow(difference.row, options.context),
                       shown, options);
  }
  return text + claimsText(options) + goldenSummary(result) + "\n";
}

ordered_json goldenJson(const GoldenResult& result) {
  ordered_json json;
  json["frames"] = result.compared_rows;
  json["expected_frames"] = result.expected_rows;
  json["columns"] = result.compared_columns;
  json["expected_columns"] = result.expected_columns;
  json["values"] = result.compared_values;
  json["tolerated"] = result.tolerated_values;
  json["metadata"] = result.metadata;
  json["shape"] = result.shape;
  json["difference_count"] = result.differenceCount();
  json["differences"] = ordered_json::array();
  for (const Difference& difference : result.differences)
    json["differences"].push_back(differenceJson(difference));
  return json;
}

}  // namespace jumpscope::diff
