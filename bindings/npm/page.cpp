// The game of the page: what the window's play::Game does, as functions for JavaScript (bindings/web/worker.js). There is one game at
// a time. Bytes come and go as files of the module's own file system. A function that can fail returns 0 or a null pointer and leaves
// one sentence in page_error().
#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else  // the tests compile it, too
#define EMSCRIPTEN_KEEPALIVE
#endif

#include <algorithm>
#include <exception>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "ppu/palette.h"
#include "src/base/files.h"
#include "src/base/json.h"
#include "src/diff/diff.h"
#include "src/jumps/jumps.h"
#include "src/movie/bk2.h"
#include "src/movie/fm2.h"
#include "src/play/arc_trail.h"
#include "src/play/feet_finder.h"
#include "src/play/game.h"
#include "src/play/live_check.h"
#include "src/play/slots.h"
#include "src/session/rom_file.h"
#include "src/trace/columns.h"
#include "src/trace/profile.h"
#include "src/trace/recorder.h"

namespace jumpscope {
namespace {

using nlohmann::ordered_json;

struct Page {
  std::unique_ptr<play::Game> game;
  play::ArcTrail trail;
  play::FeetFinder feet;
  std::vector<uint32_t> picture = std::vector<uint32_t>(256 * 240);
  std::vector<int16_t> samples;
};

Page page;
std::string error, text;

// The result of `work`; `otherwise` where it throws.
template <class Work>
auto guarded(Work work, decltype(work()) otherwise) {
  try {
    error.clear();
    return work();
  } catch (const std::exception& thrown) {
    error = thrown.what();
    return otherwise;
  }
}

const char* textOf(const ordered_json& json) { return (text = base::compactJson(json)).c_str(); }

play::Game& game() {
  if (!page.game) throw std::runtime_error("no cartridge is inserted; choose one");
  return *page.game;
}

std::string readText(const char* path) {
  const std::vector<uint8_t> bytes = base::readFile(path);
  return {bytes.begin(), bytes.end()};
}

// "": the profile that names the cartridge; "NAME": a built-in one; "/FILE": a file. nullopt: none.
std::optional<trace::Profile> profileFor(const std::string& asked, const console::Cartridge& cartridge) {
  if (asked.starts_with('/')) return trace::parseProfile(readText(asked.c_str()), asked.substr(1));
  if (!asked.empty()) return trace::builtinProfile(asked);
  for (const std::string& name : trace::builtinProfileNames())
    for (const trace::KnownRom& rom : trace::builtinProfile(name).roms)
      if (rom.prg_chr_sha1 == cartridge.prgChrSha1()) return trace::builtinProfile(name);
  return std::nullopt;
}

// The arcs in the picture's coordinates, counted from the character, whose place is certain.
ordered_json arcsJson() {
  ordered_json arcs = ordered_json::array();
  const trace::Profile* profile = game().profile();
  if (!profile || !profile->screen || !page.trail.shown()) return arcs;
  const trace::OnScreen& on_screen = *profile->screen;
  const play::LevelPoint feet = *page.trail.shown();
  const int shift = play::pictureX(game().console().state().ppu, on_screen, feet.x - on_screen.feet_x) +
                    on_screen.feet_x - feet.x;
  for (const play::Path& arc : page.trail.arcs()) {
    ordered_json points = ordered_json::array();
    for (const play::LevelPoint& point : page.trail.shownPart(arc))
      points.push_back({point.x + shift, point.y + page.feet.offset()});
    arcs.push_back(std::move(points));
  }
  return arcs;
}

void afterFrame() {
  const trace::Profile* profile = game().profile();
  if (!profile || !profile->screen) return;
  page.trail.frame(play::feetNow(game().console(), *profile->screen, game().frame() - 1), game().flying());
  if (page.trail.shown()) page.feet.look(game().console().state().ppu, *profile->screen, *page.trail.shown());
}

// The rows of the last 20 s as a trace; `writes`: those in these frames.
trace::Trace traceOf(const play::Game& of, std::vector<trace::Write>& writes) {
  if (!of.profile()) throw std::runtime_error("nothing is watched; choose a profile");
  const auto rows = of.rows().last(std::min(of.rows().size(), play::LiveCheck::rows_kept));
  if (rows.empty()) throw std::runtime_error("there are no frames yet; play on and try again");
  for (const trace::Write& write : of.writes())
    if (write.frame >= rows.front().frame) writes.push_back(write);
  std::vector<trace::Watch> watches = of.profile()->watches;
  trace::addLagWatch(watches);
  return {trace::headerOf(*of.cartridge(), of.options().machine, "", of.profile()->name, watches),
          {rows.begin(), rows.end()}};
}

}  // namespace
}  // namespace jumpscope

using namespace jumpscope;

#define PAGE extern "C" EMSCRIPTEN_KEEPALIVE

PAGE const char* page_error() { return error.c_str(); }

// [{"name": …, "title": …}]
PAGE const char* page_profiles() {
  ordered_json profiles = ordered_json::array();
  for (const std::string& name : trace::builtinProfileNames())
    profiles.push_back({{"name", name}, {"title", trace::builtinProfile(name).title}});
  return textOf(profiles);
}

