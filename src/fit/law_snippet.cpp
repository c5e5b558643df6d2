// The steps of a law are written once, in lines of a small language; each language then has its own braces and operators:
//   if CONDITION {      } else {      }      NAME = EXPRESSION
// Expressions have + - * & < >=, and or not, and SHR(x, n), which rounds down.
#include "src/fit/law_snippet.h"

#include <array>
#include <cctype>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace jumpscope::fit {
namespace {

using physics::Law;
using physics::LawStep;

using Lines = std::vector<std::string>;

std::string digits(int64_t value) { return std::to_string(value); }

class Steps {
 public:
  explicit Steps(const Law& law) : law_(law) {}

  Lines all() {
    for (const LawStep step : law_.order) {
      switch (step) {
        case LawStep::Start:
          start();
          break;
        case LawStep::Choose:
          chooseGravity();
          break;
        case LawStep::Cut:
          if (law_.cut) cut(*law_.cut);
          break;
        case LawStep::Lift:
          if (law_.lift) lift(*law_.lift);
          break;
        case LawStep::Move:
          move();
          break;
        case LawStep::Gravity:
          gravity();
          break;
      }
    }
    add("held = down");
    when("not down", {"let_go = true"});
    when("timer < 255", {"timer = timer + 1"});
    if (law_.every > 1) {
      add("step = step + 1");
      when("step >= " + digits(law_.every), {"step = 0"});
    }
    return std::move(lines_);
  }

 private:
  void add(const std::string& line) { lines_.push_back(line); }
  void when(const std::string& condition, const Lines& then, const Lines& otherwise = {}) {
    add("if " + condition + " {");
    for (const std::string& line : then) add(line);
    if (!otherwise.empty()) add("} else {");
    for (const std::string& line : otherwise) add(line);
    add("}");
  }
  std::string pixel() const { return "(SHR(y, " + digits(law_.y.fraction) + ") & 255)"; }
  static std::string both(const std::string& a, const std::string& b) {
    return a.empty() ? b : a + " and " + b;
  }

  void start() {
    add("if starts {");
    for (size_t i = 0; i < law_.tiers.size(); ++i) {
      const Law::Tier& tier = law_.tiers[i];
      if (i > 0) add("if x_speed >= " + digits(tier.from) + " {");
      add("speed = " + digits(tier.start));
      add("rise = " + digits(tier.gravity));
      add("gravity = " + digits(tier.gravity));
      add("fall = " + digits(tier.fall));
      if (i > 0) add("}");
    }
    add("timer = 0");
    if (law_.every > 1) add("step = 0");
    add("was_cut = false");
    add("let_go = false");
    add("falling = false");
    add("origin = " + pixel());
    if (law_.clears_fraction) add("y = y - (y & " + digits((int64_t{1} << law_.y.fraction) - 1) + ")");
    add("}");
  }

  void chooseGravity() {
    const Law::Choice& choice = law_.choice;
    std::string falls = "falling";
    if (choice.apex) falls += " or speed >= " + digits(*choice.apex);
    if (choice.release) {
      std::string released = choice.anew ? "not (down and held)" : "not down";
      if (choice.rise > 0)
        released = both(released, "((origin - " + pixel() + ") & 255) >= " + digits(choice.rise));
      if (choice.released)
        when(released, {"gravity = " + digits(*choice.released)},
             choice.stays ? Lines{} : Lines{"gravity = rise"});
      else
        falls += " or (" + released + ")";
    }
    if (choice.after > 0) falls += " or timer >= " + digits(choice.after);
    when(falls, {"gravity = fall"}, choice.stays || choice.released ? Lines{} : Lines{"gravity = rise"});
  }

  void cut(const Law::Cut& cut) {
    std::string cuts = "not down and not falling and speed < " + digits(cut.limit);
    if (cut.from > 0) cuts = both(cuts, "timer >= " + digits(cut.from));
    if (cut.until < 256) cuts = both(cuts, "timer < " + digits(cut.until));
    if (cut.once) cuts = both(cuts, "not was_cut");
    std::string speed = digits(cut.value);
    if (cut.keeps_fraction) speed += " + (speed & " + digits((int64_t{1} << law_.speed.fraction) - 1) + ")";
    if (cut.kind == Law::Cut::Kind::Shift) speed = "SHR(speed, " + digits(cut.value) + ")";
    if (cut.kind == Law::Cut::Kind::Add) speed = wrapped("speed + " + digits(cut.value));
    when(cuts, {"speed = " + speed, "was_cut = true"});
  }

