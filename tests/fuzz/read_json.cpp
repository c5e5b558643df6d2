// Profiles, suites, manifests and settings of the lab.
#include <nlohmann/json.hpp>

#include "src/base/json.h"
#include "src/base/json_value.h"
#include "src/lab/lab.h"
#include "src/suite/rom_test.h"
#include "src/suite/suite.h"
#include "src/sweep/spec.h"
#include "src/trace/profile.h"
#include "src/trace/when.h"
#include "tests/fuzz/readers.h"

namespace jumpscope::fuzz {

void readJson(Bytes bytes) { base::compactJson(base::parseJson(asText(bytes), "file.json")); }

void readProfile(Bytes bytes) {
  const trace::Profile profile = trace::parseProfile(asText(bytes), "profile.json");
  if (!profile.when.empty()) trace::When(profile.when, profile.watches, "profile.json: when");
  // What is written is what was read.
  trace::parseProfile(base::jsonText(trace::profileToJson(profile)), "again.json");
}

void readSweep(Bytes bytes) { sweep::parseSpec(asText(bytes), "sweep.json"); }

void readSuite(Bytes bytes) {
  if (!suite::isSuite(asText(bytes), "suite.json")) return;
  suite::parseSuite(asText(bytes), "suite.json");
}

void readManifest(Bytes bytes) { suite::parseManifest(asText(bytes), "manifest.json"); }
void readResultBytes(Bytes bytes) { suite::parseResultBytes(asText(bytes), "results.json"); }

void readLabSetting(Bytes bytes) {
  lab::Lab lab = lab::loadSetting(asText(bytes), "lab.json");
  for (const uint32_t keys : {0u, 1u, 5u, 0u}) lab.frame(keys);
  lab::saveSetting(lab);
}

}  // namespace jumpscope::fuzz
