#include "src/cli/program.h"

#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>

#include "src/base/interrupt.h"
#include "src/base/terminal.h"

namespace jumpscope::cli {

int runProgram(const std::vector<Command>& commands, int argc, char** argv) {
  constexpr int could_not_be_done = 2;
  try {
    base::catchInterrupts();
    const int status = runCommandLine(commands, argc, argv);
    std::cout.flush();
    if (!std::cout) throw std::runtime_error("writing to standard output failed; is the disk full?");
    return status;
  } catch (const base::Interrupted&) {
    std::cerr << "jumpscope: interrupted\n";
    return base::interrupted_status;
  } catch (const std::bad_alloc&) {
    std::cerr << base::painted("jumpscope:", base::Paint::Error)
              << " out of memory; try fewer frames or watches\n";
    return could_not_be_done;
  } catch (const std::exception& error) {
    std::cerr << base::painted("jumpscope:", base::Paint::Error) << " " << error.what() << "\n";
    return could_not_be_done;
  }
}

}  // namespace jumpscope::cli
