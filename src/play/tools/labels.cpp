#include "src/play/tools/labels.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/base/files.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/trace/symbol_formats.h"
#include "src/trace/watch.h"

namespace jumpscope::play {

namespace fs = std::filesystem;
using Kept = LabelPlace::Memory;

namespace {

constexpr uint16_t ram_end = 0x2000, ram_mask = 0x7FF, cartridge_ram = 0x6000, rom_start = 0x8000;

// As far as offsets of label files go.
constexpr size_t largest_prg = 0x1000000;
constexpr unsigned any_bank = 0x1000;

bool isAlphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// "R:00CE:player_y:a comment". Its place is what trace::readSymbols() makes of it; nullopt: it has none here.
std::optional<Label> readLabelLine(std::string_view line) {
  std::string_view rest = line;
  const std::string_view type = trace::takeUntil(rest, ':'), range = trace::takeUntil(rest, ':');
  const bool has_name = line.size() > type.size() + range.size() + 1;
  const auto isPlain = [](char c) { return isAlphanumeric(c) || c == '-'; };
  if (!has_name || !std::all_of(type.begin(), type.end(), isPlain) ||
      !std::all_of(range.begin(), range.end(), isPlain))
    return std::nullopt;
  trace::Symbols one(largest_prg, any_bank);
  try {
    trace::readSymbols(base::concat({type, ":", range, ":x"}), "label.mlb", one);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
  if (one.empty()) return std::nullopt;
  const trace::Symbol symbol = one.all().front();
  Label label;
  label.size = symbol.size;
  if (symbol.prg_offset)
    label.place = {Kept::Program, *symbol.prg_offset};
  else if (symbol.address < ram_end)
    label.place = {Kept::Ram, symbol.address & uint32_t{ram_mask}};
  else if (symbol.address >= cartridge_ram && symbol.address < rom_start)
    label.place = {Kept::CartridgeRam, symbol.address - uint32_t{cartridge_ram}};
  else
    label.place = {Kept::Bus, symbol.address};
  label.name = trace::labelWord(trace::trimmed(trace::takeUntil(rest, ':')));
  label.comment = std::string(rest);
  return label;
}

bool isPictureMemory(std::string_view line) {
  const std::string_view type = trace::takeUntil(line, ':');
  return type.starts_with("Nes") && !line.empty();
}

// As conditions take it, and Mesen.
bool isLabelName(std::string_view name) {
  const auto fits = [](char c) { return isAlphanumeric(c) || c == '_'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), fits) && (name[0] < '0' || name[0] > '9');
}

std::optional<uint32_t> offsetTyped(std::string_view text) {
  if (text.size() < 4 || !(text.starts_with("PRG") || text.starts_with("prg"))) return std::nullopt;
  text = trace::trimmed(text.substr(3));
  if (text.starts_with('$')) text.remove_prefix(1);
  return trace::parseHex(text, largest_prg - 1);
}

}  // namespace

LabelPlace labelPlace(const console::Console& console, uint16_t address) {
  if (address < ram_end) return {Kept::Ram, address & uint32_t{ram_mask}};
  if (const auto offset = console.prgOffset(address)) return {Kept::Program, *offset};
  if (address >= cartridge_ram && address < rom_start)
    return {Kept::CartridgeRam, address - uint32_t{cartridge_ram}};
  return {Kept::Bus, address};
}

std::optional<uint16_t> addressNow(const console::Console& console, const LabelPlace& place) {
  if (place.memory == Kept::CartridgeRam) return static_cast<uint16_t>(cartridge_ram + place.offset);
  if (place.memory != Kept::Program) return static_cast<uint16_t>(place.offset);
  constexpr uint32_t window = 0x400;  // no board switches less of PRG-ROM
  std::optional<uint16_t> found;
  // Half a program is seen twice; it runs at the upper place.
  for (uint32_t at = cartridge_ram; at < 0x10000; at += window) {
    const auto first = console.prgOffset(static_cast<uint16_t>(at));
    if (first && place.offset >= *first && place.offset < *first + window)
      found = static_cast<uint16_t>(at + place.offset - *first);
  }
  return found;
}

std::string placeText(const LabelPlace& place) {
  if (place.memory == Kept::Program) return "PRG $" + base::hex(place.offset, 5);
  const uint32_t first = place.memory == Kept::CartridgeRam ? cartridge_ram : 0;
  return trace::addressText(static_cast<uint16_t>(first + place.offset));
}

LabelPlace findPlace(std::string_view text, const console::Console& console, const LabelFile& own,
                     const trace::Symbols* labels) {
  text = trace::trimmed(text);
  if (const auto offset = offsetTyped(text)) {
    if (*offset >= console.cartridge().prg.size())
      throw std::runtime_error(
          base::concat({"'", base::printable(text), "' is beyond this cartridge's PRG-ROM"}));
    return {Kept::Program, *offset};
  }
  if (const Label* label = own.named(text)) return label->place;
  if (labels)
    if (const auto address = labels->find(text)) return labelPlace(console, *address);
  const auto number =
      trace::parseNumber(text.starts_with('$') ? std::string(text) : base::concat({"$", text}), 0xFFFF);
  if (!number)
    throw std::runtime_error(base::concat(
        {"'", base::printable(text), "' is neither an address ($8123), an offset (PRG 12345) nor a label"}));
  return labelPlace(console, static_cast<uint16_t>(*number));
}

uint16_t findAddress(std::string_view text, const console::Console& console, const LabelFile& own,
                     const trace::Symbols* labels) {
  text = trace::trimmed(text);
  // What is seen twice is where the user says.
  if (!own.named(text) && !(labels && labels->find(text)) && !offsetTyped(text))
    if (const auto number = trace::parseHex(text.starts_with('$') ? text.substr(1) : text, 0xFFFF);
        number && !text.empty())
      return static_cast<uint16_t>(*number);
  const LabelPlace place = findPlace(text, console, own, labels);
  const auto address = addressNow(console, place);
  if (!address)
    throw std::runtime_error(base::concat({"'", base::printable(text), "' is at ", placeText(place),
                                           ", which is not switched in now; Memory / PRG-ROM shows it"}));
  return *address;
}

LabelFile::LabelFile(std::string_view text, const std::string& file_name, size_t prg_size) {
  const auto refuse = [&](std::string_view why) { throw std::runtime_error(base::concat({file_name, why})); };
  if (text.find('\0') != text.npos) refuse(" is not text; expected a label file of Mesen (.mlb)");
  if (text.starts_with("\xEF\xBB\xBF")) head_ = text.substr(0, 3), text.remove_prefix(3);
  if (text.find("\r\n") != text.npos) ending_ = "\r\n";
  bool content = false, other_memory = false;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view words =
        trace::trimmed(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
    std::optional<Label> label = readLabelLine(words);
    if (label && label->place.memory == Kept::Program && label->place.offset >= prg_size)
      refuse(base::concat(
          {": line ", std::to_string(number),
           ": the offset is beyond this cartridge's PRG-ROM; do the labels belong to another game?"}));
    const bool silent = words.empty() || words.starts_with(';');
    const bool picture = !label && isPictureMemory(words);
    content |= !silent;
    other_memory |= picture;
    strange_lines_ += !label && !silent && !picture;
    if (label && labels_.empty()) short_types_ = words[1] == ':';
    lines_.push_back({std::string(line), label ? std::optional(label->place) : std::nullopt});
    if (label) labels_[label->place] = std::move(*label);
  }
  if (content && labels_.empty() && !other_memory)
    refuse(" has no labels of Mesen; expected lines as NesPrgRom:0123:NAME:COMMENT");
}

const Label* LabelFile::find(const LabelPlace& place) const {
  const auto found = labels_.find(place);
  return found == labels_.end() ? nullptr : &found->second;
}

const Label* LabelFile::at(const console::Console& console, uint16_t address) const {
  if (labels_.empty()) return nullptr;
  const Label* label = find(labelPlace(console, address));
  return label ? label : find({Kept::Bus, address});
}

const Label* LabelFile::named(std::string_view name) const {
  for (const auto& [place, label] : labels_)
    if (!name.empty() && label.name == name) return &label;
  return nullptr;
}

std::string LabelFile::lineOf(const Label& label) const {
  constexpr std::string_view names[2][4] = {{"NesMemory", "NesInternalRam", "NesSaveRam", "NesPrgRom"},
                                            {"G", "R", "S", "P"}};
  const auto& place = label.place;
  std::string line(names[short_types_ ? 1 : 0][static_cast<size_t>(place.memory)]);
  line.append(":").append(base::hex(place.offset, 4));
  if (label.size > 1) line.append("-").append(base::hex(place.offset + label.size - 1, 4));
  line.append(":").append(label.name);
  if (!label.comment.empty()) line.append(":").append(label.comment);
  return line.append(ending_, 0, ending_.size() - 1);
}

void LabelFile::set(const Label& label) {
  const Label* before = find(label.place);
  const bool renames = !label.name.empty() && (!before || before->name != label.name);
  if (renames && !isLabelName(label.name))
    throw std::runtime_error(
        base::concat({"'", base::printable(label.name),
                      "' is no name for a label: it has letters, digits and _, and begins "
                      "with no digit"}));
  if (const Label* other = renames ? named(label.name) : nullptr)
    throw std::runtime_error(base::concat(
        {"'", label.name, "' is the label of ", placeText(other->place), " already; choose another name"}));
  Label wanted = label;
  std::replace_if(
      wanted.comment.begin(), wanted.comment.end(), [](char c) { return static_cast<uint8_t>(c) < 0x20; },
      ' ');
  const auto isHere = [&](const Line& line) { return line.place == wanted.place; };
  if (wanted.name.empty() && wanted.comment.empty()) {
    std::erase_if(lines_, isHere);
    labels_.erase(wanted.place);
    return;
  }
  if (before && *before == wanted) return;
  const Line line{lineOf(wanted), wanted.place};
  // Of several lines for the place the last one counts.
  const auto last = std::find_if(lines_.rbegin(), lines_.rend(), isHere);
  if (last != lines_.rend()) {
    *last = line;
  } else {
    const auto after = std::find_if(lines_.begin(), lines_.end(), [&](const Line& other) {
      return other.place && other.place->memory == wanted.place.memory && other.place > wanted.place;
    });
    lines_.insert(after, line);
  }
  labels_[wanted.place] = std::move(wanted);
}

std::string LabelFile::text() const {
  std::string text = head_;
  for (const Line& line : lines_) text.append(line.text).append("\n");
  return text;
}

LabelFile readLabels(const fs::path& file, size_t prg_size) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(file, ignored))) return {};
  const std::vector<uint8_t> bytes = base::readFile(file);
  return LabelFile(base::asText(bytes), file.string(), prg_size);
}

