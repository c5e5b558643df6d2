// Which column of a recording means what.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
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

// From a table's first record. A profile without watches gives no meaning to names: they are kept as they are, addresses
// too. Columns without a name are passed over. Throws std::runtime_error when there is no column "frame", or when two
// columns mean the same.
RecordingColumns readColumns(const base::Delimited& first_record, const Profile& profile,
                             const ColumnNames& names);

// True if a column's name is an address or one of `names.symbols`.
bool namesAddress(const std::string& name, const ColumnNames& names);

// For raw RAM: the watches whose bytes are in the console's RAM.
RecordingColumns columnsOfRam(const Profile& profile);

// The watch of a column whose numbers the profile's watch cannot hold: a computed one, of the same name and unit.
Watch realWatch(const Watch& watch, int fraction_bits);

// A watch of its own for a column that fills none of the profile's: of a byte, or computed. `taken`: the names of the
// watches before it, to which its own is added.
Watch watchOfColumn(const RecordingColumn& column, std::set<std::string>& taken);

// The bytes of a cell or name that a message shows.
inline constexpr size_t longest_shown = 40;

}  // namespace jumpscope::trace
