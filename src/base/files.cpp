#include "src/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "src/base/limits.h"
#include "src/base/lines.h"
#include "src/base/text.h"

namespace jumpscope::base {
namespace {

struct Descriptor {
  int number;
  ~Descriptor() { close(number); }
};

// A file that reserveOutputs() named, by its place and, if it is there already, by its identity.
struct Reserved {
  std::string shown;
  std::filesystem::path place;
  dev_t device = 0;
  ino_t inode = 0;
};

std::vector<Reserved>& reserved() {
  static std::vector<Reserved> files;
  return files;
}

// Another process may replace the file, and another file then get its number. (A descriptor keeps its file.)
bool isStillThere(const Reserved& output) {
  struct stat is {};
  return output.place.empty() ||
         (stat(output.place.c_str(), &is) == 0 && is.st_ino == output.inode && is.st_dev == output.device);
}

const Reserved* reservedAs(const struct stat& is) {
  if (!S_ISREG(is.st_mode)) return nullptr;
  for (const Reserved& output : reserved())
    if (output.inode == is.st_ino && output.device == is.st_dev && isStillThere(output)) return &output;
  return nullptr;
}

void requireNotReserved(const std::string& name, const struct stat& is) {
  if (const Reserved* output = reservedAs(is))
    throw OutputIsInput("cannot read " + name + ": the command would write " + output->shown +
                        " over it; name another output");
}

// The number of bytes read; 0 at the end.
size_t readSome(int descriptor, std::span<uint8_t> block, const std::string& name) {
  while (true) {
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count >= 0) return static_cast<size_t>(count);
    if (errno != EINTR) throw std::runtime_error("cannot read " + name + ": " + systemReason());
  }
}

}  // namespace

namespace {

// A pipe gives its bytes once. Who asks again gets the same ones.
class PipesRead {
 public:
  std::optional<std::vector<uint8_t>> find(const struct stat& is) {
    const std::lock_guard lock(mutex_);
    const auto found = read_.find({is.st_dev, is.st_ino});
    return found == read_.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const struct stat& is, const std::vector<uint8_t>& bytes) {
    const std::lock_guard lock(mutex_);
    read_[{is.st_dev, is.st_ino}] = bytes;
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<dev_t, ino_t>, std::vector<uint8_t>> read_;
};

PipesRead& pipesRead() {
  static PipesRead pipes;
  return pipes;
}

}  // namespace

namespace {

[[noreturn]] void failReading(const std::string& name, const std::string& why) {
  throw std::runtime_error("cannot read " + name + ": " + why);
}

constexpr size_t block_size = size_t{1} << 16;

// A file that is open for reading, and may be read.
struct InputFile {
  explicit InputFile(const std::filesystem::path& path)
      : name(path.string()), file{openExisting(path, name)} {
    if (file.number < 0 || fstat(file.number, &is) != 0) failReading(name, systemReason());
    requireNotReserved(name, is);
  }

  static int openExisting(const std::filesystem::path& path, const std::string& name) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found)
      failReading(name, name == "-" ? "standard input is not read here; name a file, or /dev/stdin"
                                    : "there is no such file");
    if (status.type() == std::filesystem::file_type::directory)
      failReading(name, "it is a directory; a file was expected");
    return open(path.c_str(), O_RDONLY | O_CLOEXEC);
  }
  // Precondition: the block begins behind `before` bytes.
  size_t read(std::span<uint8_t> block, size_t before) const {
    const size_t count = readSome(file.number, block, name);
    if (before + count > largest_file) failReading(name, "it is larger than the limit of 1 GiB");
    return count;
  }

  std::string name;
  Descriptor file;
  struct stat is {};
};

}  // namespace

