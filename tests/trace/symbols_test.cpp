#include "src/trace/symbols.h"

#include <gtest/gtest.h>

#include "src/trace/watch.h"
#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

const std::string nl =
    "$00CE#player_y#top edge\n\\in pixels\n$0300/10#buffer#\n$8000##only a comment\n$C000#reset#\n$0010#two "
    "words#";
const std::string mlb =
    "R:00CE:player_y:top edge\nP:0000:start\nP:4000-400F:table:sixteen\nS:0010:saved\nG:2002:PPUSTATUS\n"
    "NesInternalRam:9F:speed\nNesPrgRom:7FFA:vectors\nNesChrRom:10:tile\nW:20::a comment\n";
const std::string dbg =
    "version\tmajor=2,minor=0\ninfo\tcsym=0,file=1\nfile\tid=0,name=\"game.s\",size=1,mtime=0x0,mod=0\n"
    "sym\tid=0,name=\"player_y\",addrsize=zeropage,size=2,scope=0,def=1,val=0xCE,seg=1,type=lab\n"
    "sym\tid=1,name=\"_main\",addrsize=absolute,scope=0,def=2,val=0x8010,seg=0,type=lab\n"
    "sym\tid=2,name=\"LIVES\",addrsize=zeropage,scope=0,def=3,val=0x3,type=equ\n"
    "sym\tid=3,name=\"extern\",addrsize=absolute,scope=0,type=imp,exp=9\n"
    "sym\tid=4,name=\"huge\",addrsize=long,scope=0,val=0x12345,type=equ\n"
    "sym\tid=5,name=\"a,b\",addrsize=absolute,scope=0,val=0x400,type=lab";
const std::string labels = "al 0000CE .player_y\nal C:8010 .main\nal 00824A .jump_check\n";

Symbols read(const std::string& text, const std::string& name, size_t prg_size = 0x8000) {
  Symbols symbols(prg_size);
  readSymbols(text, name, symbols);
  return symbols;
}

TEST(Symbols, FceuxLabelsAreRead) {
  const Symbols s = read(nl, "game.nes.0.nl");
  EXPECT_EQ(s.find("player_y"), 0xCE);
  EXPECT_EQ(s.nameOf(0xCE), "player_y");
  EXPECT_EQ(s.nameOf(0x08CE), "player_y") << "RAM's mirrors are RAM";
  EXPECT_EQ(s.nameOf(0x030F), "buffer+15");
  EXPECT_EQ(s.nameOf(0x0310), "");
  EXPECT_EQ(s.nameOf(0x8000), "");
  EXPECT_EQ(s.find("two_words"), 0x10);
  EXPECT_EQ(s.placeOf(0xC012), "reset+$12");
  EXPECT_EQ(s.placeOf(0xC000), "reset");
  EXPECT_EQ(s.placeOf(0x8000), "") << "no label of the program before it";
}

TEST(Symbols, MesenLabelsAreReadAndMappedToCpuAddresses) {
  const Symbols s = read(mlb, "game.mlb");
  EXPECT_EQ(s.find("player_y"), 0xCE);
  EXPECT_EQ(s.find("start"), 0x8000);
  EXPECT_EQ(s.find("table"), 0xC000);
  EXPECT_EQ(s.nameOf(0xC00F), "table+15");
  EXPECT_EQ(s.find("saved"), 0x6010);
  EXPECT_EQ(s.find("speed"), 0x9F);
  EXPECT_EQ(s.find("vectors"), 0xFFFA);
  EXPECT_EQ(s.find("tile"), std::nullopt) << "no memory of the processor's";
  EXPECT_EQ(s.withNames("BIT $2002"), "BIT PPUSTATUS");
}

TEST(Symbols, SixteenKibibytesOfPrgRomAreMirrored) {
  const Symbols s = read("P:0010:main\n", "game.mlb", 0x4000);
  EXPECT_EQ(s.find("main"), 0xC010);
  EXPECT_EQ(s.nameOf(0x8010), "main");
  EXPECT_NE(tests::errorOf([] { read("P:4000:x\n", "game.mlb", 0x4000); }), "");
}

