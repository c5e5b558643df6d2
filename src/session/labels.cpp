#include "src/session/labels.h"

#include <filesystem>

#include "src/base/files.h"
#include "src/base/text.h"

namespace jumpscope::session {

trace::Symbols loadLabels(const LabelChoice& choice, const console::Cartridge& cartridge) {
  trace::Symbols symbols(cartridge.prg.size());
  for (const std::string& path : choice.files) {
    const std::vector<uint8_t> file = base::readFile(path);
    trace::readSymbols(base::asText(file), std::filesystem::path(path).filename().string(), symbols);
  }
  return symbols;
}

}  // namespace jumpscope::session
