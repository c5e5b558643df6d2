// Where a model's rows say how high the player is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/physics/models.h"

namespace jumpscope::fit {

class ModelHeight {
 public:
  explicit ModelHeight(const physics::Model& model) {
    for (size_t c = 0; c < model.columns.size(); ++c) {
      if (model.columns[c].name == model.height) height_ = c;
      if (model.columns[c].name == model.subpixel) subpixel_ = c;
      if (model.columns[c].name == "y_page") page_ = c;
    }
    bits_ = model.columns[height_].fraction_bits + (subpixel_ ? 8 : 0);
  }

  // Positions count 1/2^bits px, down positive.
  int bits() const { return bits_; }

  double of(const std::vector<int64_t>& row) const {
    double y = double(row[height_]);
    if (page_) y += double((row[*page_] - 1) * 256);
    return subpixel_ ? y * 256 + double(row[*subpixel_]) : y;
  }

 private:
  size_t height_ = 0;
  std::optional<size_t> subpixel_, page_;
  int bits_ = 0;
};

}  // namespace jumpscope::fit
