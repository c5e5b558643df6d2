// The tools that look at a run: what they show is what the console did, and the game does not notice them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <thread>

#include "src/play/tools/callers.h"
#include "src/play/tools/cheats.h"
#include "src/play/tools/code_data.h"
#include "src/play/tools/events.h"
#include "src/play/tools/jump_gif.h"
#include "src/play/tools/live_log.h"
#include "src/play/tools/memory_view.h"
#include "src/play/tools/profiler.h"
#include "tests/play/support.h"

namespace jumpscope::play {
namespace {

GameOptions plain(console::Region region = console::Region::Ntsc) {
  GameOptions made;
  made.machine.video = true;
  made.machine.region = region;
  return made;
}

movie::FrameInput held(uint8_t buttons) {
  movie::FrameInput input;
  input.pads[0] = buttons;
  return input;
}

// The frame that ended last, logged.
template <class Look>
void lookAtLastFrame(Game& game, const Look& look) {
  ASSERT_TRUE(game.lookBack(game.frame() - 1, [&](console::Console& console, const Game::Next& next) {
    InstructionLog log(console);
    next();
    log.close();
    look(log, console);
  }));
}

void expectEveryWriteAtItsDot(console::Region region) {
  console::Options options;
  options.region = region;
  console::Console console(jumplab(), options);
  for (int frame = 0; frame < 12; ++frame) console.runFrame();
  std::vector<console::WatchedWrite> seen;
  const auto watched = [](uint16_t address) {
    return address < 0x100 || (address >= 0x2000 && address < 0x4018);
  };
  for (int address = 0; address < 0x4018; ++address)
    if (watched(static_cast<uint16_t>(address))) console.watch(static_cast<uint16_t>(address));
  console.hooks().on_watched_write = [&](const console::WatchedWrite& write) { seen.push_back(write); };
  InstructionLog log(console);
  for (int frame = 0; frame < 4; ++frame) console.runFrame();
  log.close();
  size_t at = 0;
  for (const Executed& step : log.executed())
    for (const BusAccess& access : log.accessesOf(step)) {
      if (!access.write || !watched(access.address)) continue;
      ASSERT_LT(at, seen.size());
      ASSERT_EQ(access.cycle, seen[at].cycle) << at;
      ASSERT_EQ(access.address, seen[at].address);
      ASSERT_EQ(access.value, seen[at].new_value);
      ASSERT_EQ(step.pc.address, seen[at].pc);
      ASSERT_EQ(access.place.scanline, seen[at].scanline)
          << "dot " << access.place.dot << " " << seen[at].dot;
      ASSERT_EQ(access.place.dot, seen[at].dot) << "scanline " << access.place.scanline;
      ++at;
    }
  EXPECT_EQ(at, seen.size());
  EXPECT_GT(at, 300u);
}

TEST(InstructionLog, HasEveryWriteAtTheDotWhereTheConsoleMadeIt) {
  expectEveryWriteAtItsDot(console::Region::Ntsc);
  expectEveryWriteAtItsDot(console::Region::Pal);
  expectEveryWriteAtItsDot(console::Region::Dendy);
}

TEST(Game, IsTheSameWithEveryToolLooking) {
  Game looked(jumplab(), plain()), alone(jumplab(), plain());
  CodeDataLog code_data(*looked.cartridge());
  Profiler profiler;
  LiveLog lines;
  for (int frame = 0; frame < 40; ++frame) {
    const movie::FrameInput input = held(frame % 7 < 3 ? 0x81 : 0x80);
    looked.runFrame(input);
    alone.runFrame(input);
    lookAtLastFrame(looked, [&](const InstructionLog& log, console::Console& console) {
      code_data.add(log, false);
      profiler.add(log, false);
      lines.before(console, 0);
      EXPECT_FALSE(eventsOf(log, console).empty());
    });
    ASSERT_TRUE(sameState(looked.console().state(), alone.console().state())) << frame;
    ASSERT_TRUE(std::ranges::equal(looked.pixels(), alone.pixels())) << frame;
  }
}

TEST(Game, LooksBackIntoAFrameInProgress) {
  Game game(jumplab(), plain());
  for (int frame = 0; frame < 20; ++frame) game.runFrame({});
  for (int i = 0; i < 500; ++i) game.stepInstruction(held(1));
  const console::State now = game.console().state();
  size_t executed = 0;
  game.lookBack(game.frame(), [&](console::Console& console, const Game::Next& next) {
    InstructionLog log(console);
    EXPECT_TRUE(next());
    EXPECT_FALSE(next());
    log.close();
    executed = log.executed().size();
    EXPECT_TRUE(sameState(console.state(), now));
  });
  EXPECT_EQ(executed, 500u);
  EXPECT_TRUE(sameState(game.console().state(), now));
}

// Against a stack kept by hand from the instructions of both frames: jumplab returns from whatever it calls.
TEST(Callers, AreTheCallsThatHaveNotReturned) {
  Game game(jumplab(), plain());
  for (int frame = 0; frame < 25; ++frame) game.runFrame(held(0));
  size_t deepest = 0;
  for (int step = 0; step < 3000; ++step) {
    game.stepInstruction(held(0));
    if (step % 37 != 0) continue;
    std::vector<trace::Caller> expected;
    game.lookBack(game.frame() - 1, [&](console::Console& console, const Game::Next& next) {
      InstructionLog log(console);
      while (next()) {
      }
      log.close();
      for (const Executed& executed : log.executed()) {
        const uint8_t opcode = executed.bytes[0];
        if (executed.kind == Executed::Kind::Nmi)
          expected.push_back({executed.pc, trace::Caller::Kind::Nmi});
        else if (opcode == 0x20)
          expected.push_back({{static_cast<uint16_t>(executed.pc.address + 3)}, trace::Caller::Kind::Jsr});
        else if ((opcode == 0x60 || opcode == 0x40) && !expected.empty())
          expected.pop_back();
      }
    });
    const std::vector<trace::Caller> callers = callersNow(game);
    ASSERT_EQ(callers.size(), expected.size()) << step;
    for (size_t i = 0; i < callers.size(); ++i) {
      EXPECT_EQ(callers[i].kind, expected[i].kind) << step;
      EXPECT_EQ(callers[i].address.address, expected[i].address.address) << step;
    }
    deepest = std::max(deepest, callers.size());
  }
  EXPECT_GE(deepest, 2u);
}

TEST(Game, GoesBackToTheInstructionThatMadeAnAccess) {
  Game game(jumplab(), plain());
  for (int frame = 0; frame < 25; ++frame) game.runFrame(held(frame & 1));
  std::vector<std::pair<uint64_t, uint16_t>> wanted;
  lookAtLastFrame(game, [&](const InstructionLog& log, console::Console& console) {
    for (const FrameEvent& event : eventsOf(log, console))
      if (event.address != 0) wanted.emplace_back(event.cycle, event.pc.address);
  });
  ASSERT_GT(wanted.size(), 5u);
  const uint64_t frame = game.frame();
  for (size_t i = wanted.size(); i-- > 0;) {
    ASSERT_TRUE(game.backTo(wanted[i].first)) << i;
    EXPECT_EQ(game.console().cpu().pc, wanted[i].second);
    EXPECT_EQ(game.frame(), frame - 1);
  }
  EXPECT_FALSE(game.backTo(game.console().cpuCycles())) << "what has not run is no place to go back to";
}

TEST(Events, NameRegistersAndFoldMirrors) {
  FrameEvent event{EventKind::PictureWrite, {}, 0, {}, 0x2001, 0x1E, true};
  EXPECT_EQ(wordsOf(event), "PPUMASK $2001 = $1E");
  event = {EventKind::Controller, {}, 0, {}, 0x4017, 0x40, false};
  EXPECT_EQ(wordsOf(event), "JOY2 $4017 -> $40");
  event = {EventKind::SoundWrite, {}, 0, {}, 0x4017, 0xC0, true};
  EXPECT_EQ(wordsOf(event), "FRAME_CNT $4017 = $C0");
  EXPECT_EQ(wordsOf(FrameEvent{EventKind::Nmi}), "NMI");
}

// A program that fills the background with one opaque tile, places sprite 0 and switches rendering on.
std::shared_ptr<const console::Cartridge> spriteZeroCartridge(uint8_t x, uint8_t y) {
  std::vector<uint8_t> prg(0x8000, 0xEA);
  size_t at = 0;
  const auto code = [&](std::initializer_list<int> bytes) {
    for (const int byte : bytes) prg[at++] = static_cast<uint8_t>(byte);
  };
  code({0x78, 0xA2, 0xFF, 0x9A});                                    // SEI; LDX #$FF; TXS
  for (int i = 0; i < 3; ++i) code({0x2C, 0x02, 0x20, 0x10, 0xFB});  // BIT $2002; BPL
  code({0xA9, 0x00, 0x8D, 0x03, 0x20});                              // OAMADDR
  for (const int byte : {int{y}, 0, 0, int{x}}) code({0xA9, byte, 0x8D, 0x04, 0x20});
  code({0xA9, 0x00, 0x8D, 0x05, 0x20, 0x8D, 0x05, 0x20, 0x8D, 0x00, 0x20});
  code({0xA9, 0x1E, 0x8D, 0x01, 0x20});
  code({0x4C, static_cast<int>(at & 0xFF), 0x80 | static_cast<int>(at >> 8)});
  prg[0x7FFC] = 0x00, prg[0x7FFD] = 0x80;
  return std::make_shared<const console::Cartridge>(console::makeBareCartridge(
      prg, std::vector<uint8_t>(0x2000, 0xFF), mappers::Mirroring::Vertical, "sprite0"));
}

TEST(Events, HaveTheSpriteZeroHitAtItsDot) {
  for (const auto& [x, y] : {std::pair{0x40, 0x30}, {0x08, 0x00}, {0xC3, 0x80}, {0xFE, 0x60}}) {
    console::Console console(spriteZeroCartridge(static_cast<uint8_t>(x), static_cast<uint8_t>(y)), {});
    for (int frame = 0; frame < 6; ++frame) console.runFrame();
    console::Console ends(console);
    ends.runFrame();
    const auto hit = spriteZeroHit(console, ends.cpuCycles());
    ASSERT_TRUE(hit) << x;
    // A sprite appears a line below its Y; the pixel at X is made in dot X + 1 and the flag rises a dot later
    // (https://www.nesdev.org/wiki/PPU_OAM#Sprite_0_hits).
    EXPECT_EQ(hit->place, (RasterPlace{y + 1, x + 2}))
        << x << " " << hit->place.scanline << " " << hit->place.dot;
  }
}

TEST(Events, HaveNoSpriteZeroHitWhereRenderingIsOff) {
  console::Console console(jumplab(), {});
  console.runFrame();
  console::Console ends(console);
  ends.runFrame();
  EXPECT_FALSE(spriteZeroHit(console, ends.cpuCycles()));
}

TEST(CodeDataLog, HasTheBytesThatRanAndThoseThatWereRead) {
  Game game(jumplab(), plain());
  CodeDataLog all(*game.cartridge());
  std::map<uint32_t, int> ran;
  for (int frame = 0; frame < 20; ++frame) {
    game.runFrame({});
    lookAtLastFrame(game, [&](const InstructionLog& log, console::Console&) {
      all.add(log, frame == 19);
      for (const Executed& step : log.executed())
        if (step.kind == Executed::Kind::Instruction && step.prg_offset) ++ran[*step.prg_offset];
    });
  }
  for (const auto& entry : ran) EXPECT_TRUE(all.prg()[entry.first] & cdl::code) << entry.first;
  const CodeDataLog::Coverage coverage = all.coverage();
  EXPECT_GT(coverage.code, ran.size());
  EXPECT_GT(coverage.data, 0u);
  const uint32_t nmi = 0x7FFA;  // jumplab's vectors lie at the end of its 32 KiB
  EXPECT_EQ(all.prg()[nmi], cdl::data | 3 << cdl::window_shift);
  EXPECT_TRUE(all.ranInJump(ran.rbegin()->first) || !all.ranOnlyInJump(ran.rbegin()->first));

  EXPECT_EQ(all.file().size(), game.cartridge()->prg.size() + game.cartridge()->chr.size());
  CodeDataLog again(*game.cartridge());
  again.merge(all.file(), "a.cdl");
  EXPECT_EQ(again.file(), all.file());
  EXPECT_THROW(again.merge(std::vector<uint8_t>(5), "b.cdl"), std::runtime_error);
}

TEST(CodeDataLog, TellsWhatRanInAJumpAndNotOutsideIt) {
  Game game(jumplab(), smbOptions());
  game.playMovie(movieNamed("tier0-full"));
  CodeDataLog all(*game.cartridge());
  bool flew = false;
  while (game.frame() < 240) {
    game.runFrame({});
    flew |= game.flying();
    lookAtLastFrame(game, [&](const InstructionLog& log, console::Console&) { all.add(log, game.flying()); });
  }
  ASSERT_TRUE(flew);
  const auto stretches = all.onlyInJump();
  ASSERT_FALSE(stretches.empty());
  size_t bytes = 0;
  for (const auto& stretch : stretches) {
    bytes += stretch.bytes;
    for (uint32_t i = 0; i < stretch.bytes; ++i) EXPECT_TRUE(all.ranOnlyInJump(stretch.offset + i));
  }
  EXPECT_LT(bytes, all.coverage().code / 2) << "most of the program runs on the ground, too";
}

TEST(Profiler, GivesEveryCycleToOneRoutine) {
  Game game(jumplab(), plain());
  for (int frame = 0; frame < 20; ++frame) game.runFrame({});
  Profiler profiler;
  uint64_t calls = 0;
  for (int frame = 0; frame < 5; ++frame) {
    game.runFrame({});
    lookAtLastFrame(game, [&](const InstructionLog& log, console::Console&) {
      profiler.add(log, false);
      calls = static_cast<uint64_t>(std::ranges::count_if(log.executed(), [](const Executed& step) {
        return step.kind != Executed::Kind::Instruction || step.bytes[0] == 0x20;
      }));
    });
    uint64_t own = 0, counted = 0, longest = 0;
    for (const RoutineTime& time : profiler.lastFrame()) {
      own += time.own;
      counted += time.calls;
      longest = std::max(longest, time.whole);
      EXPECT_LE(time.own, time.whole);
    }
    EXPECT_EQ(own, profiler.cycles());
    EXPECT_EQ(longest, profiler.cycles()) << "all of it within the outermost";
    EXPECT_LE(counted > calls ? counted - calls : calls - counted, 1u)
        << "one may be entered in the next frame";
  }
  EXPECT_NEAR(static_cast<double>(profiler.cycles()), 29780.5, 20);
  EXPECT_LE(profiler.stack().size(), 3u) << "between two frames the program waits";
}

TEST(LiveLog, HasTheLinesOfTheLogCommandAndItsFilter) {
  Game game(jumplab(), plain());
  for (int frame = 0; frame < 15; ++frame) game.runFrame({});
  LiveLog lines, some;
  some.setFilter("op == $20", game);
  std::string expected;
  size_t calls = 0;
  game.lookBack(game.frame() - 1, [&](console::Console& console, const Game::Next& next) {
    console.hooks().on_instruction = [&] {
      lines.before(console, 0);
      some.before(console, 0);
      if (!trace::standsBeforeInstruction(console)) return;
      trace::appendLogLine(expected, console, trace::LogFormat::Nintendulator);
      calls += console.peek(console.cpu().pc) == 0x20;
    };
    next();
  });
  EXPECT_EQ(lines.text(), expected);
  EXPECT_EQ(some.lines().size(), calls);
  EXPECT_GT(calls, 0u);
  EXPECT_THROW(some.setFilter("op = = 3", game), std::runtime_error);
  EXPECT_THROW(some.setFilter("changed([$10])", game), std::runtime_error);
}

TEST(MemoryView, HasEachMemoryInItsSize) {
  Game game(jumplab(), plain());
  for (int frame = 0; frame < 5; ++frame) game.runFrame({});
  const auto size = [&](size_t kind) { return memoryBytes(game.console(), kind).size(); };
  EXPECT_EQ(size(0), 0x10000u);
  EXPECT_EQ(size(1), game.cartridge()->prg.size());
  EXPECT_EQ(size(2), 0x2000u);
  EXPECT_EQ(size(3), 0x1000u);
  EXPECT_EQ(size(4), 0x100u);
  EXPECT_EQ(size(5), 0x20u);
  EXPECT_EQ(asciiOf(std::vector<uint8_t>{'A', 0x7F, 0x20, 0xFF}), "A. .");
}

TEST(MemoryView, EditsOfEveryMemoryAreMadeAgainAfterRewinding) {
  Game game(jumplab(), plain());
  for (int frame = 0; frame < 30; ++frame) game.runFrame({});
  const std::vector<uint8_t> bytes{0x12, 0x34, 0x0F};
  for (const size_t kind : {0u, 3u, 4u, 5u}) {
    const uint32_t address = kind == 0 ? 0x730 : kind == 3 ? 0x41 : 5;
    editMemory(game, kind, address, bytes);
    const std::vector<uint8_t> now = memoryBytes(game.console(), kind);
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), now.begin() + address)) << kind;
    EXPECT_FALSE(game.pixels().empty());
    game.runFrame({});
    game.runFrame({});
    const console::State there = game.console().state();
    game.runFrame({});
    ASSERT_TRUE(game.back());
    EXPECT_TRUE(sameState(game.console().state(), there)) << kind;
  }
  EXPECT_THROW(editMemory(game, 1, 0, bytes), std::runtime_error) << "ROM";
  EXPECT_THROW(editMemory(game, 4, 0xFF, bytes), std::runtime_error) << "beyond the end";
}

