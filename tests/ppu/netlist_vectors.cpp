#include "tests/ppu/netlist_vectors.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "ppu/color.h"
#include "ppu/patterns.h"
#include "tests/support/data.h"
#include "tests/support/sanitized.h"
#include "tests/support/vector_data.h"

namespace jumpscope::ppu::tests {

namespace {

using jumpscope::tests::fromHex;
using jumpscope::tests::hexBytes;
using jumpscope::tests::nextRandomByte;
using nlohmann::json;

constexpr int cycle_h = 24, dot_h = 8;
constexpr int data_h = 3, end_h = 15;  // in an access

std::vector<uint8_t> randomBytes(uint64_t& state, size_t count, int ands) {
  std::vector<uint8_t> bytes(count, 0xFF);
  for (uint8_t& byte : bytes)
    for (int i = 0; i < ands; ++i) byte &= nextRandomByte(state);
  return bytes;
}

std::vector<Strobe> readBus(const std::string& text) {
  std::vector<Strobe> bus;
  std::istringstream words(text);
  int h = 0;
  for (std::string word; words >> word;) {
    const size_t kind = word.find_first_of("rw");
    h += static_cast<int>(fromHex(word, 0, kind));
    bus.push_back(
        {h, word[kind] == 'w', fromHex(word, kind + 1, 4), static_cast<uint8_t>(fromHex(word, kind + 5, 2))});
  }
  return bus;
}

PixelRow readRow(const json& row) {
  const std::string text = row.at(1);
  PixelRow read{row.at(0), {}};
  for (size_t at = 0; at + 2 < text.size(); at += 3)
    read.pixels.push_back(text[at] == '-' ? unseen_pixel : static_cast<uint16_t>(fromHex(text, at, 3)));
  return read;
}

NetlistEnd readEnd(const json& end, const NetlistVector& vector) {
  NetlistEnd read{hexBytes(end.at("oam")),
                  hexBytes(end.at("sec")),
                  hexBytes(end.at("pal")),
                  end.at("v"),
                  end.at("t"),
                  end.at("x"),
                  end.at("w"),
                  end.at("oamaddr"),
                  end.at("secaddr"),
                  vector.video_memory,
                  vector.patterns};
  std::istringstream words(end.at("mem").get<std::string>());
  for (std::string word; words >> word;) {
    const size_t digits = word.size() - 3;
    auto& memory = word[0] == 'n' ? read.video_memory : read.patterns;
    memory.at(fromHex(word, 1, digits)) = static_cast<uint8_t>(fromHex(word, 1 + digits, 2));
  }
  return read;
}

NetlistVector readVector(const json& line) {
  NetlistVector vector;
  vector.id = line.at("id");
  vector.category = line.at("cat");
  vector.line = line.at("line");
  vector.dot = line.at("hpos");
  vector.alignment = line.at("phase");
  vector.cycles = line.at("cycles");
  vector.odd = line.at("odd") != 0;
  vector.mirroring = line.at("nt") == 0 ? Nametables::Vertical : Nametables::Horizontal;
  vector.oam = hexBytes(line.at("oam"));
  vector.palette = hexBytes(line.at("pal"));
  uint64_t random = line.at("seed");
  const int chr = line.at("chr");
  vector.video_memory = randomBytes(random, 0x0800, 1);
  vector.patterns = randomBytes(random, 0x2000, 1 << chr);
  for (const json& access : line.at("script")) {
    const bool write = access.at(1) == "w";
    vector.script.push_back({access.at(0), write, access.at(2), access.at(3), access.at(4)});
    if (!write) vector.chip.reads.push_back(access.at(3));
  }
  for (const json& edge : line.at("nmi")) vector.chip.nmi.push_back({edge.at(0), edge.at(1) != 0});
  vector.chip.bus = readBus(line.at("bus"));
  for (const json& row : line.at("rows")) vector.chip.rows.push_back(readRow(row));
  vector.chip.end = readEnd(line.at("end"), vector);
  return vector;
}

// What an access to $2007 reads while the chip renders and ALE and /RD are both active: the latch outside then takes
// the data as an address, which changes the data. A simulator with unit delays shows any of these bytes. So ours gets
// the vector's.
class Overlap {
 public:
  Overlap(const Ppu& ppu, const NetlistVector& vector) : ppu_(ppu), vector_(vector) {}

