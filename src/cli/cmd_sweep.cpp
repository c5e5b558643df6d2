// jumpscope sweep: runs a cartridge with many inputs and records the result of each.
#include <chrono>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/environment.h"
#include "src/base/files.h"
#include "src/base/interrupt.h"
#include "src/base/json.h"
#include "src/base/lines.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/base/terminal.h"
#include "src/base/text.h"
#include "src/cli/check.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/console/sweep.h"
#include "src/sweep/job.h"
#include "src/sweep/runner.h"

namespace jumpscope::cli {

namespace {

namespace fs = std::filesystem;

struct SweepOptions {
  std::vector<std::string> files, rom_paths;
  std::string output, shard, chunks, earlier, best_movies;
  uint64_t jobs = 0;
  bool merge = false, plan = false, stats = false;
};

std::vector<std::string> inputLines(const sweep::Spec& spec) {
  if (!std::holds_alternative<sweep::Lines>(spec.inputs)) return {};
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  std::vector<std::string> result;
  base::Lines lines(text, "standard input", base::LastLine::MayBeOpen);
  while (!lines.atEnd()) result.emplace_back(lines.next());
  if (result.empty())
    throw std::runtime_error("standard input has no line, but the spec takes its inputs from there");
  return result;
}

std::unique_ptr<sweep::Plan> planOf(const SweepOptions& options) {
  const std::string& file = options.files[0];
  const std::vector<uint8_t> bytes = base::readFile(file);
  sweep::Spec spec = sweep::parseSpec(base::asText(bytes), base::printable(file));
  sweep::Sources sources;
  sources.folder = fs::path(file).parent_path();
  sources.rom_folders = romFolders(options.rom_paths);
  sources.lines = inputLines(spec);
  return std::make_unique<sweep::Plan>(std::move(spec), sources);
}

int printPlan(const SweepOptions& options) {
  const auto plan = planOf(options);
  const sweep::Outline outline = sweep::outlineOf(*plan, options.earlier);
  nlohmann::ordered_json json;
  json["id"] = plan->id;
  json["name"] = plan->spec.name;
  json["start_frame"] = plan->start->frame();
  json["round"] = outline.round;
  json["rounds"] = plan->spec.search ? plan->spec.search->rounds : 1;
  json["over"] = outline.over;
  json["runs"] = outline.runs;
  json["chunks"] = outline.chunks;
  json["chunk_runs"] = outline.chunk_runs;
  json["files"] = nlohmann::ordered_json::array();
  for (const fs::path& path : plan->files) json["files"].push_back(path.string());
  base::writeOutput(options.output, base::jsonText(json));
  return 0;
}

struct Clocks {
  std::chrono::steady_clock::time_point wall = std::chrono::steady_clock::now();
  std::clock_t cpu = std::clock();

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
  }
  double cpuSeconds() const { return double(std::clock() - cpu) / CLOCKS_PER_SEC; }
};

nlohmann::ordered_json totalsJson(const sweep::Totals& totals) {
  nlohmann::ordered_json json;
  json["rounds"] = totals.rounds;
  json["chunks"] = totals.chunks;
  json["runs"] = totals.runs;
  json["frames"] = totals.frames;
  json["emulated_frames"] = totals.emulated;
  return json;
}

std::string statsJson(const sweep::JobResult& result, const Clocks& clocks) {
  nlohmann::ordered_json json = totalsJson(result.all);
  json["now"] = totalsJson(result.now);
  const double cpu = clocks.cpuSeconds();
  const auto rate = [cpu](uint64_t frames) { return cpu > 0 ? double(frames) / cpu : 0.0; };
  json["seconds"] = clocks.seconds();
  json["cpu_seconds"] = cpu;
  json["frames_per_cpu_second"] = rate(result.now.frames);
  json["emulated_frames_per_cpu_second"] = rate(result.now.emulated);
  json["search_over"] = result.search_over;
  json["best"] = nlohmann::ordered_json::array();
  for (const sweep::BestRun& run : result.best)
    json["best"].push_back({{"index", run.index}, {"score", trace::realText(run.score)}});
  return base::jsonText(json);
}

void print(const SweepOptions& options, const sweep::JobResult& result, const Clocks& clocks) {
  if (options.stats) return base::writeOutput("", statsJson(result, clocks));
  std::string table = result.columns + "\n";
  for (const std::string& row : result.best_rows) table += row + "\n";
  base::writeOutput("", table);
}

int merge(const SweepOptions& options) {
  if (!options.shard.empty() || !options.chunks.empty() || !options.earlier.empty() ||
      !options.best_movies.empty())
    throw std::runtime_error(
        "--merge only puts parts together; leave out --shard, --chunks, --continue and --best-movies");
  const Clocks clocks;
  print(options, sweep::mergeParts(options.files, options.output), clocks);
  return 0;
}

// 01.fm2 is the best.
void writeMovies(const sweep::Plan& plan, const sweep::JobResult& result, const SweepOptions& options) {
  const std::vector<sweep::Candidate>& candidates = result.best_inputs;
  sweep::Runner runner(plan, [] { return false; });
  const std::vector<sweep::Outcome> outcomes = runner.run(candidates);
  base::OutputSet outputs;
  outputs.makeFolder(options.best_movies);
  for (size_t i = 0; i < candidates.size(); ++i) {
    std::string name = std::to_string(i + 1);
    name.insert(0, name.size() < 2 ? "0" : "");
    outputs.add((fs::path(options.best_movies) / (name + ".fm2")).string(),
                sweep::movieOf(plan, candidates[i], outcomes[i].frames));
  }
  outputs.commit();
}

sweep::Part partOf(const SweepOptions& options) {
  if (!options.shard.empty() && !options.chunks.empty())
    throw std::runtime_error("--shard and --chunks both choose a part; give one of them");
  if (!options.shard.empty()) return sweep::parseShard(options.shard);
  if (!options.chunks.empty()) return sweep::parseChunks(options.chunks);
  return {};
}

int run(const SweepOptions& options) {
  if (options.files.size() != 1)
    throw std::runtime_error("there are " + std::to_string(options.files.size()) +
                             " files; name one spec, or add --merge to put parts together");
  const auto plan = planOf(options);
  sayNotes(plan->notes);
  sweep::JobOptions job;
  job.output = options.output;
  job.threads = unsigned(options.jobs);
  job.part = partOf(options);
  job.earlier = options.earlier;
  if (!options.best_movies.empty()) {
    if (job.part != sweep::Part{})
      throw std::runtime_error(
          "a part does not know which runs are the best of all; give --best-movies with the "
          "whole sweep");
    if (fs::exists(options.best_movies) && !fs::is_directory(options.best_movies))
      throw std::runtime_error("--best-movies " + options.best_movies +
                               " is a file; name a folder for the movies");
    sweep::movieOf(*plan, {}, 0);  // refused now, not after the run
    job.wants_inputs = true;
  }

  const Clocks clocks;
  std::optional<base::Progress> shown;
  job.progress = [&](uint64_t done, uint64_t total) {
    if (!shown) shown.emplace("chunk", total);
    shown->at(done);
  };
  job.say = [&](const std::string& words) {
    shown.reset();
    base::say(words);
  };
  const base::HoldInterrupts keeps_its_chunks;
  job.stop = [] { return base::interrupted(); };
  const sweep::JobResult result = sweep::runJob(*plan, job);
  shown.reset();
  if (result.stopped) {
    base::say(result.all.chunks == 0
                  ? "interrupted before the first chunk was whole; nothing is kept"
                  : "interrupted; " + options.output + ".part keeps " + std::to_string(result.all.chunks) +
                        " chunks: the same command goes on from there");
    return base::interrupted_status;
  }
  if (result.unreached > 0)
    sayNotes({std::to_string(result.unreached) + " of " + base::counted(result.now.runs, "run") +
              " have a press after their last frame, " + std::to_string(plan->spec.frames - 1)});
  if (!options.best_movies.empty()) writeMovies(*plan, result, options);
  print(options, result, clocks);
  return 0;
}

}  // namespace