TEST(MemoryView, BytesAge) {
  MemoryAge age;
  age.look(std::vector<uint8_t>{1, 2});
  EXPECT_EQ(age.age(0), MemoryAge::never);
  age.look(std::vector<uint8_t>{1, 3});
  EXPECT_EQ(age.age(1), 0);
  age.look(std::vector<uint8_t>{1, 3});
  EXPECT_EQ(age.age(1), 1);
  EXPECT_EQ(age.age(7), MemoryAge::never);
}

TEST(MemorySearch, KeepsWhatPassesAndTakesStepsBack) {
  MemorySearch search;
  search.begin(std::vector<uint8_t>{5, 6, 7, 8}, "u8");
  search.keep("decreased", std::vector<uint8_t>{4, 6, 6, 9});
  ASSERT_EQ(search.found().size(), 2u);
  EXPECT_EQ(search.found()[1].address, 2u);
  EXPECT_EQ(search.found()[1].before, 7);
  search.keep("equal to 6", std::vector<uint8_t>{4, 6, 6, 9});
  EXPECT_EQ(search.found().size(), 1u);
  EXPECT_TRUE(search.undo());
  EXPECT_EQ(search.found().size(), 2u);
  EXPECT_TRUE(search.undo());
  EXPECT_FALSE(search.undo());
  EXPECT_EQ(search.found().size(), 4u);
  EXPECT_THROW(search.keep("sideways", std::vector<uint8_t>{4, 6, 6, 9}), std::runtime_error);
  EXPECT_THROW(search.keep("decreased", std::vector<uint8_t>{4}), std::runtime_error);
}

