#include "src/base/gif.h"

#include <map>
#include <string_view>

namespace jumpscope::base {

namespace {

constexpr int colors_in_table = 256, color_bits = 8;

void word(std::vector<uint8_t>& to, int value) {
  to.push_back(static_cast<uint8_t>(value));
  to.push_back(static_cast<uint8_t>(value >> 8));
}

// Codes of 9 to 12 bits, lowest bit first, in blocks of up to 255 bytes.
class CodeWriter {
 public:
  explicit CodeWriter(std::vector<uint8_t>& to) : to_(to) {}
  void put(unsigned code, int bits) {
    held_ |= code << count_;
    for (count_ += bits; count_ >= 8; count_ -= 8, held_ >>= 8) byte(static_cast<uint8_t>(held_));
  }
  void finish() {
    if (count_ > 0) byte(static_cast<uint8_t>(held_));
    flush();
    to_.push_back(0);
  }

 private:
  void byte(uint8_t value) {
    block_.push_back(value);
    if (block_.size() == 255) flush();
  }
  void flush() {
    if (block_.empty()) return;
    to_.push_back(static_cast<uint8_t>(block_.size()));
    to_.insert(to_.end(), block_.begin(), block_.end());
    block_.clear();
  }

  std::vector<uint8_t>& to_;
  std::vector<uint8_t> block_;
  unsigned held_ = 0;
  int count_ = 0;
};

void compress(std::vector<uint8_t>& to, std::span<const uint8_t> indices) {
  constexpr unsigned clear = 1 << color_bits, end = clear + 1, most = 4096;
  to.push_back(color_bits);
  CodeWriter codes(to);
  std::map<std::pair<unsigned, uint8_t>, unsigned> known;
  unsigned next = end + 1;
  int bits = color_bits + 1;
  codes.put(clear, bits);
  unsigned prefix = indices.front();
  for (const uint8_t index : indices.subspan(1)) {
    const std::pair<unsigned, uint8_t> longer{prefix, index};
    if (const auto found = known.find(longer); found != known.end()) {
      prefix = found->second;
      continue;
    }
    codes.put(prefix, bits);
    prefix = index;
    if (next == most) {
      codes.put(clear, bits);
      known.clear();
      next = end + 1;
      bits = color_bits + 1;
      continue;
    }
    // The reader learns a string one code later than the writer.
    if (next == 1u << bits) ++bits;
    known[longer] = next++;
  }
  codes.put(prefix, bits);
  codes.put(end, bits);
  codes.finish();
}

// The color of the table that is least far from this one.
uint8_t nearest(const std::vector<uint32_t>& table, uint32_t color) {
  const auto far = [&](uint32_t other) {
    int sum = 0;
    for (const int shift : {0, 8, 16}) {
      const int d = static_cast<int>(color >> shift & 0xFF) - static_cast<int>(other >> shift & 0xFF);
      sum += d * d;
    }
    return sum;
  };
  size_t best = 0;
  for (size_t i = 1; i < table.size(); ++i)
    if (far(table[i]) < far(table[best])) best = i;
  return static_cast<uint8_t>(best);
}

}  // namespace

GifWriter::GifWriter(int width, int height) : width_(width), height_(height) {
  for (const char letter : std::string_view("GIF89a")) bytes_.push_back(static_cast<uint8_t>(letter));
  word(bytes_, width);
  word(bytes_, height);
  bytes_.insert(bytes_.end(), {0x70, 0, 0});  // no colors that all pictures share
  // Again and again: Netscape's extension.
  bytes_.insert(bytes_.end(), {0x21, 0xFF, 11});
  for (const char letter : std::string_view("NETSCAPE2.0")) bytes_.push_back(static_cast<uint8_t>(letter));
  bytes_.insert(bytes_.end(), {3, 1, 0, 0, 0});
}

void GifWriter::add(std::span<const uint32_t> pixels, int hundredths) {
  std::map<uint32_t, uint8_t> known;
  std::vector<uint32_t> table;
  std::vector<uint8_t> indices;
  for (const uint32_t pixel : pixels) {
    const uint32_t color = pixel & 0xFFFFFF;
    auto found = known.find(color);
    if (found == known.end()) {
      const bool room = table.size() < colors_in_table;
      if (room) table.push_back(color);
      const uint8_t index = room ? static_cast<uint8_t>(table.size() - 1) : nearest(table, color);
      found = known.emplace(color, index).first;
    }
    indices.push_back(found->second);
  }
  bytes_.insert(bytes_.end(), {0x21, 0xF9, 4, 0});
  word(bytes_, hundredths);
  bytes_.insert(bytes_.end(), {0, 0, 0x2C, 0, 0, 0, 0});
  word(bytes_, width_);
  word(bytes_, height_);
  bytes_.push_back(0x80 | (color_bits - 1));
  table.resize(colors_in_table);
  for (const uint32_t color : table)
    for (const int shift : {0, 8, 16}) bytes_.push_back(static_cast<uint8_t>(color >> shift));
  compress(bytes_, indices);
}

std::vector<uint8_t> GifWriter::file() const {
  std::vector<uint8_t> all = bytes_;
  all.push_back(0x3B);
  return all;
}

}  // namespace jumpscope::base
