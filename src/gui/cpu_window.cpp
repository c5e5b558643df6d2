#include "src/gui/cpu_window.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cpu6502/disassemble.h"
#include "src/gui/font.h"
#include "src/play/tools/bookmarks.h"
#include "src/play/tools/callers.h"
#include "src/trace/fetched.h"
#include "src/trace/log.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

namespace {

// "NV-BDIZC" with a dot for what is clear.
std::string flagsText(uint8_t p) {
  std::string text;
  for (int bit = 7; bit >= 0; --bit) text += p >> bit & 1 ? "NV-BDIZC"[7 - bit] : '.';
  return text;
}

// What the code and data log knows of the byte: j ran in a jump only, + ran, - was read.
std::string coverageMark(const PlayState& player, uint16_t pc) {
  const std::optional<uint32_t> offset =
      player.coverage && pc >= 0x4020 ? player.game->console().prgOffset(pc) : std::optional<uint32_t>();
  if (!offset || *offset >= player.coverage->prg().size()) return " ";
  const uint8_t flags = player.coverage->prg()[*offset];
  if (!(flags & play::cdl::code)) return flags & play::cdl::data ? "-" : " ";
  return player.coverage->ranOnlyInJump(*offset) ? "j" : "+";
}

std::string breakpointAt(uint16_t pc) { return "pc == " + trace::addressText(pc); }

// The lines of a comment but the last, which stands beside its instruction.
std::string commentAbove(std::string& comment) {
  std::string above;
  for (size_t end = comment.find("\\n"); end != comment.npos; end = comment.find("\\n")) {
    above.append(above.empty() ? "" : "\n").append("; ").append(comment, 0, end);
    comment.erase(0, end + 2);
  }
  return above;
}

void runTo(PlayState& player, uint16_t pc) {
  player.paused = true;
  player.step = [pc](play::Game& game, const movie::FrameInput& held) {
    return game.runTo(held, pc)
               ? std::string()
               : "the program did not come to " + trace::addressText(pc) + " within 120 frames";
  };
}

// Of a line of the listing.
void drawLineMenu(PlayState& player, uint16_t pc) {
  if (!ImGui::BeginPopupContextItem("line")) return;
  if (ImGui::MenuItem("Run to here")) runTo(player, pc);
  if (ImGui::MenuItem("Breakpoint")) toggleBreakpoint(player, breakpointAt(pc));
  if (ImGui::MenuItem("Label and comment ..."))
    player.edit_label = play::labelPlace(player.game->console(), pc);
  if (ImGui::MenuItem("Bookmark ...")) player.ask_bookmark = play::bookmarkOfCode(player.game->console(), pc);
  ImGui::EndPopup();
}

// A line for each instruction: a click sets or removes a breakpoint there, a right click offers more.
void drawProgram(PlayState& player, uint16_t pc, int lines) {
  const console::Console& console = player.game->console();
  const trace::Symbols* labels = player.game->options().symbols.get();
  const std::vector<std::string> conditions = player.game->breakpoints();
  const auto isSet = [&](const std::string& condition) {
    return std::find(conditions.begin(), conditions.end(), condition) != conditions.end();
  };
  for (int line = 0; line < lines; ++line) {
    std::array<uint8_t, 3> bytes{};
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = console.peek(static_cast<uint16_t>(pc + i));
    const bool next = pc == console.cpu().pc;
    if (next && trace::standsBeforeInstruction(console)) bytes = trace::instructionBytes(console);
    const trace::CodeAddress at(pc, console.prgBank(pc));
    if (const std::string name = play::nameAt(console, pc, player.labels, labels); !name.empty())
      ImGui::TextDisabled("%s:", name.c_str());
    const play::Label* own = player.labels.at(console, pc);
    std::string comment = own ? own->comment : "";
    const ImVec4 comment_color{0.45f, 0.75f, 0.5f, 1};
    if (const std::string above = commentAbove(comment); !above.empty())
      ImGui::TextColored(comment_color, "%s", above.c_str());
    const std::string text =
        play::withNamesNow(cpu6502::disassemble(pc, bytes), pc, console, player.labels, labels);
    const bool stops = isSet(breakpointAt(pc));
    ImGui::PushID(line);
    ImGui::PushStyleColor(ImGuiCol_Text, next ? ImVec4{1, 0.9f, 0.4f, 1} : ImVec4{0.75f, 0.75f, 0.75f, 1});
    const std::string words =
        (stops ? "*" : " ") + coverageMark(player, pc) + trace::addressText(at).substr(1) + "  " + text;
    if (ImGui::Selectable(words.c_str(), next)) toggleBreakpoint(player, breakpointAt(pc));
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("click: breakpoint; right click: run to here, label, comment");
    drawLineMenu(player, pc);
    if (!comment.empty()) {
      ImGui::SameLine(std::max(em(170), ImGui::CalcTextSize(words.c_str()).x + em(14)));
      ImGui::TextColored(comment_color, "; %s", comment.c_str());
    }
    ImGui::PopID();
    pc = static_cast<uint16_t>(pc + cpu6502::instructionLength(bytes[0]));
  }
}

}  // namespace