TEST(Symbols, Cc65DebugInformationIsRead) {
  const Symbols s = read(dbg, "game.dbg");
  EXPECT_EQ(s.nameOf(0xCF), "player_y+1");
  EXPECT_EQ(s.find("main"), 0x8010) << "C's names carry an underscore";
  EXPECT_EQ(s.find("LIVES"), 3);
  EXPECT_EQ(s.nameOf(3), "") << "a constant is no address";
  EXPECT_EQ(s.find("extern"), std::nullopt);
  EXPECT_EQ(s.find("huge"), std::nullopt);
  EXPECT_EQ(s.find("a,b"), 0x400);
}

TEST(Symbols, ViceLabelsAreRead) {
  const Symbols s = read(labels, "game.labels");
  EXPECT_EQ(s.find("player_y"), 0xCE);
  EXPECT_EQ(s.find("main"), 0x8010);
  EXPECT_EQ(s.placeOf(0x8250), "jump_check+$6");
}

const std::string wla =
    "; this file was created with wlalink by ville helin <vhelin@iki.fi>.\n[information]\nversion 3\n\n"
    "[labels]\n0000:8010 main\n01:C024 reset ; entry\n00:00ce player_y\n[definitions]\n00000003 LIVES\n"
    "00012345 HUGE\n[addr-to-line mapping]\n00:8000 0001:00000002\n[symbols]\n01:c030 irq\n";
const std::string nesasm =
    "Bank\tAddr\tLabel\n----\t----\t-----\n  00\t8010\tmain\t\t\t\n  03\tE024\treset\n   -\t00CE\tplayer_y\n"
    "1:02\tA000\toverlay\n";
const std::string fns =
    "; labels\nmain\t= $8010\nreset=$C024 ; entry\nplayer_y: EQU 0x00CE\ntable := $9000\nhuge = $12345\n";
const std::string noi =
    "DEF l__CODE 0x345\nDEF .__.ABS. 0x0\nDEF _main 0x8010\nDEF reset 0xC024\nLOAD game.ihx\nDEF player_y "
    "0xCE\n"
    "DEF far 0x14010\n";

TEST(Symbols, LabelsOfAssemblersAreRead) {
  for (const auto& [text, name] :
       {std::pair(wla, "a.sym"), {nesasm, "b.sym"}, {fns, "c.fns"}, {noi, "d.noi"}}) {
    const Symbols s = read(text, name);
    EXPECT_EQ(s.find("main"), 0x8010) << name;
    EXPECT_EQ(s.find("player_y"), 0xCE) << name;
    EXPECT_EQ(s.placeOf(name == std::string("b.sym") ? 0xE025 : 0xC025), "reset+$1") << name;
  }
  EXPECT_EQ(read(wla, "a.sym").find("LIVES"), 3);
  EXPECT_EQ(read(wla, "a.sym").nameOf(3), "") << "a constant is no address";
  EXPECT_EQ(read(wla, "a.sym").find("irq"), 0xC030);
  EXPECT_EQ(read(wla, "a.sym").size(), 5u);
  EXPECT_EQ(read(nesasm, "b.sym").size(), 4u);
  EXPECT_EQ(read(fns, "c.fns").find("table"), 0x9000);
  EXPECT_EQ(read(fns, "c.fns").size(), 4u);
  EXPECT_EQ(read(noi, "d.noi").size(), 3u) << "areas and what lies beyond 64 KiB are no labels";
  EXPECT_EQ(read("8010 main\n", "e.sym").find("main"), 0x8010) << "without banks";
}

TEST(Symbols, TheContentOfAFileSaysWhatItIs) {
  for (const std::string& text : {nl, mlb, dbg, labels, wla, nesasm, fns, noi})
    for (const char* name : {"labels.txt", "game", "a.nl", "a.mlb", "a.dbg", "a.lbl", "a.sym", "a.fns"}) {
      const Symbols s = read("\xEF\xBB\xBF\n  \n; a comment\n" + text, name);
      EXPECT_EQ(s.find("player_y"), 0xCE) << name << ": " << text.substr(0, 20);
    }
}

