#include "src/sweep/job.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "src/base/device.h"
#include "src/console/sweep.h"
#include "src/sweep/part_file.h"
#include "src/sweep/rounds.h"
#include "src/sweep/runner.h"
#include "src/sweep/summary.h"
#include "src/sweep/table.h"

namespace jumpscope::sweep {
namespace {

PackHeader headerOf(const Plan& plan, const Part& part) {
  return {plan.id,
          plan.spec.name,
          columnLine(plan),
          part,
          plan.spec.goal,
          plan.spec.best,
          plan.spec.search ? plan.spec.search->rounds : 1};
}

struct Work {
  Chunk chunk;
  std::string rows;
  bool was_run = true;     // now, and not by an earlier call
  uint64_t unreached = 0;  // runs with a press after their last frame
};

// The chunks of an output that is damaged or not whole which are still what was written there.
class Kept {
 public:
  Kept(std::string path, const Pack& pack) : path_(std::move(path)) {
    for (const Pack::Entry& entry : pack.entries)
      if (isSound(path_, entry)) entries_.emplace(std::pair(entry.chunk.round, entry.chunk.number), entry);
  }

  size_t size() const { return entries_.size(); }
  std::optional<Work> find(uint64_t round, uint64_t number) const {
    const auto found = entries_.find(std::pair(round, number));
    if (found == entries_.end()) return std::nullopt;
    return Work{found->second.chunk, readRows(path_, found->second), false};
  }

 private:
  std::string path_;
  std::map<std::pair<uint64_t, uint64_t>, Pack::Entry> entries_;
};

// Of A*, only runs that arrive count.
bool mayBeBest(const Spec& spec, const Outcome& outcome) {
  if (!spec.search || spec.search->found.empty()) return true;
  return outcome.ending < spec.endings.size() && spec.endings[outcome.ending].name == spec.search->found;
}

Work runChunk(const Plan& plan, const Rounds& rounds, uint64_t number, Runner& runner) {
  const uint64_t size = plan.candidates->chunkRuns();
  const uint64_t begin = number * size, end = std::min(begin + size, rounds.runs());
  std::vector<Candidate> candidates;
  for (uint64_t run = begin; run < end; ++run) candidates.push_back(rounds.at(run));
  const uint64_t emulated = runner.emulated();
  const std::vector<Outcome> outcomes = runner.run(candidates);

  Work work;
  work.chunk = {rounds.number(), number, rounds.chunks(), rounds.first() + begin, end - begin, 0, 0, {}};
  work.chunk.emulated = runner.emulated() - emulated;
  Best best(plan.spec.goal, plan.spec.best);
  for (size_t i = 0; i < outcomes.size(); ++i) {
    const uint64_t index = work.chunk.first + i;
    work.chunk.frames += outcomes[i].frames;
    work.unreached += candidates[i].has_unreached;
    if (mayBeBest(plan.spec, outcomes[i])) best.add({outcomes[i].measures[0], index});
    addRow(work.rows, plan, index, rounds.number(), candidates[i], outcomes[i]);
  }
  work.chunk.best = best.runs();
  return work;
}

// Works on the chunks of a round on several threads and writes them in the order of their numbers.
class RoundJob {
 public:
  RoundJob(const Plan& plan, const JobOptions& options, const Rounds& rounds, const std::optional<Kept>& kept,
           PartFile& file)
      : plan_(plan),
        options_(options),
        rounds_(rounds),
        kept_(kept),
        file_(file),
        there_(file.pack().chunksOf(rounds.number())),
        total_(options.part.count(rounds.chunks())) {}

  // Of the runs of run(), those with a press after their last frame.
  uint64_t unreached() const { return unreached_; }

