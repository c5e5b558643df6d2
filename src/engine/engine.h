// Movement code of somebody else's, in any language, that is run frame by frame: a program that speaks the protocol
// of docs/engines.md, a shared library (include/jumpscope.h), or a function of this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

struct jumpscope_engine;  // include/jumpscope.h

namespace jumpscope::engine {

// What an engine is told once.
struct Hello {
  struct Variable {
    std::string name, unit;
  };
  std::vector<Variable> variables;
  std::vector<size_t> compared;                               // of these: what it computes if it does not say
  std::vector<std::pair<std::string, std::string>> settings;  // --set NAME=VALUE
};

// What it answers.
struct Ready {
  std::vector<std::string> computes, reads;  // names of variables; computes is not empty
};

// Everything that an engine is asked in a run, known before it begins.
struct Plan {
  struct Step {
    bool seed = false;    // else a frame, which is answered
    uint8_t buttons = 0;  // port 1, bit 7 Right ... bit 0 A; of a seed: in the frame before
    uint64_t frame = 0;   // number in the trace
    size_t values = 0;    // index in Plan::values of its first
  };
  std::vector<std::string> computes, reads;
  std::vector<Step> steps;
  // Of a seed: what the engine computes, then what it reads. Of a frame: what it reads, at the frame's end.
  std::vector<double> values;
  size_t frames = 0;  // steps that are no seeds

  void addSeed(uint64_t frame, uint8_t buttons, std::span<const double> all);
  void addFrame(uint64_t frame, uint8_t buttons, std::span<const double> read);
};

// Both functions throw std::runtime_error with a sentence for everything that an engine can do wrong.
struct Engine {
  std::string name;  // "engine ./jump"
  std::function<Ready(const Hello&)> begin;
  // To be called once, after begin(). The answers: what the engine computes, for each frame of the plan in turn; finite
  // and within largest_answer.
  std::function<std::vector<double>(const Plan&)> run;
};

// Either way from 0: as far as an answer fits a trace with 32 bits of fraction.
constexpr double largest_answer = 1 << 29;

// How a program is run.
struct Command {
  std::vector<std::string> words;
  std::string folder;  // where it runs; empty: here
  double timeout = 5;  // seconds for an answer; the first may take ten times as long
  // Told each line that the program writes to its standard error, at most 100.
  std::function<void(const std::string&)> on_stderr = {};
};

// base::splitWords() of a command. Throws std::runtime_error.
std::vector<std::string> splitCommand(const std::string& text);

// A program, or a library if the command is the path of one (.so, .dylib). SIGPIPE must be ignored
// (base::catchInterrupts()).
Engine makeEngine(Command command);
Engine programEngine(Command command);
Engine libraryEngine(const std::string& path);
// A struct of the C interface. Throws std::runtime_error where it lacks something.
Engine cEngine(const std::string& name, const jumpscope_engine& engine);

}  // namespace jumpscope::engine
