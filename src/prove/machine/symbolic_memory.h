// RAM as a path through a routine has changed it: $0000-$07FF and $6000-$7FFF, over what was there at the entry.
#pragma once

#include <cstdint>
#include <vector>

#include "src/prove/terms/term.h"

namespace jumpscope::prove {

class SymbolicMemory {
 public:
  struct Byte {
    uint16_t address = 0;
    uint32_t since = 0;  // stores in wideStores() that it has behind it
    Term value;
  };
  // A store to an address that could be any: later reads look through it.
  struct WideStore {
    Term condition;  // whether it goes to RAM at all
    Term address;
    Term value;
    uint16_t lowest = 0, highest = 0xFFFF;  // bounds of the address
    bool operator==(const WideStore&) const = default;
  };

  // Addresses are those of RAM itself, not of its mirrors.
  Term read(Terms& terms, uint16_t address) const;
  void write(uint16_t address, Term value);
  void write(const WideStore& store) { wide_.push_back(store); }
  // The byte at an address that is one of `among` (ascending), or any (nullptr).
  Term read(Terms& terms, Term address, const std::vector<uint16_t>* among) const;

  // The bytes written one by one, by address. Their values: read().
  const std::vector<Byte>& written() const { return bytes_; }
  const std::vector<WideStore>& wideStores() const { return wide_; }

  // Where `condition` holds this memory, else the other one.
  void merge(Terms& terms, Term condition, const SymbolicMemory& other);

 private:
  void mergeStores(Terms& terms, Term condition, const SymbolicMemory& other);
  Term through(Terms& terms, Term address, Term value, size_t since) const;

  std::vector<Byte> bytes_;
  std::vector<WideStore> wide_;
};

}  // namespace jumpscope::prove
