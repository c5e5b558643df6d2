// Conditions over a running machine: registers, memory, labels, where the picture chip is.
#include <gtest/gtest.h>

#include "src/trace/watch.h"
#include "src/trace/when.h"
#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

using tests::errorOf;

const std::vector<Watch> one_watch = {parseWatch("y=$0010")};

// Stands before STA $10, with A = $80.
console::Console beforeAStore() {
  std::vector<uint8_t> prg(0x8000, 0xEA);
  const std::array<uint8_t, 4> code = {0xA9, 0x80, 0x85, 0x10};
  std::copy(code.begin(), code.end(), prg.begin());
  prg[0x7FFC] = 0x00;
  prg[0x7FFD] = 0x80;
  console::Console console(std::make_shared<const console::Cartridge>(
                               console::makeBareCartridge(prg, {}, mappers::Mirroring::Vertical, "test.prg")),
                           {.ram_init = {console::RamInit::Kind::Zeros, 0}});
  console.step();
  console.step();
  return console;
}

bool holds(const std::string& text, const Symbols* labels = nullptr) {
  static const console::Console console = beforeAStore();
  When when(text, one_watch, "--when", {true, labels});
  return when.holds({12, 0x01, {7}}, &console);
}

TEST(MachineCondition, RegistersMemoryAndThePictureChipHaveNames) {
  for (const char* text :
       {"pc == $8002", "op == $85 && opcode == $85", "a == $80", "x == 0 && cpu.y == 0",
        "s == $FD && sp == $FD", "p == $A4", "bank == 0", "scanline == 0 && dot == 27", "[$8003] == $10",
        "[$0010] == 0", "a > 3 && x != 1", "y == 7 && frame == 12 && held(A)", "pc == $8000..$8010",
        "pc != $8003..$8010", "a - 1 == $7F"})
    EXPECT_TRUE(holds(text)) << text;
  for (const char* text : {"pc == $8003", "a < 3", "pc != $8000..$8010", "[$8003]==$11", "cpu.y == 7"})
    EXPECT_FALSE(holds(text)) << text;
}

TEST(MachineCondition, ShortFormsOfInstructionLogsAreUnderstood) {
  for (const char* text : {"pc=$8002", "pc=0x8000-0x8002", "op=$85", "a=128", "x=0", "s=$FD", "$10=0",
                           "$8003=$10", "$8003=$0F-$11", "pc=$00:8002", "pc != $8003-$9000"})
    EXPECT_TRUE(holds(text)) << text;
  for (const char* text : {"pc!=$8000-$8002", "a=0", "pc=$01:8002", "$8003=$11-$12"})
    EXPECT_FALSE(holds(text)) << text;
}

TEST(MachineCondition, LabelsAreAddresses) {
  Symbols labels;
  labels.add({"store", 0x8002});
  labels.add({"operand", 0x8003});
  EXPECT_TRUE(holds("pc == store", &labels));
  EXPECT_TRUE(holds("[operand] == $10", &labels));
  EXPECT_FALSE(holds("pc == operand", &labels));
}

TEST(MachineCondition, MistakesAreNamed) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"pc=", "ends where a value is expected"},
      {"pc=$10000", "compares with 65536, but the value is at most 65535"},
      {"a == 300", "the value is at most 255"},
      {"pc=5-2", "a range that ends before it begins"},
      {"$1FFFF=1", "an address that is not within $0000-$FFFF"},
      {"[$10", "lacks ']'"},
      {"[nothing] == 1", "has 'nothing' in [], which is neither an address nor a label"},
      {"cpu.z == 1", "names 'z', which is not a register"},
      {"q=1", "names 'q', which is not a watch, a register or a label"},
      {"a == $05:8271", "something other than pc with an address in a bank"},
      {"pc == $05:G", "not BANK:ADDRESS"},
      {"pc >= $05:8271", "an address in a bank elsewhere than in pc == BANK:ADDRESS"},
      {"$05:8271 == pc", "an address in a bank elsewhere than in pc == BANK:ADDRESS"},
      {"$05:8271", "an address in a bank elsewhere than in pc == BANK:ADDRESS"},
      {"[$9F] == -4", "compares a byte of memory with a negative number"},
      {"pc!1", "has unexpected text: '!1'"}};
  for (const auto& one : expected) {
    const std::string error = errorOf([&] { When(one.first, one_watch, "--when", {true, nullptr}); });
    EXPECT_NE(error.find(one.second), std::string::npos) << one.first << ": " << error;
  }
}

TEST(MachineCondition, WithoutAMachineItsNamesAreRefused) {
  for (const char* text : {"cpu.y == 1", "[$10] == 1"}) {
    const std::string error = errorOf([&] { When(text, one_watch, "--when"); });
    EXPECT_NE(error.find("of the machine, but only watches"), std::string::npos) << error;
  }
  EXPECT_NE(errorOf([&] { When("pc == 1", one_watch, "--when"); }).find("'pc' of the machine"),
            std::string::npos);
}

TEST(MachineCondition, BrokenOnesAreRefusedWithASentence) {
  static const console::Console console = beforeAStore();
  for (const char* text :
       {"pc=$05:8271-$8280 && [$0010] != 3", "cpu.y >= $1F || scanline == -1..20 && !held(A)"})
    tests::feedBrokenFiles(tests::toBytes(text), [](const std::vector<uint8_t>& bytes) {
      When when({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, one_watch, "--when",
                {true, nullptr});
      Row row{60, 0x81, {17}};
      row.values.resize(1 + when.extraWatches().size());
      when.holds(row, &console);
    });
}

}  // namespace
}  // namespace jumpscope::trace
