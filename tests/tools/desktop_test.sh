#!/usr/bin/env bash
# The menu entry, the description, the icon and the file types for desktops are valid. Usage: desktop_test.sh SOURCE_DIR
# Exit status 77: a program that checks them is missing.
set -euo pipefail

desktop=$1/cmake/desktop
for program in desktop-file-validate appstreamcli update-mime-database xmllint; do
  command -v "$program" >/dev/null || { echo "SKIPPED: no $program"; exit 77; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

desktop-file-validate "$desktop/jumpscope.desktop"
# AppStream wants an internet domain as the name; this project has none.
appstreamcli validate --no-net --override=cid-desktopapp-is-not-rdns=info "$desktop/jumpscope.metainfo.xml"
xmllint --noout "$desktop/jumpscope.svg"

# With the system's own types: .nes is known there, .fm2 is ours.
mkdir -p "$scratch/mime/packages"
cp /usr/share/mime/packages/freedesktop.org.xml "$desktop/jumpscope.xml" "$scratch/mime/packages"
XDG_DATA_DIRS=$scratch update-mime-database "$scratch/mime"
grep -qx '50:application/x-fceux-movie:\*.fm2' "$scratch/mime/globs2" || fail ".fm2 has no type"
grep -qx '50:application/x-nes-rom:\*.nes' "$scratch/mime/globs2" || fail ".nes has no type"
type=$(sed -n 's/^MimeType=\(.*\);$/\1/p' "$desktop/jumpscope.desktop")
grep -q ":$type:" "$scratch/mime/globs2" || fail "the menu entry opens $type, which no file has"
grep -q "<mediatype>$type</mediatype>" "$desktop/jumpscope.metainfo.xml" || fail "the description lacks $type"
echo "desktop: all as expected"
