#include "tests/console/random_program.h"

#include <array>
#include <random>

#include "cpu6502/opcodes.h"
#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {

namespace {

constexpr uint16_t subroutine = 0xE000, nmi_handler = 0xE800, irq_handler = 0xF000;
constexpr uint16_t nmi_count = 0x00FE;

class Writer {
 public:
  explicit Writer(uint32_t seed, bool board = false) : random_(seed), board_(board) {}

  int below(int limit) { return static_cast<int>(random_() % static_cast<uint32_t>(limit)); }
  uint8_t byte() { return static_cast<uint8_t>(random_() >> 11); }
  bool oneIn(int n) { return below(n) == 0; }
  template <size_t n>
  int any(const int (&choices)[n]) {
    return choices[below(static_cast<int>(n))];
  }

  Program program;

  // One thing that a program may do; the stack is level afterwards.
  void snippet(bool in_handler) {
    if (board_ && oneIn(4)) return boardRegisters();
    switch (below(30)) {
      case 0:
      case 1:
        return writePicture();
      case 2:
      case 3:
        program.put16(any({0xAD, 0x2C, 0xAE, 0xAC, 0xCD, 0x0C}), pictureRegister());
        return;
      case 4:
      case 5:
        program.store(static_cast<uint16_t>(0x4000 + below(0x18)), byte());
        return;
      case 6:
        program.store(any({0x4015, 0x4017, 0x4010, 0x4012, 0x4013}), byte());
        return;
      case 7:
        program.put16(any({0xAD, 0x2C, 0xAE}), any({0x4015, 0x4016, 0x4017, 0x4014, 0x5000}));
        return;
      case 8:
        program.store(0x4016, byte() & 1);
        return;
      case 9:
        if (in_handler || oneIn(3)) program.store(0x4014, oneIn(4) ? byte() : byte() & 7);
        return;
      case 10:
        return delay();
      case 11:
        // Read-modify-write on registers: two writes in a row.
        program.put16(any({0xEE, 0xCE, 0x0E, 0x4E, 0x2E, 0x6E, 0x0F, 0xEF}),
                      oneIn(2) ? pictureRegister() : static_cast<uint16_t>(0x4000 + below(0x18)));
        return;
      case 12:
      case 13:
      case 14:
        return memoryInstruction();
      case 15:
        program.put({any({0x48, 0x08})});
        memoryInstruction();
        program.put({any({0x68, 0x28})});
        return;
      case 16:
        return wait(in_handler);
      case 17:
        if (!in_handler) program.put16(0x20, subroutine);
        return;
      case 18:
        program.put({any({0x58, 0x78, 0x58, 0xB8, 0xF8, 0x38})});
        return;
      case 19:
        return videoMemory();
      case 20:
        // Indexed, into and over the registers; the dummy reads go there too.
        program.put({any({0xA2, 0xA0}), byte()});
        program.put16(any({0xBD, 0x9D, 0xB9, 0x99, 0xDE, 0xFE}),
                      any({0x1FF0, 0x3FF8, 0x3F80, 0x4000, 0x3FFF}));
        return;
      case 21:
        program.put({0xA9, byte(), 0x85, 0x40, 0xA9, any({0x00, 0x03, 0x20, 0x3F, 0x40, 0x60}), 0x85, 0x41});
        program.put({any({0xB1, 0x91, 0xB3}), 0x40});
        return;
      case 22:
        return codeInRam();
      case 23:
        if (!in_handler && oneIn(4)) program.put({0x00, byte()});
        return;
      case 24:
        return toggleRendering();
      case 25:
        return scroll();
      case 26:
        return sprites(in_handler);
      case 27:
        return playSample();
      case 28:
        return registerBurst();
      case 29:
        // NMI on and off again: an edge for each rise while the flag is up.
        program.store(0x2000, 0x80 | byte()).nop(below(3)).store(0x2000, byte() & 0x7F);
        program.nop(below(3)).store(0x2000, 0x80 | byte());
        return;
    }
  }

