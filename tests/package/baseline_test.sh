#!/usr/bin/env bash
# Instructions beyond x86-64-v2 may appear only in code that is chosen at run time: Highway's namespaces
# N_AVX2, N_AVX3 and so on. Everything else must run on any machine since about 2009.
# Usage: baseline_test.sh PROGRAM
set -u
command -v objdump >/dev/null || { echo "no objdump here: skipped" && exit 77; }
[[ $(uname -m) == x86_64 ]] || { echo "not x86-64: skipped" && exit 77; }
objdump -d -C --no-show-raw-insn "$1" | awk '
  /^[0-9a-f]+ <.*>:$/ { where = $0; dispatched = where ~ /N_AVX|N_SSE4|N_SSSE3/; next }
  # AVX and FMA (v…, but no verr/verw), BMI1 and BMI2 without tzcnt, which is read as bsf where it is not known
  $2 ~ /^v[a-z]/ && $2 !~ /^ver[rw]$/ || $2 ~ /^(andn|bextr|bls[irmsk]+|lzcnt|mulx|pdep|pext|rorx|sarx|shlx|shrx|bzhi)[lq]?$/ {
    ++wide
    if (!dispatched) { ++outside; if (outside <= 20) print where, $0 }
  }
  END { print wide + 0, "wide instructions,", outside + 0, "outside run-time dispatch"; exit outside > 0 || wide == 0 }'
