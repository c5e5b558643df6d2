#include "src/sweep/expressions.h"

#include <set>

namespace jumpscope::sweep {
namespace {

struct Text {
  std::string text, what;
};

std::vector<Text> endingTexts(const Spec& spec) {
  std::vector<Text> texts;
  for (const Ending& ending : spec.endings) texts.push_back({ending.when, "end"});
  return texts;
}

std::vector<Text> measureTexts(const Spec& spec) {
  std::vector<Text> texts = {{spec.score.value, "score"}};
  for (const Measure& column : spec.columns) texts.push_back({column.value, "the column " + column.name});
  if (!spec.search || spec.search->estimate.empty()) return texts;
  texts.push_back({spec.search->estimate, "estimate"});
  for (const std::string& same : spec.search->same) texts.push_back({same, "same"});
  return texts;
}

// Those of `watches` that one of the expressions names.
std::vector<trace::Watch> used(const std::vector<Text>& texts, const std::vector<trace::Watch>& watches) {
  std::set<std::string> names;
  for (const Text& text : texts) {
    const trace::When when(text.text, watches, text.what, {true, nullptr});
    for (const size_t column : when.columns())
      names.insert(column < watches.size() ? watches[column].name
                                           : when.extraWatches()[column - watches.size()].name);
  }
  std::vector<trace::Watch> columns;
  for (const trace::Watch& watch : watches)
    if (names.contains(watch.name)) columns.push_back(watch);
  return columns;
}

}  // namespace

Expressions::Expressions(const Spec& spec, const std::vector<trace::Watch>& watches) {
  std::vector<Text> texts = endingTexts(spec);
  const size_t count = texts.size();
  for (const Text& text : measureTexts(spec)) texts.push_back(text);
  columns = used(texts, watches);
  // Each expression's extra watches come after those of the ones before it. They have the names of plain watches, which
  // stand in front of them and are found first.
  for (size_t i = 0; i < texts.size(); ++i) {
    trace::When when(texts[i].text, columns, texts[i].what, {true, nullptr});
    columns.insert(columns.end(), when.extraWatches().begin(), when.extraWatches().end());
    (i < count ? endings : measures).push_back(std::move(when));
  }
  at = {spec.score.at};
  for (const Measure& column : spec.columns) at.push_back(column.at);
  at.resize(measures.size(), At::End);
}

}  // namespace jumpscope::sweep
