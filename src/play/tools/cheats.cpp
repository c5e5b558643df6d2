#include "src/play/tools/cheats.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/base/text.h"

namespace jumpscope::play {

namespace {

constexpr uint16_t program = 0x8000;  // from here on a cheat changes what is read

[[noreturn]] void refuse(std::string_view text) {
  throw std::runtime_error(
      base::concat({"'", text,
                    "' is no cheat: expected 6 or 8 letters of a Game Genie (SXIOPO), or "
                    "ADDRESS:VALUE or ADDRESS?COMPARE:VALUE in hexadecimal (0075:09)"}));
}

std::optional<unsigned> hexNumber(std::string_view text, unsigned most) {
  unsigned value = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, 16);
  if (text.empty() || read.ec != std::errc() || read.ptr != end || value > most) return std::nullopt;
  return value;
}

// How the letters are spread over address and data: https://www.nesdev.org/nesgg.txt
std::optional<Cheat> gameGenie(std::string_view text) {
  constexpr std::string_view letters = "APZLGITYEOXUKSVN";
  if (text.size() != 6 && text.size() != 8) return std::nullopt;
  std::array<unsigned, 8> n{};
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t letter = letters.find(static_cast<char>(text[i] & ~0x20));
    if (letter == letters.npos) return std::nullopt;
    n[i] = static_cast<unsigned>(letter);
  }
  // Each byte takes three bits of two letters, the fourth of one of them, and the fourth of another.
  const auto byte = [&](size_t high, size_t low, size_t last) {
    return static_cast<uint8_t>((n[high] & 7) << 4 | (n[low] & 8) << 4 | (n[low] & 7) | (n[last] & 8));
  };
  Cheat cheat;
  cheat.address = static_cast<uint16_t>(program | (n[3] & 7) << 12 | (n[5] & 7) << 8 | (n[4] & 8) << 8 |
                                        (n[2] & 7) << 4 | (n[1] & 8) << 4 | (n[4] & 7) | (n[3] & 8));
  if (text.size() == 8) {
    cheat.value = byte(1, 0, 7);
    cheat.compare = byte(7, 6, 5);
  } else {
    cheat.value = byte(1, 0, 5);
  }
  return cheat;
}

// The PRG-ROM with the bytes changed. A code without a value to compare meets whatever bank is there: all of them.
std::vector<uint8_t> changed(const console::Console& console, std::vector<uint8_t> prg, const Cheat& cheat) {
  const size_t bank = console.prgBankSize() ? console.prgBankSize() : prg.size();
  for (size_t at = cheat.address % bank; at < prg.size(); at += bank)
    if (!cheat.compare || prg[at] == *cheat.compare) prg[at] = cheat.value;
  return prg;
}

}  // namespace

Cheat parseCheat(std::string_view text) {
  if (auto cheat = gameGenie(text)) {
    cheat->name = std::string(text);
    return *cheat;
  }
  const size_t colon = text.find(':'), question = text.find('?');
  if (colon == text.npos || (question != text.npos && question > colon)) refuse(text);
  const auto address = hexNumber(text.substr(0, std::min(question, colon)), 0xFFFF);
  const auto value = hexNumber(text.substr(colon + 1), 0xFF);
  if (!address || !value) refuse(text);
  Cheat cheat{std::string(text), static_cast<uint16_t>(*address), static_cast<uint8_t>(*value), std::nullopt};
  if (question != text.npos) {
    const auto compare = hexNumber(text.substr(question + 1, colon - question - 1), 0xFF);
    if (!compare) refuse(text);
    cheat.compare = static_cast<uint8_t>(*compare);
  }
  return cheat;
}

std::string rawText(const Cheat& cheat) {
  std::string text = base::hex(cheat.address, 4);
  if (cheat.compare) text.append("?").append(base::hex(*cheat.compare, 2));
  return text.append(":").append(base::hex(cheat.value, 2));
}

std::vector<Cheat> parseCheats(std::string_view text, const std::string& file_name) {
  std::vector<Cheat> cheats;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const auto wrong = [&] {
      throw std::runtime_error(
          base::concat({file_name, ", line ", std::to_string(number),
                        ": expected ADDRESS:VALUE:NAME as FCEUX writes it (S91D9:AD:name)"}));
    };
    Cheat cheat;
    if (line.starts_with('S')) line.remove_prefix(1);
    const bool compares = line.starts_with('C');
    if (compares) line.remove_prefix(1);
    cheat.on = !line.starts_with(':');
    if (!cheat.on) line.remove_prefix(1);
    const auto field = [&](unsigned most) {
      const size_t colon = line.find(':');
      if (colon == line.npos) wrong();
      const auto value = hexNumber(line.substr(0, colon), most);
      if (!value) wrong();
      line.remove_prefix(colon + 1);
      return *value;
    };
    cheat.address = static_cast<uint16_t>(field(0xFFFF));
    cheat.value = static_cast<uint8_t>(field(0xFF));
    if (compares) cheat.compare = static_cast<uint8_t>(field(0xFF));
    cheat.name = std::string(line);
    cheats.push_back(cheat);
  }
  return cheats;
}

std::string cheatsText(const std::vector<Cheat>& cheats) {
  std::string text;
  for (const Cheat& cheat : cheats) {
    text.append(cheat.address >= program ? "S" : "").append(cheat.compare ? "C" : "");
    text.append(cheat.on ? "" : ":").append(base::hex(cheat.address, 4));
    text.append(":").append(base::hex(cheat.value, 2));
    if (cheat.compare) text.append(":").append(base::hex(*cheat.compare, 2));
    text.append(":").append(cheat.name).append("\n");
  }
  return text;
}

void applyCheats(Game& game, const std::shared_ptr<const console::Cartridge>& original,
                 const std::vector<Cheat>& cheats, std::vector<Poke> frozen) {
  original->prgChrSha1();  // copies share what the cartridge is known by, so that it is found before
  std::vector<uint8_t> prg = original->prg;
  for (const Cheat& cheat : cheats) {
    if (!cheat.on) continue;
    if (cheat.address >= program)
      prg = changed(game.console(), std::move(prg), cheat);
    else
      frozen.push_back({0, std::nullopt, cheat.address, cheat.value});
  }
  game.freeze(std::move(frozen));
  if (prg == game.cartridge()->prg) return;
  if (prg == original->prg) return game.changeProgram(original);
  auto cartridge = std::make_shared<console::Cartridge>(*original);
  cartridge->prg = std::move(prg);
  game.changeProgram(cartridge);
}

}  // namespace jumpscope::play
