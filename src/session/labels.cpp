#include "src/session/labels.h"

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/console/console.h"

namespace jumpscope::session {

namespace {

void readLabels(const LabelChoice& choice, trace::Symbols& symbols) {
  for (const std::string& path : choice.files) {
    const std::vector<uint8_t> file = base::readFile(path);
    trace::readSymbols(base::asText(file), base::shownName(path), symbols);
  }
}

// 0 also for a cartridge that cannot run.
unsigned bankSizeOf(const console::Cartridge& cartridge) {
  try {
    return console::Console(std::make_shared<const console::Cartridge>(cartridge), {}).prgBankSize();
  } catch (const std::runtime_error&) {
    return 0;
  }
}

}  // namespace

trace::Symbols loadLabels(const LabelChoice& choice, const console::Cartridge& cartridge) {
  const unsigned bank_size = choice.files.empty() ? 0 : bankSizeOf(cartridge);
  trace::Symbols symbols(cartridge.prg.size(), bank_size);
  readLabels(choice, symbols);
  return symbols;
}

trace::Symbols loadLabels(const LabelChoice& choice, const trace::Header& header) {
  if (!header.banks) return loadLabels(choice);
  trace::Symbols symbols(header.banks->prg_size, header.banks->bank_size);
  readLabels(choice, symbols);
  return symbols;
}

trace::Symbols loadLabels(const LabelChoice& choice) {
  trace::Symbols symbols(trace::Symbols::unknown_size);
  readLabels(choice, symbols);
  return symbols;
}

}  // namespace jumpscope::session
