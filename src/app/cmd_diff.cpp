// jumpscope diff: a trace, or a cartridge run now, against its model or against a golden trace.
#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "src/app/commands.h"
#include "src/app/json.h"
#include "src/app/output.h"
#include "src/app/record.h"
#include "src/app/trace_input.h"
#include "src/compare/diff.h"
#include "src/compare/model_trace.h"
#include "src/trace/files.h"
#include "src/trace/trace_file.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::app {

namespace {

struct DiffOptions {
  std::string a, b;
  RomChoice bare;
  MachineChoice machine;
  InputChoice input;
  std::string writes, profile, model, output;
  uint64_t context = 5;
  bool all = false, json = false;
};

// What is compared: from a file, or recorded now.
struct Subject {
  trace::Trace trace;
  std::optional<std::vector<trace::Write>> writes;
};

// By its first bytes; an empty or damaged file by its name.
bool isRom(const std::string& path) {
  const std::vector<uint8_t> file = trace::readFile(path);
  const std::string_view magic = "NES\x1A";
  if (file.size() >= magic.size() && std::equal(magic.begin(), magic.end(), file.begin())) return true;
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension == ".nes" || extension == ".NES";
}

bool namesInput(const DiffOptions& options) {
  return !options.input.movie.empty() || !options.input.press.empty() || !options.input.reset_at.empty() ||
         options.input.frames.has_value();
}

Subject recordNow(const DiffOptions& options, const RomChoice& rom, const std::string& profile_name,
                  const std::vector<trace::Watch>& watches) {
  if (!options.writes.empty())
    throw std::runtime_error("--writes names the write log of a trace; a cartridge's is recorded on the way");
  Recording recording = record(rom, options.machine, options.input, profile_name, watches);
  return {std::move(recording.trace), std::move(recording.writes)};
}

Subject readSubject(const DiffOptions& options) {
  if (namesInput(options))
    throw std::runtime_error(
        options.a + " is a trace, which is compared as it stands; --movie, --press, --reset-at and " +
        "--frames are for a ROM");
  Subject subject{trace::readTrace(options.a), std::nullopt};
  if (!options.writes.empty())
    subject.writes = trace::readWriteLog(options.writes, subject.trace.header.watches);
  return subject;
}

// The closing words of every comparison that could not take place.
[[noreturn]] void throwNothingCompared(const std::string& why) {
  throw std::runtime_error("nothing was compared: " + why);
}

// A model's own trace: everything is computed again from what the trace says of itself.
int diffModelTrace(const DiffOptions& options, const trace::Trace& subject) {
  trace::Trace again;
  const compare::GoldenResult result = compare::diffWithItsModel(subject, again);
  if (result.nothingCompared()) throwNothingCompared("the trace has no rows");
  writeOutput(options.output,
              options.json ? jsonText(compare::goldenJson(result))
                           : compare::goldenText(subject, again, result, {options.context, options.all}));
  return result.same() ? 0 : 1;
}

compare::DiffResult compareWith(const std::string& model, const Subject& subject,
                                const trace::Profile& profile) {
  if (model == "smb-article-jump") return compare::diffWithArticle(subject.trace, profile, subject.writes);
  if (!model.empty() && model != profile.model)
    throw std::runtime_error("a game's trace can be compared with smb-jump or smb-article-jump, not with " +
                             compare::modelNamed(model).name +
                             "; `jumpscope fit` finds the parameters of other models");
  return compare::diffWithModel(subject.trace, profile, subject.writes);
}

int diffAgainstModel(const DiffOptions& options, const RomChoice& rom, bool is_rom) {
  trace::Profile profile;
  Subject subject;
  if (is_rom) {
    const auto cartridge = loadCartridge(rom);
    profile = options.profile.empty() ? profileOf(*cartridge) : loadProfile(options.profile);
    subject = recordNow(options, rom, profile.name, profile.watches);
  } else {
    subject = readSubject(options);
    const bool asks_another = !options.model.empty() && options.model != subject.trace.header.model;
    if (compare::isModelTrace(subject.trace) && !asks_another && options.profile.empty() && !subject.writes)
      return diffModelTrace(options, subject.trace);
    profile = profileOf(subject.trace, options.profile, options.a);
  }
  const compare::DiffResult result = compareWith(options.model, subject, profile);
  if (result.nothingCompared())
    throwNothingCompared("there is no jump in " + std::to_string(subject.trace.rows.size()) +
                         " frames; run longer, or give a movie in which the player jumps");
  writeOutput(options.output, options.json
                                  ? jsonText(compare::diffJson(subject.trace, result))
                                  : compare::diffText(subject.trace, result, {options.context, options.all}));
  return result.differences.empty() ? 0 : 1;
}

int diffAgainstGolden(const DiffOptions& options, const RomChoice& rom, bool is_rom,
                      const std::string& golden_path) {
  const trace::Trace golden = trace::readTrace(golden_path);
  const Subject subject =
      is_rom ? recordNow(options, rom, golden.header.profile, golden.header.watches) : readSubject(options);
  const compare::GoldenResult result = compare::diffWithGolden(subject.trace, golden, subject.writes);
  if (result.nothingCompared())
    throwNothingCompared("the trace and " + golden_path +
                         " have no frame in common; do both begin at power-on?");
  writeOutput(options.output, options.json ? jsonText(compare::goldenJson(result))
                                           : compare::goldenText(subject.trace, golden, result,
                                                                 {options.context, options.all}));
  return result.same() ? 0 : 1;
}

int diff(const DiffOptions& options) {
  // A bare dump takes the place of A, so that a lone name is the golden trace.
  const bool bare = !options.bare.prg.empty();
  if (bare && !options.b.empty())
    throw std::runtime_error(
        "a bare dump (--prg) is compared with one golden trace at most, and two names are given");
  if (!bare && options.a.empty())
    throw std::runtime_error("nothing to compare is named; give a trace, or a ROM with --movie F.fm2");
  RomChoice rom = options.bare;
  if (!bare) rom.rom = options.a;
  const std::string golden = bare ? options.a : options.b;
  const bool is_rom = bare || isRom(options.a);
  return golden.empty() ? diffAgainstModel(options, rom, is_rom)
                        : diffAgainstGolden(options, rom, is_rom, golden);
}

}  // namespace

Action diffCommand(Arguments& arguments) {
  auto options = std::make_shared<DiffOptions>();
  arguments.positional("A", options->a, false, "a trace, or a ROM to run now");
  arguments.positional("B", options->b, false, "a golden trace; without it A is compared with its model");
  declareBareDump(arguments, options->bare);
  declareInput(arguments, options->input);
  declareMachine(arguments, options->machine);
  arguments.option("--profile", options->profile, "NAME|FILE", "which bytes mean what (default: as A says)");
  arguments.option(
      "--model", options->model, "NAME",
      "smb-jump or smb-article-jump (default: as the profile says); a model's own trace is computed "
      "again");
  arguments.option("--writes", options->writes, "FILE",
                   "the write log of trace A, which tells who wrote what");
  arguments.number("--context", options->context, {0, 1000}, "frames shown before a difference (default 5)");
  arguments.flag("--all", options->all, "every difference, not only the first");
  arguments.flag("--json", options->json, "for programs: one JSON object");
  arguments.option("-o,--output", options->output, "FILE", "default: standard output");
  return [options] { return diff(*options); };
}

}  // namespace jumpscope::app
