// Patches of the bundled cartridge that differ from it in rare states only, or in ways that values do not show.
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <utility>

#include "src/prove/proof/claim.h"
#include "src/prove/proof/report.h"
#include "src/session/session.h"
#include "tests/support/jumplab.h"

namespace jumpscope::prove {
namespace {

constexpr uint16_t routine_address = 0x8210, wrapper = 0xA000, copy = 0xA100;

void put(console::Cartridge& cartridge, uint16_t address, const std::vector<uint8_t>& code) {
  std::copy(code.begin(), code.end(), cartridge.prg.begin() + (address & 0x7FFF));
}

struct Verdict {
  bool differs = false, confirmed = false, proved = false, open = false;
  std::string summary, assumptions;
};

// The routine with this code behind it, which runs before it returns.
std::shared_ptr<const console::Cartridge> cartridgeWith(std::vector<uint8_t> code) {
  console::Cartridge cartridge = *tests::jumplabCartridge();
  put(cartridge, routine_address, {0x4C, 0x00, 0xA0});         // JMP wrapper
  put(cartridge, copy, {0xAD, 0x82, 0x07, 0x4C, 0x13, 0x82});  // what the JMP has replaced, and on
  code.insert(code.begin(), {0x20, 0x00, 0xA1});               // JSR copy
  code.push_back(0x60);
  put(cartridge, wrapper, code);
  return std::make_shared<const console::Cartridge>(std::move(cartridge));
}

ClaimOptions claimOf(const std::vector<uint8_t>& code) {
  ClaimOptions options;
  options.cartridge = cartridgeWith(code);
  options.profile = trace::builtinProfile("smb");
  options.routine = routine_address;
  return options;
}

Verdict verdictOf(const ClaimOptions& options) {
  const Claim claim(options);
  const Proof proof = claim.prove();
  Verdict verdict;
  verdict.differs = proof.verdict == prove::Verdict::Differs;
  verdict.proved = proof.verdict == prove::Verdict::Proved;
  verdict.open = proof.verdict == prove::Verdict::Open;
  verdict.summary = proofSummary(claim, proof);
  if (proof.counterexample) verdict.confirmed = proof.counterexample->confirmed;
  for (const Assumption& assumption : proof.assumptions)
    verdict.assumptions += assumption.text + " (" + std::to_string(assumption.held) + " of " +
                           std::to_string(assumption.frames) + ")\n";
  return verdict;
}

Verdict verdictWith(const std::vector<uint8_t>& code) { return verdictOf(claimOf(code)); }

void expectRefuted(const std::vector<uint8_t>& code) {
  const Verdict verdict = verdictWith(code);
  EXPECT_TRUE(verdict.differs && verdict.confirmed) << verdict.summary;
}

TEST(ProveAttacks, AStoreThatOnlyOneStateMakesIsRefuted) {
  // LDA $0782; CMP #$37; BNE end; LDX #$16; LDA #$55; STA $0400,X
  expectRefuted({0xAD, 0x82, 0x07, 0xC9, 0x37, 0xD0, 0x07, 0xA2, 0x16, 0xA9, 0x55, 0x9D, 0x00, 0x04});
  // LDX $0782; CPX #$9F; BNE end; INC $00,X
  expectRefuted({0xAE, 0x82, 0x07, 0xE0, 0x9F, 0xD0, 0x02, 0xF6, 0x00});
}

TEST(ProveAttacks, ABranchOnMemoryThatNobodyHasNamedIsRefuted) {
  // LDA $0555; CMP #$77; BNE end; LDA $0556; CMP #$12; BNE end; INC $9F
  expectRefuted(
      {0xAD, 0x55, 0x05, 0xC9, 0x77, 0xD0, 0x09, 0xAD, 0x56, 0x05, 0xC9, 0x12, 0xD0, 0x02, 0xE6, 0x9F});
}

TEST(ProveAttacks, ARoutineThatLeavesItsCallerIsRefuted) {
  // LDA $0555; CMP #$37; BNE end; PLA; PLA; RTS
  expectRefuted({0xAD, 0x55, 0x05, 0xC9, 0x37, 0xD0, 0x03, 0x68, 0x68, 0x60});
  // The same with LDA #$FF; PHA; PHA before the RTS
  expectRefuted({0xAD, 0x55, 0x05, 0xC9, 0x37, 0xD0, 0x07, 0x68, 0x68, 0xA9, 0xFF, 0x48, 0x48, 0x60});
}

TEST(ProveAttacks, WhatTheControllerAnswersInTheEmulatorIsRefuted) {
  // LDA $4016; AND #$01; BEQ end; INC $9F
  expectRefuted({0xAD, 0x16, 0x40, 0x29, 0x01, 0xF0, 0x02, 0xE6, 0x9F});
}

// LDA $0555; CMP #$77; BNE end: no traced frame goes on.
std::vector<uint8_t> rarely(const std::vector<uint8_t>& code) {
  std::vector<uint8_t> all{0xAD, 0x55, 0x05, 0xC9, 0x77, 0xD0, static_cast<uint8_t>(code.size())};
  all.insert(all.end(), code.begin(), code.end());
  return all;
}

TEST(ProveAttacks, IndexedStoresThatNoTracedFrameExecutesAreAnAssumption) {
  // LDX $0556; LDY $0557; STA $0378,X; STA $0680,Y; INC $0400,X; STA $20,X; STA ($40),Y; STA ($42,X)
  const Verdict verdict =
      verdictWith(rarely({0xAE, 0x56, 0x05, 0xAC, 0x57, 0x05, 0x9D, 0x78, 0x03, 0x99, 0x80,
                          0x06, 0xFE, 0x00, 0x04, 0x95, 0x20, 0x91, 0x40, 0x81, 0x42}));
  EXPECT_TRUE(verdict.proved) << verdict.summary;
  EXPECT_NE(
      verdict.assumptions.find(
          "the indexed stores at $A010, $A013, $A016, $A019, $A01B, $A01D, which no traced frame executes, "
          "reach none of the compared bytes, none that decide them, and not the stack (0 of 0)"),
      std::string::npos)
      << verdict.assumptions;
}

TEST(ProveAttacks, AnIndexedStoreThatNamesAComparedByteOrIsConfinedToOneIsRefuted) {
  // LDX $0556; STA $9F,X
  expectRefuted(rarely({0xAE, 0x56, 0x05, 0x95, 0x9F}));
  // LDA $0556; AND #$1F; TAX; LDA #$55; STA $0400,X
  expectRefuted(rarely({0xAD, 0x56, 0x05, 0x29, 0x1F, 0xAA, 0xA9, 0x55, 0x9D, 0x00, 0x04}));
}

TEST(ProveAttacks, AStoreThatWasSeenToWriteTheStackIsNotAssumedToSpareIt) {
  // LDX $0556; BEQ over; LDA $0101,X; EOR $0557; STA $0101,X; over: TSX; STX $0556
  const Verdict verdict = verdictWith({0xAE, 0x56, 0x05, 0xF0, 0x09, 0xBD, 0x01, 0x01, 0x4D, 0x57, 0x05, 0x9D,
                                       0x01, 0x01, 0xBA, 0x8E, 0x56, 0x05});
  EXPECT_FALSE(verdict.proved) << verdict.assumptions;
}

TEST(ProveAttacks, AStoreThatWasSeenToWriteAWatchedByteIsNotAssumedToSpareItInAnotherRom) {
  // LDX $07F0; INX; LDA $86; STA $85,X, and with EOR #$01
  ClaimOptions options = claimOf({0xAE, 0xF0, 0x07, 0xE8, 0xA5, 0x86, 0xEA, 0xEA, 0x95, 0x85});
  options.against = cartridgeWith({0xAE, 0xF0, 0x07, 0xE8, 0xA5, 0x86, 0x49, 0x01, 0x95, 0x85});
  options.against_name = "other.nes";
  options.against_routine = routine_address;
  const Verdict verdict = verdictOf(options);
  EXPECT_TRUE(verdict.differs && verdict.confirmed) << verdict.summary << verdict.assumptions;
}

// The same routine on another board, after this code at power-on.
Verdict verdictOn(std::vector<uint8_t> code, const std::vector<uint8_t>& begin,
                  const std::function<void(console::Cartridge&)>& change) {
  constexpr uint16_t start = 0xF800;
  console::Cartridge cartridge = *cartridgeWith(std::move(code));
  std::vector<uint8_t> reset = begin;
  reset.insert(reset.end(), {0x4C, cartridge.prg[0x7FFC], cartridge.prg[0x7FFD]});  // JMP
  put(cartridge, start, reset);
  put(cartridge, 0xFFFC, {start & 0xFF, start >> 8});
  change(cartridge);
  ClaimOptions options = claimOf({});
  options.cartridge = std::make_shared<const console::Cartridge>(std::move(cartridge));
  return verdictOf(options);
}

std::vector<uint8_t> plus(std::vector<uint8_t> code, const std::vector<uint8_t>& more) {
  code.insert(code.end(), more.begin(), more.end());
  return code;
}

// LDA #$05; STA $6000; CMP $6000; BEQ end; INC $0709: what plain RAM leaves alone.
const std::vector<uint8_t> stored_and_read_back{0xA9, 0x05, 0x8D, 0x00, 0x60, 0xCD, 0x00,
                                                0x60, 0xF0, 0x03, 0xEE, 0x09, 0x07};

TEST(ProveAttacks, RamThatTheBoardProtectsOrSwitchesOffIsNotPlain) {
  const auto mmc3 = [](console::Cartridge& cartridge) { cartridge.mapper = 4; };
  // LDA #n; STA $A001
  for (const uint8_t control : {0x00, 0x40, 0xC0})
    EXPECT_FALSE(verdictOn(rarely(stored_and_read_back), {0xA9, control, 0x8D, 0x01, 0xA0}, mmc3).proved);
  EXPECT_TRUE(verdictOn(rarely(stored_and_read_back), {0xA9, 0x80, 0x8D, 0x01, 0xA0}, mmc3).proved);
}

TEST(ProveAttacks, ASmallRamThatRepeatsIsNotPlain) {
  const auto small = [](console::Cartridge& cartridge) {
    cartridge.sizes_known = true;
    cartridge.prg_ram_size = 0x800;
  };
  // LDA #$07; STA $6800, and above
  const std::vector<uint8_t> both = plus({0xA9, 0x07, 0x8D, 0x00, 0x68}, {0xA9, 0x05, 0x8D, 0x00, 0x60});
  // LDA $6800; CMP #$07; BEQ end; INC $0709
  const std::vector<uint8_t> code = plus(both, {0xAD, 0x00, 0x68, 0xC9, 0x07, 0xF0, 0x03, 0xEE, 0x09, 0x07});
  EXPECT_FALSE(verdictOn(rarely(code), {}, small).proved);
  EXPECT_TRUE(verdictOn(rarely(code), {}, [](console::Cartridge&) {}).proved);
}

TEST(ProveAttacks, ARegisterThatLiesOverRamMaySwitchBanks) {
  const auto nina = [](console::Cartridge& cartridge) {
    cartridge.mapper = 34;
    cartridge.submapper = 1;
    const std::vector<uint8_t> bank = cartridge.prg;
    cartridge.prg.insert(cartridge.prg.end(), bank.begin(), bank.end());
  };
  try {
    // LDA #$01; STA $7FFD, after LDA #$01; STA $7FFF, which chooses the sprites' patterns
    EXPECT_FALSE(
        verdictOn(rarely({0xA9, 0x01, 0x8D, 0xFD, 0x7F}), {0xA9, 0x01, 0x8D, 0xFF, 0x7F}, nina).proved);
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("a register of the board"), std::string::npos) << error.what();
  }
}

TEST(ProveAttacks, RamInThePlaceOfRomReadsAsAnything) {
  // MMC5: $5100 = 3; $5114 to $5117 = $80, $81, n, $83. n = 0: RAM at $C000.
  const auto begin = [](uint8_t at_c000) {
    std::vector<uint8_t> code;
    const std::vector<std::pair<uint8_t, uint8_t>> writes{
        {0x00, 3}, {0x14, 0x80}, {0x15, 0x81}, {0x16, at_c000}, {0x17, 0x83}};
    for (const auto& [reg, value] : writes) code = plus(code, {0xA9, value, 0x8D, reg, 0x51});
    return code;
  };
  const auto mmc5 = [](console::Cartridge& cartridge) { cartridge.mapper = 5; };
  // LDA $C000; CMP #$37; BNE end; INC $0709
  const std::vector<uint8_t> code{0xAD, 0x00, 0xC0, 0xC9, 0x37, 0xD0, 0x03, 0xEE, 0x09, 0x07};
  EXPECT_FALSE(verdictOn(code, begin(0x00), mmc5).proved);
  EXPECT_TRUE(verdictOn(code, begin(0x82), mmc5).proved);
}

std::vector<Run> playing(const console::Cartridge& cartridge, std::vector<std::string> press,
                         uint64_t frames) {
  session::InputChoice choice;
  choice.press = std::move(press);
  choice.frames = frames;
  return {{session::loadInput(choice, cartridge), session::machineOptions({}, cartridge)}};
}

TEST(ProveAttacks, AnInputThatChangesNoButtonShowsNothingOfThem) {
  ClaimOptions options = claimOf({0xEA});
  options.runs = playing(*options.cartridge, {"400:R"}, 300);
  const Verdict verdict = verdictOf(options);
  EXPECT_TRUE(verdict.open) << verdict.summary;
  EXPECT_NE(verdict.summary.find("do not tell which byte of RAM has the buttons"), std::string::npos)
      << verdict.summary;
}

TEST(ProveAttacks, ACallByJmpNowAndThenIsAWayOfItsOwn) {
  constexpr uint16_t outer = 0xA200, inner = 0xA240, tail = 0xA260;
  console::Cartridge cartridge = *tests::jumplabCartridge();
  put(cartridge, copy, {0xAD, 0x82, 0x07, 0x4C, 0x13, 0x82});
  put(cartridge, routine_address, {0x4C, 0x00, 0xA2});  // JMP outer
  // LDA $13; AND #$1F; BEQ rarely; JSR inner; RTS; rarely: JSR tail; RTS
  put(cartridge, outer, {0xA5, 0x13, 0x29, 0x1F, 0xF0, 0x04, 0x20, 0x40, 0xA2, 0x60, 0x20, 0x60, 0xA2, 0x60});
  put(cartridge, tail, {0x4C, 0x40, 0xA2});   // JMP inner
  put(cartridge, inner, {0x4C, 0x00, 0xA1});  // JMP copy
  ClaimOptions options = claimOf({});
  options.cartridge = std::make_shared<const console::Cartridge>(std::move(cartridge));
  options.routine = inner;
  options.runs = playing(*options.cartridge, {"60-400:R", "100-120:A", "200-230:A"}, 600);
  const Claim claim(options);
  ASSERT_EQ(claim.ways().size(), 2u);
  EXPECT_LT(claim.ways()[1].entries.size() * 20, claim.ways()[0].entries.size());
}

TEST(ProveAttacks, TwoCartridgesAreComparedInBytesWhateverAWatchShowsOfThem) {
  // LDA #$20; STA $0782, and #$1A: the same in decimal digits
  ClaimOptions options = claimOf({0xA9, 0x20, 0x8D, 0x82, 0x07});
  for (trace::Watch& watch : options.profile.watches)
    if (watch.addresses == std::vector<uint16_t>{0x0782}) watch.type = trace::Type::Bcd;
  options.against = cartridgeWith({0xA9, 0x1A, 0x8D, 0x82, 0x07});
  options.against_name = "other.nes";
  options.against_routine = routine_address;
  EXPECT_TRUE(verdictOf(options).differs);
}

// A landing that hangs on what a register answers is none that the routine can be said to reach.
TEST(ProveAttacks, ALandingThatNeedsAnAnswerOfARegisterIsNotCovered) {
  // LDA $0416; CMP #$68; BNE end; LDA $CE; CMP #$9F; BNE end; LDA $5000; CMP #$12; BEQ end; LDA #$01; STA $1D
  const std::vector<uint8_t> code{0xAD, 0x16, 0x04, 0xC9, 0x68, 0xD0, 0x11, 0xA5, 0xCE, 0xC9, 0x9F, 0xD0,
                                  0x0B, 0xAD, 0x00, 0x50, 0xC9, 0x12, 0xF0, 0x04, 0xA9, 0x01, 0x85, 0x1D};
  EXPECT_FALSE(verdictWith(code).proved);
}

TEST(ProveAttacks, AnInputThatIsItsOwnMirrorImageDoesNotTellTheOrderOfTheButtons) {
  ClaimOptions options = claimOf({0xEA});
  options.runs = playing(*options.cartridge, {"100-110:RA", "150-170:RA", "230-233:RA", "300-330:RA"}, 450);
  EXPECT_TRUE(verdictOf(options).open);
}

TEST(ProveAttacks, ATimerThatNobodyCountsIsRefuted) {
  console::Cartridge cartridge = *tests::jumplabCartridge();
  const std::vector<uint8_t> dec{0xCE, 0x82, 0x07};
  const auto place = std::search(cartridge.prg.begin(), cartridge.prg.end(), dec.begin(), dec.end());
  ASSERT_NE(place, cartridge.prg.end());
  *place = 0xAD;  // LDA
  ClaimOptions options = claimOf({});
  options.cartridge = std::make_shared<const console::Cartridge>(std::move(cartridge));
  const Verdict verdict = verdictOf(options);
  EXPECT_TRUE(verdict.differs) << verdict.summary << verdict.assumptions;
}

}  // namespace
}  // namespace jumpscope::prove
