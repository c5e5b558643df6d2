// jumpscope play and jumpscope lab: replace this process by the window program beside it (exec).
#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "src/cli/commands.h"
#include "src/cli/engine_options.h"
#include "src/cli/options.h"
#include "src/cli/play_options.h"

namespace jumpscope::cli {

namespace {

// Does not return when it succeeds.
int becomeWindow(char** argv) {
#ifdef __EMSCRIPTEN__
  throw std::runtime_error("WebAssembly has no window here; use jumpscope's page or its native program");
#endif
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
  const std::filesystem::path window = self.parent_path() / "jumpscope-window";
  if (!std::filesystem::exists(window))
    throw std::runtime_error("the window program " + window.string() +
                             " is missing; install the Debian package jumpscope, which contains it, or build "
                             "jumpscope with -DJUMPSCOPE_WINDOW=ON");
  if (!dlopen("libSDL2-2.0.so.0", RTLD_LAZY))
    throw std::runtime_error(
        "a window needs SDL2, which is not installed; install libsdl2-2.0-0 (Debian) and try again");
  execv(window.c_str(), argv);
  throw std::runtime_error("cannot run " + window.string() + ": " + std::strerror(errno));
}

}  // namespace

void declarePlay(Arguments& arguments, session::PlayOptions& options) {
  constexpr base::Range frame_range{1, 1'000'000'000};
  arguments.positional("ROM", options.rom.rom, false,
                       "an iNES or NES 2.0 file, plain, .zip or .gz; or drop one on the window");
  declareCartridge(arguments, options.rom);
  declareMachine(arguments, options.machine);
  declareProfile(arguments, options.profile,
                 "profile that names the game's bytes (default: the built-in profile that lists the ROM)");
  arguments.option(
      "--model", options.model, "NAME|FILE",
      "predict and check jumps with this model in place of the profile's: a name, or the file of a "
      "law that `jumpscope fit` wrote");
  arguments.suggest("--model", modelNames());
  declareLabels(arguments, options.labels);
  arguments.number("--scale", options.scale, {1, 16}, "window pixels per game pixel (default 3)");
  arguments.flag("--fullscreen", options.fullscreen, "start in fullscreen");
  arguments.option("--keys", options.keys, "PRESET|FILE",
                   "default, fceux, mesen, retroarch or a key file (docs/playing.md)");
  arguments.suggest("--keys", {session::key_presets.begin(), session::key_presets.end()});
  arguments.option("--palette", options.palette, "F.pal", "a palette file of 192 or 1536 bytes");
  arguments.option("--movie", options.movie, "FILE", "play a movie, read-only until you take over");
  arguments.option("--load-state", options.load_state, "FILE",
                   "continue from a saved state of jumpscope or FCEUX (.fc0)");
  arguments.output("--record", options.record, "F.fm2", "write the input as an FM2 movie", {"FM2", {".fm2"}});
  arguments.option("--battery", options.battery, "FILE",
                   "file of the battery-backed RAM (default: the ROM's name with .sav, beside the ROM)");
  arguments.flag("--no-battery", options.no_battery,
                 "start with empty battery-backed RAM and do not save it");
  arguments.option("--cases", options.case_folder, "DIR",
                   "folder for the menu entry `save as case` (default: cases)");
  arguments.number("--frames", options.frames, frame_range, "close the window after N frames");
  arguments.output("--state", options.state, "F", "write the state when the window closes", stateFormat());
  declareEngine(arguments, options.engine);
  arguments.repeated("--set", options.settings, "NAME=VALUE", "a parameter of the engine; repeatable");
  arguments.repeated("--tolerance", options.tolerances, "WATCH=VALUE",
                     "with --engine, how far the engine's value may be off, e.g. y=0.05; repeatable");
  arguments.flag("--fast", options.fast, "start in fast-forward");
  arguments.flag("--mute", options.mute, "start without sound");
  arguments.flag("--stats", options.stats, "when the window closes, print frames, latency and pace as JSON");
  arguments.footer(
      "Keys: arrows, X = A, Z = B, Enter = Start, right Shift = Select; P pause, \\ frame advance, Tab "
      "fast-forward, Backspace rewind, F1-F10 load and Shift+F1-F10 save, F11 fullscreen, F12 screenshot, "
      "Ctrl+R reset, Ctrl+= and Ctrl+- text size, Ctrl+Q quit. Help / Keys in the window shows all keys.");
}

void declareLab(Arguments& arguments, LabOptions& options) {
  arguments.positional("SETTING", options.setting, false, "a settings file (JSON) saved in the window");
  arguments.repeated(
      "--model", options.models, "NAME",
      "show this model, too: a name, or the file of a law that `jumpscope fit` wrote; repeatable");
  arguments.suggest("--model", modelNames());
  arguments.footer(
      "Keys: Space jumps, arrows move, 1 2 3 select a view, Q E turn, O autopilot, P pause, \\ frame "
      "advance, - "
      "= slow motion, R restart, Ctrl+= and Ctrl+- text size, Ctrl+Q quit.");
}

Action playCommand(Arguments& arguments, char** argv) {
  auto options = std::make_shared<session::PlayOptions>();
  declarePlay(arguments, *options);
  return [options, argv] { return becomeWindow(argv); };
}

Action labCommand(Arguments& arguments, char** argv) {
  auto options = std::make_shared<LabOptions>();
  declareLab(arguments, *options);
  return [options, argv] { return becomeWindow(argv); };
}

}  // namespace jumpscope::cli
