#!/usr/bin/env bash
# For action.yml: runs `jumpscope check` on INPUT_SUITE with the words of INPUT_ARGS, the folders of INPUT_ROM_PATH (one a
# line) and INPUT_JUNIT, and writes the action's outputs. The exit status is that of the check.
set -euo pipefail

junit=${INPUT_JUNIT:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# finish RESULT STATUS: the outputs, and the end.
finish() {
  if [ ! -s "$scratch/junit.xml" ]; then junit=; fi
  printf 'result=%s\njunit=%s\n' "$1" "$junit" >>"$GITHUB_OUTPUT"
  exit "$2"
}
# fail SENTENCE: there was no check.
fail() {
  echo "::error::jumpscope: $*"
  finish error 2
}
# Whether a file is empty or a JUnit file: what an earlier step has left there is not this check's, and goes. Anything else, such
# as the suite or a golden trace, was named by mistake.
may_go() {
  [ ! -e "$1" ] || { [ -f "$1" ] && { [ ! -s "$1" ] || head -c 500 -- "$1" | tr -d '\0' | grep -q '<testsuite'; }; }
}
if [ -n "$junit" ]; then
  if [ "$junit" -ef "$INPUT_SUITE" ] || ! may_go "$junit"; then
    fail "the input junit names $junit, which is there and is no JUnit file; name another file"
  fi
  rm -f -- "$junit"
fi

# The check writes its JUnit file here first: it is also the proof that there was a check, which --help in args does not make.
arguments=("$INPUT_SUITE" --github --junit "$scratch/junit.xml")
while read -r folder; do
  if [ -n "$folder" ]; then arguments+=(--rom-path "$folder"); fi
done <<<"${INPUT_ROM_PATH:-}"
# xargs knows quotes, and runs nothing that is written in the words.
if ! xargs -r printf '%s\0' <<<"${INPUT_ARGS:-}" >"$scratch/words" 2>/dev/null; then
  fail "the input args has a quote without an end: ${INPUT_ARGS//$'\n'/ }"
fi
mapfile -d '' -t words <"$scratch/words"
for word in "${words[@]}"; do
  case $word in --update-*) fail "the input args has $word, with which golden traces are made instead of compared; leave it out" ;; esac
done
arguments+=("${words[@]}")

status=0
{ jumpscope check "${arguments[@]}" 2>&1 >&3 | tee "$scratch/errors" >&2; } 3>&1 || status=$?
if [ -n "$junit" ] && [ -s "$scratch/junit.xml" ]; then
  { mkdir -p -- "$(dirname -- "$junit")" && cp -- "$scratch/junit.xml" "$junit"; } ||
    { rm -f "$scratch/junit.xml" && fail "cannot write the JUnit file $junit"; }
fi
case $status in
  0)
    grep -qs '<testcase' "$scratch/junit.xml" ||
      fail "the check compared nothing with args: ${INPUT_ARGS//$'\n'/ }; leave out what only prints, such as --help"
    finish passed 0
    ;;
  1) finish failed 1 ;;
esac
# The differences are annotated; why there are none shall be, too.
reason=$(tail -n 1 "$scratch/errors")
reason=${reason:-jumpscope: the check ended with status $status}
echo "::error::${reason//%/%25}"
finish error "$status"
