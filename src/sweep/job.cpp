#include "src/sweep/job.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>

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
    if (mayBeBest(plan.spec, outcomes[i])) best.add({outcomes[i].measures[0], index});
    addRow(work.rows, plan, index, rounds.number(), candidates[i], outcomes[i]);
  }
  work.chunk.best = best.runs();
  return work;
}

// Works on the chunks of a round on several threads and writes them in the order of their numbers.
class RoundJob {
 public:
  RoundJob(const Plan& plan, const JobOptions& options, const Rounds& rounds, PartFile& file)
      : plan_(plan),
        options_(options),
        rounds_(rounds),
        file_(file),
        there_(file.pack().chunksOf(rounds.number())),
        total_(options.part.count(rounds.chunks())) {}

  // False: it was stopped.
  bool run(Totals& now) {
    const auto stop = [this] { return options_.stop && options_.stop(); };
    std::vector<std::unique_ptr<Runner>> runners(console::workersFor(total_, options_.threads));
    try {
      console::inParallel(total_, options_.threads, [&](unsigned worker, size_t i) {
        if (stop()) throw Stopped{};
        const uint64_t number = options_.part.chunk(i);
        if (there_.contains(number)) return take(i, std::nullopt, now);
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
        now.add(next->second->chunk);
      }
      finished_.erase(next);
    }
    if (options_.progress) options_.progress(++done_, total_);
  }

  const Plan& plan_;
  const JobOptions& options_;
  const Rounds& rounds_;
  PartFile& file_;
  const std::set<uint64_t> there_;
  const uint64_t total_;
  std::mutex mutex_;
  std::map<size_t, std::optional<Work>> finished_;  // waiting for one before them
  size_t written_ = 0;
  uint64_t done_ = 0;
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
  const Pack pack = readPack(path);
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

// Whether the output is there already, whole.
bool isDone(const Plan& plan, const JobOptions& options, JobResult& result) {
  if (!std::filesystem::is_regular_file(options.output) || !isPack(options.output)) return false;
  const Pack pack = readPack(options.output);
  if (pack.header.id != plan.id || pack.header.part != options.part || pack.whole != pack.size) return false;
  if (options.part == Part{} && options.earlier.empty()) {
    Rounds rounds(plan);
    while (!rounds.over() && rounds.isIn(pack)) rounds.learn(pack, options.output);
    if (!rounds.over()) return false;
  } else if (!options.earlier.empty()) {
    return false;
  }
  summarize(pack, options.output, result);
  if (options.wants_inputs) result.best_inputs = inputsOf(plan, result.best, pack, options.output);
  return true;
}

void requirePackable(const JobOptions& options) {
  const bool packed = options.output.ends_with(".csv.zst");
  if (!packed && !options.output.ends_with(".csv"))
    throw std::runtime_error("-o " + options.output +
                             " ends in neither .csv nor .csv.zst; name the results like that");
  if (!packed && options.part != Part{})
    throw std::runtime_error("-o " + options.output + " cannot be merged; name a part's results *.csv.zst");
}

}  // namespace

JobResult runJob(const Plan& plan, const JobOptions& options) {
  requirePackable(options);
  JobResult result;
  if (isDone(plan, options, result)) {
    if (options.say) options.say(options.output + " is whole already; nothing was run");
    return result;
  }
  Rounds rounds(plan);
  if (!options.earlier.empty()) learnFrom(rounds, options.earlier, plan);
  const bool all_rounds = options.part == Part{} && options.earlier.empty();

  PartFile file(options.output + ".part", headerOf(plan, options.part));
  if (!file.pack().entries.empty() && options.say)
    options.say("going on with " + file.path() + ", which holds " +
                std::to_string(file.pack().entries.size()) + " chunks");
  while (!rounds.over() && !result.stopped) {
    if (options.say && plan.spec.search)
      options.say("round " + std::to_string(rounds.number()) + ": " + std::to_string(rounds.runs()) +
                  " runs");
    result.stopped = !RoundJob(plan, options, rounds, file).run(result.now);
    if (result.stopped || !all_rounds) break;
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
