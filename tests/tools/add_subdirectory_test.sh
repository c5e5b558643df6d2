#!/usr/bin/env bash
# Another project takes jumpscope in with add_subdirectory. Usage: add_subdirectory_test.sh SOURCE_DIR CXX
set -euo pipefail

source_dir=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  echo "FAILED: $*" >&2
  cat "$scratch/log" >&2
  exit 1
}

cmake -S "$source_dir/tests/tools/outside" -B "$scratch/build" -G Ninja -DCMAKE_CXX_COMPILER="$2" \
  -DJUMPSCOPE="$source_dir" -DJUMPSCOPE_WINDOW=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$scratch/log" 2>&1 ||
  fail "it cannot be configured"
! grep -q -- -Werror "$scratch/build/compile_commands.json" || fail "-Werror reaches other projects"
# All of the library is built without optimization: a minute or more.
if [ "${JUMPSCOPE_SLOW:-}" != 1 ]; then
  echo "add_subdirectory: configured; JUMPSCOPE_SLOW=1 builds and runs it, too"
  exit 0
fi
cmake --build "$scratch/build" --target outside >"$scratch/log" 2>&1 || fail "it cannot be built"
said=$("$scratch/build/outside" "$source_dir/roms_test/jumplab/jumplab.nes")
[[ $said =~ ^[0-9a-f]{40}\ state\ 0$ ]] || fail "the program says: $said"
! cmake --install "$scratch/build" --prefix "$scratch/installed" >"$scratch/log" 2>&1 ||
  [ ! -e "$scratch/installed/bin/jumpscope" ] || fail "installing the project installs jumpscope"
echo "add_subdirectory: all as expected"
