// Programs of small cartridges as text: 6502 assembly, statements separated by lines or by |.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jumpscope::tests {

// The code of a program that lies from $8000 on, with its vectors "reset" and "nmi" at the end of 32 KiB. Known are labels,
// NAME = EXPRESSION, .byte, .word, and expressions of numbers, names, + and -, with < or > before them for a byte of them.
// Throws std::runtime_error with the statement that it does not know.
std::vector<uint8_t> assembled(const std::string& text);

}  // namespace jumpscope::tests
