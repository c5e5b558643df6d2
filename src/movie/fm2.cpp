#include "src/movie/fm2.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "src/base/base64.h"
#include "src/base/hash.h"
#include "src/movie/savestate.h"

namespace jumpscope::movie {
namespace {

constexpr std::string_view base64_prefix = "base64:";

std::optional<std::vector<uint8_t>> decodeHex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::vector<uint8_t> bytes(text.size() / 2);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const char* begin = text.data() + 2 * i;
    const auto [end, error] = std::from_chars(begin, begin + 2, bytes[i], 16);
    if (error != std::errc() || end != begin + 2) return std::nullopt;
  }
  return bytes;
}

// As FCEUX writes bytes in a header, and what older files have.
std::optional<std::vector<uint8_t>> decodeBytes(std::string_view text) {
  if (text.starts_with(base64_prefix)) return base::decodeBase64(text.substr(base64_prefix.size()));
  if (text.starts_with("0x")) return decodeHex(text.substr(2));
  return base::decodeBase64(text);
}

// "XXX YYY B Q Z": the aim, the mouse button, the frames for which the trigger is still half pulled, and when FCEUX
// saw light. FCEUX takes the trigger from Q.
void appendZapper(std::string& out, const DeviceInput& input) {
  const auto three = [&](int number) {
    const std::string digits = std::to_string(number);
    out.append(3 - digits.size(), '0').append(digits).append(" ");
  };
  three(input.x);
  three(input.y);
  out += input.buttons & console::trigger ? "1 1 0" : "0 0 0";
}

void appendBinaryZapper(std::string& out, const DeviceInput& input) {
  const char pulled = input.buttons & console::trigger;
  out.append({char(input.x), char(input.y), pulled, pulled}).append(8, '\0');
}

void appendTextRecord(std::string& out, const Record& record, const std::vector<Device>& fields) {
  out += '|' + std::to_string(record.commands) + '|';
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i] == Device::Pad) out += buttonsText(record.pads[i]);
    if (fields[i] == Device::Zapper) appendZapper(out, record.inputs[i]);
    out += '|';
  }
  out += "|\n";
}

void appendBinaryRecord(std::string& out, const Record& record, const std::vector<Device>& fields) {
  out += char(record.commands);
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i] == Device::Pad)
      out += char(record.pads[i]);
    else if (fields[i] == Device::Zapper)
      appendBinaryZapper(out, record.inputs[i]);
}

// FM2's number of a device; nullopt: it has none.
std::optional<int> deviceNumber(Device device) {
  switch (device) {
    case Device::None:
      return 0;
    case Device::Pad:
      return 1;
    case Device::Zapper:
      return 2;
    default:
      return std::nullopt;
  }
}

std::string writeHeader(const Movie& movie) {
  std::string out;
  const auto key = [&](std::string_view name, const std::string& value) {
    out.append(name).append(" ").append(value).append("\n");
    // A value is one line, but a file name may contain line ends.
    std::replace_if(
        out.end() - ptrdiff_t(value.size()) - 1, out.end() - 1, [](char c) { return uint8_t(c) < 0x20; },
        ' ');
  };
  key("version", "3");
  key("emuVersion", std::to_string(movie.emu_version));
  key("rerecordCount", std::to_string(movie.rerecord_count));
  key("palFlag", movie.pal ? "1" : "0");
  key("romFilename", movie.rom_filename);
  key("romChecksum", movie.rom_checksum);
  key("guid", movie.guid);
  key("fourscore", movie.fourscore ? "1" : "0");
  key("port0", std::to_string(deviceNumber(movie.ports[0]).value_or(0)));
  key("port1", std::to_string(deviceNumber(movie.ports[1]).value_or(0)));
  key("port2", std::to_string(movie.expansion));
  for (const auto& [name, value] : movie.other_keys) key(name, value);
  for (const std::string& comment : movie.comments) key("comment", comment);
  for (const Subtitle& subtitle : movie.subtitles)
    key("subtitle", std::to_string(subtitle.frame) + " " + subtitle.text);
  if (movie.binary) key("binary", "1");
  return out;
}