void CpuWindow::draw(PlayState& player, bool& open) {
  ImGui::SetNextWindowPos(em(320, 50), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(em(430, 520), ImGuiCond_FirstUseEver);
  if (!ImGui::Begin("Processor", &open) || !player.game) {
    ImGui::End();
    return;
  }
  if (player.show_code) shown_ = std::exchange(player.show_code, std::nullopt);
  const console::Console& console = player.game->console();
  const cpu6502::State& cpu = console.cpu();
  ImGui::Text("PC %04X  A %02X  X %02X  Y %02X  S %02X  P %s", cpu.pc, cpu.a, cpu.x, cpu.y, cpu.s,
              flagsText(cpu.p).c_str());
  ImGui::Text("frame %llu  scanline %d  dot %d  cycle %llu%s",
              static_cast<unsigned long long>(console.frame()), console.scanline(), console.dot(),
              static_cast<unsigned long long>(console.cpuCycles()), console.jammed() ? "  JAMMED" : "");
  const auto button = [&](const char* words, play::Action action) {
    const bool pressed = buttonBeside(words);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s: %s", play::actionWords(action).c_str(),
                        play::keysOf(player.control.keys(), action).c_str());
    return pressed;
  };
  // So wide in both cases that the others stand still.
  const float width = ImGui::CalcTextSize("Resume").x + 2 * ImGui::GetStyle().FramePadding.x;
  if (ImGui::Button(player.paused ? "Resume" : "Pause", {width, 0})) player.paused = !player.paused;
  constexpr std::array<std::pair<const char*, play::Action>, 5> steps{
      {{"Into", play::Action::StepInstruction},
       {"Over", play::Action::StepOver},
       {"Out", play::Action::StepOut},
       {"Back", play::Action::StepBack},
       {"Scanline", play::Action::StepScanline}}};
  for (const auto& [words, action] : steps)
    if (button(words, action)) step(player, action);
  if (button("Frame", play::Action::FrameAdvance)) player.paused = player.advance = true;
  ImGui::Separator();
  ImGui::SetNextItemWidth(em(70));
  if (ImGui::InputTextWithHint("##goto", "go to", goto_.data(), goto_.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue))
    shown_ = addressTyped(player);
  ImGui::SameLine();
  if (ImGui::Button("PC")) shown_.reset();
  drawCallers(player);
  // Each scrolls by itself: a breakpoint more leaves the program where it is.
  const float breakpoints = std::max(em(60), std::min(em(140), ImGui::GetContentRegionAvail().y / 3));
  if (ImGui::BeginChild("program", {0, std::max(em(60), ImGui::GetContentRegionAvail().y - breakpoints)})) {
    const int lines = std::max(
        8, static_cast<int>(ImGui::GetContentRegionAvail().y / ImGui::GetTextLineHeightWithSpacing()));
    const auto lengthAt = [&](uint16_t at) { return cpu6502::instructionLength(console.peek(at)); };
    const uint16_t top = shown_ ? *shown_ : listing_.top(lengthAt, cpu.pc, lines);
    drawProgram(player, top, lines);
  }
  ImGui::EndChild();
  ImGui::Separator();
  if (ImGui::BeginChild("breakpoints")) drawBreakpoints(player);
  ImGui::EndChild();
  ImGui::End();
}

// "8123", "$8123", "PRG 123" or a label; what is none of these leaves the view where it is.
std::optional<uint16_t> CpuWindow::addressTyped(PlayState& player) {
  std::optional<uint16_t> address = shown_;
  tryTo(player, [&] {
    address = play::findAddress(goto_.data(), player.game->console(), player.labels,
                                player.game->options().symbols.get());
  });
  return address;
}

// While the game stands still: the call that led here first. A click shows its place.
void CpuWindow::drawCallers(PlayState& player) {
  const console::Console& console = player.game->console();
  if (!player.paused) return ImGui::TextDisabled("Pause shows the calls that led here.");
  if (const uint64_t now = console.cpuCycles(); now != called_at_) {
    callers_ = play::callersNow(*player.game);
    called_at_ = now;
  }
  if (callers_.empty())
    return ImGui::TextDisabled("called from no routine, as far as this frame and the last tell");
  ImGui::TextUnformatted("called from");
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  for (size_t i = callers_.size(); i-- > 0;) {
    trace::CodeAddress at = callers_[i].address;  // where the caller goes on
    if (callers_[i].kind == trace::Caller::Kind::Jsr) at.address = static_cast<uint16_t>(at.address - 3);
    const trace::Symbols* labels = player.game->options().symbols.get();
    constexpr std::array kinds{"", "NMI at ", "IRQ at ", "BRK at "};
    const std::string place = labels ? labels->placeOf(at) : "";
    const std::string words =
        kinds[static_cast<size_t>(callers_[i].kind)] + (place.empty() ? trace::addressText(at) : place);
    if (ImGui::GetItemRectMax().x + ImGui::CalcTextSize(words.c_str()).x + em(20) < right) ImGui::SameLine();
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::SmallButton(words.c_str())) shown_ = at.address;
    ImGui::PopID();
  }
}

void CpuWindow::drawBreakpoints(PlayState& player) {
  ImGui::TextUnformatted("Breakpoints");
  fieldWidth(260);
  const bool entered =
      ImGui::InputTextWithHint("##new", "y_speed < -4   pc == $8050   writes($CE)", typed_.data(),
                               typed_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  // What is wrong stays to be mended, and the next keys are not the game's.
  if (std::exchange(mends_, false)) ImGui::SetKeyboardFocusHere(-1);
  if ((buttonBeside("Add") || entered) && typed_[0] != '\0') {
    mends_ = !addBreakpoint(player, typed_.data());
    if (!mends_) {
      typed_ = {};
      player.message.clear();  // of a condition before
    }
  }
  for (const std::string& condition : player.game->breakpoints()) {
    ImGui::PushID(condition.c_str());
    if (ImGui::SmallButton("x")) toggleBreakpoint(player, condition);
    ImGui::PopID();
    ImGui::SameLine();
    ImGui::TextUnformatted(condition.c_str());
  }
}

}  // namespace jumpscope::gui
