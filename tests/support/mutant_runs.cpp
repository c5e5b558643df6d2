#include "tests/support/mutant_runs.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "src/trace/profile.h"
#include "src/trace/recorder.h"

namespace jumpscope::tests {

namespace {

// A mutant's run goes on for so many frames after its row has come off the original's: the diff sees most of
// them at once, and the others until the flight has ended.
constexpr size_t frames_soon = 4, frames_after = 120;

const std::vector<trace::Watch>& watches() { return trace::builtinProfile("smb").watches; }

bool isVertical(const std::string& watch) {
  static const std::set<std::string> vertical{"y_position",       "y_page",
                                              "y_subpixel",       "y_speed",
                                              "y_speed_fraction", "gravity",
                                              "gravity_fall",     "jump_origin_y",
                                              "jump_origin_page", "halt_threshold",
                                              "player_state",     "swim_timer",
                                              "buttons_ab",       "buttons_ab_previous"};
  return vertical.contains(watch);
}

bool anyVertical(const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), isVertical);
}

// Whether two runs of jumplab go on alike. Between two frames the CPU waits in a jump to itself, where a few
// cycles more or less change nothing. The picture and sound units are never read back, except for the status
// bar's sprite 0 hit, which comes at the same place in every frame.
bool goOnAlike(const console::Console& console, const console::State& original) {
  const cpu6502::State& a = console.cpu();
  const cpu6502::State& b = original.cpu;
  if (a.pc != b.pc || a.a != b.a || a.x != b.x || a.y != b.y || a.s != b.s || a.p != b.p) return false;
  return std::equal(original.ram.begin(), original.ram.end(), console.ram().begin());
}

// Calls `work` with each number below `count`, on `threads` threads.
void inParallel(size_t count, unsigned threads, const std::function<void(size_t)>& work) {
  std::atomic<size_t> next = 0;
  const auto run = [&] {
    for (size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 1; i < threads; ++i) workers.emplace_back(run);
  run();
}

std::shared_ptr<const console::Cartridge> cartridgeOf(const console::Cartridge& original,
                                                      const Mutant& mutant) {
  console::Cartridge copy = original;
  copy.prg = patched(copy.prg, mutant);
  return std::make_shared<const console::Cartridge>(std::move(copy));
}

}  // namespace

OriginalRun::OriginalRun(std::shared_ptr<const console::Cartridge> cartridge, BundledMovie movie,
                         const std::vector<Instruction>& code)
    : movie_(std::move(movie)) {
  std::vector<bool> noted(0x10000);
  for (const Instruction& instruction : code) noted[instruction.address] = true;
  std::set<uint16_t> executed;
  JumplabPlay play(std::move(cartridge));
  play.console.hooks().on_instruction = [&] {
    if (noted[play.console.cpu().pc]) executed.insert(play.console.cpu().pc);
  };
  for (const movie::FrameInput& input : movie_.inputs) {
    states_.push_back(play.console.state());
    play.runFrame(input);
    executed_.emplace_back(executed.begin(), executed.end());
    executed.clear();
  }
  states_.push_back(play.console.state());
  recording_ = std::move(play.recording);
}

std::optional<size_t> OriginalRun::nextExecution(uint16_t address, size_t frame) const {
  for (; frame < executed_.size(); ++frame)
    if (std::binary_search(executed_[frame].begin(), executed_[frame].end(), address)) return frame;
  return std::nullopt;
}

size_t OriginalRun::firstWrite(size_t frame) const {
  const auto found =
      std::lower_bound(recording_.writes.begin(), recording_.writes.end(), frame,
                       [](const trace::Write& write, size_t wanted) { return write.frame < wanted; });
  return static_cast<size_t>(found - recording_.writes.begin());
}

namespace {

// A mutant in one movie.
class MutantRun {
 public:
  MutantRun(std::shared_ptr<const console::Cartridge> cartridge, const OriginalRun& original,
            uint16_t address)
      : original_(original), address_(address), console_(std::move(cartridge), {}) {}

