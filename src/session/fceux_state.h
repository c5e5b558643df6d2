// FCEUX's save states as plain values. All numbers little-endian.
//
//    4 bytes  "FCSX"
//    4 bytes  size of the content
//    4 bytes  version of FCEUX, 20605: 2.6.5
//    4 bytes  size of the content as zlib has compressed it; FFFFFFFF: it is not compressed
//    then the content: chunks, each a byte for its type, 4 bytes for its size, and fields; each field
//      4 bytes  name; it ends before a byte 0, and what follows that byte is anything
//      4 bytes  size of its data, then the data
//
// Types: 1 and 2 CPU, 3 PPU, 4 controllers, 5 sound, 16 board. Others (31: FCEUX's other picture chip; 6, 7: the movie;
// 8: the picture) are skipped. Source of the format: FCEUX's source, state.cpp and the tables of type SFORMAT.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace jumpscope::session {

// The names in comments are the fields'. A field that the file may lack has the value given here.
struct FceuxState {
  uint32_t version = 0;

  struct Cpu {
    uint16_t pc = 0;
    uint8_t a = 0, x = 0, y = 0, s = 0, p = 0;
    uint8_t data_bus = 0;  // DB
    uint8_t polled_p =
        0;               // MooP: P as an interrupt would find it, an instruction late after CLI, SEI and PLP
    uint8_t jammed = 0;  // JAMM
    uint32_t interrupts = 0;   // IQLB: which lines are low
    int32_t count = 0;         // ICou: 48ths of a cycle until the frame ends; negative: it is over
    int32_t untold = 0;        // ICoa: cycles that the sound chip has not been told of yet
    uint64_t frame_start = 0;  // TSBS: cycles since power-on up to a frame's start
    std::array<uint8_t, 0x800> ram{};
  } cpu;

  struct Ppu {
    std::array<uint8_t, 0x800> nametables{};  // NTAR
    std::array<uint8_t, 0x20> palette{};      // PRAM
    std::array<uint8_t, 0x100> oam{};         // SPRA
    std::array<uint8_t, 4> registers{};       // PPUR: $2000, $2001, what $2002 shows, $2003
    uint8_t short_frame = 0;                  // KOOK: the next frame is one dot short
    uint8_t dead_frames = 0;                  // DEAD: without vblank, after power-on and reset
    uint8_t fine_x = 0, second_write = 0;     // XOFF, VTGL
    uint16_t v = 0, t = 0;                    // RADD, TADD
    uint8_t read_buffer = 0, io_bus = 0;      // VBUF, PGEN
  } ppu;

  struct Controllers {
    std::array<uint8_t, 2> bits_read{8, 8};  // JYRB
    std::array<uint8_t, 4> buttons{};        // JOYS
    uint8_t strobe = 0;                      // LSTS
    uint32_t frame = 0;                      // FRAM: frames so far
  } controllers;

  struct Envelope {
    uint8_t counter = 0, decay = 0;  // E0D1: one more than the divider; E0DV
  };
  struct Sound {
    int32_t step_in = 0;                    // FHCN: 48ths of a cycle until the frame counter's next step
    uint8_t next_step = 1;                  // FCNT: which; 0 is the last
    std::array<uint8_t, 0x10> registers{};  // PSG: $4000-$400F as written
    uint8_t enabled = 0;                    // ENCH: $4015
    uint8_t frame_mode = 0;                 // IQFM: bits 6 and 7 of $4017
    uint8_t interrupts = 0;                 // SIRQ: as $4015 shows them
    std::array<Envelope, 3> envelopes{};    // of the pulses and of noise
    std::array<int32_t, 4> lengths{};       // LEN0: half frames to go
    std::array<int32_t, 2> periods{};       // CRF1: of the pulses, which a sweep changes
    std::array<uint8_t, 2> sweep_counts{};  // SWCT: one more than the dividers
    uint8_t linear = 0, linear_reload = 0;  // TRIC, TRIM
    uint16_t noise = 1;                     // NREG
    int32_t bit_in = 0;                     // 5ACC: cycles until the DMC's next bit
    uint8_t bits_done = 0;                  // 5BIT
    uint32_t address = 0, bytes_left = 0;   // 5ADD, from $8000 on; 5SIZ
    uint8_t shift = 0;                      // 5SHF
    uint8_t buffer_full = 0, plays = 0;     // 5HVD, 5HVS
    uint8_t sample_length = 0, sample_address = 0, format = 0,
            output = 0;  // 5SZL, 5ADL, 5FMT, RWDA: $4013, ...
  } sound;

  std::map<std::string, std::vector<uint8_t>> board;  // fields by name
};

bool isFceuxState(std::span<const uint8_t> file);

// Throws std::runtime_error, beginning with `name`: another format, truncated or altered, a field is missing or has
// another size.
FceuxState parseFceuxState(std::span<const uint8_t> file, const std::string& name);

}  // namespace jumpscope::session