TEST(Symbols, OfWlaDxBelongToTheirBankIfTheLastOneIsNamed) {
  Symbols known(0x10000, 0x4000), unknown(0x20000, 0x4000);
  const std::string text = "[labels]\n01:8010 second\n03:C020 fixed\n00:00CE y\n";
  readSymbols(text, "a.sym", known);
  EXPECT_EQ(known.placeOf(CodeAddress(0x8011, 1)), "second+$1");
  EXPECT_EQ(known.placeOf(CodeAddress(0x8011, 0)), "");
  EXPECT_EQ(known.placeOf(CodeAddress(0xC020, 3)), "fixed");
  EXPECT_EQ(known.nameOf(0xCE), "y");
  readSymbols(text, "a.sym", unknown);
  EXPECT_EQ(unknown.placeOf(0x8011), "second+$1") << "a bank may be of 16 or of 32 KiB";
}

TEST(Symbols, OfNesasmLieInBanksOf8Kibibytes) {
  Symbols symbols(0x10000, 0x4000);
  readSymbols("Bank\tAddr\tLabel\n03\tA010\thigh\n02\t8010\tlow\n09\t8000\tbeyond\n", "a.sym", symbols);
  EXPECT_EQ(symbols.placeOf(CodeAddress(0xA012, 1)), "high+$2");
  EXPECT_EQ(symbols.placeOf(CodeAddress(0x8012, 1)), "low+$2");
  EXPECT_EQ(symbols.placeOf(0x8000), "beyond");
}

TEST(Symbols, InstructionsShowNames) {
  const Symbols s = read(labels, "game.lbl");
  EXPECT_EQ(s.withNames("STA $00CE"), "STA player_y");
  EXPECT_EQ(s.withNames("STA $CE,X"), "STA player_y,X");
  EXPECT_EQ(s.withNames("LDA ($CE),Y"), "LDA (player_y),Y");
  EXPECT_EQ(s.withNames("LDA #$CE"), "LDA #$CE");
  EXPECT_EQ(s.withNames("JSR $824A"), "JSR jump_check");
  EXPECT_EQ(s.withNames("STA $CD"), "STA $CD");
  EXPECT_EQ(s.withNames("RTS"), "RTS");
}

TEST(Symbols, ANameWithTwoAddressesIsAmbiguous) {
  const Symbols s = read("al 0010 .i\nal 0020 .i\nal 0010 .i\n", "game.lbl");
  EXPECT_EQ(tests::errorOf([&] { s.find("i"); }),
            "the label 'i' has several addresses, $0010 and $0020; write the address itself");
}

TEST(Symbols, AWatchMayNameLabels) {
  const Symbols s = read(labels, "game.lbl");
  const WatchContext context{&s, {}};
  EXPECT_EQ(parseWatch("y=player_y:s8", context), (Watch{"y", {0xCE}, Type::S8, 0, 0xFF, "", ""}));
  EXPECT_EQ(parseWatch("y=player_y+1,player_y:u16", context).addresses, (std::vector<uint16_t>{0xCF, 0xCE}));
  EXPECT_EQ(parseWatch("y=player_y-$E,$10", context).addresses, (std::vector<uint16_t>{0xC0, 0x10}));
  EXPECT_EQ(parseWatch("player_y", context), (Watch{"player_y", {0xCE}, Type::U8, 0, 0xFF, "", ""}));
  EXPECT_EQ(parseWatch("player_y:s8", context).type, Type::S8);
  const auto error = [&](const char* text) { return tests::errorOf([&] { parseWatch(text, context); }); };
  EXPECT_NE(error("y=playr_y").find("has 'playr_y', which is not a label; did you mean 'player_y'?"),
            std::string::npos);
  EXPECT_NE(error("y=player_y+x").find("has 'x' instead of an offset"), std::string::npos);
  EXPECT_NE(error("y=player_y-$FF").find("has an address outside"), std::string::npos);
  EXPECT_NE(error("nothing").find("which is not a label"), std::string::npos);
}