  // Looks for the first row that is not the original's. Writes are not logged, which is faster.
  bool departs() {
    trace::RowReader reader(console_, watches());
    trace::Row row;
    bool alike = true;
    for (size_t frame = 0; frame < original_.frames(); ++frame) {
      if (alike) {
        const std::optional<size_t> next = original_.nextExecution(address_, frame);
        if (!next) return false;
        fork_ = frame = *next;
        console_.restore(original_.before(frame));
      }
      runFrame(frame);
      reader.read(frame, 0, row);
      if (row.values != rows()[frame].values) {
        departure_ = frame;
        return true;
      }
      alike = goOnAlike(console_, original_.before(frame + 1));
    }
    return false;
  }

  // From where the run comes off, or from the first execution on, to `frames` frames after it has come off.
  enum class From : uint8_t { Fork, FirstExecution };
  const Recording& record(From from, size_t frames) {
    const size_t first = from == From::Fork ? fork_ : original_.nextExecution(address_, 0).value_or(0);
    const size_t end = std::min(original_.frames(), departure_ + frames);
    begin(first);
    const trace::Recorder recorder(
        console_, watches(), [&](uint64_t frame) { return original_.inputs()[frame].pads[0]; },
        [&](const trace::Row& row) { recording_.trace.rows.push_back(row); },
        [&](const trace::Write& write) { recording_.writes.push_back(write); });
    for (size_t frame = first; frame < end; ++frame) runFrame(frame);
    return recording_;
  }

  // What the last recording shows.
  Departure departure() const {
    Departure departure{original_.name(), departure_, differing(departure_), {}, bumpOnly(departure_), false};
    std::set<std::string> ever;
    for (size_t frame = departure_; frame < recording_.trace.rows.size(); ++frame)
      for (const std::string& watch : differing(frame)) ever.insert(watch);
    departure.ever.assign(ever.begin(), ever.end());
    return departure;
  }

 private:
  const std::vector<trace::Row>& rows() const { return original_.recording().trace.rows; }

  void runFrame(size_t frame) {
    movie::latch(console_, original_.inputs()[frame]);
    console_.runFrame();
  }

  // Takes the original's frames over up to `frame`, and its console as `frame` begins.
  void begin(size_t frame) {
    const Recording& from = original_.recording();
    const auto writes = from.writes.begin();
    recording_.trace.header = from.trace.header;
    recording_.trace.rows.assign(rows().begin(), rows().begin() + static_cast<std::ptrdiff_t>(frame));
    recording_.writes.assign(writes, writes + static_cast<std::ptrdiff_t>(original_.firstWrite(frame)));
    console_.restore(original_.before(frame));
  }

  bool bumpOnly(size_t frame) const {
    const size_t speed = *recording_.trace.find("y_speed"), state = *recording_.trace.find("player_state");
    // A bump and a landing in one frame, where the mutant rises on.
    if (rows()[frame].values[state] == 0 && rows()[frame - 1].values[speed] < 0 &&
        recording_.trace.rows[frame].values[speed] < 0)
      return true;
    for (const std::string& name : differing(frame))
      if (isVertical(name) && name != "y_speed") return false;
    const auto bumped = [&](const trace::Row& row) {
      return row.values[speed] == 1 || row.values[speed] == 0 || row.values[speed] == -2;
    };
    return bumped(recording_.trace.rows[frame]) || bumped(rows()[frame]);
  }

  std::vector<std::string> differing(size_t frame) const {
    std::vector<std::string> names;
    const trace::Row& a = recording_.trace.rows[frame];
    const trace::Row& b = rows()[frame];
    for (size_t i = 0; i < a.values.size(); ++i)
      if (a.values[i] != b.values[i]) names.push_back(watches()[i].name);
    return names;
  }

