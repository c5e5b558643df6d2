// Scanline skip: whole scanlines in one step. Of a scanline in which no register is accessed only what the
// next ones need is worked out; the last one of a run leaves the state as Ppu::firstHalf and Ppu::secondHalf
// do.
#include <algorithm>
#include <bit>

#include "ppu/fast/line_renderer.h"
#include "ppu/fast/scroll_math.h"
#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

// True if a span of this scanline ends with a pixel that the chip does: fine X may yet change it (Ppu::settleCandidate).
bool LineRenderer::chipDoesLastPixel(int line, int last) const {
  const State& s = chip_.s;
  if (line >= visible_lines || last < firstDot(action::Pixel) || last > lastDot(action::Pixel)) return false;
  return chip_.screen.picture || (s.sprite_zero_armed && s.sprite_zero_current);
}

bool LineRenderer::render(int dots) {
  const Obstacle obstacle = whyNotSpan(chip_);
  const bool watched = obstacle == Obstacle::Board;
  if ((!watched && obstacle != Obstacle::None) || !chip_.s.rendering()) return false;
  if (chip_.s.dot == last_dot && dots >= dots_per_line) {
    const int lines = dots / dots_per_line;
    if (watched ? skipWatchedLines(lines) : skipLines(lines)) return true;
  }
  const std::optional<Span> span = spanAhead(dots);
  if (!span) return false;
  if (span->line == visible_lines) {
    leavePicture();
    return true;
  }
  return watched ? renderWatched(*span) : renderSpan(*span) >= span->from;
}

// Up to `dots` dots of the same scanline; nullopt: the next dot must go by itself.
std::optional<LineRenderer::Span> LineRenderer::spanAhead(int dots) const {
  const State& s = chip_.s;
  int line = s.scanline, from = s.dot + 1;
  if (s.dot == last_dot) {
    line = line + 1 == chip_.timing().lines ? 0 : line + 1;
    from = 0;
    if (line == 0 && s.skip_dot) return std::nullopt;
    if (line == visible_lines) return Span{line, 0, 0, 0};
  }
  const bool pre_render = line == chip_.timing().pre_render_line;
  if (line >= visible_lines && !pre_render) return std::nullopt;
  // As the pre-render line begins, a row may take another one's charge.
  if (pre_render && from == 0 && s.oam_address >> 3 != s.secondary_address) return std::nullopt;
  const int to = from + std::min(dots, dots_per_line - from) - 1;
  return Span{line, from, to, to};
}

// Dot 0 of the scanline after the picture.
void LineRenderer::leavePicture() {
  State& s = chip_.s;
  const Pins before = line12_.pinsBefore(visible_lines);
  spans_.leavePicture();
  if (s.color_delay > 0) --s.color_delay;
  if (line12_.isWatched()) line12_.tellTo(before, position(visible_lines, 0), true);
  s.clock += chip_.timing().dot_clocks;
}

// The last dot of a span that can be taken in one step: of the picture, as far as somebody looks, whole tiles. The one before
// the span: the chip has to go on by itself.
int LineRenderer::lastDotOf(const Span& span) const {
  const bool chip_does_last = span.to == span.undisturbed && chipDoesLastPixel(span.line, span.to);
  const int to = span.to - (chip_does_last ? 1 : 0), first = std::max(span.from, 1);
  if (to < span.from) return span.from - 1;
  if (first > last_picture_dot || !spans_.looksAtPixels(span.line)) return to;
  if (fetchStep(first) != FetchStep::NametableAddress) return span.from - 1;
  if (chip_.screen.picture && !compositor_.paintsTiles()) return span.from - 1;
  return to > last_picture_dot ? to : to - (to + 1 - first) % fetch_steps;
}

// Returns the last dot that was rendered, as lastDotOf().
int LineRenderer::renderSpan(const Span& span) {
  State& s = chip_.s;
  const int from = span.from, to = lastDotOf(span);
  if (to < from || (line12_.isWatched() && line12_.selectsTable(from))) return from - 1;
  const Pins before{span.line, from - 1, s.clock, (s.address_bus & a12) != 0};
  s.scanline = static_cast<uint16_t>(span.line);
  spans_.render(from, to);
  if (line12_.isWatched()) line12_.tellTo(before, position(span.line, to), true);
  s.clock += static_cast<unsigned>(to - from + 1) * uint64_t{chip_.timing().dot_clocks};
  return to;
}

