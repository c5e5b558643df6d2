// Programs in which a character jumps, each written by itself.
#include "tests/discover/written_game.h"

namespace jumpscope::tests {

void addWrittenGames1(std::vector<WrittenGame>& games) {
  const WrittenGame::Frame rt1 = WrittenGame::Frame::interrupt, rt2 = WrittenGame::Frame::loop;
  games.push_back({"cartram", "A", "$6103,$6102.8", "$6105,$6104.8", "$6101,$6100.8", true, 2, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16 | p=$18
init: ldy #15 | lda #$00 | sta p | lda #$61 | sta p+1 | lda #0
i1: sta (p),y | dey | bpl i1
 ldy #1 | lda #80 | sta (p),y | ldy #3 | lda #168 | sta (p),y | rts
update: ldy #6 | lda (p),y | bne a2
 lda padnew | and #BA | beq a2 | lda #1 | sta (p),y | ldy #4 | lda #$20 | sta (p),y | iny | lda #$FB | sta (p),y
a2: ldy #0 | lda pad | and #BR | beq a3 | lda (p),y | clc | adc #$40 | sta (p),y | iny | lda (p),y | adc #1 | sta (p),y
a3: ldy #0 | lda pad | and #BL | beq a4 | lda (p),y | sec | sbc #$40 | sta (p),y | iny | lda (p),y | sbc #1 | sta (p),y
a4: ldy #6 | lda (p),y | beq a8
 ldy #4 | lda (p),y | clc | adc #$38 | sta (p),y | iny | lda (p),y | adc #0 | sta (p),y
 ldy #5 | lda (p),y | bpl a4b | lda pad | and #BA | bne a4b | lda (p),y | cmp #$FE | bcs a4b | lda #$FE | sta (p),y
a4b: ldy #4 | lda (p),y | ldy #2 | clc | adc (p),y | sta (p),y | ldy #5 | lda (p),y | ldy #3 | adc (p),y | sta (p),y
 cmp #168 | bcc a8 | lda #168 | sta (p),y | lda #0 | dey | sta (p),y | ldy #4 | sta (p),y | iny | sta (p),y | iny | sta (p),y
a8: ldy #3 | lda (p),y | sta $0204 | sec | sbc #8 | sta $0200 | ldy #1 | lda (p),y | sta $0203 | sta $0207 | lda #2 | sta $0201 | sta $0205 | rts
)"});
  games.push_back({"far", "A", "$07E2,$0013.8", "$0456,$0388.8", "$0062,$04F0.8", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yh=$07E2 | yl=$13 | vh=$0456 | vl=$0388 | xh=$62 | xl=$04F0 | grav=$0519 | mode=$0777
init: lda #150 | sta yh | lda #60 | sta xh | rts
update: lda pad | and #BR | beq a1 | lda xl | clc | adc #$80 | sta xl | lda xh | adc #1 | sta xh
a1: lda pad | and #BL | beq a2 | lda xl | sec | sbc #$80 | sta xl | lda xh | sbc #1 | sta xh
a2: lda mode | bne a3 | lda padnew | and #BA | beq a9
 lda #$FB | sta vh | lda #$40 | sta vl | lda #1 | sta mode | lda #$22 | sta grav
a3: lda mode | cmp #1 | bne a4 | lda pad | and #BA | bne a4 | lda #$60 | sta grav | inc mode
a4: lda vh | bmi a5 | lda #$50 | sta grav
a5: clc | lda vl | adc grav | sta vl | lda vh | adc #0 | sta vh
 bmi a6 | cmp #4 | bcc a6 | lda #4 | sta vh | lda #0 | sta vl
a6: clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 cmp #150 | bcc a9 | lda #150 | sta yh | lda #0 | sta yl | sta vh | sta vl | sta mode
a9: lda yh | sta $0200 | sta $0204 | lda xh | sta $0203 | clc | adc #8 | sta $0207 | lda #5 | sta $0201 | sta $0205 | rts
)"});
  games.push_back({"fifths", "A", "$0050", "?", "$0054", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
py=$50 | pf=$51 | vp=$52 | vf=$53 | xx=$54 | air=$55
init: lda #150 | sta py | lda #60 | sta xx | rts
update: lda pad | and #BR | beq a1 | inc xx
a1: lda pad | and #BL | beq a2 | dec xx
a2: lda air | bne a3 | lda padnew | and #BA | beq a9
 inc air | lda #$FC | sta vp | lda #1 | sta vf
a3: inc vf | lda vf | cmp #5 | bcc a4 | sbc #5 | sta vf | inc vp
a4: lda vp | bmi a5 | cmp #4 | bcc a5 | lda #4 | sta vp | lda #0 | sta vf
a5: lda pf | clc | adc vf | cmp #5 | bcc a6 | sbc #5 | inc py
a6: sta pf | lda py | clc | adc vp | sta py
 cmp #150 | bcc a9 | lda #150 | sta py | lda #0 | sta pf | sta vp | sta vf | sta air
a9: lda py | sta $0200 | lda xx | sta $0203 | lda #9 | sta $0201 | rts
)"});
  games.push_back({"fx106", "B", "$0355,$0311.6", "$0722,$0030.6", "$0356,$0312.6", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
yl=$0311 | yh=$0355 | xl=$0312 | xh=$0356 | vl=$30 | vh=$0722 | onfloor=$3A
init: lda #$00 | sta yl | lda #$2A | sta yh | lda #$00 | sta xl | lda #$14 | sta xh | lda #1 | sta onfloor | rts
update: lda pad | and #BR | beq a1
 lda xl | clc | adc #$50 | sta xl | bcc a1 | inc xh
a1: lda pad | and #BL | beq a2 | lda xl | sec | sbc #$50 | sta xl | bcs a2 | dec xh
a2: lda padnew | and #BB | beq a3 | lda onfloor | beq a3
 lda #$F0 | sta vl | lda #$FE | sta vh | lda #0 | sta onfloor
a3: lda vl | clc | adc #9 | sta vl | bcc a4 | inc vh
a4: lda vh | bmi a5 | lda vl | cmp #$D0 | bcc a5 | lda #$D0 | sta vl
a5: lda yl | clc | adc vl | sta yl | lda yh | adc vh | sta yh
 cmp #$2A | bcc a6 | lda #0 | sta yl | sta vl | sta vh | lda #$2A | sta yh | lda #1 | sta onfloor
a6: lda yl | sta $00 | lda yh | asl $00 | rol a | asl $00 | rol a
 sta $0220 | lda #3 | sta $0221
 lda xl | sta $00 | lda xh | asl $00 | rol a | asl $00 | rol a
 sta $0223 | rts
)"});
  games.push_back({"fx124", "A", "$0041,$0040.4", "$0044.4", "$0043,$0042.4", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
yl=$40 | yh=$41 | xl=$42 | xh=$43 | vy=$44 | vx=$45 | air=$46 | ysc=$47
init: lda #$00 | sta yl | lda #$0B | sta yh | lda #$00 | sta xl | lda #$05 | sta xh | rts
update: 
 lda pad | and #BR | beq u1 | lda vx | cmp #$18 | beq u3 | inc vx | jmp u3
u1: lda pad | and #BL | beq u2 | lda vx | cmp #$E8 | beq u3 | dec vx | jmp u3
u2: lda vx | beq u3 | bmi u2a | dec vx | jmp u3
u2a: inc vx
u3: ldx #0 | lda vx | bpl u4 | dex
u4: clc | adc xl | sta xl | txa | adc xh | sta xh
 lda air | bne u5
 lda padnew | and #BA | beq u9
 lda #$C4 | sta vy | inc air
 jmp u9
u5: ldx #5 | lda pad | and #BA | beq u6 | lda vy | bpl u6 | ldx #2
u6: stx $00 | lda vy | clc | adc $00 | bmi u7 | cmp #$40 | bcc u7 | lda #$40
u7: sta vy
 ldx #0 | lda vy | bpl u8 | dex
u8: clc | adc yl | sta yl | txa | adc yh | sta yh
 cmp #$0B | bcc u9
 lda #0 | sta yl | sta vy | sta air | lda #$0B | sta yh
u9: lda yl | sta $00 | lda yh | ldx #4
us: lsr a | ror $00 | dex | bne us
 lda $00 | sta ysc | sta $0200 | sta $0204
 clc | adc #8 | sta $0208 | sta $020C
 lda xl | sta $00 | lda xh | ldx #4
us2: lsr a | ror $00 | dex | bne us2
 lda $00 | sta $0203 | sta $020B | clc | adc #8 | sta $0207 | sta $020F
 lda #1 | sta $0201 | sta $0205 | sta $0209 | sta $020D | rts
)"});
  games.push_back({"grav3", "A", "$0062", "$0063", "$0061", false, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16 | fc=$17
xx=$61 | yy=$62 | vy=$63 | n=$64
init: lda #90 | sta xx | lda #160 | sta yy | rts
; the frame counter of the whole game decides, whenever the jump began
update: inc fc | lda fc | cmp #3 | bcc u0 | lda #0 | sta fc
u0: lda pad | and #BR | beq a1 | inc xx
a1: lda pad | and #BL | beq a2 | dec xx
a2: lda padnew | and #BA | beq a3 | lda n | cmp #2 | bcs a3 | inc n | lda #$FA | sta vy
a3: lda n | beq a9 | lda yy | clc | adc vy | sta yy
 lda fc | bne a4 | lda vy | cmp #6 | beq a4 | inc vy
a4: lda yy | cmp #160 | bcc a9 | lda #160 | sta yy | lda #0 | sta vy | sta n
a9: lda yy | sta $0200 | lda xx | sta $0203 | lda #9 | sta $0201 | rts
)"});
  games.push_back({"half", "A", "$0301,$0300.8", "$0303,$0302.8", "$0305", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24 | fc=$25 | lastpad=$26
yl=$0300 | yh=$0301 | vl=$0302 | vh=$0303 | xx=$0305 | gr=$0306
init: lda #144 | sta yh | lda #70 | sta xx | lda #1 | sta gr | rts
update: inc fc | lda fc | and #1 | bne a0 | jmp a9
a0: lda pad | and #BR | beq a1 | lda xx | clc | adc #3 | sta xx
a1: lda pad | and #BL | beq a2 | lda xx | sec | sbc #3 | sta xx
a2: lda lastpad | eor #$FF | and pad | and #BA | beq a3 | lda gr | beq a3 | lda #0 | sta gr | lda #$F9 | sta vh | lda #$80 | sta vl
a3: lda pad | sta lastpad
 clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 cmp #144 | bcc a5 | lda #144 | sta yh | lda #0 | sta yl | sta vh | sta vl | lda #1 | sta gr | jmp a9
a5: clc | lda vl | adc #$90 | sta vl | lda vh | adc #0 | sta vh | bmi a9 | cmp #7 | bcc a9 | lda #7 | sta vh | lda #0 | sta vl
a9: lda yh | sta $0200 | lda xx | sta $0203 | lda #9 | sta $0201 | rts
)"});
  games.push_back(
      {"halve124", "A", "$0381,$0380.4", "$0385,$0384.4", "$0383,$0382.4", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yl=$0380 | yh=$0381 | xl=$0382 | xh=$0383 | vl=$0384 | vh=$0385 | air=$0386 | cutd=$0387
init: lda #$0A | sta yh | lda #$05 | sta xh | rts
update: lda pad | and #BR | beq a1 | clc | lda xl | adc #$18 | sta xl | lda xh | adc #0 | sta xh
a1: lda pad | and #BL | beq a2 | sec | lda xl | sbc #$18 | sta xl | lda xh | sbc #0 | sta xh
a2: lda air | bne a3 | lda padnew | and #BA | beq a9 | inc air | lda #$FF | sta vh | lda #$B0 | sta vl | lda #0 | sta cutd
a3: clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 lda cutd | bne a4 | lda pad | and #BA | bne a4 | lda vh | bpl a4 | sec | ror vh | ror vl | inc cutd
a4: clc | lda vl | adc #3 | sta vl | lda vh | adc #0 | sta vh | bmi a5 | lda vl | cmp #$48 | bcc a5 | lda #$48 | sta vl
a5: lda yh | cmp #$0A | bcc a9 | lda #$0A | sta yh | lda #0 | sta yl | sta vl | sta vh | sta air
a9: lda yl | sta $00 | lda yh | ldx #4
us: lsr a | ror $00 | dex | bne us
 lda $00 | sta $0200
 lda xl | sta $00 | lda xh | ldx #4
us2: lsr a | ror $00 | dex | bne us2
 lda $00 | sta $0203 | lda #1 | sta $0201 | rts
)"});
  games.push_back({"idx", "A", "$0031", "", "$0030", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
xx=$30 | yy=$31 | i=$32
init: lda #80 | sta xx | lda #170 | sta yy | lda #$FF | sta i | rts
; on release while it rises, the index jumps on to where the fall begins
update: lda pad | and #BR | beq a1 | inc xx | inc xx
a1: lda pad | and #BL | beq a2 | dec xx | dec xx
a2: lda i | cmp #$FF | bne a3 | lda padnew | and #BA | beq a9 | lda #0 | sta i
a3: lda pad | and #BA | bne a4 | lda i | cmp #12 | bcs a4 | lda #12 | sta i
a4: ldx i | lda jt,x | clc | adc yy | sta yy | cpx #27 | beq a5 | inc i
a5: lda yy | cmp #170 | bcc a9 | lda #170 | sta yy | lda #$FF | sta i
a9: lda yy | sta $0200 | sta $0204 | lda xx | sta $0203 | clc | adc #8 | sta $0207 | lda #2 | sta $0201 | sta $0205 | rts
jt: .byte $FA,$FB,$FB,$FC,$FC,$FC,$FC,$FD,$FD,$FD,$FD,$FE,$FE,$FF,$FF,0,0,0,1,1,1,2,2,3,3,4,4,5
)"});
  games.push_back({"intcount", "A", "$0402", "", "$0401", true, 0, false, rt2, R"(
nmis=$10 | pad=$11 | padold=$12 | padnew=$13 | pad2=$14 | scx=$15 | scy=$16
xx=$0401 | yy=$0402 | jt=$0403 | st=$0404
init: lda #100 | sta xx | lda #152 | sta yy | rts
update: lda pad | and #BR | beq a1 | inc xx
a1: lda pad | and #BL | beq a2 | dec xx
a2: lda st | bne a3 | lda padnew | and #BA | beq a9 | lda #1 | sta st | lda #0 | sta jt
a3: cmp #2 | beq a6
 lda pad | and #BA | bne a3c | lda jt | cmp #6 | bcs a5
a3c: inc jt | lda jt | cmp #10 | bcc b3 | cmp #16 | bcc b2 | cmp #22 | bcc b1 | cmp #26 | bcc a9
a5: lda #2 | sta st | lda #0 | sta jt | jmp a9
b3: dec yy
b2: dec yy
b1: dec yy | jmp a9
a6: inc jt | lda jt | ldx #1 | cmp #8 | bcc a7 | inx | cmp #14 | bcc a7 | inx
a7: stx $00 | lda yy | clc | adc $00 | sta yy | cmp #152 | bcc a9 | lda #152 | sta yy | lda #0 | sta st
a9: lda yy | sta $0200 | lda xx | sta $0203 | lda #9 | sta $0201 | rts
)"});
  games.push_back({"magdbl", "A", "$0031,$0030.8", "$0033,$0032.8", "$0035", false, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yl=$30 | yh=$31 | sl=$32 | sh=$33 | xx=$35 | dir=$36 | left=$37
init: lda #176 | sta yh | lda #60 | sta xx | lda #2 | sta left | rts
update: lda pad | and #BR | beq a1 | inc xx
a1: lda pad | and #BL | beq a2 | dec xx
a2: lda padnew | and #BA | beq a3 | lda left | beq a3 | dec left
 lda #$80 | sta dir | lda #3 | sta sh | lda #$A0 | sta sl
a3: lda left | cmp #2 | beq a9
 lda dir | bpl a5
 sec | lda yl | sbc sl | sta yl | lda yh | sbc sh | sta yh
 sec | lda sl | sbc #$28 | sta sl | lda sh | sbc #0 | sta sh | bcs a9
 lda #0 | sta sl | sta sh | sta dir | jmp a9
a5: clc | lda sl | adc #$28 | sta sl | lda sh | adc #0 | sta sh | cmp #4 | bcc a6 | lda #4 | sta sh | lda #0 | sta sl
a6: clc | lda yl | adc sl | sta yl | lda yh | adc sh | sta yh
 cmp #176 | bcc a9 | lda #176 | sta yh | lda #0 | sta yl | sta sl | sta sh | lda #2 | sta left
a9: lda yh | sta $0210 | lda xx | sta $0213 | lda #9 | sta $0211 | rts
)"});
  games.push_back({"magdir", "A", "$0031,$0030.8", "$0033,$0032.8", "$0035", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yl=$30 | yh=$31 | sl=$32 | sh=$33 | xx=$35 | dir=$36 | st=$37
init: lda #160 | sta yh | lda #60 | sta xx | rts
update: lda pad | and #BR | beq a1 | inc xx
a1: lda pad | and #BL | beq a2 | dec xx
a2: lda st | bne a3 | lda padnew | and #BA | beq a9
 lda #1 | sta st | lda #0 | sta dir | lda #4 | sta sh | lda #$80 | sta sl
a3: lda dir | bne a5
 sec | lda yl | sbc sl | sta yl | lda yh | sbc sh | sta yh
 sec | lda sl | sbc #$2C | sta sl | lda sh | sbc #0 | sta sh | bcs a9
 lda #0 | sta sl | sta sh | lda #1 | sta dir | jmp a9
a5: clc | lda sl | adc #$2C | sta sl | lda sh | adc #0 | sta sh | cmp #4 | bcc a6 | lda #4 | sta sh | lda #0 | sta sl
a6: clc | lda yl | adc sl | sta yl | lda yh | adc sh | sta yh
 cmp #160 | bcc a9 | lda #160 | sta yh | lda #0 | sta yl | sta sl | sta sh | sta st
a9: lda yh | sta $0210 | lda xx | sta $0213 | lda #9 | sta $0211 | rts
)"});
  games.push_back({"meta", "A", "$00A1,$00A0.8", "$00A3,$00A2.8", "$00A5,$00A4.8", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24 | fc=$25 | o=$26 | q=$28
yl=$A0 | yh=$A1 | vl=$A2 | vh=$A3 | xl=$A4 | xh=$A5 | air=$A6 | face=$A7 | ph=$A8
init: lda #184 | sta yh | lda #100 | sta xh | rts
update: inc fc | lda #0 | sta ph
 lda pad | and #BR | beq a1 | lda #0 | sta face | inc ph | clc | lda xl | adc #$60 | sta xl | lda xh | adc #1 | sta xh
a1: lda pad | and #BL | beq a2 | lda #1 | sta face | inc ph | sec | lda xl | sbc #$60 | sta xl | lda xh | sbc #1 | sta xh
a2: lda air | bne a3 | lda padnew | and #BA | beq a9 | inc air | lda #$FB | sta vh | lda #$10 | sta vl
a3: clc | lda vl | adc #$2B | sta vl | lda vh | adc #0 | sta vh | bmi a5 | cmp #5 | bcc a5 | lda #5 | sta vh | lda #0 | sta vl
a5: clc | lda yl | adc vl | sta yl | lda yh | adc vh | sta yh
 cmp #184 | bcc a9 | lda #184 | sta yh | lda #0 | sta yl | sta vh | sta vl | sta air
a9: ; pose: stand 0/1 (breathing), walk 2/3, jump 4
 ldx #0 | lda air | beq b1 | ldx #8 | jmp b3
b1: lda ph | beq b2 | ldx #4 | lda fc | and #8 | beq b3 | ldx #6 | jmp b3
b2: lda fc | and #32 | beq b3 | ldx #2
b3: lda poses,x | sta q | lda poses+1,x | sta q+1
 ldy #0 | ldx #0
b4: lda (q),y | cmp #$80 | beq b9 | iny | clc | adc yh | sta $0200,x
 lda (q),y | iny | pha | lda face | beq b5 | pla | eor #$FF | clc | adc #9 | jmp b6
b5: pla
b6: clc | adc xh | sta $0203,x | lda (q),y | iny | sta $0201,x | lda face | lsr a | ror a | lsr a | sta $0202,x
 inx | inx | inx | inx | jmp b4
b9: lda #$FE
b10: sta $0200,x | inx | inx | inx | inx | cpx #32 | bcc b10
 rts
poses: .word p0,p1,p2,p3,p4
p0: .byte $E8,$F8,1,$E8,0,2,$F0,$F8,3,$F0,0,4,$F8,$F8,5,$F8,0,6,$80
p1: .byte $E9,$F8,1,$E9,0,2,$F0,$F8,3,$F0,0,4,$F8,$F8,5,$F8,0,6,$80
p2: .byte $E8,$F9,1,$E8,1,2,$F0,$F8,7,$F0,0,8,$F8,$F8,9,$F8,0,10,$80
p3: .byte $E7,$F8,1,$E7,0,2,$EF,$F8,7,$EF,0,8,$F8,$FA,11,$F8,2,12,$80
p4: .byte $E6,$F8,1,$E6,0,2,$EE,$F8,13,$EE,0,14,$F6,$F8,15,$F6,0,16,$80
)"});
  games.push_back({"nib", "A", "$0031", "?", "$0035", true, 0, false, rt1, R"(
scx=$20 | scy=$21 | pad=$22 | padold=$23 | padnew=$24
yf=$30 | yh=$31 | vf=$32 | vh=$33 | xx=$35 | air=$36
init: lda #160 | sta yh | lda #60 | sta xx | rts
; fractions in sixteenths, in a byte of their own that never passes 15
update: lda pad | and #BR | beq a1 | inc xx
a1: lda pad | and #BL | beq a2 | dec xx
a2: lda air | bne a3 | lda padnew | and #BA | beq a9 | inc air | lda #$FB | sta vh | lda #8 | sta vf
a3: lda vf | clc | adc #3 | cmp #16 | bcc a4 | inc vh
a4: and #15 | sta vf
 lda yf | clc | adc vf | cmp #16 | and #15 | sta yf | lda yh | adc vh | sta yh
 cmp #160 | bcc a9 | lda #160 | sta yh | lda #0 | sta yf | sta vf | sta vh | sta air
a9: lda yh | sta $0210 | lda xx | sta $0213 | lda #9 | sta $0211 | rts
)"});
}

}  // namespace jumpscope::tests