// Four banks of 16 KiB; the last one stays at $C000.
TEST(Symbols, OfBanksBelongToTheirBank) {
  Symbols symbols(0x10000, 0x4000);
  readSymbols("P:0010:first\nP:4010-4013:second\nP:C020:fixed\nR:00CE:y\n", "a.mlb", symbols);
  EXPECT_EQ(symbols.placeOf(CodeAddress(0x8012, 0)), "first+$2");
  EXPECT_EQ(symbols.placeOf(CodeAddress(0x8012, 1)), "second+$2");
  EXPECT_EQ(symbols.placeOf(CodeAddress(0x8012, 2)), "") << "bank 2 has no labels";
  EXPECT_EQ(symbols.placeOf(CodeAddress(0xC020, 3)), "fixed");
  EXPECT_EQ(symbols.placeOf(0x8012), "") << "whose bank is not known";
  EXPECT_EQ(symbols.withNames("JSR $8010", CodeAddress(0x9000, 1)), "JSR second");
  EXPECT_EQ(symbols.withNames("JSR $8010", CodeAddress(0x9000, 0)), "JSR first");
  EXPECT_EQ(symbols.withNames("JSR $8010", CodeAddress(0xC000, 3)), "JSR $8010") << "of any bank";
  EXPECT_EQ(symbols.nameOf(0xCE), "y");
}

TEST(Symbols, OfFceuxHaveTheirBankInTheFilesName) {
  Symbols symbols(0x10000, 0x2000);
  readSymbols("$8010#low#\n$A010#high#\n$00CE#y#\n", "game.nes.1.nl", symbols);
  EXPECT_EQ(symbols.placeOf(CodeAddress(0x9F00, 2)), "low+$1EF0");
  EXPECT_EQ(symbols.placeOf(CodeAddress(0xA010, 3)), "high");
  EXPECT_EQ(symbols.nameOf(0xCE), "y");
  readSymbols("$C000#anywhere#\n", "game.nes.ram.nl", symbols);
  EXPECT_EQ(symbols.placeOf(0xC000), "anywhere");
  EXPECT_NE(tests::errorOf([&] { readSymbols("$8010#x#\n", "game.nes.4.nl", symbols); }).find("beyond"),
            std::string::npos);
}

TEST(Symbols, OfCc65LieWhereTheirSegmentLies) {
  Symbols symbols(0x10000, 0x4000);
  readSymbols(
      "version\tmajor=2,minor=0\n"
      "seg\tid=0,name=\"ZEROPAGE\",start=0x000000,size=0x10,addrsize=zeropage,type=rw\n"
      "seg\tid=1,name=\"BANK2\",start=0x008000,size=0x100,type=ro,oname=\"g.nes\",ooffs=32784\n"
      "sym\tid=0,name=\"move\",addrsize=absolute,val=0x8020,seg=1,type=lab\n"
      "sym\tid=1,name=\"y\",addrsize=zeropage,val=0xCE,seg=0,type=lab\n",
      "a.dbg", symbols);
  EXPECT_EQ(symbols.placeOf(CodeAddress(0x8021, 2)), "move+$1");
  EXPECT_EQ(symbols.placeOf(CodeAddress(0x8021, 1)), "");
  EXPECT_EQ(symbols.nameOf(0xCE), "y");
}

