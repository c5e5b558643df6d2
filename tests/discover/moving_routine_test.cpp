// Which subroutine moves a character: not one that only stops him at the ground, though that writes every byte of the motion.
#include <gtest/gtest.h>

#include "src/console/cartridge.h"
#include "src/prove/routine/routine.h"
#include "src/session/machine.h"
#include "src/session/session.h"
#include "src/trace/watch.h"
#include "tests/discover/assembler.h"

namespace jumpscope::tests {
namespace {

constexpr uint16_t bound_y = 0x20, bound_speed = 0x21;
constexpr int floor_y = 100;

// A press of A on the floor starts a jump; "move" moves, "bound" stops at the floor.
std::shared_ptr<const console::Cartridge> boundGame(uint16_t& update) {
  Assembler code;
  code.label("reset");
  code.op(sei);
  code.imm(ldx_imm, 0xFF);
  code.op(txs);
  code.waitForPicture();
  code.waitForPicture();
  code.store(bound_y, floor_y);
  code.store(bound_speed, 0);
  code.store(0x2000, 0x80);
  code.label("forever");
  code.abs(jmp_abs, "forever");
  code.label("nmi");
  code.abs(jsr_abs, "update");
  code.op(rti);
  code.label("update");
  code.store(0x4016, 1);
  code.store(0x4016, 0);
  code.readButtons(0x4016, 0x22);
  code.abs(lda_abs, bound_y);
  code.imm(cmp_imm, floor_y);
  code.branch(bne, "in_air");
  code.abs(lda_abs, 0x22);
  code.branch(bpl, "in_air");
  code.store(bound_speed, -12);
  code.label("in_air");
  code.abs(jsr_abs, "move");
  code.abs(jsr_abs, "bound");
  code.op(rts);
  code.label("move");
  code.op(clc);
  code.abs(lda_abs, bound_y);
  code.abs(adc_abs, bound_speed);
  code.abs(sta_abs, bound_y);
  code.op(rts);
  code.label("bound");
  code.abs(inc_abs, bound_speed);
  code.abs(lda_abs, bound_y);
  code.imm(cmp_imm, floor_y);
  code.branch(bcc, "above");
  code.store(bound_y, floor_y);
  code.store(bound_speed, 0);
  code.label("above");
  code.op(rts);
  const std::vector<uint8_t> image = code.image();
  update = code.address("update");
  return std::make_shared<const console::Cartridge>(console::parseCartridge(image, "bound.nes"));
}

TEST(MovingRoutine, IsNotTheOneThatOnlyStopsAtTheGround) {
  uint16_t update = 0;
  const auto cartridge = boundGame(update);
  trace::Profile profile;
  profile.name = "bound";
  profile.height_watch = "y";
  profile.watches = {trace::parseWatch("y=$20"), trace::parseWatch("y_speed=$21")};
  session::InputChoice choice;
  choice.press = {"20-22:A 60-62:A 100-102:A"};
  choice.frames = 140;
  const prove::Routine routine =
      prove::findRoutine(cartridge, profile,
                         {{session::loadInput(choice, *cartridge), session::machineOptions({}, *cartridge)}});
  EXPECT_EQ(trace::addressText(routine.address), trace::addressText(update));
}

}  // namespace
}  // namespace jumpscope::tests
