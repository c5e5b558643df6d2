// A program as an engine.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "src/base/printable.h"
#include "src/engine/engine.h"
#include "src/engine/process.h"
#include "src/engine/protocol.h"

namespace jumpscope::engine {
namespace {

using std::chrono::milliseconds;

// What an engine has for ending once its input has ended.
constexpr milliseconds last_moments{2000};
// The first answer comes after what takes long in some languages: compiling, loading.
constexpr int start_factor = 10;

std::string secondsText(milliseconds time) {
  const auto tenths = time.count() / 100;
  return std::to_string(tenths / 10) + (tenths % 10 ? "." + std::to_string(tenths % 10) : "") + " s";
}

// What the engine has to answer after so many answers.
std::string awaited(const Plan& plan, size_t answers) {
  for (const Plan::Step& step : plan.steps)
    if (!step.seed && answers-- == 0) return "frame " + std::to_string(step.frame);
  return "its end";
}

class Program {
 public:
  explicit Program(Command command) : command_(std::move(command)) {
    for (const std::string& word : command_.words) name_ += (name_.empty() ? "" : " ") + word;
    name_ = "the engine '" + base::printable(name_, 80) + "' ";
    try {
      process_ = std::make_unique<Process>(command_.words, command_.folder);
    } catch (const std::runtime_error& error) {
      const bool may_be_split = command_.words.size() > 1;
      throw std::runtime_error(name_ + error.what() +
                               (may_be_split ? " (a path with blanks needs quotes)" : ""));
    }
  }

  Ready begin(const Hello& hello) {
    pending_ = helloText(hello);
    Ready ready;
    bool answered = false;
    allow(timeout() * start_factor);
    while (!answered) {
      if (!pump()) failLate("its first line, 'ready'");
      forEachLine([&](std::string_view line) {
        if (answered) failTooMany(line);
        requireText(line);
        if (!isReady(line)) return takeBanner(line);
        interpret(
            line, [&] { ready = parseReady(line, hello); }, [] { return "before the first frame"; });
        answered = true;
      });
      if (!answered && ended_) failEnded("before it was 'ready'");
    }
    return ready;
  }

  std::vector<double> run(const Plan& plan) {
    std::vector<double> values(plan.frames * plan.computes.size());
    size_t step = 0, sent = 0, answered = 0;
    allow(timeout());
    while (answered < plan.frames || !closed_) {
      for (; step < plan.steps.size() && pending_.size() - written_ < 65536; ++step) {
        appendStep(pending_, plan, plan.steps[step]);
        if (!plan.steps[step].seed) ++sent;
      }
      if (step == plan.steps.size() && written_ == pending_.size() && !closed_) {
        process_->closeInput();
        closed_ = true;
        continue;
      }
      if (answered == plan.frames && ended_) break;
      if (!pump()) failLate(awaited(plan, answered));
      const bool got_answers = forEachLine([&](std::string_view line) {
        if (answered == sent) failTooMany(line);
        const auto to = std::span(values).subspan(answered * plan.computes.size(), plan.computes.size());
        interpret(
            line, [&] { parseAnswer(line, plan.computes, to); },
            [&] { return "to " + awaited(plan, answered); });
        ++answered;
      });
      if (got_answers) allow(timeout());
      if (ended_ && answered < plan.frames) failEnded("before it answered " + awaited(plan, answered));
    }
    finish();
    return values;
  }

 private:
  // What build tools and runtimes print before the program says its first word.
  void takeBanner(std::string_view line) {
    constexpr size_t most_lines = 100;
    if (++banner_lines_ > most_lines)
      throw std::runtime_error(name_ + "wrote " + std::to_string(banner_lines_) +
                               " lines to its standard output, but not 'ready'" + errorText());
    takeErrors(std::string(line.substr(0, 500)) + "\n");
  }

  milliseconds timeout() const { return milliseconds(static_cast<int64_t>(command_.timeout * 1000)); }

  // From now on the engine has so long for what it is asked. Lines count, not bytes: one that writes forever must end.
  void allow(milliseconds patience) {
    patience_ = patience;
    due_ = std::chrono::steady_clock::now() + patience;
  }
  milliseconds timeLeft() const {
    const auto left = std::chrono::duration_cast<milliseconds>(due_ - std::chrono::steady_clock::now());
    return std::max(left, milliseconds(0));
  }

  // Moves bytes, once there are some. Returns false: there were none in time.
  bool pump() {
    const milliseconds left = timeLeft();
    const std::string_view to_write = std::string_view(pending_).substr(written_);
    const Process::Events events = process_->wait(takes_input_ ? to_write : "", left);
    written_ += events.written;
    if (written_ == pending_.size()) pending_.clear(), written_ = 0;
    if (events.takes_no_more) takes_input_ = false, pending_.clear(), written_ = 0;
    if (events.written > 0) allow(patience_);  // an engine that reads is at work
    out_ += events.out;
    ended_ = ended_ || events.out_ended;
    takeErrors(events.error);
    return left.count() > 0 || events.written > 0 || !events.out.empty() || ended_;
  }

