// The options and arguments of a command. Only arguments.cpp knows the parser (CLI11) behind this
// interface.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/base/number.h"

namespace CLI {
class App;
}

namespace jumpscope::cli {

// The format of an output. A file whose extension means another format is refused before anything is run. Names without an
// extension, devices and standard output are not checked.
struct FileFormat {
  std::string name;                     // "PNG"
  std::vector<std::string> extensions;  // that we write: ".png"
  // false: other extensions are accepted unless they mean a format that we know.
  bool only_these = true;
  std::function<bool()> applies = {};  // empty: always; false: the command writes something else now
};

// Declares options. Targets must outlive the parse; a command keeps them in a shared value that its Action
// captures.
class Arguments {
 public:
  // The values of options and arguments, as parsed: paths of files that the command writes, and those that may
  // be paths of files that it reads.
  using Values = std::function<std::vector<std::string>()>;
  struct Written {
    Values paths;
    std::string option;
    FileFormat format;
  };
  struct Paths {
    std::vector<Written> written;
    std::vector<Values> read;
  };
  // Named values of an option or argument that also takes others, such as files.
  using Suggestions = std::map<std::string, std::vector<std::string>>;

  // suggest() fills `suggestions`.
  Arguments(CLI::App& parser, Paths& paths, Suggestions& suggestions)
      : parser_(parser), paths_(paths), suggestions_(suggestions) {}

  // Options declared with the returned value stand under this heading in --help and in the man page, below the
  // command's own options.
  Arguments under(const std::string& heading) const {
    Arguments arguments = *this;
    arguments.heading_ = heading;
    return arguments;
  }

  // "--json" or "-o,--output": the value follows the option, which may be given once.
  void flag(const std::string& names, bool& target, const std::string& help);
  void option(const std::string& names, std::string& target, const std::string& value,
              const std::string& help);
  // The path of a file that the command writes. It must not be one that the command reads, nor another output.
  void output(const std::string& names, std::string& target, const std::string& value,
              const std::string& help, FileFormat format);
  // The same for a path that is no option's value; "" is none.
  void output(std::function<std::string()> path);
  // The same as a repeated "WHAT=FILE".
  void outputs(const std::string& names, std::vector<std::string>& target, const std::string& value,
               const std::string& help, FileFormat format);
  // An integer within the range. Anything else is refused with a sentence that names the option.
  void number(const std::string& names, uint64_t& target, base::Range range, const std::string& help);
  // As above; nullopt without the option.
  void number(const std::string& names, std::optional<uint64_t>& target, base::Range range,
              const std::string& help);
  // One of `choices`.
  void choice(const std::string& names, std::string& target, const std::vector<std::string>& choices,
              const std::string& help);
  // May be repeated, one value each time.
  void repeated(const std::string& names, std::vector<std::string>& target, const std::string& value,
                const std::string& help);
  // An argument without a name, e.g. ROM.
  void positional(const std::string& name, std::string& target, bool required, const std::string& help);
  // The same, one of `choices`.
  void positionalChoice(const std::string& name, std::string& target, const std::vector<std::string>& choices,
                        bool required, const std::string& help);
  void positionals(const std::string& name, std::vector<std::string>& target, const std::string& help,
                   bool required = true);
  // Completions for the value of a declared option or argument, e.g. "--profile".
  void suggest(const std::string& name, std::vector<std::string> values) {
    suggestions_[name] = std::move(values);
  }
  // Shown below the options.
  void footer(const std::string& text);

 private:
  CLI::App& parser_;
  Paths& paths_;
  Suggestions& suggestions_;
  std::string heading_ = "Options";
};

// Does the work and returns the exit status: 0 all equal or done, 1 a difference was found, 130 interrupted.
// Throws std::runtime_error when something cannot be done.
using Action = std::function<int()>;

struct Command {
  std::string name;
  std::string summary;
  std::function<Action(Arguments&)> declare;
};

// Parses and runs. Help and version go to stdout with status 0; a usage error is one sentence on stderr,
// status 2.
int runCommandLine(const std::vector<Command>& commands, int argc, char** argv);

}  // namespace jumpscope::cli
