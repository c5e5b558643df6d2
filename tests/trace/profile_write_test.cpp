// A profile written as a file and read again is the same profile.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "src/trace/profile.h"

namespace jumpscope::trace {
namespace {

void expectSame(const Profile& a, const Profile& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.title, b.title);
  ASSERT_EQ(a.roms.size(), b.roms.size());
  for (size_t i = 0; i < a.roms.size(); ++i) {
    EXPECT_EQ(a.roms[i].name, b.roms[i].name);
    EXPECT_EQ(a.roms[i].file_sha1, b.roms[i].file_sha1);
    EXPECT_EQ(a.roms[i].prg_chr_sha1, b.roms[i].prg_chr_sha1);
  }
  EXPECT_EQ(a.watches, b.watches);
  EXPECT_EQ(a.model, b.model);
  EXPECT_EQ(a.feeds, b.feeds);
  EXPECT_EQ(a.jump_when, b.jump_when);
  EXPECT_EQ(a.height_watch, b.height_watch);
  EXPECT_EQ(a.subpixel_watch, b.subpixel_watch);
  EXPECT_EQ(a.horizontal_watch, b.horizontal_watch);
  EXPECT_EQ(a.when, b.when);
  EXPECT_EQ(a.assume, b.assume);
  EXPECT_EQ(a.routine, b.routine);
}

TEST(ProfileToJson, TheBuiltInProfileIsReadBack) {
  const Profile& smb = builtinProfile("smb");
  expectSame(smb, parseProfile(profileToJson(smb).dump(2), "written.json"));
}

TEST(ProfileToJson, AProfileWithEveryKeyIsReadBack) {
  const Profile profile = parseProfile(R"({
    "name": "odd", "title": "Odd", "roms": [{"name": "Odd", "file_sha1": "ea343f4e445a9050d4b4fbac2c77d0693b1d0922"}],
    "watches": [{"name": "y", "address": ["$00CE", "$00CF"], "type": "u16", "point": 8, "unit": "px"},
                {"name": "fall", "of": "y", "take": "delta"},
                {"name": "flag", "address": "$0010", "type": "flag", "mask": "$40"},
                {"name": "lag", "type": "lag"}],
    "jump": {"when": ["y < 12.5", "flag == 1"], "height": "y", "horizontal": "y"},
    "when": "lag == 0", "assume": ["flag == 0", "held(A) || y < 200"], "routine": "$8210"})",
                                       "odd.json");
  expectSame(profile, parseProfile(profileToJson(profile).dump(), "written.json"));
}

}  // namespace
}  // namespace jumpscope::trace
