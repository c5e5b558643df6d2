// Labels and comments of the cartridge in the `play` window.
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "src/base/concat.h"
#include "src/base/output.h"
#include "src/base/text.h"
#include "src/gui/play_window.h"
#include "src/play/remember.h"

namespace jumpscope::gui {

using Memory = play::LabelPlace::Memory;

void takeLabels(PlayState& player, play::LabelFile labels) {
  player.labels = std::move(labels);
  const auto lost = player.game->setSymbols(
      play::allLabels(player.labels, player.given_labels.get(), player.game->console()));
  if (!lost.empty()) player.say("removed together with its label: breakpoint " + lost.front());
}

bool changeLabel(PlayState& player, const play::Label& label) {
  return tryTo(player, [&] {
    takeLabels(player, play::changeLabel(player.label_file, player.game->cartridge()->prg.size(), label));
  });
}

bool openLabels(PlayState& player, const std::string& path) {
  return tryTo(player, [&] {
    const std::filesystem::path file = std::filesystem::absolute(path).lexically_normal();
    if (!std::filesystem::exists(file)) throw std::runtime_error(file.string() + " is not there");
    play::LabelFile labels = play::readLabels(file, player.game->cartridge()->prg.size());
    player.label_file = file;
    player.labels_opened = true;
    std::string words = base::concat({base::counted(labels.labels().size(), "label"), " of ", file.string()});
    if (labels.strangeLines())
      words += base::concat(
          {"; ", base::counted(labels.strangeLines(), "line"), " of another kind stay as they are"});
    player.say(words);
    takeLabels(player, std::move(labels));
  });
}

void goTo(PlayState& player, const play::LabelPlace& place) {
  constexpr size_t cpu_bus = 0, prg_rom = 1;
  const auto address = play::addressNow(player.game->console(), place);
  if (place.memory == Memory::Program && address)
    player.show_code = *address;
  else if (place.memory == Memory::Program)
    player.show_memory = {prg_rom, place.offset};
  else
    player.show_memory = {cpu_bus, *address};
}

play::LabelPlace labelHere(const PlayState& player) {
  const console::Console& console = player.game->console();
  return play::labelPlace(console, console.cpu().pc);
}

// What is wrong with a file that nobody named is said; the cartridge has no labels then, and the file stays as it is.
void PlayWindow::setUpLabels() {
  const console::Cartridge& cartridge = *player_.game->cartridge();
  const std::string sha1 = cartridge.prgChrSha1();
  const std::string opened = play::remembered(player_.settings, sha1).labels;
  const std::filesystem::path own = player_.files.empty() ? "" : player_.files / "labels";
  player_.label_file = play::labelFileOf(opened, rom_path_, own, sha1);
  player_.labels_opened = !opened.empty() && player_.label_file == opened;
  play::LabelFile labels;
  try {
    if (!player_.label_file.empty()) labels = play::readLabels(player_.label_file, cartridge.prg.size());
    if (!opened.empty() && !player_.labels_opened)
      player_.sayToo("the labels in " + opened + " are not there any more");
  } catch (const std::runtime_error& error) {
    const std::string words = base::concat({"there are no labels: ", error.what()});
    player_.sayToo(words);
    base::say("jumpscope: " + words);
  }
  takeLabels(player_, std::move(labels));
}

}  // namespace jumpscope::gui
