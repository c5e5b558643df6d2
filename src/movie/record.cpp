#include "src/movie/record.h"

#include <stdexcept>

#include "src/base/hash.h"

namespace jumpscope::movie {
namespace {

constexpr uint64_t largest_movie = 10'000'000;  // frames: two days

// FCEUX's names for what RAM holds at power-on; it has no name for our random contents.
const char* ramInitOption(const console::RamInit& init) {
  switch (init.kind) {
    case console::RamInit::Kind::Ones:
      return "1";
    case console::RamInit::Kind::Zeros:
      return "2";
    default:
      return "0";
  }
}

// The options of a run that FM2 has no field for; empty: there are none.
std::string furtherOptions(const console::Options& machine) {
  std::string options;
  if (machine.region == console::Region::Dendy) options += " --region dendy";
  if (machine.ram_init.kind == console::RamInit::Kind::Random)
    options += " --ram-init " + console::toString(machine.ram_init);
  if (machine.alignment != console::default_alignment)
    options += " --alignment " + std::to_string(machine.alignment);
  return options;
}

// 452DE2C3-EF43-2FA9-77AC-0677FC51543B, made from the input: a movie has no other identity.
std::string guidOf(const std::vector<Record>& records) {
  std::vector<uint8_t> bytes;
  for (const Record& record : records) {
    bytes.push_back(record.commands);
    bytes.insert(bytes.end(), record.pads.begin(), record.pads.end());
    for (const DeviceInput& input : record.inputs)
      if (input != DeviceInput{}) bytes.insert(bytes.end(), {input.x, input.y, uint8_t(input.buttons)});
  }
  std::string guid = base::sha1Hex(bytes).substr(0, 32);
  for (char& digit : guid)
    if (digit >= 'a') digit = char(digit - 'a' + 'A');
  for (size_t dash : {8, 13, 18, 23}) guid.insert(dash, 1, '-');
  return guid;
}

[[noreturn]] void refuseLength() {
  throw std::runtime_error("the input is longer than the " + std::to_string(largest_movie) +
                           " frames that a movie can have; record fewer frames");
}

}  // namespace

void InputRecorder::frame(const FrameInput& input) {
  if (frames_ == largest_movie) refuseLength();
  const bool first = frames_++ == 0;
  const bool power = input.power && !first;  // frame 0 is the power-on
  const auto commands = uint8_t((input.reset ? command_reset : 0) | (power ? command_power : 0));
  records_.push_back({commands, input.pads, input.inputs});
  // The second of FCEUX's two dead frames.
  if (first || commands != 0) records_.push_back({0, input.pads, input.inputs});
}

Movie InputRecorder::movie(const console::Cartridge& cartridge, const console::Options& machine) const {
  Movie movie;
  movie.emu_version = 20605;  // the FCEUX version whose format this is
  movie.pal = machine.region == console::Region::Pal;
  movie.fourscore = devices_.four_score;
  movie.ports = devices_.ports;
  movie.rom_filename = cartridge.name;
  movie.rom_checksum = romChecksum(cartridge.prg, cartridge.chr);
  movie.guid = guidOf(records_);
  movie.other_keys = {{"microphone", "0"},
                      {"FDS", "0"},
                      {"NewPPU", "0"},
                      {"RAMInitOption", ramInitOption(machine.ram_init)},
                      {"RAMInitSeed", "0"}};
  movie.comments = {"recorder jumpscope"};
  if (const std::string options = furtherOptions(machine); !options.empty())
    movie.comments.push_back(std::string(options_comment) + options);
  movie.records = records_;
  return movie;
}

Movie recordMovie(const Player& player, uint64_t frames, const console::Cartridge& cartridge,
                  const console::Options& machine) {
  if (frames > largest_movie) refuseLength();
  InputRecorder recorder(machine.devices);
  for (uint64_t frame = 0; frame < frames; ++frame) recorder.frame(player.at(frame));
  return recorder.movie(cartridge, machine);
}

Movie recordMovie(std::span<const Buttons> port1, const console::Cartridge& cartridge,
                  const console::Options& machine) {
  InputRecorder recorder(machine.devices);
  for (const Buttons buttons : port1) {
    FrameInput input;
    input.pads[0] = buttons;
    recorder.frame(input);
  }
  return recorder.movie(cartridge, machine);
}

}  // namespace jumpscope::movie