  // In place of what our chip reads at this address at `h`.
  Strobe instead(Strobe ours, int h) {
    const State& s = ppu_.s;
    if (!s.rendering() || !ppu_.onRenderedLine()) return ours;
    const bool read_dot = isReadDot(s.dot);
    if (s.port.fetching && !read_dot) {
      latched_until_ = h + 2 * dot_h;
      return {ours.h, false, ours.address, nextRead(h).value_or(ours.data)};
    }
    if (!read_dot || !(s.port.ale() || h < latched_until_)) return ours;
    const auto strobe = std::find_if(vector_.chip.bus.begin(), vector_.chip.bus.end(),
                                     [&](const Strobe& one) { return !one.write && one.h > h; });
    return strobe == vector_.chip.bus.end() ? ours : Strobe{ours.h, false, strobe->address, strobe->data};
  }

 private:
  // What the CPU got from the read buffer next.
  std::optional<uint8_t> nextRead(int h) const {
    for (const NetlistAccess& access : vector_.script)
      if (access.reg == 7 && !access.write && access.cycle * cycle_h + end_h > h) return access.value;
    return std::nullopt;
  }

  const Ppu& ppu_;
  const NetlistVector& vector_;
  int latched_until_ = 0;  // the address latched in an overlap is used
};

// Writes down what happens on the chip's pins.
class Recorder : public PinWatcher {
 public:
  Recorder(Bench& bench, const NetlistVector& vector, NetlistRun& run)
      : bench_(bench), run_(run), overlap_(bench.ppu, vector) {
    bench_.ppu.watchPins(Watching::Fetches, this);
  }

  uint8_t fetched(unsigned address, bool, uint8_t byte, uint64_t clock) override {
    read_ = overlap_.instead({0, false, address, byte}, static_cast<int>(clock) * 2);
    if (read_.address != address || read_.data != byte) run_.borrowed = "data read while ALE and /RD overlap";
    reads_ = true;
    return read_.data;
  }

  void runTo(uint64_t clock) {
    while (bench_.ppu.s.clock < clock) {
      const bool second = bench_.ppu.s.second_half;
      const int h = static_cast<int>(bench_.ppu.s.clock) * 2;
      const auto oam = bench_.ppu.s.oam;
      moveChargeAsNetlist();
      keepAccess(bench_.ppu.s.clock);
      if (!second) reads_ = false;
      bench_.ppu.halfDot();
      if (bench_.ppu.s.oam_write != OamWrite::Storing && bench_.ppu.s.oam != oam)
        run_.rows_doubtful_from = std::min(run_.rows_doubtful_from, h - dot_h);
      if (second) storeAsNetlist();
      if (bench_.ppu.storesWhileLatching()) run_.cut_short_from = std::min(run_.cut_short_from, h);
      noteNmi(h);
      if (!second && open_ && !reads_) close(h);
      if (reads_) open_ = read_;
      second ? endWrite(h) : noteWrite();
    }
  }
  // What an access does between halves of dots.
  void keepAccess(uint64_t clock) {
    const Access before = bench_.ppu.s.access;
    const int h = static_cast<int>(before.began) * 2;
    if (before.stage == Access::Stage::None) return;
    if (clock >= before.began + data_clocks) {
      bench_.ppu.keepAccess(before.began + data_clocks);
      noteNmi(h + data_h);
    }
    if (clock >= before.began + end_clocks) {
      const bool rendered = bench_.ppu.s.rendering();
      // In the vectors $2007 is deselected half a clock before a latch of its closes that on consoles, where the decoder
      // takes its time, does not see that (docs/ACCURACY.md, "$2007").
      bench_.ppu.keepAccess(before.began + static_cast<uint64_t>(leave_clocks(before.reg)));
      noteNmi(h + end_h);
      if (rendered != bench_.ppu.s.rendering()) noteRendering(h + end_h);
    }
  }
  // What the CPU reads in the cycle that begins at `now`. The netlist's memory answers at once, and so does the read buffer;
  // on consoles the second of two reads in a row comes too early for that.
  uint8_t readAsNetlist(uint8_t ours, uint64_t now) {
    const State& s = bench_.ppu.s;
    if (!s.port.fetching || isPaletteAddress(s.address_bus) || ours == read_.data) return ours;
    bench_.ppu.driveIoBus(read_.data, 0xFF, now);
    run_.borrowed = "what a read gets while the one before it is carried out";
    return read_.data;
  }
  void noteNmi(int h) {
    const bool level = !bench_.ppu.nmi();
    if (level == nmi_level_) return;
    nmi_level_ = level;
    run_.nmi.push_back({h, level});
  }

