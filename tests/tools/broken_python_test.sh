#!/usr/bin/env bash
# Python is optional: the build is configured whatever is wrong with the Pythons that it finds.
# Usage: broken_python_test.sh SOURCE
set -euo pipefail
source=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# configured NAME PATH PYTHONPATH: configures as a user with these variables would.
configured() {
  local name=$1
  if ! PATH=$2 PYTHONPATH=$3 cmake -S "$source" -B "$scratch/$name" -G Ninja -DJUMPSCOPE_TESTS=OFF -DJUMPSCOPE_WINDOW=OFF \
      >"$scratch/$name.log" 2>&1; then
    echo "with $name the configuration fails:" >&2
    tail -20 "$scratch/$name.log" >&2
    exit 1
  fi
  grep -q 'built without its Python module' "$scratch/$name.log" ||
    grep -q 'The Python module is for /usr/bin/python3' "$scratch/$name.log"
}

mkdir "$scratch/nonumpy" "$scratch/bin"
echo 'raise ImportError("numpy is not installed")' >"$scratch/nonumpy/numpy.py"
configured "no numpy anywhere" "$PATH" "$scratch/nonumpy"

printf '#!/bin/sh\nexit 3\n' >"$scratch/bin/python3"
chmod +x "$scratch/bin/python3"
configured "a python3 that does not start and another without numpy" "$scratch/bin:$PATH" "$scratch/nonumpy"
