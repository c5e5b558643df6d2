#include "src/sweep/pack.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/hash.h"
#include "src/base/lines.h"
#include "src/base/zstd_stream.h"

namespace jumpscope::sweep {
namespace {

constexpr uint32_t skippable_magic = 0x184D2A5E;
constexpr uint64_t frame_head = 8;  // magic number and size
constexpr uint64_t largest_note = 16 << 20;
constexpr int pack_version = 2;  // 1 had no checksums of rows

std::string compressed(std::string_view text) {
  std::string bytes;
  base::ZstdCompressor zstd([&](std::string_view piece) { bytes += piece; });
  zstd.write(text);
  zstd.finish();
  return bytes;
}

void addNumber(std::string& bytes, uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) bytes += char(number >> shift);
}

uint32_t numberAt(const std::string& bytes, size_t place) {
  uint32_t number = 0;
  for (size_t i = 4; i-- > 0;) number = number << 8 | uint8_t(bytes[place + i]);
  return number;
}

std::string crc32Of(std::string_view bytes) {
  return base::crc32Hex({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

// What ends a note.
std::string checkOf(const std::string& words) { return "\n" + crc32Of(words); }
constexpr size_t check_size = 9;

std::string withNote(nlohmann::ordered_json note, std::string_view text) {
  const std::string frame = compressed(text);
  note["bytes"] = frame.size();
  note["crc32"] = crc32Of(frame);
  std::string words = note.dump();
  words += checkOf(words);
  std::string bytes;
  addNumber(bytes, skippable_magic);
  addNumber(bytes, uint32_t(words.size()));
  return bytes + words + frame;
}

// As the JSON library does for a value of another type.
[[noreturn]] void fail(const nlohmann::json& note, const std::string& expected) {
  throw nlohmann::json::other_error::create(501, "expected " + expected, &note);
}

nlohmann::ordered_json partJson(const Part& part) {
  return {{"kind", int(part.kind)}, {"first", part.first}, {"second", part.second}};
}

Part partFrom(const nlohmann::json& json) {
  const int kind = json.at("kind");
  if (kind < 0 || kind > int(Part::Kind::Range)) fail(json, "a part");
  const Part part{Part::Kind(kind), json.at("first"), json.at("second")};
  const uint64_t lowest = part.kind == Part::Kind::Range ? 0 : 1;  // a chunk's number, or a shard's
  if (part.first < lowest || part.first > part.second) fail(json, "a part");
  return part;
}

// The two numbers of "1/3" or "0-9".
std::pair<uint64_t, uint64_t> pairOf(std::string_view text, char between, uint64_t lowest,
                                     const std::string& option) {
  constexpr uint64_t most = 1'000'000'000;
  const size_t place = std::min(text.find(between), text.size());
  const auto first = base::parseInteger<uint64_t>(text.substr(0, place), lowest, most);
  const auto second =
      base::parseInteger<uint64_t>(text.substr(std::min(place + 1, text.size())), lowest, most);
  if (!first || !second || *first > *second)
    throw std::runtime_error(option + " '" + std::string(text.substr(0, 40)) +
                             "' is no pair of numbers; expected " +
                             (between == '/' ? "I/N such as 1/3, with I from 1 to N"
                                             : "FIRST-LAST such as 0-9, the numbers of two chunks"));
  return {*first, *second};
}

// A frame of the file with the note in front of it. nullopt: the file ends within it.
struct Noted {
  nlohmann::json note;
  uint64_t rows_offset = 0, end = 0;
  std::string rows_crc32;
};

[[noreturn]] void failDamaged(const std::string& path, uint64_t offset, const std::string& expected) {
  throw std::runtime_error(path + " is damaged at byte " + std::to_string(offset) + ": expected " + expected +
                           "; run its part again");
}

// The version stands in the header's note alone.
void requireVersion(const nlohmann::json& note, const std::string& path) {
  if (!note.contains("jumpscope_sweep") || note["jumpscope_sweep"] == pack_version) return;
  throw std::runtime_error(path + " has format version " + note["jumpscope_sweep"].dump() +
                           ", and this jumpscope reads version " + std::to_string(pack_version) +
                           "; run its part again");
}

std::optional<Noted> readNoted(std::ifstream& file, const std::string& path, uint64_t offset, uint64_t size) {
  const auto damaged = [&]() { failDamaged(path, offset, "a chunk of a sweep"); };
  if (size - offset < frame_head) return std::nullopt;
  std::string head(frame_head, '\0');
  file.seekg(std::streamoff(offset));
  file.read(head.data(), std::streamsize(head.size()));
  const uint64_t length = numberAt(head, 4);
  if (numberAt(head, 0) != skippable_magic || length > largest_note) damaged();
  if (size - offset - frame_head < length) return std::nullopt;
  std::string words(length, '\0');
  file.read(words.data(), std::streamsize(length));
  if (!file || length < check_size) damaged();
  const std::string check = words.substr(length - check_size);
  words.resize(length - check_size);
  if (check != checkOf(words)) damaged();
  Noted noted;
  noted.note = nlohmann::json::parse(words, nullptr, false);
  const uint64_t left = size - offset - frame_head - length;
  if (!noted.note.is_object()) damaged();
  requireVersion(noted.note, path);
  const uint64_t bytes = noted.note.at("bytes");
  noted.rows_crc32 = noted.note.at("crc32");
  if (bytes > left) return std::nullopt;
  noted.rows_offset = offset + frame_head + length;
  noted.end = noted.rows_offset + bytes;
  return noted;
}

PackHeader headerFrom(const nlohmann::json& note) {
  PackHeader header;
  header.id = note.at("id");
  header.name = note.at("name");
  header.part = partFrom(note.at("part"));
  header.goal = note.at("goal") == "min" ? Goal::Min : Goal::Max;
  header.best = note.at("best");
  header.rounds = note.at("rounds");
  if (header.best > most_best) fail(note, "at most 1000 best runs");
  return header;
}

Chunk chunkFrom(const nlohmann::json& note) {
  Chunk chunk;
  chunk.round = note.at("round");
  chunk.number = note.at("chunk");
  chunk.of = note.at("of");
  chunk.first = note.at("first");
  chunk.runs = note.at("runs");
  chunk.frames = note.at("frames");
  chunk.emulated = note.at("emulated");
  constexpr uint64_t most = uint64_t{1} << 62;
  if (chunk.number >= chunk.of || chunk.of > most || chunk.first > most || chunk.runs > most_chunk_runs)
    fail(note, "a chunk");
  for (const auto& run : note.at("best")) {
    BestRun best;
    best.score = {run.at(0), run.at(1)};
    best.index = run.at(2);
    if (best.index < chunk.first || best.index >= chunk.first + chunk.runs) fail(note, "runs of the chunk");
    chunk.best.push_back(best);
  }
  return chunk;
}

}  // namespace

uint64_t Part::count(uint64_t chunks) const {
  if (kind == Kind::Shard) return chunks < first ? 0 : (chunks - first) / second + 1;
  if (kind == Kind::Range) return chunks <= first ? 0 : std::min(second, chunks - 1) - first + 1;
  return chunks;
}

uint64_t Part::chunk(uint64_t i) const {
  if (kind == Kind::Shard) return first - 1 + i * second;
  return kind == Kind::Range ? first + i : i;
}

std::string Part::text() const {
  if (kind == Kind::Whole) return "whole";
  if (kind == Kind::Shard) return "shard " + std::to_string(first) + "/" + std::to_string(second);
  return "chunks " + std::to_string(first) + "-" + std::to_string(second);
}

Part parseShard(std::string_view text) {
  const auto [first, second] = pairOf(text, '/', 1, "--shard");
  return {Part::Kind::Shard, first, second};
}

Part parseChunks(std::string_view text) {
  const auto [first, second] = pairOf(text, '-', 0, "--chunks");
  return {Part::Kind::Range, first, second};
}

void Best::add(const BestRun& run) {
  const auto before = [this](const BestRun& a, const BestRun& b) {
    if (a.score != b.score) return isBetter(goal_, a.score, b.score);
    return a.index < b.index;
  };
  if (runs_.size() == most_ && (runs_.empty() || !before(run, runs_.back()))) return;
  runs_.insert(std::upper_bound(runs_.begin(), runs_.end(), run, before), run);
  if (runs_.size() > most_) runs_.pop_back();
}

std::string encodeHeader(const PackHeader& header) {
  nlohmann::ordered_json note;
  note["jumpscope_sweep"] = pack_version;
  note["id"] = header.id;
  note["name"] = header.name;
  note["part"] = partJson(header.part);
  note["goal"] = header.goal == Goal::Min ? "min" : "max";
  note["best"] = header.best;
  note["rounds"] = header.rounds;
  return withNote(std::move(note), header.columns + "\n");
}

std::string encodeChunk(const Chunk& chunk, std::string_view rows) {
  nlohmann::ordered_json note;
  note["round"] = chunk.round;
  note["chunk"] = chunk.number;
  note["of"] = chunk.of;
  note["first"] = chunk.first;
  note["runs"] = chunk.runs;
  note["frames"] = chunk.frames;
  note["emulated"] = chunk.emulated;
  note["best"] = nlohmann::ordered_json::array();
  for (const BestRun& run : chunk.best)
    note["best"].push_back(nlohmann::ordered_json::array({run.score.whole, run.score.part, run.index}));
  return withNote(std::move(note), rows);
}

uint64_t noteSize(const std::string& bytes) { return frame_head + numberAt(bytes, 4); }

std::string rowsCrc32(const std::string& bytes) {
  return crc32Of(std::string_view(bytes).substr(noteSize(bytes)));
}

size_t Pack::inOrder() const {
  uint64_t round = 0, place = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    const Chunk& chunk = entries[i].chunk;
    // What follows a round is the next one; the first that the file holds may be any.
    if (i == 0)
      round = chunk.round;
    else if (place == header.part.count(entries[i - 1].chunk.of))
      ++round, place = 0;
    if (chunk.round != round || place == header.part.count(chunk.of) ||
        chunk.number != header.part.chunk(place))
      return i;
    ++place;
  }
  return entries.size();
}

std::set<uint64_t> Pack::chunksOf(uint64_t round) const {
  std::set<uint64_t> numbers;
  for (const Entry& entry : entries)
    if (entry.chunk.round == round) numbers.insert(entry.chunk.number);
  return numbers;
}

bool isPack(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(frame_head + 32, '\0');
  file.read(head.data(), std::streamsize(head.size()));
  return file && numberAt(head, 0) == skippable_magic && head.find("\"jumpscope_sweep\"") != head.npos;
}

namespace {

void readNotes(std::ifstream& file, const std::string& path, Pack& pack) try {
  for (auto noted = readNoted(file, path, 0, pack.size); noted;
       noted = readNoted(file, path, pack.whole, pack.size)) {
    if (pack.whole == 0) {
      pack.header = headerFrom(noted->note);
      pack.header_size = noted->end;
      pack.header.columns = readRows(path, {{}, 0, noted->end, noted->rows_offset, noted->rows_crc32});
      if (pack.header.columns.ends_with('\n')) pack.header.columns.pop_back();
    } else {
      pack.entries.push_back({chunkFrom(noted->note), pack.whole, noted->end - pack.whole, noted->rows_offset,
                              noted->rows_crc32});
    }
    pack.whole = noted->end;
  }
} catch (const nlohmann::json::exception&) {
  throw std::runtime_error(path + " is damaged, or of another version of jumpscope; run its part again");
}

}  // namespace

Pack readPack(const std::string& path, Damage damage) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path + ": " + base::systemReason());
  if (!isPack(path))
    throw std::runtime_error(
        path +
        " is no result of a sweep; expected a file that `jumpscope sweep -o FILE.csv.zst` "
        "has written");
  Pack pack;
  file.seekg(0, std::ios::end);
  pack.size = uint64_t(file.tellg());
  try {
    readNotes(file, path, pack);
  } catch (const std::runtime_error&) {
    if (damage == Damage::Fails || pack.whole == 0) throw;
  }
  if (pack.whole == 0)
    throw std::runtime_error(path + " is cut short in its first lines; run its part again");
  return pack;
}