// Powers on with the cartridge in `path`, called `name`. `battery`: a file, or "".
PAGE const char* page_open(const char* path, const char* name, const char* profile, const char* battery) {
  return guarded(
      [&]() -> const char* {
        session::RomFile rom = session::unpackRom(base::readFile(path), name);
        console::Cartridge cartridge = console::parseCartridge(std::move(rom.bytes), rom.where);
        cartridge.name = rom.name;
        play::GameOptions options;
        options.machine.region = cartridge.region;
        options.machine.video = options.machine.audio = true;
        if (*battery)
          options.machine.battery = std::make_shared<const std::vector<uint8_t>>(base::readFile(battery));
        options.profile = profileFor(profile, cartridge);
        const std::string sha1 = cartridge.prgChrSha1(), used = options.profile ? options.profile->name : "";
        page.game = std::make_unique<play::Game>(
            std::make_shared<const console::Cartridge>(std::move(cartridge)), std::move(options));
        page.trail.clear();
        page.feet = {};
        return textOf({{"sha1", sha1},
                       {"profile", used},
                       {"model", page.game->profile() ? page.game->profile()->model : ""},
                       {"pal", page.game->options().machine.region != console::Region::Ntsc}});
      },
      nullptr);
}

PAGE int page_frame(unsigned pad1, unsigned pad2) {
  return guarded(
      [&] {
        movie::FrameInput input;
        // A movie has no record for frame 0.
        if (game().frame() > 0) input.pads = {uint8_t(pad1), uint8_t(pad2)};
        game().runFrame(input);
        afterFrame();
        return 1;
      },
      0);
}

// 256 x 240 pixels for a canvas.
PAGE const uint32_t* page_picture() {
  if (!page.game) return page.picture.data();
  const auto pixels = page.game->pixels();
  for (size_t i = 0; i < pixels.size(); ++i) {
    const ppu::Rgb color = ppu::ntsc_palette[pixels[i]];
    page.picture[i] = 0xFF000000u | uint32_t(color.blue) << 16 | uint32_t(color.green) << 8 | color.red;
  }
  return page.picture.data();
}

// The samples since the last call; page_sample_count() says how many they are.
PAGE const int16_t* page_samples() {
  page.samples = page.game ? page.game->takeSamples() : std::vector<int16_t>();
  return page.samples.data();
}
PAGE size_t page_sample_count() { return page.samples.size(); }

// What there is to show after a frame.
PAGE const char* page_now() {
  return guarded(
      [&] {
        ordered_json now = {{"frame", game().frame()},
                            {"oldest", game().oldestFrame()},
                            {"flying", game().flying()},
                            {"movie_frames", game().movieFrames()},
                            {"lag", !game().console().polledInput()},
                            {"arcs", arcsJson()}};
        if (auto stop = game().takeStop()) now["stop"] = stop->words;
        return textOf(now);
      },
      nullptr);
}

// The jumps of the last 20 s, as `jumpscope jumps --json`, and how they compare with the model, if there is one.
PAGE const char* page_jumps() {
  return guarded(
      [&] {
        std::vector<trace::Write> writes;
        const trace::Trace trace = traceOf(game(), writes);
        const trace::Profile& profile = *game().profile();
        ordered_json shown = {
            {"jumps", jumps::jumpsJson(jumps::findJumps(trace, profile, std::optional(writes)))}};
        if (diff::comparableModel(profile)) {
          const diff::DiffResult result = diff::compareWith(trace, profile, std::optional(writes));
          shown["summary"] = diff::diffSummary(result);
          shown["differences"] = result.differences.size();
          if (!result.differences.empty())
            shown["first"] = diff::differenceHeadline(trace, result.differences.front());
        }
        return textOf(shown);
      },
      nullptr);
}

PAGE int page_back(unsigned frames) {
  return guarded(
      [&] {
        if (!game().back(frames)) return 0;
        page.trail.cut(game().frame());
        return 1;
      },
      0);
}

PAGE int page_reset(int power) {
  return guarded(
      [&] {
        if (power) {
          game().powerOn();
          page.trail.clear();
        } else {
          game().runFrame({.reset = true});
        }
        return 1;
      },
      0);
}

PAGE int page_check(int on) {
  return guarded([&] { return game().setModelCheck(on), 1; }, 0);
}

// Saves into, or loads from, the files of slot 1 in `folder` (src/play/slots.h).
PAGE int page_save(const char* folder) {
  return guarded([&] { return play::writeSlot(folder, 1, game().save(), game()), 1; }, 0);
}
PAGE int page_load(const char* folder) {
  return guarded([&] { return game().load(play::readSlot(folder, 1, game())), page.trail.clear(), 1; }, 0);
}

// The input so far as an FM2 movie; and one to play from power-on.
PAGE const char* page_movie() {
  return guarded([&]() -> const char* { return (text = movie::writeFm2(game().movie())).c_str(); }, nullptr);
}
PAGE int page_play(const char* path) {
  return guarded(
      [&] {
        game().playMovie(movie::parseMovie(base::readFile(path), path));
        page.trail.clear();
        return 1;
      },
      0);
}
PAGE int page_take_over() {
  return guarded([&] { return game().takeOver(), 1; }, 0);
}

// What the battery keeps, as a file. 0: there is no battery.
PAGE int page_battery(const char* path) {
  return guarded(
      [&] {
        const std::vector<uint8_t> kept = game().batteryRam();
        if (kept.empty()) return 0;
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(kept.data()), std::ssize(kept));
        return 1;
      },
      0);
}
