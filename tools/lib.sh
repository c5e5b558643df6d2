# Shared by the scripts of this folder: `source "$(dirname "$0")/lib.sh"`. Leaves the shell in the repository's root.
# Also answers --help of every script with the comment at its head.
set -euo pipefail

for argument in "$@"; do
  case $argument in
    -h | --help) sed -n '2,${/^#/!q; s/^# \{0,1\}//p}' "$0"; exit ;;
  esac
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

note() { printf '== %s\n' "$*" >&2; }

# install_missing PURPOSE...: the packages of tools/packages for these purposes, when any is missing.
install_missing() {
  local purpose package missing=()
  for purpose in "$@"; do
    for package in $(sed -n "s/^$purpose: //p" tools/packages); do
      if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed'; then
        missing+=("$package")
      fi
    done
  done
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  if ! command -v apt-get >/dev/null; then
    note "this is not Debian: install what corresponds to ${missing[*]} if the build misses it"
    return
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
  note "installing ${missing[*]}"
  "${as_root[@]}" apt-get -qq update >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -y install --no-install-recommends "${missing[@]}" >/dev/null
}

# use_compiler_cache: with ccache, what this or another clone has compiled before is not compiled again.
use_compiler_cache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-10G}
  # cmake/precompile.cmake says what precompiled headers contain.
  export CCACHE_PCH_EXTSUM=1
  # Files of a fresh clone are all new; their contents count.
  export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
}

# build PRESET [TARGET...]: configures when needed and builds; quiet unless something is wrong.
build() {
  local preset=$1 log
  use_compiler_cache
  shift
  mkdir -p build
  log=build/$preset.log
  note "building ($preset)"
  if ! { cmake --preset "$preset" && cmake --build --preset "$preset" --target "${@:-all}"; } >"$log" 2>&1; then
    cat "$log" >&2
    note "the build failed; its log is $log"
    return 1
  fi
}

# build_with_clang PRESET [TARGET...]: with clang++, which also warns of other things than g++ and compiles quicker.
build_with_clang() {
  CXX=clang++ cmake --preset "$1" -DCMAKE_UNITY_BUILD=ON >/dev/null
  CXX=clang++ build "$@"
}

# Tests under the sanitizers that .ci/run leaves to .ci/nightly, as a pattern of ctest.
nightly_halves='^test_(cli|diff|discover|fit|play|prove|sweep)\.1$|^ModelAgainst$'
