#include "src/base/packed_output.h"

#include <iostream>

#include "src/base/output.h"

namespace jumpscope::base {

PackedOutput::PackedOutput(const std::string& path) {
  if (isStandardOutput(path)) return;
  file_.emplace(path);
  const Sink sink = [this](std::string_view bytes) { deliver(bytes); };
  if (path.ends_with(".zst")) zstd_.emplace(sink);
  if (path.ends_with(".gz")) gzip_.emplace(sink);
}

void PackedOutput::write(std::string_view text) {
  constexpr size_t block_size = size_t{1} << 16;
  pending_ += text;
  if (pending_.size() >= block_size) flush();
}

void PackedOutput::commit() {
  flush();
  if (zstd_) zstd_->finish();
  if (gzip_) gzip_->finish();
  if (file_) file_->commit();
}

void PackedOutput::flush() {
  if (zstd_)
    zstd_->write(pending_);
  else if (gzip_)
    gzip_->write(pending_);
  else
    deliver(pending_);
  pending_.clear();
}

void PackedOutput::deliver(std::string_view bytes) {
  if (file_) return file_->write(bytes);
  std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
  if (!std::cout) throwOutputFailed();
}

}  // namespace jumpscope::base
