// Further programs in which a character jumps.
#include "tests/discover/written_game.h"

namespace jumpscope::tests {

void addWrittenGames2(std::vector<WrittenGame>& games) {
  const WrittenGame::Frame rt1 = WrittenGame::Frame::interrupt, rt2 = WrittenGame::Frame::loop;
  games.push_back({"objs", "A", "$0443,$0453.8", "$0473,$0463.8", "$0413,$0423.8", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16 | fc=$17 | oam=$18
ox=$0410 | oxs=$0420 | okind=$0430 | oy=$0440 | oys=$0450 | ovs=$0460 | ov=$0470 | oair=$0480 | otim=$0490
init: ldx #7
i1: txa | asl a | asl a | asl a | asl a | asl a | sta ox,x | lda #160 | sta oy,x | lda kinds,x | sta okind,x | txa | asl a | asl a | asl a | sta otim,x | dex | bpl i1
 rts
kinds: .byte 1,2,1,0,2,1,2,1
update: inc fc | lda #0 | sta oam | ldx #7
o1: lda okind,x | beq pl | cmp #1 | beq walker
 dec otim,x | bne od | lda #70 | sta otim,x | lda #1 | sta oair,x | lda #$FD | sta ov,x | lda #0 | sta ovs,x | jmp od
walker: lda fc | and #1 | bne od | inc ox,x | jmp od
pl: lda pad | and #BR | beq p1 | lda oxs,x | clc | adc #$90 | sta oxs,x | lda ox,x | adc #1 | sta ox,x
p1: lda pad | and #BL | beq p2 | lda oxs,x | sec | sbc #$90 | sta oxs,x | lda ox,x | sbc #1 | sta ox,x
p2: lda oair,x | bne od | lda padnew | and #BA | beq od | inc oair,x | lda #$FB | sta ov,x | lda #$30 | sta ovs,x
od: lda oair,x | beq dr
 clc | lda ovs,x | adc #$2A | sta ovs,x | lda ov,x | adc #0 | sta ov,x
 clc | lda oys,x | adc ovs,x | sta oys,x | lda oy,x | adc ov,x | sta oy,x
 cmp #160 | bcc dr | lda #160 | sta oy,x | lda #0 | sta oys,x | sta ov,x | sta ovs,x | sta oair,x
dr: ldy oam | lda oy,x | sta $0200,y | lda okind,x | sta $0201,y | lda ox,x | sta $0203,y | iny | iny | iny | iny | sty oam
 dex | bmi oend | jmp o1
oend: rts
)"});
  games.push_back({"p2", "A", "$00C1,$00C5.8", "$00C3,$00C9.8", "$00CB", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16 | p2old=$17 | cur=$18 | cnew=$19
yh=$C1 | vh=$C3 | yl=$C5 | vl=$C9 | xh=$CB | air=$CD
init: lda #168 | sta yh | sta yh+1 | lda #60 | sta xh | lda #180 | sta xh+1 | rts
update: ldx #0 | lda pad | sta cur | lda padnew | sta cnew | jsr one
 inx | lda pad2 | sta cur | eor p2old | and pad2 | sta cnew | lda pad2 | sta p2old | jsr one | rts
one: lda cur | and #BR | beq a1 | inc xh,x
a1: lda cur | and #BL | beq a2 | dec xh,x
a2: lda air,x | bne a3 | lda cnew | and #BA | beq a9 | inc air,x | lda #$FB | sta vh,x | lda #$C0 | sta vl,x
a3: lda cur | and #BA | bne a3b | lda vh,x | bpl a3b | clc | lda vl,x | adc #$30 | sta vl,x | lda vh,x | adc #0 | sta vh,x
a3b: clc | lda vl,x | adc #$28 | sta vl,x | lda vh,x | adc #0 | sta vh,x
 bmi a4 | cmp #3 | bcc a4 | lda #3 | sta vh,x | lda #0 | sta vl,x
a4: clc | lda yl,x | adc vl,x | sta yl,x | lda yh,x | adc vh,x | sta yh,x
 cmp #168 | bcc a9 | lda #168 | sta yh,x | lda #0 | sta yl,x | sta vh,x | sta vl,x | sta air,x
a9: txa | asl a | asl a | tay | lda yh,x | sta $0200,y | lda xh,x | sta $0203,y | lda #9 | sta $0201,y | rts
)"});
  games.push_back({"p240", "A", "", "", "$00E5", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yp=$E1 | yh=$E0 | yl=$E7 | vh=$E3 | vl=$E2 | xx=$E5 | air=$E6 | cam=$E8
init: lda #1 | sta yp | lda #30 | sta yh | lda #100 | sta cam | sta scy | lda #60 | sta xx | rts
update: lda pad | and #BR | beq a1 | inc xx
a1: lda pad | and #BL | beq a2 | dec xx
a2: lda air | bne a3 | lda padnew | and #BA | beq a9 | inc air | lda #$FA | sta vh | lda #$80 | sta vl
a3: clc | lda vl | adc #$38 | sta vl | lda vh | adc #0 | sta vh
 clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 lda vh | bmi a4
 lda yh | cmp #240 | bcc a5 | sbc #240 | sta yh | inc yp | jmp a5
a4: lda yh | cmp #240 | bcc a5 | sbc #16 | sta yh | dec yp
a5: lda yp | beq a9 | lda yh | cmp #30 | bcc a9 | lda #30 | sta yh | lda #0 | sta yl | sta vh | sta vl | sta air
a9: lda yh | sec | sbc cam | ldx yp | beq b1 | clc | adc #240
b1: sta $0200 | sta $0204 | lda xx | sta $0203 | clc | adc #8 | sta $0207 | lda #2 | sta $0201 | sta $0205 | rts
)"});
  games.push_back({"pal", "A", "$0041,$0040.8", "$0043,$0042.8", "$0045,$0044.8", true, 0, true, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
yl=$40 | yh=$41 | vl=$42 | vh=$43 | xl=$44 | xh=$45 | jumps=$46
init: lda #180 | sta yh | lda #70 | sta xh | rts
update: lda pad | and #BR | beq a1 | lda xl | clc | adc #$C0 | sta xl | lda xh | adc #1 | sta xh
a1: lda pad | and #BL | beq a2 | lda xl | sec | sbc #$C0 | sta xl | lda xh | sbc #1 | sta xh
a2: lda jumps | bne a3 | lda padnew | and #BA | beq a9 | inc jumps | lda #$FA | sta vh | lda #$00 | sta vl
a3: lda pad | and #BA | bne a4 | lda vh | bpl a4 | cmp #$FF | bcs a4 | lda #$FF | sta vh | lda #0 | sta vl
a4: clc | lda vl | adc #$3C | sta vl | bcc a5 | inc vh
a5: clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 cmp #180 | bcc a9 | lda #180 | sta yh | lda #0 | sta yl | sta vh | sta vl | sta jumps
a9: lda yh | sta $0200 | lda xh | sta $0203 | lda #9 | sta $0201 | rts
)"});
  games.push_back({"pit", "A", "$0061,$0060.8", "$0063,$0062.8", "", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
yl=$60 | yh=$61 | vl=$62 | vh=$63 | pipe=$64
init: lda #60 | sta yh | lda #250 | sta pipe | rts
update: lda padnew | and #BA | beq a1 | lda #$FD | sta vh | lda #$20 | sta vl
a1: clc | lda vl | adc #$20 | sta vl | lda vh | adc #0 | sta vh | bmi a2 | cmp #5 | bcc a2 | lda #5 | sta vh | lda #0 | sta vl
a2: clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 dec pipe
 lda yh | sta $0200 | lda #80 | sta $0203 | lda #9 | sta $0201
 lda pipe | sta $0207 | sta $020B | lda #40 | sta $0204 | lda #180 | sta $0208 | rts
)"});
  games.push_back({"plat", "A", "$0031,$0030.8", "$0033,$0032.8", "$0035,$0034.8", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
yl=$30 | yh=$31 | vl=$32 | vh=$33 | xl=$34 | xh=$35 | wl=$36 | wh=$37 | coy=$38 | buf=$39 | old=$3A | jumped=$3B
init: lda #128 | sta yh | lda #60 | sta xh | rts
update: lda pad | and #BR | beq a1 | clc | lda wl | adc #$12 | sta wl | lda wh | adc #0 | sta wh | bmi a3 | cmp #2 | bcc a3 | lda #2 | sta wh | lda #0 | sta wl | jmp a3
a1: lda pad | and #BL | beq a2 | sec | lda wl | sbc #$12 | sta wl | lda wh | sbc #0 | sta wh | bpl a3 | cmp #$FE | bcs a3 | lda #$FE | sta wh | lda #0 | sta wl | jmp a3
a2: lda wh | bmi a2b | ora wl | beq a3 | sec | lda wl | sbc #$10 | sta wl | lda wh | sbc #0 | sta wh | bcs a3 | lda #0 | sta wl | sta wh | jmp a3
a2b: clc | lda wl | adc #$10 | sta wl | lda wh | adc #0 | sta wh | bcc a3 | lda #0 | sta wl | sta wh
a3: clc | lda xl | adc wl | sta xl | lda xh | adc wh | sta xh
 lda coy | beq b1 | dec coy
b1: lda buf | beq b2 | dec buf
b2: lda padnew | and #BA | beq b3 | lda #6 | sta buf
b3: lda buf | beq b4 | lda coy | beq b4 | lda #0 | sta coy | sta buf | lda #$FB | sta vh | lda #$60 | sta vl | lda #1 | sta jumped
b4: lda jumped | beq b5 | lda vh | bpl b5 | lda pad | and #BA | bne b5 | lda #0 | sta jumped | lda #$FF | sta vh | lda #$00 | sta vl
b5: clc | lda vl | adc #$40 | sta vl | lda vh | adc #0 | sta vh | bmi b6 | cmp #4 | bcc b6 | lda #4 | sta vh | lda #0 | sta vl
b6: lda yh | sta old | clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 lda vh | bmi b9
 ldx #128 | lda xh | cmp #140 | bcc b7 | ldx #192
b7: stx $00 | lda yh | cmp $00 | bcc b9 | lda old | cmp $00 | beq b8 | bcs b9
b8: lda $00 | sta yh | lda #0 | sta yl | sta vl | sta vh | sta jumped | lda #5 | sta coy
b9: lda yh | sta $0200 | sta $0204 | lda xh | sta $0203 | clc | adc #8 | sta $0207 | lda #2 | sta $0201 | sta $0205
 lda yh | cmp #220 | bcc b10 | lda #128 | sta yh | lda #60 | sta xh
b10: rts
)"});
  games.push_back({"runner", "A", "$0051,$0050.8", "$0053,$0052.8", "", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
yl=$50 | yh=$51 | vl=$52 | vh=$53 | air=$54 | ob=$55 | lx=$56
init: lda #170 | sta yh | lda #240 | sta ob | rts
update: clc | lda lx | adc #$40 | sta lx | lda scx | adc #2 | sta scx
 lda ob | sec | sbc #2 | sta ob
 lda air | bne a3 | lda pad | and #BA | beq a9 | inc air | lda #$FB | sta vh | lda #0 | sta vl
a3: clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 ldx #$40 | lda pad | and #BA | bne a4 | ldx #$80
a4: stx $00 | clc | lda vl | adc $00 | sta vl | lda vh | adc #0 | sta vh
 lda yh | cmp #170 | bcc a9 | lda #170 | sta yh | lda #0 | sta yl | sta air | sta vl | sta vh
a9: lda yh | sta $0200 | sta $0204 | lda #60 | sta $0203 | lda #68 | sta $0207 | lda #1 | sta $0201 | sta $0205
 lda ob | sta $020B | lda #178 | sta $0208 | rts
)"});
  games.push_back(
      {"scroll", "A", "$00D1,$00D0,$00DF.8", "$00D3,$00D2.8", "$00D5,$00D4,$00DE.8", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yp=$D1 | yh=$D0 | yl=$DF | vh=$D3 | vl=$D2 | xp=$D5 | xh=$D4 | xl=$DE | air=$D6 | cxl=$D7 | cxh=$D8 | cyl=$D9 | cyh=$DA
init: lda #$01 | sta yp | lda #$30 | sta yh | lda #$60 | sta xh | rts
update: lda pad | and #BR | beq a1 | clc | lda xl | adc #$80 | sta xl | lda xh | adc #1 | sta xh | bcc a1 | inc xp
a1: lda pad | and #BL | beq a2 | sec | lda xl | sbc #$80 | sta xl | lda xh | sbc #1 | sta xh | bcs a2 | dec xp
a2: lda air | bne a3 | lda padnew | and #BA | beq a9 | inc air | lda #$FA | sta vh | lda #$40 | sta vl
a3: lda pad | and #BA | bne a3b | lda vh | cmp #$FE | bcs a3b | cmp #$80 | bcc a3b | lda #$FE | sta vh
a3b: clc | lda vl | adc #$38 | sta vl | lda vh | adc #0 | sta vh
 ldy #0 | lda vh | bpl a4 | dey
a4: clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh | tya | adc yp | sta yp
 beq a9 | lda yh | cmp #$30 | bcc a9 | lda #$30 | sta yh | lda #0 | sta yl | sta vh | sta vl | sta air
a9: sec | lda xh | sbc #120 | sta cxl | lda xp | sbc #0 | sta cxh | bpl b1 | lda #0 | sta cxl | sta cxh
b1: sec | lda yh | sbc #150 | sta cyl | lda yp | sbc #0 | sta cyh
 lda cyh | bne b2 | lda cyl | cmp #140 | bcc b3
b2: lda #140 | sta cyl | lda #0 | sta cyh
b3: lda cxl | sta scx | lda cyl | sta scy
 sec | lda yh | sbc cyl | sta $0200 | sta $0204 | clc | adc #8 | sta $0208
 sec | lda xh | sbc cxl | sta $0203 | sta $020B | clc | adc #8 | sta $0207 | lda #1 | sta $0201 | sta $0205 | sta $0209 | rts
)"});
  games.push_back({"slowgrav", "A", "$0040", "$0042", "$0041", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yy=$40 | xx=$41 | vy=$42 | gt=$43 | air=$44
init: lda #160 | sta yy | lda #60 | sta xx | rts
update: lda pad | and #BR | beq a1 | inc xx
a1: lda pad | and #BL | beq a2 | dec xx
a2: lda air | bne a3 | lda padnew | and #BA | beq a9 | lda #$FC | sta vy | lda #0 | sta gt | inc air
a3: lda yy | clc | adc vy | sta yy
 inc gt | lda gt | cmp #4 | bcc a4 | lda #0 | sta gt | inc vy | lda vy | cmp #5 | bne a4 | dec vy
a4: lda yy | cmp #160 | bcc a9 | lda #160 | sta yy | lda #0 | sta vy | sta air
a9: lda yy | sta $0200 | sta $0204 | lda xx | sta $0203 | clc | adc #8 | sta $0207 | lda #1 | sta $0201 | sta $0205 | rts
)"});
  games.push_back({"table", "A", "$0031", "", "$0030", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
xx=$30 | yy=$31 | jc=$32 | jumping=$33
init: lda #80 | sta xx | lda #170 | sta yy | rts
update: lda pad | and #BR | beq a1 | inc xx | inc xx
a1: lda pad | and #BL | beq a2 | dec xx | dec xx
a2: lda jumping | bne a3 | lda padnew | and #BA | beq a9 | lda #1 | sta jumping | lda #0 | sta jc
a3: ldx jc | lda jt,x | cmp #$7F | beq a4 | clc | adc yy | sta yy | inc jc | jmp a9
a4: lda #0 | sta jumping
a9: lda yy | sta $0200 | sta $0204 | lda xx | sta $0203 | clc | adc #8 | sta $0207 | lda #2 | sta $0201 | sta $0205 | rts
jt: .byte $FB,$FB,$FC,$FC,$FC,$FD,$FD,$FD,$FE,$FE,$FE,$FF,$FF,$FF,0,$FF,0,0,0,1,0,1,1,1,2,2,2,3,3,3,4,4,4,5,5,$7F
)"});
  games.push_back({"title", "A", "$00B1,$00B0.8", "$00B3,$00B2.8", "$00B5", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
stage=$30 | timer=$31 | sel=$32
yl=$B0 | yh=$B1 | vl=$B2 | vh=$B3 | xx=$B5 | air=$B6
init: lda #30 | sta timer | rts
update: lda stage | asl a | tax | lda st,x | sta $00 | lda st+1,x | sta $01 | jmp ($0000)
st: .word tit,menu,intro,game,options
tit: inc timer | lda timer | and #16 | beq t1 | lda #120 | sta $0200
 jmp t2
t1: lda #$FF | sta $0200
t2: lda #100 | sta $0203 | lda padnew | and #BSTA | beq t3 | lda #1 | sta stage
t3: rts
menu: lda padnew | and #BD+BSEL | beq m1 | inc sel | lda sel | cmp #3 | bcc m1 | lda #0 | sta sel
m1: lda padnew | and #BU | beq m2 | dec sel | bpl m2 | lda #2 | sta sel
m2: lda sel | asl a | asl a | asl a | asl a | clc | adc #100 | sta $0200
 lda padnew | and #BA+BSTA | beq m3 | lda sel | cmp #1 | beq m4 | lda #4 | sta stage | rts
m4: lda #2 | sta stage | lda #90 | sta timer | lda #$FF | sta $0200
m3: rts
options: lda padnew | and #BB | beq m3 | lda #1 | sta stage | rts
intro: dec timer | bne m3 | lda #3 | sta stage | lda #160 | sta yh | lda #40 | sta xx | rts
game: lda padnew | and #BSTA | beq g0 | lda air | bne g0 | lda timer | eor #1 | sta timer
g0: lda timer | bne m3
 lda pad | and #BR | beq a1 | inc xx
a1: lda pad | and #BL | beq a2 | dec xx
a2: lda air | bne a3 | lda padnew | and #BA | beq a9 | inc air | lda #$FB | sta vh | lda #$80 | sta vl
a3: clc | lda vl | adc #$30 | sta vl | lda vh | adc #0 | sta vh
 clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 cmp #160 | bcc a9 | lda #160 | sta yh | lda #0 | sta yl | sta vh | sta vl | sta air
a9: lda yh | sta $0200 | lda xx | sta $0203 | lda #9 | sta $0201 | rts
)"});
  games.push_back({"up124half", "A", "$0071,$0070.4", "$0072.4", "$0075", false, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
hl=$70 | hh=$71 | vv=$72 | xx=$75 | air=$76 | fc=$77
init: lda #70 | sta xx | rts
update: inc fc | lda pad | and #BR | beq a1 | inc xx
a1: lda pad | and #BL | beq a2 | dec xx
a2: lda air | bne a3 | lda padnew | and #BA | beq a8 | inc air | lda #$60 | sta vv
a3: lda fc | lsr a | bcs a8
 ldx #0 | lda vv | bpl a3b | dex
a3b: clc | adc hl | sta hl | txa | adc hh | sta hh | bpl a4
 lda #0 | sta hl | sta hh | sta vv | sta air | jmp a8
a4: lda vv | sec | sbc #7 | bvs a8 | cmp #$A0 | bcs a4c | cmp #$80 | bcc a4c | lda #$A0
a4c: sta vv
a8: lda hl | sta $00 | lda hh | ldx #4
us: lsr a | ror $00 | dex | bne us
 lda #190 | sec | sbc $00 | sta $0200 | lda xx | sta $0203 | lda #9 | sta $0201 | rts
)"});
  games.push_back({"upjump", "Up", "$0081,$0080.8", "$0083,$0082.8", "$0084", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yl=$80 | yh=$81 | vl=$82 | vh=$83 | xx=$84 | air=$85 | sy=$86 | sx=$87 | face=$88
init: lda #176 | sta yh | lda #60 | sta xx | lda #$FF | sta sy | rts
update: lda pad | and #BR | beq a1 | inc xx | lda #0 | sta face
a1: lda pad | and #BL | beq a2 | dec xx | lda #1 | sta face
a2: lda padnew | and #BB | beq a2c | lda yh | sta sy | lda xx | sta sx
a2c: lda sy | cmp #$FF | beq a2b | sec | sbc #5 | sta sy | cmp #20 | bcs a2b | lda #$FF | sta sy
a2b: lda air | bne a3 | lda padnew | and #BU | beq a9 | inc air | lda #$FB | sta vh | lda #$80 | sta vl
a3: clc | lda vl | adc #$34 | sta vl | lda vh | adc #0 | sta vh
a5: clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 cmp #176 | bcc a9 | lda #176 | sta yh | lda #0 | sta yl | sta vh | sta vl | sta air
a9: lda yh | sta $0210 | lda xx | sta $0213 | lda #9 | sta $0211 | lda face | lsr a | ror a | lsr a | sta $0212
 lda sy | sta $0214 | lda sx | sta $0217 | lda #3 | sta $0215 | rts
)"});
  games.push_back({"upy", "A", "$0071,$0070.8", "$0073,$0072.8", "$0075", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
hl=$70 | hh=$71 | vl=$72 | vh=$73 | xx=$75 | air=$76
init: lda #70 | sta xx | rts
update: lda pad | and #BR | beq a1 | inc xx | inc xx
a1: lda pad | and #BL | beq a2 | dec xx | dec xx
a2: lda air | bne a3 | lda padnew | and #BA | beq a9 | inc air | lda #4 | sta vh | lda #$90 | sta vl
a3: clc | lda hl | adc vl | sta hl | lda hh | adc vh | sta hh | bpl a4
 lda #0 | sta hl | sta hh | sta vl | sta vh | sta air | jmp a9
a4: sec | lda vl | sbc #$30 | sta vl | lda vh | sbc #0 | sta vh | bpl a9 | cmp #$FC | bcs a9 | lda #$FC | sta vh | lda #0 | sta vl
a9: lda #190 | sec | sbc hh | sta $0200 | lda xx | sta $0203 | lda #9 | sta $0201 | rts
)"});
  games.push_back({"varjump", "A", "$0091,$0090.8", "$0093,$0092.8", "$0095", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
yl=$90 | yh=$91 | vl=$92 | vh=$93 | xx=$95 | jt=$96 | ground=$97
init: lda #176 | sta yh | lda #60 | sta xx | lda #1 | sta ground | rts
update: lda pad | and #BR | beq a1 | inc xx | inc xx
a1: lda pad | and #BL | beq a2 | dec xx | dec xx
a2: lda padnew | and #BA | beq a3 | lda ground | beq a3 | lda #14 | sta jt | lda #0 | sta ground
a3: lda jt | beq a4 | lda pad | and #BA | beq a3b | dec jt | lda #$FD | sta vh | lda #$00 | sta vl | jmp a5
a3b: lda #0 | sta jt
a4: clc | lda vl | adc #$30 | sta vl | lda vh | adc #0 | sta vh | bmi a5 | cmp #4 | bcc a5 | lda #4 | sta vh | lda #0 | sta vl
a5: clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 cmp #176 | bcc a9 | lda #176 | sta yh | lda #0 | sta yl | sta vh | sta vl | lda #1 | sta ground
a9: lda yh | sta $0200 | sta $0204 | lda xx | sta $0203 | clc | adc #8 | sta $0207 | lda #1 | sta $0201 | sta $0205 | rts
)"});
}

}  // namespace jumpscope::tests