TEST(MemorySearch, FindsValuesOfSeveralBytes) {
  MemorySearch search;
  search.begin(std::vector<uint8_t>{0x34, 0x12, 0xFF}, "u16");
  ASSERT_EQ(search.found().size(), 2u);
  search.keep("equal to $1234", std::vector<uint8_t>{0x34, 0x12, 0xFF});
  ASSERT_EQ(search.found().size(), 1u);
  EXPECT_EQ(search.found()[0].before, 0x1234);
  EXPECT_EQ(search.watchAt(0x10).addresses, (std::vector<uint16_t>{0x11, 0x10}));
  EXPECT_THROW(search.begin(std::vector<uint8_t>{1}, "u99"), std::runtime_error);
}

TEST(Freeze, HoldsAByteThroughEveryFrame) {
  Game game(jumplab(), plain());
  for (int frame = 0; frame < 20; ++frame) game.runFrame({});
  game.freeze({{0, std::nullopt, 0x0705, 0x42}});
  for (int frame = 0; frame < 3; ++frame) game.runFrame({});
  EXPECT_EQ(game.console().peek(0x0705), 0x42);
  EXPECT_TRUE(game.edited());
}

// Codes and what they mean: https://www.nesdev.org/nesgg.txt
TEST(Cheats, ReadGameGenieAndRawCodes) {
  EXPECT_EQ(rawText(parseCheat("SXIOPO")), "91D9:AD");
  EXPECT_EQ(rawText(parseCheat("GOSSIP")), "D1DD:14");
  EXPECT_EQ(rawText(parseCheat("zexpygla")), "94A7?03:02");
  EXPECT_EQ(rawText(parseCheat("75:9")), "0075:09");
  EXPECT_EQ(rawText(parseCheat("94A7?03:02")), "94A7?03:02");
  for (const char* wrong :
       {"", "SXIOP", "SXIOPB", "12345:00", "0075:100", "0075", ":", "94A7?:02", "94A7:02?03"})
    EXPECT_THROW(parseCheat(wrong), std::runtime_error) << wrong;
}

