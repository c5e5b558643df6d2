#include "src/suite/rom_test.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "src/base/text.h"
#include "src/session/frame_hash.h"
#include "src/session/session.h"

namespace jumpscope::suite {

namespace {

constexpr int screen_columns = 32;
constexpr int screen_rows = 30;

// The nametable at $2000 as text, rows joined by a space, runs of spaces collapsed.
std::string screenText(const console::Console& console, int tile_minus_ascii) {
  std::string text;
  for (int row = 0; row < screen_rows; ++row) {
    for (int column = 0; column < screen_columns; ++column) {
      const int tile =
          console.peekPpu(static_cast<uint16_t>(0x2000 + row * screen_columns + column)) - tile_minus_ascii;
      const char c = tile > 0x20 && tile < 0x7F ? static_cast<char>(tile) : ' ';
      if (c != ' ' || (!text.empty() && text.back() != ' ')) text += c;
    }
    if (!text.empty() && text.back() != ' ') text += ' ';
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

bool contains(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

bool satisfies(const std::string& text, const ScreenTextRule& rule) {
  const auto in_text = [&](const std::string& word) { return contains(text, word); };
  return std::ranges::all_of(rule.contains, in_text) && std::ranges::none_of(rule.not_contains, in_text) &&
         (rule.contains_any.empty() || std::ranges::any_of(rule.contains_any, in_text));
}

std::string shortened(std::string text) {
  constexpr size_t limit = 160;
  if (text.size() > limit) text.replace(limit, std::string::npos, "...");
  return text;
}

// What the $6000 protocol says at this moment.
struct Status {
  bool valid = false;
  uint8_t code = 0;
  std::string text;

  static constexpr uint8_t running = 0x80;
  static constexpr uint8_t wants_reset = 0x81;

  bool final() const { return valid && code < running; }
};

Status readStatus(const console::Console& console) {
  Status status;
  status.valid = console.peek(0x6001) == 0xDE && console.peek(0x6002) == 0xB0 && console.peek(0x6003) == 0x61;
  if (!status.valid) return status;
  status.code = console.peek(0x6000);
  for (unsigned address = 0x6004; address < 0x8000; ++address) {
    const uint8_t c = console.peek(static_cast<uint16_t>(address));
    if (c == 0) break;
    if (c >= 0x20 && c < 0x7F)
      status.text += static_cast<char>(c);
    else if (!status.text.empty() && status.text.back() != ' ')
      status.text += ' ';
  }
  return status;
}

// Presses reset some frames after the program asks for it, or at given frames when it cannot ask.
class ResetScript {
 public:
  explicit ResetScript(const RomTest& test) : test_(test) {}

  void beforeFrame(console::Console& console, uint64_t frame) {
    const Status status = readStatus(console);
    if (status.valid) {
      if (status.code != Status::wants_reset) {
        requested_ = never;
        return;
      }
      if (requested_ == never) requested_ = frame;
      if (frame < requested_ + test_.reset_delay) return;
      requested_ = never;
      // The program's own request must not be seen again before it has run.
      console.poke(0x6000, Status::running);
      console.softReset();
    } else if (std::ranges::find(test_.reset_frames, frame) != test_.reset_frames.end()) {
      console.softReset();
    }
  }

 private:
  const RomTest& test_;
  static constexpr uint64_t never = UINT64_MAX;
  uint64_t requested_ = never;  // the frame in which the program asked
};

double loudness(std::span<const int16_t> samples) {
  if (samples.empty()) return 0;
  double sum = 0, squares = 0;
  for (const int16_t s : samples) {
    sum += s;
    squares += static_cast<double>(s) * s;
  }
  const double n = static_cast<double>(samples.size());
  return std::sqrt(std::max(0.0, squares / n - (sum / n) * (sum / n)));
}

std::span<const int16_t> slice(const std::vector<int16_t>& samples, double start, double end, int rate) {
  const auto index = [&](double t) { return std::min(samples.size(), static_cast<size_t>(t * rate)); };
  return std::span(samples).subspan(index(start), index(end) - index(start));
}

Verdict judgeSound(const SoundRule& rule, const std::vector<int16_t>& samples, int rate, Verdict verdict) {
  const double reference = loudness(slice(samples, rule.reference_start, rule.reference_end, rate));
  double loudest = 0;
  for (double t = rule.test_start; t + rule.window <= rule.test_end + 1e-9; t += rule.window)
    loudest = std::max(loudest, loudness(slice(samples, t, t + rule.window, rate)));
  const double ratio = reference > 0 ? loudest / reference : 1e9;
  char text[96];
  std::snprintf(text, sizeof text, "loudest window %.3f of the beep (at most %.3f)", ratio, rule.max_ratio);
  verdict.detail = text;
  verdict.outcome = ratio <= rule.max_ratio ? Outcome::Pass : Outcome::Fail;
  return verdict;
}

bool goldenMatches(const RomTest& test, const console::Console& console, uint64_t frame) {
  // Emulators begin their first frame in different places: two frames either way are the same picture.
  constexpr uint64_t slack = 2;
  std::string idx6, idx9;
  for (const GoldenFrame& golden : test.golden_frames) {
    if (frame + slack < golden.frame || frame > golden.frame + slack) continue;
    if (!golden.sha1_idx9.empty()) {
      if (idx9.empty()) idx9 = session::frameSha1Idx9(console.pixels());
      if (idx9 == golden.sha1_idx9) return true;
    } else {
      if (idx6.empty()) idx6 = session::frameSha1Idx6(console.pixels());
      if (idx6 == golden.sha1_idx6) return true;
    }
  }
  return false;
}

Verdict judgeResultTable(const RomTest& test, const console::Console& console, uint64_t frame) {
  Verdict verdict;
  verdict.frame = frame;
  verdict.total = static_cast<int>(test.results.size());
  for (const ResultByte& result : test.results) {
    const uint8_t value = console.peek(result.address);
    if ((value & 1) && value != 0xFF) {
      ++verdict.passed;
      continue;
    }
    const std::string why = value == 0      ? "not run"
                            : value == 0xFF ? "skipped"
                                            : "error " + std::to_string(value >> 2);
    verdict.parts.emplace_back(result.name, why);
  }
  verdict.outcome = verdict.total > 0 && verdict.passed == verdict.total ? Outcome::Pass : Outcome::Fail;
  verdict.detail = std::to_string(verdict.passed) + " of " + std::to_string(verdict.total);
  return verdict;
}

// One line of Nintendulator's log: the columns that state facts.
struct LogLine {
  unsigned pc = 0, a = 0, x = 0, y = 0, p = 0, sp = 0;
  int scanline = 0, dot = 0;
  uint64_t cycle = 0;

  bool operator==(const LogLine&) const = default;
};

std::optional<LogLine> parseLogLine(std::string_view text) {
  LogLine line;
  const std::string copy(text);
  const size_t registers = copy.find(" A:");
  unsigned long long cycle = 0;
  if (std::sscanf(copy.c_str(), "%4x", &line.pc) != 1 || registers == std::string::npos) return std::nullopt;
  if (std::sscanf(copy.c_str() + registers, " A:%2x X:%2x Y:%2x P:%2x SP:%2x PPU:%3d,%3d CYC:%llu", &line.a,
                  &line.x, &line.y, &line.p, &line.sp, &line.scanline, &line.dot, &cycle) != 8)
    return std::nullopt;
  line.cycle = cycle;
  return line;
}

std::string describe(const LogLine& line) {
  char text[128];
  std::snprintf(text, sizeof text, "%04X A:%02X X:%02X Y:%02X P:%02X SP:%02X PPU:%d,%d CYC:%llu", line.pc,
                line.a, line.x, line.y, line.p, line.sp, line.scanline, line.dot,
                static_cast<unsigned long long>(line.cycle));
  return text;
}

Verdict judgeInstructionLog(console::Console& console, std::string_view log) {
  // The log begins after the reset sequence, as if its vector had been $C000.
  while (console.cpuCycles() < 7) console.step();
  console::State start = console.state();
  start.cpu.pc = 0xC000;
  console.restore(start);

  Verdict verdict;
  while (!log.empty()) {
    const size_t end = std::min(log.find('\n'), log.size());
    const std::string_view text = log.substr(0, end);
    log.remove_prefix(std::min(log.size(), end + 1));
    if (text.find_first_not_of(" \r") == std::string_view::npos) continue;
    const std::optional<LogLine> expected = parseLogLine(text);
    ++verdict.total;
    const cpu6502::State& cpu = console.cpu();
    const LogLine got{
        cpu.pc, cpu.a, cpu.x, cpu.y, cpu.p, cpu.s, console.scanline(), console.dot(), console.cpuCycles()};
    if (!expected || got != *expected) {
      verdict.detail = "line " + std::to_string(verdict.total) + ": expected " +
                       (expected ? describe(*expected) : "a readable line") + ", got " + describe(got);
      return verdict;
    }
    ++verdict.passed;
    console.step();
  }
  verdict.outcome = verdict.total > 0 ? Outcome::Pass : Outcome::Fail;
  verdict.detail = std::to_string(verdict.passed) + " of " + std::to_string(verdict.total) + " lines";
  return verdict;
}

// The program's report at the end of `frame`; nullopt: none yet.
std::optional<Verdict> judgeFrame(const RomTest& test, const console::Console& console, uint64_t frame,
                                  bool was_running) {
  Verdict verdict;
  verdict.frame = frame;
  switch (test.convention) {
    case Convention::Status6000:
    case Convention::Sound: {
      const Status status = readStatus(console);
      if (!status.final()) return std::nullopt;
      const auto in_text = [&](const std::string& word) { return contains(status.text, word); };
      const bool pass = status.code == test.value && std::ranges::all_of(test.status_text, in_text);
      verdict.outcome = pass ? Outcome::Pass : Outcome::Fail;
      verdict.detail = "status " + std::to_string(status.code) + ": " + shortened(status.text);
      return verdict;
    }
    case Convention::Memory: {
      if (test.text && !satisfies(screenText(console, test.text->tile_minus_ascii), *test.text))
        return std::nullopt;
      if (console.peek(test.address) != test.value) return std::nullopt;
      verdict.outcome = Outcome::Pass;
      verdict.detail = "$" + base::hex(test.address, 4) + " = " + std::to_string(test.value);
      return verdict;
    }
    case Convention::ScreenText: {
      const std::string text = screenText(console, test.text->tile_minus_ascii);
      if (!satisfies(text, *test.text)) return std::nullopt;
      verdict.outcome = Outcome::Pass;
      verdict.detail = shortened(text);
      return verdict;
    }
    case Convention::ScreenTiles: {
      for (const TileRule& rule : test.tiles)
        for (size_t i = 0; i < rule.tiles.size(); ++i) {
          const int cell = rule.row * screen_columns + rule.column + static_cast<int>(i);
          if (console.peekPpu(static_cast<uint16_t>(0x2000 + cell)) != rule.tiles[i]) return std::nullopt;
        }
      verdict.outcome = Outcome::Pass;
      verdict.detail = "tiles as expected";
      return verdict;
    }
    case Convention::FrameHash:
      if (!goldenMatches(test, console, frame)) return std::nullopt;
      verdict.outcome = Outcome::Pass;
      verdict.detail = "picture of frame " + std::to_string(frame);
      return verdict;
    case Convention::AccuracyCoin:
      // $35 is 1 while the tests run and falls to 0 when the table is shown.
      if (!was_running || console.peek(0x0035) != 0) return std::nullopt;
      return judgeResultTable(test, console, frame);
    case Convention::InstructionLog:
    case Convention::Visual:
      break;
  }
  return std::nullopt;
}

Verdict timedOut(const RomTest& test, const console::Console& console) {
  Verdict verdict;
  verdict.frame = test.max_frames;
  if (test.convention == Convention::AccuracyCoin) return judgeResultTable(test, console, test.max_frames);
  verdict.detail = "no passing verdict within " + std::to_string(test.max_frames) + " frames";
  const Status status = readStatus(console);
  if (status.valid)
    verdict.detail += "; status " + std::to_string(status.code) + ": " + shortened(status.text);
  else if (test.text)
    verdict.detail += "; screen: " + shortened(screenText(console, test.text->tile_minus_ascii));
  return verdict;
}

}  // namespace

Verdict runRomTest(const RomTest& test, std::shared_ptr<const console::Cartridge> cartridge,
                   console::Options options, std::string_view log) {
  if (test.convention == Convention::Visual) return {Outcome::NotJudged, 0, test.expect, {}, 0, 0};
  options.video = test.convention == Convention::FrameHash;
  options.audio = test.sound.has_value();
  session::Input input;
  input.player.addPresses(test.input);
  session::Session session(std::move(cartridge), options, input);
  console::Console& console = session.console;
  if (test.convention == Convention::InstructionLog) return judgeInstructionLog(console, log);

  ResetScript resets(test);
  std::vector<int16_t> samples;
  bool was_running = false;
  std::optional<Verdict> verdict;
  for (uint64_t frame = 0; frame < test.max_frames; ++frame) {
    resets.beforeFrame(console, frame);
    session.runFrame();
    was_running |= console.peek(0x0035) == 1;
    if (options.audio) {
      const std::vector<int16_t> made = console.takeSamples();
      samples.insert(samples.end(), made.begin(), made.end());
    }
    if (!verdict) verdict = judgeFrame(test, console, frame, was_running);
    // Sound is judged over its whole length, not only until the program says it is done.
    if (verdict && (!test.sound || verdict->outcome != Outcome::Pass)) return *verdict;
  }
  if (!verdict) return timedOut(test, console);
  return judgeSound(*test.sound, samples, options.sample_rate, *verdict);
}

}  // namespace jumpscope::suite