  const OriginalRun& original_;
  uint16_t address_;
  console::Console console_;
  size_t fork_ = 0, departure_ = 0;
  Recording recording_;
};

std::string textOf(const diff::Difference& difference) {
  return "frame " + std::to_string(difference.frame) + ", " + difference.watch + ": expected " +
         std::to_string(difference.expected) + ", got " + std::to_string(difference.got);
}

}  // namespace

MutantRuns::MutantRuns(const std::vector<Instruction>& code, std::vector<BundledMovie> movies,
                       unsigned threads)
    : cartridge_(jumplabCartridge()) {
  std::vector<std::optional<OriginalRun>> runs(movies.size());
  // The longest movies first.
  inParallel(movies.size(), threads, [&](size_t i) {
    const size_t movie = movies.size() - 1 - i;
    runs[movie].emplace(cartridge_, std::move(movies[movie]), code);
  });
  for (std::optional<OriginalRun>& run : runs) originals_.push_back(std::move(*run));
}

std::vector<Departure> MutantRuns::departures(const Mutant& mutant) const {
  const auto cartridge = cartridgeOf(*cartridge_, mutant);
  std::vector<Departure> found;
  for (const OriginalRun& original : originals_) {
    MutantRun run(cartridge, original, mutant.original.address);
    if (!run.departs()) continue;
    run.record(MutantRun::From::Fork, 1);
    found.push_back(run.departure());
  }
  return found;
}

Verdict MutantRuns::judge(const Mutant& mutant, Effort effort) const {
  const auto cartridge = cartridgeOf(*cartridge_, mutant);
  Verdict verdict;
  const auto found = [&](MutantRun& run, MutantRun::From from, size_t frames, const std::string& movie) {
    const diff::DiffResult result = diffOfJumplab(run.record(from, frames));
    if (result.differences.empty()) {
      verdict.departures.push_back(run.departure());
      verdict.departures.back().nothing_compared = result.nothingCompared();
      return false;
    }
    verdict = {Verdict::Kind::Found, {}, movie, textOf(result.differences.front())};
    return true;
  };
  // Most mutants are found soon after they have come off; the others get their movies to the end.
  std::vector<std::pair<const OriginalRun*, std::unique_ptr<MutantRun>>> missed;
  for (const OriginalRun& original : originals_) {
    auto run = std::make_unique<MutantRun>(cartridge, original, mutant.original.address);
    if (!run->departs()) continue;
    if (found(*run, MutantRun::From::Fork, frames_soon, original.name())) return verdict;
    verdict.departures.pop_back();
    if (found(*run, MutantRun::From::Fork, frames_after, original.name())) return verdict;
    missed.emplace_back(&original, std::move(run));
  }
  if (!missed.empty()) verdict.kind = Verdict::Kind::Missed;
  if (effort == Effort::Quick) return verdict;
  verdict.departures.clear();
  for (const auto& [original, run] : missed)
    if (found(*run, MutantRun::From::FirstExecution, original->frames(), original->name())) return verdict;
  return verdict;
}

std::vector<Instruction> jumpRoutine(const console::Cartridge& cartridge) {
  constexpr uint16_t player_frame = 0x8210, landing_end = 0x855C;
  std::vector<Instruction> code = decode(cartridge.prg, player_frame, jumplabLabel("move_y_end"));
  const std::vector<Instruction> landing = decode(cartridge.prg, jumplabLabel("land"), landing_end);
  code.insert(code.end(), landing.begin(), landing.end());
  return code;
}

std::vector<Verdict> judgeAll(const MutantRuns& runs, const std::vector<Mutant>& mutants, unsigned threads,
                              Effort effort, const std::function<void(size_t)>& progress) {
  std::vector<Verdict> verdicts(mutants.size());
  std::mutex mutex;
  size_t judged = 0;
  inParallel(mutants.size(), threads, [&](size_t i) {
    verdicts[i] = runs.judge(mutants[i], effort);
    const std::lock_guard lock(mutex);
    if (++judged; progress) progress(judged);
  });
  return verdicts;
}

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

