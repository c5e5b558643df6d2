#include "src/lift/tidy.h"

#include <algorithm>
#include <iterator>

namespace jumpscope::lift {
namespace {

using Kind = Line::Kind;

bool leaves(const Lines& lines) {
  if (lines.empty()) return false;
  const Line& last = lines.back();
  if (last.kind == Kind::If) return leaves(last.body) && leaves(last.otherwise);
  return last.kind == Kind::Return || last.kind == Kind::Break || last.kind == Kind::Continue;
}

bool isOnly(const Lines& lines, Kind kind) { return lines.size() == 1 && lines.front().kind == kind; }

bool isComment(const Line& line) { return line.kind == Kind::Ranges; }
bool isEmpty(const Lines& lines) { return std::all_of(lines.begin(), lines.end(), isComment); }

// Of this loop, not of loops within it.
bool continues(const Lines& lines) {
  return std::any_of(lines.begin(), lines.end(), [](const Line& line) {
    return line.kind == Kind::Continue ||
           (line.kind == Kind::If && (continues(line.body) || continues(line.otherwise)));
  });
}

// Removes a last statement that does what happens there anyway.
void dropAtEnd(Lines& lines, Kind kind) {
  while (!lines.empty()) {
    Line& last = lines.back();
    if (last.kind == Kind::If) {
      dropAtEnd(last.body, kind);
      dropAtEnd(last.otherwise, kind);
    }
    if (last.kind != kind || !last.returns.empty()) return;
    lines.pop_back();
  }
}

// Of bodies that do nothing, the comments alone do not make them something.
void simplifyIf(Line& line) {
  if (isEmpty(line.body)) line.body.clear();
  if (isEmpty(line.otherwise)) line.otherwise.clear();
  if (line.body.empty() && !line.otherwise.empty()) {
    std::swap(line.body, line.otherwise);
    line.condition = opposite(line.condition);
  }
}

void hoistElse(Lines& lines, size_t at) {
  Line& line = lines[at];
  if (line.otherwise.empty()) return;
  if (!leaves(line.body)) {
    if (!leaves(line.otherwise)) return;
    std::swap(line.body, line.otherwise);
    line.condition = opposite(line.condition);
  } else if (leaves(line.otherwise) && line.otherwise.size() < line.body.size()) {
    std::swap(line.body, line.otherwise);
    line.condition = opposite(line.condition);
  }
  Lines rest = std::move(line.otherwise);
  line.otherwise.clear();
  lines.insert(lines.begin() + static_cast<ptrdiff_t>(at) + 1, std::make_move_iterator(rest.begin()),
               std::make_move_iterator(rest.end()));
}

// while (true) { if (a) break; … } and while (true) { …; if (a) break; }
void findCondition(Lines& lines, size_t at) {
  Lines& body = lines[at].body;
  if (body.size() >= 2 && body.back().kind == Kind::Break &&
      isOnly(body[body.size() - 2].body, Kind::Continue) && body[body.size() - 2].kind == Kind::If &&
      body[body.size() - 2].otherwise.empty()) {
    body.pop_back();
    body.back().condition = opposite(body.back().condition);
    body.back().body.front().kind = Kind::Break;
  }
  dropAtEnd(body, Kind::Continue);
  const auto is_exit = [](const Line& line) {
    return line.kind == Kind::If && isOnly(line.body, Kind::Break) && line.otherwise.empty();
  };
  if (!body.empty() && is_exit(body.back()) && !continues(body)) {
    lines[at].kind = Kind::DoWhile;
    lines[at].condition = opposite(body.back().condition);
    body.pop_back();
    return;
  }
  const size_t first = !body.empty() && isComment(body.front()) ? 1 : 0;
  if (body.size() <= first || !is_exit(body[first])) return;
  lines[at].kind = Kind::While;
  lines[at].condition = opposite(body[first].condition);
  body.erase(body.begin() + static_cast<ptrdiff_t>(first));
}

void tidyLines(Lines& lines) {
  for (size_t i = 0; i < lines.size(); ++i) {
    tidyLines(lines[i].body);
    tidyLines(lines[i].otherwise);
    if (lines[i].kind == Kind::If) {
      simplifyIf(lines[i]);
      hoistElse(lines, i);
    }
    if (lines[i].kind == Kind::Forever) findCondition(lines, i);
    // What stands behind a line that leaves is never reached.
    const Kind kind = lines[i].kind;
    if (kind == Kind::Return || kind == Kind::Break || kind == Kind::Continue) lines.resize(i + 1);
  }
  std::erase_if(lines, [](const Line& line) {
    return line.kind == Kind::If && line.body.empty() && line.otherwise.empty();
  });
}

// An if that has become empty at the end of a function.
void dropEmpty(Lines& lines) {
  for (Line& line : lines) {
    dropEmpty(line.body);
    dropEmpty(line.otherwise);
    if (line.kind == Kind::If) simplifyIf(line);
  }
  std::erase_if(lines, [](const Line& line) {
    return line.kind == Kind::If && line.body.empty() && line.otherwise.empty();
  });
}

}  // namespace

void tidy(Lines& lines) {
  tidyLines(lines);
  dropAtEnd(lines, Kind::Return);
  dropEmpty(lines);
}

}  // namespace jumpscope::lift
