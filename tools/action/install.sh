#!/usr/bin/env bash
# For action.yml: installs a jumpscope package, or builds it first.
# INPUT_PACKAGE: its path or URL; empty: the one in PACKAGE_FOLDER, which is built when it is not there, or not as it was built.
# INPUT_PACKAGE_SHA256: what its SHA-256 must be; empty: anything.
set -euo pipefail

fail() {
  echo "::error::jumpscope: $*"
  exit 2
}
as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi

case ${INPUT_PACKAGE:-} in
  "")
    sums=$PACKAGE_FOLDER/SHA256SUMS
    # One package and its sum, as they were put there; --strict: nothing else may be in the list.
    if ! (cd "$PACKAGE_FOLDER" && [ "$(compgen -G 'jumpscope_*.deb')" = "$(cut -c 67- SHA256SUMS)" ] &&
      sha256sum --check --strict --quiet SHA256SUMS) >/dev/null 2>&1; then
      rm -f "$PACKAGE_FOLDER"/jumpscope_*.deb "$sums"
      "$(dirname "$0")/../package" --no-window -o "$PACKAGE_FOLDER"
      (cd "$PACKAGE_FOLDER" && sha256sum jumpscope_*.deb >"$(basename "$sums")")
    fi
    package=$PACKAGE_FOLDER/$(cut -c 67- "$sums")
    ;;
  *://*)
    mkdir -p "$PACKAGE_FOLDER"
    package=$PACKAGE_FOLDER/downloaded.deb
    curl -fsSL --retry 3 -o "$package" "$INPUT_PACKAGE" || fail "cannot download the package $INPUT_PACKAGE"
    ;;
  *)
    [ -f "$INPUT_PACKAGE" ] || fail "there is no package $INPUT_PACKAGE; give the path or the URL of a .deb"
    package=$(realpath "$INPUT_PACKAGE")
    ;;
esac
[ -f "$package" ] || fail "there is no package $package"
if [ -n "${INPUT_PACKAGE_SHA256:-}" ]; then
  found=$(sha256sum "$package" | cut -d ' ' -f 1)
  [ "$found" = "${INPUT_PACKAGE_SHA256,,}" ] ||
    fail "the package has the SHA-256 $found instead of package-sha256: $INPUT_PACKAGE_SHA256"
fi

# The lists of packages may be too old, or not there.
install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "$package")
"${install[@]}" || { "${as_root[@]}" apt-get -q update && "${install[@]}"; } ||
  fail "apt-get cannot install $package: see what it says above"
jumpscope --version
