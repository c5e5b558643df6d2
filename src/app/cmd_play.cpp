// jumpscope play: the cartridge in a window, with sound and keyboard.
#include "src/app/commands.h"
#include "src/app/interrupt.h"
#include "src/app/machine.h"
#include "src/app/window.h"

namespace jumpscope::app {

namespace {

struct PlayOptions {
  RomChoice rom;
  MachineChoice machine;
  uint64_t scale = 3;
};

double framesPerSecond(console::Region region) {
  return region == console::Region::Ntsc ? 60.0988
                                         : 50.0070;  // https://www.nesdev.org/wiki/Cycle_reference_chart
}

int play(const PlayOptions& options) {
  const auto cartridge = loadCartridge(options.rom);
  console::Options machine = machineOptions(options.machine, *cartridge);
  machine.video = machine.audio = true;
  console::Console console(cartridge, machine);
  const std::string title = "jumpscope: " + cartridge->name;
  Window window(title, static_cast<int>(options.scale), machine.sample_rate);

  bool paused = false;
  for (;;) {
    if (interrupted()) return interrupted_status;
    const WindowEvents events = window.events();
    if (events.quit) return 0;
    if (events.reset) console.softReset();
    if (events.toggle_pause) {
      paused = !paused;
      window.setTitle(paused ? title + " (paused)" : title);
    }
    if (paused) {
      window.show({});
    } else {
      console.setButtons(0, events.buttons);
      console.runFrame();
      window.show(console.pixels());
      window.play(console.takeSamples());
    }
    window.waitForFrame(framesPerSecond(machine.region));
  }
}

}  // namespace

Action playCommand(Arguments& arguments) {
  auto options = std::make_shared<PlayOptions>();
  arguments.positional("ROM", options->rom.rom, false, "an iNES or NES 2.0 file");
  declareBareDump(arguments, options->rom);
  declareMachine(arguments, options->machine);
  arguments.number("--scale", options->scale, {1, 16}, "window size, in screen pixels per pixel (default 3)");
  arguments.footer(
      "Keys: arrows, X = A, Z = B, Enter = Start, right Shift = Select, P pause, Ctrl+R reset, Esc quit.");
  return [options] { return play(*options); };
}

}  // namespace jumpscope::app
