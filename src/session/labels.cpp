#include "src/session/labels.h"

#include <filesystem>

#include "src/base/files.h"
#include "src/base/text.h"

namespace jumpscope::session {

namespace {

trace::Symbols readAll(const LabelChoice& choice, trace::Symbols symbols) {
  for (const std::string& path : choice.files) {
    const std::vector<uint8_t> file = base::readFile(path);
    trace::readSymbols(base::asText(file), std::filesystem::path(path).filename().string(), symbols);
  }
  return symbols;
}

}  // namespace

trace::Symbols loadLabels(const LabelChoice& choice) { return readAll(choice, trace::Symbols()); }

trace::Symbols loadLabels(const LabelChoice& choice, const console::Cartridge& cartridge) {
  return readAll(choice, trace::Symbols(cartridge.prg.size()));
}

}  // namespace jumpscope::session
