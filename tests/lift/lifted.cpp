#include "tests/lift/lifted.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>

namespace jumpscope::lift {
namespace {

// What both programs do with a record: RAM, the cartridge's RAM, and A, X, Y, C, Z, N, V.
constexpr const char* cpp_main = R"(
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

template <class State, class Step>
int runAll(char** argv, int stack_from, const Step& step) {
  std::ifstream rom_file(argv[2], std::ios::binary), in(argv[3], std::ios::binary);
  const std::vector<char> rom(std::istreambuf_iterator<char>(rom_file), {});
  for (;;) {
    State state;
    state.rom = reinterpret_cast<const unsigned char*>(rom.data());
    unsigned char registers[7];
    if (!in.read(reinterpret_cast<char*>(state.ram.data()), 0x800)) return 0;
    BOARD(in.read(reinterpret_cast<char*>(state.board.data()), 0x2000);)
    in.read(reinterpret_cast<char*>(registers), 7);
    try {
      state = step(state, registers);
    } catch (const std::logic_error&) {
      std::puts("-");
      continue;
    }
    unsigned long long digest = 14695981039346656037u;
    for (int i = 0; i < 0x800; ++i)
      if (i < stack_from || i >= 0x200) digest = (digest ^ state.ram[i]) * 1099511628211u;
    BOARD(for (const unsigned char byte : state.board) digest = (digest ^ byte) * 1099511628211u;)
    std::printf("%llu\n", digest);
  }
}
)";

constexpr const char* csharp_main = R"(
public static class Program {
  public static int Main(string[] argv) {
    var rom = System.IO.File.ReadAllBytes(argv[1]);
    var bytes = System.IO.File.ReadAllBytes(argv[2]);
    for (int at = 0; at < bytes.Length; at += RECORD) {
      var state = new Lifted.State();
      state.rom = rom;
      System.Array.Copy(bytes, at, state.ram, 0, 0x800);
      BOARD(System.Array.Copy(bytes, at + 0x800, state.board, 0, 0x2000);)
      int registers = at + RECORD - 7;
      if (registers < 0) return 1;
      try {
        state = Lifted.State.Step(state ARGUMENTS);
      } catch (System.InvalidOperationException) {
        System.Console.WriteLine("-");
        continue;
      }
      ulong digest = 14695981039346656037ul;
      for (int i = 0; i < 0x800; ++i)
        if (i < STACK || i >= 0x200) digest = unchecked((digest ^ state.ram[i]) * 1099511628211ul);
      BOARD(foreach (var b in state.board) digest = unchecked((digest ^ b) * 1099511628211ul);)
      System.Console.WriteLine(digest);
    }
    return 0;
  }
}
)";

void replaceAll(std::string& text, const std::string& what, const std::string& with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

// "BOARD(…;)" is there only if the cartridge has RAM.
std::string withBoard(std::string text, bool has_board) {
  for (size_t at = text.find("BOARD("); at != std::string::npos; at = text.find("BOARD(")) {
    const size_t end = text.find(";)", at);
    text =
        text.substr(0, at) + (has_board ? text.substr(at + 6, end + 1 - at - 6) : "") + text.substr(end + 2);
  }
  return text;
}

// What the step is called with: the buttons that memory has, and registers by their names.
std::string argumentsOf(const std::string& source, const prove::Routine& routine,
                        const std::string& first_register) {
  std::smatch found;
  if (!std::regex_search(source, found, std::regex(R"(State [Ss]tep\(State \w+([^)]*)\))"))) return "";
  const std::string parameters = found[1];
  std::string arguments;
  const std::regex parameter(R"((u8|bool) (\w+))");
  for (std::sregex_iterator each(parameters.begin(), parameters.end(), parameter), end; each != end; ++each) {
    const std::string name = (*each)[2];
    if (name == "buttons") {
      arguments += ", state.ram[" + std::to_string(routine.padByte()->address) + "]";
      continue;
    }
    const std::string place = first_register +
                              std::to_string(std::string("axyczn"
                                                         "v")
                                                 .find(name)) +
                              "]";
    arguments += ", " + place + ((*each)[1] == "bool" ? " != 0" : "");
  }
  return arguments;
}

int stackFrom(const prove::Routine& routine) {
  int from = 0x1FF;
  for (const prove::Entry& entry : routine.entries) from = std::min(from, 0x100 + entry.registers.s - 0x40);
  return std::max(from, 0x100);
}

std::string cppProgram(const prove::Routine& routine, const std::vector<Source>& sources) {
  std::string program = withBoard(cpp_main, !routine.entries.front().before.board.empty()), dispatch;
  std::string text = "#include <array>\n#include <cstdint>\n#include <stdexcept>\n";
  for (size_t i = 0; i < sources.size(); ++i) {
    std::string source = sources[i].text;
    const std::string space = "lifted" + std::to_string(i);
    replaceAll(source, "LIFTED_", "LIFTED_" + std::to_string(i) + "_");
    source = std::regex_replace(source, std::regex("namespace lifted"), "namespace " + space);
    text += source;
    dispatch += "  if (which == " + std::to_string(i) + ")\n    return runAll<" + space + "::State>(argv, " +
                std::to_string(stackFrom(routine)) + ", [](const " + space +
                "::State& state, const unsigned char* r) {\n" + "      (void)r;\n      return " + space +
                "::step(state" + argumentsOf(source, routine, "r[") + ");\n    });\n";
  }
  return text + program + "int main(int, char** argv) {\n  const int which = std::atoi(argv[1]);\n" +
         dispatch + "  return 1;\n}\n";
}

std::string csharpProgram(const prove::Routine& routine, const Source& source) {
  const bool has_board = !routine.entries.front().before.board.empty();
  std::string program = withBoard(csharp_main, has_board);
  replaceAll(program, "RECORD", std::to_string(0x800 + (has_board ? 0x2000 : 0) + 7));
  replaceAll(program, "STACK", std::to_string(stackFrom(routine)));
  replaceAll(program, "ARGUMENTS", argumentsOf(source.text, routine, "bytes[registers + "));
  return source.text + program;
}

int shell(const std::string& command) { return std::system(command.c_str()); }

}  // namespace

