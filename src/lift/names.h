// What lifted code calls bytes, tables and subroutines.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "src/trace/profile.h"
#include "src/trace/symbols.h"

namespace jumpscope::lift {

// One line of a comment, which no backslash at its end continues.
std::string commentText(std::string text);

class Names {
 public:
  // Names of the profile come before labels.
  Names(const trace::Profile* profile, const trace::Symbols& symbols);

  // A byte of RAM: "y_position"; "" without a name.
  std::string ram(uint16_t address) const;
  bool isSigned(uint16_t address) const { return signed_.contains(address); }
  // What the byte means, where the profile says so.
  std::string meaning(uint16_t address) const;
  // "player_frame", or "sub_8210" without a label.
  std::string function(uint16_t address);
  std::string table(uint16_t address);

 private:
  std::string code(std::map<uint16_t, std::string>& names, uint16_t address, const std::string& otherwise);
  std::string unique(std::string name, uint16_t address);

  const trace::Symbols& symbols_;
  std::map<uint16_t, std::string> ram_, functions_, tables_, meanings_;
  std::set<uint16_t> signed_;
  std::set<std::string> taken_;
};

}  // namespace jumpscope::lift
