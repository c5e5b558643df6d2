// jumpscope prove: proves for all states that a routine equals the model, or finds a counterexample.
#include <chrono>
#include <filesystem>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/interrupt.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/base/terminal.h"
#include "src/base/text.h"
#include "src/cli/claims.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/cli/routine_options.h"
#include "src/models/model_trace.h"
#include "src/prove/proof/claim.h"
#include "src/prove/proof/model_against.h"
#include "src/prove/proof/report.h"
#include "src/session/rom_file.h"
#include "src/trace/watch.h"

namespace jumpscope::cli {

namespace {

constexpr int open_status = 2;  // as for all that could not be done

struct ProveOptions {
  session::RomChoice rom;
  session::MachineChoice machine;
  FramesChoice frames;
  std::vector<std::string> settings, assume;
  std::string profile, model, against, against_rom, routine, routine_b, replay, output, counterexample;
  std::string budget = "300s";
  uint64_t timeout = 60;
  bool json = false, unreachable = false, no_coverage = false, table = false;
};

std::vector<prove::Run> runsOf(const ProveOptions& options, const console::Cartridge& cartridge) {
  return routineRuns(options.frames, options.machine, cartridge, "prove");
}

prove::ClaimOptions claimOf(const ProveOptions& options) {
  prove::ClaimOptions claim;
  claim.cartridge = session::loadCartridge(options.rom);
  claim.profile = chosenProfile(options.profile, *claim.cartridge, options.frames.movies);
  claim.model = options.model.empty() ? "" : models::modelNamed(options.model).name;
  const std::string model = options.model.empty() ? claim.profile.model : options.model;
  if (!model.empty() && options.against_rom.empty()) sayDoubtOf(models::modelNamed(model));
  if (!options.settings.empty())
    claim.settings = models::parseSettings(models::modelNamed(model), options.settings);
  claim.runs = runsOf(options, *claim.cartridge);
  if (!options.routine.empty()) claim.routine = routineAddress("--routine", options.routine);
  claim.assume = options.assume;
  if (!options.against_rom.empty()) {
    session::RomChoice other;
    other.rom = options.against_rom;
    claim.against = session::loadCartridge(other);
    claim.against_name = std::filesystem::path(options.against_rom).filename().string();
    claim.against_runs = runsOf(options, *claim.against);
    if (!options.routine_b.empty()) claim.against_routine = routineAddress("--routine-b", options.routine_b);
  } else if (!options.routine_b.empty()) {
    throw std::runtime_error(
        "--routine-b is a routine of the cartridge that --against-rom names, which is missing");
  }
  claim.coverage = !options.no_coverage;
  claim.seconds = static_cast<unsigned>(options.timeout);
  claim.budget = parseBudget(options.budget);
  return claim;
}

// The words of a shell's command line.
std::string quoted(const std::string& word) {
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%") ==
          word.npos &&
      !word.empty())
    return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string counterexampleFile(const ProveOptions& options) {
  return options.counterexample.empty() ? "counterexample.json" : options.counterexample;
}

std::string replayCommand(const ProveOptions& options) {
  std::string text = "jumpscope prove " + quoted(options.rom.rom);
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) text += std::string(" ") + option + " " + quoted(value);
  };
  add("--profile", options.profile);
  add("--model", options.model);
  for (const std::string& setting : options.settings) add("--set", setting);
  for (const std::string& movie : options.frames.movies) add("--movie", movie);
  for (const std::string& press : options.frames.press) add("--press", press);
  for (const std::string& condition : options.assume) add("--assume", condition);
  add("--routine", options.routine);
  add("--against-rom", options.against_rom);
  add("--routine-b", options.routine_b);
  add("--replay", counterexampleFile(options));
  return text;
}

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int replay(const ProveOptions& options) {
  const prove::Claim claim(claimOf(options));
  const std::vector<uint8_t> file = base::readFile(options.replay);
  const bool has_board = !claim.routine().entries.front().before.board.empty();
  const std::string where = base::shownName(options.replay);
  const prove::Stored stored =
      prove::parseCounterexample(base::asText(file), where, has_board, claim.ways().size());
  const auto found = stored.end
                         ? claim.attemptEnd(stored.way, stored.before, stored.registers, *stored.end, where)
                         : claim.attempt(stored.way, stored.before, stored.registers, where);
  prove::Counterexample shown;
  shown.before = stored.before;
  shown.registers = stored.registers;
  shown.way = stored.way;
  if (found) shown = *found;
  prove::ReportOptions report;
  report.unreachable = options.unreachable;
  if (options.json)
    base::writeOutput(options.output, base::jsonText({{"format", "jumpscope-replay"},
                                                      {"differs", found.has_value()},
                                                      {"counterexample", counterexampleJson(claim, shown)}}));
  else
    base::writeOutput(options.output, prove::replayText(claim, shown, found.has_value(), report));
  return found ? 1 : 0;
}

