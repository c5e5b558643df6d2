#include "src/trace/write_log_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>

#include "src/base/files.h"
#include "src/base/limits.h"
#include "src/base/lines.h"
#include "src/base/printable.h"
#include "src/base/streamed_lines.h"
#include "src/base/text.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr std::string_view names = "frame,cycle,scanline,dot,pc,instruction,watch,old,new,stack";
constexpr size_t column_count = 10;
constexpr std::string_view names_without_stack = names.substr(0, names.rfind(','));
// Of Caller::Kind.
constexpr std::array<std::string_view, 4> caller_prefixes = {"", "nmi:", "irq:", "brk:"};
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
  Reader(base::Pieces text, const std::string& name, const std::vector<Watch>& watches)
      : lines_(std::move(text), name), name_(name) {
    for (const Watch& watch : watches) watch_named_.emplace(watch.name, &watch);
    if (lines_.atEnd()) throw std::runtime_error(name_ + " is empty; expected a write log of jumpscope");
    const std::string_view found = lines_.next();
    if (found != names && found != names_without_stack)
      lines_.fail("this is not a write log: expected the column names " + std::string(names));
    columns_ = found == names ? column_count : column_count - 1;
  }

  // A std::vector or PackedWrites.
  template <class Writes>
  Writes read() {
    Writes writes;
    uint64_t frame = 0, cycle = 0;
    while (!lines_.atEnd()) {
      const Write write = writeFrom(lines_.next());
      if (write.frame < frame || write.cycle < cycle)
        lines_.fail("this write comes before the one above it; expected ascending frames and cycles");
      if (writes.size() >= base::most_rows)
        lines_.fail(
            "the log is too large: it has more than 10 million writes; record fewer frames or watches");
      frame = write.frame, cycle = write.cycle;
      writes.push_back(write);
    }
    return writes;
  }

 private:
  template <class Integer>
  Integer number(const std::string& text, Integer highest, const char* what) const {
    const auto value = base::parseInteger<Integer>(text, 0, highest);
    if (!value) lines_.fail(std::string("expected ") + what + " from 0 to " + std::to_string(highest));
    return *value;
  }

  Write writeFrom(std::string_view line) const {
    const auto fields = splitFields(line);
    if (!fields) lines_.fail("a quotation mark is out of place");
    if (fields->size() != columns_)
      lines_.fail("expected " + std::to_string(columns_) + " columns, found " +
                  std::to_string(fields->size()));
    const auto& f = *fields;
    constexpr uint64_t most = std::numeric_limits<uint64_t>::max();
    Write write;
    write.frame = number(f[0], most, "a frame");
    write.cycle = number(f[1], most, "a cycle");
    write.scanline = number(f[2], most_scanlines - 1, "a scanline");
    write.dot = number(f[3], dots_a_line - 1, "a dot");
    const auto pc = parseCodeAddress(f[4]);
    if (!pc) lines_.fail("expected the program counter as $8123, or as $05:8123 with its bank");
    write.pc = *pc;
    write.instruction = f[5];
    setWatch(write, f[6]);
    write.old_value = uint8_t(number(f[7], 255, "an old value"));
    write.new_value = uint8_t(number(f[8], 255, "a new value"));
    if (columns_ == column_count) setStack(write, f[9]);
    return write;
  }

  // "nmi:$8057(main+$1A) $8A10"
  void setStack(Write& write, std::string_view text) const {
    while (!text.empty()) {
      const size_t blank = text.find(' ');
      std::string_view item = text.substr(0, blank);
      text = blank == text.npos ? std::string_view() : text.substr(blank + 1);
      Caller caller;
      for (size_t kind = 1; kind < caller_prefixes.size(); ++kind) {
        if (!item.starts_with(caller_prefixes[kind])) continue;
        caller.kind = Caller::Kind(kind);
        item.remove_prefix(caller_prefixes[kind].size());
        break;
      }
      const std::string_view address = item.substr(0, item.find('('));
      const auto parsed = parseCodeAddress(address);
      if (!parsed) lines_.fail("expected a call stack such as nmi:$8057 $8A10 in the last column");
      caller.address = *parsed;
      write.stack.push_back(caller);
    }
  }

  // "y_position", or "y[$0416]" for a watch of several bytes.
  void setWatch(Write& write, const std::string& text) const {
    const size_t bracket = text.find('[');
    write.watch = text.substr(0, bracket);
    const auto found = watch_named_.find(write.watch);
    if (found == watch_named_.end()) lines_.fail("the trace has no watch of the name in the column watch");
    const Watch* const watch = found->second;
    const auto& addresses = watch->addresses;
    if (bracket == text.npos) {
      if (addresses.size() != 1)
        lines_.fail("the watch " + watch->name + " has several addresses; expected it as " + watch->name +
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

  base::StreamedLines lines_;
  std::string name_;
  std::map<std::string, const Watch*> watch_named_;
  size_t columns_ = column_count;
};

}  // namespace

WriteLogEncoder::WriteLogEncoder(const std::vector<Watch>& watches, bool compressed, base::Sink sink,
                                 const Symbols* symbols)
    : watches_(watches), sink_(std::move(sink)), symbols_(symbols), pending_(names) {
  pending_ += '\n';
  if (compressed) compressor_.emplace(sink_);
}

void WriteLogEncoder::write(const Write& write) {
  constexpr size_t longest_number = 21;  // with its comma
  const std::string_view writer = writerText(write), stack = stackText(write.stack);
  const size_t begin = pending_.size();
  pending_.resize(begin + 6 * longest_number + writer.size() + stack.size() + 1);
  char* at = pending_.data() + begin;
  const auto number = [&](uint64_t value) {
    if (value < 10)
      *at++ = static_cast<char>('0' + value);
    else
      at = std::to_chars(at, at + longest_number, value).ptr;
    *at++ = ',';
  };
  number(write.frame);
  number(write.cycle);
  number(uint64_t(write.scanline));
  number(uint64_t(write.dot));
  at = std::copy(writer.begin(), writer.end(), at);
  number(write.old_value);
  number(write.new_value);
  at = std::copy(stack.begin(), stack.end(), at);
  *at++ = '\n';
  pending_.resize(static_cast<size_t>(at - pending_.data()));
  if (pending_.size() >= block_size) flush();
}

// The fields pc, instruction and watch.
const std::string& WriteLogEncoder::writerText(const Write& write) {
  WriterText& known = writers_[(write.pc.address ^ write.address << 3) % writers_.size()];
  if (!known.text.empty() && known.pc == write.pc && known.address == write.address &&
      known.instruction == write.instruction && known.watch == write.watch)
    return known.text;
  known = {write.pc, write.address, write.instruction, write.watch, addressText(write.pc) + ","};
  appendField(known.text, symbols_ ? symbols_->withNames(write.instruction, write.pc) : write.instruction);
  known.text.append(",").append(write.watch);
  const bool several = std::any_of(watches_.begin(), watches_.end(), [&](const Watch& watch) {
    return watch.addresses.size() > 1 && watch.name == write.watch;
  });
  if (several) known.text.append("[").append(addressText(write.address)).append("]");
  known.text += ',';
  return known.text;
}

std::string_view WriteLogEncoder::stackText(const std::vector<Caller>& stack) {
  if (stack.empty()) return {};
  size_t place = stack.size();
  for (const Caller& caller : stack) place = place * 31 + caller.address.address;
  StackText& known = stacks_[place % stacks_.size()];
  if (known.stack == stack) return known.text;
  std::string text;
  for (const Caller& caller : stack) {
    if (!text.empty()) text += ' ';
    text.append(caller_prefixes[size_t(caller.kind)]).append(addressText(caller.address));
    const std::string place = symbols_ ? symbols_->placeOf(caller.address) : "";
    if (!place.empty()) text.append("(").append(place).append(")");
  }
  known.stack = stack;
  known.text.clear();
  appendField(known.text, text);
  return known.text;
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

std::string encodeWriteLog(std::span<const Write> writes, const std::vector<Watch>& watches,
                           bool compressed) {
  std::string bytes;
  WriteLogEncoder encoder(watches, compressed, [&](std::string_view piece) { bytes += piece; });
  for (const Write& write : writes) encoder.write(write);
  encoder.finish();
  return bytes;
}

namespace {

Reader readerOf(base::Pieces file, const std::string& name, const std::vector<Watch>& watches) {
  const std::span<const uint8_t> first = file();
  const bool compressed = base::isZstd(first);
  base::Pieces whole = base::behind(first, std::move(file));
  return {compressed ? base::zstdPieces(std::move(whole), name) : std::move(whole), name, watches};
}

}  // namespace

std::vector<Write> parseWriteLog(std::span<const uint8_t> file, const std::string& name,
                                 const std::vector<Watch>& watches) {
  const base::Pieces nothing = [] { return std::span<const uint8_t>(); };
  return readerOf(base::behind(file, nothing), name, watches).read<std::vector<Write>>();
}

std::vector<Write> readWriteLog(const std::filesystem::path& path, const TraceView& trace) {
  auto log = readerOf(base::filePieces(path), base::shownName(path), trace.header.watches)
                 .read<std::vector<Write>>();
  requireLogOf(trace, log);
  return log;
}

PackedWrites readPackedWriteLog(const std::filesystem::path& path, const TraceView& trace) {
  auto log =
      readerOf(base::filePieces(path), base::shownName(path), trace.header.watches).read<PackedWrites>();
  requireLogOf(trace, log);
  return log;
}

}  // namespace jumpscope::trace