LabelFile changeLabel(const fs::path& file, size_t prg_size, const Label& label) {
  if (file.empty())
    throw std::runtime_error("there is no folder for labels: set HOME or XDG_DATA_HOME to an absolute path");
  LabelFile labels = readLabels(file, prg_size);
  labels.set(label);
  std::error_code ignored;  // writing says it
  fs::create_directories(file.parent_path(), ignored);
  base::writeOutput(file.string(), labels.text());
  return labels;
}

fs::path labelFileOf(const std::string& remembered, const fs::path& rom, const fs::path& own,
                     const std::string& sha1) {
  std::error_code ignored;
  if (!remembered.empty() && fs::exists(remembered, ignored)) return remembered;
  if (!rom.empty()) {
    const fs::path beside = fs::path(rom).replace_extension(".mlb");
    if (fs::exists(beside, ignored)) return beside;
  }
  return own.empty() ? fs::path() : own / (sha1 + ".mlb");
}

std::shared_ptr<const trace::Symbols> allLabels(const LabelFile& own, const trace::Symbols* others,
                                                const console::Console& console) {
  auto all = std::make_shared<trace::Symbols>(console.cartridge().prg.size(), console.prgBankSize());
  for (const auto& [place, label] : own.labels()) {
    if (label.name.empty()) continue;
    trace::Symbol symbol{label.name, 0, label.size};
    const bool in_program = place.memory == Kept::Program;
    std::optional<uint16_t> address = addressNow(console, place);
    if (!address && in_program) address = all->addressOfPrg(place.offset);
    if (!address) continue;
    symbol.address = *address;
    if (in_program) symbol.prg_offset = place.offset;
    all->add(symbol);
  }
  if (others)
    for (const trace::Symbol& symbol : others->all())
      if (!own.named(symbol.name)) all->add(symbol);
  return all->empty() ? nullptr : all;
}

