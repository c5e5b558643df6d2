#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "src/base/atomic_file.h"
#include "src/base/device.h"
#include "src/base/files.h"
#include "src/sweep/job.h"
#include "src/sweep/summary.h"

namespace jumpscope::sweep {
namespace {

struct Source {
  std::string path;
  Pack pack;
};

// A chunk and the file that holds it, by round and number.
using Chunks = std::map<std::pair<uint64_t, uint64_t>, std::pair<const Source*, const Pack::Entry*>>;

std::vector<Source> readAll(const std::vector<std::string>& parts) {
  std::vector<Source> sources;
  for (const std::string& path : parts) {
    base::requireNoOutput(path);
    sources.push_back({path, readPack(path)});  // rows are checked when they are copied
    const PackHeader &first = sources[0].pack.header, &header = sources.back().pack.header;
    if (header.id != first.id)
      throw std::runtime_error(path + " is part of another sweep than " + parts[0] +
                               ": their specs, cartridges, starts or versions of jumpscope differ");
  }
  return sources;
}

std::string chunkName(uint64_t round, uint64_t number, uint64_t rounds) {
  return "chunk " + std::to_string(number) + (rounds > 1 ? " of round " + std::to_string(round) : "");
}

Chunks allChunks(const std::vector<Source>& sources) {
  Chunks chunks;
  for (const Source& source : sources)
    for (const Pack::Entry& entry : source.pack.entries) {
      const auto key = std::pair(entry.chunk.round, entry.chunk.number);
      const auto [place, is_new] = chunks.emplace(key, std::pair(&source, &entry));
      if (!is_new)
        throw std::runtime_error(chunkName(key.first, key.second, source.pack.header.rounds) +
                                 " is in both " + place->second.first->path + " and " + source.path +
                                 "; merge each part once");
    }
  return chunks;
}

void requireAll(const Chunks& chunks, const std::vector<Source>& sources) {
  uint64_t round = 0, number = 0, of = 0, run = 0;
  const auto missing = [&] {
    std::string unfinished;
    for (const Source& source : sources)
      if (source.pack.isCutShort() && unfinished.empty()) unfinished = source.path;
    throw std::runtime_error(chunkName(round, number, sources[0].pack.header.rounds) +
                             " is in none of the parts; " +
                             (unfinished.empty() ? "name all of them, or run the missing part"
                                                 : unfinished + " is cut short: run its part again"));
  };
  for (const auto& [key, value] : chunks) {
    if (key.first != round && number == of) ++round, number = 0;
    if (key != std::pair(round, number)) missing();
    const Chunk& chunk = value.second->chunk;
    if ((number > 0 && chunk.of != of) || chunk.first != run)
      throw std::runtime_error(value.first->path +
                               " is damaged: " + chunkName(round, number, sources[0].pack.header.rounds) +
                               " does not follow the one before it; run its part again");
    of = chunk.of;
    run += chunk.runs;
    ++number;
  }
  if (number != of || chunks.empty()) missing();
}

// A file with bytes behind its chunks may be unfinished.
void requireWhole(const std::vector<Source>& sources) {
  for (const Source& source : sources)
    if (source.pack.isCutShort())
      throw std::runtime_error(source.path + " is cut short behind byte " +
                               std::to_string(source.pack.whole) + ": run its part again");
}

}  // namespace

JobResult mergeParts(const std::vector<std::string>& parts, const std::string& output) {
  if (!output.ends_with(".csv") && !output.ends_with(".csv.zst") && !base::isDevice(output))
    throw std::runtime_error("-o " + output +
                             " ends in neither .csv nor .csv.zst; name the results like that");
  const std::vector<Source> sources = readAll(parts);
  const Chunks chunks = allChunks(sources);
  requireAll(chunks, sources);
  requireWhole(sources);
  PackHeader header = sources[0].pack.header;
  header.part = {};

  JobResult result;
  Summary summary(header);
  const bool packed = output.ends_with(".zst");
  base::AtomicFile file(output);
  file.write(std::string_view(packed ? encodeHeader(header) : header.columns + "\n"));
  for (const auto& [key, value] : chunks) {
    const auto& [source, entry] = value;
    file.write(std::string_view(packed ? readChunk(source->path, *entry) : readRows(source->path, *entry)));
    summary.add(source->path, *entry);
  }
  file.commit();
  summary.fill(result);
  return result;
}

}  // namespace jumpscope::sweep
