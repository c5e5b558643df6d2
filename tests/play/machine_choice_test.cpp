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

}  // namespace
}  // namespace jumpscope::play
