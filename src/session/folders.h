// The folders of settings and data, by the XDG Base Directory Specification.
#pragma once

#include <filesystem>
#include <string>

#include "src/base/environment.h"

namespace jumpscope::session {

struct Folders {
  // Empty paths: there is no home, and nothing is kept.
  std::filesystem::path config;       // settings.json
  std::filesystem::path state;        // recent.json, layout.ini
  std::filesystem::path data;         // states/<sha1 of PRG and CHR>/
  std::filesystem::path screenshots;  // never empty: the current folder when nothing else is known

  std::filesystem::path slots(const std::string& sha1) const;
};

// $XDG_CONFIG_HOME (or ~/.config), $XDG_STATE_HOME (~/.local/state) and $XDG_DATA_HOME (~/.local/share), each
// with /jumpscope; $XDG_PICTURES_DIR or the current folder. As the specification says, values that are no
// absolute paths count as not set.
Folders findFolders(const base::Environment& environment);

}  // namespace jumpscope::session
