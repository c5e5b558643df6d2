#include "src/why/shadow.h"

#include "cpu6502/processor.h"
#include "src/trace/log.h"
#include "src/trace/watch.h"

namespace jumpscope::why {

thread_local History* History::current_ = nullptr;

namespace {

using cpu6502::Access;

constexpr uint16_t first_pad = 0x4016, last_pad = 0x4017;

// As RegistersOf::status(), without noting how it was computed.
uint8_t plainStatus(const cpu6502::RegistersOf<Traced>& registers) {
  namespace flag = cpu6502::flag;
  const uint16_t nz = registers.nz.value;
  return static_cast<uint8_t>(flag::unused | registers.mask.value | registers.c.value |
                              ((nz & 0x00FF) == 0 ? flag::zero : 0) | registers.v.value << 6 |
                              ((nz & 0x8080) != 0 ? flag::negative : 0));
}

bool takesImmediate(uint8_t opcode) { return cpu6502::opcodes[opcode].mode == cpu6502::Mode::Immediate; }

}  // namespace

// For one instruction.
class Shadow::Bus {
 public:
  using Registers = cpu6502::RegistersOf<Traced>;
  using Byte = Traced<uint8_t>;
  using Word = Traced<uint16_t>;
  static constexpr bool interrupt_free_window = true;
  static constexpr bool uncounted_cycles = true;

  Bus(Shadow& shadow, const Pending& pending) : shadow_(shadow), pending_(pending) {}

  Byte read(const Word& address, Access kind) {
    if (kind == Access::Fetch || kind == Access::Operand) return codeByte(address.value, kind);
    if (kind == Access::Read) step().address = address.value;
    const Byte found = contents(address.value, kind);
    // An address that no index and no pointer went into says nothing of where the value comes from.
    return {found.value, node(Node::Kind::Loaded, found.from, address.from, found.value)};
  }
  void write(const Word& address, const Byte& value, Access kind) {
    if (kind == Access::Write || kind == Access::Stack) step().address = address.value;
    if (address.value == first_pad) shadow_.strobe(value.value & 1);
    if (Byte* const place = shadow_.place(address.value))
      *place = {value.value, node(Node::Kind::Stored, value.from, address.from, value.value)};
  }
  uint8_t opcode(const Byte& value) { return value.value; }
  uint16_t target(const Word& address) {
    shadow_.target_ = address.from;
    return address.value;
  }
  void endWindow() {}

 private:
  Step& step() { return shadow_.history_.steps.back(); }
  NodeId node(Node::Kind kind, NodeId a, NodeId b, uint8_t value) {
    return shadow_.history_.add(kind, a, b, value);
  }
  // The instruction as it was before it may have switched its own bank.
  Byte codeByte(uint16_t address, Access kind) {
    const auto offset = static_cast<uint16_t>(address - pending_.pc.address);
    const uint8_t value = pending_.bytes[offset];
    if (kind == Access::Fetch || !takesImmediate(pending_.bytes[0])) return value;
    if (const Byte* const place = shadow_.place(address)) return *place;
    if (const std::optional<uint32_t> in_rom = pending_.prg_offsets[offset])
      return {value, shadow_.leaf(Node::Kind::Rom, *in_rom, value)};
    return value;
  }
  Byte contents(uint16_t address, Access kind) {
    if (const Byte* const place = shadow_.place(address)) return *place;
    const console::Console& console = shadow_.console_;
    if (address < 0x8000 && !console.romAnswers(address)) return shadow_.readChip(address, kind);
    const std::optional<uint32_t> offset = console.prgOffset(address);
    if (!offset) return shadow_.readChip(address, kind);
    const uint8_t value = console.peek(address);
    return {value, shadow_.leaf(Node::Kind::Rom, *offset, value)};
  }

