#!/usr/bin/env bash
# For action.yml: runs `jumpscope check` on INPUT_SUITE with the words of INPUT_ARGS, the folders of INPUT_ROM_PATH (one a
# line) and INPUT_JUNIT, and writes the action's outputs. The exit status is that of the check.
set -euo pipefail

arguments=("$INPUT_SUITE" --github)
junit=${INPUT_JUNIT:-}
# finish RESULT STATUS: the outputs, and the end.
finish() {
  if [ ! -e "$junit" ]; then junit=; fi
  printf 'result=%s\njunit=%s\n' "$1" "$junit" >>"$GITHUB_OUTPUT"
  exit "$2"
}
# What an earlier step has left there is not this check's.
if [ -n "$junit" ]; then rm -f -- "$junit"; fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -n "$junit" ]; then arguments+=(--junit "$junit"); fi
while read -r folder; do
  if [ -n "$folder" ]; then arguments+=(--rom-path "$folder"); fi
done <<<"${INPUT_ROM_PATH:-}"
# xargs knows quotes, and runs nothing that is written in the words.
if ! xargs -r printf '%s\0' <<<"${INPUT_ARGS:-}" >"$scratch/words" 2>/dev/null; then
  echo "::error::jumpscope: the input args has a quote without an end: ${INPUT_ARGS//$'\n'/ }"
  finish error 2
fi
mapfile -d '' -t words <"$scratch/words"
arguments+=("${words[@]}")

status=0
{ jumpscope check "${arguments[@]}" 2>&1 >&3 | tee "$scratch/errors" >&2; } 3>&1 || status=$?
case $status in
  0) finish passed 0 ;;
  1) finish failed 1 ;;
esac
# The differences are annotated; why there are none shall be, too.
reason=$(tail -n 1 "$scratch/errors")
reason=${reason:-jumpscope: the check ended with status $status}
echo "::error::${reason//%/%25}"
finish error "$status"
