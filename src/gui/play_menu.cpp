// The menus of the `play` window, and what is drawn around the game.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>
#include <vector>

#include "src/gui/font.h"
#include "src/gui/help_window.h"
#include "src/gui/play_window.h"

namespace jumpscope::gui {

namespace {

// A check mark in a menu. True when it was switched.
bool toggle(const char* words, bool& value, const std::string& keys = "") {
  return ImGui::MenuItem(words, keys.c_str(), &value);
}

const char* wordsOfOverlay(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, const char*>, 9> words{{
      {"values", "Height, speed, gravity, state"},
      {"all_values", "Every watched value instead"},
      {"arc", "This jump's arc"},
      {"past_arcs", "Past arcs"},
      {"prediction", "Predicted arcs: A released now, A held"},
      {"curves", "Curves of height, speed and gravity"},
      {"last_jump", "The last jump's numbers"},
      {"model_check", "Stop where cartridge and model differ"},
      {"input", "Buttons"},
  }};
  for (const auto& [key, text] : words)
    if (key == name) return text;
  return "";
}

}  // namespace

void PlayWindow::draw() {
  useLayout();
  host_.beginFrame();
  if (player_.game) picture_.set(player_.game->pixels(), player_.colors);
  showTitle();
  const float mouse = ImGui::GetMousePos().y;
  // An open menu reaches farther down than the bar.
  const bool at_top = mouse >= 0 && mouse < em(30);
  const bool in_menu = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  if (show_menu_ && (!host_.fullscreen() || at_top || in_menu)) drawMenu();
  ImVec2 from, to;
  layOut(from, to);
  const PictureArea area = shown_at_ = picture_.draw(player_, from, to);
  const float free_to = player_.settings.physics ? drawOverlay(player_, area) : area.to.y;
  if (!player_.game) drawWelcome();
  drawStatus(area, free_to);
  drawTools();
  if (show_keys_)
    keys_.draw(player_.control.keys(), show_keys_,
               [this](play::Action action, play::Chord chord) { bind(action, chord); });
  drawProfilePicker();
  if (player_.edit_label && player_.game)
    label_dialog_.ask(player_, *std::exchange(player_.edit_label, std::nullopt));
  label_dialog_.draw(player_);
  if (player_.ask_bookmark) bookmark_dialog_.ask(*std::exchange(player_.ask_bookmark, std::nullopt));
  bookmark_dialog_.draw(player_);
  dialog_.draw();
  drawQuestion();
  host_.endFrame([this] { runBesideDrawing(); });
}

// An empty window: what can be opened.
void PlayWindow::drawWelcome() {
  ImGui::SetNextWindowPos(em(24, 48), ImGuiCond_Appearing);
  ImGui::SetNextWindowSize({em(420), 0});
  constexpr auto plain = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                         ImGuiWindowFlags_NoBringToFrontOnFocus;
  std::string chosen;
  if (ImGui::Begin("Welcome", nullptr, plain)) {
    ImGui::TextUnformatted("Drop a cartridge here, or");
    if (ImGui::Button("open a file ...")) askForCartridge();
    ImGui::SameLine();
    if (ImGui::Button("play the bundled cartridge")) openBundled();
    ImGui::SameLine();
    if (ImGui::Button("see the keys")) show_keys_ = true;
    for (const std::string& path : memory_.recent)
      if (ImGui::Selectable(path.c_str())) chosen = path;
  }
  ImGui::End();
  if (!chosen.empty()) askToOpen(chosen);
}

void PlayWindow::drawMenu() {
  if (!ImGui::BeginMainMenuBar()) return;
  const auto menu = [&](const char* words, void (PlayWindow::*contents)()) {
    if (!ImGui::BeginMenu(words)) return;
    (this->*contents)();
    ImGui::EndMenu();
  };
  menu("File", &PlayWindow::drawFileMenu);
  menu("Game", &PlayWindow::drawGameMenu);
  menu("Picture", &PlayWindow::drawViewMenu);
  menu("Sound", &PlayWindow::drawSoundMenu);
  menu("Control", &PlayWindow::drawControlMenu);
  menu("Movie", &PlayWindow::drawMovieMenu);
  menu("Physics", &PlayWindow::drawPhysicsMenu);
  menu("Tools", &PlayWindow::drawToolsMenu);
  menu("Help", &PlayWindow::drawHelpMenu);
  const float height = ImGui::GetWindowHeight(), width = ImGui::GetCursorPosX();
  ImGui::EndMainMenuBar();
  if (height == menu_height_ && width == menu_width_) return;
  menu_height_ = height;
  menu_width_ = width;
  if (host_.hasOwnSize()) setScale(player_.settings.scale);
}

std::string PlayWindow::keysOf(play::Action action) const {
  return play::keysOf(player_.control.keys(), action);
}

bool PlayWindow::item(const char* words, play::Action action, bool enabled) {
  return ImGui::MenuItem(words, keysOf(action).c_str(), false, enabled);
}

void PlayWindow::drawFileMenu() {
  using enum play::Action;
  if (item("Open ...", Open)) askForCartridge();
  if (ImGui::BeginMenu("Recent", !memory_.recent.empty())) {
    std::string chosen;
    for (const std::string& path : memory_.recent)
      if (ImGui::MenuItem(path.c_str())) chosen = path;
    ImGui::EndMenu();
    if (!chosen.empty()) askToOpen(chosen);
  }
  if (item("Screenshot", Screenshot, player_.game != nullptr)) screenshot();
  ImGui::Separator();
  if (item("Quit", Quit)) askToQuit();
}

void PlayWindow::drawGameMenu() {
  using enum play::Action;
  const bool running = player_.game != nullptr;
  if (item(player_.paused ? "Resume" : "Pause", Pause, running)) act(Pause);
  if (item("Frame advance", FrameAdvance, running)) act(FrameAdvance);
  if (ImGui::BeginMenu("Step", running)) {
    constexpr std::array<std::pair<const char*, play::Action>, 5> steps{{{"Into", StepInstruction},
                                                                         {"Over", StepOver},
                                                                         {"Out", StepOut},
                                                                         {"Back", StepBack},
                                                                         {"Scanline", StepScanline}}};
    for (const auto& [words, action] : steps)
      if (item(words, action)) act(action);
    ImGui::EndMenu();
  }
  toggle("Fast-forward", player_.fast, keysOf(FastForward));
  if (ImGui::BeginMenu("Speed", running)) {
    for (const int percent : {5, 10, 25, 50, 75, 100, 150, 200, 400})
      if (ImGui::MenuItem((std::to_string(percent) + " %").c_str(), nullptr, player_.speed == percent))
        setSpeed(percent);
    ImGui::EndMenu();
  }
  if (ImGui::MenuItem("Back one second", keysOf(Rewind).c_str(), false, running)) goBack(60);
  ImGui::Separator();
  if (ImGui::BeginMenu("Save", running)) {
    for (int slot = 1; slot <= 10; ++slot)
      if (item(("Slot " + std::to_string(slot)).c_str(),
               static_cast<play::Action>(static_cast<int>(SaveSlot1) + slot - 1)))
        saveSlot(slot);
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Load", running)) {
    for (int slot = 1; slot <= 10; ++slot)
      if (item(("Slot " + std::to_string(slot)).c_str(),
               static_cast<play::Action>(static_cast<int>(LoadSlot1) + slot - 1)))
        loadSlot(slot);
    ImGui::EndMenu();
  }
  ImGui::Separator();
  if (ImGui::BeginMenu("Machine", running)) {
    drawMachineMenu();
    ImGui::EndMenu();
  }
  if (item("Reset", Reset, running)) reset();
  if (item("Power off and on", Power, running)) act(Power);
}

void PlayWindow::drawViewMenu() {
  using enum play::Action;
  play::Settings& settings = player_.settings;
  if (ImGui::BeginMenu("Size")) {
    for (int scale = 1; scale <= 6; ++scale)
      if (ImGui::MenuItem((std::to_string(scale) + " x").c_str(), nullptr, settings.scale == scale))
        setScale(scale);
    ImGui::EndMenu();
  }
  if (ImGui::MenuItem("Fullscreen", keysOf(Fullscreen).c_str(), host_.fullscreen()))
    setFullscreen(!host_.fullscreen());
  toggle("Fill the window, pixels blended at their edges", settings.fill);
  if (toggle("Pixel aspect of a television (8:7)", settings.pixel_aspect)) setScale(settings.scale);
  bool cropped = settings.crop_rows > 0 || settings.crop_columns > 0;
  if (toggle("Crop the overscan (8 lines, 8 columns)", cropped)) {
    settings.crop_rows = settings.crop_columns = cropped ? 8 : 0;
    setScale(settings.scale);
  }
  if (ImGui::BeginMenu("Text size")) {
    for (const int percent : {100, 125, 150, 175, 200, 250, 300})
      if (ImGui::MenuItem((std::to_string(percent) + " %").c_str(), nullptr, settings.text_size == percent))
        setTextSize(percent);
    ImGui::Separator();
    if (item("Larger", TextLarger)) act(TextLarger);
    if (item("Smaller", TextSmaller)) act(TextSmaller);
    ImGui::EndMenu();
  }
  ImGui::Separator();
  ImGui::TextDisabled(settings.palette.empty() ? "generated palette" : "%s", settings.palette.c_str());
  // Those of a file are as they are.
  ImGui::BeginDisabled(!settings.palette.empty());
  bool changed = ImGui::SliderInt("hue", &settings.hue, -180, 180);
  changed |= ImGui::SliderInt("saturation", &settings.saturation, 0, 200);
  changed |= ImGui::SliderInt("brightness", &settings.brightness, 50, 150);
  ImGui::EndDisabled();
  if (ImGui::MenuItem("Palette file ...")) askForPalette();
  if (ImGui::MenuItem("Generated palette", nullptr, settings.palette.empty())) {
    settings.palette.clear();
    changed = true;
  }
  if (changed) applyColors();
}

void PlayWindow::drawSoundMenu() {
  play::Settings& settings = player_.settings;
  bool changed = toggle("Mute", settings.mute, keysOf(play::Action::Mute));
  changed |= ImGui::SliderInt("volume", &settings.volume, 0, 100);
  ImGui::Separator();
  for (const std::string_view name : play::channel_names) {
    const std::string key(name);
    changed |= toggle(key.c_str(), settings.channels[key]);
  }
  ImGui::Separator();
  if (sound_.isOpen())
    ImGui::TextDisabled("%.0f ms behind the picture, rate %+.2f %%", sound_.latencyMs(),
                        (sound_.ratio() - 1) * 100);
  else
    ImGui::TextDisabled("%s", sound_words_.c_str());
  if (changed) applySound();
}

void PlayWindow::drawControlMenu() {
  play::Settings& settings = player_.settings;
  if (ImGui::MenuItem("Change keys ...")) show_keys_ = true;
  ImGui::Separator();
  for (const std::string_view name : play::keyPresetNames()) {
    const std::string preset(name);
    if (ImGui::MenuItem(preset.c_str(), nullptr, settings.keys == preset)) {
      settings.keys = preset;
      applyKeys();
    }
  }
  const std::string own = ownKeys().string();
  std::error_code ignored;
  if (!own.empty() && std::filesystem::exists(own, ignored))
    if (ImGui::MenuItem("the keys you changed", nullptr, settings.keys == own)) {
      settings.keys = own;
      applyKeys();
    }
  if (settings.keys.ends_with(".json") && settings.keys != own)
    ImGui::TextDisabled("%s", settings.keys.c_str());
  ImGui::Separator();
  if (toggle("Allow Left with Right, Up with Down", settings.allow_opposite)) applyKeys();
  ImGui::Separator();
  const auto& controllers = player_.control.controllers();
  if (controllers.empty()) ImGui::TextDisabled("no game controller is connected");
  for (const auto& entry : controllers)
    ImGui::TextDisabled("%s plays pad %d", controllers_.name(entry.first).c_str(), entry.second + 1);
}

void PlayWindow::drawMovieMenu() {
  using enum play::Action;
  const bool running = player_.game != nullptr,
             playing = running && player_.game->mode() == play::Game::Mode::Playing;
  if (item("Restart from power-on", Record, running)) act(Record);
  if (item("Continue from here", TakeOver, playing)) takeOver();
  if (item("Save as case", SaveCase, running)) saveCase();
  ImGui::Separator();
  if (ImGui::MenuItem("Play a movie ...", nullptr, false, running)) askForMovie();
  if (ImGui::MenuItem("Save the input as a movie ...", nullptr, false, running)) askForMovieToSave();
  if (running)
    ImGui::TextDisabled("frame %llu, %llu rerecords%s",
                        static_cast<unsigned long long>(player_.game->frame()),
                        static_cast<unsigned long long>(player_.game->rerecords()),
                        player_.game->edited() ? ", memory was edited" : "");
}

void PlayWindow::drawPhysicsMenu() {
  const bool jumped = player_.game && player_.game->lastJump();
  if (ImGui::MenuItem("Save the last jump as a GIF", nullptr, false, jumped)) saveJumpPicture();
  ImGui::Separator();
  toggle("Show overlay", player_.settings.physics, keysOf(play::Action::Overlay));
  if (ImGui::BeginMenu("Profile", player_.game != nullptr)) {
    drawProfileMenu();
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Model", player_.game != nullptr)) {
    drawModelMenu();
    ImGui::EndMenu();
  }
  ImGui::Separator();
  for (const std::string_view name : play::overlay_names) {
    const std::string key(name);
    if (!toggle(wordsOfOverlay(name), player_.settings.overlay[key]) || key != "model_check" || !player_.game)
      continue;
    if (!tryTo(player_, [&] { player_.game->setModelCheck(player_.settings.overlay[key]); }))
      player_.settings.overlay[key] = false;
  }
}

void PlayWindow::drawHelpMenu() {
  toggle("Keys", show_keys_);
  ImGui::Separator();
  ImGui::TextDisabled("jumpscope " JUMPSCOPE_VERSION);
  ImGui::TextDisabled("`jumpscope help` lists the commands.");
}

void PlayWindow::drawStatus(const PictureArea& area, float bottom) {
  // An open menu lies over them; over a dialog they say what is wrong there.
  ImDrawList* draw = menuOpen() ? ImGui::GetBackgroundDrawList() : ImGui::GetForegroundDrawList();
  const float gap = em(8), buttons = em(150), room = std::max(em(100), area.to.x - area.from.x - buttons);
  const auto sizeOf = [&](const std::string& words) {
    return ImGui::CalcTextSize(words.c_str(), nullptr, false, room);
  };
  const auto text = [&](ImVec2 at, const std::string& words, ImU32 color) {
    const ImVec2 size = sizeOf(words);
    draw->AddRectFilled({at.x - em(4), at.y - em(2)}, {at.x + size.x + em(4), at.y + size.y + em(2)},
                        IM_COL32(0, 0, 0, 225), 3);
    draw->AddText(nullptr, 0, at, color, words.c_str(), nullptr, room);
  };
  std::vector<std::pair<std::string, ImU32>> lines;
  if (!player_.message.empty() && SDL_GetTicks64() < player_.message_until)
    lines.emplace_back(player_.message, IM_COL32(255, 255, 160, 255));
  if (player_.stop) lines.emplace_back(player_.stop->words, IM_COL32(255, 110, 110, 255));
  if (const std::string state = stateWords(); !state.empty()) {
    const float x = ImGui::GetIO().DisplaySize.x - ImGui::CalcTextSize(state.c_str()).x - em(12);
    if (show_menu_ && x > menu_width_ + gap)
      text({x, em(3)}, state, IM_COL32_WHITE);
    else
      lines.emplace_back(state, IM_COL32_WHITE);
  }
  // From the curves up; the buttons stand to the right. Rather than over the character: over the curves, else above it.
  ImVec2 all{0, 0};
  for (const auto& line : lines) {
    const ImVec2 size = sizeOf(line.first);
    all = {std::max(all.x, size.x), all.y + size.y + gap};
  }
  const float left = area.from.x + em(10);
  const std::optional<Box> character = characterBox(player_, area);
  const auto covers = [&](float lowest) {
    return character && character->meets({{left, lowest - all.y}, {left + all.x, lowest + gap}});
  };
  bottom -= em(14);
  const float over_curves = area.to.y - em(8);
  if (covers(bottom)) bottom = covers(over_curves) ? character->from.y - gap : over_curves;
  for (const auto& [words, color] : lines) {
    bottom -= sizeOf(words).y;
    text({left, bottom}, words, color);
    bottom -= gap;
  }
}

std::string PlayWindow::stateWords() const {
  if (!player_.game) return "";
  const std::string frame = "frame " + std::to_string(player_.game->frame());
  if (player_.control.held(play::Action::Rewind)) return "<< " + frame;
  if (player_.paused) return "paused, " + frame;
  if (fast_rate_ > 0) {
    char words[48];
    const double rate = play::frameRate(player_.game->options().machine.region).hz();
    std::snprintf(words, sizeof words, ">> %.0f fps, %.1f x", fast_rate_, fast_rate_ / rate);
    return words;
  }
  if (player_.speed != 100) return std::to_string(player_.speed) + " %, " + frame;
  if (player_.game->mode() == play::Game::Mode::Playing)
    return "movie, " + frame + " of " + std::to_string(player_.game->movieFrames());
  return "";
}

}  // namespace jumpscope::gui
