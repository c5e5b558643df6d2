#!/usr/bin/env bash
# tools/get-test-roms against repositories on this machine. Usage: get_test_roms_test.sh SOURCE_DIR
set -euo pipefail

tool=$1/tools/get-test-roms
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export HOME=$scratch GIT_CONFIG_NOSYSTEM=1
# A server that can leave out what is not asked for, as GitHub's.
git config --global uploadpack.allowFilter true
git config --global user.name tester
git config --global user.email tester@example.org
git config --global init.defaultBranch main

fail() {
  echo "FAILED: $*" >&2
  cat out >&2 || true
  exit 1
}
sha1() { printf '%s' "$1" | sha1sum | cut -d' ' -f1; }
# get STATUS ARGUMENT...: runs the tool, whose output goes to `out`, and expects this exit status.
get() {
  local expected=$1 status=0
  shift
  "$tool" --manifest lists/manifest.json --from "file://$scratch/server" "$@" >out 2>&1 || status=$?
  [ "$status" -eq "$expected" ] || fail "status $status instead of $expected: $*"
}
says() { grep -qF "$1" out || fail "does not say: $1"; }
holds() { [ "$(cat "$1" 2>/dev/null)" = "$2" ] || fail "$1 does not hold: $2"; }
# manifest ENTRY...
manifest() { (IFS=,; printf '{"roms": [%s]}\n' "$*") >lists/manifest.json; }
# entry PATH CONTENT SOURCE
entry() { printf '{"path": "%s", "sha1": "%s", "source": "%s"}' "$1" "$(sha1 "$2")" "$3"; }

mkdir -p lists/suite server/author/roms/deep/er
printf '[1]' >lists/suite/results.json
git init -q server/author/roms
(
  cd server/author/roms
  printf 'first' >deep/er/one.nes
  printf 'the log' >deep/test.log
  git add . && git commit -qm first
  printf 'newest' >deep/er/one.nes
  git add . && git commit -qm newest
)
old=$(git -C server/author/roms rev-parse --short=7 HEAD~)

manifest "$(entry a/renamed.nes first "author/roms @$old, MIT (LICENSE beside it)")" \
  "$(entry a/newest.nes newest 'author/roms deep/er')" \
  '{"path": "b.nes", "sha1": "'"$(sha1 newest)"'", "source": "author/roms",
    "pass": {"log": "b.log", "log_sha1": "'"$(sha1 'the log')"'"}}'
get 0 fetched
says '4 of 4 files are in fetched'
holds fetched/a/renamed.nes first
holds fetched/a/newest.nes newest
holds fetched/b.nes newest
holds fetched/b.log 'the log'
holds fetched/suite/results.json '[1]'
cmp lists/manifest.json fetched/manifest.json

# What is there is not fetched again; what is damaged is.
get 0 --from file:///no/server fetched
printf 'damaged' >fetched/b.nes
get 0 fetched
holds fetched/b.nes newest

# A file that cannot be had is named with the reason, and the others come all the same.
manifest "$(entry one.nes newest author/roms)" "$(entry other.nes 'other bytes' author/roms)" \
  "$(entry nowhere.nes x 'a forum')" "$(entry gone.nes x nobody/gone)" "$(entry past.nes x 'author/roms @0123456')"
get 1 partly
holds partly/one.nes newest
says "other.nes: no file with SHA-1 $(sha1 'other bytes') in file://$scratch/server/author/roms"
says 'nowhere.nes: the manifest names no repository for it'
says "gone.nes: file://$scratch/server/nobody/gone: git clone:"
says "past.nes: file://$scratch/server/author/roms at 0123456: git checkout:"
says '1 of 5 files are in partly'
[ ! -e partly/other.nes ] || fail 'a file with another SHA-1 was left behind'

# A manifest writes nowhere but in the folder.
manifest "$(entry ../out.nes newest author/roms)"
get 2 fetched
says "leads out of"
[ ! -e out.nes ] || fail 'wrote outside of the folder'
manifest '{"path": 1}'
get 2 fetched
echo "get-test-roms: all as expected"
