// What chunks in files come to.
#pragma once

#include <map>
#include <string>

#include "src/sweep/job.h"
#include "src/sweep/pack.h"

namespace jumpscope::sweep {

class Summary {
 public:
  explicit Summary(const PackHeader& header) : columns_(header.columns), best_(header.goal, header.best) {}

  // Precondition: the entry, in the file `path`, outlives fill().
  void add(const std::string& path, const Pack::Entry& entry);
  // Reads the rows of the best runs.
  void fill(JobResult& result) const;

 private:
  struct Place {
    const std::string* path;
    const Pack::Entry* entry;
  };
  std::string columns_;
  Totals totals_;
  Best best_;
  std::map<uint64_t, Place> places_;  // by the first run
};

}  // namespace jumpscope::sweep
