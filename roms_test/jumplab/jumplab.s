; jumplab: a small platformer for looking at jumps. NROM-256, vertical mirroring.
;
; It behaves as physics/README.md says of `smb_game` and keeps the player's bytes where jumpscope's profile `smb` looks
; for them. Everything happens in the NMI handler; the main program is a jump to itself. See README.md.

.include "ram.inc"
.include "art.inc"

ppu_control = $2000
ppu_mask    = $2001
ppu_status  = $2002
oam_address = $2003
ppu_scroll  = $2005
ppu_address = $2006
ppu_data    = $2007
oam_dma     = $4014
pad_port    = $4016

.ifdef LAG_PLACE
control_nmi  = %10000000        ; NMI at vblank: only between two frames of the game, see lag.inc
control_base = %00001000
.else
control_base = %10001000        ; NMI at vblank; sprites from $1000, background from $0000
.endif
control_down = control_base | %00000100         ; the same, and the PPU's address steps down a column

.segment "HEADER"
        .byte "NES", $1A
        .byte 2                 ; 2 x 16 KiB PRG
        .byte 1                 ; 1 x 8 KiB CHR
        .byte %00000001         ; mapper 0, vertical mirroring
        .byte 0, 0, 0, 0, 0, 0, 0, 0, 0

.segment "TILES"
.include "tiles_background.inc"
.res $1000 - tile_next * 16
.include "tiles_sprites.inc"

.include "level.inc"

.segment "CODE"

.include "lag.inc"

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
        sta $4017               ; no frame IRQ
        bit ppu_status
:       bit ppu_status
        bpl :-
        txa
:       sta $00,x
        sta $0300,x
        sta $0400,x
        sta $0500,x
        sta $0600,x
        sta $0700,x
        inx
        bne :-
        lda #$FF
:       sta oam,x               ; below the screen
        inx
        bne :-
:       bit ppu_status
        bpl :-
        jsr sound_reset
        lda #control_base
        sta ppu_control
        lag_nmi_on
forever:
        jmp forever

; Vblank first: only now may sprites, nametables and palette be written. Then the status bar's part of the frame, in which
; the pads are read and the music plays; then, when sprite 0 has told that the bar is over, the game itself.
nmi:
.ifdef LAG_PLACE
        lda #control_base
        sta ppu_control
.endif
        lda #0
        sta oam_address
        lda #>oam
        sta oam_dma
        lda rendering
        beq @read
        jsr video_flush
        lda #control_base
        sta ppu_control
        lda #0
        sta ppu_scroll
        sta ppu_scroll
        lda #%00011110
        sta ppu_mask
@read:
        jsr pad_read
        jsr sound_frame
        inc frame_counter
        lda rendering
        beq @game
:       bit ppu_status          ; the hit of the frame before stands until the picture begins
        bvs :-
:       bit ppu_status
        bvc :-
        ldx #12                 ; to the end of the bar's edge, so that nothing is seen of the switch
:       dex
        bne :-
        lda screen_page
        and #1
        ora #control_base
        sta ppu_control
        lda screen_x
        sta ppu_scroll
        lda #0
        sta ppu_scroll
@game:
        jsr game_frame
        lda pad
        sta pad_previous
        lag_nmi_on
        rti

irq:
        rti

; Reads pad 1 until two readings agree: the DMC's DMA can take a bit out of one.
pad_read:
        jsr @once
@again:
        sta temp1
        jsr @once
        cmp temp1
        bne @again
        sta pad
        lda pad_previous
        eor #$FF
        and pad
        sta pad_pressed
        rts
@once:
        ldx #1
        stx pad_port
        stx temp0               ; the bit that falls out after eight
        dex
        stx pad_port
:       lda pad_port
        lsr a
        rol temp0
        bcc :-
        lda temp0
        rts

.include "game.inc"
.include "player.inc"
.include "motion.inc"
.include "contact.inc"
.include "enemies.inc"
.include "world.inc"
.include "video.inc"
.include "sprites.inc"
.include "sound.inc"

.segment "VECTORS"
        .addr nmi, reset, irq