uint64_t digestOf(const prove::Memory& memory, int stack_from) {
  uint64_t digest = 14695981039346656037u;
  for (int i = 0; i < 0x800; ++i)
    if (i < stack_from || i >= 0x200) digest = (digest ^ memory.ram[size_t(i)]) * 1099511628211u;
  for (const uint8_t byte : memory.board) digest = (digest ^ byte) * 1099511628211u;
  return digest;
}

bool canCompile(Language language) {
  return shell(language == Language::Cpp ? "command -v c++ > /dev/null"
                                         : "command -v mcs mono > /dev/null") == 0;
}

Lifted::Lifted(const prove::Routine& routine, const std::vector<Source>& sources, Language language)
    : routine_(routine), language_(language) {
  std::ofstream(folder_ / "rom", std::ios::binary)
      .write(reinterpret_cast<const char*>(routine.program().bytes.data()), 0x8000);
  const std::string folder = folder_.path.string();
  if (language == Language::Cpp) {
    tests::writeText(folder_ / "program.cpp", cppProgram(routine, sources));
    EXPECT_EQ(shell("cd " + folder +
                    " && c++ -std=c++17 -O1 -Wall -Wextra -Werror program.cpp -o program 2> errors"),
              0)
        << tests::readText(folder_ / "errors").substr(0, 4000);
  } else {
    tests::writeText(folder_ / "program.cs", csharpProgram(routine, sources.front()));
    EXPECT_EQ(shell("cd " + folder + " && mcs -warnaserror program.cs -out:program.exe > errors 2>&1"), 0)
        << tests::readText(folder_ / "errors").substr(0, 4000);
  }
}

std::vector<Digest> Lifted::run(size_t which, const std::vector<Input>& inputs) const {
  {
    std::ofstream file(folder_ / "in", std::ios::binary);
    for (const Input& input : inputs) {
      const auto bytes = [&](const auto& of) {
        file.write(reinterpret_cast<const char*>(of.data()), std::ssize(of));
      };
      bytes(input.memory.ram);
      bytes(input.memory.board);
      const prove::Registers& r = input.registers;
      const auto flag = [&](uint8_t mask) { return static_cast<uint8_t>((r.p & mask) != 0); };
      bytes(std::array<uint8_t, 7>{r.a, r.x, r.y, flag(0x01), flag(0x02), flag(0x80), flag(0x40)});
    }
  }
  const std::string program =
      language_ == Language::Cpp ? "./program " + std::to_string(which) : "mono program.exe";
  const std::string arguments = language_ == Language::Cpp ? " rom in" : " 0 rom in";
  EXPECT_EQ(shell("cd " + folder_.path.string() + " && timeout 60 " + program + arguments + " > out"), 0);
  std::ifstream out(folder_ / "out");
  std::vector<Digest> digests;
  for (std::string line; std::getline(out, line);)
    digests.push_back(line == "-" ? Digest() : Digest(std::stoull(line)));
  return digests;
}

}  // namespace jumpscope::lift
