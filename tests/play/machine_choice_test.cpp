#include "src/play/machine_choice.h"

#include "tests/play/support.h"

namespace jumpscope::play {
namespace {

TEST(MachineChoice, EveryDeviceThatAPortOffersCanBePluggedIn) {
  size_t offered = 0;
  for (const std::string_view port : port_names) {
    for (const std::string& device : devicesOfPort(port)) {
      console::Devices devices;
      for (const std::string& text : withDevice({}, port, device)) console::plugIn(devices, text);
      EXPECT_TRUE(holds(devices, port, device)) << port << "=" << device;
      ++offered;
    }
  }
  EXPECT_GE(offered, 8u);
}

TEST(MachineChoice, AChoiceReplacesTheDeviceOfItsPortOnly) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(withDevice({"1=none", "2=zapper"}, "2", "pad"), (Texts{"1=none", "2=pad"}));
  EXPECT_EQ(withDevice({"four-score"}, "1", "pad"), (Texts{"four-score", "1=pad"}));
}

TEST(MachineChoice, TheFourScoreIsUnpluggedThoughTheHeaderHasIt) {
  console::Devices header{.four_score = true};
  for (const bool on : {false, true, false}) {
    console::Devices devices = header;
    for (const std::string& text : withFourScore({"four-score"}, on, header)) console::plugIn(devices, text);
    EXPECT_EQ(devices.four_score, on);
    EXPECT_EQ(devices.ports, header.ports);
  }
}

TEST(MachineChoice, TheMachineIsSaidInWords) {
  console::Options machine;
  EXPECT_EQ(machineWords(machine), "NTSC, RAM as FCEUX fills it, pad and pad");
  machine.region = console::Region::Dendy;
  machine.ram_init = console::parseRamInit("ones");
  for (const char* text : {"2=zapper", "expansion=arkanoid"}) console::plugIn(machine.devices, text);
  EXPECT_EQ(machineWords(machine), "Dendy, RAM of ones, pad and zapper, expansion port: arkanoid");
  console::plugIn(machine.devices, "four-score");
  EXPECT_TRUE(machineWords(machine).starts_with("Dendy, RAM of ones, Four Score")) << machineWords(machine);
}

}  // namespace
}  // namespace jumpscope::play
