#include "src/sweep/plan.h"

#include <stdexcept>

#include "src/base/files.h"
#include "src/base/hash.h"
#include "src/base/printable.h"
#include "src/movie/record.h"
#include "src/movie/savestate.h"
#include "src/session/state_file.h"
#include "src/session/stranger.h"
#include "src/session/trace_input.h"
#include "src/suite/suite_roms.h"
#include "src/trace/recorder.h"
#include "src/trace/watch.h"
#include "src/trace/watch_json.h"

namespace jumpscope::sweep {
namespace {

constexpr uint64_t longest_wait = 1'000'000;  // frames for the condition of a start that has no limit

void addTo(std::string& bytes, std::string_view text) {
  bytes += std::to_string(text.size()) + ":";
  bytes += text;
}

std::string sha1Of(std::string_view text) {
  return base::sha1Hex({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

}  // namespace

Plan::Plan(Spec parsed, const Sources& sources) : spec(std::move(parsed)) {
  loadCartridge(sources);
  const std::vector<trace::Watch> watches = watchesOf(sources);
  expressions = std::make_unique<Expressions>(spec, watches);
  spec.start.state.empty() ? powerOn(sources, watches) : loadState(sources);
  candidates = std::make_unique<Candidates>(spec, inputs(sources));
  id = identity(sources);
}

std::string Plan::path(const Sources& sources, const std::string& name) {
  files.push_back(sources.folder / name);
  return files.back().string();
}

void Plan::loadCartridge(const Sources& sources) {
  session::RomChoice choice;
  for (const std::string& patch : spec.patches) choice.patches.push_back(path(sources, patch));
  if (!spec.machine.battery.empty()) spec.machine.battery = path(sources, spec.machine.battery);
  if (spec.rom.sha1.empty()) {
    choice.rom = path(sources, spec.rom.file);
  } else {
    suite::RomIndex index(sources.folder, sources.rom_folders);
    const suite::RomFound found = index.find(spec.rom);
    if (!found.cartridge) throw std::runtime_error("the sweep's cartridge: " + found.why_not);
    choice.rom = found.path.string();
    files.push_back(found.path);
  }
  cartridge = session::loadCartridge(choice);
}

std::vector<trace::Watch> Plan::watchesOf(const Sources& sources) {
  std::vector<trace::Watch> watches;
  if (!spec.profile.empty()) {
    const auto names = trace::builtinProfileNames();
    const bool builtin = std::find(names.begin(), names.end(), spec.profile) != names.end();
    if (!builtin) files.push_back(sources.folder / spec.profile);
    const trace::Profile profile = session::loadProfile(spec.profile, sources.folder);
    watches = profile.watches;
    if (const std::string note = session::strangerNote(profile, *cartridge); !note.empty())
      notes.push_back(note);
  }
  watches.insert(watches.end(), spec.watches.begin(), spec.watches.end());
  trace::requireSound(watches, "the sweep's watches");
  for (const trace::Watch& watch : watches)
    if (watch.addresses.empty() && watch.type != trace::Type::Lag)
      throw std::runtime_error("the watch '" + watch.name + "' has no address, so a sweep cannot read it");
  return watches;
}

void Plan::powerOn(const Sources& sources, const std::vector<trace::Watch>& watches) {
  session::InputParts parts = spec.start.input;
  if (!parts.movie.empty()) parts.movie = path(sources, parts.movie);
  const session::Input input = session::combineInput(parts, *cartridge);
  notes.insert(notes.end(), input.notes.begin(), input.notes.end());
  if (const auto shortage = session::shortageOf(*cartridge)) notes.push_back(*shortage);
  const console::Options machine = session::machineOptions(spec.machine, *cartridge, input.recorded_on);
  input.player.requireDevices(machine.devices);
  if (input.start)
    throw std::runtime_error(
        "start: the movie begins from a save state of FCEUX, and a sweep's from power-on; save a state "
        "where it is to begin (`jumpscope run ROM --movie F.fm2 --state FILE`) and let start name that");
  start = std::make_unique<console::Console>(cartridge, machine);
  before.emplace();
  const bool limited = spec.start.when.empty() || input.frames > 0;
  runToStart(input.player, limited ? input.frames : longest_wait, limited, watches);
  if (spec.start.when.empty())
    for (const std::string& note : input.player.notesOnUnreached(0, before->size()))
      notes.push_back("start: " + note);
}

void Plan::runToStart(const movie::Player& player, uint64_t frames, bool limited,
                      const std::vector<trace::Watch>& watches) {
  std::optional<trace::When> when;
  std::vector<trace::Watch> columns = watches;
  if (!spec.start.when.empty()) {
    when.emplace(spec.start.when, watches, "start: when", trace::When::MachineTerms{true, nullptr});
    columns.insert(columns.end(), when->extraWatches().begin(), when->extraWatches().end());
  }
  bool holds = false;
  trace::RowReader reader(*start, columns);
  trace::Row row;
  if (when)
    start->hooks().on_frame_end = [&](uint64_t frame) {
      reader.read(frame, before->back().pads[0], row);
      holds = when->holds(row, start.get());
    };
  for (uint64_t frame = 0; frame < frames && !holds; ++frame) {
    before->push_back(player.at(frame));
    movie::latch(*start, before->back());
    start->runFrame();
  }
  start->hooks() = {};
  if (when && !holds)
    throw std::runtime_error(
        "start: the condition '" + spec.start.when + "' holds in none of the first " +
        std::to_string(frames) + " frames; " +
        (limited ? "let the start's input last longer" : "press buttons that lead there"));
}

void Plan::loadState(const Sources& sources) {
  const std::string file = path(sources, spec.start.state);
  start = std::make_unique<console::Console>(cartridge, session::machineOptions(spec.machine, *cartridge));
  start->restore(session::decodeState(base::readFile(file), *start, base::shownName(file)));
}

InputSources Plan::inputs(const Sources& sources) {
  InputSources result;
  result.lines = sources.lines;
  result.devices = start->options().devices;
  if (const auto* mutations = std::get_if<Mutations>(&spec.inputs)) {
    const std::string file = path(sources, mutations->movie);
    const movie::Movie movie = session::readMovie(file);
    movie::requirePowerOn(movie, "a sweep changes");
    result.movie.emplace().setMovie(movie);
    result.movie_start = start->frame();
  }
  return result;
}

// What the results follow from. The console at the start stands for the cartridge, the machine and the input before it.
std::string Plan::identity(const Sources& sources) const {
  std::string bytes;
  addTo(bytes, JUMPSCOPE_VERSION);
  addTo(bytes, spec.canonical);
  addTo(bytes, cartridge->prgChrSha1());
  addTo(bytes, base::sha1Hex(session::encodeState(*start)));
  for (const trace::Watch& watch : expressions->columns) addTo(bytes, trace::watchToJson(watch).dump());
  for (const std::string& line : sources.lines) addTo(bytes, line);
  if (const auto* mutations = std::get_if<Mutations>(&spec.inputs))
    addTo(bytes, base::sha1Hex(base::readFile(sources.folder / mutations->movie)));
  return sha1Of(bytes);
}

std::string movieOf(const Plan& plan, const Candidate& candidate, uint64_t frames) {
  if (!plan.before)
    throw std::runtime_error("a movie begins at power-on, but the sweep starts from the state file " +
                             plan.spec.start.state +
                             "; let it start from a movie or press script, or leave out --best-movies");
  if (plan.start->options().battery)
    throw std::runtime_error("a movie begins with an empty battery; leave out the battery or --best-movies");
  movie::InputRecorder recorder(plan.start->options().devices);
  for (const movie::FrameInput& input : *plan.before) recorder.frame(input);
  for (uint64_t frame = 0; frame < frames; ++frame) recorder.frame(candidate.script.at(frame));
  return movie::writeFm2(recorder.movie(*plan.cartridge, plan.start->options()));
}

}  // namespace jumpscope::sweep
