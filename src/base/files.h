// Reads files, whole or in pieces.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace jumpscope::base {

// The whole file. Throws std::runtime_error with a sentence when it is missing, a directory, unreadable, or
// larger than 1 GiB.
std::vector<uint8_t> readFile(const std::filesystem::path& path);

// A file's bytes piece by piece: the next one, which is valid until the next call; empty at the end. Copies go
// on from one place.
using Pieces = std::function<std::span<const uint8_t>()>;

// A file as readFile() reads it, in pieces of 64 KiB. What is no regular file is read at once.
Pieces filePieces(const std::filesystem::path& path);
// A piece that was taken, and those behind it.
Pieces behind(std::span<const uint8_t> first, Pieces rest);
// Bytes that are in memory already.
Pieces wholePiece(std::vector<uint8_t> bytes);

// Opens /dev/null for those of the descriptors 0 to 2 that are closed, so that no file takes their place.
// Writing to a standard output that was closed fails.
void keepStandardDescriptors();

// A file that is read is one of the outputs. No std::runtime_error: it concerns the whole command, not only the
// case of a suite that names the file.
struct OutputIsInput : std::invalid_argument {
  using invalid_argument::invalid_argument;
};

// Says what the program is going to write, before it reads anything: from now on readFile() throws
// OutputIsInput for these files, whatever name it is given. Devices and pipes may be read and written. Replaces
// what an earlier call said. Throws std::runtime_error when two of the names mean the same file.
void reserveOutputs(std::span<const std::string> paths);

// Refuses like readFile() a file that is one of the outputs, without reading it.
void requireNoOutput(const std::filesystem::path& input);

// N for /dev/fd/N, /dev/stdout and the like, which name an open descriptor.
std::optional<int> namedDescriptor(const std::filesystem::path& path);

// The file that a chain of symbolic links ends in, whether it exists or not.
std::filesystem::path linkTarget(std::filesystem::path path);

// The absolute path of that file, without links, "." and "..".
std::filesystem::path placeOf(const std::filesystem::path& path);

// Why the last system call failed, in lower case, to be used inside a sentence.
std::string systemReason();

}  // namespace jumpscope::base
