#include "src/session/battery.h"

#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/base/atomic_file.h"
#include "src/base/files.h"

namespace jumpscope::session {

namespace fs = std::filesystem;

namespace {

bool isThere(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool canWrite(const fs::path& path) { return access(path.c_str(), W_OK) == 0; }

fs::path folderOf(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

}  // namespace

BatteryPlace findBattery(const Folders& folders, const fs::path& rom_path,
                         const console::Cartridge& cartridge) {
  const std::string stem = fs::path(cartridge.name).stem().string();
  const fs::path beside = folderOf(rom_path) / (stem + ".sav");
  const bool beside_exists = isThere(beside);
  // A file is replaced as a whole, for which its folder must be writable too.
  if (canWrite(folderOf(rom_path)) && (!beside_exists || canWrite(beside))) return {beside, beside};
  if (folders.data.empty()) return {beside_exists ? beside : fs::path(), {}};
  const fs::path own = folders.data / "saves" / (stem + "-" + cartridge.prgChrCrc32() + ".sav");
  return {isThere(own) || !beside_exists ? own : beside, own};
}

size_t batterySize(std::shared_ptr<const console::Cartridge> cartridge) {
  if (!cartridge->battery) return 0;
  return console::Console(std::move(cartridge), {}).batteryRam().size();
}

BatteryFile::BatteryFile(BatteryPlace place, size_t size) : place_(std::move(place)) {
  if (place_.read.empty() || !isThere(place_.read)) return;
  std::vector<uint8_t> bytes = base::readFile(place_.read);
  if (bytes.size() != size)
    throw std::runtime_error(
        "the battery file " + place_.read.string() + " has " + std::to_string(bytes.size()) +
        " bytes instead of " + std::to_string(size) +
        "; it is neither loaded nor written: move it away if it belongs to another game");
  content_ = std::make_shared<const std::vector<uint8_t>>(std::move(bytes));
}

void BatteryFile::save(std::vector<uint8_t> ram) {
  if (!keeps()) return;
  const bool blank = std::ranges::all_of(ram, [](uint8_t byte) { return byte == 0; });
  if (content_ ? *content_ == ram : blank) return;
  std::error_code error;
  fs::create_directories(folderOf(place_.write), error);
  if (error)
    throw std::runtime_error("cannot create the folder " + folderOf(place_.write).string() +
                             " for what the battery keeps: " + error.message());
  base::AtomicFile file(place_.write);
  file.write(std::span<const uint8_t>(ram));
  file.commit();
  content_ = std::make_shared<const std::vector<uint8_t>>(std::move(ram));
}

}  // namespace jumpscope::session