enum class Group : uint8_t { Vertical, Bumps, AfterOthers, Otherwise };
constexpr size_t groups = 4;

Group groupOf(const Departure& departure) {
  if (anyVertical(departure.first)) return departure.bump_only ? Group::Bumps : Group::Vertical;
  return anyVertical(departure.ever) ? Group::AfterOthers : Group::Otherwise;
}

// The gravest group that one of the departures belongs to.
Group groupOf(const Verdict& verdict) {
  Group group = Group::Otherwise;
  for (const Departure& departure : verdict.departures) group = std::min(group, groupOf(departure));
  return group;
}

std::string missedLine(const Mutant& mutant, const Verdict& verdict) {
  const auto shown =
      std::min_element(verdict.departures.begin(), verdict.departures.end(),
                       [](const Departure& a, const Departure& b) { return groupOf(a) < groupOf(b); });
  std::string line = mutant.name() + ", movie " + shown->movie + ", first frame that differs " +
                     std::to_string(shown->frame) + ": " + joined(shown->first);
  std::vector<std::string> later;
  for (const std::string& watch : shown->ever)
    if (std::find(shown->first.begin(), shown->first.end(), watch) == shown->first.end())
      later.push_back(watch);
  if (!later.empty()) line += "; later " + joined(later);
  if (shown->nothing_compared) line += "; nothing compared";
  return line + " (" + std::to_string(verdict.departures.size()) + " movies)\n";
}

}  // namespace

MutantCounts countsOf(const std::vector<Verdict>& verdicts) {
  MutantCounts counts;
  const std::array<size_t*, groups> missed{&counts.missed_vertically, &counts.missed_bumps,
                                           &counts.missed_after_others, &counts.missed_otherwise};
  for (const Verdict& verdict : verdicts) {
    counts.found += verdict.kind == Verdict::Kind::Found;
    counts.equal += verdict.kind == Verdict::Kind::Equal;
    if (verdict.kind == Verdict::Kind::Missed) ++*missed[static_cast<size_t>(groupOf(verdict))];
  }
  return counts;
}

std::string summaryOf(const std::vector<Verdict>& verdicts) {
  const MutantCounts counts = countsOf(verdicts);
  const auto text = [](size_t number) { return std::to_string(number); };
  return text(verdicts.size()) + " mutants: " + text(counts.found) + " found, " + text(counts.equal) +
         " equal in all movies; missed: " + text(counts.missed_vertically) + " vertically, " +
         text(counts.missed_bumps) + " by bumps that another level could have, " +
         text(counts.missed_after_others) + " after others, " + text(counts.missed_otherwise) +
         " not vertically\n";
}

std::string reportOf(const std::vector<Mutant>& mutants, const std::vector<Verdict>& verdicts) {
  const std::array<std::string, groups> titles{
      "== missed, a vertical watch differs in the first frame that differs\n",
      "== missed, only bumps differ that another level could have\n",
      "== missed, a vertical watch differs, after others\n", "== missed, no vertical watch differs\n"};
  std::array<std::string, groups> missed;
  std::string equal;
  for (size_t i = 0; i < mutants.size(); ++i) {
    const Verdict& verdict = verdicts[i];
    if (verdict.kind == Verdict::Kind::Equal) equal += mutants[i].name() + "\n";
    if (verdict.kind == Verdict::Kind::Missed)
      missed[static_cast<size_t>(groupOf(verdict))] += missedLine(mutants[i], verdict);
  }
  std::string text;
  for (size_t group = 0; group < groups; ++group) text += titles[group] + missed[group];
  return text + "== equal in all movies\n" + equal + "== " + summaryOf(verdicts);
}

}  // namespace jumpscope::tests
