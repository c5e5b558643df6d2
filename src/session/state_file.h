// State files: a console's state with what it belongs to. All numbers little-endian.
//
//   16 bytes  "jumpscope state\n"
//    4 bytes  format version, 2
//   40 bytes  SHA-1 of the cartridge's PRG+CHR, in hexadecimal digits
//    1 byte   region: 0 NTSC, 1 PAL, 2 Dendy
//    4 bytes  number of sections; then for each
//      1 byte   length of its name, then the name: as console::visitSections has them
//      8 bytes  CRC32 (hexadecimal) of the names and sizes of its fields; it differs between versions with
//               different fields
//      4 bytes  length of its data, then the fields one after another
//   40 bytes  SHA-1 of everything above, in hexadecimal digits
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::session {

std::vector<uint8_t> encodeState(const console::Console& console);

// What the file holds, checked against the console that is to take it. Throws std::runtime_error, beginning
// with `name`: not a state, an unknown version, another cartridge or region, truncated, altered.
console::State decodeState(std::span<const uint8_t> file, const console::Console& console,
                           const std::string& name);

}  // namespace jumpscope::session