 private:
  // /RD falls or rises in mid-dot as rendering goes on or off.
  void noteRendering(int h) {
    const Ppu& ppu = bench_.ppu;
    if (!ppu.s.rendering()) {
      if (open_) close(h);
      reads_ = false;
    } else if (ppu.onRenderedLine() && isReadDot(ppu.s.dot)) {
      const unsigned address = ppu.pinsAddress();
      open_ = {0, false, address, ppu.peek(static_cast<uint16_t>(address))};
    }
    if (!ppu.onRenderedLine() || !ppu.s.second_half || fetchStep(ppu.s.dot) < FetchStep::LowAddress) return;
    int& doubtful = ppu.s.rendering() ? run_.v_doubtful_from : run_.v_racing_from;
    doubtful = std::min(doubtful, h);
  }
  // A write to $2004 in an odd dot of the search stores what is in the buffer. Programs never saw that (NESdev "PPU
  // registers", "OAMDATA"), so our chip does not do it; what follows from it in the netlist can be compared all the same.
  void storeAsNetlist() {
    State& s = bench_.ppu.s;
    const bool searching = s.scanline < visible_lines && s.dot > 0 && s.dot <= 256 && s.dot % 2 == 1;
    if (s.oam_write != OamWrite::Storing || !searching || !s.rendering_delayed || bench_.ppu.blanked())
      return;
    s.oam[s.oam_address] = oamByte(s.oam_address, s.oam_latch);
    if (s.dot > 64) s.oam_buffer = s.oam[s.oam_address];
    run_.borrowed = "the byte that a write to $2004 changes in odd dots";
  }
  // As rendering goes off in the second half of a dot, the row of OAM's address takes the charge of the row of secondary
  // OAM that was open. AccuracyCoin's OAM corruption test finds nothing of it on the chip.
  void moveChargeAsNetlist() {
    Ppu& ppu = bench_.ppu;
    State& s = ppu.s;
    if (!ppu.writesTo(1) || s.clock < s.access.began + end_clocks || ppu.blanked()) return;
    if (!ppu.rowIsOpen(s.access.began + end_clocks - 1)) return;
    const size_t from = ppu.openRow(actionsAt(lineKind(s.scanline, ppu.timing()), s.dot));
    keepAccess(s.clock);
    const size_t to = s.oam_address >> 3;
    if (!ppu.blanked() || from == to) return;
    std::copy_n(s.oam.begin() + from * 8, 8, s.oam.begin() + to * 8);
    s.secondary_oam[to] = s.secondary_oam[from];
    run_.borrowed = "OAM's corruption at the moment of disabling";
  }
  void close(int h) {
    open_->h = h;
    run_.bus.push_back(*open_);
    open_.reset();
  }
  // WR lasts from the second half of a dot to the first half of the next one, or longer.
  void noteWrite() {
    const Ppu& ppu = bench_.ppu;
    if (!ppu.s.port.step_latch || isPaletteAddress(ppu.s.address_bus)) return;
    const unsigned address = ppu.pinsAddress();
    written_ = {0, true, address, ppu.peek(static_cast<uint16_t>(address))};
  }
  void endWrite(int h) {
    if (!written_ || bench_.ppu.s.port.writing) return;
    written_->h = h;
    run_.bus.push_back(*written_);
    written_.reset();
  }

