#!/usr/bin/env bash
# hardening_test.sh PROGRAM...: each is position-independent, binds its symbols before it starts, and has stack
# protectors and fortified calls; on x86-64 also marks for indirect branches.
set -euo pipefail

command -v readelf >/dev/null || { echo "SKIPPED: no readelf"; exit 77; }
wrong=0
# expect PROGRAM WHAT PATTERN READELF-OPTION...
expect() {
  local program=$1 what=$2 pattern=$3
  shift 3
  readelf -W "$@" "$program" 2>/dev/null | grep -qE "$pattern" || { echo "$program: $what is missing"; wrong=1; }
}
for program in "$@"; do
  expect "$program" "position independence (PIE)" 'Type: +DYN' -h
  expect "$program" "relro" 'GNU_RELRO' -l
  expect "$program" "immediate binding" 'BIND_NOW|FLAGS_1.*NOW' -d
  expect "$program" "the stack protector" '__stack_chk_fail' --dyn-syms
  expect "$program" "fortified calls" '__[a-z]+_chk(@|$)' --dyn-syms
  case $(uname -m) in
    x86_64) expect "$program" "protection of indirect branches" 'endbr64' --string-dump=.none ;;
  esac
done
exit "$wrong"
