// A small assembler: opcodes, labels and branches, for cartridges that tests make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace jumpscope::tests {

enum Op : uint8_t {
  adc_abs = 0x6D,
  adc_abs_x = 0x7D,
  adc_imm = 0x69,
  and_abs = 0x2D,
  and_imm = 0x29,
  asl_a = 0x0A,
  asl_abs = 0x0E,
  bcc = 0x90,
  bcs = 0xB0,
  beq = 0xF0,
  bit_abs = 0x2C,
  bmi = 0x30,
  bne = 0xD0,
  bpl = 0x10,
  bvc = 0x50,
  clc = 0x18,
  cld = 0xD8,
  cmp_abs = 0xCD,
  cmp_imm = 0xC9,
  cpx_imm = 0xE0,
  cpy_imm = 0xC0,
  dec_abs = 0xCE,
  dex = 0xCA,
  dey = 0x88,
  eor_abs = 0x4D,
  eor_imm = 0x49,
  inc_abs = 0xEE,
  inx = 0xE8,
  iny = 0xC8,
  jmp_abs = 0x4C,
  jsr_abs = 0x20,
  lda_abs = 0xAD,
  lda_abs_x = 0xBD,
  lda_abs_y = 0xB9,
  lda_imm = 0xA9,
  ldx_abs = 0xAE,
  ldx_imm = 0xA2,
  ldy_abs = 0xAC,
  ldy_imm = 0xA0,
  lsr_a = 0x4A,
  lsr_abs = 0x4E,
  nop = 0xEA,
  ora_abs = 0x0D,
  ora_imm = 0x09,
  pha = 0x48,
  pla = 0x68,
  rol_abs = 0x2E,
  ror_abs = 0x6E,
  rti = 0x40,
  rts = 0x60,
  sbc_abs = 0xED,
  sbc_imm = 0xE9,
  sec = 0x38,
  sei = 0x78,
  sta_abs = 0x8D,
  sta_abs_x = 0x9D,
  sta_abs_y = 0x99,
  stx_abs = 0x8E,
  tax = 0xAA,
  tay = 0xA8,
  txa = 0x8A,
  txs = 0x9A,
  tya = 0x98,
};

// Where the code lies.
inline constexpr uint16_t origin = 0x8000;

class Assembler {
 public:
  void op(Op opcode) { bytes_.push_back(opcode); }
  void imm(Op opcode, int value) { put({opcode, static_cast<uint8_t>(value)}); }
  void abs(Op opcode, unsigned address) {
    put({opcode, static_cast<uint8_t>(address), static_cast<uint8_t>(address >> 8)});
  }
  void abs(Op opcode, const std::string& label) {
    fixups_.push_back({bytes_.size() + 1, label});
    put({opcode, 0, 0});
  }
  // As far as need be: the opposite branch, over a jump.
  void branch(Op opcode, const std::string& label) {
    constexpr uint8_t opposite = 0x20, jump_size = 3;
    put({static_cast<uint8_t>(opcode ^ opposite), jump_size});
    abs(jmp_abs, label);
  }
  void label(const std::string& name) { labels_[name] = bytes_.size(); }
  std::string fresh() { return "." + std::to_string(count_++); }
  void data(const std::vector<uint8_t>& bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  uint16_t address(const std::string& name) const { return static_cast<uint16_t>(origin + labels_.at(name)); }

  // What the programs of these cartridges have in common.
  void store(uint16_t address, int value) {
    imm(lda_imm, value);
    abs(sta_abs, address);
  }
  void waitForPicture() {
    const std::string again = fresh();
    label(again);
    abs(bit_abs, 0x2002);
    branch(bpl, again);
  }
  // All 64 of the page at $0200.
  void hideSprites() {
    const std::string hide = fresh();
    imm(ldx_imm, 0);
    imm(lda_imm, 0xF8);
    label(hide);
    abs(sta_abs_x, 0x0200);
    op(inx);
    branch(bne, hide);
  }
  // The eight buttons of a port that was strobed, A in bit 7.
  void readButtons(uint16_t port, uint16_t into) {
    for (int bit = 0; bit < 8; ++bit) {
      abs(lda_abs, port);
      op(lsr_a);
      abs(rol_abs, into);
    }
  }

  // An iNES image of mapper 0: 32 KiB of this code, whose NMI and IRQ go to "nmi" and whose reset to "reset", and patterns.
  std::vector<uint8_t> image(uint8_t flags = 0) {
    constexpr uint8_t vertical_mirroring = 1;
    std::vector<uint8_t> prg = finish();
    prg.resize(0x8000, nop);
    const auto vector = [&](size_t at, const std::string& label) {
      prg[at] = static_cast<uint8_t>(address(label));
      prg[at + 1] = static_cast<uint8_t>(address(label) >> 8);
    };
    vector(0x7FFA, "nmi");
    vector(0x7FFC, "reset");
    vector(0x7FFE, "nmi");
    std::vector<uint8_t> image{'N', 'E', 'S', 0x1A, 2, 1, static_cast<uint8_t>(flags | vertical_mirroring),
                               0,   0,   0,   0,    0, 0, 0,
                               0,   0};
    image.insert(image.end(), prg.begin(), prg.end());
    image.resize(image.size() + 0x2000, 0x55);
    return image;
  }

  std::vector<uint8_t> finish() {
    for (const Fixup& fixup : fixups_) {
      const uint16_t target = address(fixup.label);
      bytes_[fixup.at] = static_cast<uint8_t>(target);
      bytes_[fixup.at + 1] = static_cast<uint8_t>(target >> 8);
    }
    return bytes_;
  }

 private:
  struct Fixup {
    size_t at;
    std::string label;
  };
  void put(std::initializer_list<uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes); }

  std::vector<uint8_t> bytes_;
  std::map<std::string, size_t> labels_;
  std::vector<Fixup> fixups_;
  size_t count_ = 0;
};

}  // namespace jumpscope::tests
