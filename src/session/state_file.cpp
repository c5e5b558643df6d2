#include "src/session/state_file.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <type_traits>

#include "src/base/hash.h"
#include "src/base/text.h"
#include "src/bits/bits.h"
#include "src/session/state_limits.h"

namespace jumpscope::session {

namespace {

constexpr std::string_view magic = "jumpscope state\n";
constexpr uint32_t format_version = 3;
constexpr size_t hash_length = 40;

template <class T>
struct IsArray : std::false_type {};
template <class T, size_t n>
struct IsArray<std::array<T, n>> : std::true_type {};
template <class T>
struct IsArray<std::vector<T>> : std::true_type {};  // of the size that the cartridge gives it

template <class T>
size_t sizeOf(const T&) {
  return sizeof(T);
}
template <class T>
size_t sizeOf(const std::vector<T>& elements) {
  return elements.size() * sizeof(T);
}

class Writer {
 public:
  template <class T>
  void put(const T& value) {
    if constexpr (IsArray<T>::value) {
      for (const auto& element : value) put(element);
    } else {
      const auto number = static_cast<uint64_t>(value);
      for (size_t i = 0; i < sizeof(T); ++i) bytes.push_back(static_cast<uint8_t>(number >> (8 * i)));
    }
  }
  void put(std::string_view text) { bytes.insert(bytes.end(), text.begin(), text.end()); }

  std::vector<uint8_t> bytes;
};

class Reader {
 public:
  Reader(std::span<const uint8_t> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  template <class T>
  void get(T& value) {
    if constexpr (IsArray<T>::value) {
      for (auto& element : value) get(element);
    } else {
      uint64_t number = 0;
      const std::span<const uint8_t> raw = take(sizeof(T));
      for (size_t i = 0; i < sizeof(T); ++i) number |= uint64_t{raw[i]} << (8 * i);
      if (!holds<T>(number)) damaged();
      value = static_cast<T>(number);
    }
  }
  template <class T>
  T next() {
    T value{};
    get(value);
    return value;
  }
  std::string text(size_t length) {
    const std::span<const uint8_t> raw = take(length);
    return {raw.begin(), raw.end()};
  }
  std::span<const uint8_t> take(size_t length) {
    if (length > bytes_.size()) damaged();
    const std::span<const uint8_t> taken = bytes_.first(length);
    bytes_ = bytes_.subspan(length);
    return taken;
  }
  bool empty() const { return bytes_.empty(); }
  [[noreturn]] void damaged() const {
    throw std::runtime_error(name_ + " is truncated or altered; save the state again");
  }

 private:
  std::span<const uint8_t> bytes_;
  const std::string& name_;
};

// One section of the file, without its framing.
struct Section {
  std::string name;
  Writer layout;  // the names and sizes of its fields
  Writer data;

  std::string layoutHash() const { return base::crc32Hex(layout.bytes); }
};

std::vector<Section> sectionsOf(const console::State& state) {
  std::vector<Section> sections;
  console::visitSections(state, [&](std::string_view section, std::string_view field, const auto& value) {
    if (sections.empty() || sections.back().name != section)
      sections.push_back({std::string(section), {}, {}});
    sections.back().layout.put(field);
    sections.back().layout.put(static_cast<uint32_t>(sizeOf(value)));
    sections.back().data.put(value);
  });
  return sections;
}

std::string_view asText(std::span<const uint8_t> bytes) { return base::asText(bytes); }

}  // namespace

std::vector<uint8_t> encodeState(const console::Console& console) {
  Writer file;
  file.put(magic);
  file.put(format_version);
  file.put(std::string_view(console.cartridge().prg_chr_sha1));
  file.put(static_cast<uint8_t>(console.options().region));
  const std::vector<Section> sections = sectionsOf(console.state());
  file.put(static_cast<uint32_t>(sections.size()));
  for (const Section& section : sections) {
    file.put(static_cast<uint8_t>(section.name.size()));
    file.put(std::string_view(section.name));
    file.put(std::string_view(section.layoutHash()));
    file.put(static_cast<uint32_t>(section.data.bytes.size()));
    file.put(asText(section.data.bytes));
  }
  const std::string checksum = base::sha1Hex(file.bytes);
  file.put(std::string_view(checksum));
  return file.bytes;
}

console::State decodeState(std::span<const uint8_t> file, const console::Console& console,
                           const std::string& name) {
  const size_t magic_length = std::min(file.size(), magic.size());
  if (file.empty() || asText(file.first(magic_length)) != magic.substr(0, magic_length))
    throw std::runtime_error(name +
                             " is not a jumpscope state; make one with `jumpscope run ROM --state FILE`");
  Reader whole(file, name);
  whole.take(magic.size());
  const auto version = whole.next<uint32_t>();
  if (version != format_version)
    throw std::runtime_error(name + " is a state of format " + std::to_string(version) +
                             ", and this jumpscope reads format " + std::to_string(format_version) +
                             "; save the state again with this version");
  if (file.size() < hash_length) whole.damaged();
  const std::span<const uint8_t> content = file.first(file.size() - hash_length);
  if (asText(file.last(hash_length)) != base::sha1Hex(content)) whole.damaged();

  Reader reader(content, name);
  reader.take(magic.size() + sizeof(format_version));
  if (const std::string rom = reader.text(hash_length); rom != console.cartridge().prg_chr_sha1)
    throw std::runtime_error(name + " is a state of another cartridge (PRG+CHR SHA-1 " + rom +
                             ", this one has " + console.cartridge().prg_chr_sha1 +
                             "); load it with the cartridge that made it");
  if (const auto region = reader.next<uint8_t>(); region != static_cast<uint8_t>(console.options().region)) {
    if (region > static_cast<uint8_t>(mappers::Region::Dendy)) reader.damaged();
    throw std::runtime_error(name + " was saved on a console of region " +
                             mappers::regionName(static_cast<mappers::Region>(region)) + "; add --region " +
                             mappers::regionName(static_cast<mappers::Region>(region)));
  }
  const std::vector<Section> ours = sectionsOf(console.state());
  const auto refuse_layout = [&name](const std::string& what) {
    throw std::runtime_error(name + " was saved by another version of jumpscope (" + what +
                             "); save the state again with this version");
  };
  if (const auto count = reader.next<uint32_t>(); count != ours.size())
    refuse_layout("it has " + std::to_string(count) + " sections instead of " + std::to_string(ours.size()));
  std::vector<uint8_t> data;
  for (const Section& section : ours) {
    const std::string found = reader.text(reader.next<uint8_t>());
    const std::string layout = reader.text(section.layoutHash().size());
    const std::span<const uint8_t> bytes = reader.take(reader.next<uint32_t>());
    if (found != section.name || layout != section.layoutHash() || bytes.size() != section.data.bytes.size())
      refuse_layout("its section '" + section.name + "' has different fields");
    data.insert(data.end(), bytes.begin(), bytes.end());
  }
  if (!reader.empty()) reader.damaged();

  console::State state = console.state();
  Reader fields(data, name);
  console::visitSections(state, [&](std::string_view, std::string_view, auto& value) { fields.get(value); });
  if (!isPlausible(state, console.options().region)) reader.damaged();
  return state;
}

}  // namespace jumpscope::session