  // The lines that are complete. Returns true if there was one.
  template <class Take>
  bool forEachLine(const Take& take) {
    if (ended_ && !out_.empty() && !out_.ends_with('\n')) out_ += '\n';
    size_t begin = 0;
    for (size_t end; (end = out_.find('\n', begin)) != out_.npos; begin = end + 1) {
      std::string_view line = std::string_view(out_).substr(begin, end - begin);
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (first_line_ && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
      first_line_ = false;
      take(line);
    }
    out_.erase(0, begin);
    if (out_.size() > longest_line)
      throw std::runtime_error(name_ + "wrote " + std::to_string(out_.size()) +
                               " bytes without a line end; expected at most " + std::to_string(longest_line));
    return begin > 0;
  }

  void requireText(std::string_view line) const {
    if (line.find('\0') != line.npos || line.starts_with("\xFF\xFE") || line.starts_with("\xFE\xFF"))
      throw std::runtime_error(name_ + "answers in UTF-16 or in binary; expected lines of UTF-8");
  }

  template <class Parse, class Where>
  void interpret(std::string_view line, const Parse& parse, const Where& where) const {
    requireText(line);
    try {
      parse();
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(name_ + "answered '" + base::printable(line, 100) + "' " + where() +
                               ", which is wrong: the line " + error.what() + errorText());
    }
  }

  [[noreturn]] void failLate(const std::string& answer) {
    process_.reset();
    throw std::runtime_error(name_ + "did not answer within " + secondsText(patience_) + "; " + answer +
                             " was awaited. Does it write a line end and flush its output?" + errorText());
  }

  [[noreturn]] void failTooMany(std::string_view line) {
    throw std::runtime_error(
        name_ + "wrote '" + base::printable(line, 100) +
        "' without being asked; expected one line for each frame, and messages on its standard "
        "error" +
        errorText());
  }

  [[noreturn]] void failEnded(const std::string& when) {
    const std::string how = process_->end(last_moments);
    takeLastErrors();
    throw std::runtime_error(name_ + (how.empty() ? "closed its standard output" : how) + " " + when +
                             errorText());
  }

  // All answers are there. Whoever is slow to end is killed; an exit status is a failure that should be seen.
  void finish() {
    for (allow(std::min(timeout(), last_moments)); !ended_ && timeLeft().count() > 0;) {
      const Process::Events events = process_->wait("", timeLeft());
      ended_ = events.out_ended;
      out_ += events.out;
      takeErrors(events.error);
      forEachLine([&](std::string_view line) { failTooMany(line); });
    }
    const std::string how = process_->end(timeLeft());
    const bool failed = !how.empty() && !process_->endedWell();
    takeLastErrors();
    if (failed) throw std::runtime_error(name_ + how + " after its last answer" + errorText());
  }

  // What is in the pipe, which holds a few reads; a child of the engine that left its group may still be writing.
  void takeLastErrors() {
    constexpr int most_reads = 100;
    Process::Events events;
    for (int reads = 0; reads < most_reads && !events.error_ended && !events.idle; ++reads) {
      events = process_->wait("", milliseconds(0));
      takeErrors(events.error);
    }
    if (!error_line_.empty()) takeErrors("\n");
  }

  void takeErrors(std::string_view text) {
    constexpr size_t most_lines = 100, longest = 500;
    for (const char c : text) {
      if (c != '\n') {
        if (error_line_.size() < longest) error_line_ += c;
        continue;
      }
      if (error_line_.ends_with('\r')) error_line_.pop_back();
      if (command_.on_stderr && told_ <= most_lines)
        command_.on_stderr(told_ < most_lines ? base::printable(error_line_)
                                              : "(further lines are left out)");
      ++told_;
      if (!error_line_.empty()) last_errors_.push_back(base::printable(error_line_));
      if (last_errors_.size() > 3) last_errors_.erase(last_errors_.begin());
      error_line_.clear();
    }
  }

  // "; it wrote to its standard error: …"
  std::string errorText() const {
    std::string text;
    for (const std::string& line : last_errors_) text += (text.empty() ? "" : " / ") + line;
    return text.empty() ? "" : "; the last it said: " + text;
  }

  Command command_;
  std::string name_;
  std::unique_ptr<Process> process_;
  std::string pending_, out_, error_line_;
  size_t written_ = 0, told_ = 0, banner_lines_ = 0;
  milliseconds patience_{0};
  std::chrono::steady_clock::time_point due_;
  std::vector<std::string> last_errors_;
  bool takes_input_ = true, first_line_ = true, ended_ = false, closed_ = false;
};

}  // namespace

Engine programEngine(Command command) {
  std::string name = "engine";
  for (const std::string& word : command.words) name += " " + word;
  const auto program = std::make_shared<std::unique_ptr<Program>>();
  return {name,
          [program, command](const Hello& hello) {
            *program = std::make_unique<Program>(command);
            return (*program)->begin(hello);
          },
          [program](const Plan& plan) {
            std::vector<double> values = (*program)->run(plan);
            program->reset();
            return values;
          }};
}

}  // namespace jumpscope::engine
