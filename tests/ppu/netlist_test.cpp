// The picture chip against the 2C02's netlist, in every field: reads, NMI, bus cycles, pixels, and what it remembers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

#include "tests/ppu/netlist_vectors.h"

namespace jumpscope::ppu::tests {

namespace {

// Where the chip is at a time: scanline and dot.
std::string placeOf(const NetlistVector& vector, int h) {
  const int dots = vector.dot + (h + 2 * vector.alignment) / 8;
  const int line = (vector.line + dots / dots_per_line) % ntsc_timing.lines;
  std::ostringstream text;
  text << "h " << h << " (cycle " << h / 24 << " h " << h % 24 << "; line " << line << " dot "
       << dots % dots_per_line
       << (vector.line + dots / dots_per_line >= ntsc_timing.lines ? " or one more)" : ")");
  return text.str();
}

std::string shown(const Strobe& strobe) {
  char text[32];
  std::snprintf(text, sizeof text, "%c %04X %02X", strobe.write ? 'w' : 'r', strobe.address, strobe.data);
  return text;
}

// The accesses that come before a time, the last few of them.
std::string accessesBefore(const NetlistVector& vector, int h) {
  std::vector<NetlistAccess> before;
  for (const NetlistAccess& access : vector.script)
    if (access.cycle * 24 <= h) before.push_back(access);
  std::string text;
  for (size_t i = before.size() > 3 ? before.size() - 3 : 0; i < before.size(); ++i) {
    char line[96];
    std::snprintf(line, sizeof line, "    $200%d %s %02X (stale %02X) at ", before[i].reg,
                  before[i].write ? "write" : "read", before[i].value, before[i].stale);
    text += line + placeOf(vector, before[i].cycle * 24) + "\n";
  }
  return text;
}

std::string compareReads(const NetlistVector& vector, const NetlistRun& ours) {
  size_t read = 0;
  for (const NetlistAccess& access : vector.script) {
    if (access.write) continue;
    const uint8_t got = ours.reads[read++];
    if (got == access.value) continue;
    char text[64];
    std::snprintf(text, sizeof text, "$200%d: chip %02X, ours %02X at ", access.reg, access.value, got);
    return text + placeOf(vector, access.cycle * 24) + "\n" + accessesBefore(vector, access.cycle * 24);
  }
  return "";
}

int firstDifferentRead(const NetlistVector& vector, const NetlistRun& ours) {
  size_t read = 0;
  for (const NetlistAccess& access : vector.script)
    if (!access.write && ours.reads[read++] != access.value) return access.cycle * 24;
  return INT_MAX;
}

template <class Event>
std::pair<const Event*, const Event*> firstDifferent(const std::vector<Event>& a,
                                                     const std::vector<Event>& b) {
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const Event* in_a = i < a.size() ? &a[i] : nullptr;
    const Event* in_b = i < b.size() ? &b[i] : nullptr;
    if (!in_a || !in_b || !(*in_a == *in_b)) return {in_a, in_b};
  }
  return {nullptr, nullptr};
}

template <class Event, class Show>
std::string compareEvents(const NetlistVector& vector, const std::vector<Event>& chip,
                          const std::vector<Event>& ours, Show show) {
  const auto [a, b] = firstDifferent(chip, ours);
  if (!a && !b) return "";
  const auto text = [&](const Event* event) {
    return event ? show(*event) + " at " + placeOf(vector, event->h) : std::string("none");
  };
  const int h = std::min(a ? a->h : b->h, b ? b->h : a->h);
  return "chip " + text(a) + ", ours " + text(b) + "\n" + accessesBefore(vector, h);
}

// The pixels around the first one that differs, beside each other.
std::string compareRow(const NetlistVector& vector, const PixelRow& chip, const PixelRow& ours) {
  for (size_t x = 0; x < chip.pixels.size(); ++x) {
    if (chip.pixels[x] == unseen_pixel || chip.pixels[x] == ours.pixels[x]) continue;
    std::ostringstream text;
    const int lines = (chip.line - vector.line + ntsc_timing.lines) % ntsc_timing.lines;
    const int h = (lines * dots_per_line + static_cast<int>(x) + 1 - vector.dot) * 8 - 2 * vector.alignment;
    text << "line " << chip.line << " x " << x << ", its dot " << x + 1 << " at h " << h << "\n";
    const size_t from = x < 6 ? 0 : x - 6, to = std::min(chip.pixels.size(), x + 14);
    for (const auto& [name, row] :
         {std::pair{"    x    ", (const PixelRow*)nullptr}, {"    chip ", &chip}, {"    ours ", &ours}}) {
      text << name;
      for (size_t i = from; i < to; ++i) {
        char pixel[24];
        if (!row)
          std::snprintf(pixel, sizeof pixel, "%4zu", i);
        else
          std::snprintf(pixel, sizeof pixel, " %03X", row->pixels[i]);
        text << pixel;
      }
      text << "\n";
    }
    return text.str() + accessesBefore(vector, h + 120);
  }
  return "";
}

std::string compareBytes(const std::vector<uint8_t>& chip, const std::vector<uint8_t>& ours) {
  std::string text;
  int shown = 0;
  for (size_t i = 0; i < chip.size(); ++i) {
    if (chip[i] == ours[i] || ++shown > 12) continue;
    char byte[48];
    std::snprintf(byte, sizeof byte, "[%02zX] chip %02X, ours %02X; ", i, chip[i], ours[i]);
    text += byte;
  }
  return text.empty() ? text : text + "\n";
}

std::string compareNumbers(unsigned chip, unsigned ours) {
  if (chip == ours) return "";
  char text[64];
  std::snprintf(text, sizeof text, "chip %04X, ours %04X\n", chip, ours);
  return text;
}

// What the vectors' simulator is not trusted with (tests/data/netlist/README.md): from which time on, in which fields.
struct Doubt {
  const char* reason;
  const char* fields;
  int (*from)(const NetlistVector&, const NetlistRun& ours);  // h; INT_MAX: not in this vector
};

int timeOf(const NetlistVector& vector, int line, int dot) {
  const int lines = (line - vector.line + ntsc_timing.lines) % ntsc_timing.lines;
  return (lines * dots_per_line + dot - vector.dot) * 8 - 2 * vector.alignment;
}

constexpr Doubt doubts[] = {
    {"v when rendering comes on at alignments 1 and 2 in the last four of eight dots", "bus pixels v reads",
     [](const NetlistVector&, const NetlistRun& ours) { return ours.v_doubtful_from; }},
    // Not in the README. Another simulation of the netlist shows v change in the very half clock in which rendering goes off,
    // between the clock's edges, as it does where rendering comes on.
    {"v when rendering goes off there: the same race", "bus pixels v reads",
     [](const NetlistVector&, const NetlistRun& ours) { return ours.v_racing_from; }},
    {"the sprite comparator's race on lines 8 and 9", "bus pixels oam sec oamaddr secaddr reads",
     [](const NetlistVector& vector, const NetlistRun&) {
       const int from = timeOf(vector, 8, 65);
       return from < vector.cycles * 24 ? from : INT_MAX;
     }},
    {"rows that open for the delay of a gate while OAM's address changes",
     "bus pixels oam sec oamaddr secaddr reads",
     [](const NetlistVector&, const NetlistRun& ours) { return ours.rows_doubtful_from; }},
    // Not in the README. Ours follows four consoles (100thCoin's INC2007Alignment).
    {"where a write to $2007 stores that the next cycle's cuts short", "bus video memory patterns",
     [](const NetlistVector&, const NetlistRun& ours) { return ours.cut_short_from; }},
    {"at alignment 0 a read of $2002 begins together with dot 1 of vblank", "reads nmi",
     [](const NetlistVector& vector, const NetlistRun&) {
       const int from = timeOf(vector, ntsc_timing.vblank_line, 1);
       for (const NetlistAccess& access : vector.script)
         if (vector.alignment == 0 && !access.write && access.reg == 2 && access.cycle * 24 == from)
           return from;
       return INT_MAX;
     }},
};

// Vectors in which our chip differs in a field that is trusted. None of them is understood; docs/ACCURACY.md says what is
// known.
constexpr const char* open_vectors[] = {
    "shared/b_2001/24", "shared/b_2001/25",   "shared/b_2001/44",   "shared/b_2004/62",   "shared/b_mix/38",
    "shared/b_mix/42",  "shared/h_oamoff/11", "shared/h_oamoff/24", "shared/h_oamoff/40",
};

bool isOpen(const std::string& id) {
  return std::find(std::begin(open_vectors), std::end(open_vectors), id) != std::end(open_vectors);
}

struct Difference {
  std::string field, text;
  int h = INT_MAX;              // the first one
  const char* doubt = nullptr;  // why it does not count
};

// The reason for which a difference does not count.
const char* doubtOf(const Difference& difference, const NetlistVector& vector, const NetlistRun& ours) {
  for (const Doubt& doubt : doubts) {
    const std::string fields = std::string(" ") + doubt.fields + " ";
    if (fields.find(" " + difference.field + " ") == std::string::npos) continue;
    const int from = doubt.from(vector, ours);
    if (from != INT_MAX && difference.h >= from) return doubt.reason;
  }
  return nullptr;
}

std::vector<Difference> differences(const NetlistVector& vector, const NetlistRun& ours) {
  const NetlistRun& chip = vector.chip;
  std::vector<Difference> all;
  const auto add = [&](const char* field, std::string text, int h = INT_MAX) {
    if (text.empty()) return;
    Difference difference{field, std::move(text), h};
    difference.doubt = doubtOf(difference, vector, ours);
    all.push_back(std::move(difference));
  };
  const auto firstOf = [](const auto& a, const auto& b) {
    const auto [x, y] = firstDifferent(a, b);
    return std::min(x ? x->h : INT_MAX, y ? y->h : INT_MAX);
  };
  add("reads", compareReads(vector, ours), firstDifferentRead(vector, ours));
  add("nmi",
      compareEvents(vector, chip.nmi, ours.nmi,
                    [](const NmiEdge& edge) { return std::string(edge.level ? "high" : "low"); }),
      firstOf(chip.nmi, ours.nmi));
  add("bus", compareEvents(vector, chip.bus, ours.bus, shown), firstOf(chip.bus, ours.bus));
  for (size_t i = 0; i < chip.rows.size(); ++i)
    if (std::string text = compareRow(vector, chip.rows[i], ours.rows[i]); !text.empty()) {
      const auto [x, y] =
          std::mismatch(chip.rows[i].pixels.begin(), chip.rows[i].pixels.end(), ours.rows[i].pixels.begin());
      const int at = static_cast<int>(x - chip.rows[i].pixels.begin());
      add("pixels", std::move(text), timeOf(vector, chip.rows[i].line, at + 1));
      break;
    }
  const NetlistEnd &a = chip.end, &b = ours.end;
  add("oam", compareBytes(a.oam, b.oam));
  add("sec", compareBytes(a.sec, b.sec));
  add("pal", compareBytes(a.pal, b.pal));
  add("video memory", compareBytes(a.video_memory, b.video_memory));
  add("patterns", compareBytes(a.patterns, b.patterns));
  add("v", compareNumbers(a.v, b.v));
  add("t", compareNumbers(a.t, b.t));
  add("x", compareNumbers(a.x, b.x));
  add("w", compareNumbers(a.w, b.w));
  add("oamaddr", compareNumbers(a.oamaddr, b.oamaddr));
  add("secaddr", compareNumbers(a.secaddr, b.secaddr));
  return all;
}

// JUMPSCOPE_NETLIST_SHOW: how many vectors of a category are shown, or one vector's id.
void expectTheChips(const std::string& category) {
  const char* wish = std::getenv("JUMPSCOPE_NETLIST_SHOW");
  const std::string only = wish ? wish : "";
  const int most = only.empty() ? 3 : std::atoi(wish);
  int equal = 0, doubtful = 0, open = 0, total = 0;
  std::map<std::string, int> reasons;
  std::string failed;
  for (const NetlistVector& vector : netlistVectors()) {
    if (vector.category != category) continue;
    ++total;
    const NetlistRun ours = replay(vector);
    const auto found = differences(vector, ours);
    if (found.empty()) {
      ours.borrowed ? ++doubtful : ++equal;
      if (ours.borrowed) ++reasons[ours.borrowed];
      continue;
    }
    if (std::all_of(found.begin(), found.end(), [](const Difference& one) { return one.doubt; })) {
      ++doubtful;
      ++reasons[found[0].doubt];
      continue;
    }
    if (isOpen(vector.id)) ++open;
    failed += " " + vector.id.substr(vector.id.rfind('/') + 1) + "(" + std::to_string(vector.alignment) + ")";
    const bool show = most > 0 ? total - equal - doubtful <= most : vector.id == only;
    if (!show) continue;
    std::string text = vector.id + ", alignment " + std::to_string(vector.alignment) + ":\n";
    for (const Difference& difference : found)
      if (!difference.doubt) text += "  " + difference.field + ": " + difference.text;
    std::printf("%s", text.c_str());
  }
  std::printf("%s: %d of %d in every trusted field, %d of them in every field%s%s\n", category.c_str(),
              equal + doubtful, total, equal, failed.empty() ? "" : "; not:", failed.c_str());
  for (const auto& [reason, count] : reasons)
    std::printf("  %d not trusted with %s\n", count, reason.c_str());
  EXPECT_EQ(equal + doubtful + open, total)
      << category << ": not only those that are known to be open differ";
}

// One test, and no parameters: to name the categories takes reading all vectors, which every test of this program would
// have to do before it starts.
TEST(NetlistPicture, IsTheChipsInEveryCategory) {
  for (const std::string& category : netlistCategories()) expectTheChips(category);
}

}  // namespace

}  // namespace jumpscope::ppu::tests
