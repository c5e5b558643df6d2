// BizHawk's movies (.bk2, .tasproj): a zip archive with a header and an input log.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "src/movie/fm2.h"

namespace jumpscope::movie {

// Reads a BizHawk movie of the NES. One record per frame (Movie::Timing::FrameByFrame), pads in our order.
// Comments and subtitles are kept; possible differences in playback are listed in Movie::notes. Throws
// std::runtime_error with one sentence: no zip, a file of it missing or too large, another system, a start
// from a state or save RAM, a device that is no pad, a bad line (named by its number).
// Source: BizHawk's Bk2Movie, Bk2LogEntryGenerator and NESControllers.
Movie parseBk2(std::span<const uint8_t> file, const std::string& name);

// A movie in any supported format, which is detected from its bytes.
Movie parseMovie(std::span<const uint8_t> file, const std::string& name);

}  // namespace jumpscope::movie
