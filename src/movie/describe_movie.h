// What a movie says of itself.
#pragma once

#include "src/base/facts.h"
#include "src/movie/fm2.h"

namespace jumpscope::movie {

// Format, length, cartridge, devices, start, rerecords, comments and subtitles.
base::Facts describeMovie(const Movie& movie);

}  // namespace jumpscope::movie
