// gzip, in pieces.
#pragma once

#include <memory>
#include <string_view>

#include "src/base/zstd_stream.h"

namespace jumpscope::base {

// The same content gives the same bytes: the file's header holds neither name nor time.
class GzipCompressor {
 public:
  explicit GzipCompressor(Sink sink);
  ~GzipCompressor();
  GzipCompressor(const GzipCompressor&) = delete;
  GzipCompressor& operator=(const GzipCompressor&) = delete;

  void write(std::string_view data);
  // Ends the stream. Precondition: called once, nothing is written after it.
  void finish();

 private:
  struct Stream;
  void run(std::string_view data, bool last);

  std::unique_ptr<Stream> stream_;
  Sink sink_;
};

}  // namespace jumpscope::base
