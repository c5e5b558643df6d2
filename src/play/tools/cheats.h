// Cheats: bytes of RAM that stay, and bytes of the program that read as others.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/play/game.h"

namespace jumpscope::play {

struct Cheat {
  std::string name;
  uint16_t address = 0;
  uint8_t value = 0;
  std::optional<uint8_t> compare;  // only where this is read
  bool on = true;

  bool operator==(const Cheat&) const = default;
};

// "SXIOPO", "ZEXPYGLA" (Game Genie), or raw: "0075:09", "91D9:AD", "94A7?03:02". Throws std::runtime_error.
Cheat parseCheat(std::string_view text);
// As parseCheat() takes it.
std::string rawText(const Cheat& cheat);

// FCEUX's .cht: a line "S91D9:AD:name" a cheat; S: read from the cartridge; C: with a value to compare,
// "SC94A7:02:03:name"; a colon before the address: switched off. Throws std::runtime_error naming the line.
std::vector<Cheat> parseCheats(std::string_view text, const std::string& file_name);
std::string cheatsText(const std::vector<Cheat>& cheats);

// Puts those that are on into effect. `original`: the cartridge as it was inserted. Those of RAM are frozen from the
// next frame on; those of the program change it now.
void applyCheats(Game& game, const std::shared_ptr<const console::Cartridge>& original,
                 const std::vector<Cheat>& cheats, std::vector<Poke> frozen = {});

}  // namespace jumpscope::play
