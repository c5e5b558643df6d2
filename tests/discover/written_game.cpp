#include "tests/discover/written_game.h"

#include "tests/discover/assembly.h"

namespace jumpscope::tests {
namespace {

// Everything in the NMI. A is in bit 0 of `pad`.
const char* const in_the_interrupt = R"(
reset: sei | cld | ldx #$FF | txs | inx | stx $2000 | stx $2001 | stx $4010
rv1: bit $2002 | bpl rv1
 txa
rclr: sta $00,x | sta $0100,x | sta $0300,x | sta $0400,x | sta $0500,x | sta $0600,x | sta $0700,x | inx | bne rclr
 lda #$FE
rhid: sta $0200,x | inx | bne rhid
rv2: bit $2002 | bpl rv2
 lda #$3F | sta $2006 | lda #0 | sta $2006
rpal: txa | and #3 | tay | lda rcol,y | sta $2007 | inx | cpx #32 | bne rpal
 jsr init
 bit $2002 | lda #0 | sta $2005 | sta $2005
 lda #$80 | sta $2000 | lda #$1E | sta $2001
ridle: jmp ridle
rcol: .byte $0F,$16,$27,$30
nmi: pha | txa | pha | tya | pha
 lda #0 | sta $2003 | lda #2 | sta $4014
 lda scx | sta $2005 | lda scy | sta $2005
 lda pad | sta padold
 lda #1 | sta $4016 | lda #0 | sta $4016 | ldx #8
rrd: lda $4016 | and #3 | cmp #1 | ror pad | dex | bne rrd
 lda padold | eor #$FF | and pad | sta padnew
 jsr update
 pla | tay | pla | tax | pla | rti
BA=1 | BB=2 | BSEL=4 | BSTA=8 | BU=16 | BD=32 | BL=64 | BR=128
)";

// A loop that waits for the NMI, which sends the sprites. A is in bit 7 of `pad`.
const char* const in_a_loop = R"(
reset: sei | cld | ldx #$40 | stx $4017 | ldx #$FF | txs | inx | stx $2000 | stx $2001
rv1: bit $2002 | bpl rv1
 lda #0
rclr: sta $00,x | sta $0300,x | sta $0400,x | sta $0500,x | sta $0600,x | sta $0700,x | inx | bne rclr
 lda #$FF
rhid: sta $0200,x | inx | bne rhid
rv2: bit $2002 | bpl rv2
 lda #$3F | sta $2006 | lda #0 | sta $2006
rpal: txa | and #3 | tay | lda rcol,y | sta $2007 | inx | cpx #32 | bne rpal
 jsr init
 lda #$90 | sta $2000
rloop: lda nmis
rwait: cmp nmis | beq rwait
 lda #$1E | sta $2001
 lda pad | sta padold
 lda #1 | sta $4016 | sta pad | lsr a | sta $4016
rrd: lda $4016 | lsr a | rol pad | bcc rrd
 lda #1 | sta pad2 | sta $4016 | lsr a | sta $4016
rrd2: lda $4017 | lsr a | rol pad2 | bcc rrd2
 lda pad | eor padold | and pad | sta padnew
 jsr update
 jmp rloop
rcol: .byte $0F,$11,$21,$30
nmi: pha | lda #0 | sta $2003 | lda #2 | sta $4014
 bit $2002 | lda scx | sta $2005 | lda scy | sta $2005
 inc nmis | pla | rti
BA=128 | BB=64 | BSEL=32 | BSTA=16 | BU=8 | BD=4 | BL=2 | BR=1
)";

}  // namespace

std::vector<WrittenGame> writtenGames() {
  std::vector<WrittenGame> games;
  addWrittenGames1(games);
  addWrittenGames2(games);
  addStillWrittenGames(games);
  return games;
}

std::vector<uint8_t> imageOf(const WrittenGame& game) {
  const bool loop = game.frame == WrittenGame::Frame::loop;
  // The names that both use come first: an address below $100 makes a shorter instruction.
  const std::vector<uint8_t> code = assembled((loop ? in_a_loop : in_the_interrupt) + ("\n" + game.program));
  std::vector<uint8_t> image{'N', 'E', 'S', 0x1A, 2, 1, uint8_t(game.flags | 1), 0, 0, uint8_t(game.pal)};
  image.resize(16);
  image.insert(image.end(), code.begin(), code.end());
  image.resize(image.size() + 0x2000, 0x55);
  return image;
}

}  // namespace jumpscope::tests