std::string nameAt(const console::Console& console, uint16_t address, const LabelFile& own,
                   const trace::Symbols* others) {
  const Label* label = own.at(console, address);
  if (label && !label->name.empty()) return label->name;
  if (!others) return "";
  const trace::CodeAddress at(address, console.prgBank(address));
  const std::string name = others->nameOf(address);
  if (!name.empty() || !at.bank) return name;
  const std::string place = others->placeOf(at);
  return place.find('+') == place.npos ? place : "";
}

std::string withNamesNow(const std::string& instruction, uint16_t pc, const console::Console& console,
                         const LabelFile& own, const trace::Symbols* others) {
  if (!others) return instruction;
  // An address of four digits may lie in another bank than the instruction; the rest has no banks.
  constexpr size_t digits = 4;
  const size_t first = instruction.find('$') + 1;
  const bool absolute = first > 0 &&
                        instruction.find_first_not_of("0123456789ABCDEF", first) >= first + digits &&
                        instruction.size() >= first + digits;
  const auto address =
      absolute ? trace::parseHex(instruction.substr(first, digits), 0xFFFF) : std::optional<uint32_t>();
  const std::string name = address && *address >= cartridge_ram
                               ? nameAt(console, static_cast<uint16_t>(*address), own, others)
                               : "";
  if (name.empty()) return others->withNames(instruction, {pc, console.prgBank(pc)});
  return instruction.substr(0, first - 1) + name + instruction.substr(first + digits);
}

}  // namespace jumpscope::play
