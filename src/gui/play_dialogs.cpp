// What the `play` window asks: for files, for a profile, and before unsaved play is lost.
#include <imgui.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/json_value.h"
#include "src/base/text.h"
#include "src/cli/embedded.h"
#include "src/gui/font.h"
#include "src/gui/play_window.h"
#include "src/play/colors.h"
#include "src/play/remember.h"
#include "src/trace/profile.h"

namespace jumpscope::gui {

void PlayWindow::askForCartridge() {
  dialog_.ask({"Open a cartridge",
               {".nes", ".zip", ".gz", ".mlb"},
               memory_.recent,
               "",
               [this](const std::string& path) { openDropped(path); }});
}

void PlayWindow::askForMovie() {
  dialog_.ask({"Play a movie", {".fm2", ".bk2"}, {}, "", [this](const std::string& path) {
                 askBeforeLosing([this, path] { playMovie(path); });
               }});
}

void PlayWindow::askForMovieToSave() {
  const std::string stem = std::filesystem::path(player_.game->cartridge()->name).stem().string();
  dialog_.ask({"Save the input as a movie", {".fm2"}, {}, stem + ".fm2", [this](const std::string& path) {
                 saveMovie(path);
               }});
}

void PlayWindow::askForPalette() {
  dialog_.ask({"Choose a palette", {".pal"}, {}, "", [this](const std::string& path) {
                 tryTo(player_, [&] { choosePalette(path); });
               }});
}

void PlayWindow::choosePalette(const std::string& path) {
  play::loadPal(path);  // before it takes the place of another
  player_.settings.palette = std::filesystem::absolute(path).lexically_normal().string();
  applyColors();
  player_.say("colors of " + player_.settings.palette);
}

void PlayWindow::askForProfile() {
  dialog_.ask(
      {"Choose a profile", {".json"}, {}, "", [this](const std::string& path) { chooseProfile(path); }});
}

void PlayWindow::askForLaw() {
  dialog_.ask({"Choose a law", {".json"}, {}, "", [this](const std::string& path) { chooseModel(path); }});
}

void PlayWindow::drawProfileMenu() {
  const std::string now = player_.game->profile() ? player_.game->profile()->name : "";
  for (const std::string& name : trace::builtinProfileNames()) {
    const std::string& title = trace::builtinProfile(name).title;
    if (ImGui::MenuItem(name.c_str(), title.c_str(), now == name)) chooseProfile(name);
  }
  if (ImGui::MenuItem("A file ...")) askForProfile();
  if (ImGui::MenuItem("None", nullptr, player_.profile_name == play::no_profile)) removeProfile();
}

void PlayWindow::drawModelMenu() {
  if (ImGui::MenuItem("The profile's", nullptr, player_.model.empty())) chooseModel("");
  if (ImGui::MenuItem("The law of a file ...")) askForLaw();
  if (!player_.model.empty()) ImGui::TextDisabled("%s", player_.model.c_str());
}

void PlayWindow::drawProfilePicker() {
  if (!player_.game || player_.game->profile() || !player_.settings.physics || picker_dismissed_) return;
  ImGui::SetNextWindowPos(em(24, 40), ImGuiCond_Appearing);
  ImGui::SetNextWindowSize({em(330), 0}, ImGuiCond_Appearing);
  bool open = true;
  if (ImGui::Begin("Physics", &open, ImGuiWindowFlags_NoSavedSettings)) {
    ImGui::TextWrapped(
        "No profile lists this cartridge, so that its physics is not known. Choose one if the game keeps its "
        "variables there:");
    for (const std::string& name : trace::builtinProfileNames()) {
      const std::string& title = trace::builtinProfile(name).title;
      if (ImGui::Button((title.empty() ? name : name + " (" + title + ")").c_str())) chooseProfile(name);
    }
    if (ImGui::Button("A file ...")) askForProfile();
    ImGui::SameLine();
    if (ImGui::Button("None")) {
      player_.profile_name = play::no_profile;
      open = false;
    }
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("Tools / Memory finds addresses, Tools / Watches collects them in a profile.");
    ImGui::PopTextWrapPos();
  }
  ImGui::End();
  picker_dismissed_ = !open;
}

void PlayWindow::askToOpen(const std::string& path) {
  askBeforeLosing([this, path] { open(path); });
}

namespace {

nlohmann::json jsonOf(const std::string& path) {
  const std::vector<uint8_t> bytes = base::readFile(path);
  return base::parseJson(base::asText(bytes), path);
}

bool isKeyFile(const nlohmann::json& json) {
  return json.is_object() && json.contains("format") && json.at("format") == "jumpscope-keys";
}

// Of nothing but a law (docs/laws.md).
bool isLaw(const nlohmann::json& json) {
  return json.is_object() && json.contains("tiers") && !json.contains("watches");
}

}  // namespace

void PlayWindow::openDropped(const std::string& path) {
  tryTo(player_, [&] {
    std::string extension = std::filesystem::path(path).extension().string();
    for (char& letter : extension)
      if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    ToolWindow* const tool = tools_.opening(extension);
    const bool state = extension == ".state" || (extension.size() == 4 && extension.starts_with(".fc"));
    const bool movie = extension == ".fm2" || extension == ".bk2";
    const nlohmann::json json = extension == ".json" ? jsonOf(path) : nlohmann::json();
    if (isKeyFile(json)) {
      player_.control.setKeys(play::loadKeys(path));
      player_.settings.keys = std::filesystem::absolute(path).string();
    } else if (extension == ".pal") {
      choosePalette(path);
    } else if (!state && !movie && !tool && extension != ".json" && extension != ".mlb") {
      askToOpen(path);
    } else if (!player_.game) {
      throw std::runtime_error(path + " needs a cartridge; open its cartridge first");
    } else if (extension == ".mlb") {
      openLabels(player_, path);
    } else if (tool) {
      tool->openFile(player_, path);
      player_.window(tool->setting()) = true;
    } else if (isLaw(json)) {
      chooseModel(path);
    } else if (extension == ".json") {
      chooseProfile(path);
    } else {
      askBeforeLosing([this, path, movie] { movie ? playMovie(path) : startFromState(path); });
    }
  });
}

void PlayWindow::startFromState(const std::string& path) {
  tryTo(player_, [&] {
    const session::Start start = session::readStart(path, nullptr);
    saveBattery();
    player_.game->startFrom(start);
    unsaved_.settled();
    player_.trail.clear();
    forgetFrom(0);
    pacer_->restart();
    const std::string note = session::noteOn(start);
    player_.say(note.empty() ? "continues from " + path : note);
  });
}

void PlayWindow::openBundled() {
  tryTo(player_, [&] {
    const std::span<const uint8_t> rom = cli::embeddedCartridge();
    insert(std::make_shared<const console::Cartridge>(
               console::parseCartridge({rom.begin(), rom.end()}, "jumplab.nes")),
           {}, nullptr, {}, {});
    patches_.clear();
  });
}

void PlayWindow::askToQuit() {
  // --record writes it.
  if (!player_.options.record.empty()) unsaved_.settled();
  askBeforeLosing([this] { quit_ = true; });
}

void PlayWindow::askBeforeLosing(std::function<void()> go_on) {
  if (go_on_) return;
  if (!unsaved_.any()) return go_on();
  go_on_ = std::move(go_on);
}

void PlayWindow::drawQuestion() {
  if (go_on_ && !question_shown_) ImGui::OpenPopup("Not saved");
  question_shown_ = ImGui::BeginPopupModal("Not saved", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
  if (!question_shown_) {
    go_on_ = nullptr;
    answer_ = SDL_SCANCODE_UNKNOWN;
    return;
  }
  const auto pressed = [key = std::exchange(answer_, SDL_SCANCODE_UNKNOWN)](SDL_Scancode wanted) {
    return key == wanted;
  };
  ImGui::TextUnformatted("What you played is in no movie, case or slot.");
  const std::string stem = std::filesystem::path(player_.game->cartridge()->name).stem().string();
  const std::filesystem::path folder = player_.files.empty() ? "." : player_.files / "movies";
  const std::filesystem::path file = freePath(folder, stem, ".fm2");
  std::function<void()> go_on;
  ImGui::BeginDisabled(player_.game->edited());
  if (ImGui::Button(("S  Save " + file.string()).c_str()) || pressed(SDL_SCANCODE_S))
    if (tryTo(player_, [&] { std::filesystem::create_directories(folder); }) && saveMovie(file.string()))
      go_on = go_on_;
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button("D  Do not save") || pressed(SDL_SCANCODE_D)) go_on = go_on_;
  ImGui::SameLine();
  const bool stay = ImGui::Button("Esc  Cancel") || pressed(SDL_SCANCODE_ESCAPE);
  if (stay || go_on) {
    ImGui::CloseCurrentPopup();
    go_on_ = nullptr;
  }
  ImGui::EndPopup();
  if (!go_on) return;
  unsaved_.settled();
  go_on();
}

}  // namespace jumpscope::gui
