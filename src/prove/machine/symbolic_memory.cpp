#include "src/prove/machine/symbolic_memory.h"

#include <algorithm>

namespace jumpscope::prove {
namespace {

bool before(const SymbolicMemory::Byte& byte, uint16_t address) { return byte.address < address; }

constexpr size_t few = 8;

}  // namespace

// What `value` has become by the wide stores from `since` on.
Term SymbolicMemory::through(Terms& terms, Term address, Term value, size_t since) const {
  for (size_t i = since; i < wide_.size(); ++i) {
    if (terms.highest(address) < wide_[i].lowest || terms.lowest(address) > wide_[i].highest) continue;
    const Term hit = terms.conjunction(wide_[i].condition, terms.equal(wide_[i].address, address));
    value = terms.ite(hit, wide_[i].value, value);
  }
  return value;
}

Term SymbolicMemory::read(Terms& terms, uint16_t address) const {
  const auto found = std::lower_bound(bytes_.begin(), bytes_.end(), address, before);
  const bool written = found != bytes_.end() && found->address == address;
  if (written && found->since == wide_.size()) return found->value;
  const Term value = written ? found->value : terms.initial(address);
  return through(terms, terms.constant(16, address), value, written ? found->since : 0);
}

void SymbolicMemory::write(uint16_t address, Term value) {
  const auto found = std::lower_bound(bytes_.begin(), bytes_.end(), address, before);
  const Byte byte{address, static_cast<uint32_t>(wide_.size()), value};
  if (found != bytes_.end() && found->address == address)
    *found = byte;
  else
    bytes_.insert(found, byte);
}

Term SymbolicMemory::read(Terms& terms, Term address, const std::vector<uint16_t>* among) const {
  const auto chosen = [&](Term value, uint16_t at) {
    return terms.ite(terms.equal(address, terms.constant(16, at)), read(terms, at), value);
  };
  if (among != nullptr && among->size() <= few) {
    Term value = read(terms, among->back());
    for (size_t i = among->size() - 1; i-- > 0;) value = chosen(value, (*among)[i]);
    return value;
  }
  Term value = through(terms, address, terms.initial(address), 0);
  for (const Byte& byte : bytes_)
    if (among == nullptr || std::binary_search(among->begin(), among->end(), byte.address))
      value = chosen(value, byte.address);
  return value;
}

// Stores that only one side has are kept under the condition of that side.
void SymbolicMemory::mergeStores(Terms& terms, Term condition, const SymbolicMemory& other) {
  size_t common = 0;
  while (common < wide_.size() && common < other.wide_.size() && wide_[common] == other.wide_[common])
    ++common;
  for (size_t i = common; i < wide_.size(); ++i)
    wide_[i].condition = terms.conjunction(condition, wide_[i].condition);
  for (size_t i = common; i < other.wide_.size(); ++i) {
    const WideStore& store = other.wide_[i];
    wide_.push_back({terms.conjunction(terms.negation(condition), store.condition), store.address,
                     store.value, store.lowest, store.highest});
  }
}

void SymbolicMemory::merge(Terms& terms, Term condition, const SymbolicMemory& other) {
  const bool same_stores = wide_ == other.wide_;
  std::vector<Byte> merged;
  SymbolicMemory stores;
  stores.wide_ = wide_;
  stores.mergeStores(terms, condition, other);
  const uint32_t now = static_cast<uint32_t>(stores.wide_.size());
  auto mine = bytes_.begin();
  auto theirs = other.bytes_.begin();
  while (mine != bytes_.end() || theirs != other.bytes_.end()) {
    const bool has_mine =
        mine != bytes_.end() && (theirs == other.bytes_.end() || mine->address <= theirs->address);
    const bool has_theirs =
        theirs != other.bytes_.end() && (mine == bytes_.end() || theirs->address <= mine->address);
    if (same_stores && has_mine && has_theirs && mine->value == theirs->value &&
        mine->since == theirs->since) {
      merged.push_back(*mine);
    } else {
      const uint16_t address = has_mine ? mine->address : theirs->address;
      merged.push_back(
          {address, now, terms.ite(condition, read(terms, address), other.read(terms, address))});
    }
    mine += has_mine;
    theirs += has_theirs;
  }
  bytes_ = std::move(merged);
  wide_ = std::move(stores.wide_);
}

}  // namespace jumpscope::prove
