#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "src/base/text.h"
#include "src/diff/diff.h"

namespace jumpscope::diff {
namespace {

using nlohmann::ordered_json;
using trace::Row;
using trace::Trace;
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

std::string sideBySide(const Trace& trace, const DiffResult& result, size_t row, size_t context) {
  Table table{{"frame", "buttons"}};
  std::vector<size_t> columns;
  for (const std::string& watch : result.watches) {
    table[0].push_back(watch + " ");
    columns.push_back(*trace.find(watch));
  }
  const auto byRow = [](const ComparedRow& a, size_t b) { return a.row < b; };
  for (size_t i = firstContextRow(row, context); i <= row; ++i) {
    const auto compared = std::lower_bound(result.rows.begin(), result.rows.end(), i, byRow);
    const bool known = compared != result.rows.end() && compared->row == i;
    std::vector<std::string> line{std::to_string(trace.rows[i].frame), buttonsText(trace.rows[i].buttons)};
    for (size_t c = 0; c < columns.size(); ++c) {
      const int bits = trace.header.watches[columns[c]].fraction_bits;
      line.push_back(known ? pairCell(jumps::exactDecimal(compared->expected[c], bits),
                                      jumps::exactDecimal(compared->got[c], bits))
                           : pairCell("-", jumps::exactDecimal(trace.rows[i].values[columns[c]], bits)));
    }
    table.push_back(line);
  }
  return "  model|cartridge, the frames up to it:\n" + tableText(table);
}

// `begin` to `end` are rows of the trace.
std::string sideBySide(const Trace& trace, const Trace& golden, size_t begin, size_t end,
                       const DiffTextOptions& options) {
  Table table{{"frame", "buttons "}};
  std::vector<std::pair<size_t, size_t>> columns;
  for (size_t c = 0; c < golden.header.watches.size(); ++c)
    if (const auto other = trace.find(golden.header.watches[c].name)) {
      columns.emplace_back(c, *other);
      table[0].push_back(golden.header.watches[c].name + " ");
    }
  for (size_t i = begin; i < end; ++i) {
    const Row& ours = trace.rows[i];
    const auto theirs = std::lower_bound(golden.rows.begin(), golden.rows.end(), ours.frame,
                                         [](const Row& a, uint64_t b) { return a.frame < b; });
    if (theirs == golden.rows.end() || theirs->frame != ours.frame) continue;
    std::vector<std::string> line{std::to_string(ours.frame),
                                  options.buttons
                                      ? pairCell(buttonsText(theirs->buttons), buttonsText(ours.buttons))
                                      : buttonsText(ours.buttons)};
    for (const auto& [g, t] : columns) {
      const int bits = golden.header.watches[g].fraction_bits;
      line.push_back(
          pairCell(jumps::exactDecimal(theirs->values[g], bits), jumps::exactDecimal(ours.values[t], bits)));
    }
    table.push_back(line);
  }
  return "  " + options.sides +
         (options.after == 0 ? ", the frames up to it:\n" : ", the frames around it:\n") + tableText(table);
}

// "  52 because the model …" for each reason, and how many have none.
std::string reasonsText(const DiffResult& result) {
  std::map<std::string, size_t> counts;
  for (const Difference& difference : result.differences) ++counts[difference.because];
  std::string text;
  for (const auto& [reason, count] : counts)
    if (!reason.empty()) text += "  " + std::to_string(count) + " because " + reason + "\n";
  return text + "  " + std::to_string(counts[""]) + " for which " + result.departures + " do not account\n";
}

// "jump 3 (jump, frame 120), "
std::string placeText(const DiffResult& result, const Difference& difference) {
  if (!difference.jump) return "";
  const jumps::Jump& jump = result.jumps[*difference.jump];
  return "jump " + std::to_string(*difference.jump + 1) + " (" + std::string(toString(jump.start)) + ", frame " +
         std::to_string(jump.start_frame) + "), ";
}

ordered_json differenceJson(const Difference& difference) {
  ordered_json json;
  json["frame"] = difference.frame;
  json["watch"] = difference.watch;
  json["expected"] = difference.expected;
  json["got"] = difference.got;
  json["old"] = difference.before ? ordered_json(*difference.before) : ordered_json(nullptr);
  if (!difference.because.empty()) json["because"] = difference.because;
  if (!difference.note.empty()) json["note"] = difference.note;
  if (difference.writer) {
    const Write& write = *difference.writer;
    json["writer"] = {{"frame", write.frame},
                      {"cycle", write.cycle},
                      {"scanline", write.scanline},
                      {"dot", write.dot},
                      {"pc", std::string("$").append(hex(write.pc, 4))},
                      {"instruction", write.instruction},
                      {"old", write.old_value},
                      {"new", write.new_value},
                      {"expected", difference.writer_expected}};
  } else {
    json["writer"] = nullptr;
  }
  return json;
}

}  // namespace

std::string differenceText(const Trace& trace, const Difference& difference) {
  const auto column = trace.find(difference.watch);
  const int bits = column ? trace.header.watches[*column].fraction_bits : 0;
  const auto value = [&](int64_t raw) {
    return column ? jumps::exactDecimal(raw, bits) : buttonsText(static_cast<uint8_t>(raw));
  };
  std::string text = "frame " + std::to_string(difference.frame) + ", " + difference.watch + ": expected " +
                     value(difference.expected) + ", got " + value(difference.got);
  if (difference.before) text += ", old value " + value(*difference.before);
  text += '\n';
  if (!difference.because.empty()) text += "  because " + difference.because + "\n";
  if (!difference.note.empty()) text += "  " + difference.note + "\n";
  if (!difference.writer) return text;
  const Write& write = *difference.writer;
  const bool here = write.frame == difference.frame;
  text += here ? "  written"
               : "  not written in this frame, last written in frame " + std::to_string(write.frame);
  text += " in cycle " + std::to_string(write.cycle) + ", scanline " + std::to_string(write.scanline) +
          ", dot " + std::to_string(write.dot) + ", by $" + hex(write.pc, 4) + " " + write.instruction +
          " ($" + hex(write.old_value, 2) + " to $" + hex(write.new_value, 2) + ", expected $" +
          hex(static_cast<uint8_t>(difference.writer_expected), 2) + ")\n";
  return text;
}

std::string diffSummary(const DiffResult& result) {
  return counted(result.jumps.size(), "jump") + ", " + counted(result.compared_frames, "frame") + ", " +
         counted(result.compared_values, "value") +
         " compared: " + counted(result.differences.size(), "difference");
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

std::string diffText(const Trace& trace, const DiffResult& result, const DiffTextOptions& options) {
  std::string text;
  size_t shown_row = SIZE_MAX;
  for (size_t i = 0; i < result.differences.size() && (options.all || i == 0); ++i) {
    const Difference& difference = result.differences[i];
    if (difference.row != shown_row)
      text += placeText(result, difference);
    else
      text += "  also ";
    text += differenceText(trace, difference);
    const bool last_of_row =
        !options.all || i + 1 == result.differences.size() || result.differences[i + 1].row != difference.row;
    if (last_of_row) text += sideBySide(trace, result, difference.row, options.context);
    shown_row = difference.row;
  }
  for (const std::string& note : result.notes) text += note + "\n";
  if (result.explains) text += reasonsText(result);
  text += judgedText(result);
  if (!result.has_write_log)
    text +=
        "no write log: what ceilings, blocks and enemies did is inferred from the values; a log "
        "(`jumpscope trace --writes FILE`) tells it, and who wrote a wrong byte\n";
  return text + diffSummary(result) + "\n";
}

ordered_json diffJson(const Trace& trace, const DiffResult& result) {
  ordered_json json;
  json["rom"] = trace.header.rom_name;
  json["profile"] = trace.header.profile;
  json["model"] = result.model;
  json["watches"] = result.watches;
  json["write_log"] = result.has_write_log;
  json["jumps"] = result.jumps.size();
  json["frames"] = result.compared_frames;
  json["values"] = result.compared_values;
  json["judged"] = result.judged;
  json["adopted"] = result.adopted;
  json["notes"] = result.notes;
  json["difference_count"] = result.differences.size();
  json["differences"] = ordered_json::array();
  for (const Difference& difference : result.differences) {
    ordered_json entry = differenceJson(difference);
    entry["jump"] = difference.jump ? ordered_json(*difference.jump + 1) : ordered_json(nullptr);
    json["differences"].push_back(std::move(entry));
  }
  json["jump_table"] = jumps::jumpsJson(result.jumps);
  return json;
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
    text += sideBySide(trace, golden, firstContextRow(difference.row, options.context), shown, options);
  }
  return text + counted(result.compared_rows, "frame") + ", " + counted(result.compared_values, "value") +
         " compared: " + counted(result.differences.size() + result.shape.size(), "difference") +
         (result.tolerated_values ? ", " + counted(result.tolerated_values, "value") + " within tolerance"
                                  : "") +
         "\n";
}

ordered_json goldenJson(const GoldenResult& result) {
  ordered_json json;
  json["frames"] = result.compared_rows;
  json["values"] = result.compared_values;
  json["tolerated"] = result.tolerated_values;
  json["metadata"] = result.metadata;
  json["shape"] = result.shape;
  json["difference_count"] = result.differences.size() + result.shape.size();
  json["differences"] = ordered_json::array();
  for (const Difference& difference : result.differences)
    json["differences"].push_back(differenceJson(difference));
  return json;
}

}  // namespace jumpscope::diff
