#include <gtest/gtest.h>

#include <numeric>

#include "tests/console/cartridge_builder.h"
#include "tests/support/bytes.h"

namespace jumpscope::console::tests {
namespace {

using jumpscope::tests::errorOf;

std::shared_ptr<const Cartridge> withNvram(const Program& program, uint32_t size) {
  Cartridge cartridge = *program.build();
  cartridge.battery = size > 0;
  cartridge.sizes_known = true;
  cartridge.prg_nvram_size = size;
  cartridge.prg_ram_size = 0x2000 - size;
  return std::make_shared<const Cartridge>(cartridge);
}

std::shared_ptr<const std::vector<uint8_t>> numbered(size_t size) {
  std::vector<uint8_t> bytes(size);
  std::iota(bytes.begin(), bytes.end(), uint8_t{1});
  return std::make_shared<const std::vector<uint8_t>>(std::move(bytes));
}

TEST(Battery, WhatItKeptIsThereAtPowerOn) {
  Options options;
  options.battery = numbered(0x2000);
  Console console(withNvram(Program().copy(0x6041, 0x20).store(0x6000, 0xAB).spin(), 0x2000), options);
  EXPECT_EQ(console.batteryRam(), *options.battery);
  runFrames(console, 3);
  EXPECT_EQ(console.peek(0x20), 0x42);
  EXPECT_EQ(console.batteryRam()[0], 0xAB);
}

TEST(Battery, ItKeepsItsRamThroughAPowerCycle) {
  Console console(withNvram(Program().copy(0x6000, 0x20).store(0x6000, 0xAB).store(0x7000, 1).spin(), 0x800),
                  {});
  runFrames(console, 3);
  EXPECT_EQ(console.peek(0x20), 0);
  console.powerOn();
  EXPECT_EQ(console.peek(0x7000), 0);
  runFrames(console, 3);
  EXPECT_EQ(console.peek(0x20), 0xAB);
}

TEST(Battery, RamSmallerThanAPageIsReadWrittenAndKept) {
  for (const Policy policy : {Policy::CatchUp, Policy::Lockstep}) {
    Cartridge cartridge = *withNvram(Program().store(0x6041, 0xAB).copy(0x7FC1, 0x20).spin(), 0x80);
    cartridge.prg_ram_size = 0;
    Options options;
    options.policy = policy;
    Console console(std::make_shared<const Cartridge>(cartridge), options);
    runFrames(console, 3);
    EXPECT_EQ(console.peek(0x20), 0xAB);
    EXPECT_EQ(console.peek(0x60C1), 0xAB);
    console.poke(0x6081, 0x17);
    ASSERT_EQ(console.batteryRam().size(), 0x80u);
    EXPECT_EQ(console.batteryRam()[0x01], 0x17);
    EXPECT_EQ(console.batteryRam()[0x41], 0xAB);
  }
}

TEST(Battery, ATrainerIsThereAtPowerOnBesideWhatWasKept) {
  Cartridge cartridge = *withNvram(Program().spin(), 0x2000);
  cartridge.trainer.assign(512, 0x5A);
  const Console console(std::make_shared<const Cartridge>(cartridge), {});
  EXPECT_EQ(console.peek(0x7000), 0x5A);
  EXPECT_EQ(console.peek(0x71FF), 0x5A);
}

TEST(Battery, OnlyTheNonVolatilePartIsKept) {
  Options options;
  options.battery = numbered(0x800);
  const Console console(withNvram(Program().spin(), 0x800), options);
  EXPECT_EQ(console.batteryRam(), *options.battery);
  EXPECT_EQ(console.peek(0x6800), 0);
}

TEST(Battery, ACartridgeWithoutOneKeepsNothing) {
  EXPECT_TRUE(Console(Program().spin().build(), {}).batteryRam().empty());
  Options options;
  options.battery = numbered(0x2000);
  EXPECT_EQ(errorOf([&] { Console(Program().spin().build(), options); }),
            "test.prg has no battery that could keep RAM; start it without a battery file");
}

TEST(Battery, AFileOfAnotherSizeIsRefused) {
  Options options;
  options.battery = numbered(0x1FFF);
  EXPECT_NE(errorOf([&] { Console(withNvram(Program().spin(), 0x2000), options); }).find("has 8191 bytes"),
            std::string::npos);
}

}  // namespace
}  // namespace jumpscope::console::tests