  // False: it was stopped.
  bool run(Totals& now) {
    const auto stop = [this] { return options_.stop && options_.stop(); };
    std::vector<std::unique_ptr<Runner>> runners(console::workersFor(total_, options_.threads));
    try {
      console::inParallel(total_, options_.threads, [&](unsigned worker, size_t i) {
        if (stop()) throw Stopped{};
        const uint64_t number = options_.part.chunk(i);
        if (there_.contains(number)) return take(i, std::nullopt, now);
        if (auto work = kept_ ? kept_->find(rounds_.number(), number) : std::nullopt)
          return take(i, std::move(work), now);
        if (!runners[worker]) runners[worker] = std::make_unique<Runner>(plan_, stop);
        take(i, runChunk(plan_, rounds_, number, *runners[worker]), now);
      });
    } catch (const Stopped&) {
      return false;
    }
    return true;
  }

 private:
  // `work`: nullopt where the file holds the chunk already.
  void take(size_t place, std::optional<Work> work, Totals& now) {
    const std::lock_guard lock(mutex_);
    finished_.emplace(place, std::move(work));
    for (auto next = finished_.find(written_); next != finished_.end(); next = finished_.find(++written_)) {
      if (next->second) {
        file_.add(next->second->chunk, next->second->rows);
        if (next->second->was_run) now.add(next->second->chunk);
        unreached_ += next->second->unreached;
      }
      finished_.erase(next);
    }
    if (options_.progress) options_.progress(++done_, total_);
  }

