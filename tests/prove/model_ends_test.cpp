// The ends of a model's frame on terms and on plain numbers, beside each other and beside the cartridge.
#include "src/prove/proof/model_ends.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "src/physics/models.h"
#include "src/prove/routine/routine.h"
#include "src/prove/terms/paths.h"
#include "src/session/rom_file.h"
#include "src/session/trace_input.h"
#include "src/trace/watch.h"
#include "tests/support/jumplab.h"
#include "tests/support/sanitized.h"
#include "tests/support/shared.h"

namespace jumpscope::prove {
namespace {

using physics::Game;
using physics::Values;
using PlainEnd = physics::FrameEnd<Plain>;
using SymbolicEnd = physics::FrameEnd<Symbolic>;
using SymbolicValues = physics::BasicValues<Symbolic>;
constexpr const char* provable[] = {"smb-jump", "smb-article-jump", "cut-jump"};

std::vector<size_t> comparedOf(const Game& game) {
  std::vector<size_t> compared;
  for (size_t v = 0; v < game.variables().size(); ++v)
    if (game.variables()[v].compared && !game.variables()[v].closes) compared.push_back(v);
  return compared;
}

// Small numbers more often than others, so that a player stands, swims and touches things.
Values randomValues(std::mt19937& random, size_t count) {
  Values values;
  for (size_t v = 0; v < count; ++v) {
    const uint32_t drawn = random();
    values.set(v, drawn & 0x100 ? drawn & 3 : drawn & 0xFF);
  }
  return values;
}

// The model's ends on terms, from variables whose numbers are those of the game's variables; the pad is the last one.
struct OnTerms {
  explicit OnTerms(const char* model) : ends(symbolicEnds(model, {})) {
    const Terms::Scope scope(terms);
    const Game& game = physics::gameOf(model);
    SymbolicValues before;
    for (const auto& variable : game.variables())
      before.set(count++, Symbolic<uint8_t>::of(terms.variable(8, std::string(variable.name))));
    const auto pad = Symbolic<uint8_t>::of(terms.variable(8, "pad"));
    paths = allPaths(terms, nullptr, terms.yes(), [&] { return ends->ends(before, pad, false); });
  }

  // The ends of the one path that these values take.
  std::vector<PlainEnd> at(const Values& before, uint8_t pad) const {
    const Terms::Scope scope(terms);
    Assignment assignment;
    for (size_t v = 0; v < count; ++v) assignment.variables[v] = before.byte(v);
    assignment.variables[count] = pad;
    Evaluation evaluation(terms, assignment);
    std::vector<PlainEnd> plain;
    size_t taken = 0;
    for (const auto& [condition, list] : paths) {
      if (evaluation.value(condition) == 0) continue;
      ++taken;
      for (const SymbolicEnd& end : list) {
        if (evaluation.value(end.possible.term()) == 0) continue;
        plain.push_back({before, true, end.around, end.name, end.demanded});
        for (size_t v = 0; v < count; ++v)
          plain.back().values.set(v, int64_t(evaluation.value(end.values.byte(v).term())));
      }
    }
    EXPECT_EQ(taken, 1u);
    return plain;
  }

  mutable Terms terms;
  size_t count = 0;
  std::unique_ptr<physics::FrameEnds<Symbolic>> ends;
  std::vector<std::pair<Term, std::vector<SymbolicEnd>>> paths;
};

TEST(ModelEnds, OnTermsTheyAreThoseOnPlainNumbers) {
  for (const char* model : provable) {
    const OnTerms on_terms(model);
    const auto on_numbers = plainEnds(model, {});
    EXPECT_LT(on_terms.paths.size(), 200u) << model;
    const std::vector<size_t> compared = comparedOf(physics::gameOf(model));
    std::mt19937 random(1);
    size_t count = 0;
    for (int n = 0; n < 2000; ++n) {
      const Values before = randomValues(random, on_terms.count);
      const auto pad = uint8_t(random());
      std::vector<PlainEnd> plain = on_numbers->ends(before, pad, false);
      std::erase_if(plain, [](const PlainEnd& end) { return !end.possible; });
      const std::vector<PlainEnd> evaluated = on_terms.at(before, pad);
      ASSERT_EQ(evaluated.size(), plain.size()) << model << " " << n;
      for (const PlainEnd& end : plain) {
        const auto same = std::find_if(evaluated.begin(), evaluated.end(), [&](const PlainEnd& other) {
          return other.around == end.around && other.demanded == end.demanded &&
                 physics::endWith({&other, 1}, end.values, compared);
        });
        ASSERT_NE(same, evaluated.end()) << model << " " << n << " " << end.name;
        ++count;
      }
    }
    EXPECT_GE(count, 2000u) << model;
  }
}

Values valuesOf(const Memory& memory, const trace::Profile& profile, const Game& game) {
  Values values;
  for (size_t v = 0; v < game.variables().size(); ++v)
    for (const trace::Watch& watch : profile.watches) {
      const auto feed = profile.feeds.find(std::string(game.variables()[v].name));
      if (feed == profile.feeds.end() || watch.name != feed->second) continue;
      values.set(v, trace::readWatch(watch, [&](uint16_t address) { return memory.ram[address & 0x7FF]; }));
    }
  return values;
}

TEST(ModelEnds, TheyContainEveryFrameOfTheBundledMovies) {
  const auto cartridge = tests::jumplabCartridge();
  const trace::Profile& profile = trace::builtinProfile("smb");
  std::vector<std::filesystem::path> movies;
  for (const auto& file : std::filesystem::directory_iterator(tests::sourceDir() / "roms_test/movies"))
    if (file.path().extension() == ".fm2") movies.push_back(file.path());
  std::sort(movies.begin(), movies.end());
  std::vector<prove::Run> runs;
  for (size_t i = 0; i < movies.size(); i += tests::case_step) {
    runs.push_back({session::playMovie(session::readMovie(movies[i])), {}});
    runs.back().options = session::machineOptions({}, *cartridge, runs.back().input.recorded_on);
  }
  const Routine routine = findRoutine(cartridge, profile, runs);
  const Game& game = physics::gameOf(profile.model);
  const auto ends = plainEnds(profile.model, {});
  const std::vector<size_t> compared = comparedOf(game);
  size_t count = 0;
  for (const Entry& entry : routine.entries) {
    const uint8_t pad = reversed(entry.before.ram[routine.padByte().value().address]);
    const auto list = ends->ends(valuesOf(entry.before, profile, game), pad, false);
    ASSERT_TRUE(physics::endWith(list, valuesOf(entry.after, profile, game), compared))
        << "frame " << entry.frame << " of run " << entry.run;
    ++count;
  }
  EXPECT_GT(count, 5000u / tests::case_step);
}

TEST(ModelEnds, AModelThatHasNoneSaysWhichHave) {
  try {
    symbolicEnds("siv3d-jump", {});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(
        error.what(),
        "model siv3d-jump cannot be proved: it does not say which bytes of a game a frame may end with; "
        "models that do are smb-jump, smb-article-jump, cut-jump");
  }
}

}  // namespace
}  // namespace jumpscope::prove
