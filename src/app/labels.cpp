#include "src/app/labels.h"

#include <filesystem>

#include "src/trace/files.h"

namespace jumpscope::app {

void declareLabels(Arguments& arguments, LabelChoice& choice) {
  arguments.repeated("--symbols", choice.files, "FILE",
                     "labels: .nl (FCEUX), .mlb (Mesen), .dbg (cc65) or .labels (VICE); repeatable");
}

trace::Symbols loadLabels(const LabelChoice& choice, const mappers::Cartridge& cartridge) {
  trace::Symbols symbols(cartridge.prg.size());
  for (const std::string& path : choice.files) {
    const std::vector<uint8_t> file = trace::readFile(path);
    trace::readSymbols({reinterpret_cast<const char*>(file.data()), file.size()},
                       std::filesystem::path(path).filename().string(), symbols);
  }
  return symbols;
}

}  // namespace jumpscope::app
