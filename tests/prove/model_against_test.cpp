#include "src/prove/model_against.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace jumpscope::prove {
namespace {

TEST(ModelAgainst, TheArticlePartsFromTheGameWhereItsDeparturesSayAndNowhereElse) {
  const ModelsCompared compared = compareModels({"smb-jump", {}}, {"smb-article-jump", {}}, 60000);
  std::printf("%s%s", textOf(compared).c_str(), tableOf(compared).c_str());
  EXPECT_TRUE(compared.proved);
}

}  // namespace
}  // namespace jumpscope::prove
