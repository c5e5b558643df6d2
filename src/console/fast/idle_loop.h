// Which instructions an idle loop may consist of. Private to src/console.
#pragma once

#include <cstdint>

namespace jumpscope::console::fast {

// An instruction that, executed again with the same memory, leaves everything as the first time left it; nor
// does it hand a value from one register to another. A loop of such instructions is in its final state after
// one turn. It accesses no memory but a fixed address, which it only reads.
bool isRepeatable(uint8_t opcode);

}  // namespace jumpscope::console::fast
