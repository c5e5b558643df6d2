// Routines that are not always entered in the same way: other banks, other callers, other stack pointers and flags, code
// in RAM. What one traced frame contradicts is no fact.
#include <gtest/gtest.h>

#include <functional>

#include "src/prove/proof/claim.h"
#include "src/prove/proof/report.h"
#include "tests/support/jumplab.h"
#include "tests/support/slow.h"

namespace jumpscope::prove {
namespace {

constexpr uint16_t routine_address = 0x8210, caller = 0x8109, wrapper = 0xA000, copy = 0xA100,
                   detour = 0xA200;
constexpr size_t bank_size = 0x4000;
using Code = std::vector<uint8_t>;

// LDA $0555; CMP #$77; BNE end; INC $9F: wrong in a state that no traced frame has.
const Code rarely_wrong{0xAD, 0x55, 0x05, 0xC9, 0x77, 0xD0, 0x02, 0xE6, 0x9F};

void put(Code& prg, size_t offset, const Code& code) {
  std::copy(code.begin(), code.end(), prg.begin() + static_cast<std::ptrdiff_t>(offset));
}

// The routine in the program at `base` runs this code before it returns.
void append(Code& prg, size_t base, Code code) {
  put(prg, base + (routine_address & 0x3FFF), {0x4C, 0x00, 0xA0});         // JMP wrapper
  put(prg, base + (copy & 0x3FFF), {0xAD, 0x82, 0x07, 0x4C, 0x13, 0x82});  // what that has replaced, and on
  code.insert(code.begin(), {0x20, 0x00, 0xA1});                           // JSR copy
  code.push_back(0x60);
  put(prg, base + (wrapper & 0x3FFF), code);
}

// Runs this code in place of the JSR to the routine.
void detourTo(Code& prg, size_t base, const Code& code) {
  put(prg, base + (caller & 0x3FFF), {0x20, 0x00, 0xA2});
  put(prg, base + (detour & 0x3FFF), code);
}

// LDA $13 (counts frames); AND #$7F; BNE to `usual`; `rare`; RTS; `usual`; RTS
Code seldom(Code rare, const Code& usual) {
  Code code{0xA5, 0x13, 0x29, 0x7F, 0xD0, static_cast<uint8_t>(rare.size() + 1)};
  code.insert(code.end(), rare.begin(), rare.end());
  code.push_back(0x60);
  code.insert(code.end(), usual.begin(), usual.end());
  code.push_back(0x60);
  return code;
}

Proof proofOf(const console::Cartridge& cartridge, std::string& text,
              const console::Cartridge* against = nullptr) {
  ClaimOptions options;
  options.cartridge = std::make_shared<const console::Cartridge>(cartridge);
  options.profile = trace::builtinProfile("smb");
  options.routine = routine_address;
  options.coverage = false;
  options.samples = 200;
  if (against != nullptr) {
    options.against = std::make_shared<const console::Cartridge>(*against);
    options.against_name = "other.nes";
    options.against_routine = routine_address;
  }
  const Claim claim(options);
  Proof proof = claim.prove();
  text = proofText(claim, proof, {});
  return proof;
}

void expect(Verdict verdict, const console::Cartridge& cartridge, const std::string& said = "",
            const console::Cartridge* against = nullptr) {
  std::string text;
  EXPECT_EQ(proofOf(cartridge, text, against).verdict, verdict) << text;
  EXPECT_NE(text.find(said), std::string::npos) << text;
}

console::Cartridge changed(const std::function<void(Code& prg)>& change) {
  console::Cartridge cartridge = *tests::jumplabCartridge();
  change(cartridge.prg);
  return cartridge;
}

// UNROM: the lower half of the program twice, then the upper one. In the rare frames the second is there. It ends with
// `second`.
console::Cartridge twoBanks(const Code& second) {
  const console::Cartridge plain = *tests::jumplabCartridge();
  Code prg(plain.prg.begin(), plain.prg.begin() + bank_size);
  prg.insert(prg.end(), plain.prg.begin(), plain.prg.end());
  // LDA #n; STA $E000, where PRG-ROM has no conflict with it; JSR routine
  const Code into_first{0xA9, 0x00, 0x8D, 0x00, 0xA3, 0x20, 0x10, 0x82};
  const Code into_second{0xA9, 0x01, 0x8D, 0x01, 0xA3, 0x20, 0x10, 0x82, 0xA9, 0x00, 0x8D, 0x00, 0xA3};
  for (const size_t base : {size_t{0}, bank_size}) {
    append(prg, base, base == 0 ? Code{} : second);
    detourTo(prg, base, seldom(into_second, into_first));
    put(prg, base + 0x2300, {0x00, 0x01});
  }
  return console::makeBareCartridge(prg, plain.chr, plain.mirroring, "two banks", {2, 0});
}

TEST(ProveWays, ARoutineIsProvedInEachBankInWhichItIsEntered) {
  expect(Verdict::Proved, twoBanks({0xEA}), "PRG-ROM $00000 at $8000, $08000 at $C000");
}

TEST(ProveWays, ABankThatFewFramesEnterIsRefuted) {
  expect(Verdict::Differs, twoBanks(rarely_wrong), "$04000");
}

TEST(ProveWays, EveryStackPointerAndCallerIsAWay) {
  REQUIRE_SLOW();
  // PHA; JSR routine; PLA in the rare frames
  const Code rare{0x48, 0x20, 0x10, 0x82, 0x68}, usual{0x20, 0x10, 0x82};
  expect(Verdict::Proved, changed([&](Code& prg) {
           append(prg, 0, {0xEA});
           put(prg, caller & 0x7FFF, {0x20, 0x00, 0xA2});
           put(prg, detour & 0x7FFF, seldom(rare, usual));
           put(prg, wrapper & 0x7FFF, {0x20, 0x00, 0xA1, 0x60});
         }),
         "S is $F5");
}

// Copies the routine's first instructions to RAM before each call: the routine runs them there.
Code inRam(uint8_t last) {
  // LDA #n; STA $07F0; ...: NOP; RTS or what `last` is
  return {0xA9, 0xEA, 0x8D, 0xF0, 0x07, 0xA9, last, 0x8D, 0xF1, 0x07, 0x20, 0x10, 0x82};
}

TEST(ProveWays, CodeInRamThatIsAlwaysTheSameIsAnAssumption) {
  REQUIRE_SLOW();
  expect(Verdict::Proved, changed([](Code& prg) {
           append(prg, 0, {0x20, 0xF0, 0x07});  // JSR $07F0
           detourTo(prg, 0, seldom(inRam(0x60), inRam(0x60)));
         }),
         "the code in RAM at $07F0-$07F1 is as traced  (");
}

TEST(ProveWays, CodeInRamThatIsNotAlwaysTheSameIsRefused) {
  const console::Cartridge cartridge = changed([](Code& prg) {
    append(prg, 0, {0x20, 0xF0, 0x07});  // JSR $07F0
    // LDA $13; AND #$7F; CMP #$01; LDA #NOP; BCS over; LDA #CLV; over: STA $07F0; LDA #RTS; STA $07F1; JSR routine; RTS
    detourTo(prg, 0, {0xA5, 0x13, 0x29, 0x7F, 0xC9, 0x01, 0xA9, 0xEA, 0xB0, 0x02, 0xA9, 0xB8,
                      0x8D, 0xF0, 0x07, 0xA9, 0x60, 0x8D, 0xF1, 0x07, 0x20, 0x10, 0x82, 0x60});
  });
  std::string text;
  try {
    proofOf(cartridge, text);
    ADD_FAILURE() << text;
  } catch (const std::runtime_error& error) {
    text = error.what();
  }
  EXPECT_NE(text.find("at $07F0 takes $07F0 from RAM as its caller left it"), std::string::npos) << text;
}

TEST(ProveWays, AJumpThroughRamIsAnAssumptionWhereItIsAlwaysTheSame) {
  REQUIRE_SLOW();
  // LDA #$F8; STA $07F0; LDA #$A0; STA $07F1; JSR routine
  const Code set{0xA9, 0xF8, 0x8D, 0xF0, 0x07, 0xA9, 0xA0, 0x8D, 0xF1, 0x07, 0x20, 0x10, 0x82};
  expect(Verdict::Proved, changed([&](Code& prg) {
           append(prg, 0, {0x6C, 0xF0, 0x07});  // JMP ($07F0)
           put(prg, 0x20F8, {0x60});
           detourTo(prg, 0, seldom(set, set));
         }),
         "the code in RAM at $07F0-$07F1 is as traced  (");
}

TEST(ProveWays, OtherFlagsAtTheCallersOfTwoCartridgesProveNothingByThemselves) {
  REQUIRE_SLOW();
  const console::Cartridge original = changed([](Code&) {});
  const auto withFlags = [](const Code& code) {
    return changed([&](Code& prg) {
      append(prg, 0, code);
      // SED; JSR routine; CLD
      const Code call{0xF8, 0x20, 0x10, 0x82, 0xD8};
      detourTo(prg, 0, seldom(call, call));
    });
  };
  expect(Verdict::Differs, withFlags(rarely_wrong), "", &original);
  expect(Verdict::Proved, withFlags({0xEA}), "when the routine of other.nes is called  (0 of ", &original);
}

TEST(ProveWays, RoutinesThatReadTheSameRegistersOfChipsAreProvedEqual) {
  REQUIRE_SLOW();
  // LDA $4016; AND #$01; BEQ end; INC $9F, and with $4017
  const Code code{0xAD, 0x16, 0x40, 0x29, 0x01, 0xF0, 0x02, 0xE6, 0x9F};
  Code other = code;
  other[1] = 0x17;
  const auto one = changed([&](Code& prg) { append(prg, 0, code); });
  const auto two = changed([&](Code& prg) { append(prg, 0, other); });
  expect(Verdict::Proved, one, "both routines get the same from their reads", &one);
  std::string text;
  EXPECT_NE(proofOf(one, text, &two).verdict, Verdict::Proved) << text;
}

}  // namespace
}  // namespace jumpscope::prove
