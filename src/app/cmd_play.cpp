// jumpscope play: the cartridge in a window, with sound and keyboard.
#include <utility>

#include "src/app/commands.h"
#include "src/app/interrupt.h"
#include "src/app/machine.h"
#include "src/app/output.h"
#include "src/app/window.h"
#include "src/movie/record.h"

namespace jumpscope::app {

namespace {

struct PlayOptions {
  RomChoice rom;
  MachineChoice machine;
  uint64_t scale = 3;
  std::string record;
};

double framesPerSecond(console::Region region) {
  return region == console::Region::Ntsc ? 60.0988
                                         : 50.0070;  // https://www.nesdev.org/wiki/Cycle_reference_chart
}

// Until the window is closed (0) or Ctrl+C (130). `recorder`: nullptr when nobody wants a movie.
int playOn(console::Console& console, Window& window, const std::string& title,
           movie::InputRecorder* recorder) {
  bool paused = false, reset = false;
  for (;;) {
    if (interrupted()) return interrupted_status;
    const WindowEvents events = window.events();
    if (events.quit) return 0;
    reset |= events.reset;
    if (events.toggle_pause) {
      paused = !paused;
      window.setTitle(paused ? title + " (paused)" : title);
    }
    if (paused) {
      window.show({});
    } else {
      movie::FrameInput input;
      input.pads[0] = events.buttons;
      input.reset = std::exchange(reset, false);
      movie::latch(console, input);
      if (recorder) recorder->frame(input);
      console.runFrame();
      window.show(console.pixels());
      window.play(console.takeSamples());
    }
    window.waitForFrame(framesPerSecond(console.options().region));
  }
}

int play(const PlayOptions& options) {
  const auto cartridge = loadCartridge(options.rom);
  console::Options machine = machineOptions(options.machine, *cartridge);
  machine.video = machine.audio = true;
  console::Console console(cartridge, machine);
  const std::string title = "jumpscope: " + cartridge->name;
  Window window(title, static_cast<int>(options.scale), machine.sample_rate);

  movie::InputRecorder recorder;
  const bool records = !options.record.empty();
  const int status = playOn(console, window, title, records ? &recorder : nullptr);
  if (records) writeOutput(options.record, movie::writeFm2(recorder.movie(*cartridge, machine)));
  return status;
}

}  // namespace

Action playCommand(Arguments& arguments) {
  auto options = std::make_shared<PlayOptions>();
  arguments.positional("ROM", options->rom.rom, false, "an iNES or NES 2.0 file");
  declareBareDump(arguments, options->rom);
  declareMachine(arguments, options->machine);
  arguments.number("--scale", options->scale, {1, 16}, "window size, in screen pixels per pixel (default 3)");
  arguments.option("--record", options->record, "F.fm2", "write what is pressed as a movie");
  arguments.footer(
      "Keys: arrows, X = A, Z = B, Enter = Start, right Shift = Select, P pause, Ctrl+R reset, Esc quit.");
  return [options] { return play(*options); };
}

}  // namespace jumpscope::app
