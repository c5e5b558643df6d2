#include "src/discover/bench.h"

#include <algorithm>

#include "src/base/interrupt.h"

namespace jumpscope::discover {

namespace {

constexpr uint16_t ram_end = 0x0800, board_ram = 0x6000, board_ram_end = 0x8000;

// The position of the picture's top left corner in the field of two by two nametables. The temporary address is what the
// game wrote last, and unlike the current one it does not move while a picture is drawn (NESdev, "PPU scrolling").
int scrollX(const ppu::State& ppu) {
  const unsigned t = static_cast<unsigned>(ppu.t.bits);
  return static_cast<int>((t & 0x1F) * 8 + static_cast<unsigned>(ppu.fine_x) + (t >> 10 & 1) * 256);
}
int scrollY(const ppu::State& ppu) {
  const unsigned t = static_cast<unsigned>(ppu.t.bits);
  return static_cast<int>((t >> 5 & 0x1F) * 8 + (t >> 12 & 7) + (t >> 11 & 1) * 240);
}

}  // namespace

Places::Places(const console::Cartridge& cartridge) {
  for (unsigned address = 0; address < ram_end; ++address)
    addresses_.push_back(static_cast<uint16_t>(address));
  if (cartridge.prg_ram_size + cartridge.prg_nvram_size == 0) return;
  for (unsigned address = board_ram; address < board_ram_end; ++address)
    addresses_.push_back(static_cast<uint16_t>(address));
}

std::optional<size_t> Places::at(uint16_t address) const {
  const auto found = std::lower_bound(addresses_.begin(), addresses_.end(), address);
  if (found == addresses_.end() || *found != address) return std::nullopt;
  return static_cast<size_t>(found - addresses_.begin());
}

void Places::narrow(const std::function<bool(size_t place)>& keep) {
  std::vector<uint16_t> kept;
  for (size_t place = 0; place < addresses_.size(); ++place)
    if (addresses_[place] < ram_end || keep(place)) kept.push_back(addresses_[place]);
  addresses_ = std::move(kept);
}

Bench::Bench(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options)
    : console_(cartridge, options), power_on_(console_.state()), places_(*cartridge) {}

void Bench::runFrame(Buttons buttons) {
  if (base::interrupted() || Clock::now() >= deadline_) throw OutOfTime{};
  console_.setButtons(0, buttons);
  console_.runFrame();
  constexpr uint64_t frames_a_tick = 512;
  if (++frames_ % frames_a_tick == 0 && tick_) tick_();
}

Shot Bench::shot() {
  const console::State state = console_.state();
  Shot shot{state.ppu.oam, scrollX(state.ppu), scrollY(state.ppu), {}, console_.polledInput()};
  shot.bytes.reserve(places_.count());
  shot.bytes.assign(state.ram.begin(), state.ram.end());
  for (size_t place = shot.bytes.size(); place < places_.count(); ++place)
    shot.bytes.push_back(console_.peek(places_.address(place)));
  return shot;
}

Film Bench::film(const console::State& from, const Script& script, size_t first, size_t frames,
                 std::span<const Poke> pokes) {
  console_.restore(from);
  for (const Poke& poke : pokes) console_.poke(places_.address(poke.place), poke.value);
  Film film;
  film.reserve(frames);
  for (size_t frame = first; frame < first + frames; ++frame) {
    runFrame(frame < script.size() ? script[frame] : Buttons{0});
    film.push_back(shot());
  }
  return film;
}

std::vector<uint8_t> Bench::bytesIn(const console::State& state) {
  console_.restore(state);
  return shot().bytes;
}

console::State Bench::after(const console::State& from, const Script& script, size_t frames) {
  console_.restore(from);
  for (size_t frame = 0; frame < frames; ++frame)
    runFrame(frame < script.size() ? script[frame] : Buttons{0});
  return console_.state();
}

void Bench::watched(const console::State& from, const Script& script, size_t first, size_t frames,
                    std::span<const size_t> places,
                    const std::function<void(const console::WatchedWrite&)>& noted) {
  struct Watching {
    console::Console& console;
    ~Watching() {
      console.hooks().on_watched_write = nullptr;
      console.unwatchAll();
    }
  } watching{console_};
  console_.restore(from);
  for (const size_t place : places) console_.watch(places_.address(place));
  console_.hooks().on_watched_write = noted;
  for (size_t frame = first; frame < first + frames; ++frame)
    runFrame(frame < script.size() ? script[frame] : Buttons{0});
}

std::vector<Bench::Write> Bench::writes(const console::State& from, const Script& script, size_t frames,
                                        std::span<const size_t> places) {
  std::vector<Write> all;
  watched(from, script, 0, frames, places, [&](const console::WatchedWrite& write) {
    if (const auto place = places_.at(write.address))
      all.push_back({static_cast<size_t>(write.frame - from.frame), *place, write.new_value});
  });
  return all;
}

std::vector<Bench::Writer> Bench::writers(const Moment& moment, const Script& script, size_t frames,
                                          size_t place) {
  std::vector<Writer> writers;
  watched(moment.state, script, moment.frame, frames, {&place, 1}, [&](const console::WatchedWrite& write) {
    const auto known = std::find_if(writers.begin(), writers.end(),
                                    [&](const Writer& writer) { return writer.pc == write.pc; });
    if (known != writers.end())
      ++known->writes;
    else
      writers.push_back({write.pc, console_.prgBank(write.pc), 1});
  });
  return writers;
}

}  // namespace jumpscope::discover