  void handler(uint16_t at, bool acknowledge) {
    program.org(at).put({0x48, 0x8A, 0x48, 0x98, 0x48});  // PHA, TXA, PHA, TYA, PHA
    if (acknowledge) {
      if (board_) boardRegisters();
      program.load(0x4015);
      if (oneIn(2)) program.store(0x4010, byte() & 0x7F);
    } else {
      program.inc(nmi_count);
    }
    const int snippets = below(12);
    for (int i = 0; i < snippets; ++i) snippet(true);
    program.put({0x68, 0xA8, 0x68, 0xAA, 0x68, 0x40});
  }

 private:
  uint16_t pictureRegister() {
    const int reg = below(8);
    return static_cast<uint16_t>(oneIn(3) ? 0x2000 + below(0x400) * 8 + reg : 0x2000 + reg);
  }

  void writePicture() {
    const uint16_t address = pictureRegister();
    uint8_t value = byte();
    if ((address & 7) == 0 && !oneIn(4)) value |= 0x80;
    if ((address & 7) == 1 && !oneIn(4)) value |= 0x18;
    program.store(address, value);
  }

  // Off and on again, or the other way round, some dots apart.
  void toggleRendering() {
    const uint8_t layers =
        static_cast<uint8_t>(any({0x08, 0x10, 0x18, 0x1E}) | (oneIn(4) ? byte() & 0xE1 : 0));
    const bool on_first = oneIn(2);
    program.put({0xA2, on_first ? layers : 0, 0xA9, on_first ? byte() & 0xE7 : layers});
    program.put16(0x8E, 0x2001).nop(below(4)).sta(0x2001);
    if (oneIn(2)) program.nop(below(8)).put16(0x8E, 0x2001);
    if (!oneIn(3)) program.store(0x2001, layers);
  }

  // $2005 and $2006 in any order, with an access to $2007 now and then.
  void scroll() {
    for (int writes = 1 + below(6); writes > 0; --writes) {
      program.store(any({0x2005, 0x2005, 0x2006, 0x2006, 0x2000}), byte());
      if (oneIn(4)) program.put16(any({0x8D, 0xAD, 0xEE, 0x2C}), 0x2007);
      if (oneIn(6)) program.load(0x2002);
      program.nop(below(4));
    }
  }

  // Many sprites on one scanline, for overflow and hits; or OAM byte by byte.
  void sprites(bool in_handler) {
    if (oneIn(2)) {
      program.store(0x2003, byte());
      for (int writes = below(5); writes > 0; --writes) program.store(0x2004, byte());
      return;
    }
    const uint16_t page = static_cast<uint16_t>(0x0200 + below(3) * 0x100);
    const int gap = any({4, 4, 4, 8, 12, 5});
    program.put({0xA2, 0, 0xA9, oneIn(8) ? byte() : below(0xF0)})
        .put16(0x9D, page);                                              // LDX #0, LDA #y, STA page,X
    program.put({0x8A, 0x18, 0x69, gap, 0xAA, oneIn(3) ? 0xEA : 0xE8});  // TXA, CLC, ADC #gap, TAX
    program.put({0xE0, 0xF0, 0x90, 0xF1});                               // CPX #$F0, BCC to LDA
    if (!in_handler) program.store(0x4014, static_cast<uint8_t>(page >> 8));
  }

  // A DMC sample of 1 to 65 bytes, with or without IRQ and loop.
  void playSample() {
    program.store(0x4010, static_cast<uint8_t>((byte() & 0xC0) | (oneIn(2) ? 0x0F : byte() & 0x0F)));
    program.store(0x4012, byte()).store(0x4013, oneIn(2) ? 0 : byte() & 3);
    program.store(0x4015, 0x10 | byte());
    if (oneIn(2)) program.put({0x58});
    if (oneIn(3)) program.nop(below(12)).store(0x4015, byte() & 0x0F);
  }

  // Registers one right after the other.
  void registerBurst() {
    for (int writes = 2 + below(8); writes > 0; --writes) {
      const uint16_t reg = oneIn(3) ? static_cast<uint16_t>(0x4000 + below(0x18)) : pictureRegister();
      if (reg == 0x4014 && !oneIn(4)) continue;
      program.put16(any({0x8D, 0x8D, 0x8E, 0x8C, 0xAD, 0xEE, 0x4E, 0x8F}), reg);
    }
  }

