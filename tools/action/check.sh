#!/usr/bin/env bash
# For action.yml: runs `jumpscope check` on INPUT_SUITE with the words of INPUT_ARGS, the folders of INPUT_ROM_PATH (one a
# line) and INPUT_JUNIT, and writes the action's outputs. The exit status is that of the check.
set -euo pipefail

arguments=("$INPUT_SUITE" --github)
junit=${INPUT_JUNIT:-}
if [ -n "$junit" ]; then arguments+=(--junit "$junit"); fi
while read -r folder; do
  if [ -n "$folder" ]; then arguments+=(--rom-path "$folder"); fi
done <<<"${INPUT_ROM_PATH:-}"
# xargs knows quotes, and runs nothing that is written in the words.
if ! words=$(xargs -r printf '%s\n' <<<"${INPUT_ARGS:-}" 2>&1); then
  echo "::error::jumpscope: the input args has a quote without an end: $INPUT_ARGS"
  exit 2
fi
if [ -n "$words" ]; then
  mapfile -t words <<<"$words"
  arguments+=("${words[@]}")
fi

status=0
jumpscope check "${arguments[@]}" || status=$?
case $status in
  0) result=passed ;;
  1) result=failed ;;
  *) result=error ;;
esac
if [ ! -e "$junit" ]; then junit=; fi
printf 'result=%s\njunit=%s\n' "$result" "$junit" >>"$GITHUB_OUTPUT"
exit "$status"
