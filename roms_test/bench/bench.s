; Small programs that differ in one thing: what the main program does until the next frame; the last three in their board. All
; others are NROM-128.
;
; ca65 -D SHAPE=N, where N counts the names below. All have the same picture, 64 sprites of which 16 move, the same NMI handler
; and, once a frame, the same work (`think`). See README.md.

.enum
        shape_jump              ; a jump to itself; the handler does the work
        shape_inc_zero_page     ; INC $11, LDA $0E, BNE
        shape_inc_absolute      ; INC $0015, LDA flag, BEQ
        shape_add_seed          ; a random seed, stirred by ADC
        shape_eor_seed          ; a random seed, stirred by EOR
        shape_shift_seed        ; a shift register of 16 bits
        shape_two_polls         ; a flag and $2002
        shape_call              ; a routine is called in each turn
        shape_counter           ; a counter of 16 bits
        shape_status_counter    ; a poll of $2002 that counts
        shape_delay             ; delay loops, one in the other
        shape_pads              ; both pads again and again until vblank
        shape_dmc               ; the same beside a sample
        shape_palette           ; palette writes in the picture
        shape_mask              ; writes to $2001 in the picture
        shape_music             ; every sound register in every frame
        shape_sieve             ; never waits: prime numbers
        shape_sort              ; never waits: bytes sorted through a pointer
        shape_control           ; writes $2000 in each turn
        shape_pads_by_index     ; both pads again and again, by their number
        shape_board_ram         ; a flag in the cartridge's RAM, and work there
        shape_known_values      ; writes $2000 and $2001 in turns
        shape_division          ; short loops that end by themselves
        shape_patched           ; a routine in RAM whose addresses are patched
        shape_tall_splits       ; an MMC3 whose interrupts scroll every eighth scanline, beside sprites of 8x16 dots
        shape_latches           ; an MMC2 whose tiles switch the patterns in the picture
        shape_status_bar        ; an MMC5 whose interrupt scrolls below a status bar, beside sprites of 8x16 dots
.endenum

ppu_control = $2000
ppu_mask    = $2001
ppu_status  = $2002
oam_address = $2003
ppu_scroll  = $2005
ppu_address = $2006
ppu_data    = $2007
oam_dma     = $4014
pad_port    = $4016

polls_vblank = SHAPE = shape_status_counter || SHAPE = shape_pads

.if polls_vblank
control     = %00001000         ; no NMI, which would come before the poll; sprites from $1000
.elseif SHAPE = shape_tall_splits || SHAPE = shape_status_bar
control     = %10100000         ; NMI at vblank, sprites of 8x16 dots
.else
control     = %10001000         ; NMI at vblank
.endif
mask        = %00011110

busy        = $0E               ; 0: the next frame has begun
turns       = $11               ; counts in the loops; its second byte follows
turns_far   = $15
flag        = $16               ; not 0: the next frame has begun
seed        = $18               ; two bytes
frame       = $1A
scroll_x    = $1B
pads        = $1C               ; two bytes
pads_before = $1E
pointer     = $20
limit       = $22
note        = $23
swapped     = $24
step        = $25
oam         = $0200
pad_bits    = $0304
objects     = $0310             ; 16 of them: position, speed, state
board_flag  = $65C0
board_turns = $65C1
table       = $0400             ; 768 bytes for the sieve, 128 of them to sort

.segment "HEADER"
.if SHAPE = shape_tall_splits
        .byte "NES", $1A, 1, 1, %01000001
.elseif SHAPE = shape_latches
        .byte "NES", $1A, 1, 1, %10010001
.elseif SHAPE = shape_status_bar
        .byte "NES", $1A, 1, 1, %01010001
.else
        .byte "NES", $1A, 1, 1, %00000001
.endif
        .res 9

.segment "TILES"
.repeat 512, i
        .byte i & $FF, (i * 3) & $FF, (i * 5) & $FF, (i * 7) & $FF, $18, $3C, i >> 1, $FF
        .byte $0F, i & $FF, $F0, (i * 9) & $FF, $55, (i * 11) & $FF, i >> 1, $81
.endrepeat

.segment "RODATA"
palette:
        .byte $0F, $11, $21, $31, $0F, $16, $26, $36, $0F, $1A, $2A, $3A, $0F, $14, $24, $34
        .byte $0F, $12, $22, $32, $0F, $17, $27, $37, $0F, $1B, $2B, $3B, $0F, $15, $25, $35
