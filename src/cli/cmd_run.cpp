// jumpscope run: runs a cartridge without a window; options select the output.
#include <chrono>
#include <ctime>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cpu6502/opcodes.h"
#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/base/terminal.h"
#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/session/dump.h"
#include "src/session/frame_hash.h"
#include "src/session/screenshot.h"
#include "src/session/session.h"
#include "src/session/state_file.h"
#include "src/session/wav.h"
#include "src/trace/watch.h"

namespace jumpscope::cli {

namespace {

struct RunOptions {
  session::RomChoice rom;
  session::MachineChoice machine;
  session::InputChoice input;
  std::vector<std::string> dumps;
  std::string screenshot, wav, frame_hashes, state, save_battery;
  bool video = false, audio = false, stats = false;
};

std::string statsJson(uint64_t frames, uint64_t cycles, double seconds, double cpu_seconds) {
  nlohmann::ordered_json json;
  json["frames"] = frames;
  json["cycles"] = cycles;
  json["seconds"] = seconds;
  json["fps"] = seconds > 0 ? static_cast<double>(frames) / seconds : 0.0;
  json["cpu_seconds"] = cpu_seconds;
  return base::jsonText(json);
}

bool isJam(uint8_t opcode) { return cpu6502::opcodes[opcode].mnemonic == "JAM"; }

// The opcode lies before PC, where a jammed processor stays. States of other emulators do not say which it is.
void sayJammed(const console::Console& console) {
  const auto address = static_cast<uint16_t>(console.cpu().pc - 1);
  const uint8_t opcode = isJam(console.cpu().opcode) ? console.cpu().opcode : console.peek(address);
  const bool is_seen = isJam(opcode);  // not where it came from open bus
  base::say(
      "the CPU is jammed: " + (is_seen ? "opcode $" + base::hex(opcode, 2) : std::string("the opcode")) +
      " at " + trace::addressText(trace::CodeAddress(address, console.prgBank(address))) + " halted it");
}

int run(const RunOptions& options) {
  std::vector<session::DumpRequest> dumps;
  for (const std::string& text : options.dumps) dumps.push_back(session::parseDumpRequest(text));

  requireRecordable(options.input, options.machine);
  const auto cartridge = session::loadCartridge(options.rom);
  const session::Input input = readInput(options.input, *cartridge);
  console::Options machine = session::machineOptions(options.machine, *cartridge, input.recorded_on);
  const bool every_picture = options.video || !options.frame_hashes.empty();
  machine.video = every_picture || !options.screenshot.empty();
  machine.audio = options.audio || !options.wav.empty();
  session::Session session(cartridge, machine, input);
  console::Console& console = session.console;
  if (!options.save_battery.empty()) batteryOf(console);  // refused now, not after the run

  std::string hashes = session::frame_hash_header;
  std::vector<int16_t> samples;
  base::Progress progress("frame", input.frames);
  const uint64_t first_cycle = console.cpuCycles();
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  for (uint64_t done = 0; done < input.frames; ++done) {
    const uint64_t frame = console.frame();
    console.setRendering(every_picture || done + 1 == input.frames);
    session.runFrame();
    if (!options.frame_hashes.empty()) hashes += session::frameHashRow(frame, console.pixels());
    if (machine.audio) {
      const std::vector<int16_t> made = console.takeSamples();
      if (!options.wav.empty()) samples.insert(samples.end(), made.begin(), made.end());
    }
    progress.at(done);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double cpu_seconds = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;

  base::OutputSet outputs;
  for (const session::DumpRequest& dump : dumps) outputs.add(dump.path, session::dumpMemory(console, dump));
  if (!options.screenshot.empty()) outputs.add(options.screenshot, session::screenshot(console.pixels()));
  if (!options.wav.empty()) outputs.add(options.wav, session::encodeWav(samples, machine.sample_rate));
  if (!options.frame_hashes.empty()) outputs.add(options.frame_hashes, hashes);
  if (!options.state.empty()) outputs.add(options.state, session::encodeState(console));
  if (!options.save_battery.empty()) outputs.add(options.save_battery, batteryOf(console));
  if (options.stats)
    outputs.add("-", statsJson(input.frames, console.cpuCycles() - first_cycle, seconds, cpu_seconds));
  if (!options.input.record.empty())
    outputs.add(options.input.record, session::recordedMovie(input, *cartridge, machine));
  outputs.commit();
  sayNotesOnRun(session);
  if (console.jammed()) sayJammed(console);
  return 0;
}

}  // namespace

Action runCommand(Arguments& arguments) {
  auto options = std::make_shared<RunOptions>();
  arguments.positional("ROM", options->rom.rom, false, rom_help);
  declareCartridge(arguments, options->rom);
  declareInput(arguments, options->input);
  declareRecording(arguments, options->input);
  declareMachine(arguments, options->machine);
  declareBattery(arguments, options->machine);
  arguments.outputs(
      "--dump", options->dumps, "WHAT=FILE",
      "write memory at the end: cpu:0000-07ff=FILE, ppu:2000-2fff=FILE, oam=FILE, palette=FILE; "
      "registers are written as 0; repeatable",
      {"bare bytes", {".bin"}, false});
  arguments.output("--screenshot", options->screenshot, "F.png", "write the last frame as PNG",
                   {"PNG", {".png"}});
  arguments.output("--wav", options->wav, "F.wav", "write the sound as WAV", {"WAV", {".wav"}});
  arguments.output("--frame-hashes", options->frame_hashes, "F.csv",
                   "write the SHA-1 of every frame's pixels", {"CSV", {".csv", ".txt"}, false});
  declareBatteryOutput(arguments, options->save_battery);
  arguments.output("--state", options->state, "FILE", "save the console's state at the end", stateFormat());
  declareStart(arguments, options->input);
  arguments.flag("--video", options->video, "render pixels even if no output needs them");
  arguments.flag("--audio", options->audio, "generate sound even if no output needs it");
  arguments.flag("--stats", options->stats,
                 "print frames, cycles, seconds, frames per second and CPU seconds as JSON");
  return [options] { return run(*options); };
}

}  // namespace jumpscope::cli
