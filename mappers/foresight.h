// What a board knows in advance of accesses of the CPU, beside what it knows of the picture chip's fetches. So the chips need
// not be brought together for each access.
#pragma once

#include <cstdint>
#include <optional>

#include "ppu/foresight.h"

namespace jumpscope::mappers {

// What a write to a register has done that moves no pages.
enum class QuietWrite : uint8_t {
  Other,      // nothing: it may be another register, and Board::write() is to be called
  Unnoticed,  // all of the write; irq(), nextIrqChange() and a12RisesToIrq() stay as they are
  Noticed     // all of the write; those may have changed
};

// How long a read keeps giving its present value without side effects, if no register is accessed: until so many scanlines have
// begun (0: scanlines do not matter), and perhaps only until the end of the picture, during which the chip fetches all the time.
struct SteadyRead {
  unsigned lines;
  bool ends_with_picture;
};

// This one foresees nothing. A board that does derives from it and returns itself from Board::foresight().
class Foresight : public ppu::Foresight {
 public:
  // As Board::write(), for boards whose interrupt splits the picture many times a frame, and for what registers hold already.
  // Moves no pages.
  virtual QuietWrite writeQuietly(uint16_t /*address*/, uint8_t /*value*/) { return QuietWrite::Other; }
  // True if this write may move pages, or change watching().
  virtual bool movesPages(uint16_t /*address*/, uint8_t /*value*/) const { return true; }
  // True if writes to this address affect none of irq(), nextIrqChange(), a12RisesToIrq() and watching(). The picture chip may
  // then lag behind at write() and report its pins later. The board's own counters may lag behind, too.
  virtual bool leavesIrq(uint16_t /*address*/) const { return false; }
  // True if the result or effect of a read of this address depends on earlier events on the picture chip's pins.
  virtual bool readsPins(uint16_t /*address*/) const { return true; }
  // For Watching::Fetches. nullopt: it is not known.
  virtual std::optional<SteadyRead> steadyRead(uint16_t /*address*/) const { return std::nullopt; }
  // True if a read of this address always gives what Board::peek() gives, without side effects.
  virtual bool readsPlainly(uint16_t /*address*/) const { return false; }

 protected:
  ~Foresight() = default;
};

}  // namespace jumpscope::mappers
