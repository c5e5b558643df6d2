#include "src/session/snapshot.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "src/base/text.h"
#include "src/session/state_bytes.h"
#include "src/session/state_limits.h"

namespace jumpscope::session {

namespace {

constexpr std::string_view magic = "jumpscope snap.\n";
constexpr size_t header_size = 16 + 4 + 40 + 1;
constexpr size_t checksum_size = 8;

// Four FNV-1a hashes of 64-bit words side by side: a console's state takes a microsecond. As every step is
// invertible, no altered byte goes unnoticed.
uint64_t checksum(std::span<const uint8_t> bytes) {
  constexpr uint64_t prime = 0x100000001B3;
  std::array<uint64_t, 4> lanes = {1, 2, 3, 4};
  const auto mix = [&](size_t lane, const uint8_t* from, size_t count) {
    uint64_t word = 0;
    std::memcpy(&word, from, count);
    lanes[lane] = (lanes[lane] ^ word) * prime;
    lanes[lane] ^= lanes[lane] >> 32;
  };
  size_t at = 0;
  for (; at + 32 <= bytes.size(); at += 32)
    for (size_t lane = 0; lane < 4; ++lane) mix(lane, bytes.data() + at + 8 * lane, 8);
  for (; at + 8 <= bytes.size(); at += 8) mix(at / 8 % 4, bytes.data() + at, 8);
  if (at < bytes.size()) mix(3, bytes.data() + at, bytes.size() - at);
  uint64_t all = 0;
  for (const uint64_t lane : lanes) all = (all ^ lane) * prime;
  return all;
}

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error("the snapshot " + why); }

}  // namespace

SnapshotFormat::SnapshotFormat(const console::Console& console) : layout_(0), size_(header_size) {
  std::vector<uint8_t> layout;
  const auto add = [&](std::string_view name, const auto& field) {
    const size_t field_size = sizeOf(field);
    layout.insert(layout.end(), name.begin(), name.end());
    for (int shift = 0; shift < 32; shift += 8) layout.push_back(static_cast<uint8_t>(field_size >> shift));
    size_ += field_size;
  };
  const console::State state = console.state();
  console::visitSections(
      state, [&](std::string_view, std::string_view name, const auto& field) { add(name, field); });
  const console::Sound sound;
  console::visitFields(sound, add);
  layout_ = static_cast<uint32_t>(checksum(layout) >> 32);
  size_ += checksum_size;
}

void SnapshotFormat::save(const console::Console& console, std::span<uint8_t> out) const {
  if (out.size() < size_)
    throw std::runtime_error("a snapshot needs " + std::to_string(size_) + " bytes, and there are " +
                             std::to_string(out.size()) + "; ask for its size");
  const console::State state = console.state();
  const console::Sound sound = console.sound();
  uint8_t* at = std::copy(magic.begin(), magic.end(), out.data());
  at = store(at, layout_);
  const std::string& rom = console.cartridge().prgChrSha1();
  at = std::copy(rom.begin(), rom.end(), at);
  at = store(at, static_cast<uint8_t>(console.options().region));
  const auto put = [&at](std::string_view, const auto& field) { at = store(at, field); };
  console::visitSections(
      state, [&put](std::string_view, std::string_view name, const auto& field) { put(name, field); });
  console::visitFields(sound, put);
  store(at, checksum(out.first(size_ - checksum_size)));
}

void SnapshotFormat::load(std::span<const uint8_t> snapshot, console::Console& console) const {
  const size_t seen = std::min(snapshot.size(), magic.size());
  if (snapshot.empty() || base::asText(snapshot.first(seen)) != magic.substr(0, seen))
    refuse("is none of jumpscope's; load one that this program has saved");
  const std::string name = "the snapshot";
  Reader reader(snapshot, name);
  reader.take(magic.size());
  const auto layout = reader.next<uint32_t>();
  const std::string rom = reader.text(40);
  const auto region = reader.next<uint8_t>();
  if (rom != console.cartridge().prgChrSha1())
    refuse("belongs to another cartridge (PRG+CHR SHA-1 " + rom + ", this one has " +
           console.cartridge().prgChrSha1() + "), or it is altered; load it with the cartridge that made it");
  if (layout != layout_)
    refuse("was saved by another version of jumpscope, or it is altered; save it again with this version");
  if (region != static_cast<uint8_t>(console.options().region))
    refuse("was saved on a console of another region, or it is altered; load it on one of that region");
  if (snapshot.size() < size_) reader.damaged();
  Reader sum(snapshot.subspan(size_ - checksum_size), name);
  if (sum.next<uint64_t>() != checksum(snapshot.first(size_ - checksum_size))) reader.damaged();

  console::State state = console.state();
  console::Sound sound;
  console::visitSections(state,
                         [&reader](std::string_view, std::string_view, auto& field) { reader.get(field); });
  console::visitFields(sound, [&reader](std::string_view, auto& field) { reader.getAny(field); });
  if (!isPlausible(state, console.options().region) || !sound.chip.isPlausible() ||
      !sound.board.isPlausible())
    reader.damaged();
  console.restore(state, sound);
}

}  // namespace jumpscope::session
