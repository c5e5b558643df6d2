#include "src/session/state_file.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/hash.h"
#include "src/base/text.h"
#include "src/session/state_bytes.h"
#include "src/session/state_limits.h"

namespace jumpscope::session {

namespace {

constexpr std::string_view magic = "jumpscope state\n";
constexpr uint32_t format_version = 4;
constexpr size_t hash_length = 40;

class Writer {
 public:
  template <class T>
  void put(const T& value) {
    const size_t before = bytes.size();
    bytes.resize(before + sizeOf(value));
    store(bytes.data() + before, value);
  }
  void put(std::string_view text) { bytes.insert(bytes.end(), text.begin(), text.end()); }

  std::vector<uint8_t> bytes;
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
  file.put(std::string_view(console.cartridge().prgChrSha1()));
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
  if (const std::string rom = reader.text(hash_length); rom != console.cartridge().prgChrSha1())
    throw std::runtime_error(name + " is a state of another cartridge (PRG+CHR SHA-1 " + rom +
                             ", this one has " + console.cartridge().prgChrSha1() +
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