std::string readBytes(const std::string& path, uint64_t offset, uint64_t size) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(size, '\0');
  file.seekg(std::streamoff(offset));
  file.read(bytes.data(), std::streamsize(size));
  if (!file) throw std::runtime_error("cannot read " + path + ": " + base::systemReason());
  return bytes;
}

std::string readChunk(const std::string& path, const Pack::Entry& entry) {
  const std::string bytes = readBytes(path, entry.offset, entry.size);
  if (crc32Of(std::string_view(bytes).substr(entry.rows_offset - entry.offset)) != entry.rows_crc32)
    failDamaged(path, entry.rows_offset, "rows with the checksum that they were written with");
  return bytes;
}

std::string readRows(const std::string& path, const Pack::Entry& entry) {
  const std::string bytes = readChunk(path, entry);
  const std::string_view frame = std::string_view(bytes).substr(entry.rows_offset - entry.offset);
  const auto rows =
      base::decompressZstd({reinterpret_cast<const uint8_t*>(frame.data()), frame.size()}, path);
  return {rows.begin(), rows.end()};
}

std::string readRow(const std::string& path, const Pack::Entry& entry, uint64_t index) {
  const std::string rows = readRows(path, entry);
  base::Lines lines(rows, path);
  for (uint64_t run = entry.chunk.first; run < index; ++run) lines.next();
  return std::string(lines.next());
}

bool isSound(const std::string& path, const Pack::Entry& entry) {
  try {
    readChunk(path, entry);
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

Pack readSoundPack(const std::string& path) {
  Pack pack = readPack(path);
  for (const Pack::Entry& entry : pack.entries) readChunk(path, entry);
  if (pack.isCutShort())
    throw std::runtime_error(path + " is cut short behind byte " + std::to_string(pack.whole) +
                             "; run its part again");
  if (const size_t good = pack.inOrder(); good != pack.entries.size())
    failDamaged(path, pack.entries[good].offset, "the chunks in the order in which a sweep writes them");
  return pack;
}

}  // namespace jumpscope::sweep
