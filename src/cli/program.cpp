#include "src/cli/program.h"

#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/interrupt.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/base/terminal.h"

namespace jumpscope::cli {

int runProgram(std::vector<Command> (*commands)(char** argv), int argc, char** argv) {
  constexpr int could_not_be_done = 2;
  try {
    base::keepStandardDescriptors();
    base::catchInterrupts();
    const int status = runCommandLine(commands(argv), argc, argv);
    std::cout.flush();
    if (!std::cout) base::throwOutputFailed();
    return status;
  } catch (const base::PipeClosed&) {
    constexpr int pipe_closed = 141;  // as shells report SIGPIPE
    return pipe_closed;
  } catch (const std::bad_alloc&) {
    std::cerr << "jumpscope: out of memory; try fewer frames or watches\n";
    return could_not_be_done;
  } catch (const std::filesystem::filesystem_error& error) {
    std::cerr << base::painted("jumpscope:", base::Paint::Error) + " cannot use " +
                     base::printable(error.path1().string()) + ": " +
                     base::printable(error.code().message()) + "\n";
    return could_not_be_done;
  } catch (const std::exception& error) {
    std::cerr << base::painted("jumpscope:", base::Paint::Error) + " " + base::printable(error.what()) + "\n";
    return could_not_be_done;
  }
}

}  // namespace jumpscope::cli
