// Programs in which nothing jumps, though a button makes something rise and come back.
#include "tests/discover/written_game.h"

namespace jumpscope::tests {

void addStillWrittenGames(std::vector<WrittenGame>& games) {
  const WrittenGame::Frame rt1 = WrittenGame::Frame::interrupt, rt2 = WrittenGame::Frame::loop;
  games.push_back({"n_breakout", "", "", "", "", false, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
px=$30 | bx=$31 | by=$32 | bvx=$33 | bvy=$34 | st=$35
init: lda #100 | sta px | rts
update: lda pad | and #BR | beq a1 | lda px | cmp #220 | bcs a1 | inc px | inc px
a1: lda pad | and #BL | beq a2 | lda px | cmp #10 | bcc a2 | dec px | dec px
a2: lda st | bne a3 | lda px | clc | adc #8 | sta bx | lda #192 | sta by
 lda padnew | and #BA | beq a9 | inc st | lda #1 | sta bvx | lda #$FD | sta bvy
a3: lda bx | clc | adc bvx | sta bx | cmp #240 | bcc a4 | lda #$FF | sta bvx
a4: cmp #8 | bcs a5 | lda #1 | sta bvx
a5: lda by | clc | adc bvy | sta by | cmp #60 | bcs a6 | lda #3 | sta bvy
a6: cmp #192 | bcc a9 | lda bx | sec | sbc px | cmp #24 | bcs a7 | lda #$FD | sta bvy | jmp a9
a7: lda #0 | sta st
a9: lda by | sta $0200 | lda bx | sta $0203 | lda #5 | sta $0201
 lda #200 | sta $0204 | sta $0208 | sta $020C | lda px | sta $0207 | clc | adc #8 | sta $020B | clc | adc #8 | sta $020F | rts
)"});
  games.push_back({"n_copter", "", "", "", "", false, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
yl=$30 | yh=$31 | vl=$32 | vh=$33 | run=$34
init: lda #100 | sta yh | rts
update: inc scx | lda run | bne a0 | lda padnew | and #BA | beq a9 | inc run
a0: lda pad | and #BA | beq a1 | sec | lda vl | sbc #$20 | sta vl | lda vh | sbc #0 | sta vh | jmp a2
a1: clc | lda vl | adc #$20 | sta vl | lda vh | adc #0 | sta vh
a2: clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 cmp #20 | bcc a3 | cmp #210 | bcc a9
a3: lda #100 | sta yh | lda #0 | sta vl | sta vh | sta run
a9: lda yh | sta $0200 | lda #80 | sta $0203 | lda #1 | sta $0201 | rts
)"});
  games.push_back({"n_cursor", "", "", "", "", false, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16 | fc=$17
yl=$30 | yh=$31 | xl=$32 | xh=$33 | sp=$34 | click=$35
init: lda #100 | sta yh | sta xh | rts
; a pointer that gets faster; A presses it down by three pixels and lets it come back
update: inc fc | lda pad | and #BU+BD+BL+BR | bne a0 | lda #$40 | sta sp
a0: lda sp | cmp #$F0 | bcs a1 | clc | adc #4 | sta sp
a1: lda pad | and #BR | beq a2 | clc | lda xl | adc sp | sta xl | lda xh | adc #0 | sta xh
a2: lda pad | and #BL | beq a3 | sec | lda xl | sbc sp | sta xl | lda xh | sbc #0 | sta xh
a3: lda pad | and #BD | beq a4 | clc | lda yl | adc sp | sta yl | lda yh | adc #0 | sta yh
a4: lda pad | and #BU | beq a5 | sec | lda yl | sbc sp | sta yl | lda yh | sbc #0 | sta yh
a5: lda padnew | and #BA | beq a6 | lda #12 | sta click
a6: lda click | beq a7 | dec click
a7: lda click | lsr a | lsr a | sta $00 | lda yh | sec | sbc $00 | sta $0200 | lda xh | sta $0203 | rts
)"});
  games.push_back({"n_frog", "", "", "", "", false, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24 | fc=$25
yy=$30 | xx=$31 | hop=$32 | hx=$33
init: lda #190 | sta yy | lda #100 | sta xx | rts
update: inc fc | lda hop | bne a3
 lda padnew | and #BU | beq a1 | lda #8 | sta hop | jmp a3
a1: lda pad | and #BR | beq a1b | inc xx
a1b: lda pad | and #BL | beq a2 | dec xx | jmp a2
a3: dec yy | dec yy | dec hop
a2: lda fc | and #7 | bne a9 | lda yy | cmp #190 | bcs a9 | inc yy
a9: lda yy | sta $0200 | lda xx | sta $0203 | lda #9 | sta $0201
 lda fc | sta $0207 | lda #80 | sta $0204 | rts
)"});
  games.push_back({"n_lander", "", "", "", "", false, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yl=$30 | yh=$31 | vl=$32 | vh=$33 | xl=$34 | xh=$35 | wl=$36 | wh=$37
init: lda #60 | sta yh | lda #110 | sta xh | rts
update: lda pad | and #BA | beq a1 | sec | lda vl | sbc #$18 | sta vl | lda vh | sbc #0 | sta vh
a1: lda pad | and #BR | beq a2 | clc | lda wl | adc #8 | sta wl | lda wh | adc #0 | sta wh
a2: lda pad | and #BL | beq a3 | sec | lda wl | sbc #8 | sta wl | lda wh | sbc #0 | sta wh
a3: clc | lda vl | adc #$08 | sta vl | lda vh | adc #0 | sta vh
 clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 clc | lda xl | adc wl | sta xl | lda xh | adc wh | sta xh
 lda yh | cmp #200 | bcc a9 | lda #200 | sta yh | lda #0 | sta yl | lda vh | bmi a9 | lda #0 | sta vl | sta vh | sta wl | sta wh
a9: lda yh | sta $0200 | sta $0204 | lda xh | sta $0203 | clc | adc #8 | sta $0207
 lda #$FF | sta $0208 | lda pad | and #BA | beq a10 | lda yh | clc | adc #8 | sta $0208
a10: lda xh | sta $020B | rts
)"});
  games.push_back({"n_menu", "", "", "", "", false, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24 | fc=$25
sel=$30 | hop=$31 | done=$32
init: rts
; A menu: the pointer moves by lines, bounces to the side, and hops when A confirms
update: inc fc | lda padnew | and #BD+BSEL | beq a1 | inc sel | lda sel | cmp #4 | bcc a1 | lda #0 | sta sel
a1: lda padnew | and #BU | beq a2 | dec sel | bpl a2 | lda #3 | sta sel
a2: lda hop | bne a3 | lda padnew | and #BA | beq a4 | lda #1 | sta hop
a3: ldx hop | inx | stx hop | cpx #20 | bne a4 | lda #0 | sta hop
a4: lda sel | asl a | asl a | asl a | asl a | clc | adc #90 | ldx hop | sec | sbc hops,x | sta $0200
 lda fc | lsr a | lsr a | and #7 | tax | lda side,x | clc | adc #80 | sta $0203 | lda #2 | sta $0201
 ldx #0 | ldy #4
m: txa | asl a | asl a | asl a | asl a | clc | adc #90 | sta $0200,y | lda #100 | sta $0203,y | iny | iny | iny | iny | inx | cpx #4 | bne m
 rts
side: .byte 0,1,2,3,3,2,1,0
hops: .byte 0,2,4,6,7,8,9,9,10,10,10,9,9,8,7,6,4,2,1,0,0
)"});
  games.push_back({"n_piston", "", "", "", "", false, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
py=$30 | st=$31
init: lda #150 | sta py | rts
update: lda st | beq a1 | cmp #1 | beq a2
 inc py | lda py | cmp #150 | bne a9 | lda #0 | sta st | jmp a9
a2: dec py | lda py | cmp #120 | bne a9 | inc st | jmp a9
a1: lda padnew | and #BA | beq a9 | inc st
a9: lda py | sta $0200 | sta $0204 | lda #100 | sta $0203 | lda #108 | sta $0207 | lda #4 | sta $0201 | sta $0205 | rts
)"});
  games.push_back({"n_puzzle", "", "", "", "", false, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
cx=$30 | cy=$31 | tx=$32 | ty=$33 | hop=$34 | px=$35 | py=$36
init: lda #96 | sta cx | sta tx | lda #112 | sta cy | sta ty | rts
; the cursor slides to the next cell; A makes the piece under it hop
update: lda padnew | and #BR | beq a1 | lda tx | clc | adc #16 | sta tx
a1: lda padnew | and #BL | beq a2 | lda tx | sec | sbc #16 | sta tx
a2: lda padnew | and #BU | beq a3 | lda ty | sec | sbc #16 | sta ty
a3: lda padnew | and #BD | beq a4 | lda ty | clc | adc #16 | sta ty
a4: lda cx | cmp tx | beq a5 | bcc a4b | dec cx | dec cx | jmp a5
a4b: inc cx | inc cx
a5: lda cy | cmp ty | beq a6 | bcc a5b | dec cy | dec cy | jmp a6
a5b: inc cy | inc cy
a6: lda hop | bne a7 | lda padnew | and #BA | beq a8 | lda tx | sta px | lda ty | sta py | lda #1 | sta hop
a7: ldx hop | lda hops,x | cmp #$FF | beq a7b | inc hop | eor #$FF | sec | adc py | sta $0214 | lda px | sta $0217 | lda #7 | sta $0215 | jmp a8
a7b: lda #0 | sta hop | lda #$FF | sta $0214
a8: lda cy | sta $0200 | sta $0204 | lda cx | sta $0203 | clc | adc #8 | sta $0207 | lda #2 | sta $0201 | sta $0205
 ldx #0 | ldy #0
pp: lda #128 | sta $0240,y | tya | asl a | asl a | clc | adc #48 | sta $0243,y | iny | iny | iny | iny | cpy #40 | bne pp
 rts
hops: .byte 0,3,5,7,8,9,10,10,10,9,8,7,5,3,1,$FF
)"});
  games.push_back({"n_shooter", "", "", "", "", false, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16 | fc=$17
yl=$30 | yh=$31 | xl=$32 | xh=$33 | vy=$34 | vx=$35 | rec=$36 | sy=$40 | sx=$44 | nx=$48
init: lda #150 | sta yh | lda #120 | sta xh | lda #$FF | sta sy | sta sy+1 | sta sy+2 | sta sy+3 | rts
; inertia in both axes, a shot from four slots, recoil downward that springs back
update: inc fc | inc scy | lda scy | cmp #240 | bcc u0 | lda #0 | sta scy
u0: lda pad | and #BR | beq a1 | inc vx | inc vx
a1: lda pad | and #BL | beq a2 | dec vx | dec vx
a2: lda pad | and #BU | beq a3 | dec vy | dec vy
a3: lda pad | and #BD | beq a4 | inc vy | inc vy
a4: lda vx | beq a5 | bmi a4b | dec vx | jmp a5
a4b: inc vx
a5: lda vy | beq a6 | bmi a5b | dec vy | jmp a6
a5b: inc vy
a6: ldy #0 | lda vx | bpl a6b | dey
a6b: asl a | asl a | asl a | clc | adc xl | sta xl | tya | adc xh | sta xh
 ldy #0 | lda vy | bpl a6c | dey
a6c: asl a | asl a | asl a | clc | adc yl | sta yl | tya | adc yh | sta yh
 lda rec | beq a7 | dec rec
a7: lda padnew | and #BA | beq a8 | lda #6 | sta rec | ldx nx | lda yh | sta sy,x | lda xh | sta sx,x | inx | txa | and #3 | sta nx
a8: ldx #3
a8b: lda sy,x | cmp #$FF | beq a8c | sec | sbc #6 | sta sy,x | cmp #16 | bcs a8c | lda #$FF | sta sy,x
a8c: txa | asl a | asl a | tay | lda sy,x | sta $0210,y | lda sx,x | sta $0213,y | lda #3 | sta $0211,y | dex | bpl a8b
 lda yh | clc | adc rec | sta $0200 | sta $0204 | lda xh | sta $0203 | clc | adc #8 | sta $0207 | rts
)"});
  games.push_back({"n_spring", "", "", "", "", false, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yl=$30 | yh=$31 | vl=$32 | vh=$33 | cx=$34 | on=$35
init: lda #150 | sta yh | lda #60 | sta cx | rts
; a cat walks; A throws a coin up that lies at a fixed place
update: lda pad | and #BR | beq a1 | inc cx
a1: lda pad | and #BL | beq a2 | dec cx
a2: lda on | bne a3 | lda padnew | and #BA | beq a9 | inc on | lda #$FB | sta vh | lda #0 | sta vl
a3: clc | lda vl | adc #$30 | sta vl | lda vh | adc #0 | sta vh
 clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 cmp #150 | bcc a9 | lda #150 | sta yh | lda #0 | sta yl | sta on
a9: lda yh | sta $0200 | lda #120 | sta $0203 | lda #7 | sta $0201 | lda #150 | sta $0204 | sta $0208 | lda cx | sta $0207 | clc | adc #8 | sta $020B | rts
)"});
}

}  // namespace jumpscope::tests
