#include "tests/fuzz/programs/case.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "mappers/board.h"
#include "src/base/files.h"
#include "tests/console/random_program.h"

namespace jumpscope::fuzz {

namespace {

using Kind = Disturbance::Kind;

constexpr std::array<std::string_view, Disturbance::kinds> kind_names = {
    "none", "save", "copy", "assign", "restore", "look", "poke", "reset", "buttons"};

Kind kindFromName(const std::string& name) {
  const auto found = std::find(kind_names.begin(), kind_names.end(), name);
  if (found == kind_names.end()) throw std::runtime_error("unknown disturbance '" + name + "'");
  return static_cast<Kind>(found - kind_names.begin());
}

constexpr uint8_t nes20_mark = 0x08;
constexpr uint8_t eight_kib = 0x07;  // as a shift count of NES 2.0: 64 << 7 bytes

// The file's image: NES 2.0 with 8 KiB of RAM of each kind, or iNES for NROM.
std::vector<uint8_t> image(const Case& what) {
  std::vector<uint8_t> bytes = {'N', 'E', 'S', 0x1A};
  bytes.resize(16);
  bytes[4] = static_cast<uint8_t>(what.prg.size() / 0x4000);
  bytes[5] = static_cast<uint8_t>(what.chr.size() / 0x2000);
  bytes[6] =
      what.mirroring == mappers::Mirroring::FourScreen ? 8 : what.mirroring == mappers::Mirroring::Vertical;
  if (what.board != mappers::BoardNumber{}) {
    const auto [mapper, submapper] = what.board;
    bytes[6] |= static_cast<uint8_t>((mapper & 15) << 4);
    bytes[7] = static_cast<uint8_t>((mapper & 0xF0) | nes20_mark);
    bytes[8] = static_cast<uint8_t>((mapper >> 8) | submapper << 4);
    bytes[10] = eight_kib;
    bytes[11] = what.chr.empty() ? eight_kib : 0;
  }
  bytes.insert(bytes.end(), what.prg.begin(), what.prg.end());
  bytes.insert(bytes.end(), what.chr.begin(), what.chr.end());
  return bytes;
}

// Half of the choices fall on the boards that look at the picture chip's pins or count CPU cycles.
mappers::BoardNumber randomBoard(std::mt19937& random) {
  constexpr std::array timed = {4, 5, 9, 10, 18, 19, 24, 48, 64, 65, 67, 69, 73, 85, 118, 119};
  if (random() % 2) return {timed[random() % timed.size()], static_cast<int>(random() % 6)};
  const auto boards = mappers::allBoards();
  return {boards[random() % boards.size()].mapper, static_cast<int>(random() % 6)};
}

bool isSupported(const Case& what) {
  try {
    mappers::requireSupported(*what.cartridge());
    return true;
  } catch (const std::runtime_error&) {
    return false;  // no such submapper, or sizes that the board cannot have
  }
}

void readSetting(Case& into, const std::string& key, std::istringstream& rest) {
  std::string word;
  if (key == "frames") {
    rest >> into.frames;
  } else if (key == "region" && rest >> word) {
    const auto region = mappers::regionFromName(word);
    if (!region) throw std::runtime_error("unknown region '" + word + "'");
    into.options.region = *region;
  } else if (key == "alignment") {
    rest >> into.options.alignment;
  } else if (key == "ram-init" && rest >> word) {
    into.options.ram_init = console::parseRamInit(word);
  } else if (key == "outputs") {
    into.options.video = into.options.audio = true;
  } else if (key == "no-idle-skip") {
    into.options.idle_skip = false;
  } else if (key == "buttons") {
    for (unsigned held; rest >> held;) into.buttons.push_back(static_cast<console::Buttons>(held));
    rest.clear();
  } else if (key == "at") {
    Disturbance next;
    rest >> next.frame >> next.steps >> word >> next.value;
    next.kind = kindFromName(word);
    into.disturbances.push_back(next);
  } else {
    throw std::runtime_error("unknown setting '" + key + "'");
  }
  if (rest.fail()) throw std::runtime_error("'" + key + "' lacks a value");
}

}  // namespace

std::vector<Disturbance> randomDisturbances(std::mt19937& random, int frames) {
  std::vector<Disturbance> made;
  const auto below = [&random](uint32_t limit) { return random() % limit; };
  if (below(3) == 0) return made;
  const uint32_t spacing = 1 + below(6);
  for (int frame = 0; frame < frames; ++frame) {
    if (below(spacing) != 0) continue;
    for (uint32_t count = 1 + below(3); count > 0; --count) {
      Disturbance next{frame, static_cast<int>(below(4) ? below(600) : below(6000))};
      next.kind = static_cast<Kind>(below(Disturbance::kinds));
      if (next.kind == Kind::Reset && below(4) != 0) next.kind = Kind::Save;
      if (next.kind == Kind::Poke)
        next.value = (below(8) ? below(0x800) : 0x6000 + below(0x2000)) | below(256) << 16;
      if (next.kind == Kind::Buttons) next.value = below(256);
      made.push_back(next);
    }
  }
  return made;
}

uint32_t seedOfTheDay() {
  const auto days = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  return static_cast<uint32_t>(days.time_since_epoch().count()) * 100'000;
}

std::shared_ptr<const console::Cartridge> Case::cartridge() const {
  return std::make_shared<const console::Cartridge>(console::parseCartridge(image(*this), "program"));
}

namespace {

Case caseOf(const console::tests::RandomProgram& program, uint32_t seed, int frames) {
  std::mt19937 random(seed ^ 0x5EED'F00Du);
  Case made;
  made.prg = program.cartridge->prg;
  made.chr = program.cartridge->chr;
  made.mirroring = program.cartridge->mirroring;
  made.board = {program.cartridge->mapper, program.cartridge->submapper};
  made.options = program.options;
  made.options.video = made.options.audio = random() % 4 == 0;
  made.options.idle_skip = random() % 4 != 0;
  made.frames = frames;
  made.buttons = program.buttons;
  made.disturbances = randomDisturbances(random, frames);
  if (program.reset_frame >= 0 && program.reset_frame < frames) {
    const auto at = std::find_if(made.disturbances.begin(), made.disturbances.end(),
                                 [&](const Disturbance& d) { return d.frame >= program.reset_frame; });
    made.disturbances.insert(at, {program.reset_frame, 0, Kind::Reset, 0});
  }
  return made;
}

}  // namespace

Case randomCase(uint32_t seed, int frames) {
  if (seed % 2 == 0) return caseOf(console::tests::RandomProgram(seed), seed, frames);
  for (std::mt19937 random(seed);;) {
    const mappers::BoardNumber board = randomBoard(random);
    Case made = caseOf(console::tests::RandomProgram(seed, board.mapper, board.submapper), seed, frames);
    if (random() % 8 == 0) made.mirroring = mappers::Mirroring::FourScreen;
    if (isSupported(made)) return made;
  }
}

Case readCase(const std::filesystem::path& path) {
  std::filesystem::path rom = path;
  const console::Cartridge cartridge =
      console::parseCartridge(base::readFile(rom.replace_extension(".nes").string()), rom.string());
  Case made;
  made.prg = cartridge.prg;
  made.chr = cartridge.chr;
  made.mirroring = cartridge.mirroring;
  made.board = {cartridge.mapper, cartridge.submapper};
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  for (std::string line; std::getline(file, line);) {
    std::istringstream rest(line);
    if (std::string key; rest >> key) {
      try {
        readSetting(made, key, rest);
      } catch (const std::runtime_error& error) {
        throw std::runtime_error(path.string() + ": " + error.what());
      }
    }
  }
  return made;
}

void writeCase(const Case& what, const std::filesystem::path& path) {
  std::filesystem::create_directories(path.parent_path());
  const std::vector<uint8_t> bytes = image(what);
  std::filesystem::path rom = path;
  std::ofstream(rom.replace_extension(".nes"), std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  std::ofstream file(path);
  file << "frames " << what.frames << "\nregion " << mappers::regionName(what.options.region)
       << "\nalignment " << what.options.alignment << "\nram-init "
       << console::toString(what.options.ram_init) << '\n';
  if (what.options.video) file << "outputs\n";
  if (!what.options.idle_skip) file << "no-idle-skip\n";
  if (!what.buttons.empty()) {
    file << "buttons";
    for (const console::Buttons held : what.buttons) file << ' ' << +held;
    file << '\n';
  }
  for (const Disturbance& d : what.disturbances)
    file << "at " << d.frame << ' ' << d.steps << ' ' << kind_names[static_cast<size_t>(d.kind)] << ' '
         << d.value << '\n';
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

std::string runCommand(const Case& what, const std::filesystem::path& rom) {
  return "jumpscope run " + rom.string() + " --frames " + std::to_string(what.frames) + " --region " +
         mappers::regionName(what.options.region) + " --alignment " + std::to_string(what.options.alignment) +
         " --ram-init " + console::toString(what.options.ram_init) +
         (what.options.idle_skip ? "" : " --no-idle-skip");
}

}  // namespace jumpscope::fuzz
