// Which column of a recording means what.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/base/delimited.h"
#include "src/trace/profile.h"
#include "src/trace/recording.h"

namespace jumpscope::trace {

struct RecordingColumn {
  enum class Kind : uint8_t { Frame, Buttons, Watch, Address, Other };
  Kind kind = Kind::Other;
  std::string name;      // as the file has it, printable
  size_t watch = 0;      // Watch: index in the profile's watches
  uint16_t address = 0;  // Address
};

// A watch of the profile that the columns can fill: from a column of its own, or from the bytes at its addresses.
struct FilledWatch {
  Watch watch;
  std::optional<size_t> column;
};

// What the columns of a recording are used for.
struct RecordingColumns {
  std::vector<RecordingColumn> columns;
  std::vector<FilledWatch> filled;
  std::vector<size_t> extra;  // columns that fill no watch of the profile
  std::optional<size_t> frame, buttons;
};

// From a table's first record. Throws std::runtime_error when it has no column "frame", or two columns that mean the
// same.
RecordingColumns readColumns(const base::Delimited& first_record, const Profile& profile,
                             const ColumnNames& names);

// For raw RAM: the watches whose bytes are in the console's RAM.
RecordingColumns columnsOfRam(const Profile& profile);

// A watch of its own for a column that fills none of the profile's; `taken` are the watches before it.
Watch watchOfColumn(const RecordingColumn& column, const std::vector<Watch>& taken);

// The bytes of a cell or name that a message shows.
inline constexpr size_t longest_shown = 40;

}  // namespace jumpscope::trace
