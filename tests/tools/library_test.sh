#!/usr/bin/env bash
# Installs the library, moves it, and builds and runs the programs of docs/library.md with it: found by CMake, and the
# one in C by pkg-config; each prints what the page shows. Then every public header is compiled by itself.
# Usage: library_test.sh SOURCE_DIR BINARY_DIR CXX
set -euo pipefail

source_dir=$1 binary=$2 cxx=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

cmake --install "$binary" --prefix "$scratch/first" --component dev >/dev/null
cmake --install "$binary" --prefix "$scratch/first" --component library >/dev/null
mv "$scratch/first" "$scratch/moved"
prefix=$scratch/moved

# The page's programs: a block's first line names the file. The output is what stands below "$ name".
mkdir "$scratch/programs"
awk -v out="$scratch/programs/" '
  /^```c(pp)?$/ { block = 1; getline; name = $2; sub(":", "", name); file = out name }
  /^```$/ { block = 0 }
  block { print > file }
' "$source_dir/docs/library.md"
programs=$(cd "$scratch/programs" && ls)
[ "$(wc -w <<<"$programs")" -eq 6 ] || fail "docs/library.md has these programs: $programs"
for program in "$scratch"/programs/*.cpp; do
  [ "$(wc -l <"$program")" -lt 30 ] || fail "$(basename "$program") has thirty lines or more"
done
cp "$source_dir/tests/tools/installed/CMakeLists.txt" "$scratch/programs"
cmake -S "$scratch/programs" -B "$scratch/build" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" \
  >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "find_package does not find the library"; }
cmake --build "$scratch/build" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "the programs cannot be built"; }
pkgconfig=$(dirname "$(find "$prefix" -name jumpscope.pc)")
read -ra flags < <(PKG_CONFIG_PATH=$pkgconfig pkg-config --cflags --libs jumpscope)
cc -std=c11 -Wall -Wextra -Werror -pedantic "$scratch/programs/c.c" "${flags[@]}" -Wl,-rpath,"$(dirname "$pkgconfig")" -o "$scratch/build/c"

cd "$source_dir"
checked=0
while IFS= read -r line; do
  read -ra words <<<"${line#    \$ }"
  [ -x "$scratch/build/${words[0]}" ] || continue
  shown=$(awk -v line="$line" 'found && !/^    / { exit } found { print substr($0, 5) } $0 == line { found = 1 }' docs/library.md)
  said=$("$scratch/build/${words[0]}" "${words[@]:1}" 2>&1) || true
  [ "$said" = "$shown" ] || fail "${words[*]} says:"$'\n'"$said"$'\n'"and docs/library.md shows:"$'\n'"$shown"
  checked=$((checked + 1))
done < <(grep '^    \$ ' docs/library.md)
[ "$checked" -eq 7 ] || fail "only $checked runs are shown in docs/library.md"

while IFS= read -r header; do
  "$cxx" -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I"$prefix/include" -x c++ - <<<"#include \"$header\"" ||
    fail "$header does not stand by itself"
done < <(cd "$prefix/include" && find . -name '*.h')
! grep -rlE 'nlohmann|"src/' "$prefix/include" || fail "a public header shows what is inside"
# Nothing but what the headers mark: no symbol of ours that they do not name.
library=$(find "$prefix" -name 'libjumpscope.so.?.*')
! nm -DC --defined-only "$library" | grep -E ' [TBDR] jumpscope::(console|movie|trace|diff|jumps|session|base|physics|ppu|apu|mappers)::' ||
  fail "the library shows what is inside"
! grep -rl "$scratch" "$prefix" --include='*.cmake' --include='*.pc' || fail "an installed file holds an absolute path"
echo "library: all as expected"
