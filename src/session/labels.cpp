#include "src/session/labels.h"

#include <filesystem>

#include "src/base/files.h"
#include "src/base/printable.h"
#include "src/base/text.h"

namespace jumpscope::session {

namespace {

void readLabels(const LabelChoice& choice, trace::Symbols& symbols) {
  for (const std::string& path : choice.files) {
    const std::vector<uint8_t> file = base::readFile(path);
    trace::readSymbols(base::asText(file), base::shownName(path), symbols);
  }
}

}  // namespace

trace::Symbols loadLabels(const LabelChoice& choice, const console::Cartridge& cartridge) {
  trace::Symbols symbols(cartridge.prg.size());
  readLabels(choice, symbols);
  return symbols;
}

trace::Symbols loadLabels(const LabelChoice& choice) {
  trace::Symbols symbols;
  readLabels(choice, symbols);
  return symbols;
}

}  // namespace jumpscope::session
