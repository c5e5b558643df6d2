#include "src/trace/recorder.h"

#include <array>
#include <stdexcept>

#include "cpu6502/disassemble.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {

void readRow(const console::Console& console, const std::vector<Watch>& watches, uint64_t frame,
             uint8_t buttons, Row& row) {
  const std::span<const uint8_t> ram = console.ram();
  const auto peek = [&](uint16_t address) {
    return address < ram.size() ? ram[address] : console.peek(address);
  };
  row.frame = frame;
  row.buttons = buttons;
  row.values.resize(watches.size());
  for (size_t i = 0; i < watches.size(); ++i) row.values[i] = readWatch(watches[i], peek);
}

Recorder::Recorder(console::Console& console, std::vector<Watch> watches, ButtonsOf buttons, RowSink rows,
                   WriteSink writes)
    : console_(console),
      watches_(std::move(watches)),
      buttons_(std::move(buttons)),
      rows_(std::move(rows)),
      writes_(std::move(writes)) {
  requireSound(watches_, "the watches");
  for (const Watch& watch : watches_)
    if (watch.addresses.empty())
      throw std::runtime_error("the watch '" + watch.name +
                               "' has no address, so a console cannot record it");

  console_.on_frame_end = [this](uint64_t frame) {
    readRow(console_, watches_, frame, buttons_(frame), row_);
    rows_(row_);
  };
  if (!writes_) return;
  for (size_t i = 0; i < watches_.size(); ++i)
    for (uint16_t address : watches_[i].addresses) {
      const uint16_t folded = foldMirror(address);
      auto& entries = watches_at_[folded];
      // A watch may name a byte twice; a write to it is one write all the same.
      if (entries.empty() || entries.back() != i) entries.push_back(i);
      console_.watch(folded);
    }
  console_.on_watched_write = [this](const console::WatchedWrite& write) { onWrite(write); };
}

Recorder::~Recorder() {
  console_.on_frame_end = nullptr;
  console_.on_watched_write = nullptr;
}

void Recorder::onWrite(const console::WatchedWrite& seen) {
  const auto found = watches_at_.find(seen.address);
  if (found == watches_at_.end()) return;
  const std::array<uint8_t, 3> bytes = {seen.opcode, console_.peek(uint16_t(seen.pc + 1)),
                                        console_.peek(uint16_t(seen.pc + 2))};
  Write write;
  write.frame = seen.frame;
  write.cycle = seen.cycle;
  write.scanline = seen.scanline;
  write.dot = seen.dot;
  write.pc = seen.pc;
  write.instruction = cpu6502::disassemble(seen.pc, bytes);
  write.address = seen.address;
  write.old_value = seen.old_value;
  write.new_value = seen.new_value;
  for (size_t index : found->second) {
    write.watch = watches_[index].name;
    writes_(write);
  }
}

}  // namespace jumpscope::trace
