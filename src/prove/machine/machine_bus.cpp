#include "src/prove/machine/machine_bus.h"

#include <algorithm>
#include <set>

namespace jumpscope::prove {
namespace {

constexpr size_t most_addresses = 512;  // of an access that is not taken to go anywhere
constexpr size_t most_spread = 64;      // of a store that changes each byte that it may reach
constexpr size_t most_targets = 256;
constexpr size_t few_bytes = 4;  // of ROM, which are chosen one by one
constexpr size_t longest_table = 1024;

}  // namespace

// Addresses by what answers there, in ascending order and without gaps.
std::vector<MachineBus::Region> MachineBus::regions() const {
  std::vector<Region> all{console_ram, {0x2000, code_.work_ram ? 0x6000u : 0x8000u, Kind::Registers}};
  if (code_.work_ram) all.push_back(work_ram);
  for (size_t page = 0; page < code_.rom_pages.size(); ++page) {
    const auto first = static_cast<uint32_t>(0x8000 + 0x100 * page);
    const Kind kind = code_.rom_pages[page] ? Kind::Rom : Kind::Registers;
    if (all.back().kind == kind)
      all.back().end = first + 0x100;
    else
      all.push_back({first, first + 0x100, kind});
  }
  return all;
}

MachineBus::Addresses MachineBus::within(const Addresses& among, Region region) {
  Addresses found;
  for (const uint16_t address : among)
    if (address >= region.first && address < region.end) found.push_back(canonical(address));
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::optional<MachineBus::Addresses> MachineBus::addresses(Term address) {
  const std::optional<ValueSets::Set> set =
      ValueSets(terms_, facts_, path_->domains, most_addresses).of(address);
  if (!set) return std::nullopt;
  return Addresses(set->begin(), set->end());
}

// That an address lies in the region, as a condition.
Term MachineBus::inside(Region region, Term address) {
  Term result = terms_.yes();
  if (region.first != 0)
    result = terms_.negation(terms_.binary(Op::Ult, address, terms_.constant(16, region.first)));
  if (region.end < 0x10000)
    result = terms_.conjunction(result, terms_.binary(Op::Ult, address, terms_.constant(16, region.end)));
  return result;
}

Term MachineBus::canonical(Region region, Term address) {
  if (region.first != 0 || terms_.highest(address) < 0x0800) return address;
  return terms_.binary(Op::And, address, terms_.constant(16, 0x07FF));
}

Term MachineBus::chip(uint32_t address) {
  const std::pair<uint64_t, uint32_t> key{path_->chip_reads++, address};
  Term& value = execution_.chip_reads[key];
  if (value) return value;
  if (options_.inputs != nullptr)
    if (const auto known = options_.inputs->chip_reads.find(key); known != options_.inputs->chip_reads.end())
      return value = known->second;
  return value = terms_.variable(8, "read " + std::to_string(key.first + 1) + " of a register");
}

Term MachineBus::readAt(uint16_t address) {
  if (address < 0x2000) return path_->memory.read(terms_, address & 0x07FF);
  if (address >= 0x8000)
    return code_.romAt(address) ? terms_.constant(8, code_.rom[address & 0x7FFF]) : chip(address);
  if (address >= 0x6000 && code_.work_ram) return path_->memory.read(terms_, address);
  return chip(address);
}

MachineBus::Byte MachineBus::read(const Word& address, cpu6502::Access) {
  return Byte::of(address.isConcrete() ? readAt(address.concrete()) : readSomewhere(address.term()));
}

Term MachineBus::readSomewhere(Term address) {
  const std::optional<Addresses> among = addresses(address);
  Term value;
  const std::vector<Region> all = regions();
  for (auto region = all.rbegin(); region != all.rend(); ++region) {
    Addresses here;
    if (among) {
      here = within(*among, *region);
      if (here.empty()) continue;
    }
    const Term part = readRegion(*region, address, among ? &here : nullptr);
    value = value ? terms_.ite(terms_.binary(Op::Ult, address, terms_.constant(16, region->end)), part, value)
                  : part;
  }
  return value;
}

Term MachineBus::readRegion(Region region, Term address, const Addresses* among) {
  if (region.kind == Kind::Rom) return readRom(region, address, among);
  if (region.kind == Kind::Registers) return chip(Execution::any_address);
  return path_->memory.read(terms_, canonical(region, address), among);
}

Term MachineBus::readRom(Region region, Term address, const Addresses* among) {
  const auto rom = [&](uint16_t at) { return code_.rom[at & 0x7FFF]; };
  if (among != nullptr && among->size() <= few_bytes) {
    Term value = terms_.constant(8, rom(among->back()));
    for (size_t i = among->size() - 1; i-- > 0;)
      value = terms_.ite(terms_.equal(address, terms_.constant(16, (*among)[i])),
                         terms_.constant(8, rom((*among)[i])), value);
    return value;
  }
  uint32_t first = region.first, end = region.end;
  if (among != nullptr && among->back() < among->front() + longest_table) {
    first = among->front();
    end = among->back() + 1u;
  }
  std::vector<uint8_t> contents;
  for (uint32_t at = first; at < end; ++at) contents.push_back(rom(static_cast<uint16_t>(at)));
  const uint64_t number = terms_.addTable(std::move(contents));
  return terms_.table(number, terms_.binary(Op::Sub, address, terms_.constant(16, first)));
}

// Boards have registers wherever neither the console nor RAM answers.
void MachineBus::changeBank(uint32_t lowest_address, uint32_t highest_address) const {
  constexpr uint32_t cartridge = 0x4020, ram = 0x6000, rom = 0x8000;
  const bool reaches = highest_address >= rom ||
                       (highest_address >= cartridge && lowest_address < (code_.work_ram ? ram : rom));
  if (code_.board_registers && reaches)
    throw Refused("writes to a register of the board, which may switch banks");
}

void MachineBus::writeAt(uint16_t address, Term value) {
  changeBank(address, address);
  if (address < 0x2000)
    path_->memory.write(address & 0x07FF, value);
  else if (address >= 0x6000 && address < 0x8000 && code_.work_ram)
    path_->memory.write(address, value);
  else if (address < 0x8000)
    ++execution_.chip_writes;
}

void MachineBus::write(const Word& address, const Byte& value, cpu6502::Access) {
  if (address.isConcrete())
    writeAt(address.concrete(), value.term());
  else
    writeSomewhere(address.term(), value.term());
}

void MachineBus::writeSomewhere(Term address, Term value) {
  const std::optional<Addresses> among = addresses(address);
  changeBank(among ? among->front() : 0, among ? among->back() : terms_.highest(address));
  const Addresses spared = sparedBytes(address, among);
  if (!spared.empty()) spare(address, among, spared);
  for (const Region region : regions()) {
    if (region.kind != Kind::Ram) continue;
    if (among && within(*among, region).empty()) continue;
    if (among && among->size() <= most_spread)
      storeAmong(region, address, within(*among, region), value);
    else
      storeAnywhere(region, address, among ? within(*among, region) : Addresses{}, value, spared);
  }
}

// True if an unknown index comes from surroundings of which nobody says how far it goes.
bool MachineBus::dependsOnSurroundings(Term address) const {
  bool unnamed = false;
  eachPart(terms_, {&address, 1}, [&](Term part) {
    const Node& node = terms_.node(part);
    unnamed |= node.op == Op::Variable;
    if (node.op == Op::Initial)
      unnamed |= !terms_.isConstant(node.a) || std::find(options_.state.begin(), options_.state.end(),
                                                         terms_.node(node.a).value) == options_.state.end();
  });
  return unnamed;
}

// What the instruction's store is assumed not to reach, with the live part of the stack; empty: nothing is assumed.
MachineBus::Addresses MachineBus::sparedBytes(Term address, const std::optional<Addresses>& among) const {
  if (!options_.spares || (among && among->size() <= most_spread)) return {};
  Addresses bytes = options_.spares(pc_);
  if (bytes.empty() || !dependsOnSurroundings(address)) return {};
  for (int s = path_->s + 1; path_->s >= 0 && s <= std::min(entered_ + 2, 0xFF); ++s)
    bytes.push_back(static_cast<uint16_t>(0x0100 + s));
  std::sort(bytes.begin(), bytes.end());
  return bytes;
}

void MachineBus::storeAmong(Region region, Term address, const Addresses& among, Term value) {
  const Term inner = canonical(region, address);
  const bool mirrored = inner != address;
  for (const uint16_t at : among) {
    Term hit = terms_.equal(inner, terms_.constant(16, at));
    if (mirrored) hit = terms_.conjunction(inside(region, address), hit);
    path_->memory.write(at, terms_.ite(hit, value, path_->memory.read(terms_, at)));
  }
}

// `among`: the addresses that it can be, or none where that is not known. Bytes that are spared get what they have again,
// after the store.
void MachineBus::storeAnywhere(Region region, Term address, const Addresses& among, Term value,
                               const Addresses& spared) {
  std::vector<std::pair<uint16_t, Term>> untouched;
  const auto keep = [&](uint16_t at) {
    if (at >= region.first && at < region.end) untouched.emplace_back(at, path_->memory.read(terms_, at));
  };
  for (const uint16_t at : spared) keep(at);
  SymbolicMemory::WideStore store{inside(region, address), canonical(region, address), value};
  if (!among.empty()) {
    store.lowest = among.front();
    store.highest = among.back();
  }
  path_->memory.write(store);
  for (const auto& [at, byte] : untouched) path_->memory.write(at, byte);
}

// Assumes that the store does not reach what it is to spare.
void MachineBus::spare(Term address, const std::optional<Addresses>& among, const Addresses& spared) {
  size_t bytes = 0;
  const auto exclude = [&](uint16_t at) {
    const Region region = at < 0x2000 ? console_ram : work_ram;
    if (among) {
      const Addresses here = within(*among, region);
      if (!std::binary_search(here.begin(), here.end(), at)) return;
    }
    const Term hit = terms_.conjunction(inside(region, address),
                                        terms_.equal(canonical(region, address), terms_.constant(16, at)));
    path_->assumed = terms_.conjunction(path_->assumed, terms_.negation(hit));
    ++bytes;
  };
  for (const uint16_t at : spared) exclude(at);
  if (bytes == 0) return;
  const SparedBytes noted{pc_, bytes};
  if (std::find(path_->spared.begin(), path_->spared.end(), noted) == path_->spared.end())
    path_->spared.push_back(noted);
}

uint8_t MachineBus::opcode(const Byte& value) {
  if (value.isConcrete()) return value.concrete();
  throw Refused("is not known: it lies in RAM, and the routine has not written it");
}

uint16_t MachineBus::target(const Word& address) {
  if (address.isConcrete()) return address.concrete();
  if (unknown_target_) {
    target_ = address.term();
    return *unknown_target_;
  }
  const Term term = address.term();
  const std::optional<ValueSets::Set> set = ValueSets(terms_, facts_, path_->domains, most_targets).of(term);
  if (!set) throw Refused("jumps to an address that is computed from unknown bytes");
  for (size_t i = 0; i + 1 < set->size(); ++i)
    if (Symbolic<bool>::of(terms_.equal(term, terms_.constant(16, (*set)[i]))))
      return static_cast<uint16_t>((*set)[i]);
  return static_cast<uint16_t>(set->back());
}

}  // namespace jumpscope::prove
