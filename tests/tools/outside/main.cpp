// Prints a cartridge's hash and an instruction: uses libraries of jumpscope that link libraries of the
// system.
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "cpu6502/disassemble.h"
#include "mappers/cartridge.h"
#include "src/base/hash.h"

int main(int, char** arguments) {
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<uint8_t> bytes(std::istreambuf_iterator<char>(file), {});
  const auto cartridge = jumpscope::mappers::parseCartridge(bytes, arguments[1]);
  const std::array<uint8_t, 3> instruction{0xA9, 0x10, 0x00};
  std::printf("%s %s\n", jumpscope::base::sha1Hex(cartridge.prg, cartridge.chr).c_str(),
              jumpscope::cpu6502::disassemble(0x8000, instruction).c_str());
}