.if SHAPE = shape_tall_splits
banks:  .byte 0, 2, 4, 5, 6, 7, 0, 1
.endif
speeds: .byte 1, 2, 3, 255, 254, 253, 1, 255, 2, 254, 3, 253, 1, 1, 255, 255
notes_low:  .byte $AB, $93, $7C, $67, $52, $3F, $2D, $1C, $0C, $FD, $EF, $E2, $D2, $C9, $BD, $B3
notes_high: .byte $09, $09, $09, $09, $09, $09, $09, $09, $09, $08, $08, $08, $08, $08, $08, $08

.segment "DMC"
sample:
.repeat 257, i
        .byte (i * 37) & $FF ^ $55
.endrepeat

.segment "CODE"

reset:
        sei
        cld
        ldx #$FF
        txs
        inx
        stx ppu_control
        stx ppu_mask
        stx $4010
        lda #$40
        sta $4017
        bit ppu_status
:       bit ppu_status
        bpl :-
        txa
:       sta $00,x
        sta $0300,x
        sta table,x
        inx
        bne :-
:       txa                     ; sprites all over the screen
        asl a
        adc #$17
        sta oam,x
        txa
        lsr a
.if SHAPE = shape_tall_splits
        ora #%00000001          ; all from $1000, so that a scanline counts once
.endif
        sta oam+1,x
        and #%00000011
        sta oam+2,x
        txa
        adc oam,x
        sta oam+3,x
        inx
        inx
        inx
        inx
        bne :-
:       bit ppu_status
        bpl :-
        lda #$3F
        sta ppu_address
        stx ppu_address
:       lda palette,x
        sta ppu_data
        inx
        cpx #$20
        bne :-
        lda #$20
        sta ppu_address
        lda #$00
        sta ppu_address
        ldy #8                  ; both nametables
        tax
:       txa
        sta ppu_data
        inx
        bne :-
        dey
        bne :-
        lda #$0F
        sta $4015
        lda #1
        sta seed
        sta busy
.if SHAPE = shape_dmc
        lda #$4F                ; the fastest, for ever
        sta $4010
        lda #<((sample - $C000) >> 6)
        sta $4012
        lda #$10
        sta $4013
        lda #$1F
        sta $4015
.endif
.if SHAPE = shape_tall_splits
        ldx #7
:       stx $8000
        lda banks,x
        sta $8001
        dex
        bpl :-
        cli
.elseif SHAPE = shape_latches
        ldx #1
        stx $C000               ; of the first table, after tile $FE
        stx $D000
        dex
        stx $B000
        stx $E000
.elseif SHAPE = shape_status_bar
        lda #$44
        sta $5105               ; two nametables, side by side
        cli
.endif
        lda #control
        sta ppu_control
        lda #mask
        sta ppu_mask

again:
        lda #0
        sta flag
        lda #1
        sta busy

.if SHAPE = shape_jump || SHAPE = shape_music
        jmp *
.elseif SHAPE = shape_tall_splits || SHAPE = shape_latches || SHAPE = shape_status_bar
:       lda busy
        bne :-
.elseif SHAPE = shape_inc_zero_page
:       inc turns
        lda busy
        bne :-
.elseif SHAPE = shape_inc_absolute
:       inc a:turns_far
        lda flag
        beq :-
.elseif SHAPE = shape_add_seed
:       lda seed
        clc
        adc #$35
        sta seed
        lda flag
        beq :-
.elseif SHAPE = shape_eor_seed
:       lda seed
        eor turns
        sta seed
        inc turns
        lda flag
        beq :-
.elseif SHAPE = shape_shift_seed
:       asl seed
        rol seed+1
        bcc :+
        lda seed
        eor #$2D
        sta seed
:       lda flag
        beq :--
.elseif SHAPE = shape_two_polls
:       lda flag
        bne :+
        bit ppu_status
        bvc :-
:       lda flag                ; sprite 0 was hit, or the frame is over
        beq :-
.elseif SHAPE = shape_call
:       jsr stir
        lda flag
        beq :-
.elseif SHAPE = shape_counter
:       inc turns
        bne :+
        inc turns+1
:       lda flag
        beq :--
.elseif SHAPE = shape_status_counter
:       inx
        bit ppu_status
        bpl :-
        stx turns
        jsr update
