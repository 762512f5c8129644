# Shared by shell tests; the sourcing test sets `scratch` to its own folder first.
# shellcheck shell=bash
failures=0

expect() {  # expect SENTENCE COMMAND…: what the command prints is shown when it fails
  local sentence=$1
  shift
  # shellcheck disable=SC2154  # scratch is the caller's
  if "$@" >"$scratch/log" 2>&1; then
    echo "ok: $sentence"
  else
    echo "FAILED: $sentence" && cat "$scratch/log" && failures=$((failures + 1))
  fi
}
