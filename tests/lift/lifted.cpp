#include "tests/lift/lifted.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "src/prove/machine/concrete.h"

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

constexpr const char* csharp_runner = R"(
public static class LiftedRunner {
  public static int Run(string[] argv) {
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

std::string cppProgram(const prove::Routine& routine, const std::vector<Subject>& subjects) {
  std::string program = withBoard(cpp_main, !routine.entries.front().before.board.empty()), dispatch;
  std::string text = "#include <array>\n#include <cstdint>\n#include <stdexcept>\n";
  for (size_t i = 0; i < subjects.size(); ++i) {
    std::string source = subjects[i].source.text;
    const std::string space = "lifted" + std::to_string(i);
    replaceAll(source, "LIFTED_", "LIFTED_" + std::to_string(i) + "_");
    source = std::regex_replace(source, std::regex("namespace lifted"), "namespace " + space);
    text += source;
    dispatch += "  if (which == " + std::to_string(i) + ")\n    return runAll<" + space + "::State>(argv, " +
                std::to_string(subjects[i].source.stack_from) + ", [](const " + space +
                "::State& state, const unsigned char* r) {\n" + "      (void)r;\n      return " + space +
                "::step(state" + argumentsOf(source, routine, "r[") + ");\n    });\n";
  }
  return text + program + "int main(int, char** argv) {\n  const int which = std::atoi(argv[1]);\n" +
         dispatch + "  return 1;\n}\n";
}

// The source, and what runs it, in a file of its own.
std::string csharpFile(const prove::Routine& routine, const Source& source, size_t which) {
  const bool has_board = !routine.entries.front().before.board.empty();
  const std::string space = "Lifted" + std::to_string(which);
  std::string runner = withBoard(csharp_runner, has_board);
  replaceAll(runner, "RECORD", std::to_string(0x800 + (has_board ? 0x2000 : 0) + 7));
  replaceAll(runner, "STACK", std::to_string(source.stack_from));
  replaceAll(runner, "ARGUMENTS", argumentsOf(source.text, routine, "bytes[registers + "));
  replaceAll(runner, "Lifted", space);
  return std::regex_replace(source.text, std::regex("namespace Lifted"), "namespace " + space) + runner;
}

std::string csharpMain(size_t count) {
  std::string text = "public static class Program {\n  public static int Main(string[] argv) {\n";
  for (size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    text += "    if (argv[0] == \"" + number + "\") return Lifted" + number + "Runner.Run(argv);\n";
  }
  return text + "    return 1;\n  }\n}\n";
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

Lifted::Lifted(const prove::Routine& routine, const std::vector<Subject>& subjects, Language language)
    : language_(language) {
  for (size_t i = 0; i < subjects.size(); ++i) {
    const std::string number = std::to_string(i);
    std::ofstream(folder_ / ("rom" + number), std::ios::binary)
        .write(reinterpret_cast<const char*>(subjects[i].program.bytes.data()), 0x8000);
    if (language == Language::CSharp)
      tests::writeText(folder_ / ("lifted" + number + ".cs"), csharpFile(routine, subjects[i].source, i));
  }
  if (language == Language::Cpp)
    tests::writeText(folder_ / "program.cpp", cppProgram(routine, subjects));
  else
    tests::writeText(folder_ / "program.cs", csharpMain(subjects.size()));
  const std::string compile = language == Language::Cpp
                                  ? "c++ -std=c++17 -O1 -Wall -Wextra -Werror -Wno-infinite-recursion "
                                    "program.cpp -o program"
                                  : "mcs -warnaserror *.cs -out:program.exe";
  EXPECT_EQ(shell("cd " + folder_.path.string() + " && " + compile + " > errors 2>&1"), 0)
      << tests::readText(folder_ / "errors").substr(0, 4000);
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
  const std::string number = std::to_string(which);
  const std::string program =
      (language_ == Language::Cpp ? "./program " : "mono program.exe ") + number + " rom" + number + " in";
  EXPECT_EQ(shell("cd " + folder_.path.string() + " && timeout 60 " + program + " > out"), 0);
  std::ifstream out(folder_ / "out");
  std::vector<Digest> digests;
  for (std::string line; std::getline(out, line);)
    digests.push_back(line == "-" ? Digest() : Digest(std::stoull(line)));
  return digests;
}

Comparison& Comparison::operator+=(const Comparison& other) {
  equal += other.equal;
  different += other.different;
  refused += other.refused;
  unusual += other.unusual;
  return *this;
}

Comparison compare(const prove::Routine& routine, const Subject& subject, const Lifted& lifted, size_t which,
                   const std::vector<Input>& inputs) {
  const int stack_from = subject.source.stack_from;
  std::vector<Input> usual;
  std::vector<uint64_t> expected;
  Comparison comparison;
  for (const Input& input : inputs) {
    prove::Memory memory = input.memory;
    bool wrote_stack = false;
    const prove::Concrete result = prove::runConcrete(
        subject.program, routine.address, memory, input.registers, {.instructions = 50'000},
        [&](const prove::DataWrite& write) {
          const int address = write.address & 0x7FF;
          wrote_stack |= write.address < 0x2000 && address >= stack_from && address < 0x200;
        });
    if (!result.returned() || wrote_stack) {
      ++comparison.unusual;
      continue;
    }
    usual.push_back(input);
    expected.push_back(digestOf(memory, stack_from));
  }
  const std::vector<Digest> digests = lifted.run(which, usual);
  EXPECT_EQ(digests.size(), usual.size());
  for (size_t i = 0; i < std::min(digests.size(), expected.size()); ++i) {
    if (!digests[i])
      ++comparison.refused;
    else
      ++(*digests[i] == expected[i] ? comparison.equal : comparison.different);
  }
  return comparison;
}

}  // namespace jumpscope::lift