TEST(Symbols, AnErrorNamesItsLine) {
  const std::vector<std::array<std::string, 3>> expected = {
      {"game.txt", "",
       "game.txt contains no labels in a format that jumpscope reads; expected labels of FCEUX"},
      {"game.txt", "hello\n", "game.txt contains no labels"},
      {"a.nl", "00CE#y#\n", "a.nl: line 1: expected a label of FCEUX"},
      {"a.nl", "$00CE#y#\n$00CF\n", "a.nl: line 2: expected a label of FCEUX"},
      {"a.nl", "$1CE00#y#\n", "a.nl: line 1: expected an address"},
      {"a.nl", "$00CE/0#y#\n", "a.nl: line 1: expected the label's size"},
      {"a.nl", "$00CE/G#y#\n", "a.nl: line 1: expected the label's size"},
      {"a.nl", std::string("$00CE#y\0#\n", 10), "a.nl: line 1: this is not text"},
      {"a.mlb", "X:0:y\n", "a.mlb: line 1: expected a label of Mesen"},
      {"a.mlb", "R\n", "a.mlb: line 1: expected a label of Mesen"},
      {"a.mlb", "R:zz:y\n", "a.mlb: line 1: expected an address or a range"},
      {"a.mlb", "R:10-0F:y\n", "a.mlb: line 1: expected an address or a range"},
      {"a.mlb", "R:2000:y\n", "a.mlb: line 1: the address is beyond the end of its memory"},
      {"a.mlb", "S:2000:y\n", "a.mlb: line 1: the address is beyond the end of its memory"},
      {"a.mlb", "P:8000:y\n", "a.mlb: line 1: the offset is beyond this cartridge's PRG-ROM"},
      {"a.dbg", "", "a.dbg does not begin with 'version'"},
      {"a.dbg", "sym\tid=0\n", "a.dbg does not begin with 'version'"},
      {"a.dbg", "version\tmajor=2\nsym\tid\n", "a.dbg: line 2: expected attributes"},
      {"a.dbg", "version\tmajor=2\nsym\tname=\"x\n", "a.dbg: line 2: a quotation mark is not closed"},
      {"a.dbg", "version\tmajor=2\nsym\tname=\"x\"y\n", "a.dbg: line 2: expected a comma"},
      {"a.dbg", "version\tmajor=2\nsym\tname=\"x\",val=zz\n", "a.dbg: line 2: expected the symbol's value"},
      {"a.dbg", "version\tmajor=2\nsym\tval=1,type=lab\n", "a.dbg: line 2: expected the symbol's name"},
      {"a.dbg", "version\tmajor=2\nsym\tname=\"x\",val=0x10000,type=lab\n",
       "a.dbg: line 2: the label is beyond $FFFF"},
      {"a.dbg", "version\tmajor=2\nsym\tname=\"x\",val=1,size=-1,type=lab\n",
       "a.dbg: line 2: expected the symbol's size"},
      {"a.lbl", "al 00CE player_y\n", "a.lbl: line 1: expected a label of VICE"},
      {"a.lbl", "al zz .player_y\n", "a.lbl: line 1: expected a label of VICE"},
      {"a.sym", "[labels]\n00:8000\n", "a.sym: line 2: expected a label of WLA DX"},
      {"a.sym", "00:8000 main\n00:80000 far\n", "a.sym: line 2: expected a label of WLA DX"},
      {"a.sym", "Bank\tAddr\tLabel\n00\tC000\n", "a.sym: line 2: expected a label of NESASM"},
      {"a.fns", "main = $8000\nmain = 8\n", "a.fns: line 2: expected a label as NAME = $ADDRESS"},
      {"a.fns", "main\n", "a.fns: line 1: expected a label as NAME = $ADDRESS"},
      {"a.noi", "DEF main 0x8000\nDEF main\n", "a.noi: line 2: expected a label of NoICE"},
      {"a.lbl", "al 00CE .\n", "a.lbl: line 1: expected a label of VICE"},
  };
  for (const auto& entry : expected) {
    const auto& [name, text, sentence] = entry;
    const std::string said = tests::errorOf([&entry] { read(std::get<1>(entry), std::get<0>(entry)); });
    EXPECT_EQ(said.substr(0, sentence.size()), sentence) << name << ": " << text;
  }
}

TEST(Symbols, DamagedFilesAreRefusedWithAnErrorMessage) {
  const std::vector<std::pair<std::string, std::string>> files = {
      {nl, "a.nl"},   {mlb, "a.mlb"},    {dbg, "a.dbg"}, {labels, "a.lbl"},
      {wla, "a.sym"}, {nesasm, "b.sym"}, {fns, "a.fns"}, {noi, "a.noi"}};
  for (const auto& [text, file_name] : files) {
    const std::string& name = file_name;
    tests::feedBrokenFiles(tests::toBytes(text), [&](const std::vector<uint8_t>& bytes) {
      const Symbols s = read({bytes.begin(), bytes.end()}, name);
      for (const Symbol& symbol : s.all()) s.nameOf(symbol.address);
      s.withNames("STA $00CE");
      s.nearest("player");
    });
  }
}

}  // namespace
}  // namespace jumpscope::trace
