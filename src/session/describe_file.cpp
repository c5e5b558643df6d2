#include "src/session/describe_file.h"

#include <algorithm>
#include <stdexcept>

#include "mappers/cartridge.h"
#include "mappers/patch_reader.h"
#include "src/base/hash.h"
#include "src/base/text.h"
#include "src/session/fceux_state.h"
#include "src/session/state_bytes.h"

namespace jumpscope::session {
namespace {

constexpr std::string_view state_mark = "jumpscope state\n";
constexpr size_t hash_length = 40;

std::string crcText(uint32_t crc) { return base::hex(crc, 8); }

// The changes of an IPS patch: offset, size and data each, or size 0 and a run of one byte.
base::Facts describeIps(const mappers::NamedBytes& patch) {
  constexpr size_t mark_size = 5;
  constexpr uint32_t end_mark = 0x454F46;  // "EOF"
  mappers::PatchReader reader(patch, mark_size);
  size_t changes = 0, bytes = 0;
  while (reader.left() > 0) {
    const uint32_t offset = reader.number(3);
    if (offset == end_mark && (reader.left() == 0 || reader.left() == 3)) break;
    const uint32_t size = reader.number(2);
    const uint32_t run = size == 0 ? reader.number(2) : 0;
    reader.take(size == 0 ? 1 : size);
    bytes += size == 0 ? run : size;
    ++changes;
  }
  return {{"format", "IPS patch"},
          {"changes", base::counted(changes, "place") + ", " + base::counted(bytes, "byte")},
          {"made for", "any file: IPS does not say"}};
}

}  // namespace

bool isState(std::span<const uint8_t> file) { return base::asText(file).starts_with(state_mark); }

base::Facts describeState(std::span<const uint8_t> file, const std::string& name) {
  if (isFceuxState(file)) {
    const FceuxState state = parseFceuxState(file, name);
    return {{"format", "state of FCEUX, version " + std::to_string(state.version)},
            {"frame", std::to_string(state.controllers.frame)},
            {"pc", "$" + base::hex(state.cpu.pc, 4)},
            {"cartridge", "not named in the file"}};
  }
  Reader reader(file, name);
  reader.take(state_mark.size());
  const auto version = reader.next<uint32_t>();
  const std::string cartridge = reader.text(hash_length);
  const auto region = reader.next<uint8_t>();
  if (region > static_cast<uint8_t>(mappers::Region::Dendy)) reader.damaged();
  const std::span<const uint8_t> content = file.first(file.size() - std::min(file.size(), hash_length));
  if (base::asText(file.subspan(content.size())) != base::sha1Hex(content)) reader.damaged();
  return {{"format", "state of jumpscope, format " + std::to_string(version)},
          {"PRG+CHR SHA-1", cartridge},
          {"region", mappers::regionName(static_cast<mappers::Region>(region))}};
}

std::string cartridgeOfState(std::span<const uint8_t> file) {
  if (!isState(file)) return "";
  return std::string(base::asText(file).substr(state_mark.size() + sizeof(uint32_t), hash_length));
}

bool isPatch(std::span<const uint8_t> file) {
  const std::string_view text = base::asText(file);
  return text.starts_with("PATCH") || text.starts_with("BPS1") || text.starts_with("UPS1");
}

base::Facts describePatch(std::span<const uint8_t> file, const std::string& name) {
  const mappers::NamedBytes patch{file, name};
  if (base::asText(file).starts_with("PATCH")) return describeIps(patch);
  const mappers::Checksums sums = mappers::readChecksums(patch);
  mappers::PatchReader reader(patch, 4);
  const uint64_t source = reader.variable(), target = reader.variable();
  return {{"format", std::string(base::asText(file).substr(0, 3)) + " patch"},
          {"made for", "a file of " + base::counted(source, "byte") + ", CRC32 " + crcText(sums.source)},
          {"makes", "a file of " + base::counted(target, "byte") + ", CRC32 " + crcText(sums.target)}};
}

}  // namespace jumpscope::session
