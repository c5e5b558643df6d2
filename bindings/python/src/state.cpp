#include <stdexcept>

#include "bind.h"

namespace jumpscope::python {

Hold::Hold(PyConsole& console) : console_(console) {
  if (console_.busy.exchange(true, std::memory_order_acquire))
    throw std::runtime_error("another thread is running this console; give each thread a copy() of its own");
}

PyState::PyState(State state, const Cartridge& cartridge, const Options& options)
    : state_(std::move(state)), cartridge_(cartridge), options_(options) {}

const std::string& PyState::file() const {
  if (file_.empty()) {
    Console console(*cartridge_, options_);
    console.restore(*state_);
    const std::vector<uint8_t> bytes = console.saveState();
    file_.assign(bytes.begin(), bytes.end());
  }
  return file_;
}

bool PyState::operator==(const PyState& other) const {
  if (state_ && other.state_) return *state_ == *other.state_;
  return file() == other.file();
}

std::string PyState::firstDifference(const PyState& other) const {
  if (*this == other) return "";
  if (state_ && other.state_) return state_->firstDifference(*other.state_);
  throw std::runtime_error(
      "a state that was read from a file has no fields to compare before a console has taken it; restore() "
      "it and "
      "compare with state()");
}

void PyState::restoreTo(Console& console) const {
  if (state_) return console.restore(*state_);
  console.loadState({reinterpret_cast<const uint8_t*>(file_.data()), file_.size()});
}

}  // namespace jumpscope::python
