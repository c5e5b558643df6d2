// Recordings: what another emulator or program wrote of a game's memory, read as traces (docs/recordings.md).
//
//   frame,buttons,$00CE,$009F          a row per frame, the values at its end
//   60,R......A,176,$FC
//
// A recording is a table, or raw RAM: 2,048 bytes per frame. A profile says what its bytes mean.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/trace/profile.h"
#include "src/trace/symbols.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// How the column names of a table are understood.
struct ColumnNames {
  const Symbols* symbols = nullptr;            // labels that stand for addresses
  std::map<std::string, std::string> renamed;  // the file's names to others, which are understood instead
};

struct Recording {
  // The watches of the profile that the file can fill, in the profile's order, then every other column as a watch of
  // one unsigned byte, or a computed one if it has other numbers. header.profile is the profile's name.
  Trace trace;
  std::vector<std::string> notes;  // sentences: what was left out
  // Of a table that no profile describes: the columns that were left out, and the cell that is no number.
  std::map<std::string, std::string> unread;
};

// True if a file holds raw RAM: its name ends in .ram, .ram.zst or .ram.gz.
bool isRawRam(std::string_view file_name);

// Reads a recording; `content` is decompressed. A table has a column "frame", whose numbers increase; where some are
// missing, nothing is known. Its optional column "buttons" has FM2's letters, or a number with A in bit 0 to Right in
// bit 7. The other columns are named by a watch of the profile (values as in a trace; a signed watch also as its
// unsigned bytes), by an address ($00CE, 0x00CE) or by a label (values 0 to 255, decimal or hexadecimal). A column of
// any other name is left out when it holds anything but numbers. A column of a watch that has decimals which the
// watch cannot have is one of real numbers: a computed watch, whose values are multiples of 2^-32. Rows of frames whose
// predecessor is missing are left out when a watch of the profile needs that (previous, delta).
//
// With a profile that has no watches, every column but "frame" and "buttons" is one of `any other name`, under that
// name, and buttons that cannot be read are left out, too. Throws std::runtime_error naming the line.
Recording parseRecording(std::span<const uint8_t> content, const std::string& name, const Profile& profile,
                         const ColumnNames& names = {});

// True if a table has columns named by address or by one of `names.symbols`; false for anything but a table.
bool namesAddresses(std::span<const uint8_t> content, const std::string& name, const ColumnNames& names = {});

// The built-in profiles whose height and jump conditions the columns of a table fill. Throws std::runtime_error for
// what is no table with a column "frame".
std::vector<std::string> profilesOfColumns(std::span<const uint8_t> content, const std::string& name);

// The addresses that a profile's watches need, a line each, in the profile's order: "$00CE y_position". A comment in
// the first line says what they are.
std::string addressList(const Profile& profile);

// The addresses of a watch as columns: "$00CE", "$00B5 and $00CE".
std::string columnsText(const Watch& watch);

}  // namespace jumpscope::trace
