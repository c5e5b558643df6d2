#include "src/gui/cpu_window.h"

#include <imgui.h>

#include "cpu6502/disassemble.h"
#include "src/gui/font.h"
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

void drawProgram(const console::Console& console) {
  uint16_t pc = console.cpu().pc;
  for (int line = 0; line < 16; ++line) {
    std::array<uint8_t, 3> bytes{};
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = console.peek(static_cast<uint16_t>(pc + i));
    if (line == 0 && trace::standsBeforeInstruction(console)) bytes = trace::instructionBytes(console);
    const int length = cpu6502::instructionLength(bytes[0]);
    const std::string text = cpu6502::disassemble(pc, bytes);
    const std::string place = trace::addressText(trace::CodeAddress(pc, console.prgBank(pc)));
    ImGui::TextColored(line == 0 ? ImVec4{1, 0.9f, 0.4f, 1} : ImVec4{0.75f, 0.75f, 0.75f, 1}, "%s  %s",
                       place.c_str() + 1, text.c_str());
    pc = static_cast<uint16_t>(pc + length);
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
  const console::Console& console = player.game->console();
  const cpu6502::State& cpu = console.cpu();
  ImGui::Text("PC %04X  A %02X  X %02X  Y %02X  S %02X  P %s", cpu.pc, cpu.a, cpu.x, cpu.y, cpu.s,
              flagsText(cpu.p).c_str());
  ImGui::Text("frame %llu  scanline %d  dot %d  cycle %llu%s",
              static_cast<unsigned long long>(console.frame()), console.scanline(), console.dot(),
              static_cast<unsigned long long>(console.cpuCycles()), console.jammed() ? "  JAMMED" : "");
  const auto step = [&](const char* words, const auto& work) {
    if (ImGui::Button(words)) {
      player.paused = true;
      work();
    }
    ImGui::SameLine();
  };
  step("Instruction", [&] { ++player.instructions; });
  step("Scanline", [&] { ++player.scanlines; });
  step("Frame", [&] { player.advance = true; });
  if (ImGui::Button(player.paused ? "Resume" : "Pause")) player.paused = !player.paused;
  ImGui::Separator();
  drawProgram(console);
  ImGui::Separator();
  drawBreakpoints(player);
  ImGui::End();
}

void CpuWindow::drawBreakpoints(PlayState& player) {
  ImGui::TextUnformatted("Breakpoints");
  std::vector<std::string> conditions = player.game->breakpoints();
  const auto change = [&](std::vector<std::string> to) {
    return tryTo(player, [&] { player.game->setBreakpoints(std::move(to)); });
  };
  ImGui::SetNextItemWidth(em(260));
  const bool entered = ImGui::InputTextWithHint("##new", "y_speed < -4 && held(A)", typed_.data(),
                                                typed_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  if ((ImGui::Button("Add") || entered) && typed_[0] != '\0') {
    std::vector<std::string> more = conditions;
    more.push_back(typed_.data());
    if (change(more)) typed_ = {};
  }
  for (size_t i = 0; i < conditions.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::SmallButton("x")) {
      std::vector<std::string> fewer = conditions;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
      change(fewer);
    }
    ImGui::PopID();
    ImGui::SameLine();
    ImGui::TextUnformatted(conditions[i].c_str());
  }
}

}  // namespace jumpscope::gui
