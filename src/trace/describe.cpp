#include "src/trace/describe.h"

#include <algorithm>

#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

using base::Facts;

// "y ($00CE, u8), v (real number)"
std::string watchesText(const std::vector<Watch>& watches) {
  constexpr size_t most = 40;
  std::string text;
  for (size_t i = 0; i < std::min(watches.size(), most); ++i) {
    const Watch& watch = watches[i];
    text.append(i == 0 ? "" : ", ").append(watch.name).append(" (");
    for (const uint16_t address : watch.addresses) text.append(addressText(address)).append(" ");
    text += watch.fraction_bits == real_bits ? "real number" : typeName(watch.type);
    if (watch.fraction_bits > 0 && watch.fraction_bits < real_bits)
      text.append(".").append(std::to_string(watch.fraction_bits));
    text += ")";
  }
  return text + (watches.size() > most ? " and " + std::to_string(watches.size() - most) + " more" : "");
}

std::string ruleText(const JumpRule& rule) {
  if (rule.height.empty()) return "none";
  std::string text = "height " + rule.height;
  if (!rule.subpixel.empty()) text += " with " + rule.subpixel;
  if (rule.up) text += ", up positive";
  if (!rule.horizontal.empty()) text += ", horizontal " + rule.horizontal;
  for (size_t i = 0; i < rule.when.size(); ++i)
    text.append(i == 0 ? ", when " : " and ")
        .append(rule.when[i].watch + " " + rule.when[i].op + " " + realText(rule.when[i].value));
  return text + (rule.when.empty() ? ", seen by the height alone" : "");
}

std::string framesText(const std::vector<Row>& rows) {
  if (rows.empty()) return "none";
  const uint64_t first = rows.front().frame, last = rows.back().frame,
                 missing = last - first + 1 - rows.size();
  return std::to_string(rows.size()) + ", from " + std::to_string(first) + " to " + std::to_string(last) +
         (missing > 0 ? " (" + std::to_string(missing) + " between them are missing)" : "");
}

void add(Facts& facts, const char* name, const std::string& value) {
  if (!value.empty()) facts.emplace_back(name, value);
}

}  // namespace

Facts describeTrace(const Trace& trace) {
  const Header& header = trace.header;
  Facts facts;
  add(facts, "frames", framesText(trace.rows));
  add(facts, "cartridge", header.rom_name);
  add(facts, "PRG+CHR SHA-1", header.rom_sha1);
  add(facts, "movie SHA-1", header.movie_sha1);
  add(facts, "profile", header.profile);
  add(facts, "model", header.model);
  for (const auto& [name, value] : header.settings) add(facts, "parameter", name + " = " + value);
  add(facts, "region", header.region);
  add(facts, "RAM at start", header.ram_init);
  add(facts, "only when", header.when);
  add(facts, "buttons", header.has_buttons ? "" : "not recorded");
  add(facts, "watches", watchesText(header.watches));
  for (const auto& [watch, tolerance] : header.tolerances)
    add(facts, "tolerance", watch + " " + realText(tolerance));
  if (const auto profile = profileOf(header)) add(facts, "jumps", ruleText(ruleOf(*profile)));
  add(facts, "made by", header.version.empty() ? "" : "jumpscope " + header.version);
  return facts;
}

Facts describeProfile(const Profile& profile) {
  Facts facts;
  add(facts, "profile", profile.name);
  add(facts, "title", profile.title);
  for (const KnownRom& rom : profile.roms)
    add(facts, "cartridge",
        rom.name + " (" + (rom.prg_chr_sha1.empty() ? rom.file_sha1 : rom.prg_chr_sha1) + ")");
  add(facts, "watches", watchesText(profile.watches));
  add(facts, "jumps", ruleText(ruleOf(profile)));
  add(facts, "model", profile.model);
  add(facts, "only when", profile.when);
  return facts;
}

Facts describeLabels(const Symbols& symbols) {
  constexpr size_t most = 10;
  const std::vector<Symbol> all = symbols.all();
  const auto addresses =
      std::count_if(all.begin(), all.end(), [](const Symbol& one) { return one.is_address; });
  Facts facts;
  add(facts, "labels",
      std::to_string(addresses) + " of addresses, " + std::to_string(all.size() - size_t(addresses)) +
          " of constants");
  for (size_t i = 0; i < std::min(all.size(), most); ++i)
    facts.emplace_back(addressText(symbols.placeOf(all[i])), all[i].name);
  if (all.size() > most) add(facts, "and", std::to_string(all.size() - most) + " more");
  return facts;
}

}  // namespace jumpscope::trace
