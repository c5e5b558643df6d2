#!/usr/bin/env bash
# For action.yml: a key for the package that these sources make on this system.
set -euo pipefail

cd "$(dirname "$0")/../.."
# shellcheck source=/dev/null
system=$(. /etc/os-release && printf '%s-%s' "$ID" "${VERSION_ID:-unknown}")
# Of the files, not of a commit: an action is downloaded without its history.
sources=$(find CMakeLists.txt CMakePresets.json CHANGELOG.md LICENSE README.md cmake src include cpu6502 ppu apu mappers \
  bindings docs roms_test/jumplab roms_test/movies roms_test/homebrew tools/action tools/package tools/packages tools/lib.sh \
  -type f -exec sha256sum {} + 2>/dev/null | LC_ALL=C sort -k 2 | sha256sum | cut -c -40)
printf 'key=jumpscope-%s-%s-%s\n' "$system" "$(uname -m)" "$sources" >>"$GITHUB_OUTPUT"
