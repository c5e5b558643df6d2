#include "src/session/dump.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace jumpscope::session {

namespace {

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw std::runtime_error("--dump '" + text.substr(0, 80) + "': " + why +
                           "; write e.g. cpu:0000-07ff=FILE, ppu:2000-2fff=FILE, oam=FILE or palette=FILE");
}

uint16_t address(const std::string& digits, uint16_t largest, const std::string& text) {
  unsigned value = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value, 16);
  if (error != std::errc() || end != last || value > largest)
    refuse(text, "'" + digits + "' is not a hexadecimal address within this space");
  return static_cast<uint16_t>(value);
}

}  // namespace

DumpRequest parseDumpRequest(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size()) refuse(text, "no file is named");
  DumpRequest request;
  request.path = text.substr(equals + 1);
  const std::string what = text.substr(0, std::min(equals, size_t{80}));
  if (what == "oam") {
    request.space = DumpRequest::Space::Oam;
    return request;
  }
  if (what == "palette") {
    request.space = DumpRequest::Space::Palette;
    return request;
  }
  const bool cpu = what.starts_with("cpu:");
  if (!cpu && !what.starts_with("ppu:")) refuse(text, "unknown memory space");
  request.space = cpu ? DumpRequest::Space::Cpu : DumpRequest::Space::Ppu;
  const std::string range = what.substr(4);
  const size_t dash = range.find('-');
  if (dash == std::string::npos) refuse(text, "the range lacks a '-'");
  const uint16_t largest = cpu ? 0xFFFF : 0x3FFF;
  request.first = address(range.substr(0, dash), largest, text);
  request.last = address(range.substr(dash + 1), largest, text);
  if (request.first > request.last) refuse(text, "the range ends before it begins");
  if (cpu && request.first >= 0x2000 && request.last < 0x4020)
    refuse(text, "the range has only registers, which cannot be read without side effects");
  return request;
}

std::vector<uint8_t> dumpMemory(const console::Console& console, const DumpRequest& request) {
  std::vector<uint8_t> bytes;
  switch (request.space) {
    case DumpRequest::Space::Cpu:
      for (uint32_t a = request.first; a <= request.last; ++a)
        bytes.push_back(console.peek(static_cast<uint16_t>(a)));
      break;
    case DumpRequest::Space::Ppu:
      for (uint32_t a = request.first; a <= request.last; ++a)
        bytes.push_back(console.peekPpu(static_cast<uint16_t>(a)));
      break;
    case DumpRequest::Space::Oam: {
      const console::State state = console.state();
      bytes.assign(state.ppu.oam.begin(), state.ppu.oam.end());
      break;
    }
    case DumpRequest::Space::Palette:
      for (uint16_t a = 0x3F00; a <= 0x3F1F; ++a) bytes.push_back(console.peekPpu(a));
      break;
  }
  return bytes;
}

}  // namespace jumpscope::session
