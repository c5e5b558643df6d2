#include "src/trace/wch.h"

#include <algorithm>
#include <map>
#include <set>

#include "src/base/limits.h"
#include "src/base/lines.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr size_t longest_wch_name = 60;

// A line, taken apart; as text.
struct Entry {
  std::string_view address, size, type, big_endian, domain, note;
};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file_name)
      : lines_(text, file_name, base::LastLine::MayBeOpen),
        name_(file_name),
        is_bizhawk_(text.starts_with("SystemID")) {
    if (!is_bizhawk_ && !text.starts_with('\n') && !text.starts_with("\r\n"))
      throw std::runtime_error(name_ + " is not a watch list: FCEUX begins one with an empty line, " +
                               "BizHawk with 'SystemID NES'");
  }

  std::vector<Watch> read() {
    readHead();
    while (!lines_.atEnd()) {
      const std::string_view line = lines_.next();
      if (line.empty()) continue;
      ++entries_;
      const Entry entry = is_bizhawk_ ? bizhawkEntry(line) : fceuxEntry(line);
      if (entry.size == "S" || entry.type == "_" || entry.type == "S") continue;
      if (watches_.size() >= base::most_columns)
        lines_.fail("this is one watch too many; 10000 are the most");
      watches_.push_back(watchFrom(entry));
    }
    if (announced_ && *announced_ != entries_)
      throw std::runtime_error(name_ + " announces " + std::to_string(*announced_) + " watches and has " +
                               std::to_string(entries_) + "; is it cut short?");
    if (watches_.empty()) throw std::runtime_error(name_ + " has no watches");
    return std::move(watches_);
  }

 private:
  void readHead() {
    const std::string_view first = lines_.next();
    if (is_bizhawk_) {
      if (first != "SystemID NES")
        lines_.fail("expected 'SystemID NES'; these are watches of another console");
      return;
    }
    if (lines_.atEnd()) throw std::runtime_error(name_ + " is empty; expected a watch list");
    announced_ = base::parseInteger<uint64_t>(lines_.next(), 0, 1'000'000);
    if (!announced_) lines_.fail("expected the number of watches, as FCEUX writes it in the second line");
  }

  static std::string_view takeColumn(std::string_view& rest, char separator) {
    // FCEUX's Qt version aligns its columns with several blanks.
    while (separator == ' ' && rest.starts_with(' ')) rest.remove_prefix(1);
    const size_t end = rest.find(separator);
    const std::string_view column = rest.substr(0, end);
    rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    return column;
  }

  // 00CE<tab>b<tab>u<tab>0<tab>RAM<tab>note
  Entry bizhawkEntry(std::string_view line) const {
    if (std::count(line.begin(), line.end(), '\t') < 2)
      lines_.fail("expected address, size, type, endianness, domain and note with tabs between them");
    Entry entry;
    for (std::string_view* column :
         {&entry.address, &entry.size, &entry.type, &entry.big_endian, &entry.domain})
      *column = takeColumn(line, '\t');
    entry.note = line;
    return entry;
  }

  // 00000<tab>00CE<tab>b<tab>u<tab>0<tab>note
  Entry fceuxEntry(std::string_view line) const {
    const char separator = line.find('\t') == line.npos ? ' ' : '\t';
    if (std::count(line.begin(), line.end(), separator) < 4)
      lines_.fail("expected number, address, size, type, endianness and note");
    Entry entry;
    takeColumn(line, separator);
    for (std::string_view* column : {&entry.address, &entry.size, &entry.type, &entry.big_endian})
      *column = takeColumn(line, separator);
    while (line.starts_with(' ')) line.remove_prefix(1);
    entry.note = line;
    return entry;
  }

  Watch watchFrom(const Entry& entry) {
    Watch watch;
    const size_t bytes = bytesOf(entry.size);
    setType(watch, entry.type, bytes);
    const uint32_t first = addressOf(entry);
    if (entry.big_endian != "0" && entry.big_endian != "1") lines_.fail("expected 0 or 1 for the endianness");
    for (size_t i = 0; i < bytes; ++i) {
      const size_t place = entry.big_endian == "1" ? i : bytes - 1 - i;
      if (first + place > 0xFFFF) lines_.fail("the value's bytes go beyond $FFFF");
      watch.addresses.push_back(foldMirror(uint16_t(first + place)));
    }
    watch.meaning = entry.note;
    watch.name = nameFrom(entry.note, uint16_t(first));
    if (const std::string problem = problemOf(watch); !problem.empty()) lines_.fail("the watch " + problem);
    return watch;
  }

  size_t bytesOf(std::string_view size) const {
    if (size == "b" || size == "1") return 1;
    if (size == "w" || size == "2") return 2;
    if (size == "d" || size == "4") return 4;
    lines_.fail("expected the size b, w or d");
  }

  void setType(Watch& watch, std::string_view type, size_t bytes) const {
    const auto sized = [&](Type one, Type two, Type four) {
      return bytes == 1 ? one : bytes == 2 ? two : four;
    };
    const Type with_sign = sized(Type::S8, Type::S16, Type::S32);
    watch.type = sized(Type::U8, Type::U16, Type::U32);
    if (type == "u" || type == "h" || type == "b") return;
    watch.type = with_sign;
    if (type == "s") return;
    // BizHawk's fixed-point displays: 12.4, 20.12 and 16.16.
    if (is_bizhawk_ && type == "1" && bytes == 2)
      watch.fraction_bits = 4;
    else if (is_bizhawk_ && type == "2" && bytes == 4)
      watch.fraction_bits = 12;
    else if (is_bizhawk_ && type == "3" && bytes == 4)
      watch.fraction_bits = 16;
    else if (is_bizhawk_ && type == "f")
      lines_.fail("a floating-point watch cannot be imported; no NES game keeps such numbers");
    else
      lines_.fail("expected the type u, s, h or b");
  }

  uint32_t addressOf(const Entry& entry) const {
    uint32_t address = 0;
    const std::string_view text = entry.address;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), address, 16);
    if (error != std::errc() || end != text.data() + text.size() || address > 0xFFFF)
      lines_.fail("expected an address of up to four hexadecimal digits");
    if (!is_bizhawk_ || entry.domain == "System Bus" || entry.domain == "RAM") return address;
    if (entry.domain == "WRAM" || entry.domain == "Battery RAM") {
      if (address > 0x1FFF) lines_.fail("the address is beyond the 8 KiB of cartridge RAM");
      return 0x6000 + address;
    }
    lines_.fail("the watch is not in RAM, WRAM, Battery RAM or System Bus; remove it from the list");
  }

  std::string nameFrom(std::string_view note, uint16_t address) {
    std::string name;
    for (const char c : note) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      const bool digit = c >= '0' && c <= '9';
      if (digit && name.empty()) name.push_back('_');
      if (letter || digit)
        name += c;
      else if (!name.empty() && name.back() != '_')
        name += '_';
      if (name.size() == longest_wch_name) break;
    }
    while (name.size() > 1 && name.back() == '_') name.pop_back();
    if (name.empty() || name == "_") name = std::string("ram_").append(addressText(address), 1);
    if (name == "frame" || name == "buttons") name.push_back('_');
    std::string unique = name;
    for (int& again = times_.try_emplace(name, 1).first->second; !names_.insert(unique).second;)
      unique = std::string(name).append("_").append(std::to_string(++again));
    return unique;
  }

  base::Lines lines_;
  std::string name_;
  bool is_bizhawk_;
  std::optional<uint64_t> announced_;
  uint64_t entries_ = 0;
  std::vector<Watch> watches_;
  std::set<std::string> names_;
  std::map<std::string, int> times_;  // by name before its number: the number last tried
};

}  // namespace

std::vector<Watch> readWatchList(std::string_view text, const std::string& file_name) {
  return Reader(text, file_name).read();
}

}  // namespace jumpscope::trace
