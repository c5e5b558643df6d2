// A window that looks at the game. Each is a row in tools.cpp and can be left out there.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/gui/play_state.h"
#include "src/play/tools/instruction_log.h"

namespace jumpscope::gui {

// A frame that has been run again for the tools.
struct FrameLook {
  const play::InstructionLog& log;
  const console::Console& console;  // at its end
  const console::Console& before;   // at its start, with its input
  uint64_t frame;
  bool whole;    // false: as far as it has run
  bool in_jump;  // the character was in the air at its end
};

class ToolWindow {
 public:
  virtual ~ToolWindow() = default;
  virtual const char* setting() const = 0;  // one of play::window_names
  virtual const char* title() const = 0;
  // Between Begin() and End().
  virtual void draw(PlayState& player) = 0;

  // The extension of the files that it opens: ".cht"; "": none.
  virtual std::string_view opens() const { return ""; }
  // Throws std::runtime_error for a file that cannot be used; then nothing changes.
  virtual void openFile(PlayState&, const std::string& /*path*/) {}

  // Whether frames are run again for it.
  virtual bool looks() const { return false; }
  // Before an instruction of such a frame.
  virtual void before(const console::Console&, uint8_t /*buttons*/) {}
  virtual void look(PlayState&, const FrameLook&) {}
  // What happened in this frame and later did not happen.
  virtual void forget(uint64_t /*frame*/) {}
};

std::unique_ptr<ToolWindow> makeMemoryWindow();
std::unique_ptr<ToolWindow> makeEventWindow();
std::unique_ptr<ToolWindow> makeCodeDataWindow();
std::unique_ptr<ToolWindow> makeProfilerWindow();
std::unique_ptr<ToolWindow> makeLogWindow();
std::unique_ptr<ToolWindow> makeCheatWindow();
std::unique_ptr<ToolWindow> makeLabelWindow();

class Tools {
 public:
  Tools() { forgetCartridge(); }
  void forgetCartridge();  // another is inserted
  void forget(uint64_t frame);
  // After a frame or a step.
  void frameRan(PlayState& player);
  const std::vector<std::unique_ptr<ToolWindow>>& all() const { return tools_; }
  // The one that opens files with this extension; nullptr: none.
  ToolWindow* opening(std::string_view extension) const;

 private:
  std::vector<std::unique_ptr<ToolWindow>> tools_;
  uint64_t seen_ = 0;  // cycle up to which all was looked at
};

}  // namespace jumpscope::gui