  void delay() {
    program.put({0xA2, 1 + below(oneIn(4) ? 255 : 40), 0xCA, 0xD0, 0xFD});
    program.nop(below(4));
  }

  // Any instruction that works on memory or immediately, unofficial ones too, with an address in RAM that
  // holds neither stack nor code.
  void memoryInstruction() {
    using cpu6502::Mode;
    constexpr uint8_t moves_the_stack[] = {0x9B, 0xBB};  // TAS, LAS
    for (;;) {
      const uint8_t opcode = byte();
      if (opcode == moves_the_stack[0] || opcode == moves_the_stack[1]) continue;
      const int mirror = below(4) * 0x0800;
      switch (cpu6502::opcodes[opcode].mode) {
        case Mode::Immediate:
        case Mode::ZeroPage:
        case Mode::ZeroPageX:
        case Mode::ZeroPageY:
          program.put({opcode, byte()});
          return;
        case Mode::Absolute:
        case Mode::AbsoluteX:
        case Mode::AbsoluteY:
          if (cpu6502::opcodes[opcode].shape == cpu6502::Shape::Jump ||
              cpu6502::opcodes[opcode].shape == cpu6502::Shape::Control)
            continue;
          program.put16(opcode, static_cast<uint16_t>(oneIn(4) ? 0x6000 + below(0x1F00)
                                                               : mirror + 0x0200 + below(0x0400)));
          return;
        default:
          continue;
      }
    }
  }

  // Loops that change nothing: what may be skipped must end at the same cycle.
  void wait(bool in_handler) {
    switch (below(in_handler ? 2 : 5)) {
      case 0:
        program.waitForVblank();
        return;
      case 1:
        // Sprite 0 or a time-out: LDY #n, BIT $2002, BVS out, DEY, BNE loop.
        program.put({0xA0, byte(), 0x2C, 0x02, 0x20, 0x70, 0x03, 0x88, 0xD0, 0xF8});
        return;
      case 2:
        // The next NMI: LDA count, CMP count, BEQ.
        program.store(0x2000, 0x80 | byte());
        program.put({0xA5, nmi_count, 0xC5, nmi_count, 0xF0, 0xFC});
        return;
      case 3:
        // The same in two instructions, by a flag in memory that the handler counts up.
        program.store(0x2000, 0x80 | byte()).store(nmi_count, 0);
        program.load(nmi_count).put({0xF0, 0xFB});
        return;
      case 4:
        // A poll of $2002 that ends with sprite overflow, sprite 0 or vblank.
        program.put({0xA9, 0xE0, 0x2C, 0x02, 0x20, 0xF0, 0xFB});
        return;
    }
  }

  void videoMemory() {
    const int address = below(0x4000);
    program.store(0x2006, static_cast<uint8_t>(address >> 8)).store(0x2006, address & 0xFF);
    const int accesses = 1 + below(6);
    for (int i = 0; i < accesses; ++i) {
      if (oneIn(2))
        program.store(0x2007, byte());
      else
        program.load(0x2007);
    }
  }

  // INC zp, RTS in RAM, and a loop that rewrites itself.
  void codeInRam() {
    const uint16_t at = static_cast<uint16_t>(0x0700 + below(0x40));
    program.store(at, 0xE6).store(at + 1, byte() & 0x3F).store(at + 2, 0x60).put16(0x20, at);
  }

