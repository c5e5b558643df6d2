// Prints a cartridge's hash, the size of a state and a traced value: uses the public library.
#include <cstdio>

#include "jumpscope/trace.h"

int main(int, char** arguments) {
  const auto cartridge = jumpscope::Cartridge::open(arguments[1]);
  jumpscope::Console console(cartridge);
  console.runFrames(30);
  const auto trace = jumpscope::record(cartridge, {}, jumpscope::Profile::watches({"y=$00CE"}), 30);
  std::printf("%s %s %d\n", cartridge.prgChrSha1().c_str(),
              console.saveState().empty() ? "no state" : "state",
              static_cast<int>(trace.values(29)[0]) - console.ram()[0xCE]);
}
