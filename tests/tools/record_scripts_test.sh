#!/usr/bin/env bash
# Whether the scripts in tools/record write what docs/recordings.md says, with stand-ins for the emulators.
# Usage: record_scripts_test.sh SOURCE_DIR JUMPSCOPE   (exit status 77: there is no lua5.1)
set -euo pipefail
source_dir=$1 jumpscope=$2
command -v lua5.1 >/dev/null || { echo "SKIPPED: lua5.1 is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$jumpscope" trace --print-addresses smb -o "$folder/addresses.txt"
lua5.1 "$source_dir/tests/tools/record_scripts_test.lua" "$source_dir" "$folder" "$folder/addresses.txt"
# jumpscope reads them back.
for name in fceux bizhawk mesen; do
  "$jumpscope" jumps "$folder/$name.csv" --profile smb >/dev/null
done
