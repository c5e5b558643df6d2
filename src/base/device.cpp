#include "src/base/device.h"

#include <filesystem>
#include <system_error>

#include "src/base/files.h"
#include "src/base/output.h"

namespace jumpscope::base {

bool isDevice(const std::string& path) {
  if (isStandardOutput(path) || namedDescriptor(path)) return true;
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

}  // namespace jumpscope::base
