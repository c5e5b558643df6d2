#include <gtest/gtest.h>

#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

// PRG and CHR whose every 1 KiB is full of its own index.
std::vector<uint8_t> numbered(size_t size) {
  std::vector<uint8_t> bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = uint8_t(i / 0x400);
  return bytes;
}

Cartridge cartridgeOf(size_t prg, size_t chr, Mirroring mirroring = Mirroring::Vertical) {
  return makeBareCartridge(numbered(prg), numbered(chr), mirroring, "test");
}

struct Nrom {
  Cartridge cartridge;
  BoardState state;
  std::array<uint8_t, 0x800> ciram{};
  std::unique_ptr<Board> board;
  const Pages& pages;

  explicit Nrom(Cartridge c)
      : cartridge(std::move(c)), board(makeBoard({cartridge, state, ciram})), pages(board->pages) {
    board->powerOn();
  }
  const uint8_t* at(unsigned address) const { return pages.read[Pages::indexOf(address)]; }
};

TEST(NromBoard, ThirtyTwoKibLieAt8000) {
  const Nrom nrom(cartridgeOf(0x8000, 0x2000));
  for (unsigned page = 0; page < 16; ++page)
    EXPECT_EQ(nrom.at(0x8000 + page * 0x800)[0], page * 2) << "page " << page;
}

TEST(NromBoard, SixteenKibLieAt8000AndAgainAtC000) {
  const Nrom nrom(cartridgeOf(0x4000, 0x2000));
  EXPECT_EQ(nrom.at(0x8000), nrom.at(0xC000));
  EXPECT_EQ(nrom.at(0xA000), nrom.at(0xE000));
  EXPECT_EQ(nrom.at(0xF800)[0x7FF], 15);
}

TEST(NromBoard, RamAt6000IsTheStates) {
  const Nrom nrom(cartridgeOf(0x8000, 0x2000));
  nrom.pages.write[Pages::indexOf(0x7FFF)][0x7FF] = 0x42;
  EXPECT_EQ(nrom.state.prg_ram[0x1FFF], 0x42);
  EXPECT_EQ(nrom.at(0x6000), nrom.state.prg_ram.data());
}

TEST(NromBoard, ChrRomCannotBeWritten) {
  const Nrom nrom(cartridgeOf(0x8000, 0x2000));
  for (size_t page = 0; page < 8; ++page) {
    EXPECT_EQ(nrom.pages.ppu.chr_writable[page], nullptr);
    EXPECT_EQ(nrom.pages.ppu.chr[page][0x3FF], page) << "page " << page;
  }
}

TEST(NromBoard, ChrRamIsTheStates) {
  const Nrom nrom(cartridgeOf(0x8000, 0));
  for (size_t page = 0; page < 8; ++page) {
    EXPECT_EQ(nrom.pages.ppu.chr[page], nrom.state.chr_ram.data() + page * 0x400);
    EXPECT_EQ(nrom.pages.ppu.chr_writable[page], nrom.pages.ppu.chr[page]);
  }
}

TEST(NromBoard, MirroringChoosesTheNametables) {
  const auto ids = [](const Nrom& nrom) {
    std::array<int, 4> found{};
    for (size_t i = 0; i < 4; ++i) found[i] = nrom.pages.ppu.nametable[i].id;
    return found;
  };
  const Nrom vertical(cartridgeOf(0x8000, 0x2000, Mirroring::Vertical));
  const Nrom horizontal(cartridgeOf(0x8000, 0x2000, Mirroring::Horizontal));
  EXPECT_EQ(ids(vertical), (std::array<int, 4>{0, 1, 0, 1}));
  EXPECT_EQ(ids(horizontal), (std::array<int, 4>{0, 0, 1, 1}));
  EXPECT_EQ(vertical.pages.ppu.nametable[1].bytes, vertical.ciram.data() + 0x400);
}

}  // namespace
}  // namespace jumpscope::mappers
