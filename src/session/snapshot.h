// Snapshots: a console and its sound as bytes, for whoever saves and loads many a second (run-ahead, rewinding,
// netplay). All numbers little-endian.
//
//   16 bytes  "jumpscope snap.\n"
//    4 bytes  hash of the names and sizes of all fields: differs between versions with different fields
//   40 bytes  SHA-1 of the cartridge's PRG+CHR, in hexadecimal digits
//    1 byte   region, as in state files
//    then the fields of the state and of the sound, one after another
//    8 bytes  checksum of everything above
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "src/console/console.h"

namespace jumpscope::session {

// How snapshots of one console look. Their size is constant.
class SnapshotFormat {
 public:
  explicit SnapshotFormat(const console::Console& console);

  size_t size() const { return size_; }
  // Writes size() bytes. Precondition: the console's samples were taken at this moment.
  void save(const console::Console& console, std::span<uint8_t> out) const;
  // Throws std::runtime_error, and changes nothing, for bytes that are no snapshot, of another cartridge, region or version,
  // truncated or altered. What follows the snapshot is ignored.
  void load(std::span<const uint8_t> snapshot, console::Console& console) const;

 private:
  uint32_t layout_;
  size_t size_;
};

}  // namespace jumpscope::session