.elseif SHAPE = shape_delay
        ldy #20
@outer: ldx #200
:       dex
        bne :-
        dey
        bne @outer
:       lda flag
        beq :-
.elseif SHAPE = shape_pads
@read:  jsr read_pad
        lda pad_bits
        cmp pads_before
        sta pads_before
        bne @read
        bit ppu_status
        bpl @read
        jsr update
.elseif SHAPE = shape_dmc
@read:  jsr read_pad
        lda pad_bits
        cmp pads_before
        sta pads_before
        bne @read
        lda flag
        beq @read
.elseif SHAPE = shape_palette
:       lda flag
        beq :-
        lda #8
        sta step
@stripe:
        ldy #5
@outer: ldx #90
:       dex
        bne :-
        dey
        bne @outer
        sty ppu_mask
        lda #$3F
        sta ppu_address
        sty ppu_address
        lda step
        sta ppu_data
        lda #$21
        sta ppu_data
        lda #$31
        sta ppu_data
        lda #$20                ; the picture goes on from its top
        sta ppu_address
        sty ppu_address
        lda #mask
        sta ppu_mask
        dec step
        bne @stripe
        jmp worked
.elseif SHAPE = shape_mask
:       lda flag
        beq :-
        lda #40
        sta step
@stripe:
        ldx #90
:       dex
        bne :-
        lda step
        lsr a
        ror a
        ror a
        ror a
        ora #mask
        sta ppu_mask
        dec step
        bne @stripe
        lda #mask
        sta ppu_mask
        jmp worked
.elseif SHAPE = shape_control
:       lda #control
        sta ppu_control
        lda flag
        beq :-
.elseif SHAPE = shape_pads_by_index
@both:  ldx #1
@port:  lda #3                  ; as often as a sample may spoil a reading
        sta step
@read:  lda #1
        sta pad_port
        lda #0
        sta pad_port
        ldy #8
:       lda pad_port,x
        lsr a
        ror pads,x
        dey
        bne :-
        dec step
        bne @read
        dex
        bpl @port
        lda pads
        eor pads_before
        inc turns
        lda flag
        beq @both
.elseif SHAPE = shape_board_ram
:       lda flag
        sta board_flag
        inc board_turns
        lda board_flag
        beq :-
.elseif SHAPE = shape_known_values
@both:  lda #control
        sta ppu_control
        lda #mask
        sta ppu_mask
        ldx #60
:       dex
        bne :-
        lda flag
        beq @both
.elseif SHAPE = shape_division
@next:  lda turns
        and #$3F
        jsr divide
        inc turns
        lda flag
        beq @next
.elseif SHAPE = shape_patched
        ldx #patched_end - patched_begin - 1
:       lda patched_begin,x
        sta patched,x
        dex
        bpl :-
@next:  lda turns
        sta patched + 1
        eor #$FF
        sta patched + 5
        ldx frame
        jsr patched
        sta seed
        inc turns
        lda flag
        beq @next
.elseif SHAPE = shape_sieve
        jsr sieve
        inc turns
        jmp again
.elseif SHAPE = shape_sort
        jsr fill
        jsr sort
        inc turns
        jmp again
.else
        .error "there is no such SHAPE"
.endif
worked:
        jsr think
        jmp again

.if SHAPE = shape_patched
; A difference of squares, as multiplications take it from tables: a number is added by patching the addresses. Any bytes do.
patched = $0400
patched_begin:
        lda tables,x
        sec
        sbc tables + $100,x
        rts
patched_end:
tables = $C000
.endif

.if SHAPE = shape_division
; A / 7, slowly.
divide: ldx #0
        sec
:       inx
        sbc #7
        bcs :-
        rts
.endif

; A routine that a loop calls.
stir:
        lda seed
        rol a
        eor seed+1
        sta seed
        inc seed+1
        rts

; Eight bits of the first pad; a mark falls out of `pad_bits` after the last.
read_pad:
        lda #1
        sta pad_port
        lsr a
        sta pad_port
        lda #$80
        sta pad_bits
:       lda pad_port
        and #3
        cmp #1
        ror pad_bits
        bcc :-
        rts

; The game's work: 16 objects move, and their sprites with them.
think:
        ldx #15
