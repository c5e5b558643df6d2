// States as FCEUX writes them, made field by field.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace jumpscope::tests {

class FceuxFile {
 public:
  using Bytes = std::vector<uint8_t>;

  // A CPU that jumps to itself at $0300, in a console without rendering, at the end of a frame.
  FceuxFile() {
    Bytes ram(0x800);
    ram[0x300] = 0x4C, ram[0x301] = 0x00, ram[0x302] = 0x03;
    set(1, "PC", {0x00, 0x03}).set(1, "A", {1}).set(1, "X", {2}).set(1, "Y", {3}).set(1, "S", {0xF0});
    set(1, "P", {0x24}).set(1, "RAM", ram);
    set(2, "IQLB", Bytes(4)).set(2, "ICou", Bytes(4));
    set(3, "NTAR", Bytes(0x800)).set(3, "PRAM", Bytes(0x20)).set(3, "SPRA", Bytes(0x100));
    set(3, "PPUR", Bytes(4)).set(3, "XOFF", {0}).set(3, "VTGL", {0}).set(3, "RADD", {0, 0});
    set(3, "TADD", {0, 0});
  }

  FceuxFile& set(uint8_t chunk, const std::string& field, Bytes data) {
    chunks_[chunk][field] = std::move(data);
    return *this;
  }
  FceuxFile& remove(uint8_t chunk, const std::string& field) {
    chunks_[chunk].erase(field);
    return *this;
  }
  // The file, not compressed.
  Bytes bytes() const {
    Bytes content;
    for (const auto& [type, fields] : chunks_) {
      Bytes chunk;
      for (const auto& [name, data] : fields) {
        std::string padded = name;
        padded.resize(4);
        chunk.insert(chunk.end(), padded.begin(), padded.end());
        append(chunk, static_cast<uint32_t>(data.size()));
        chunk.insert(chunk.end(), data.begin(), data.end());
      }
      content.push_back(type);
      append(content, static_cast<uint32_t>(chunk.size()));
      content.insert(content.end(), chunk.begin(), chunk.end());
    }
    Bytes file = {'F', 'C', 'S', 'X'};
    append(file, static_cast<uint32_t>(content.size()));
    append(file, 20605);
    append(file, 0xFFFF'FFFF);
    file.insert(file.end(), content.begin(), content.end());
    return file;
  }

 private:
  static void append(Bytes& bytes, uint32_t number) {
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<uint8_t>(number >> shift));
  }

  std::map<uint8_t, std::map<std::string, Bytes>> chunks_;
};

}  // namespace jumpscope::tests
