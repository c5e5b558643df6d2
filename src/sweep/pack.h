// The files that sweeps write: Zstandard frames, one for the line of columns and one a chunk of rows, so that chunks
// can be put together without being decompressed. A skippable frame (RFC 8878, section 3.1.2) before each of them says
// in JSON, with a CRC32 behind it, what follows, and has the CRC32 of the frame that follows. Any program that reads
// .zst sees a CSV table.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/sweep/expressions.h"
#include "src/sweep/spec.h"

namespace jumpscope::sweep {

// Which chunks of a round a file holds.
struct Part {
  enum class Kind : uint8_t { Whole, Shard, Range } kind = Kind::Whole;
  uint64_t first = 1,
           second = 1;  // Shard: "first/second", from 1 on. Range: "first-second", chunks of the round

  // Of a round with so many chunks: how many the part has, and which is the i-th of them.
  uint64_t count(uint64_t chunks) const;
  uint64_t chunk(uint64_t i) const;
  std::string text() const;  // "whole", "shard 1/3", "chunks 0-9"

  bool operator==(const Part&) const = default;
};
// "1/3", and "0-9". Throw std::runtime_error beginning with the option's name.
Part parseShard(std::string_view text);
Part parseChunks(std::string_view text);

struct PackHeader {
  std::string id, name, columns;  // the line of columns
  Part part;
  Goal goal = Goal::Max;
  uint64_t best = 0;
  uint64_t rounds = 1;  // at most
};

struct BestRun {
  Exact score;
  uint64_t index = 0;
};

struct Chunk {
  uint64_t round = 0;
  uint64_t number = 0, of = 0;  // in its round
  uint64_t first = 0, runs = 0;
  uint64_t frames = 0, emulated = 0;
  std::vector<BestRun> best;  // the best ones first
};

// The best runs of chunks that are added.
class Best {
 public:
  Best(Goal goal, uint64_t most) : goal_(goal), most_(most) {}
  void add(const BestRun& run);
  const std::vector<BestRun>& runs() const { return runs_; }

 private:
  Goal goal_;
  uint64_t most_;
  std::vector<BestRun> runs_;
};

std::string encodeHeader(const PackHeader& header);
// `rows`: the lines of the chunk.
std::string encodeChunk(const Chunk& chunk, std::string_view rows);
// How many bytes of an encoded chunk come before its rows.
uint64_t noteSize(const std::string& bytes);

// A file as it lies on the disk.
struct Pack {
  PackHeader header;
  struct Entry {
    Chunk chunk;
    uint64_t offset = 0, size = 0;  // of both frames together
    uint64_t rows_offset = 0;       // of the second
    std::string rows_crc32;         // its CRC32 when it was written
  };
  std::vector<Entry> entries;
  uint64_t header_size = 0;
  uint64_t whole = 0;  // up to where the file is whole; behind may be the beginning of a chunk
  uint64_t size = 0;

  // True if the file is shorter or longer than the chunks that it lists.
  bool isCutShort() const { return whole != size; }
  // How many of the entries, from the first on, come in the order in which a sweep writes them: those of the part, each
  // once, round after round.
  size_t inOrder() const;
  // The numbers of the chunks that it holds of a round.
  std::set<uint64_t> chunksOf(uint64_t round) const;
};

enum class Damage : uint8_t {
  Fails,
  Ends,  // the file is whole up to the first damaged chunk: what a power failure can leave
};
// Reads the skippable frames. Throws std::runtime_error when it is no such file, of another version, or damaged
// before its end. Rows are checked where they are read.
Pack readPack(const std::string& path, Damage damage = Damage::Fails);
// True if the file begins like a pack.
bool isPack(const std::string& path);
// The CRC32 of the rows' frame of an encoded chunk.
std::string rowsCrc32(const std::string& bytes);
// Bytes of the file.
std::string readBytes(const std::string& path, uint64_t offset, uint64_t size);
// Both frames of a chunk. These three throw std::runtime_error when the rows are not those that were written.
std::string readChunk(const std::string& path, const Pack::Entry& entry);
std::string readRows(const std::string& path, const Pack::Entry& entry);
// The line of one of its runs. Precondition: the entry holds the run.
std::string readRow(const std::string& path, const Pack::Entry& entry, uint64_t index);
// True if the rows match their checksum.
bool isSound(const std::string& path, const Pack::Entry& entry);
// Reads the file with all its rows. Throws std::runtime_error when it is cut short, damaged anywhere, or not in order.
Pack readSoundPack(const std::string& path);

}  // namespace jumpscope::sweep
