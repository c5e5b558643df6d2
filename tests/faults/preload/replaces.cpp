// Loaded into a program by LD_PRELOAD, is another process that replaces two files while the program looks at them: whenever
// the program has asked for the number of the first, that number becomes the second's, and the first gets a new one. As when
// two runs of `jumpscope check --update-goldens` replace the same golden traces.
//
//   JUMPSCOPE_REPLACES=FIRST:SECOND   as the program names them
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <string>

namespace {

void replace(const std::string& first, const std::string& second) {
  std::ostringstream content;
  content << std::ifstream(first, std::ios::binary).rdbuf();
  rename(first.c_str(), second.c_str());
  std::ofstream(first, std::ios::binary) << content.str();
}

}  // namespace

extern "C" int stat(const char* path, struct stat* result) {
  static const auto real = reinterpret_cast<int (*)(const char*, struct stat*)>(dlsym(RTLD_NEXT, "stat"));
  const int status = real(path, result);
  const char* named = getenv("JUMPSCOPE_REPLACES");
  const std::string both = named ? named : "";
  const size_t colon = both.find(':');
  if (status == 0 && colon != std::string::npos && both.compare(0, colon, path) == 0)
    replace(both.substr(0, colon), both.substr(colon + 1));
  return status;
}