  const Plan& plan_;
  const JobOptions& options_;
  const Rounds& rounds_;
  const std::optional<Kept>& kept_;
  PartFile& file_;
  const std::set<uint64_t> there_;
  const uint64_t total_;
  std::mutex mutex_;
  std::map<size_t, std::optional<Work>> finished_;  // waiting for one before them
  size_t written_ = 0;
  uint64_t done_ = 0, unreached_ = 0;
};

void summarize(const Pack& pack, const std::string& path, JobResult& result) {
  Summary summary(pack.header);
  for (const Pack::Entry& entry : pack.entries) summary.add(path, entry);
  summary.fill(result);
}

void requireSameSweep(const Pack& pack, const std::string& path, const Plan& plan) {
  if (pack.header.id != plan.id || pack.header.part != Part{})
    throw std::runtime_error(
        path +
        " is no whole result of this sweep; expected what --merge has made of the rounds "
        "before");
}

// Goes through the rounds that a file holds whole.
void learnFrom(Rounds& rounds, const std::string& path, const Plan& plan) {
  const Pack pack = readSoundPack(path);
  requireSameSweep(pack, path, plan);
  while (!rounds.over() && rounds.isIn(pack)) rounds.learn(pack, path);
}

// The inputs of these runs, best ones first. Of a search they follow from the rounds in `pack`.
std::vector<Candidate> inputsOf(const Plan& plan, const std::vector<BestRun>& runs, const Pack& pack,
                                const std::string& path) {
  std::map<uint64_t, size_t> places;  // in the order in which the rounds come
  for (size_t i = 0; i < runs.size(); ++i) places.emplace(runs[i].index, i);
  std::vector<Candidate> inputs(runs.size());
  Rounds rounds(plan);
  for (const auto& [index, place] : places) {
    while (index >= rounds.first() + rounds.runs()) rounds.learn(pack, path);
    inputs[place] = rounds.at(index - rounds.first());
  }
  return inputs;
}

// All rounds, or only the one after those of an earlier file.
bool runsAllRounds(const JobOptions& options) { return options.part == Part{} && options.earlier.empty(); }

// What the output holds, if it is this sweep's. Anything else is replaced, as other outputs are.
std::optional<Pack> packBefore(const Plan& plan, const JobOptions& options) try {
  if (!std::filesystem::is_regular_file(options.output) || !isPack(options.output)) return std::nullopt;
  Pack pack = readPack(options.output, Damage::Ends);
  if (pack.header.id != plan.id || pack.header.part != options.part) return std::nullopt;
  return pack;
} catch (const std::runtime_error& damage) {
  // Damaged where it says what it is, or of another version.
  if (options.say) options.say(damage.what());
  return std::nullopt;
}

// True if the output holds exactly the runs of this job, undamaged. `rounds`: before they are run.
bool isWhole(const Pack& pack, Rounds rounds, const JobOptions& options) {
  if (pack.isCutShort() || pack.inOrder() != pack.entries.size()) return false;
  for (const Pack::Entry& entry : pack.entries)
    if (entry.chunk.round < rounds.number() || !isSound(options.output, entry)) return false;
  if (!runsAllRounds(options))
    return pack.entries.size() == options.part.count(rounds.chunks()) &&
           pack.chunksOf(rounds.number()).size() == pack.entries.size();
  while (!rounds.over() && rounds.isIn(pack)) rounds.learn(pack, options.output);
  return rounds.over() && pack.chunksOf(rounds.number()).empty();
}

// Says so where an output is there that does not hold all of the sweep as it was written.
std::optional<Kept> keptOf(const std::optional<Pack>& before, const JobOptions& options) {
  if (!before) return std::nullopt;
  Kept kept(options.output, *before);
  if (options.say)
    options.say(options.output + " is damaged or not whole: " + std::to_string(kept.size()) +
                " of its chunks are as they were written and are kept; the others are run again");
  return kept;
}

void requirePackable(const JobOptions& options) {
  const bool packed = options.output.ends_with(".csv.zst"),
             named = packed || options.output.ends_with(".csv");
  if (!named && base::isDevice(options.output))
    throw std::runtime_error("-o " + options.output +
                             " is no file: a sweep that was ended goes on from its results, and a search "
                             "learns from them; name a file, *.csv or *.csv.zst");
  if (!named)
    throw std::runtime_error("-o " + options.output +
                             " ends in neither .csv nor .csv.zst; name the results like that");
  if (!packed && options.part != Part{})
    throw std::runtime_error("-o " + options.output + " cannot be merged; name a part's results *.csv.zst");
}

}  // namespace

JobResult runJob(const Plan& plan, const JobOptions& options) {
  requirePackable(options);
  JobResult result;
  Rounds rounds(plan);
  if (!options.earlier.empty()) learnFrom(rounds, options.earlier, plan);
  const std::optional<Pack> before = packBefore(plan, options);
  if (before && isWhole(*before, rounds, options)) {
    if (options.say) options.say(options.output + " is whole already; nothing was run");
    summarize(*before, options.output, result);
    if (options.wants_inputs) result.best_inputs = inputsOf(plan, result.best, *before, options.output);
    return result;
  }
  const std::optional<Kept> kept = keptOf(before, options);

  PartFile file(options.output + ".part", headerOf(plan, options.part));
  if (!file.pack().entries.empty() && options.say)
    options.say("going on with " + file.path() + ", which holds " +
                std::to_string(file.pack().entries.size()) + " chunks");
  while (!rounds.over() && !result.stopped) {
    if (options.say && plan.spec.search)
      options.say("round " + std::to_string(rounds.number()) + ": " + std::to_string(rounds.runs()) +
                  " runs");
    RoundJob job(plan, options, rounds, kept, file);
    result.stopped = !job.run(result.now);
    result.unreached += job.unreached();
    if (result.stopped || !runsAllRounds(options)) break;
    rounds.learn(file.pack(), file.path());
  }
  result.search_over = rounds.over();
  summarize(file.pack(), file.path(), result);
  if (result.stopped) return result;
  if (options.wants_inputs) result.best_inputs = inputsOf(plan, result.best, file.pack(), file.path());
  file.finish(options.output);
  return result;
}

Outline outlineOf(const Plan& plan, const std::string& earlier) {
  Rounds rounds(plan);
  if (!earlier.empty()) learnFrom(rounds, earlier, plan);
  return {rounds.number(), rounds.runs(), rounds.chunks(), plan.candidates->chunkRuns(), rounds.over()};
}

}  // namespace jumpscope::sweep
