#include "ppu/fast/sprite_line_cache.h"

#include <algorithm>
#include <bit>

#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

// Programs write OAM anew in each frame, mostly with what it holds.
void SpriteLineCache::look(const State& s) {
  may_have_changed_ = false;
  if (oam_ == s.oam) return;
  oam_ = s.oam;
  full_known_ = sprites_known_ = tables_known_ = shown_known_ = false;
  units_known_.fill(0);
  sprites_asked_ = 0;
}

int SpriteLineCache::nextFullLine(const State& s, int line) {
  if (may_have_changed_) look(s);
  if (!full_known_ || full_tall_ != s.control.tall_sprites) findFullLines(s);
  return nextOf(full_, line);
}

int SpriteLineCache::nextOf(const Lines& lines, int line) {
  for (unsigned word = static_cast<unsigned>(line) / 64; word < lines.size(); ++word) {
    uint64_t some = lines[word];
    if (word == static_cast<unsigned>(line) / 64) some &= ~uint64_t{0} << (line & 63);
    if (some != 0) return std::min(visible_lines, static_cast<int>(word * 64) + std::countr_zero(some));
  }
  return visible_lines;
}

void SpriteLineCache::findFullLines(const State& s) {
  full_known_ = true;
  full_tall_ = s.control.tall_sprites;
  full_.fill(0);
  // Eight sprites on a scanline are also eight sprites with tops in as many bands of eight scanlines as a
  // sprite reaches into.
  std::array<uint8_t, 34> tops{};
  for (size_t i = 0; i < 256; i += 4) ++tops[2 + (s.oam[i] >> 3)];
  bool possible = false;
  for (size_t i = 2; i < 2 + visible_lines / 8; ++i)
    possible |= tops[i] + tops[i - 1] + (full_tall_ ? tops[i - 2] : 0) >= 8;
  if (!possible) return;
  std::array<int8_t, 256 + 17> change{};
  const size_t height = s.control.spriteHeight();
  for (size_t i = 0; i < 256; i += 4) {
    ++change[s.oam[i]];
    --change[s.oam[i] + height];
  }
  int count = 0;
  for (size_t word = 0; word < full_.size(); ++word) {
    uint64_t lines = 0;
    for (size_t i = 0; i < 64; ++i) {
      count += change[word * 64 + i];
      lines |= static_cast<uint64_t>(count >= 8) << i;
    }
    full_[word] = lines;
  }
}

uint64_t SpriteLineCache::spritesOn(const State& s, int line) {
  if (may_have_changed_) look(s);
  if (!sprites_known_ || sprites_tall_ != s.control.tall_sprites) {
    if (++sprites_asked_ <= few) return findSpritesOn(s, line);
    findSprites(s);
  }
  return sprites_[static_cast<size_t>(line)];
}

void SpriteLineCache::findUnits(const State& s, int line) {
  uint64_t sprites = spritesOn(s, line);
  if (!tables_known_) findTables(s);
  unsigned low = 0;
  if ((sprites & ~high_sprites_) != 0)
    for (unsigned unit = 0; unit < 8 && sprites != 0; ++unit, sprites &= sprites - 1)
      low |= static_cast<unsigned>(~high_sprites_ >> std::countr_zero(sprites) & 1) << unit;
  const auto at = static_cast<size_t>(line);
  high_units_[at] = static_cast<uint8_t>(~low);
  units_known_[at / 64] |= uint64_t{1} << (at % 64);
}

int SpriteLineCache::nextLowLine(const State& s, int line) {
  if (may_have_changed_) look(s);
  if (!tables_known_) findTables(s);
  return nextOf(low_lines_, line);
}

const TileSet& SpriteLineCache::shownTiles(const State& s) {
  if (may_have_changed_) look(s);
  if (shown_known_ && shown_tall_ == s.control.tall_sprites) return shown_;
  shown_known_ = true;
  shown_tall_ = s.control.tall_sprites;
  shown_.reset();
  const auto add = [&](unsigned tile) {
    shown_.set(tile);
    if (shown_tall_) shown_.set(tile ^ 1);
  };
  for (size_t i = 0; i < s.oam.size(); i += 4)
    if (s.oam[i] < visible_lines) add(s.oam[i + 1]);
  add(0xFF);
  return shown_;
}

void SpriteLineCache::findTables(const State& s) {
  tables_known_ = true;
  high_sprites_ = 0;
  low_lines_.fill(0);
  for (unsigned i = 0; i < 64; ++i) {
    const unsigned top = s.oam[i * 4];
    const uint64_t high = s.oam[i * 4 + 1] & 1;
    high_sprites_ |= high << i;
    if (high || top >= visible_lines) continue;
    constexpr uint64_t height = 16;
    const unsigned word = top / 64, bit = top % 64;
    low_lines_[word] |= ((uint64_t{1} << height) - 1) << bit;
    if (bit > 64 - height) low_lines_[word + 1] |= ((uint64_t{1} << height) - 1) >> (64 - bit);
  }
}

uint64_t SpriteLineCache::findSpritesOn(const State& s, int line) {
  const unsigned height = s.control.spriteHeight();
  uint64_t sprites = 0;
  for (unsigned i = 0; i < 64; ++i) sprites |= uint64_t{inRange(line, s.oam[i * 4], height)} << i;
  return sprites;
}

void SpriteLineCache::findSprites(const State& s) {
  sprites_known_ = true;
  sprites_tall_ = s.control.tall_sprites;
  sprites_.fill(0);
  const int height = static_cast<int>(s.control.spriteHeight());
  for (int i = 0; i < 64; ++i) {
    const int top = s.oam[static_cast<size_t>(i) * 4];
    for (int y = top; y < std::min(top + height, visible_lines); ++y)
      sprites_[static_cast<size_t>(y)] |= uint64_t{1} << i;
  }
}

}  // namespace jumpscope::ppu::fast