  Bench& bench_;
  NetlistRun& run_;
  Overlap overlap_;
  std::optional<Strobe> open_, written_;
  Strobe read_;
  bool reads_ = false;
  bool nmi_level_ = true;
};

NetlistEnd endOf(const Bench& bench) {
  const State& s = bench.ppu.s;
  std::vector<uint8_t> palette;
  for (unsigned i = 0; i < s.palette.size(); ++i)
    palette.push_back(s.palette[static_cast<size_t>(paletteIndex(i))]);
  return {{s.oam.begin(), s.oam.end()},
          {s.secondary_oam.begin(), s.secondary_oam.end()},
          palette,
          s.v,
          s.t,
          s.fine_x,
          s.w,
          s.oam_address,
          s.secondary_address,
          {s.vram.begin(), s.vram.end()},
          {bench.chr.begin(), bench.chr.end()}};
}

}  // namespace

const std::vector<NetlistVector>& netlistVectors() {
  static const std::vector<NetlistVector> vectors = [] {
    std::vector<NetlistVector> all;
    for (const jumpscope::tests::DataFile& file : jumpscope::tests::dataFiles("netlist", ".jsonl")) {
      std::istringstream lines(jumpscope::tests::readData(file));
      size_t count = 0;
      for (std::string line; std::getline(lines, line);) {
        if (count++ % jumpscope::tests::case_step != 0) continue;
        if (const json parsed = json::parse(line); parsed.contains("cat")) all.push_back(readVector(parsed));
      }
    }
    return all;
  }();
  return vectors;
}

std::vector<std::string> netlistCategories() {
  std::vector<std::string> categories;
  for (const NetlistVector& vector : netlistVectors())
    if (std::find(categories.begin(), categories.end(), vector.category) == categories.end())
      categories.push_back(vector.category);
  return categories;
}

void arrange(Bench& bench, const NetlistVector& vector) {
  State& s = bench.ppu.s;
  s.scanline = static_cast<uint16_t>(vector.line);
  s.dot = static_cast<uint16_t>(vector.dot);
  // The halves of the dot begin at -alignment and two clocks later.
  const int next_half = vector.alignment == 0 ? 0 : vector.alignment <= 2 ? 2 : 4;
  s.second_half = next_half == 2;
  s.clock = static_cast<uint64_t>(next_half - vector.alignment);
  if (next_half == 0) --s.dot;
  s.status.vblank = vector.line >= bench.ppu.timing().vblank_line;
  // The frame's parity changes at the end of the line before the pre-render line.
  s.odd_frame = vector.odd != (vector.line == bench.ppu.timing().pre_render_line);
  const auto copy = [](const std::vector<uint8_t>& from, auto& to) {
    std::copy(from.begin(), from.end(), to.begin());
  };
  copy(vector.oam, s.oam);
  copy(vector.palette, s.palette);
  copy(vector.video_memory, s.vram);
  copy(vector.patterns, bench.chr);
  std::fill(bench.picture.begin(), bench.picture.end(), unseen_pixel);
}

NetlistRun replay(const NetlistVector& vector) {
  Bench bench(ntsc_timing, vector.alignment, vector.mirroring);
  arrange(bench, vector);
  NetlistRun run;
  Recorder recorder(bench, vector, run);
  Ppu& ppu = bench.ppu;
  for (const NetlistAccess& access : vector.script) {
    const uint64_t now = clockOfCycle(access.cycle);
    const int h = access.cycle * cycle_h;
    recorder.runTo(now);
    if (access.write) {
      ppu.beginWrite(access.reg, access.value, access.stale, now);
      recorder.noteNmi(h);
    } else {
      const uint8_t begun = ppu.beginRead(access.reg, now);
      recorder.noteNmi(h);
      recorder.runTo(now + static_cast<uint64_t>(Ppu::readClocks(access.reg)));
      const uint8_t read = ppu.endRead(access.reg, begun, now);
      run.reads.push_back(access.reg == 7 ? recorder.readAsNetlist(read, now) : read);
    }
  }
  recorder.runTo(endClock(vector));
  for (const PixelRow& row : vector.chip.rows) {
    const auto* pixels = bench.picture.data() + row.line * picture_width;
    run.rows.push_back({row.line, {pixels, pixels + picture_width}});
  }
  run.end = endOf(bench);
  // The netlist's counters count as a first half begins, ours as it ends.
  if (ppu.s.second_half) ppu.halfDot();
  run.end.oamaddr = ppu.s.oam_address;
  run.end.secaddr = ppu.s.secondary_address;
  return run;
}

}  // namespace jumpscope::ppu::tests
