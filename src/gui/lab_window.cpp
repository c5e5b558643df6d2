// jumpscope lab: the movement models side by side.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/base/environment.h"
#include "src/base/files.h"
#include "src/base/interrupt.h"
#include "src/base/output.h"
#include "src/base/text.h"
#include "src/cli/play_options.h"
#include "src/gui/font.h"
#include "src/gui/host.h"
#include "src/gui/lab_views.h"
#include "src/gui/windows.h"
#include "src/play/settings.h"

namespace jumpscope::gui {

namespace {

using lab::View;

constexpr float panel_width = 350, bar_height = 30, status_height = 22, gap = 8;

// A text that is typed.
using Field = std::array<char, 256>;

struct Window {
  LabWindow state;
  Field setting_path{"lab.json"}, export_path{"arc.csv"};
  bool quit = false, asks = false;
  std::string kept;     // the setting as it was read or written last
  int text_size = 100;  // percent, as in play's settings

  lab::Lab& lab() { return state.lab; }
};

void keep(Field& field, const std::string& text) {
  field.fill(0);
  std::strncpy(field.data(), text.c_str(), field.size() - 1);
}

lab::Lab readSetting(const std::string& path) {
  const std::vector<uint8_t> bytes = base::readFile(path);
  return lab::loadSetting(base::asText(bytes), path);
}

void load(Window& window) {
  window.state.attempt([&] {
    const std::string path = window.setting_path.data();
    window.lab() = readSetting(path);
    window.state.selected = 0;
    window.kept = lab::saveSetting(window.lab());
    window.state.say(base::concat({"read ", path}));
  });
}

void save(Window& window) {
  window.state.attempt([&] {
    const std::string path = window.setting_path.data();
    if (path.empty() || base::isStandardOutput(path))
      throw std::runtime_error("enter a file name for the settings, e.g. lab.json");
    base::writeOutput(path, lab::saveSetting(window.lab()));
    window.kept = lab::saveSetting(window.lab());
    window.state.say(base::concat({"wrote ", path}));
  });
}

bool unsaved(Window& window) { return lab::saveSetting(window.lab()) != window.kept; }

void askToQuit(Window& window) {
  window.quit |= window.asks || !unsaved(window);
  window.asks = true;
}

void copyArcs(Window& window) {
  const std::string table = lab::arcsAsTable(window.lab().comparison);
  if (!table.empty()) ImGui::SetClipboardText(table.c_str());
  window.state.message =
      table.empty() ? "no visible model has jumped yet; press Space, then copy" : "copied the arcs";
  window.state.message_is_error = table.empty();
}

void exportArc(Window& window) {
  window.state.attempt([&] {
    window.state.say(
        lab::exportArc(window.lab().comparison, window.state.selected, window.export_path.data()));
  });
}

uint32_t movementKey(SDL_Keycode key) {
  switch (key) {
    case SDLK_SPACE:
    case SDLK_x:
      return lab::key_jump;
    case SDLK_LEFT:
      return lab::key_left;
    case SDLK_RIGHT:
      return lab::key_right;
    case SDLK_UP:
      return lab::key_up;
    case SDLK_DOWN:
      return lab::key_down;
    case SDLK_q:
      return lab::key_turn_left;
    case SDLK_e:
      return lab::key_turn_right;
    default:
      return 0;
  }
}

void togglePilot(lab::StrafeField& strafe) {
  const double weave = 3;
  strafe.set("autopilot", strafe.autopilot() ? 0 : weave);
}

void shortcut(Window& window, SDL_Keycode key) {
  lab::Lab& lab = window.lab();
  switch (key) {
    case SDLK_1:
      lab.view = View::Jumps;
      break;
    case SDLK_2:
      lab.view = View::Strafe;
      break;
    case SDLK_3:
      lab.view = View::Sandbox;
      break;
    case SDLK_p:
      lab.clock.pause(!lab.clock.paused());
      break;
    case SDLK_BACKSLASH:
      lab.clock.step();
      break;
    case SDLK_MINUS:
      lab.clock.slower();
      break;
    case SDLK_EQUALS:
      lab.clock.faster();
      break;
    case SDLK_r:
      lab.restart();
      break;
    case SDLK_o:
      togglePilot(lab.strafe);
      break;
    default:
      break;
  }
}

void controlShortcut(Window& window, SDL_Keycode key) {
  if (key == SDLK_q) return askToQuit(window);
  const int step = key == SDLK_EQUALS ? 25 : key == SDLK_MINUS ? -25 : 0;
  window.text_size = std::clamp(window.text_size + step, 100, 300);
}

void answer(Window& window, SDL_Keycode key) {
  if (key == SDLK_s) save(window);
  window.quit = key == SDLK_d || (key == SDLK_s && !unsaved(window));
  if (key == SDLK_ESCAPE || key == SDLK_s) window.asks = false;
}

// Before a changed setting is lost.
void question(Window& window) {
  if (window.asks) ImGui::OpenPopup("Not saved");
  if (!ImGui::BeginPopupModal("Not saved", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return;
  ImGui::TextUnformatted("The settings are in no file.");
  const std::string save_words = base::concat({"S  Save ", window.setting_path.data()});
  if (ImGui::Button(save_words.c_str())) answer(window, SDLK_s);
  ImGui::SameLine();
  if (ImGui::Button("D  Do not save")) answer(window, SDLK_d);
  ImGui::SameLine();
  if (ImGui::Button("Esc  Cancel")) answer(window, SDLK_ESCAPE);
  if (!window.asks) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void take(Window& window, const SDL_Event& event) {
  if (event.type == SDL_QUIT) askToQuit(window);
  if (event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_FOCUS_LOST)
    window.state.keys.releaseAll();
  if (event.type == SDL_KEYUP) window.state.keys.up(movementKey(event.key.keysym.sym));
  const bool down = event.type == SDL_KEYDOWN && event.key.repeat == 0;
  if (!down || ImGui::GetIO().WantTextInput) return;
  if (window.asks) return answer(window, event.key.keysym.sym);
  if (event.key.keysym.sym == SDLK_ESCAPE) closePopup(0);
  if (event.key.keysym.mod & KMOD_CTRL) return controlShortcut(window, event.key.keysym.sym);
  window.state.keys.down(movementKey(event.key.keysym.sym));
  shortcut(window, event.key.keysym.sym);
}

// The keys alone, where the words have no room.
bool cramped() { return ImGui::GetIO().DisplaySize.x < em(800); }

void viewButton(lab::Lab& lab, View view, const char* name) {
  const bool chosen = lab.view == view;
  ImGui::PushStyleColor(ImGuiCol_Button, chosen ? paint(0x2F6FB5) : paint(0x232A35));
  if (ImGui::Button(name, em(cramped() ? 78 : 98, 0))) lab.view = view;
  ImGui::PopStyleColor();
  ImGui::SameLine();
}

void bar(Window& window) {
  lab::Lab& lab = window.lab();
  viewButton(lab, View::Jumps, "1 Jumps");
  viewButton(lab, View::Strafe, "2 Strafe");
  viewButton(lab, View::Sandbox, "3 Sandbox");
  ImGui::SameLine(0, em(cramped() ? 10 : 30));
  const auto button = [](const char* key, const char* words, float width) {
    const std::string all = base::concat({key, "  ", words});
    const bool pressed = ImGui::Button(cramped() ? key : all.c_str(), em(cramped() ? 26 : width, 0));
    if (cramped() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", words);
    ImGui::SameLine();
    return pressed;
  };
  if (button("P", lab.clock.paused() ? "resume" : "pause", 80)) lab.clock.pause(!lab.clock.paused());
  if (button("\\", "frame", 80)) lab.clock.step();
  if (button("-", "slower", 80)) lab.clock.slower();
  if (button("=", "faster", 80)) lab.clock.faster();
  if (button("R", "restart", 90)) lab.restart();
  const int slowness = lab.clock.slowness();
  const std::string factor = base::concat({"1/", std::to_string(slowness)});
  const std::string pace = lab.clock.paused()
                               ? (slowness == 1 ? "paused" : base::concat({"paused, ", factor}))
                           : slowness == 1 ? "full speed"
                                           : base::concat({factor, " speed"});
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(ImColor(paint(pace == "full speed" ? text_ink : 0xF2E55C)), "%s", pace.c_str());
}

void files(Window& window) {
  const float width = ImGui::GetContentRegionAvail().x - em(116);
  ImGui::SetNextItemWidth(width);
  ImGui::InputText("##setting", window.setting_path.data(), window.setting_path.size());
  ImGui::SameLine();
  if (ImGui::Button("save", em(50, 0))) save(window);
  ImGui::SameLine();
  if (ImGui::Button("load", em(50, 0))) load(window);
  // Only the models in the comparison fly arcs that can be computed again.
  ImGui::BeginDisabled(window.lab().view != View::Jumps);
  ImGui::SetNextItemWidth(width);
  ImGui::InputText("##export", window.export_path.data(), window.export_path.size());
  ImGui::SameLine();
  if (ImGui::Button("export arc", em(108, 0))) exportArc(window);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip(
        ".csv, .csv.zst, .jsonl: the trace of the selected model's last arc\n"
        ".svg, .png: the last arcs of all visible models");
  if (ImGui::Button("copy arcs as a table", em(166, 0))) copyArcs(window);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("height and speed of all visible models by frame, for a spreadsheet");
  ImGui::EndDisabled();
}

void status(Window& window) {
  if (!window.state.message.empty()) {
    ImGui::TextColored(ImColor(paint(window.state.message_is_error ? 0xFF6B5E : 0x6FDB73)), "%s",
                       window.state.message.c_str());
    return;
  }
  ImGui::TextDisabled(cramped()
                          ? "Space jumps, arrows move   Ctrl+- smaller text   Ctrl+Q quit"
                          : "Space or X jumps, arrows move   1 2 3 views   P pause   \\ frame   - = slow "
                            "motion   R restart   Ctrl+= larger text   Ctrl+Q quit");
}

void picture(Window& window, const Area& area) {
  fill(area, paper);
  const Area inner = area.inner(8, 6, 8, 6);
  switch (window.lab().view) {
    case View::Jumps:
      jumpsPicture(window.state, inner);
      break;
    case View::Strafe:
      strafePicture(window.state, inner);
      break;
    case View::Sandbox:
      sandboxPicture(window.state, inner);
      break;
  }
}

void drawPanel(Window& window) {
  ImGui::PushID(int(window.lab().view));
  switch (window.lab().view) {
    case View::Jumps:
      jumpsPanel(window.state);
      break;
    case View::Strafe:
      strafePanel(window.state);
      break;
    case View::Sandbox:
      sandboxPanel(window.state);
      break;
  }
  ImGui::PopID();
}

void draw(Window& window) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos(em(0, 0));
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("lab", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  bar(window);
  const ImGuiStyle& style = ImGui::GetStyle();
  const float margin = em(gap), panel = std::min(em(panel_width), size.x / 2);
  const float fields =
      3 * ImGui::GetFrameHeightWithSpacing() - style.ItemSpacing.y + 2 * style.WindowPadding.y;
  const float top = margin + em(bar_height), bottom = size.y - em(status_height) - margin,
              side = size.x - panel - margin;
  picture(window, {{margin, top}, {side - margin, bottom}});
  ImGui::SetCursorScreenPos({side, top});
  ImGui::BeginChild("panel", {panel, bottom - top - fields - margin}, true);
  drawPanel(window);
  ImGui::EndChild();
  ImGui::SetCursorScreenPos({side, bottom - fields});
  ImGui::BeginChild("files", {panel, fields}, true, ImGuiWindowFlags_NoScrollbar);
  files(window);
  ImGui::EndChild();
  ImGui::SetCursorScreenPos({margin + em(4), bottom + em(5)});
  status(window);
  ImGui::End();
}

void advance(Window& window, std::chrono::nanoseconds passed) {
  const int due = window.lab().clock.advance(uint64_t(passed.count()));
  for (int n = 0; n < due; ++n) {
    window.state.attempt([&] { window.lab().frame(window.state.keys.take(), window.state.mouse_turn); });
    window.state.mouse_turn = 0;
  }
}

int runLab(const cli::LabOptions& options) {
  Window window;
  if (!options.setting.empty()) {
    window.lab() = readSetting(options.setting);
    keep(window.setting_path, options.setting);
  }
  for (const std::string& model : options.models) window.lab().comparison.add(lab::comparisonModel(model));
  window.kept = lab::saveSetting(window.lab());
  Host host("lab", "jumpscope lab", 1280, 800);
  std::vector<std::string> words;
  window.text_size =
      play::SettingsStore(play::findFolders(base::processEnvironment())).loadSettings(words).text_size;
  for (const std::string& sentence : words) base::say(sentence);
  // What a small display has room for, less the window's frame.
  constexpr float frame = 40;
  if (const ImVec2 room = host.room(); room.y > frame && (room.x < 1280 || room.y < 800)) {
    host.resize(static_cast<int>(std::min(1280.f, room.x)),
                static_cast<int>(std::min(800.f, room.y - frame)));
    SDL_SetWindowPosition(host.window(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
  }
  SDL_SetWindowMinimumSize(host.window(), 1000, 640);
  ImGui::GetStyle().WindowRounding = 0;
  ImGui::GetStyle().FrameRounding = 3;
  auto last = std::chrono::steady_clock::now();
  const base::HoldInterrupts closes_the_window;
  while (!window.quit) {
    if (base::interrupted()) return base::interrupted_status;
    constexpr int patience_ms = 4;
    host.events(patience_ms, [&](const SDL_Event& event) {
      take(window, event);
      return true;
    });
    const auto now = std::chrono::steady_clock::now();
    advance(window, now - last);
    last = now;
    host.setTextSize(window.text_size);
    host.beginFrame();
    draw(window);
    question(window);
    host.endFrame();
  }
  return 0;
}

}  // namespace

cli::Action labCommand(cli::Arguments& arguments) {
  auto options = std::make_shared<cli::LabOptions>();
  cli::declareLab(arguments, *options);
  return [options] { return runLab(*options); };
}

}  // namespace jumpscope::gui