// From the last dot of a scanline to the last dot of the last of the next `lines`, or of the picture. False:
// the next scanline must go in spans.
bool LineRenderer::skipLines(int lines) {
  State& s = chip_.s;
  const Timing& timing = chip_.timing();
  const int first = s.scanline == timing.pre_render_line ? 0 : s.scanline + 1;
  if (whyNotLines(chip_, first) != Obstacle::None) return false;
  if (chip_.screen.picture && !compositor_.paintsTiles()) return false;
  lines = std::min(lines, visible_lines - first);
  if (first == 0 && s.skip_dot) {
    s.clock -= timing.dot_clocks;
    s.skip_dot = false;
  }
  const int last = first + lines - 1;
  // The time of a dot 0 that is left out has been taken off.
  if (line12_.isWatched()) line12_.tellTo(line12_.pinsBefore(first), position(last, last_dot), false);
  bool fetched = true;  // the scanline's first tiles are in the shift registers
  int full = nextFullLine(first);
  for (int line = first; line <= last; ++line) {
    s.scanline = static_cast<uint16_t>(line);
    if (!fetched && s.sprite_zero_current && s.sprite_zero_armed) {
      spans_.fetchWholeTiles(2);
      fetched = true;
    }
    if (spans_.findHit(1, picture_width) != 0) {
      s.sprite_zero_armed = false;
      s.status.sprite_zero_hit = true;
    }
    if (chip_.screen.picture) {
      compositor_.paintLine(fetched);
    } else if (const int next = nextLineThatMatters(line, std::min(last, full)); next > line) {
      s.v = withX(linesOn(s.v, next - line), s.t);
      s.sprite_zero_current = s.sprite_zero_next = false;
      line = next;
      s.scanline = static_cast<uint16_t>(line);
    }
    if (line < last && line != full) {
      chip_.screen.picture ? prepareNextLine(line) : prepareNextHit(line);
      fetched = false;
      continue;
    }
    findSprites(line);
    finishLine();
    fetched = true;
    if (line == full) full = nextFullLine(line + 1);
  }
  s.clock += static_cast<uint64_t>(lines) * dots_per_line * timing.dot_clocks;
  s.color_delay = 0;
  return true;
}

// The first scanline from `line` up to `last` of which the next one's sprite 0 remains. What the others fetch leaves no
// trace.
int LineRenderer::nextLineThatMatters(int line, int last) const {
  const State& s = chip_.s;
  if (s.mask.bothLayers() && s.sprite_zero_armed) {
    const int top = s.oam[0], bottom = top + static_cast<int>(s.control.spriteHeight()) - 1;
    if (line <= bottom) last = std::min(last, std::max(line, top));
  }
  return last;
}

// What the next scanline is painted from, but for its first tiles, and nothing else.
void LineRenderer::prepareNextLine(int line) {
  State& s = chip_.s;
  s.v = withX(linesOn(s.v, 1), s.t);
  for (SpriteUnit& unit : s.sprites) unit = SpriteUnit{};
  uint64_t sprites = sprite_lines_.spritesOn(s, line);
  s.sprite_zero_current = s.sprite_zero_next = sprites & 1;
  for (size_t i = 0; i < 8 && sprites != 0; ++i, sprites &= sprites - 1) {
    const size_t index = static_cast<size_t>(std::countr_zero(sprites)) * 4;
    spans_.fetchPatterns(s.sprites[i], &s.oam[index], static_cast<unsigned>(line - s.oam[index]));
  }
}

// What the next scanline's hit of sprite 0 comes from, but for its first tiles, and nothing else.
void LineRenderer::prepareNextHit(int line) {
  State& s = chip_.s;
  s.v = withX(linesOn(s.v, 1), s.t);
  s.sprite_zero_current = s.sprite_zero_next = inRange(line, s.oam[0], s.control.spriteHeight());
  if (s.sprite_zero_current)
    spans_.fetchPatterns(s.sprites[0], s.oam.data(), static_cast<unsigned>(line - s.oam[0]));
}

// What remains of the scanline after its last sprite fetch, where it does not come from the background.
void LineRenderer::findSprites(int line) {
  chip_.s.secondary_oam.fill(0xFF);
  search_.whole(line);
  spans_.fetchUnits(0, 7);
}

// After that, what remains at its last dot.
void LineRenderer::finishLine() {
  spans_.countSecondary();
  spans_.idleSpriteDots(lastDot(action::FetchSprites) + 1, last_dot - lastDot(action::FetchSprites));
  spans_.fetchWholeTiles(2);
  spans_.dummyDots(firstDot(action::DummyAddress), last_dot);
}

}  // namespace jumpscope::ppu::fast
