// Reads whole files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace jumpscope::base {

// The whole file. Throws std::runtime_error with a sentence when it is missing, a directory, unreadable, or
// larger than 1 GiB.
std::vector<uint8_t> readFile(const std::filesystem::path& path);

// Opens /dev/null for those of the descriptors 0 to 2 that are closed, so that no file takes their place.
// Writing to a standard output that was closed fails.
void keepStandardDescriptors();

// Says what the program is going to write, before it reads anything: from now on readFile() refuses these
// files, whatever name it is given. Devices and pipes may be read and written. Throws std::runtime_error when
// two of the names mean the same file.
void reserveOutputs(std::span<const std::string> paths);

// The file that a chain of symbolic links ends in, whether it exists or not.
std::filesystem::path linkTarget(std::filesystem::path path);

// Why the last system call failed, in lower case, to be used inside a sentence.
std::string systemReason();

}  // namespace jumpscope::base
