#include <algorithm>
#include <iterator>

#include "mappers/cartridge.h"

namespace jumpscope::mappers {
namespace {

struct Name {
  int mapper;
  const char* board;
};

// Sorted by mapper number. The names in common use, as nesdev.org's list of mappers has them.
constexpr Name names[] = {
    {0, "NROM"},
    {1, "MMC1, SxROM"},
    {2, "UxROM"},
    {3, "CNROM"},
    {4, "MMC3, TxROM"},
    {5, "MMC5, ExROM"},
    {7, "AxROM"},
    {9, "MMC2, PxROM"},
    {10, "MMC4, FxROM"},
    {11, "Color Dreams"},
    {13, "CPROM"},
    {15, "K-1029"},
    {16, "Bandai FCG"},
    {18, "Jaleco SS 88006"},
    {19, "Namco 163"},
    {20, "Famicom Disk System"},
    {21, "VRC4a, VRC4c"},
    {22, "VRC2a"},
    {23, "VRC2b, VRC4e"},
    {24, "VRC6a"},
    {25, "VRC4b, VRC4d"},
    {26, "VRC6b"},
    {28, "Action 53"},
    {30, "UNROM 512"},
    {32, "Irem G-101"},
    {33, "Taito TC0190"},
    {34, "BNROM or NINA-001"},
    {48, "Taito TC0690"},
    {64, "RAMBO-1"},
    {65, "Irem H3001"},
    {66, "GxROM"},
    {67, "Sunsoft-3"},
    {68, "Sunsoft-4"},
    {69, "Sunsoft FME-7"},
    {70, "Bandai 74161/32"},
    {71, "Camerica BF909x"},
    {73, "VRC3"},
    {75, "VRC1"},
    {76, "NAMCOT-3446"},
    {78, "Irem 74HC161/32"},
    {79, "NINA-03, NINA-06"},
    {80, "Taito X1-005"},
    {82, "Taito X1-017"},
    {85, "VRC7"},
    {86, "Jaleco JF-13"},
    {87, "Jaleco JF-05"},
    {88, "Namco 118 variant"},
    {89, "Sunsoft-2"},
    {90, "J.Y. Company ASIC"},
    {93, "Sunsoft-2"},
    {94, "UN1ROM"},
    {95, "NAMCOT-3425"},
    {97, "Irem TAM-S1"},
    {99, "Vs. System"},
    {105, "NES-EVENT"},
    {111, "GTROM"},
    {113, "NINA-03 variant"},
    {118, "TxSROM"},
    {119, "TQROM"},
    {140, "Jaleco JF-11, JF-14"},
    {155, "MMC1A"},
    {180, "UNROM with fixed first bank"},
    {184, "Sunsoft-1"},
    {185, "CNROM with copy protection"},
    {206, "DxROM"},
    {210, "Namco 175, Namco 340"},
    {228, "Active Enterprises"},
    {232, "Camerica BF9096"},
};

}  // namespace

std::string boardName(int mapper) {
  const Name* found = std::lower_bound(std::begin(names), std::end(names), mapper,
                                       [](const Name& name, int number) { return name.mapper < number; });
  if (found == std::end(names) || found->mapper != mapper) return "unknown board";
  return found->board;
}

}  // namespace jumpscope::mappers