@object:
        lda objects,x
        clc
        adc speeds,x
        sta objects,x
        pha
        txa
        asl a
        asl a
        tay
        pla
        sta oam+3,y
        bpl :+
        lda frame
        and #7
        ora oam+2,y
        and #%11000011
        sta oam+2,y
:       dex
        bpl @object
        rts

; Every second byte of `table` beyond a prime number's own is marked, and so on.
sieve:
        ldx #0
        txa
:       sta table,x
        sta table+$100,x
        sta table+$200,x
        inx
        bne :-
        lda #2
        sta step
@next:
        ldx step
        lda table,x
        bne @marked
        lda step
        sta pointer
        lda #>table
        sta pointer+1
        ldy #0
@mark:
        lda pointer
        clc
        adc step
        sta pointer
        bcc :+
        inc pointer+1
:       lda pointer+1
        cmp #>(table + $300)
        bcs @marked
        lda #1
        sta (pointer),y
        bne @mark
@marked:
        inc step
        lda step
        cmp #28                 ; its square is beyond the table
        bne @next
        rts

fill:
        ldx #127
:       jsr stir
        sta table,x
        dex
        bpl :-
        rts

; Bubble sort.
sort:
        lda #<table
        sta pointer
        lda #>table
        sta pointer+1
        lda #127
        sta limit
@pass:
        ldy #0
        sty swapped
@pair:
        lda (pointer),y
        iny
        cmp (pointer),y
        bcc @sorted
        beq @sorted
        jsr swap
@sorted:
        cpy limit
        bne @pair
        dec limit
        beq :+
        lda swapped
        bne @pass
:       rts

swap:
        tax
        lda (pointer),y
        dey
        sta (pointer),y
        txa
        iny
        sta (pointer),y
        inc swapped
        rts

nmi:
        pha
        txa
        pha
        tya
        pha
        jsr update
        pla
        tay
        pla
        tax
        pla
        rti

; What games do in vblank.
update:
        lda #0
        sta oam_address
        lda #>oam
        sta oam_dma
        inc frame
        inc scroll_x
        bit ppu_status
        lda scroll_x
        sta ppu_scroll
        lda #0
        sta ppu_scroll
        sta busy
        lda #control
        sta ppu_control
.if SHAPE = shape_tall_splits
        lda #7                  ; counted down to zero, and anew
        sta $C000
        sta $C001
        sta $E000
        sta $E001
.elseif SHAPE = shape_status_bar
        lda #32                 ; scanlines
        sta $5203
        lda #$80
        sta $5204
.endif
.if SHAPE <> shape_pads && SHAPE <> shape_dmc
        jsr read_pad            ; the others read the pad once a frame
        lda pad_bits
        sta pads
.endif
.if SHAPE = shape_music
        jsr music
.endif
.if SHAPE = shape_jump || SHAPE = shape_music
        jsr think
.endif
        inc flag
        rts

; Four voices; the registers of all of them.
music:
        lda frame
        and #7
        bne :+
        inc note
:       lda note
        and #15
        tax
        lda frame
        and #15
        ora #%10110000
        sta $4000
        lda #$08
        sta $4001
        lda notes_low,x
        sta $4002
        lda notes_high,x
        sta $4003
        txa
        eor #5
        tax
        lda #%01110111
        sta $4004
        lda #$08
        sta $4005
        lda notes_low,x
        sta $4006
        lda notes_high,x
        sta $4007
        lda #$81
        sta $4008
        lda notes_low,x
        sta $400A
        lda notes_high,x
        sta $400B
        lda frame
        eor #15
        and #15
        ora #%00110000
        sta $400C
        lda note
        and #$8F
        sta $400E
        lda #$08
        sta $400F
        lda #$0F
        sta $4015
        rts

irq:
.if SHAPE = shape_tall_splits
        pha
        sta $E000
        sta $E001
        inc turns
        lda turns
        sta ppu_scroll
        lda #0
        sta ppu_scroll
        pla
.elseif SHAPE = shape_status_bar
        pha
        lda $5204
        lda #$80
        sta $5114               ; a bank for what comes below
        lda frame
        lsr a                   ; slower than what is above
        sta ppu_scroll
        lda #0
        sta ppu_scroll
        pla
.endif
        rti

.if SHAPE = shape_status_bar
.segment "LAST"                 ; all that the board has in place at first
start:  lda #$80
        sta $5116
        jmp reset
.else
start = reset
.endif

.segment "VECTORS"
        .addr nmi, start, irq