  // Anywhere that a board may have registers; often the pairs that count scanlines, or five bits in a row.
  void boardRegisters() {
    switch (below(5)) {
      case 0:
        program.store(0xC000, below(12)).store(0xC001, byte());
        program.store(oneIn(4) ? 0xE000 : 0xE001, byte());
        if (oneIn(2)) program.put({0x58});
        return;
      case 1: {
        const uint16_t reg = static_cast<uint16_t>(0x8000 + below(4) * 0x2000);
        program.lda(byte());
        for (int bit = 0; bit < 5; ++bit) program.sta(reg).put({0x4A});
        return;
      }
      case 2:
        program.store(0xE000, byte());
        if (oneIn(2)) program.store(0xE001, byte());
        return;
      default:
        break;
    }
    for (int writes = 1 + below(6); writes > 0; --writes) {
      const int anywhere = 0x8000 + below(0x8000), near = 0x8000 + below(8) * 0x1000 + below(4);
      const int low = any({0x4020, 0x5000, 0x5100, 0x5200, 0x6000}) + below(0x400);
      const uint16_t reg = static_cast<uint16_t>(any({anywhere, near, near, near, low}));
      if (oneIn(8))
        program.load(reg);
      else if (oneIn(12))
        program.inc(reg);
      else
        program.store(reg, oneIn(2) ? byte() : below(16));
    }
  }

  std::mt19937 random_;
  bool board_;
};

console::Options optionsOf(uint32_t seed) {
  console::Options options;
  constexpr Region regions[] = {Region::Ntsc, Region::Ntsc, Region::Pal, Region::Ntsc, Region::Dendy};
  options.region = regions[seed % 5];
  options.alignment = static_cast<int>(seed / 5 % 4);
  options.ram_init = {console::RamInit::Kind::Random, seed};
  return options;
}

std::shared_ptr<const Cartridge> onBoard(const Cartridge& program, int mapper, int submapper,
                                         Writer& writer) {
  auto made = std::make_shared<Cartridge>(program);
  made->mapper = mapper;
  made->submapper = submapper;
  made->board = mappers::boardName(mapper);
  for (int copy = 1; copy < 4; ++copy)
    made->prg.insert(made->prg.end(), program.prg.begin(), program.prg.end());
  if (!made->chr_is_ram)
    while (made->chr.size() < 0x8000) made->chr.push_back(writer.byte() & writer.byte());
  return made;
}

}  // namespace

RandomProgram::RandomProgram(uint32_t seed, int mapper, int submapper) : options(optionsOf(seed)) {
  Writer writer(seed, mapper != 0);
  Program& program = writer.program;
  program.store(0x4017, writer.byte())
      .store(0x2000, 0x80 | writer.byte())
      .store(0x2001, 0x18 | writer.byte());
  const uint16_t loop = program.here();
  const int snippets = 20 + writer.below(400);
  for (int i = 0; i < snippets; ++i) writer.snippet(false);
  const char* end;
  switch (writer.below(8)) {
    case 0:
    case 1:
    case 2:
      program.spin();
      end = "spins";
      break;
    case 3:
      if (seed % 3 == 0) {
        program.put({0x02});
        end = "jams";
        break;
      }
      [[fallthrough]];
    default:
      program.jmp(loop);
      end = "loops";
      break;
  }
  program.org(subroutine);
  for (int i = 0; i < 8; ++i) writer.snippet(true);
  program.put({0x60});
  writer.handler(nmi_handler, false);
  writer.handler(irq_handler, true);
  program.nmi(nmi_handler).irq(irq_handler);

  std::vector<uint8_t> chr;
  if (!writer.oneIn(3))
    for (int i = 0; i < 0x2000; ++i) chr.push_back(writer.byte() & writer.byte());
  cartridge = program.build(writer.oneIn(2) ? mappers::Mirroring::Vertical : mappers::Mirroring::Horizontal,
                            std::move(chr));
  if (mapper != 0) cartridge = onBoard(*cartridge, mapper, submapper, writer);
  for (int i = 0; i < 5; ++i) buttons.push_back(writer.byte());
  reset_frame = writer.oneIn(3) ? 2 + writer.below(3) : -1;
  constexpr const char* region_names[] = {"NTSC", "PAL", "Dendy"};
  if (mapper != 0) description = "mapper " + std::to_string(mapper) + "." + std::to_string(submapper) + ", ";
  description += "seed " + std::to_string(seed) + ", " + region_names[static_cast<int>(options.region)] +
                 ", alignment " + std::to_string(options.alignment) + ", " + std::to_string(snippets) +
                 " snippets, then " + end;
}

}  // namespace jumpscope::console::tests
