#include "src/session/rom_file.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "mappers/patch.h"
#include "src/base/files.h"
#include "src/base/gzip_stream.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/base/zip.h"

namespace jumpscope::session {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view magic = "NES\x1A";
constexpr size_t most_names_shown = 8;

bool endsWith(std::string text, std::string_view extension) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return char(c >= 'A' && c <= 'Z' ? c + 32 : c); });
  return text.ends_with(extension);
}

// FILE.zip:NAME as {FILE.zip, NAME}; a path that names a file has no NAME.
std::pair<std::string, std::string> splitPath(const std::string& path) {
  std::error_code error;
  if (fs::exists(path, error)) return {path, ""};
  for (size_t colon = path.find(':'); colon != path.npos; colon = path.find(':', colon + 1)) {
    const std::string archive = path.substr(0, colon);
    if (fs::is_regular_file(archive, error)) return {archive, path.substr(colon + 1)};
  }
  return {path, ""};
}

std::vector<std::string> romNames(const base::Zip& zip) {
  std::vector<std::string> names = zip.names();
  // macOS keeps its own notes on a.nes as __MACOSX/._a.nes.
  std::erase_if(names, [](const std::string& name) {
    return !endsWith(name, ".nes") || name.starts_with("__MACOSX/");
  });
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), most_names_shown); ++i)
    text += (i > 0 ? ", " : "") + base::printable(names[i], 100);
  if (names.size() > most_names_shown)
    text += " and " + std::to_string(names.size() - most_names_shown) + " more";
  return text;
}

// Names are what an archive's files are picked by.
void requireUnique(const std::vector<std::string>& names, const std::string& name,
                   const std::string& archive) {
  if (std::ranges::count(names, name) > 1)
    throw std::runtime_error("the archive " + archive + " contains " +
                             std::to_string(std::ranges::count(names, name)) + " files named " +
                             base::printable(name, 100) + "; unpack it and name the one that is meant");
}

// The file in the archive that is meant.
std::string chosenName(const base::Zip& zip, const std::string& archive, const std::string& wanted) {
  const std::vector<std::string> names = romNames(zip);
  if (wanted.empty()) {
    if (names.empty())
      throw std::runtime_error("the archive " + archive +
                               " contains no .nes file; give one that does, or unpack it and name its ROM");
    if (!names.empty()) requireUnique(names, names.front(), archive);
    if (names.size() > 1)
      throw std::runtime_error("the archive " + archive + " contains " + std::to_string(names.size()) +
                               " cartridges: " + listed(names) + "; pick one as " + archive + ":NAME");
    return names.front();
  }
  const std::vector<std::string> all = zip.names();
  requireUnique(all, wanted, archive);
  if (std::ranges::find(all, wanted) != all.end()) return wanted;
  std::string sentence = "the archive " + archive + " contains no file " + base::printable(wanted, 100);
  if (!names.empty()) sentence += "; its cartridges are " + listed(names);
  throw std::runtime_error(sentence);
}

RomFile unzipped(std::span<const uint8_t> file, const std::string& archive, const std::string& wanted) {
  const base::Zip zip(file, "the archive " + archive);
  const std::string name = chosenName(zip, archive, wanted);
  const auto content = zip.read(name.c_str(), mappers::largest_cartridge);
  if (!content)
    throw std::runtime_error("the archive " + archive + " does not give out its file " +
                             base::printable(name, 100) + "; unpack it yourself");
  RomFile rom{{content->begin(), content->end()}, base::shownName(name), ""};
  rom.where = rom.name + " in " + archive;
  return rom;
}

bool beginsAsCartridge(std::span<const uint8_t> bytes) {
  return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
}

}  // namespace

std::string archiveOf(const std::string& path) { return splitPath(path).first; }

RomFile unpackRom(std::vector<uint8_t> file, const std::string& archive, const std::string& wanted) {
  if (base::looksLikeZip(file)) return unzipped(file, archive, wanted);
  if (!wanted.empty())
    throw std::runtime_error(
        archive + " is no zip archive, so nothing in it can be picked by :" + base::printable(wanted, 100));
  if (!base::isGzip(file)) return {std::move(file), archive, archive};
  const std::string name = endsWith(archive, ".gz") ? archive.substr(0, archive.size() - 3) : archive;
  return {base::decompressGzip(file, archive, mappers::largest_cartridge), name, archive};
}

namespace {

RomFile patched(RomFile rom, const std::vector<std::string>& patches) {
  for (const std::string& patch : patches) {
    const std::vector<uint8_t> bytes = base::readFile(patch);
    rom.bytes = mappers::applyPatch({rom.bytes, rom.where}, {bytes, base::shownName(patch)});
  }
  return rom;
}

console::Cartridge parsed(RomFile rom) {
  console::Cartridge cartridge = console::parseCartridge(std::move(rom.bytes), rom.where);
  cartridge.name = rom.name;
  return cartridge;
}

// By its content, or by its extension when it is damaged.
bool isRom(const std::vector<uint8_t>& bytes, const std::string& file) {
  if (beginsAsCartridge(bytes) || endsWith(file, ".nes") || endsWith(file, ".nes.gz")) return true;
  if (base::isGzip(bytes)) return beginsAsCartridge(base::gzipFront(bytes, magic.size()));
  return base::looksLikeZip(bytes) &&
         !romNames(base::Zip(bytes, "the archive " + base::shownName(file))).empty();
}

}  // namespace

RomFile readRomFile(const std::string& path, const std::vector<std::string>& patches) {
  const auto [file, wanted] = splitPath(path);
  return patched(unpackRom(base::readFile(file), base::shownName(file), wanted), patches);
}

console::Cartridge readCartridge(const std::string& path, const std::vector<std::string>& patches) {
  return parsed(readRomFile(path, patches));
}

std::optional<console::Cartridge> readIfCartridge(const std::string& path,
                                                  const std::vector<std::string>& patches) {
  const auto [file, wanted] = splitPath(path);
  // A trace may be too large to be held.
  if (wanted.empty() && base::asText(base::filePieces(file)()).starts_with("# ") && !endsWith(file, ".nes"))
    return std::nullopt;
  std::vector<uint8_t> bytes = base::readFile(file);
  if (wanted.empty() && !isRom(bytes, file)) return std::nullopt;
  return parsed(patched(unpackRom(std::move(bytes), base::shownName(file), wanted), patches));
}

}  // namespace jumpscope::session