  void lift(const Law::Lift& lift) {
    if (lift.always) return followTable(lift);
    add("if down and not let_go and not falling {");
    for (size_t i = 0, end = 0; i < lift.speeds.size(); i = end) {
      while (end < lift.speeds.size() && lift.speeds[end] == lift.speeds[i]) ++end;
      when("timer >= " + digits(int64_t(i)) + " and timer < " + digits(int64_t(end)),
           {"speed = " + wrapped("speed + " + digits(lift.speeds[i]))});
    }
    add("}");
  }

  void followTable(const Law::Lift& table) {
    if (table.to > 0) {
      add(std::string(table.late ? "if not held" : "if not down") +
          " and not falling and timer >= " + digits(table.from) + " and timer < " + digits(table.to) + " {");
      add("timer = timer + " + digits(table.by));
      when("timer >= " + digits(table.to), {"timer = " + digits(table.to)});
      if (table.stands)
        for (const char* line : {"timer = timer - 1", "speed = 0", "} else {"}) add(line);
      else
        add("}");
    }
    int64_t speed = law_.tiers.front().start;
    for (size_t i = 0, end = 0; i < table.speeds.size(); i = end) {
      speed = physics::lawWrapped(speed + table.speeds[i], law_.speed.bits);
      for (end = i + 1; end < table.speeds.size() && table.speeds[end] == 0;) ++end;
      when("timer >= " + digits(int64_t(i)) + " and timer < " + digits(int64_t(end)),
           {"speed = " + digits(speed)});
    }
    if (table.to > 0 && table.stands) add("}");
  }

  void move() {
    const int shift = law_.y.fraction - law_.speed.fraction;
    const std::string way = shift > 0   ? "speed * " + digits(int64_t{1} << shift)
                            : shift < 0 ? "SHR(speed, " + digits(-shift) + ")"
                                        : "speed";
    add("y = (y + " + way + ") & " + digits((int64_t{1} << law_.y.bits) - 1));
  }

  // With the sign of a number of so many bits.
  static std::string signedOf(const std::string& value, int bits) {
    const int64_t half = int64_t{1} << (bits - 1);
    return "((" + value + " + " + digits(half) + ") & " + digits(2 * half - 1) + ") - " + digits(half);
  }
  std::string wrapped(const std::string& value) const { return signedOf(value, law_.speed.bits); }

  std::string past(const std::string& speed, const Law::Terminal& terminal) const {
    const auto atLeast = [&](const std::string& a, int64_t b, int bits) {
      return terminal.wraps ? signedOf(a + " - " + digits(b), bits) + " >= 0" : a + " >= " + digits(b);
    };
    if (!terminal.by_fraction) return atLeast(speed, terminal.from, law_.speed.bits);
    const int fraction = law_.speed.fraction;
    const int64_t mask = (int64_t{1} << fraction) - 1;
    return atLeast("SHR(" + speed + ", " + digits(fraction) + ")", terminal.from >> fraction,
                   law_.speed.bits - fraction) +
           " and (" + speed + " & " + digits(mask) + ") >= " + digits(terminal.from & mask);
  }

  void gravity() {
    add("added = gravity");
    if (law_.hang) {
      std::string hangs = "speed >= " + digits(law_.hang->from) + " and speed < " + digits(law_.hang->below);
      if (law_.hang->held) hangs = both(hangs, "down");
      when(hangs, {"added = " + digits(law_.hang->gravity)});
    }
    if (law_.every > 1)
      when("not (step >= " + digits(law_.first) + " and step < " + digits(law_.first + 1) + ")",
           {"added = 0"});
    const std::string sum = "speed = " + wrapped("speed + added");
    if (law_.turn)
      when("speed < 0 and " + wrapped("speed + added") + " >= 0",
           {"added = " + digits(*law_.turn) + " - speed"});
    if (!law_.terminal) return add(sum);
    const Law::Terminal& terminal = *law_.terminal;
    const std::string limited = "speed = " + digits(terminal.to);
    switch (terminal.kind) {
      case Law::Terminal::Kind::Clamp:
        add(sum);
        return when(past("speed", terminal), {limited});
      case Law::Terminal::Kind::Instead:
        return when(past("speed", terminal), {limited}, {sum});
      case Law::Terminal::Kind::Stop:
        return when("not (" + past("speed", terminal) + ")", {sum});
    }
  }

