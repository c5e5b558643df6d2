// Addresses of code on boards that switch banks: $05:8271 in write logs, call stacks, instruction logs and filters.
#include <gtest/gtest.h>

#include "src/trace/log.h"
#include "src/trace/recorder.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"
#include "src/trace/when.h"
#include "src/trace/write_log_file.h"
#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

constexpr size_t bank_size = 0x4000;

void put(std::vector<uint8_t>& prg, size_t bank, size_t at, const std::vector<uint8_t>& bytes) {
  std::copy(bytes.begin(), bytes.end(), prg.begin() + static_cast<ptrdiff_t>(bank * bank_size + at));
}

// UNROM with four banks; the last one stays at $C000. It calls the routine at $8000 in banks 1 and 2, which
// stores the bank's number in $10.
std::shared_ptr<const console::Cartridge> twoRoutines() {
  std::vector<uint8_t> prg(4 * bank_size, 0xEA);
  put(prg, 3, 0,
      {0xA2, 0x01,          // LDX #$01
       0x8A,                // TXA
       0x9D, 0xF0, 0xC0,    // STA $C0F0,X: the bank
       0x20, 0x00, 0x80,    // JSR $8000
       0xE8, 0xE0, 0x03,    // INX, CPX #$03
       0xD0, 0xF4,          // BNE $C002
       0x4C, 0x0E, 0xC0});  // JMP $C00E
  put(prg, 3, 0xF0, {0, 1, 2, 3});
  put(prg, 3, 0x3FFA, {0x00, 0xC0, 0x00, 0xC0, 0x00, 0xC0});
  for (const size_t bank : {1, 2}) {
    put(prg, bank, 0, {0x20, 0x10, 0x80, 0x60});  // JSR $8010, RTS
    put(prg, bank, 0x10, {0x86, 0x10, 0x60});     // STX $10, RTS
  }
  return std::make_shared<const console::Cartridge>(console::makeBareCartridge(
      prg, {}, mappers::Mirroring::Vertical, "banks.prg", mappers::BoardNumber{.mapper = 2}));
}

const std::vector<Watch> watches = {parseWatch("n=$10")};

std::vector<Write> writesOf(std::shared_ptr<const console::Cartridge> cartridge) {
  console::Console console(std::move(cartridge), {});
  std::vector<Write> writes;
  Recorder recorder(
      console, watches, [](uint64_t) { return uint8_t(0); }, [](const Row&) {},
      [&](const Write& write) { writes.push_back(write); }, Recorder::Stacks::Keep);
  console.runFrame();
  return writes;
}

TEST(Banks, AWriteNamesTheBankOfItsInstructionAndOfItsCallers) {
  const std::vector<Write> writes = writesOf(twoRoutines());
  ASSERT_EQ(writes.size(), 2u);
  for (unsigned bank : {1u, 2u}) {
    const Write& write = writes[bank - 1];
    EXPECT_EQ(addressText(write.pc), "$0" + std::to_string(bank) + ":8010");
    ASSERT_EQ(write.stack.size(), 2u);
    EXPECT_EQ(addressText(write.stack[0].address), "$03:C009");
    EXPECT_EQ(addressText(write.stack[1].address), "$0" + std::to_string(bank) + ":8003");
  }
}

TEST(Banks, AWriteLogKeepsThem) {
  const std::vector<Write> writes = writesOf(twoRoutines());
  const std::string text = encodeWriteLog(writes, watches);
  EXPECT_NE(text.find(",$02:8010,STX $10,n,1,2,$03:C009 $02:8003\n"), std::string::npos) << text;
  EXPECT_EQ(parseWriteLog(tests::toBytes(text), "w.csv", watches), writes);
  for (const char* bad : {"$:8010", "$02:", "$02:18010", "02:8010", "$10000:8010", "$02:80:10"})
    EXPECT_EQ(parseCodeAddress(bad), std::nullopt) << bad;
}

TEST(Banks, LabelsOfTheBankNameTheWriter) {
  Symbols symbols(4 * bank_size, bank_size);
  readSymbols("P:4010:store_one\nP:8010:store_two\nP:C000:main\n", "a.mlb", symbols);
  const std::vector<Write> writes = writesOf(twoRoutines());
  EXPECT_EQ(symbols.placeOf(writes[0].pc), "store_one");
  EXPECT_EQ(symbols.placeOf(writes[1].pc), "store_two");
  EXPECT_EQ(symbols.placeOf(writes[1].stack[0].address), "main+$9");
}

TEST(Banks, ATracesHeaderSaysHowPrgRomIsDivided) {
  const auto cartridge = twoRoutines();
  const console::Console console(cartridge, {});
  Trace trace;
  trace.header = headerOf(*cartridge, console.options(), "", "", watches);
  trace.header.banks = banksOf(console);
  EXPECT_EQ(trace.header.banks, (PrgBanks{4 * bank_size, bank_size}));
  const std::string text = encodeTrace(trace, TraceFormat::Csv);
  EXPECT_NE(text.find(R"("prg_banks":{"prg_size":65536,"bank_size":16384})"), std::string::npos) << text;
  EXPECT_EQ(parseTrace(tests::toBytes(text), "t.csv"), trace);
}

TEST(Banks, LabelsBeyondAnUnknownCartridgeAreLeftOut) {
  Symbols symbols(Symbols::unknown_size);
  readSymbols("P:0010:near\nP:18000:far\n", "a.mlb", symbols);
  EXPECT_EQ(symbols.placeOf(0x8010), "near");
  EXPECT_EQ(symbols.size(), 1u);
}

TEST(Banks, AreMissingWhereNoneAreSwitched) {
  std::vector<uint8_t> prg(0x8000, 0xEA);
  put(prg, 0, 0, {0x86, 0x10, 0x4C, 0x02, 0x80});
  put(prg, 1, 0x3FFA, {0x00, 0x80, 0x00, 0x80, 0x00, 0x80});
  const auto writes = writesOf(std::make_shared<const console::Cartridge>(
      console::makeBareCartridge(prg, {}, mappers::Mirroring::Vertical, "nrom.prg")));
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(addressText(writes[0].pc), "$8000");
}

TEST(Banks, AnInstructionLogShowsAndFiltersThem) {
  console::Console console(twoRoutines(), {});
  std::string lines;
  When condition("pc=$02:8010-$8012", {}, "--when", {true, nullptr});
  console.hooks().on_instruction = [&] {
    if (!standsBeforeInstruction(console) || !condition.holds({}, &console)) return;
    for (const LogFormat format : {LogFormat::Nintendulator, LogFormat::Fceux, LogFormat::Mesen})
      appendLogLine(lines, console, format, true);
  };
  console.runFrame();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 6) << lines;
  EXPECT_EQ(lines.substr(0, 16), "02:8010  86 10  ");
  EXPECT_NE(lines.find(" $02:8010: 86 10"), std::string::npos) << lines;
}

}  // namespace
}  // namespace jumpscope::trace
