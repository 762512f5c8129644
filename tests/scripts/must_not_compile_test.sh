#!/usr/bin/env bash
# must_not_compile_test.sh COMPILER SOURCE-TREE: of each file in must_not_compile/, SNIPPET 0 compiles and no other does.
set -u
compiler=$1 source=$2 failures=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compile() { "$compiler" -std=c++20 -w -I"$source" "$@" >"$work/log" 2>&1; }
accepts() { compile -fsyntax-only -include "$work/includes.h" -DSNIPPET="$2" "$1"; }
for file in "$source"/tests/scripts/must_not_compile/*.cpp; do
  count=$(grep -c '^#elif SNIPPET == ' "$file")
  ((count > 0)) || { echo "$file: no snippets" && exit 1; }
  # What the file includes is compiled once, for all of its snippets.
  grep '^#include' "$file" >"$work/includes.h"
  compile -x c++-header "$work/includes.h" -o "$work/includes.h.gch" || { cat "$work/log" && exit 1; }
  accepts "$file" 0 || { echo "$file: SNIPPET 0 must compile" && cat "$work/log" && exit 1; }
  for ((number = 1; number <= count; ++number)); do
    if accepts "$file" "$number"; then
      echo "$file: SNIPPET $number compiles" && failures=$((failures + 1))
    elif grep -q "no such snippet" "$work/log"; then
      echo "$file: no SNIPPET $number, though there are $count" && failures=$((failures + 1))
    fi
  done
  echo "$file: $count snippets"
done
exit $((failures > 0))
