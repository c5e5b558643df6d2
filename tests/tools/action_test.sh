#!/usr/bin/env bash
# The scripts of action.yml: the key, the installation, the check and its outputs. apt-get is a stand-in that unpacks;
# tools/test-package runs them with the real one. Usage: action_test.sh SOURCE_DIR JUMPSCOPE
set -euo pipefail

source=$1 program=$2
action=$source/tools/action
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
cd "$scratch"
export GITHUB_OUTPUT=$scratch/output GITHUB_STEP_SUMMARY=$scratch/summary PACKAGE_FOLDER=$scratch/package
mkdir bin package "a b"
ln -s "$program" bin/jumpscope
export PATH=$scratch/bin:$PATH

"$action/key.sh"
"$action/key.sh"
[ "$(sort -u output | wc -l)" -eq 1 ] || fail "two keys for the same sources: $(cat output)"
grep -qE '^key=jumpscope-[a-z]+-[^-]+-[a-z0-9_]+-[0-9a-f]{40}$' output || fail "the key is $(cat output)"

# apt-get fails until its lists are there, as on a fresh machine.
cat >bin/apt-get <<'END'
#!/bin/sh
case "$*" in
  *update*) touch lists ;;
  *) [ -e lists ] && echo "$*" >installed ;;
esac
END
printf '#!/bin/sh\nexec "$@"\n' >bin/sudo
chmod +x bin/apt-get bin/sudo
# A copy of the script, with a stand-in for tools/package.
mkdir -p tools/action
cp "$action/install.sh" tools/action
cat >tools/package <<'END'
#!/bin/sh
echo built >>builds
mkdir -p "$3" && echo package >"$3/jumpscope_1_amd64.deb"
END
chmod +x tools/package
# install BUILDS: there were so many after it.
install() {
  rm -f installed
  tools/action/install.sh >log || fail "install.sh: $(cat log)"
  grep -q "install .*$scratch/package/jumpscope_1_amd64.deb" installed || fail "the kept package is not installed"
  [ "$(wc -l <builds)" -eq "$1" ] || fail "$(wc -l <builds) builds instead of $1"
}
echo "of an unknown hand" >package/jumpscope_1_amd64.deb
install 1 # without a sum
install 1
echo damaged >>package/jumpscope_1_amd64.deb
install 2
echo another >package/jumpscope_2_amd64.deb
install 3
: >package/SHA256SUMS
install 4
[ "$(cat package/jumpscope_1_amd64.deb)" = package ] || fail "the package is not the one that was built"
INPUT_PACKAGE_SHA256=0 tools/action/install.sh >log && fail "a kept package with a wrong SHA-256 passes"
sum=$(sha256sum package/jumpscope_1_amd64.deb | cut -d ' ' -f 1)
INPUT_PACKAGE=package/jumpscope_1_amd64.deb INPUT_PACKAGE_SHA256=$sum "$action/install.sh" >log || fail "a path: $(cat log)"
INPUT_PACKAGE=file://$scratch/package/jumpscope_1_amd64.deb "$action/install.sh" >log || fail "a URL: $(cat log)"
grep -q 'downloaded.deb' installed || fail "the package of a URL is not installed"
INPUT_PACKAGE=package/jumpscope_1_amd64.deb INPUT_PACKAGE_SHA256=${sum^^} "$action/install.sh" >log || fail "capitals: $(cat log)"
INPUT_PACKAGE=no/such/none.deb "$action/install.sh" >log && fail "a package of a missing folder is installed"
grep -q '^::error::jumpscope: there is no package no/such/none.deb' log || fail "a missing folder: $(cat log)"
INPUT_PACKAGE=none.deb "$action/install.sh" >log && fail "a missing package is installed"
grep -q '^::error::jumpscope: there is no package none.deb' log || fail "a missing package: $(cat log)"
INPUT_PACKAGE=package/jumpscope_1_amd64.deb INPUT_PACKAGE_SHA256=0 "$action/install.sh" >log && fail "a wrong SHA-256 passes"
grep -q 'instead of package-sha256: 0' log || fail "a wrong SHA-256: $(cat log)"

# check STATUS RESULT SUITE [ARGS]
check() {
  local status=0
  : >output
  INPUT_SUITE=$3 INPUT_ARGS=${4:-} INPUT_ROM_PATH=$'a b\n'"$source/roms_test/jumplab" INPUT_JUNIT="a b/junit.xml" \
    "$action/check.sh" >log 2>&1 || status=$?
  [ "$status" -eq "$1" ] || fail "check of $3: status $status: $(cat log)"
  [ "$2" = none ] || grep -qx "result=$2" output || fail "check of $3: $(cat output)"
}
sha1=$(sha1sum <"$source/roms_test/jumplab/jumplab.nes" | cut -d ' ' -f 1)
suite() {
  # shellcheck disable=SC2016
  printf '{"format": "jumpscope-suite", "version": 1, "cases": [{"name": "the first byte", "frames": 5, "rom":
    {"sha1": "%s"}, "expect": {"ram": {"$0700": "%s"}}}]}\n' "$sha1" "$1" >"$2"
}
suite 00 good.json
suite 77 bad.json
check 0 passed good.json
grep -qx 'junit=a b/junit.xml' output || fail "no junit among the outputs: $(cat output)"
[ -s "a b/junit.xml" ] || fail "no JUnit file"
[ -s summary ] || fail "no summary"
check 1 failed bad.json
grep -q '^::error' log || fail "no annotation: $(cat log)"
check 0 passed good.json "--filter 'first byte' -j 1"
# What compares nothing is no pass.
check 2 error good.json --help
grep -q '^::error::jumpscope: the check compared nothing with args: --help' log || fail "--help: $(cat log)"
check 2 error good.json --version
check 2 error good.json --update-goldens
check 2 error good.json "--junit other.xml"
printf '{"format": "jumpscope-suite", "version": 1, "cases": []}\n' >empty.json
check 2 error empty.json
: >nothing.json
check 2 error nothing.json
# What junit names is not deleted, unless it is a JUnit file.
cp good.json kept.json
cp bad.json golden.csv
for named in good.json ./good.json golden.csv "$scratch/good.json"; do
  : >output
  INPUT_SUITE=good.json INPUT_JUNIT=$named "$action/check.sh" >log 2>&1 && fail "junit names $named, and it passes"
  grep -qx 'result=error' output || fail "junit names $named: $(cat output)"
  grep -q "^::error::jumpscope: the input junit names $named, which is there and is no JUnit file" log || fail "$named: $(cat log)"
  { cmp -s good.json kept.json && cmp -s golden.csv bad.json; } || fail "junit names $named, and it is gone"
done
check 2 error good.json "--filter 'no such case'"
# shellcheck disable=SC2016
check 2 error good.json '$(touch ran) `touch ran` ; touch ran'
[ ! -e ran ] || fail "words of args are run"
check 2 error good.json "-j ''" # an empty word is one
grep -q "a value is expected, not ''" log || fail "an empty word of args is lost: $(cat log)"
check 2 error good.json "it's"
[ -s "a b/junit.xml" ] && fail "the JUnit file of an earlier check was left"
grep -qx 'junit=' output || fail "a check that did not run has outputs: $(cat output)"
touch "a b/junit.xml"
check 2 error missing.json
grep -q '^::error::jumpscope: cannot read missing.json: there is no such file' log || fail "no annotation: $(cat log)"
grep -qx 'junit=' output || fail "the JUnit file of an earlier step is among the outputs: $(cat output)"
echo "action: all as expected"