TEST(Cheats, ReadAndWriteTheFilesOfFceux) {
  const std::string text = "0075:09:lives\nS91D9:AD:never die\n:0756:02:fire: always\nSC94A7:02:03:x\n";
  const auto cheats = parseCheats(text, "a.cht");
  ASSERT_EQ(cheats.size(), 4u);
  EXPECT_EQ(cheats[2], (Cheat{"fire: always", 0x0756, 2, std::nullopt, false}));
  EXPECT_EQ(cheats[3], (Cheat{"x", 0x94A7, 2, 3, true}));
  EXPECT_EQ(cheatsText(cheats), text);
  EXPECT_THROW(parseCheats("0075:09:x\nhello\n", "a.cht"), std::runtime_error);
}

TEST(Cheats, ChangeTheProgramWhileTheyAreOn) {
  const auto original = jumplab();
  Game game(original, plain());
  for (int frame = 0; frame < 10; ++frame) game.runFrame({});
  const console::State before = game.console().state();
  Cheat cheat = parseCheat("8000:EA");
  cheat.compare = original->prg[0];
  applyCheats(game, original, {cheat});
  EXPECT_EQ(game.console().peek(0x8000), 0xEA);
  EXPECT_TRUE(sameState(game.console().state(), before));
  EXPECT_EQ(game.cartridge()->prgChrSha1(), original->prgChrSha1());
  game.runFrame({});
  cheat.on = false;
  applyCheats(game, original, {cheat});
  EXPECT_EQ(game.console().peek(0x8000), original->prg[0]);
  cheat.on = true;
  cheat.compare = static_cast<uint8_t>(original->prg[0] + 1);
  applyCheats(game, original, {cheat});
  EXPECT_EQ(game.console().peek(0x8000), original->prg[0]) << "another byte is there";
}

