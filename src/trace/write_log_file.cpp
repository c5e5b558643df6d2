#include "src/trace/write_log_file.h"

#include <algorithm>
#include <array>
#include <limits>

#include "src/trace/lines.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr std::string_view names = "frame,cycle,scanline,dot,pc,instruction,watch,old,new";
constexpr size_t column_count = 9;
constexpr size_t block_size = size_t(1) << 16;
constexpr int most_scanlines = 312;  // PAL's
constexpr int dots_a_line = 341;

void appendField(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) {
    out += text;
    return;
  }
  out += '"';
  for (char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

// The fields of a line, quotes removed (RFC 4180). nullopt when a quote is out of place.
std::optional<std::vector<std::string>> splitFields(std::string_view line) {
  std::vector<std::string> fields(1);
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ',') {
      fields.emplace_back();
    } else if (line[i] != '"') {
      fields.back() += line[i];
    } else {
      if (!fields.back().empty()) return std::nullopt;
      for (++i;; ++i) {
        if (i >= line.size()) return std::nullopt;
        if (line[i] == '"' && (i + 1 >= line.size() || line[i + 1] != '"')) break;
        if (line[i] == '"') ++i;
        fields.back() += line[i];
      }
      if (i + 1 < line.size() && line[i + 1] != ',') return std::nullopt;
    }
  }
  return fields;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name, const std::vector<Watch>& watches)
      : lines_(text, name), name_(name), watches_(watches) {}

  std::vector<Write> read() {
    if (lines_.atEnd()) throw std::runtime_error(name_ + " is empty; expected a write log of jumpscope");
    if (lines_.next() != names)
      lines_.fail("this is no write log: expected the column names " + std::string(names));
    std::vector<Write> writes;
    while (!lines_.atEnd()) {
      Write write = writeFrom(lines_.next());
      if (!writes.empty() && (write.frame < writes.back().frame || write.cycle < writes.back().cycle))
        lines_.fail("this write comes before the one above it; expected ascending frames and cycles");
      writes.push_back(std::move(write));
    }
    return writes;
  }

 private:
  template <class Integer>
  Integer number(const std::string& text, Integer highest, const char* what) const {
    const auto value = parseInteger<Integer>(text, 0, highest);
    if (!value) lines_.fail(std::string("expected ") + what + " from 0 to " + std::to_string(highest));
    return *value;
  }

  Write writeFrom(std::string_view line) const {
    const auto fields = splitFields(line);
    if (!fields) lines_.fail("a quotation mark is out of place");
    if (fields->size() != column_count)
      lines_.fail("expected " + std::to_string(column_count) + " columns, found " +
                  std::to_string(fields->size()));
    const auto& f = *fields;
    constexpr uint64_t most = std::numeric_limits<uint64_t>::max();
    Write write;
    write.frame = number(f[0], most, "a frame");
    write.cycle = number(f[1], most, "a cycle");
    write.scanline = number(f[2], most_scanlines - 1, "a scanline");
    write.dot = number(f[3], dots_a_line - 1, "a dot");
    const auto pc = f[4].starts_with('$') ? parseNumber(f[4], 0xFFFF) : std::nullopt;
    if (!pc) lines_.fail("expected the program counter as $8123");
    write.pc = uint16_t(*pc);
    write.instruction = f[5];
    setWatch(write, f[6]);
    write.old_value = uint8_t(number(f[7], 255, "an old value"));
    write.new_value = uint8_t(number(f[8], 255, "a new value"));
    return write;
  }

  // "y_position", or "y[$0416]" for a watch of several bytes.
  void setWatch(Write& write, const std::string& text) const {
    const size_t bracket = text.find('[');
    write.watch = text.substr(0, bracket);
    const auto watch = std::find_if(watches_.begin(), watches_.end(),
                                    [&](const Watch& candidate) { return candidate.name == write.watch; });
    if (watch == watches_.end()) lines_.fail("the trace has no watch of the name in the column watch");
    const auto& addresses = watch->addresses;
    if (bracket == text.npos) {
      if (addresses.size() != 1)
        lines_.fail("the watch " + watch->name + " has not one address; expected it as " + watch->name +
                    "[$ADDRESS]");
      write.address = addresses[0];
      return;
    }
    const std::string_view inside = std::string_view(text).substr(bracket + 1);
    const auto address =
        inside.ends_with(']') ? parseNumber(inside.substr(0, inside.size() - 1), 0xFFFF) : std::nullopt;
    if (!address || std::find(addresses.begin(), addresses.end(), *address) == addresses.end())
      lines_.fail("expected one of the addresses of the watch " + watch->name + " between brackets");
    write.address = uint16_t(*address);
  }

  Lines lines_;
  std::string name_;
  const std::vector<Watch>& watches_;
};

}  // namespace

WriteLogEncoder::WriteLogEncoder(const std::vector<Watch>& watches, bool compressed, Sink sink)
    : watches_(watches), sink_(std::move(sink)), pending_(names) {
  pending_ += '\n';
  if (compressed) compressor_.emplace(sink_);
}

void WriteLogEncoder::write(const Write& write) {
  const auto number = [this](uint64_t value) { pending_ += std::to_string(value) + ','; };
  number(write.frame);
  number(write.cycle);
  number(uint64_t(write.scanline));
  number(uint64_t(write.dot));
  pending_.append(addressText(write.pc)).append(",");
  appendField(pending_, write.instruction);
  pending_.append(",").append(write.watch);
  const bool several = std::any_of(watches_.begin(), watches_.end(), [&](const Watch& watch) {
    return watch.name == write.watch && watch.addresses.size() > 1;
  });
  if (several) pending_.append("[").append(addressText(write.address)).append("]");
  pending_ += ',';
  number(write.old_value);
  pending_.append(std::to_string(write.new_value)).append("\n");
  if (pending_.size() >= block_size) flush();
}

void WriteLogEncoder::flush() {
  compressor_ ? compressor_->write(pending_) : sink_(pending_);
  pending_.clear();
}

void WriteLogEncoder::finish() {
  flush();
  if (compressor_) compressor_->finish();
}

WriteLogWriter::WriteLogWriter(const std::filesystem::path& path, const std::vector<Watch>& watches)
    : file_(path),
      encoder_(watches, path.filename().string().ends_with(".zst"),
               [this](std::string_view bytes) { file_.write(bytes); }) {}

void WriteLogWriter::commit() {
  encoder_.finish();
  file_.commit();
}

std::string encodeWriteLog(std::span<const Write> writes, const std::vector<Watch>& watches) {
  std::string bytes;
  WriteLogEncoder encoder(watches, false, [&](std::string_view piece) { bytes += piece; });
  for (const Write& write : writes) encoder.write(write);
  encoder.finish();
  return bytes;
}

std::vector<Write> parseWriteLog(std::span<const uint8_t> file, const std::string& name,
                                 const std::vector<Watch>& watches) {
  std::vector<uint8_t> content;
  if (isZstd(file)) {
    content = decompressZstd(file, name);
    file = content;
  }
  return Reader({reinterpret_cast<const char*>(file.data()), file.size()}, name, watches).read();
}

std::vector<Write> readWriteLog(const std::filesystem::path& path, const std::vector<Watch>& watches) {
  return parseWriteLog(readFile(path), path.filename().string(), watches);
}

}  // namespace jumpscope::trace
