#include <algorithm>
#include <iterator>

#include "mappers/cartridge.h"

namespace jumpscope::mappers {
namespace {

struct Name {
  uint8_t device;
  const char* name;
};

// Sorted by number; NESdev, "NES 2.0", Default Expansion Device.
constexpr Name names[] = {
    {0x00, "unspecified"},
    {0x01, "standard controllers"},
    {0x02, "Four Score"},
    {0x03, "Famicom four players adapter"},
    {0x08, "Zapper"},
    {0x09, "two Zappers"},
    {0x0A, "Bandai Hyper Shot light gun"},
    {0x0B, "Power Pad, side A"},
    {0x0C, "Power Pad, side B"},
    {0x0D, "Family Trainer, side A"},
    {0x0E, "Family Trainer, side B"},
    {0x0F, "Arkanoid controller (NES)"},
    {0x10, "Arkanoid controller (Famicom)"},
    {0x11, "two Arkanoid controllers and the Famicom data recorder"},
    {0x12, "Konami Hyper Shot"},
    {0x13, "pachinko controller"},
    {0x14, "punching bag"},
    {0x15, "mahjong controller"},
    {0x16, "Party Tap"},
    {0x17, "Oeka Kids tablet"},
    {0x18, "barcode battler"},
    {0x19, "Miracle Piano"},
    {0x1A, "tap-tap mat"},
    {0x1B, "inflatable bicycle"},
    {0x1C, "two controllers for one player"},
    {0x1D, "Famicom 3D System"},
    {0x1E, "Doremikko keyboard"},
    {0x1F, "R.O.B."},
    {0x20, "Famicom data recorder"},
    {0x21, "Turbo File"},
    {0x22, "Battle Box"},
    {0x23, "Family BASIC keyboard and the Famicom data recorder"},
    {0x29, "SNES mouse"},
    {0x2A, "multicart"},
    {0x2B, "two SNES controllers"},
    {0x2C, "RacerMate bicycle"},
    {0x2D, "U-Force"},
    {0x2E, "R.O.B."},
};

}  // namespace

std::string deviceName(uint8_t device) {
  const Name* found = std::lower_bound(std::begin(names), std::end(names), device,
                                       [](const Name& name, uint8_t number) { return name.device < number; });
  if (found != std::end(names) && found->device == device) return found->name;
  return "number " + std::to_string(device) + " of NES 2.0's list";
}

}  // namespace jumpscope::mappers