std::vector<uint8_t> readFile(const std::filesystem::path& path) {
  const InputFile file(path);
  if (S_ISFIFO(file.is.st_mode))
    if (auto before = pipesRead().find(file.is)) return *before;
  const auto expected = static_cast<size_t>(S_ISREG(file.is.st_mode) ? file.is.st_size : 0);
  // Where the file is as long as it is said to be, its end shows in one byte more.
  std::vector<uint8_t> bytes(expected == 0 ? block_size : std::min(expected, largest_file) + 1);
  size_t size = 0;
  while (const size_t count = file.read(std::span(bytes).subspan(size), size)) {
    size += count;
    if (size == bytes.size()) bytes.resize(std::min(2 * size, largest_file + 1));
  }
  bytes.resize(size);
  if (S_ISFIFO(file.is.st_mode)) pipesRead().keep(file.is, bytes);
  return bytes;
}

Pieces filePieces(const std::filesystem::path& path) {
  struct State {
    explicit State(const std::filesystem::path& path) : file(path) {}
    InputFile file;
    size_t size = 0;
    std::vector<uint8_t> block = std::vector<uint8_t>(block_size);
  };
  const auto state = std::make_shared<State>(path);
  if (!S_ISREG(state->file.is.st_mode)) return wholePiece(readFile(path));
  return [state] {
    const size_t count = state->file.read(state->block, state->size);
    state->size += count;
    return std::span<const uint8_t>(state->block).first(count);
  };
}

Pieces behind(std::span<const uint8_t> first, Pieces rest) {
  return [first, rest = std::move(rest), given = std::make_shared<bool>(false)] {
    return std::exchange(*given, true) ? rest() : first;
  };
}

Pieces wholePiece(std::vector<uint8_t> bytes) {
  struct State {
    std::vector<uint8_t> bytes;
    bool given = false;
  };
  const auto state = std::make_shared<State>(State{std::move(bytes)});
  return [state] {
    return std::exchange(state->given, true) ? std::span<const uint8_t>()
                                             : std::span<const uint8_t>(state->bytes);
  };
}

void requireNoOutput(const std::filesystem::path& input) {
  struct stat is {};
  if (!namedDescriptor(input) && stat(input.c_str(), &is) == 0) requireNotReserved(input.string(), is);
}

std::filesystem::path linkTarget(std::filesystem::path path) {
  constexpr int longest_chain = 40;  // as the kernel's
  std::error_code error;
  for (int i = 0; i < longest_chain && std::filesystem::is_symlink(path, error); ++i) {
    const auto target = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

std::optional<int> namedDescriptor(const std::filesystem::path& path) {
  const std::string name = path.string();
  for (const auto& [whole, number] :
       {std::pair("/dev/stdin", 0), std::pair("/dev/stdout", 1), std::pair("/dev/stderr", 2)})
    if (name == whole) return number;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"})
    if (name.starts_with(folder))
      if (const auto number = parseInteger<int>(std::string_view(name).substr(folder.size()), 0, 1 << 20))
        return number;
  return std::nullopt;
}

std::filesystem::path placeOf(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(linkTarget(path), error), error);
}

std::string systemReason() {
  std::string text = std::strerror(errno);
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = char(text[0] - 'A' + 'a');
  return text;
}

void keepStandardDescriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
    if (fcntl(descriptor, F_GETFD) == -1)
      // Takes the lowest free number, which is this one.
      if (open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY) == -1) return;
}

void reserveOutputs(std::span<const std::string> paths) {
  reserved().clear();
  // Whoever sends standard output to a file writes that file too.
  struct stat standard_output {};
  if (fstat(STDOUT_FILENO, &standard_output) == 0 && S_ISREG(standard_output.st_mode))
    reserved().push_back({"standard output", {}, standard_output.st_dev, standard_output.st_ino});
  for (const std::string& path : paths) {
    if (namedDescriptor(path)) continue;
    Reserved output{path, placeOf(path)};
    struct stat is {};
    if (stat(path.c_str(), &is) == 0) {
      if (!S_ISREG(is.st_mode)) continue;
      output.device = is.st_dev;
      output.inode = is.st_ino;
    }
    for (const Reserved& other : reserved())
      if ((other.place == output.place && !other.place.empty()) || &other == reservedAs(is))
        throw std::runtime_error("two outputs are the same file: " + other.shown + " and " + path +
                                 "; name another file for one of them");
    reserved().push_back(std::move(output));
  }
}

}  // namespace jumpscope::base
