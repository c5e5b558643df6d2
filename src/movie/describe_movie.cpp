#include "src/movie/describe_movie.h"

#include <cstdio>
#include <optional>

#include "src/base/printable.h"
#include "src/base/text.h"

namespace jumpscope::movie {
namespace {

std::string lengthText(const Movie& movie) {
  const double rate = movie.pal ? 50.00698 : 60.09881;  // https://www.nesdev.org/wiki/Cycle_reference_chart
  char seconds[40];
  snprintf(seconds, sizeof seconds, "%.1f", double(movie.records.size()) / rate);
  return base::counted(movie.records.size(), "frame") + " (" + seconds + " s)";
}

std::string devicesText(const Movie& movie) {
  if (movie.fourscore) return "four pads (Four Score)";
  std::string text;
  for (const Device device : movie.ports)
    text.append(text.empty() ? "" : ", ").append(console::deviceName(device));
  return text;
}

// "2, the first in frame 300"
std::string eventsText(const Movie& movie, uint8_t command) {
  size_t count = 0;
  std::optional<size_t> first;
  for (size_t i = 0; i < movie.records.size(); ++i) {
    if (!(movie.records[i].commands & command)) continue;
    if (count++ == 0) first = i;
  }
  return first ? std::to_string(count) + ", the first in frame " + std::to_string(*first) : "";
}

}  // namespace

base::Facts describeMovie(const Movie& movie) {
  base::Facts facts;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) facts.emplace_back(name, base::printable(value));
  };
  add("format", movie.timing == Timing::FrameByFrame ? "BizHawk movie"
                : movie.binary                       ? "FM2 movie, binary"
                                                     : "FM2 movie");
  add("length", lengthText(movie));
  add("cartridge", movie.rom_filename);
  add("checksum", movie.rom_checksum);
  add("devices", devicesText(movie));
  add("region", movie.pal ? "pal" : "ntsc");
  add("starts from", movie.startsFromPowerOn() ? "power-on" : "a save state");
  add("resets", eventsText(movie, command_reset));
  add("power cycles", eventsText(movie, command_power));
  add("rerecords", std::to_string(movie.rerecord_count));
  for (const std::string& comment : movie.comments) add("comment", comment);
  for (const Subtitle& subtitle : movie.subtitles)
    add("subtitle", "frame " + std::to_string(subtitle.frame) + ": " + subtitle.text);
  for (const std::string& note : movie.notes) add("note", note);
  return facts;
}

}  // namespace jumpscope::movie