  const Law& law_;
  Lines lines_;
};

struct Dialect {
  std::string_view name;
  std::string_view comment, indent;
  // What stands around the lines; $NUMBERS is replaced by the declarations.
  std::string_view head, tail;
  std::string_view number, flag;                 // a declaration; $N and $V are replaced
  std::string_view open, otherwise, close, end;  // of a condition; behind a statement
  std::string_view conjunction, disjunction, negation, yes, no;
  std::string_view self;   // before the state's names
  std::string_view shift;  // $X and $N are replaced
};

constexpr Dialect dialects[] = {
    {"cpp", "//", "    ", "struct Jump {\n", "  }\n};\n", "  long long $N = $V;\n", "  bool $N = $V;\n",
     "if ($C) {", "} else {", "}", ";", "&&", "||", "!", "true", "false", "", "($X >> $N)"},
    {"csharp", "//", "        ", "public sealed class Jump {\n", "    }\n}\n", "    public long $N = $V;\n",
     "    public bool $N = $V;\n", "if ($C) {", "} else {", "}", ";", "&&", "||", "!", "true", "false", "",
     "($X >> $N)"},
    {"gdscript", "#", "\t", "", "", "var $N := $V\n", "var $N := $V\n", "if $C:", "else:", "", "", "and",
     "or", "not ", "true", "false", "", "($X >> $N)"},
    {"python", "#", "        ", "class Jump:\n    def __init__(self):\n", "", "        self.$N = $V\n",
     "        self.$N = $V\n", "if $C:", "else:", "", "", "and", "or", "not ", "True", "False", "self.",
     "($X >> $N)"},
    {"lua", "--", "  ", "local Jump = {\n", "end\nreturn Jump\n", "  $N = $V,\n", "  $N = $V,\n",
     "if $C then", "else", "end", "", "and", "or", "not ", "true", "false", "self.",
     "math.floor($X / 2 ^ $N)"},
    {"rust", "//", "        ", "#[derive(Clone)]\npub struct Jump {\n", "    }\n}\n", "    pub $N: i64,\n",
     "    pub $N: bool,\n", "if $C {", "} else {", "}", ";", "&&", "||", "!", "true", "false", "self.",
     "($X >> $N)"},
};

constexpr std::array<std::string_view, 9> numbers{"y",     "speed",  "gravity", "fall", "rise",
                                                  "added", "origin", "timer",   "step"};
constexpr std::array<std::string_view, 4> flags{"held", "falling", "was_cut", "let_go"};

void replace(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

template <class Names>
bool contains(const Names& names, std::string_view name) {
  for (const std::string_view one : names)
    if (one == name) return true;
  return false;
}

// Words, operators and shifts of an expression as the language has them.
std::string translated(const std::string& line, const Dialect& language) {
  std::string out;
  for (size_t at = 0; at < line.size();) {
    if (line.compare(at, 4, "SHR(") == 0) {
      int depth = 1;
      size_t end = at + 4, comma = 0;
      for (; depth > 0; ++end) {
        if (line[end] == '(') ++depth;
        if (line[end] == ')') --depth;
        if (line[end] == ',' && depth == 1) comma = end;
      }
      std::string shift(language.shift);
      replace(shift, "$N", line.substr(comma + 2, end - comma - 3));
      replace(shift, "$X", translated(line.substr(at + 4, comma - at - 4), language));
      out += shift;
      at = end;
      continue;
    }
    // Older versions of Lua have no &; every mask is a power of two less one.
    if (line[at] == '&' && language.name == "lua") {
      size_t length = 0;
      out += "% " + digits(std::stoll(line.substr(at + 2), &length) + 1);
      at += 2 + length;
      continue;
    }
    if (std::isalpha(static_cast<unsigned char>(line[at])) == 0) {
      out += line[at++];
      continue;
    }
    size_t end = at;
    while (end < line.size() &&
           (std::isalnum(static_cast<unsigned char>(line[end])) != 0 || line[end] == '_'))
      ++end;
    const std::string word = line.substr(at, end - at);
    at = end;
    if (word == "and")
      out += language.conjunction;
    else if (word == "or")
      out += language.disjunction;
    else if (word == "not") {
      out += language.negation;
      if (at < line.size() && line[at] == ' ') ++at;
    } else if (word == "true")
      out += language.yes;
    else if (word == "false")
      out += language.no;
    else if (contains(numbers, word) || contains(flags, word))
      out.append(language.self).append(word);
    else
      out += word;
  }
  return out;
}

std::string body(const Lines& lines, const Dialect& language) {
  std::string out;
  const std::string unit = language.name == "gdscript" ? "\t"
                           : language.name == "python" || language.name == "csharp" || language.name == "rust"
                               ? "    "
                               : "  ";
  std::string indent(language.indent);
  const auto add = [&](std::string_view line) {
    if (!line.empty()) out.append(indent).append(line).append("\n");
  };
  for (const std::string& line : lines) {
    if (line == "}" || line == "} else {") indent.resize(indent.size() - unit.size());
    if (line == "}") {
      add(language.close);
    } else if (line == "} else {") {
      add(language.otherwise);
      indent += unit;
    } else if (line.starts_with("if ")) {
      std::string opened(language.open);
      replace(opened, "$C", translated(line.substr(3, line.size() - 5), language));
      add(opened);
      indent += unit;
    } else {
      add(translated(line, language) + std::string(language.end));
    }
  }
  return out;
}

std::string declarations(const Law& law, const Dialect& language) {
  std::string out;
  const auto declare = [&](std::string_view form, std::string_view name, const std::string& value) {
    std::string line(form);
    replace(line, "$N", name);
    replace(line, "$V", value);
    out += line;
  };
  for (const std::string_view name : numbers)
    declare(language.number, name,
            name == "gravity" || name == "rise" ? digits(law.tiers.front().gravity)
            : name == "fall"                    ? digits(law.tiers.front().fall)
                                                : "0");
  for (const std::string_view name : flags) declare(language.flag, name, std::string(language.no));
  return out;
}

// The function's head, which differs more than the rest.
std::string function(const Law& law, const Dialect& language) {
  if (language.name == "cpp")
    return "  void frame(bool down, bool starts, long long x_speed) {\n    (void)x_speed;\n";
  if (language.name == "csharp") return "    public void Frame(bool down, bool starts, long x_speed) {\n";
  if (language.name == "gdscript") return "\nfunc frame(down: bool, starts: bool, x_speed: int) -> void:\n";
  if (language.name == "python") return "\n    def frame(self, down, starts, x_speed=0):\n";
  if (language.name == "lua") return "}\nfunction Jump.frame(self, down, starts, x_speed)\n";
  std::string text = "}\n\nimpl Jump {\n    pub fn new() -> Jump {\n        Jump { ";
  for (const std::string_view name : numbers)
    text.append(name)
        .append(": ")
        .append(name == "gravity" || name == "rise" ? std::to_string(law.tiers.front().gravity)
                : name == "fall"                    ? std::to_string(law.tiers.front().fall)
                                                    : "0")
        .append(", ");
  for (const std::string_view name : flags) text.append(name).append(": false, ");
  return text +
         "}\n    }\n\n    pub fn frame(&mut self, down: bool, starts: bool, x_speed: i64) {\n        let _ = "
         "x_speed;\n";
}

}  // namespace

std::string lawSnippet(const Law& law, const std::string& language) {
  for (const Dialect& one : dialects) {
    if (one.name != language) continue;
    std::string out;
    const auto comment = [&](const std::string& line) {
      out.append(one.comment).append(" ").append(line).append("\n");
    };
    comment("Made by jumpscope. Numbers are the game's: y has " + digits(law.y.fraction) +
            " bits below the pixel, speed " + digits(law.speed.fraction) + "; down is positive.");
    comment(
        "Call frame() once a frame; starts: a jump begins in it; falling = true for who walks off an edge.");
    out.append(one.head).append(declarations(law, one)).append(function(law, one));
    out.append(body(Steps(law).all(), one)).append(one.tail);
    return out;
  }
  throw std::runtime_error("there is no snippet in '" + language +
                           "'; choose cpp, csharp, gdscript, lua, python or rust");
}

}  // namespace jumpscope::fit
