#!/usr/bin/env bash
# The Debian package and the tarball of a build: cpack makes them twice alike, and their programs run where they are
# unpacked, with an empty PATH. tools/test-package installs them for real. Usage: package_test.sh BINARY_DIR
# Exit status 77: a program that packages are made with is missing.
set -euo pipefail

binary=$1
cartridge=$(cd "$(dirname "$0")/../../roms_test/jumplab" && pwd)/jumplab.nes
tool=$(cd "$(dirname "$0")/../../tools" && pwd)/package
for program in cpack dpkg-deb dpkg-shlibdeps file; do
  command -v "$program" >/dev/null || { echo "SKIPPED: no $program"; exit 77; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

cd "$scratch"
umask 022
# What takes time is xz.
for folder in first second; do
  cpack --config "$binary/CPackConfig.cmake" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -B "$scratch/$folder" >log 2>&1 ||
    { cat log >&2; fail "cpack"; }
done
rm -r first/_CPack_Packages second/_CPack_Packages
diff -r first second || fail "the same build gives other packages the second time"

# runs FOLDER: the programs in FOLDER/bin run, and find each other.
runs() {
  env -i PATH= HOME="$scratch" "$1/bin/jumpscope" demo -o "$1/demo" >/dev/null
  [ -s "$1/demo/report.html" ] || fail "$1: the demo wrote no report"
  if [ -e "$binary/jumpscope-z3.so" ]; then
    env -i PATH= HOME="$scratch" "$1/bin/jumpscope" prove "$cartridge" --profile smb --no-coverage >log 2>&1 ||
      fail "$1: prove says: $(cat log)"
  fi
  [ -e "$binary/jumpscope-window" ] || return 0
  local said
  said=$(env -i PATH= HOME="$scratch" "$1/bin/jumpscope" play 2>&1) && fail "$1: play without a display succeeds"
  [[ $said == *"cannot open a window"* ]] || fail "$1: play says: $said"
}

dpkg-deb -x first/jumpscope_*.deb deb
runs "$scratch/deb/usr"
for file in share/man/man1/jumpscope.1.gz share/man/man1/jumpscope-run.1.gz share/doc/jumpscope/copyright \
  share/doc/jumpscope/changelog.Debian.gz share/bash-completion/completions/jumpscope \
  share/jumpscope/schema/suite.schema.json share/jumpscope/profiles/full_game.json; do
  [ -s "deb/usr/$file" ] || fail "the package lacks $file"
done
readelf -S deb/usr/bin/jumpscope | grep -q '\.debug_info\|\.symtab' && fail "the program is not stripped"
[[ $(dpkg-deb -f first/jumpscope_*.deb Depends) == *libzip* ]] || fail "the package does not depend on its libraries"

# Python writes byte code beside a module; what removes the package removes it.
for package in first/python3-jumpscope_*.deb; do
  [ -e "$package" ] || continue
  dpkg-deb -e "$package" control
  [ -x control/postinst ] && grep -q py3clean control/prerm || fail "removing $package leaves byte code"
done

# Before anything is built.
said=$("$tool" -o 2>&1) && fail "tools/package -o without a folder succeeds"
[[ $said == *"-o needs a folder" ]] || fail "tools/package -o says: $said"

mkdir tar
tar -xzf first/jumpscope-*-linux-*.tar.gz -C tar
[ "$(ls tar)" = "$(basename first/jumpscope-*.tar.gz .tar.gz)" ] || fail "the tarball has not one folder of its name: $(ls tar)"
mv tar/jumpscope-* moved
runs "$scratch/moved"

# Packages that are not for Debian's archive close no bug there; a build that is not configured for /usr puts libraries
# into lib instead of the architecture's folder.
if command -v lintian >/dev/null; then
  lintian --allow-root --fail-on error,warning \
    --suppress-tags initial-upload-closes-no-bugs,pkg-config-unavailable-for-cross-compilation first/*.deb
fi
echo "package: all as expected"
