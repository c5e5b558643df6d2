#include "src/trace/recording_columns.h"

#include <algorithm>
#include <map>
#include <set>

#include "src/base/printable.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr uint16_t ram_end = 0x0800;

using Kind = RecordingColumn::Kind;

bool isNamed(std::string_view name, std::string_view expected) {
  return std::equal(name.begin(), name.end(), expected.begin(), expected.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

// $00CE or 0x00CE; a decimal number alone is no address.
std::optional<uint16_t> addressOf(const std::string& name, const ColumnNames& names) {
  std::optional<uint16_t> found;
  if (name.starts_with('$') || name.starts_with("0x") || name.starts_with("0X")) {
    if (const auto number = parseNumber(name, 0xFFFF)) found = static_cast<uint16_t>(*number);
  } else if (names.symbols) {
    found = names.symbols->find(name);
  }
  if (!found) return std::nullopt;
  Watch watch;
  watch.name = "column";
  watch.addresses = {foldMirror(*found)};
  return problemOf(watch).empty() ? std::optional(watch.addresses[0]) : std::nullopt;
}

constexpr size_t longest_column_name = 200;

RecordingColumn columnNamed(const std::string& name, const Profile& profile, const ColumnNames& names) {
  const bool has_meaning = !profile.watches.empty();
  RecordingColumn column{.name = base::printable(name, longest_shown)};
  const auto renamed = names.renamed.find(name);
  const std::string& meant = renamed == names.renamed.end() ? name : renamed->second;
  const auto watch = std::find_if(profile.watches.begin(), profile.watches.end(),
                                  [&](const Watch& one) { return one.name == meant; });
  if (isNamed(meant, "frame")) {
    column.kind = Kind::Frame;
  } else if (isNamed(meant, "buttons")) {
    column.kind = Kind::Buttons;
  } else if (watch != profile.watches.end()) {
    column.kind = Kind::Watch;
    column.watch = static_cast<size_t>(watch - profile.watches.begin());
  } else if (const auto address = has_meaning ? addressOf(meant, names) : std::nullopt) {
    column.kind = Kind::Address;
    column.address = *address;
  } else {
    column.name = base::printable(meant, has_meaning ? longest_shown : longest_column_name);
  }
  return column;
}

// Which watches the columns fill, and which columns are left.
void fill(RecordingColumns& result, const Profile& profile) {
  std::map<uint16_t, size_t> column_of;
  std::vector<std::optional<size_t>> own(profile.watches.size());
  for (size_t c = 0; c < result.columns.size(); ++c) {
    const RecordingColumn& column = result.columns[c];
    if (column.kind == Kind::Watch) own[column.watch] = c;
    if (column.kind == Kind::Address) column_of[column.address] = c;
  }
  std::vector<bool> used(result.columns.size());
  for (size_t w = 0; w < profile.watches.size(); ++w) {
    const Watch& watch = profile.watches[w];
    const bool has_bytes = !watch.addresses.empty() &&
                           std::all_of(watch.addresses.begin(), watch.addresses.end(),
                                       [&](uint16_t address) { return column_of.contains(address); });
    if (own[w]) {
      used[*own[w]] = true;
    } else if (has_bytes) {
      for (const uint16_t address : watch.addresses) used[column_of[address]] = true;
    } else {
      continue;
    }
    result.filled.push_back({watch, own[w]});
  }
  for (size_t c = 0; c < result.columns.size(); ++c)
    if (!used[c] && (result.columns[c].kind == Kind::Address ||
                     (result.columns[c].kind == Kind::Other && !result.columns[c].name.empty())))
      result.extra.push_back(c);
}

void requireDistinct(const RecordingColumns& result, const ColumnNames& names,
                     const base::Delimited& first_record) {
  std::map<std::pair<Kind, std::string>, std::string> seen;
  for (const RecordingColumn& column : result.columns) {
    if (column.kind == Kind::Other && column.name.empty()) continue;
    const std::string meaning = column.kind == Kind::Watch     ? std::to_string(column.watch)
                                : column.kind == Kind::Address ? addressText(column.address)
                                : column.kind == Kind::Other   ? column.name
                                                               : "";
    const auto [other, is_new] = seen.emplace(std::pair(column.kind, meaning), column.name);
    if (is_new) continue;
    for (const auto& [from, to] : names.renamed)
      if (to == column.name || to == other->second)
        first_record.fail("the column '" + to + "' is there already, and '" + from +
                          "' is to be compared by this name; give that one another name with --column too");
    first_record.fail("the columns '" + other->second + "' and '" + column.name +
                      "' mean the same; keep one of them");
  }
}

}  // namespace

RecordingColumns readColumns(const base::Delimited& first_record, const Profile& profile,
                             const ColumnNames& names) {
  RecordingColumns result;
  for (const std::string_view field : first_record.fields()) {
    result.columns.push_back(columnNamed(std::string(field), profile, names));
    if (result.columns.back().kind == Kind::Frame) result.frame = result.columns.size() - 1;
    if (result.columns.back().kind == Kind::Buttons) result.buttons = result.columns.size() - 1;
  }
  if (!result.frame)
    first_record.fail(
        "this is neither a trace of jumpscope nor a recording: it does not begin with \"# jumpscope-trace "
        "1\", "
        "and no column is named frame" +
        std::string(profile.watches.empty() ? "; --column frame=NAME says which of B's columns it is" : ""));
  requireDistinct(result, names, first_record);
  fill(result, profile);
  return result;
}

bool namesAddress(const std::string& name, const ColumnNames& names) {
  return addressOf(name, names).has_value();
}

Watch realWatch(const Watch& watch, int fraction_bits) {
  Watch real;
  real.name = watch.name;
  real.type = Type::S32;
  real.fraction_bits = fraction_bits;
  real.unit = watch.unit;
  real.meaning = watch.meaning;
  return real;
}

RecordingColumns columnsOfRam(const Profile& profile) {
  RecordingColumns result;
  for (const Watch& watch : profile.watches)
    if (!watch.addresses.empty() && std::all_of(watch.addresses.begin(), watch.addresses.end(),
                                                [](uint16_t address) { return address < ram_end; }))
      result.filled.push_back({watch, std::nullopt});
  return result;
}

Watch watchOfColumn(const RecordingColumn& column, std::set<std::string>& taken) {
  Watch watch;
  if (column.kind == Kind::Address) watch.addresses = {column.address};
  const bool by_address = column.kind == Kind::Address && !column.name.empty() &&
                          (column.name[0] == '$' || column.name[0] == '0');
  watch.name = by_address ? "ram_" + addressText(column.address).substr(1) : column.name;
  for (char& c : watch.name)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) c = '_';
  if (watch.name.empty() || (watch.name[0] >= '0' && watch.name[0] <= '9')) watch.name.insert(0, "_");
  if (taken.contains(watch.name)) watch.name += "_";
  // From the number of names on, so that many equal ones are not tried in vain again and again.
  for (size_t number = taken.size(); !taken.insert(watch.name).second; ++number)
    watch.name.append(std::to_string(number)).append("_");
  return watch;
}

}  // namespace jumpscope::trace