  Shadow& shadow_;
  const Pending& pending_;
};

Shadow::Shadow(console::Console& console) : console_(console) {
  const cpu6502::State& cpu = console.cpu();
  history_.steps.push_back({console.frame(), {cpu.pc, std::nullopt}, {}});
  const auto ram = console.ram();
  for (size_t i = 0; i < ram.size(); ++i)
    ram_.emplace_back(ram[i], leaf(Node::Kind::Ram, static_cast<uint32_t>(i), ram[i]));
  // At which address its bytes are found is known when they are read.
  for (const uint8_t byte : console.boardRam()) board_ram_.emplace_back(byte);
  History::Scope scope(history_);
  const auto found = [&](uint8_t value) {
    return Traced<uint8_t>(value, leaf(Node::Kind::Unknown, 0, value));
  };
  registers_.pc = cpu.pc;
  registers_.a = found(cpu.a);
  registers_.x = found(cpu.x);
  registers_.y = found(cpu.y);
  registers_.s = cpu.s;
  registers_.setStatus(found(cpu.p));
  console_.hooks().on_instruction = [this] { beforeInstruction(); };
}

Shadow::~Shadow() { console_.hooks().on_instruction = nullptr; }

std::optional<Traced<uint8_t>> Shadow::at(uint16_t address) const {
  const Traced<uint8_t>* const place = const_cast<Shadow*>(this)->place(address);
  return place ? std::optional(*place) : std::nullopt;
}

Traced<uint8_t>* Shadow::place(uint16_t address) {
  if (address < 0x2000) return &ram_[trace::foldMirror(address)];
  if (board_ram_.empty() || address < 0x4020) return nullptr;
  const std::optional<uint32_t> offset = console_.boardRamOffset(address);
  if (!offset) return nullptr;
  Traced<uint8_t>& byte = board_ram_[*offset];
  if (byte.from == no_node) byte.from = leaf(Node::Kind::Ram, address, byte.value);
  return &byte;
}

// What was read is still on the data bus: reading is the last thing that an instruction does.
Traced<uint8_t> Shadow::readChip(uint16_t address, cpu6502::Access kind) {
  const uint8_t value = console_.state().data_bus;
  if (address == first_pad || address == last_pad) return readPad(address, kind, value);
  return {value, leaf(Node::Kind::Register, address, value)};
}

void Shadow::strobe(bool on) {
  strobe_ = on;
  saw_strobe_ |= on;
  pad_reads_ = {};
}

// A pad shows its buttons one after the other, and while the strobe is on the first of them. How often it was read before
// this run is not known.
Traced<uint8_t> Shadow::readPad(uint16_t address, cpu6502::Access kind, uint8_t value) {
  constexpr unsigned buttons = 8;
  const unsigned port = address - first_pad;
  const console::Devices& devices = console_.options().devices;
  const bool holds_pads = (devices.four_score || devices.ports[port] == console::Device::Pad) &&
                          devices.ports[console::expansion_port] == console::Device::None;
  if (kind != cpu6502::Access::Read || !saw_strobe_ || !holds_pads)
    return {value, leaf(Node::Kind::Register, address, value)};
  const unsigned read = strobe_ ? 0 : pad_reads_[port]++;
  if (read >= (devices.four_score ? 2 * buttons : buttons))
    return {value, leaf(Node::Kind::Register, address, value)};
  const unsigned pad = port + read / buttons * 2;
  return {value, leaf(Node::Kind::Button, pad * buttons + read % buttons, value)};
}

void Shadow::beforeInstruction() {
  catchUp();
  const cpu6502::State& cpu = console_.cpu();
  Pending pending{
      {}, trace::standsBeforeInstruction(console_), console_.frame(), {cpu.pc, console_.prgBank(cpu.pc)}, {}};
  for (uint16_t i = 0; i < pending.bytes.size(); ++i) {
    const auto at = static_cast<uint16_t>(cpu.pc + i);
    pending.bytes[i] = console_.peek(at);
    if (at >= 0x4020) pending.prg_offsets[i] = console_.prgOffset(at);
  }
  pending_ = pending;
}

void Shadow::catchUp() {
  if (!pending_) return;
  const Pending pending = *pending_;
  pending_.reset();
  History::Scope scope(history_);
  if (pending.is_instruction)
    execute(pending);
  else
    enterInterrupt(pending);
  follow();
}

void Shadow::execute(const Pending& pending) {
  const uint8_t s = registers_.s.value;
  choices_.arriveAt(pending.pc.address, s);
  Step step{pending.frame, pending.pc, {pending.bytes[0], pending.bytes[1], pending.bytes[2]}};
  step.choice = choices_.current();
  const auto index = static_cast<uint32_t>(history_.steps.size());
  history_.steps.push_back(step);
  history_.condition = target_ = no_node;

  Bus bus(*this, pending);
  cpu6502::State state;
  state.lines = state.polled = 0;
  state.magic = console_.cpu().magic;
  registers_.pc = pending.pc.address;
  cpu6502::Processor<Bus> processor(registers_, state, bus);
  processor.instruction();
  registers_ = processor.registers();

  Step& branch = history_.steps[index];
  if (cpu6502::opcodes[pending.bytes[0]].shape != cpu6502::Shape::Branch) {
    if (!history_.comesFromData(target_)) return;
    branch.condition = target_;
    branch.taken = true;
    return choices_.jumped(index, pending.pc.address, registers_.s.value);
  }
  branch.condition = history_.condition;
  branch.taken = !history_.answer;  // it asks whether not
  const auto& in_rom = pending.prg_offsets[0];
  const uint64_t place = in_rom ? *in_rom + 0x10000u : pending.pc.address;
  choices_.branched(index, pending.pc.address, place, s,
                    [&](uint16_t address) { return console_.peek(address); });
}

void Shadow::enterInterrupt(const Pending& pending) {
  const cpu6502::State& cpu = console_.cpu();
  if (static_cast<uint8_t>(registers_.s.value - 3) != cpu.s) return;  // a reset, or a jam
  Step step{pending.frame, pending.pc, {}};
  step.is_interrupt = true;
  history_.steps.push_back(step);
  const auto push = [&](const Traced<uint8_t>& value) {
    const NodeId node = history_.add(Node::Kind::Computed, value.from, no_node, value.value);
    ram_[0x0100 | registers_.s.value] = {value.value, node};
    registers_.s = static_cast<uint8_t>(registers_.s.value - 1);
  };
  push(Traced<uint8_t>(static_cast<uint8_t>(registers_.pc >> 8)));
  push(Traced<uint8_t>(static_cast<uint8_t>(registers_.pc & 0xFF)));
  push(registers_.status());
  registers_.mask |= cpu6502::flag::irq_disable;
  choices_.interrupted(cpu.s);
}

// The console's registers are the truth.
void Shadow::follow() {
  const cpu6502::State& cpu = console_.cpu();
  const auto correct = [&](Traced<uint8_t>& mine, uint8_t right) {
    if (mine.value == right) return;
    mine = {right, leaf(Node::Kind::Unknown, 0, right)};
    ++surprises_;
  };
  registers_.pc = cpu.pc;
  correct(registers_.a, cpu.a);
  correct(registers_.x, cpu.x);
  correct(registers_.y, cpu.y);
  correct(registers_.s, cpu.s);
  if (plainStatus(registers_) != cpu.p) {
    registers_.setStatus({cpu.p, leaf(Node::Kind::Unknown, 0, cpu.p)});
    ++surprises_;
  }
}

}  // namespace jumpscope::why
