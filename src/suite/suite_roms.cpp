#include "src/suite/suite_roms.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

#include "src/base/files.h"
#include "src/base/printable.h"
#include "src/session/rom_file.h"

namespace jumpscope::suite {
namespace {

namespace fs = std::filesystem;

// An iNES file of any board has a header and at least 8 KiB, and no known one is larger than this.
constexpr uintmax_t smallest_rom = 16 + 0x2000;
constexpr uintmax_t largest_rom = uintmax_t(16) << 20;

bool matches(const console::Cartridge& cartridge, const RomWanted& wanted) {
  return wanted.sha1.empty() || cartridge.fileSha1() == wanted.sha1 || cartridge.prgChrSha1() == wanted.sha1;
}

// By size and first bytes, so that a folder full of other files costs little.
bool looksLikeRom(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  const uintmax_t size = fs::file_size(path, error);
  if (error || size < smallest_rom || size > largest_rom) return false;
  std::array<char, 4> magic{};
  std::ifstream file(path, std::ios::binary);
  return file.read(magic.data(), magic.size()) && std::string_view(magic.data(), magic.size()) == "NES\x1A";
}

template <class Iterator>
void collect(Iterator iterator, std::vector<fs::path>& files) {
  std::error_code error;
  for (const Iterator end; iterator != end; iterator.increment(error)) {
    if (error) return;
    files.push_back(iterator->path());
  }
}

}  // namespace

RomIndex::RomIndex(fs::path beside, std::vector<fs::path> folders) {
  searched_.push_back({beside.empty() ? fs::path(".") : std::move(beside), false});
  for (fs::path& folder : folders) searched_.push_back({std::move(folder), true});
}

void RomIndex::alsoLookAt(std::vector<fs::path> folders, std::vector<fs::path> files) {
  last_folders_ = std::move(folders);
  last_files_ = std::move(files);
}

RomFound RomIndex::find(const RomWanted& wanted) {
  std::string seen;
  if (auto cartridge = byHint(wanted, seen)) return found(cartridge);
  if (!wanted.sha1.empty())
    if (auto cartridge = byHash(wanted.sha1)) return found(cartridge);
  return {nullptr, whereNot(wanted, seen), false, {}};
}

RomFound RomIndex::found(std::shared_ptr<const console::Cartridge> cartridge) const {
  const auto at =
      std::ranges::find_if(loaded_, [&](const auto& loaded) { return loaded.second == cartridge; });
  return {std::move(cartridge), "", false, at->first};
}

std::shared_ptr<const console::Cartridge> RomIndex::load(const fs::path& path) {
  auto& cartridge = loaded_[path];
  if (!cartridge)
    cartridge = std::make_shared<const console::Cartridge>(session::readCartridge(path.string()));
  return cartridge;
}

std::shared_ptr<const console::Cartridge> RomIndex::byHint(const RomWanted& wanted, std::string& seen) {
  if (wanted.file.empty()) return nullptr;
  std::vector<fs::path> folders;
  for (const SearchFolder& place : searched_) folders.push_back(place.folder);
  if (!wanted.sha1.empty()) folders.insert(folders.end(), last_folders_.begin(), last_folders_.end());
  for (const fs::path& folder : folders)
    for (const fs::path& name : {fs::path(wanted.file), fs::path(wanted.file).filename()})
      if (auto cartridge = named(folder / name, wanted, seen)) return cartridge;
  return nullptr;
}

std::shared_ptr<const console::Cartridge> RomIndex::named(const fs::path& path, const RomWanted& wanted,
                                                          std::string& seen) {
  std::error_code error;
  if (!fs::is_regular_file(session::archiveOf(path.string()), error)) return nullptr;
  try {
    const auto cartridge = load(path);
    if (matches(*cartridge, wanted)) return cartridge;
    if (seen.empty()) seen = path.string() + " has SHA-1 " + cartridge->fileSha1();
  } catch (const std::runtime_error&) {
    // A damaged file under the right name may have a whole one elsewhere, when the hash tells which.
    if (wanted.sha1.empty()) throw;
  }
  return nullptr;
}

std::shared_ptr<const console::Cartridge> RomIndex::byHash(const std::string& sha1) {
  for (SearchFolder& place : searched_) {
    search(place);
    const auto found = by_hash_.find(sha1);
    if (found != by_hash_.end()) return load(found->second);
  }
  for (const fs::path& file : std::exchange(last_files_, {}))
    if (looksLikeRom(file)) note(file);
  const auto found = by_hash_.find(sha1);
  return found == by_hash_.end() ? nullptr : load(found->second);
}

void RomIndex::search(SearchFolder& place) {
  if (place.searched) return;
  place.searched = true;
  std::vector<fs::path> files;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  if (place.recursive)
    collect(fs::recursive_directory_iterator(place.folder, options, error), files);
  else
    collect(fs::directory_iterator(place.folder, options, error), files);
  std::sort(files.begin(), files.end());
  for (const fs::path& path : files) {
    if (looksLikeRom(path)) note(path);
  }
}

void RomIndex::note(const fs::path& path) {
  try {
    // Not kept: the folder may hold every cartridge there ever was.
    const console::Cartridge cartridge = console::parseCartridge(base::readFile(path), base::shownName(path));
    by_hash_.emplace(cartridge.fileSha1(), path);
    by_hash_.emplace(cartridge.prgChrSha1(), path);
  } catch (const std::runtime_error&) {
    // Not a cartridge, or not readable: ignored, because the suite does not name it.
  }
}

std::string RomIndex::whereNot(const RomWanted& wanted, const std::string& seen) const {
  std::string sentence = "no ROM";
  if (!wanted.file.empty()) sentence += " " + wanted.file;
  if (!wanted.sha1.empty()) sentence += " with SHA-1 " + wanted.sha1;
  sentence += last_folders_.empty() || wanted.sha1.empty()
                  ? " beside the suite"
                  : " beside the suite, above it, in the current folder or among those that play opened last";
  for (size_t i = 1; i < searched_.size(); ++i)
    sentence += (i == 1 ? ", nor in " : ", ") + searched_[i].folder.string();
  if (searched_.size() == 1) sentence += "; name a folder with ROMs by --rom-path or $JUMPSCOPE_ROMS";
  return seen.empty() ? sentence : sentence + " (" + seen + ")";
}

}  // namespace jumpscope::suite
