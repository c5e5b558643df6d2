// The machine's memories as one reads and edits them: by bytes, with their age, as files, and searched.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/play/game.h"
#include "src/trace/trace.h"

namespace jumpscope::play {

struct MemoryKind {
  std::string_view name;
  std::optional<MemorySpace> edited_as;  // nullopt: it cannot be written to
  uint32_t first = 0;                    // where it begins there
};
inline constexpr MemoryKind memory_kinds[] = {
    {"CPU bus", MemorySpace::CpuBus},
    {"PRG-ROM", std::nullopt},
    {"CHR", MemorySpace::PictureBus},
    {"nametables", MemorySpace::PictureBus, 0x2000},
    {"sprites (OAM)", MemorySpace::Oam},
    {"palette", MemorySpace::Palette},
    {"cartridge RAM", MemorySpace::CartridgeRam},
};
inline constexpr size_t memory_count = std::size(memory_kinds);

// All bytes as they are now. Registers read as 0.
std::vector<uint8_t> memoryBytes(const console::Console& console, size_t kind);

// How long ago each byte of a memory changed, in frames.
class MemoryAge {
 public:
  static constexpr uint8_t never = 255;
  // Once a frame; another size begins anew.
  void look(std::span<const uint8_t> bytes);
  uint8_t age(size_t at) const { return at < ages_.size() ? ages_[at] : never; }

 private:
  std::vector<uint8_t> before_, ages_;
};

// Places that a search has left, with what they were at the step before; steps can be taken back.
class MemorySearch {
 public:
  struct Found {
    uint32_t address = 0;
    int64_t before = 0;
  };
  // `type` as trace::parseSearchType() takes it. Throws std::runtime_error.
  void begin(std::span<const uint8_t> bytes, const std::string& type);
  // A test as RamSearch has it: "decreased", "equal to 3", "changed by 2". Throws std::runtime_error.
  void keep(const std::string& test, std::span<const uint8_t> bytes);
  bool undo();
  bool begun() const { return !steps_.empty(); }
  const std::vector<Found>& found() const { return steps_.back().found; }
  // Precondition: begun(); the value lies within the bytes.
  int64_t valueAt(uint32_t address, std::span<const uint8_t> bytes) const;
  // The value as a watch of the CPU's memory.
  trace::Watch watchAt(uint32_t address) const;

 private:
  struct Step {
    std::vector<Found> found;
    std::vector<uint8_t> bytes;
  };
  trace::Watch kind_;
  std::vector<Step> steps_;
};

// Writes the bytes from `address` on, each as an edit. Throws std::runtime_error where nothing can be written.
void editMemory(Game& game, size_t kind, uint32_t address, std::span<const uint8_t> bytes);

// A row of 16 bytes as text: what is no ASCII is a dot.
std::string asciiOf(std::span<const uint8_t> row);

}  // namespace jumpscope::play