TEST(JumpGif, ShowsTheLastJumpInEveryOtherFrame) {
  Game game(jumplab(), smbOptions(true));
  std::array<uint32_t, 512> colors{};
  for (size_t i = 0; i < colors.size(); ++i) colors[i] = static_cast<uint32_t>(i * 0x010203);
  EXPECT_THROW(lastJumpScene(game, colors, 0), std::runtime_error) << "nobody has jumped";
  game.playMovie(movieNamed("tier0-full"));
  playTo(game);
  ASSERT_TRUE(game.lastJump());
  const console::State before = game.console().state();
  const JumpScene scene = lastJumpScene(game, colors, 0);
  const std::vector<uint8_t> gif = jumpGif(scene);
  EXPECT_TRUE(sameState(game.console().state(), before));
  EXPECT_EQ(std::string(gif.begin(), gif.begin() + 6), "GIF89a");
  EXPECT_EQ(gif[6] | gif[7] << 8, 512);
  EXPECT_EQ(gif.back(), 0x3B);
  // Each picture begins with its control block.
  const std::array<uint8_t, 4> control{0x21, 0xF9, 4, 0};
  size_t pictures = 0;
  for (auto at = gif.begin(); (at = std::search(at, gif.end(), control.begin(), control.end())) != gif.end();
       ++at)
    ++pictures;
  EXPECT_GT(pictures, game.lastJump()->frames_airborne / 2);
  EXPECT_LT(pictures, game.lastJump()->frames_airborne / 2 + 20);
  // The game goes elsewhere meanwhile.
  game.powerOn();
  for (int frame = 0; frame < 5; ++frame) game.runFrame({});
  EXPECT_EQ(jumpGif(scene), gif);
}

TEST(Replay, RunsTheFramesAsTheGameDidOnAThreadOfItsOwn) {
  Game game(jumplab(), plain());
  std::map<uint64_t, std::vector<uint16_t>> pictures;
  for (uint64_t frame = 0; frame < 90; ++frame) {
    if (frame == 40) game.poke(0x10, 7);
    game.runFrame(held(frame % 9 < 4 ? 0x81 : 0x08));
    pictures[frame].assign(game.pixels().begin(), game.pixels().end());
  }
  EXPECT_FALSE(game.replay(30, 90)) << "that one has not ended";
  const std::optional<Replay> replay = game.replay(35, 80);
  ASSERT_TRUE(replay);
  std::vector<uint64_t> seen;
  std::thread beside([&] {
    replay->run([&](const console::Console& console, uint64_t frame) {
      seen.push_back(frame);
      EXPECT_TRUE(std::ranges::equal(console.pixels(), pictures[frame])) << frame;
    });
  });
  for (int frame = 0; frame < 200; ++frame) game.runFrame(held(1));
  beside.join();
  ASSERT_EQ(seen.size(), 46u);
  EXPECT_EQ(seen.front(), 35u);
}

}  // namespace
}  // namespace jumpscope::play
