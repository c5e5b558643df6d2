#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/json.h"
#include "src/base/printable.h"
#include "src/movie/buttons.h"
#include "src/trace/jump_rule.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"
#include "src/trace/watch_json.h"

namespace jumpscope::trace {
namespace {

constexpr size_t block_size = size_t(1) << 16;

std::string firstLine(const Header& header) {
  nlohmann::ordered_json json;
  json["version"] = header.version;
  json["rom"] = header.rom_name;
  json["rom_sha1"] = header.rom_sha1;
  json["movie_sha1"] = header.movie_sha1;
  json["profile"] = header.profile;
  json["model"] = header.model;
  if (!header.settings.empty()) json["settings"] = header.settings;
  json["region"] = header.region;
  json["ram_init"] = header.ram_init;
  if (!header.battery_sha1.empty()) json["battery_sha1"] = header.battery_sha1;
  if (!header.state_sha1.empty()) json["state_sha1"] = header.state_sha1;
  if (header.banks)
    json["prg_banks"] = {{"prg_size", header.banks->prg_size}, {"bank_size", header.banks->bank_size}};
  if (!header.when.empty()) json["when"] = header.when;
  if (header.rule) {
    json["rule"] = nlohmann::ordered_json::object();
    putJumpRule(json["rule"], *header.rule);
  }
  json["watches"] = nlohmann::ordered_json::array();
  for (const Watch& watch : header.watches) json["watches"].push_back(watchToJson(watch));
  for (const Watch& watch : header.watches) {
    const auto tolerance = header.tolerances.find(watch.name);
    if (tolerance != header.tolerances.end()) json["tolerances"][watch.name] = realText(tolerance->second);
  }
  // A file's name need not be UTF-8, which JSON is.
  return "# jumpscope-trace 1 " + base::compactJson(json) + "\n";
}

}  // namespace

TraceFormat traceFormatOf(const std::string& file_name) {
  if (file_name.ends_with(".csv.zst")) return TraceFormat::CsvZst;
  if (file_name.ends_with(".csv")) return TraceFormat::Csv;
  if (file_name.ends_with(".jsonl")) return TraceFormat::Jsonl;
  throw std::runtime_error("the name " + base::printable(file_name, 200) +
                           " has no extension of a trace; use .csv, .csv.zst or .jsonl");
}

TraceEncoder::TraceEncoder(const Header& header, TraceFormat format, base::Sink sink)
    : watches_(header.watches), format_(format), sink_(std::move(sink)) {
  requireSound(watches_, "the trace's watches");
  if (format_ == TraceFormat::CsvZst) compressor_.emplace(sink_);
  line(firstLine(header));
  const bool is_json = format_ == TraceFormat::Jsonl;
  before_frame_ = is_json ? "{\"frame\":" : "";
  before_buttons_ = is_json ? ",\"buttons\":\"" : ",";
  size_t longest = 100;  // frame, buttons and the text around them
  for (size_t i = 0; i < watches_.size(); ++i) {
    const std::string name = watches_[i].name;
    before_value_.push_back(i == 0 ? "\",\"" + name + "\":" : ",\"" + name + "\":");
    longest += before_value_.back().size() + longest_value;
  }
  row_end_ = !is_json ? "\n" : watches_.empty() ? "\"}\n" : "}\n";
  row_.resize(longest);
  if (is_json) return;
  std::string names = "frame,buttons";
  for (const Watch& watch : watches_) names.append(",").append(watch.name);
  line(names + "\n");
}

void TraceEncoder::row(const Row& row) {
  // Into one buffer, because formatting takes most of the time of a fast run.
  char* out = row_.data();
  const auto put = [&](std::string_view text) { out = std::copy(text.begin(), text.end(), out); };
  put(before_frame_);
  out = std::to_chars(out, out + 20, row.frame).ptr;
  put(before_buttons_);
  out = movie::putButtons(out, row.buttons);
  for (size_t i = 0; i < watches_.size(); ++i) {
    if (format_ == TraceFormat::Jsonl)
      put(before_value_[i]);
    else
      *out++ = ',';
    const uint64_t value = static_cast<uint64_t>(row.values[i]);
    if (value < 10 && watches_[i].fraction_bits == 0)  // most of them
      *out++ = static_cast<char>('0' + value);
    else
      out = putValue(out, watches_[i], row.values[i]);
  }
  put(row_end_);
  line({row_.data(), static_cast<size_t>(out - row_.data())});
}

void TraceEncoder::line(std::string_view text) {
  pending_ += text;
  if (pending_.size() < block_size) return;
  compressor_ ? compressor_->write(pending_) : sink_(pending_);
  pending_.clear();
}

void TraceEncoder::finish() {
  compressor_ ? compressor_->write(pending_) : sink_(pending_);
  pending_.clear();
  if (compressor_) compressor_->finish();
}

TraceWriter::TraceWriter(const std::filesystem::path& path, const Header& header)
    : file_(path), encoder_(header, traceFormatOf(path.filename().string()), [this](std::string_view bytes) {
        file_.write(bytes);
      }) {}

void TraceWriter::commit() {
  encoder_.finish();
  file_.commit();
}

std::string encodeTrace(const Trace& trace, TraceFormat format) {
  std::string bytes;
  TraceEncoder encoder(trace.header, format, [&](std::string_view piece) { bytes += piece; });
  for (const Row& row : trace.rows) encoder.row(row);
  encoder.finish();
  return bytes;
}

}  // namespace jumpscope::trace
