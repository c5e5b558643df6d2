#include "src/play/tools/memory_view.h"

#include <stdexcept>

#include "src/base/concat.h"
#include "src/trace/ram_search.h"
#include "src/trace/watch.h"

namespace jumpscope::play {

namespace {

template <class Read>
std::vector<uint8_t> bytesBy(size_t count, const Read& read) {
  std::vector<uint8_t> bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = read(static_cast<uint16_t>(i));
  return bytes;
}

}  // namespace

std::vector<uint8_t> memoryBytes(const console::Console& console, size_t kind) {
  switch (kind) {
    case 0:
      return bytesBy(0x10000, [&](uint16_t at) { return console.peek(at); });
    case 1:
      return console.cartridge().prg;
    case 2:
      return bytesBy(0x2000, [&](uint16_t at) { return console.peekPpu(at); });
    case 3:
      return bytesBy(0x1000,
                     [&](uint16_t at) { return console.peekPpu(static_cast<uint16_t>(0x2000 + at)); });
    case 4: {
      const auto oam = console.state().ppu.oam;
      return {oam.begin(), oam.end()};
    }
    case 5: {
      const auto palette = console.state().ppu.palette;
      return {palette.begin(), palette.end()};
    }
    default: {
      const auto ram = console.boardRam();
      return {ram.begin(), ram.end()};
    }
  }
}

void MemoryAge::look(std::span<const uint8_t> bytes) {
  if (bytes.size() != before_.size()) {
    ages_.assign(bytes.size(), never);
    before_.assign(bytes.begin(), bytes.end());
    return;
  }
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] != before_[i])
      ages_[i] = 0;
    else if (ages_[i] < never)
      ++ages_[i];
    before_[i] = bytes[i];
  }
}

void MemorySearch::begin(std::span<const uint8_t> bytes, const std::string& type) {
  kind_ = trace::parseSearchType(type);
  Step step;
  step.bytes.assign(bytes.begin(), bytes.end());
  for (size_t i = 0; i + kind_.addresses.size() <= bytes.size(); ++i) {
    const auto address = static_cast<uint32_t>(i);
    step.found.push_back({address, valueAt(address, bytes)});
  }
  steps_.clear();
  steps_.push_back(std::move(step));
}

int64_t MemorySearch::valueAt(uint32_t address, std::span<const uint8_t> bytes) const {
  return trace::readWatch(kind_, [&](uint16_t offset) { return bytes[address + offset]; });
}

trace::Watch MemorySearch::watchAt(uint32_t address) const {
  trace::Watch watch = kind_;
  for (uint16_t& byte : watch.addresses) byte = static_cast<uint16_t>(byte + address);
  return watch;
}

void MemorySearch::keep(const std::string& test, std::span<const uint8_t> bytes) {
  const trace::SearchStep wanted = trace::parseSearchStep("1 " + test);
  trace::RamSearch::requireSound({trace::SearchStep{}, wanted}, kind_);
  const Step& last = steps_.back();
  if (bytes.size() != last.bytes.size())
    throw std::runtime_error("the memory has another size now; start a new search");
  Step next;
  next.bytes.assign(bytes.begin(), bytes.end());
  trace::RamSearch one;
  for (const Found& found : last.found) {
    const auto peekIn = [&](std::span<const uint8_t> memory) {
      return [&, memory](uint16_t offset) { return memory[found.address + offset]; };
    };
    if (one.candidates().empty()) one.addPlaces(kind_, 0, static_cast<uint16_t>(kind_.addresses.size() - 1));
    one.remember(peekIn(last.bytes));
    one.apply(wanted, false, peekIn(bytes));
    if (!one.candidates().empty()) next.found.push_back({found.address, valueAt(found.address, last.bytes)});
  }
  steps_.push_back(std::move(next));
}

bool MemorySearch::undo() {
  if (steps_.size() < 2) return false;
  steps_.pop_back();
  return true;
}

void editMemory(Game& game, size_t kind, uint32_t address, std::span<const uint8_t> bytes) {
  const MemoryKind& memory = memory_kinds[kind];
  if (!memory.edited_as)
    throw std::runtime_error(
        base::concat({memory.name, " cannot be written to; a cheat changes what is read from it"}));
  const size_t size = memoryBytes(game.console(), kind).size();
  if (address + bytes.size() > size)
    throw std::runtime_error(
        base::concat({std::to_string(bytes.size()), " bytes do not fit into ", memory.name}));
  for (size_t i = 0; i < bytes.size(); ++i)
    game.poke(memory.first + address + static_cast<uint32_t>(i), bytes[i], *memory.edited_as);
}

std::string asciiOf(std::span<const uint8_t> row) {
  std::string text;
  for (const uint8_t byte : row) text += byte >= 0x20 && byte < 0x7F ? static_cast<char>(byte) : '.';
  return text;
}

}  // namespace jumpscope::play
