// Patches of the bundled cartridge that differ from it in rare states only, or in ways that values do not show.
#include <gtest/gtest.h>

#include "src/prove/claim.h"
#include "src/prove/report.h"
#include "tests/support/jumplab.h"

namespace jumpscope::prove {
namespace {

constexpr uint16_t routine_address = 0x8210, wrapper = 0xA000, copy = 0xA100;

void put(console::Cartridge& cartridge, uint16_t address, const std::vector<uint8_t>& code) {
  std::copy(code.begin(), code.end(), cartridge.prg.begin() + (address & 0x7FFF));
}

struct Verdict {
  bool differs = false, confirmed = false;
  std::string summary;
};

// The routine with this code behind it, which runs before it returns.
Verdict verdictWith(std::vector<uint8_t> code) {
  console::Cartridge cartridge = *tests::jumplabCartridge();
  put(cartridge, routine_address, {0x4C, 0x00, 0xA0});         // JMP wrapper
  put(cartridge, copy, {0xAD, 0x82, 0x07, 0x4C, 0x13, 0x82});  // what the JMP has replaced, and on
  code.insert(code.begin(), {0x20, 0x00, 0xA1});               // JSR copy
  code.push_back(0x60);
  put(cartridge, wrapper, code);
  ClaimOptions options;
  options.cartridge = std::make_shared<const console::Cartridge>(std::move(cartridge));
  options.profile = trace::builtinProfile("smb");
  options.routine = routine_address;
  const Claim claim(options);
  const Proof proof = claim.prove();
  Verdict verdict{proof.verdict == prove::Verdict::Differs, false, proofSummary(claim, proof)};
  if (proof.counterexample) verdict.confirmed = proof.counterexample->confirmed;
  return verdict;
}

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

}  // namespace
}  // namespace jumpscope::prove
