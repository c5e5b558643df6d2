#include "src/trace/packed_writes.h"

namespace jumpscope::trace {
namespace {

// Where the picture chip is after the last write, if it makes three dots a cycle and its frames are as long as NTSC's:
// what it is off by is a small number on every machine.
constexpr int64_t dots_a_line = 341, dots_a_frame = 262 * dots_a_line, dots_a_cycle = 3;

uint64_t placeOf(const Write& write) {
  return static_cast<uint64_t>(int64_t{write.scanline} * dots_a_line + write.dot);
}

uint64_t expectedPlace(const Write& before, uint64_t frame, uint64_t cycle) {
  return placeOf(before) + uint64_t{dots_a_cycle} * (cycle - before.cycle) -
         uint64_t{dots_a_frame} * (frame - before.frame);
}

}  // namespace

bool WriteCodec::isOf(const Write& write, size_t writer) const {
  const auto& [pc, address, instruction, watch, place] = writers_[writer];
  return write.pc == pc && write.address == address && write.instruction == instruction &&
         write.watch == watch && write.place == place;
}

size_t WriteCodec::writer(const Write& write) {
  size_t& recent = recent_writers_[(write.pc.address ^ write.address << 3) % recent_writers_.size()];
  if (recent != 0 && isOf(write, recent - 1)) return recent - 1;
  const auto [known, added] = writer_numbers_.emplace(writerOf(write), writers_.size());
  if (added) writers_.push_back(known->first);
  recent = known->second + 1;
  return known->second;
}

size_t WriteCodec::stack(const std::vector<Caller>& stack) {
  std::vector<std::tuple<CodeAddress, Caller::Kind>> key;
  for (const Caller& caller : stack) key.emplace_back(caller.address, caller.kind);
  const auto [known, added] = stack_numbers_.emplace(std::move(key), stacks_.size());
  if (added) stacks_.push_back(stack);
  return known->second;
}

// Like beside like: Zstandard finds that a frame's writes are those of the frame before.
void WriteCodec::pack(std::span<const Write> writes, base::NumberWriter& to) {
  Write before;
  for (const Write& write : writes) {
    to.step(before.frame, write.frame);
    to.step(before.cycle, write.cycle);
    to.step(expectedPlace(before, write.frame, write.cycle), placeOf(write));
    before.frame = write.frame, before.cycle = write.cycle;
    before.scanline = write.scanline, before.dot = write.dot;
  }
  for (const Write& write : writes) to.number(writer(write));
  for (size_t i = 0, number = 0; i < writes.size(); ++i) {
    if (i == 0 || writes[i].stack != writes[i - 1].stack) number = stack(writes[i].stack);
    to.number(number);
  }
  for (const Write& write : writes) to.byte(write.old_value);
  for (const Write& write : writes) to.byte(write.new_value);
}

void WriteCodec::unpack(base::NumberReader from, std::span<Write> writes) const {
  Write before;
  for (Write& write : writes) {
    write.frame = from.step(before.frame);
    write.cycle = from.step(before.cycle);
    const uint64_t place = from.step(expectedPlace(before, write.frame, write.cycle));
    write.scanline = static_cast<int>(static_cast<int64_t>(place) / dots_a_line);
    write.dot = static_cast<int>(static_cast<int64_t>(place) % dots_a_line);
    before.frame = write.frame, before.cycle = write.cycle;
    before.scanline = write.scanline, before.dot = write.dot;
  }
  for (Write& write : writes)
    std::tie(write.pc, write.address, write.instruction, write.watch, write.place) = writers_[from.number()];
  for (Write& write : writes) write.stack = stacks_[from.number()];
  for (Write& write : writes) write.old_value = from.byte();
  for (Write& write : writes) write.new_value = from.byte();
}

}  // namespace jumpscope::trace