Action sweepCommand(Arguments& arguments) {
  auto options = std::make_shared<SweepOptions>();
  arguments.positionals("FILE", options->files, "a spec (docs/sweep.md); with --merge: the parts of a sweep");
  arguments.output("-o,--output", options->output, "FILE",
                   "write the results: .csv or .csv.zst (.csv.zst for a part)",
                   {"a table", {".csv", ".csv.zst"}, true, [options] { return !options->plan; }});
  arguments.number("-j,--jobs", options->jobs, {1, 1024},
                   "number of parallel jobs (default: the number of cores); does not change results");
  arguments.option("--shard", options->shard, "I/N", "run only the I-th of N parts, I from 1 to N");
  arguments.option("--chunks", options->chunks, "FIRST-LAST", "run only these chunks, counted from 0");
  arguments.flag("--merge", options->merge,
                 "merge the parts of a sweep; the result is the same as that of one run");
  arguments.option("--continue", options->earlier, "FILE",
                   "run the next round of a search; FILE holds the rounds so far");
  arguments.option("--best-movies", options->best_movies, "DIR",
                   "write the best runs as FM2 movies: DIR/01.fm2 is the best");
  arguments.repeated("--rom-path", options->rom_paths, "DIR",
                     "search this folder and its subfolders for the cartridge by SHA-1; repeatable");
  arguments.flag("--plan", options->plan,
                 "print the number of runs and chunks and the files as JSON; run nothing");
  arguments.flag("--stats", options->stats, "print runs, frames, seconds and frames per second as JSON");
  return [options] {
    if (options->plan) return printPlan(*options);
    if (options->output.empty() || base::isStandardOutput(options->output))
      throw std::runtime_error(
          "a sweep keeps its results in a file, from which it can go on; add -o FILE.csv.zst");
    return options->merge ? merge(*options) : run(*options);
  };
}

}  // namespace jumpscope::cli
