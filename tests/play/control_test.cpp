#include "src/play/control.h"

#include <SDL_events.h>
#include <gtest/gtest.h>

#include <random>

#include "src/play/controllers.h"

namespace jumpscope::play {
namespace {

constexpr uint8_t a = 1, b = 2, up = 0x10, down = 0x20, left = 0x40, right = 0x80;

struct PlayedControl {
  Control control{keyPreset("default")};
  uint32_t now = 1000;

  void press(const char* chord) {
    const Chord parsed = parseChord(chord);
    control.keyDown(parsed.key, parsed.modifiers, false, ++now);
  }
  void release(const char* chord) { control.keyUp(parseChord(chord).key, ++now); }
};

TEST(Control, AKeyHoldsItsButtonUntilItIsReleased) {
  PlayedControl p;
  p.press("X");
  p.press("Right");
  EXPECT_EQ(p.control.readPads(), (Pads{a | right, 0, 0, 0}));
  EXPECT_EQ(p.control.readPads()[0], a | right);
  p.release("X");
  EXPECT_EQ(p.control.readPads()[0], right);
  p.press("G");
  EXPECT_EQ(p.control.readPads(), (Pads{right, a, 0, 0}));
}

TEST(Control, APressShorterThanAFrameIsInOneFrame) {
  PlayedControl p;
  p.press("X");
  p.release("X");
  EXPECT_EQ(p.control.readPads()[0], a);
  EXPECT_EQ(p.control.readPads()[0], 0);
}

TEST(Control, TheNewerOfTwoOppositeKeysWins) {
  PlayedControl p;
  p.press("Right");
  p.press("Left");
  EXPECT_EQ(p.control.readPads()[0], left);
  p.release("Left");
  EXPECT_EQ(p.control.readPads()[0], right);
  p.press("Up");
  p.press("Down");
  p.release("Up");
  EXPECT_EQ(p.control.readPads()[0], right | down);
  p.press("Up");
  EXPECT_EQ(p.control.readPads()[0], right | up);
}

TEST(Control, OppositeKeysPressedTogetherCancel) {
  PlayedControl p;
  p.control.keyDown(SDL_SCANCODE_RIGHT, 0, false, 7);
  p.control.keyDown(SDL_SCANCODE_LEFT, 0, false, 7);
  p.control.keyDown(SDL_SCANCODE_X, 0, false, 7);
  EXPECT_EQ(p.control.readPads()[0], a);
  p.control.keyUp(SDL_SCANCODE_RIGHT, 9);
  EXPECT_EQ(p.control.readPads()[0], a | left);
}

TEST(Control, OppositeKeysWorkTogetherWhenAllowed) {
  PlayedControl p;
  p.control.allowOpposite(true);
  p.press("Right");
  p.press("Left");
  EXPECT_EQ(p.control.readPads()[0], left | right);
}

// Whatever is pressed, no frame has a pair that a real pad cannot press.
TEST(Control, RandomInputNeverHasOppositesAndEndsWithNothingHeld) {
  PlayedControl p;
  p.control.controllerAdded(3);
  std::mt19937 random(1);
  const std::vector<const char*> keys = {"Up", "Down", "Left", "Right", "X", "Z", "S", "I", "K", "J", "L"};
  for (int i = 0; i < 20000; ++i) {
    p.now += random() % 3;
    const char* key = keys[random() % keys.size()];
    random() % 2 ? p.press(key) : p.release(key);
    if (random() % 4 == 0)
      p.control.axisMoved(3, random() % 2 ? SDL_CONTROLLER_AXIS_LEFTX : SDL_CONTROLLER_AXIS_LEFTY,
                          static_cast<int>(random() % 65536) - 32768, p.now);
    if (random() % 500 == 0) p.control.letGo(p.now);
    if (random() % 700 == 0) p.control.assign(3, static_cast<int>(random() % 5) - 1, p.now);
    if (random() % 3) continue;
    for (const uint8_t pad : p.control.readPads()) {
      ASSERT_NE(pad & (left | right), left | right);
      ASSERT_NE(pad & (up | down), up | down);
    }
  }
  p.control.letGo(p.now);
  p.control.readPads();
  EXPECT_EQ(p.control.readPads(), Pads{});
}

TEST(Control, LosingTheFocusReleasesEverything) {
  PlayedControl p;
  p.press("X");
  p.press("Tab");
  p.control.readPads();
  EXPECT_TRUE(p.control.held(Action::FastForward));
  p.control.letGo(2000);
  EXPECT_EQ(p.control.readPads()[0], 0);
  EXPECT_FALSE(p.control.held(Action::FastForward));
  p.release("X");  // comes late, and counts for nothing
  p.press("X");
  EXPECT_EQ(p.control.readPads()[0], a);
}

TEST(Control, ActionsAreReportedOnceAndInOrder) {
  PlayedControl p;
  p.press("P");
  p.press("Ctrl+R");
  p.press("Shift+F3");
  p.press("F3");  // is down already
  EXPECT_EQ(p.control.takeActions(), (std::vector{Action::Pause, Action::Reset, Action::SaveSlot3}));
  EXPECT_TRUE(p.control.takeActions().empty());
  p.release("F3");
  p.press("F3");
  EXPECT_EQ(p.control.takeActions(), std::vector{Action::LoadSlot3});
}

TEST(Control, OnlySomeActionsRepeat) {
  PlayedControl p;
  p.press("P");
  p.press("\\");
  p.control.takeActions();
  p.control.keyDown(SDL_SCANCODE_P, 0, true, 5);
  p.control.keyDown(SDL_SCANCODE_BACKSLASH, 0, true, 6);
  p.control.keyDown(SDL_SCANCODE_M, 0, true, 7);  // pressed elsewhere
  EXPECT_EQ(p.control.takeActions(), std::vector{Action::FrameAdvance});
}

TEST(Control, AModifierUsedAsAPadButtonDoesNotBlockOtherKeys) {
  PlayedControl p;
  p.control.keyDown(SDL_SCANCODE_RSHIFT, shift, false, 1);
  p.control.keyDown(SDL_SCANCODE_X, shift, false, 2);
  p.control.keyDown(SDL_SCANCODE_P, shift, false, 3);
  EXPECT_EQ(p.control.readPads()[0], a | 4);
  EXPECT_EQ(p.control.takeActions(), std::vector{Action::Pause});
  // Left Shift is nobody's button: Shift+O is not O. But a pad's keys work whatever is held beside them.
  p.control.keyUp(SDL_SCANCODE_RSHIFT, 4);
  p.control.keyDown(SDL_SCANCODE_O, shift, false, 5);
  EXPECT_TRUE(p.control.takeActions().empty());
  p.control.keyDown(SDL_SCANCODE_Z, ctrl, false, 6);
  EXPECT_EQ(p.control.readPads()[0], a | b);
}

TEST(Control, TurboPressesInEveryOtherFrameFromTheFirst) {
  for (const int frames_before : {0, 1}) {
    PlayedControl p;
    for (int i = 0; i < frames_before; ++i) p.control.readPads();
    p.press("S");
    std::vector<int> seen;
    for (int i = 0; i < 6; ++i) seen.push_back(p.control.readPads()[0]);
    EXPECT_EQ(seen, (std::vector<int>{1, 0, 1, 0, 1, 0})) << frames_before;
  }
}

TEST(Control, ControllersPlayTheFirstFreePads) {
  PlayedControl p;
  EXPECT_EQ(p.control.controllerAdded(10), 0);
  EXPECT_EQ(p.control.controllerAdded(11), 1);
  EXPECT_EQ(p.control.controllerAdded(11), 1);
  p.control.buttonDown(10, SDL_CONTROLLER_BUTTON_B, 5);
  p.control.buttonDown(11, SDL_CONTROLLER_BUTTON_A, 6);
  p.control.buttonDown(99, SDL_CONTROLLER_BUTTON_A, 6);  // unknown
  EXPECT_EQ(p.control.readPads(), (Pads{a, b, 0, 0}));
  p.control.controllerRemoved(10, 7);
  EXPECT_EQ(p.control.readPads(), (Pads{0, b, 0, 0}));
  EXPECT_EQ(p.control.controllerAdded(12), 0);
  EXPECT_EQ(p.control.controllerAdded(13), 2);
  EXPECT_EQ(p.control.controllerAdded(14), 3);
  EXPECT_EQ(p.control.controllerAdded(15), -1);
  p.control.buttonDown(15, SDL_CONTROLLER_BUTTON_A, 6);
  p.control.assign(12, 1, 8);
  EXPECT_EQ(p.control.controllers().at(11), 0);
  EXPECT_EQ(p.control.readPads(), (Pads{0, 0, 0, 0}));
}

TEST(Control, KeyAndControllerPressTheSameButtonTogether) {
  PlayedControl p;
  p.control.controllerAdded(1);
  p.press("X");
  p.control.buttonDown(1, SDL_CONTROLLER_BUTTON_B, 5);
  p.control.readPads();
  p.release("X");
  EXPECT_EQ(p.control.readPads()[0], a);
  p.control.buttonUp(1, SDL_CONTROLLER_BUTTON_B, 6);
  EXPECT_EQ(p.control.readPads()[0], 0);
}

TEST(Control, TheStickHasADeadZoneAndDoesNotFlickerAtItsEdge) {
  PlayedControl p;
  p.control.controllerAdded(1);
  const auto at = [&](int x) {
    p.control.axisMoved(1, SDL_CONTROLLER_AXIS_LEFTX, x, ++p.now);
    return p.control.readPads()[0];
  };
  EXPECT_EQ(at(11999), 0);
  EXPECT_EQ(at(12001), right);
  EXPECT_EQ(at(9500), right);
  EXPECT_EQ(at(8900), 0);
  EXPECT_EQ(at(-32768), left);
  EXPECT_EQ(at(32767), right);
}

TEST(Control, TheFirstUnreadChangeIsKept) {
  PlayedControl p;
  EXPECT_FALSE(p.control.firstUnread());
  p.control.keyDown(SDL_SCANCODE_X, 0, false, 40);
  p.control.keyDown(SDL_SCANCODE_Z, 0, false, 45);
  EXPECT_EQ(p.control.firstUnread(), 40u);
  p.control.readPads();
  EXPECT_FALSE(p.control.firstUnread());
  p.control.keyDown(SDL_SCANCODE_P, 0, false, 50);  // no pad's
  EXPECT_FALSE(p.control.firstUnread());
  p.control.keyUp(SDL_SCANCODE_X, 60);
  EXPECT_EQ(p.control.firstUnread(), 60u);
}

TEST(Control, SdlEventsAreTranslated) {
  PlayedControl p;
  Controllers controllers;
  SDL_Event event{};
  event.type = SDL_KEYDOWN;
  event.key.keysym.scancode = SDL_SCANCODE_F2;
  event.key.keysym.mod = KMOD_RSHIFT | KMOD_NUM;
  EXPECT_EQ(controllers.feed(p.control, event), "");
  EXPECT_EQ(p.control.takeActions(), std::vector{Action::SaveSlot2});
  event.key.keysym.scancode = SDL_SCANCODE_TAB;
  event.key.keysym.mod = 0;
  controllers.feed(p.control, event);
  EXPECT_TRUE(p.control.held(Action::FastForward));
  event = {};
  event.type = SDL_WINDOWEVENT;
  event.window.event = SDL_WINDOWEVENT_FOCUS_LOST;
  controllers.feed(p.control, event);
  EXPECT_FALSE(p.control.held(Action::FastForward));
}

}  // namespace
}  // namespace jumpscope::play