// BizHawk's checksum; "" if it is none.
std::string sha1Of(std::string checksum) {
  if (checksum.starts_with("SHA1:")) checksum.erase(0, 5);
  for (char& digit : checksum)
    if (digit >= 'A' && digit <= 'F') digit = char(digit - 'A' + 'a');
  const bool is_sha1 = checksum.size() == 40 &&
                       checksum.find_first_not_of("0123456789abcdef") == checksum.npos &&
                       checksum.find_first_not_of('0') != checksum.npos;
  return is_sha1 ? checksum : "";
}

// FCEUX's; empty if it is none.
std::vector<uint8_t> md5Of(const std::string& checksum) {
  constexpr size_t length = 16;
  const auto bytes = decodeBytes(checksum);
  const bool says_something =
      bytes && bytes->size() == length && std::count(bytes->begin(), bytes->end(), 0) < ptrdiff_t(length);
  return says_something ? *bytes : std::vector<uint8_t>();
}

}  // namespace

bool Movie::startsFromPowerOn() const {
  return std::none_of(other_keys.begin(), other_keys.end(),
                      [](const auto& key) { return key.first == "savestate"; });
}

std::vector<uint8_t> savestateOf(const Movie& movie) {
  std::string text;
  for (const auto& [key, value] : movie.other_keys)
    if (key == "savestate") text = value;
  auto state = decodeBytes(text);
  if (!state)
    throw std::runtime_error(
        "the movie " + movie.name +
        " starts from a save state that is neither base64 nor hexadecimal; record it again");
  return std::move(*state);
}

void requirePowerOn(const Movie& movie, const std::string& what) {
  if (!movie.startsFromPowerOn())
    throw std::runtime_error("the movie " + movie.name + " starts from a save state of FCEUX; " + what +
                             " movies that start from power-on");
}

std::vector<Device> Movie::fields() const {
  if (fourscore) return std::vector<Device>(4, Device::Pad);
  return {ports[0], ports[1]};
}

std::string writeFm2(const Movie& movie) {
  const std::vector<Device> fields = movie.fields();
  const auto refuse = [](Device device) {
    throw std::runtime_error(
        "the input cannot be written as an FM2 movie, which has no field for the device " +
        std::string(console::deviceName(device)) + "; it has fields for pads, Zappers and the Four Score");
  };
  for (const Device field : fields)
    if (!deviceNumber(field)) refuse(field);
  if (movie.ports[console::expansion_port] != Device::None) refuse(movie.ports[console::expansion_port]);
  std::string out = writeHeader(movie);
  if (movie.binary) out += '|';
  for (const Record& record : movie.records)
    movie.binary ? appendBinaryRecord(out, record, fields) : appendTextRecord(out, record, fields);
  return out;
}

std::string romChecksum(std::span<const uint8_t> prg, std::span<const uint8_t> chr) {
  return std::string(base64_prefix) + base::encodeBase64(base::md5(prg, chr));
}

bool matchesRom(const Movie& movie, const console::Cartridge& cartridge) {
  if (!namesItsRom(movie)) return true;
  if (movie.timing == Timing::FrameByFrame) {
    const std::string sha1 = sha1Of(movie.rom_checksum);
    return sha1 == cartridge.fileSha1() || sha1 == cartridge.prgChrSha1();
  }
  const auto digest = base::md5(cartridge.prg, cartridge.chr);
  const std::vector<uint8_t> md5 = md5Of(movie.rom_checksum);
  return std::equal(md5.begin(), md5.end(), digest.begin(), digest.end());
}

bool namesItsRom(const Movie& movie) {
  return movie.timing == Timing::FrameByFrame ? !sha1Of(movie.rom_checksum).empty()
                                              : !md5Of(movie.rom_checksum).empty();
}

}  // namespace jumpscope::movie
