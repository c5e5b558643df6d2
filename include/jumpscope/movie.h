// Input: movies and press scripts. Target jumpscope::console.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "jumpscope/console.h"
#include "jumpscope/export.h"

namespace jumpscope {

// What is pressed in which frame. A value; the default one presses nothing.
class JUMPSCOPE_API Movie {
 public:
  Movie();
  // An FM2 (text or binary) or bk2 movie.
  static Movie open(const std::string& path);
  static Movie parse(std::span<const uint8_t> file, const std::string& name = "movie.fm2");
  // "60-75:A 80-120:RB 2/100:S": what is held from the start of the first to the end of the last frame.
  static Movie press(const std::string& script);
  // buttons[k]: pad 0 in frame k.
  static Movie buttons(std::span<const uint8_t> buttons);

  Movie(const Movie&);
  Movie(Movie&&) noexcept;
  Movie& operator=(const Movie&);
  Movie& operator=(Movie&&) noexcept;
  ~Movie();

  uint64_t frames() const;  // until the input ends
  uint8_t at(uint64_t frame, int pad = 0) const;
  // The options that fit it: its region and devices in place of those that say Auto or are empty.
  Options fitted(const Options& options) const;
  // Latches the input of the console's frame in progress, resets included. Call it before Console::runFrame().
  void apply(Console& console) const;
  // Its first `frames` frames (0: all) as an FM2 file for this cartridge.
  std::string fm2(const Cartridge& cartridge, const Options& options = {}, uint64_t frames = 0) const;

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace jumpscope
