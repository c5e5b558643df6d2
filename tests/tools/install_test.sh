#!/usr/bin/env bash
# `cmake --install` into a folder that is then moved, and with DESTDIR. Usage: install_test.sh BINARY_DIR
set -euo pipefail

binary=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

cmake --install "$binary" --prefix "$scratch/first" >/dev/null
mv "$scratch/first" "$scratch/moved"
cd "$scratch/moved"
bin/jumpscope demo -o "$scratch/demo" >/dev/null
[ -s "$scratch/demo/report.html" ] || fail "the installed program's demo wrote no report"

# All printed files are what the program prints; man pages and completions lie where man and the shells look.
cmp share/man/man1/jumpscope.1 <(bin/jumpscope man --roff)
cmp share/man/man1/jumpscope-run.1 <(bin/jumpscope man run --roff)
cmp share/bash-completion/completions/jumpscope <(bin/jumpscope completions bash)
cmp share/zsh/site-functions/_jumpscope <(bin/jumpscope completions zsh)
cmp share/fish/vendor_completions.d/jumpscope.fish <(bin/jumpscope completions fish)

# Each profile can be used, and the schema that it names is there.
for profile in share/jumpscope/profiles/*.json; do
  schema=$(sed -n 's/^ *"$schema": "\(.*\)",$/\1/p' "$profile")
  [ -f "share/jumpscope/profiles/$schema" ] || fail "$profile names $schema, which is not there"
done

# The installed program starts the installed window: it is that program which cannot read the file.
if [ -e "$binary/jumpscope-window" ]; then
  [ -x bin/jumpscope-window ] || fail "the window is not installed"
  for file in applications/jumpscope.desktop icons/hicolor/scalable/apps/jumpscope.svg mime/packages/jumpscope.xml \
    metainfo/jumpscope.metainfo.xml man/man1/jumpscope-window.1; do
    [ -s "share/$file" ] || fail "the window's share/$file is not installed"
  done
  status=0
  said=$(bin/jumpscope play no-such-file.nes 2>&1) || status=$?
  [ "$status" -eq 2 ] || fail "play of a missing file: status $status"
  [[ $said == *no-such-file.nes* ]] || fail "play of a missing file says: $said"
  mv bin/jumpscope-window bin/elsewhere
  said=$(bin/jumpscope play no-such-file.nes 2>&1) || true
  [[ $said == *"$scratch/moved/bin/jumpscope-window is missing"* ]] || fail "looks for the window elsewhere: $said"
  [[ $said != *ImGui* && $said == *"package jumpscope"* ]] || fail "does not say what brings the window: $said"
fi

DESTDIR=$scratch/package cmake --install "$binary" --prefix /usr >/dev/null
[ -x "$scratch/package/usr/bin/jumpscope" ] || fail "DESTDIR is not heeded"
[ -s "$scratch/package/usr/share/man/man1/jumpscope.1" ] || fail "DESTDIR is not heeded by the man page"
echo "install: all as expected"
