#include "src/trace/recorder.h"

#include <array>
#include <stdexcept>

#include "cpu6502/disassemble.h"
#include "src/base/hash.h"
#include "src/trace/fetched.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {

Header headerOf(const console::Cartridge& cartridge, const console::Options& options,
                const std::string& movie_sha1, const std::string& profile_name,
                const std::vector<Watch>& watches) {
  Header header;
  header.version = JUMPSCOPE_VERSION;
  header.rom_name = cartridge.name;
  header.rom_sha1 = cartridge.prgChrSha1();
  header.movie_sha1 = movie_sha1;
  header.profile = profile_name;
  header.region = mappers::regionName(options.region);
  header.ram_init = console::toString(options.ram_init);
  if (options.battery) header.battery_sha1 = base::sha1Hex(*options.battery);
  header.watches = watches;
  return header;
}

std::optional<PrgBanks> banksOf(const console::Console& console) {
  const unsigned bank_size = console.prgBankSize();
  if (bank_size == 0) return std::nullopt;
  return PrgBanks{console.cartridge().prg.size(), bank_size};
}

RowReader::RowReader(const console::Console& console, std::vector<Watch> watches)
    : console_(console), watches_(std::move(watches)) {
  for (const Watch& watch : watches_) plain_.push_back(plainByte(watch));
  restart();
}

RowReader::PlainByte RowReader::plainByte(const Watch& watch) const {
  const bool is_byte = watch.type == Type::U8 || watch.type == Type::S8;
  if (!is_byte || watch.take != Take::Value || watch.addresses.size() != 1) return {};
  if (watch.addresses[0] >= console_.ram().size()) return {};
  return {true, watch.type == Type::S8, watch.addresses[0]};
}

void RowReader::restart() {
  before_.clear();
  for (const Watch& watch : watches_) before_.push_back(watch.addresses.empty() ? 0 : valueOf(watch));
}

int64_t RowReader::valueOf(const Watch& watch) const {
  if (watch.type == Type::Lag) return console_.polledInput() ? 0 : 1;
  const std::span<const uint8_t> ram = console_.ram();
  return readWatch(
      watch, [&](uint16_t address) { return address < ram.size() ? ram[address] : console_.peek(address); });
}

void RowReader::read(uint64_t frame, uint8_t buttons, Row& row) {
  row.frame = frame;
  row.buttons = buttons;
  row.values.resize(watches_.size());
  const uint8_t* const ram = console_.ram().data();
  for (size_t i = 0; i < watches_.size(); ++i) {
    if (const PlainByte plain = plain_[i]; plain.is_one) {
      const uint8_t byte = ram[plain.address];
      row.values[i] = plain.is_signed ? static_cast<int8_t>(byte) : byte;
      continue;
    }
    const int64_t now = valueOf(watches_[i]);
    const Take take = watches_[i].take;
    if (take == Take::Value) {
      row.values[i] = now;
      continue;
    }
    row.values[i] = take == Take::Previous ? before_[i] : differenceOf(watches_[i], now, before_[i]);
    before_[i] = now;
  }
}

Recorder::Recorder(console::Console& console, std::vector<Watch> watches, ButtonsOf buttons, RowSink rows,
                   WriteSink writes, Stacks stacks)
    : console_(console),
      watches_(std::move(watches)),
      buttons_(std::move(buttons)),
      rows_(std::move(rows)),
      writes_(std::move(writes)),
      reader_(console, watches_) {
  requireSound(watches_, "the watches");
  for (const Watch& watch : watches_)
    if (watch.addresses.empty() && watch.type != Type::Lag)
      throw std::runtime_error("the watch '" + watch.name +
                               "' has no address, so a console cannot record it");

  console_.hooks().on_frame_end = [this](uint64_t frame) {
    reader_.read(frame, buttons_(frame), row_);
    rows_(row_);
  };
  if (!writes_) return;
  watchWrites(true);
  watchWrites(false);
  console_.hooks().on_watched_write = [this](const console::WatchedWrite& write) { onWrite(write); };
  console_.hooks().writes_see_chips = false;
  if (stacks == Stacks::Leave) return;
  stack_.emplace(console_);
  console_.hooks().on_stack_moved = [this] { stack_->stackMoved(); };
}

void Recorder::watchWrites(bool plain) {
  for (size_t i = 0; i < watches_.size(); ++i) {
    if ((watches_[i].take == Take::Value) != plain) continue;
    for (uint16_t address : watches_[i].addresses) {
      const uint16_t folded = foldMirror(address);
      auto& entries = watches_at_[folded];
      // A watch may contain a byte twice, but a write to it is one write.
      if (plain ? entries.empty() || entries.back() != i : entries.empty()) entries.push_back(i);
      console_.watch(folded);
    }
  }
}

Recorder::~Recorder() {
  console_.hooks().on_frame_end = nullptr;
  console_.hooks().on_watched_write = nullptr;
  console_.hooks().writes_see_chips = true;
  if (stack_) console_.hooks().on_stack_moved = nullptr;
}

namespace {

// "NMI", "IRQ" for the pushes of an interrupt, whose opcode is that of BRK; nullptr: an instruction writes. An IRQ's sequence
// becomes an NMI's when one comes before its last push (NESdev, "CPU interrupts", "Interrupt hijacking").
const char* interruptOf(const console::Console& console, const console::WatchedWrite& seen) {
  const cpu6502::State& cpu = console.cpu();
  if (!(cpu.polled & cpu6502::line::irq_taken) || seen.opcode != 0) return nullptr;
  return cpu.lines & cpu6502::line::nmi ? "NMI" : "IRQ";
}

}  // namespace

// "STA $CE"
const std::string& Recorder::disassembledAt(const console::WatchedWrite& seen) {
  const std::array<uint8_t, 3> bytes = fetchedBytes(console_, seen.pc, seen.opcode);
  Disassembled& known = disassembled_[seen.pc % disassembled_.size()];
  if (known.text.empty() || known.pc != seen.pc || known.bytes != bytes)
    known = {seen.pc, bytes, cpu6502::disassemble(seen.pc, bytes)};
  return known.text;
}

void Recorder::onWrite(const console::WatchedWrite& seen) {
  const auto found = watches_at_.find(seen.address);
  if (found == watches_at_.end()) return;
  if (console_.prgOffset(seen.address)) return;  // to a register of the board; the byte is ROM
  write_.frame = seen.frame;
  write_.cycle = seen.cycle;
  write_.scanline = seen.scanline;
  write_.dot = seen.dot;
  write_.pc = {seen.pc, console_.prgBank(seen.pc)};
  const char* const interrupt = interruptOf(console_, seen);
  write_.instruction = interrupt ? interrupt : disassembledAt(seen);
  write_.address = seen.address;
  write_.old_value = seen.old_value;
  write_.new_value = seen.new_value;
  if (stack_) stack_->list(write_.stack);
  for (size_t index : found->second) {
    write_.watch = watches_[index].name;
    writes_(write_);
  }
}

}  // namespace jumpscope::trace