int proveModels(const ProveOptions& options) {
  if (!options.rom.rom.empty())
    throw std::runtime_error(
        "--against compares two models and takes no ROM; to compare the routines of two ROMs, use "
        "--against-rom");
  if (options.model.empty())
    throw std::runtime_error("--against names the second model; name the first with --model");
  const auto chosen = [&](const std::string& name) {
    return prove::ChosenModel{name, models::parseSettings(models::modelNamed(name), options.settings)};
  };
  const prove::ModelsCompared compared = prove::compareModels(chosen(options.model), chosen(options.against),
                                                              static_cast<unsigned>(options.timeout * 1000));
  base::writeOutput(options.output, options.json    ? base::jsonText(jsonOf(compared))
                                    : options.table ? tableOf(compared)
                                                    : textOf(compared));
  if (compared.unexplained) return 1;
  return compared.proved ? 0 : open_status;
}

int prove(const ProveOptions& options) {
  if (!options.against.empty()) return proveModels(options);
  if (options.rom.rom.empty() && options.rom.prg.empty())
    throw std::runtime_error("nothing to prove; name a ROM, or two models with --model and --against");
  if (!options.replay.empty()) return replay(options);
  const auto start = std::chrono::steady_clock::now();
  prove::ClaimOptions claimed = claimOf(options);
  auto progress = std::make_unique<base::Progress>("", 0);
  claimed.progress = [&](const std::string& stage) { progress->say(stage); };
  const prove::Claim claim(claimed);
  // Ctrl+C leaves what is known by then.
  const base::HoldInterrupts hold;
  const prove::Proof proof = claim.prove();
  progress.reset();
  prove::ReportOptions report;
  report.seconds = secondsSince(start);
  report.unreachable = options.unreachable;
  base::OutputSet outputs;
  if (proof.counterexample) {
    outputs.add(counterexampleFile(options),
                base::jsonText(counterexampleJson(claim, *proof.counterexample)));
    report.replay = replayCommand(options);
  }
  base::writeOutput(options.output, options.json ? base::jsonText(proofJson(claim, proof, report))
                                                 : prove::proofText(claim, proof, report) +
                                                       "what this claims: " + claims_page + "\n");
  outputs.commit();
  if (base::interrupted()) return base::interrupted_status;
  return proof.verdict == prove::Verdict::Proved    ? 0
         : proof.verdict == prove::Verdict::Differs ? 1
                                                    : open_status;
}

}  // namespace

Action proveCommand(Arguments& arguments) {
  auto options = std::make_shared<ProveOptions>();
  arguments.positional("ROM", options->rom.rom, false, rom_help);
  declareCartridge(arguments, options->rom);
  declareProfile(arguments, options->profile,
                 "profile that names the bytes (default: the built-in profile that lists the ROM)");
  arguments.option("--model", options->model, "NAME",
                   "model that the routine must equal (default: from the profile)");
  arguments.suggest("--model", modelNames());
  arguments.repeated("--set", options->settings, "NAME=VALUE",
                     "a parameter of the model (see `jumpscope model --list`); repeatable");
  arguments.option("--against", options->against, "NAME",
                   "compare --model with this model for all states; takes no ROM");
  arguments.suggest("--against", modelNames());
  arguments.option("--against-rom", options->against_rom, "ROM",
                   "compare with the routine of another cartridge instead of a model");
  arguments.option("--routine", options->routine, "ADDRESS",
                   "the routine's entry, e.g. '$8210' (default: the innermost subroutine that writes all "
                   "bytes of the motion)");
  arguments.option("--routine-b", options->routine_b, "ADDRESS",
                   "entry of the routine in the cartridge of --against-rom");
  arguments.repeated("--assume", options->assume, "CONDITION",
                     "consider only states that meet this condition, e.g. 'y_page == 1'; repeatable");
  arguments.flag(
      "--no-coverage", options->no_coverage,
      "soundness only: prove that the routine does nothing that the model forbids, and skip coverage "
      "(that it does all that the model allows)");
  arguments.flag("--unreachable", options->unreachable,
                 "report whether the state of a counterexample occurred in a traced frame");
  arguments.number("--timeout", options->timeout, {1, 86'400},
                   "time limit of each query to the solver, in seconds (default 60)");
  arguments.option("--budget", options->budget, "TIME",
                   "time for the whole proof, e.g. 90s or 10min; then the verdict is open (default 300s)");
  declareFrames(arguments, options->frames, "prove");
  declareMachine(arguments, options->machine);
  arguments.output("--counterexample", options->counterexample, "FILE",
                   "file for a counterexample (default: counterexample.json)",
                   {"JSON", {".json", ".txt"}, false});
  arguments.option("--replay", options->replay, "FILE", "run a counterexample again, step by step");
  arguments.flag("--table", options->table, "with --against: print the classes as a Markdown table");
  arguments.flag("--json", options->json, "print one JSON object");
  arguments.output("-o,--output", options->output, "FILE", "default: standard output", textFormat());
  arguments.footer(
      "Exit status: 0 proved, of what the first line names: \"contacts apart\" means that landings, ceilings "
      "or edges "
      "were not compared; 1 a counterexample was found; 2 neither could be shown.");
  return [options] { return prove(*options); };
}

}  // namespace jumpscope::cli
