// jumpscope play: a cartridge in a window.
#include "src/gui/play_window.h"

#include <imgui.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "src/base/files.h"
#include "src/base/interrupt.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/cli/play_options.h"
#include "src/gui/font.h"
#include "src/gui/windows.h"
#include "src/movie/bk2.h"
#include "src/play/colors.h"
#include "src/play/remember.h"
#include "src/session/cartridge_notes.h"
#include "src/session/session.h"
#include "src/session/state_file.h"
#include "src/session/stranger.h"
#include "src/session/trace_input.h"

namespace jumpscope::gui {

namespace {

movie::Movie loadMovie(const std::string& path) {
  return movie::parseMovie(base::readFile(path), std::filesystem::path(path).filename().string());
}

}  // namespace

void PlayWindow::Latency::add(uint64_t ms) {
  ++presses;
  sum_ms += ms;
  worst_ms = std::max(worst_ms, ms);
}

PlayFiles loadFiles(const session::PlayOptions& options) {
  PlayFiles files;
  const bool has_rom = options.rom.named();
  if (has_rom) files.cartridge = session::loadCartridge(options.rom);
  if (!options.labels.files.empty()) {
    if (!has_rom) throw std::runtime_error("--symbols needs a cartridge; name its ROM too");
    files.symbols =
        std::make_shared<const trace::Symbols>(session::loadLabels(options.labels, *files.cartridge));
  }
  if (!options.movie.empty()) {
    if (!has_rom) throw std::runtime_error("--movie needs a cartridge; name its ROM too");
    files.movie = loadMovie(options.movie);
  }
  if (!options.load_state.empty()) {
    if (!has_rom) throw std::runtime_error("--load-state needs a cartridge; name its ROM too");
    files.start = session::readStart(options.load_state, files.movie ? &*files.movie : nullptr);
  }
  if (!options.profile.empty()) {
    const trace::Profile profile = session::loadProfile(options.profile);
    const std::string note = has_rom ? session::strangerNote(profile, *files.cartridge) : "";
    if (!note.empty()) base::say("note: " + note);
  }
  if (!options.model.empty() && !options.engine.command.empty())
    throw std::runtime_error("--engine takes the place of --model; leave one of them out");
  play::chosenModel(options.model);
  play::engineJudge(options.engine, options.settings, options.tolerances);
  if (!options.palette.empty()) play::loadPal(options.palette);
  if (!options.keys.empty()) play::loadKeys(options.keys);
  return files;
}

PlayWindow::PlayWindow(const session::PlayOptions& options, const PlayFiles& files)
    : host_("play", "jumpscope", 256 * static_cast<int>(options.scale.value_or(3)),
            240 * static_cast<int>(options.scale.value_or(3))),
      store_(play::findFolders(base::processEnvironment())) {
  player_.options = options;
  std::vector<std::string> words;
  player_.settings = stored_ = store_.loadSettings(words);
  memory_ = store_.loadMemory(words);
  for (const std::string& path : memory_.recent) needScriptsOf(path);
  useLayout();
  host_.setTextSize(player_.settings.text_size);
  player_.files = store_.folders().data;
  player_.ask_for_file = [this](FileDialog::Request request) { dialog_.ask(std::move(request)); };
  if (options.scale) player_.settings.scale = static_cast<int>(*options.scale);
  if (!options.palette.empty()) player_.settings.palette = options.palette;
  if (!options.keys.empty()) player_.settings.keys = options.keys;
  if (options.mute) player_.settings.mute = true;
  if (!options.engine.command.empty() || !options.model.empty())
    player_.settings.overlay["model_check"] = true;
  player_.fast = options.fast;
  sound_words_ = sound_.open();
  controllers_.start();
  applyColors();
  applyKeys();
  applySound();
  setScale(player_.settings.scale);
  if (options.fullscreen || player_.settings.fullscreen) setFullscreen(true);

  if (files.cartridge) {
    if (!options.rom.rom.empty()) {
      rom_path_ = std::filesystem::absolute(options.rom.rom).lexically_normal();
      remember(rom_path_, words);
    }
    patches_ = options.rom.patches;
    battery_rests_ = files.movie.has_value() || !options.record.empty();
    const std::string& path = options.rom.rom.empty() ? options.rom.prg : options.rom.rom;
    insert(files.cartridge, files.movie ? session::recordedOn(*files.movie) : session::RecordedOn{},
           files.symbols, openBattery(files.cartridge, path), rom_path_);
    std::optional<session::Start> start = files.start;
    if (!start && files.movie) start = session::startOf(*files.movie);
    if (files.movie) {
      player_.game->playMovie(*files.movie, start);
      for (const std::string& note : session::notesOn(*files.movie, *files.cartridge)) words.push_back(note);
    }
    if (!files.movie && start) player_.game->startFrom(*start);
    if (start)
      if (const std::string note = session::noteOn(*start); !note.empty()) words.push_back(note);
  }
  for (const std::string& sentence : words) {
    player_.sayToo(sentence);
    base::say("jumpscope: " + sentence);
  }
}

void PlayWindow::open(const std::string& path) {
  tryTo(player_, [&] {
    session::RomChoice choice;
    choice.rom = path;
    const auto cartridge = session::loadCartridge(choice);
    saveBattery();
    session::BatteryFile battery = openBattery(cartridge, path);
    insert(cartridge, {}, nullptr, std::move(battery), std::filesystem::absolute(path).lexically_normal());
    patches_.clear();
    std::vector<std::string> words;
    remember(rom_path_, words);
    for (const std::string& sentence : words) player_.sayToo(sentence);
  });
}

// At once, so that a window that is killed leaves it behind.
void PlayWindow::remember(const std::filesystem::path& rom, std::vector<std::string>& words) {
  memory_.opened(rom.string());
  store_.save(memory_, words);
}

void PlayWindow::insert(std::shared_ptr<const console::Cartridge> cartridge, const session::RecordedOn& movie,
                        std::shared_ptr<const trace::Symbols> symbols, session::BatteryFile battery,
                        const std::filesystem::path& rom) {
  const bool same = player_.game && player_.inserted == cartridge;
  session::MachineChoice machine = player_.machine;
  // What was chosen for playing is not what a movie was recorded on.
  if (movie.devices)
    machine = player_.options.machine;
  else if (!same)
    machine =
        play::machineOf(player_.options.machine, play::remembered(player_.settings, cartridge->prgChrSha1()));
  play::GameOptions options;
  options.machine = session::machineOptions(machine, *cartridge, movie);
  options.devices = machine.devices;
  options.engine =
      play::engineJudge(player_.options.engine, player_.options.settings, player_.options.tolerances);
  options.machine.video = options.machine.audio = true;
  options.machine.sample_rate = play::Sound::console_rate;
  const bool rests = battery_rests_ && (!player_.game || same);
  if (!rests) options.machine.battery = battery.content();
  options.rewind_bytes = static_cast<size_t>(player_.settings.rewind_mib) << 20;
  auto game = std::make_unique<play::Game>(cartridge, options);
  rememberGame();
  // The command line's is for the first cartridge.
  if (!same) player_.model = std::exchange(player_.options.model, "");
  player_.game = std::move(game);
  player_.inserted = cartridge;
  player_.machine = std::move(machine);
  battery_ = std::move(battery);
  battery_rests_ = rests;
  player_.feet = {};
  player_.ground = 0;
  player_.held = pending_ = {};
  player_.paused = player_.advance = false;
  player_.instructions = player_.scanlines = 0;
  player_.given_labels = std::move(symbols);
  rom_path_ = rom;
  dialog_.cancel();  // a tool may have asked for a file
  label_dialog_.cancel();
  bookmark_dialog_.cancel();
  tools_.forgetCartridge();
  player_.coverage = nullptr;
  watches_ = {};
  last_feet_.clear();
  unsaved_.settled();
  picker_dismissed_ = false;
  forgetFrom(0);
  setSpeed(100);
  setUpLabels();
  setUpProfile(*cartridge);
  applySound();
  for (const std::string& note : session::notesOn(*cartridge)) {
    player_.sayToo(cartridge->name + ": " + note);
    base::say("note: " + cartridge->name + ": " + note);
  }
}

int PlayWindow::run() {
  const base::HoldInterrupts saves_settings;
  int status = 0;
  try {
    status = runUntilClosed();
  } catch (...) {
    finish();
    throw;
  }
  finish();
  return status;
}

int PlayWindow::runUntilClosed() {
  // The first picture takes long, the next tells what they take: then time and sound begin.
  for (int picture = 0; picture < 2; ++picture) draw();
  sound_.expectTurns(host_.work().lastNs());
  started_ms_ = SDL_GetTicks64();
  for (;;) {
    if (base::interrupted()) return base::interrupted_status;
    if (!handleEvents()) return 0;
    lookAtWork();
    runDueFrames();
    const bool still = !player_.game || player_.paused;
    const bool due = still ? redraws_ > 0 : pictures_.due(play::steadyNs(), moves_, redraws_ > 0);
    if (due || unseen_) {
      if (!host_.hidden()) draw();
      sawPicture();
      redraws_ = std::max(redraws_ - 1, 0);
    }
    if (player_.options.frames && player_.game && player_.game->frame() >= *player_.options.frames)
      quit_ = true;
    if (!quit_) waitForNext();
  }
}

void PlayWindow::finish() {
  lookAtWork(true);
  saveBattery();
  memory_.layouts[laid_out_] = ImGui::SaveIniSettingsToMemory();
  rememberGame();
  std::vector<std::string> words;
  store_.save(play::withoutOptions(player_.settings, stored_, player_.options), words);
  store_.save(memory_, words);
  for (const std::string& sentence : words) base::say("jumpscope: " + sentence);
  const session::PlayOptions& options = player_.options;
  if (!player_.game) return;
  base::OutputSet outputs;
  if (!options.state.empty()) outputs.add(options.state, session::encodeState(player_.game->console()));
  if (options.stats) outputs.add("-", base::jsonText(stats()));
  try {
    if (!options.record.empty()) outputs.add(options.record, movie::writeFm2(player_.game->movie()));
  } catch (const std::runtime_error&) {  // the current state has no movie
    outputs.commit();
    throw;
  }
  outputs.commit();
}

nlohmann::ordered_json PlayWindow::stats() const {
  const uint64_t ms = std::max<uint64_t>(1, SDL_GetTicks64() - started_ms_);
  nlohmann::ordered_json json{
      {"frame", player_.game->frame()},
      {"frames_run", frames_run_},
      {"seconds", static_cast<double>(ms) / 1000},
      {"frames_per_second", 1000.0 * static_cast<double>(frames_run_) / static_cast<double>(ms)},
      {"presses", latency_.presses}};
  if (latency_.presses)
    json["press_to_frame_ms"] = {
        {"mean", static_cast<double>(latency_.sum_ms) / static_cast<double>(latency_.presses)},
        {"worst", latency_.worst_ms}};
  json["window_ms"] = {{"pictures", host_.work().pictures()},
                       {"median", host_.work().medianMs()},
                       {"worst", host_.work().worstMs()}};
  json["frame_ms"] = {{"median", frame_work_.medianMs()}, {"worst", frame_work_.worstMs()}};
  json["rewind_bytes"] = player_.game->rewindBytes();
  const play::SoundQueue::Counts sound = sound_.counts();
  json["sound"] = {{"open", sound_.isOpen()},
                   {"latency_ms", sound_.latencyMs()},
                   {"ratio", sound_.ratio()},
                   {"underruns", sound.underruns},
                   {"dropped_samples", sound.dropped_samples}};
  return json;
}

cli::Action playCommand(cli::Arguments& arguments) {
  auto options = std::make_shared<session::PlayOptions>();
  cli::declarePlay(arguments, *options);
  return [options] { return PlayWindow(*options, loadFiles(*options)).run(); };
}

}  // namespace jumpscope::gui
