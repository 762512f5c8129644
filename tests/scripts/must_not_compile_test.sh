#!/usr/bin/env bash
# must_not_compile_test.sh COMPILER SOURCE-TREE: of each file in must_not_compile/, SNIPPET 0 compiles and no other does.
set -u
compiler=$1 source=$2 failures=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
accepts() { "$compiler" -std=c++20 -fsyntax-only -w -I"$source" -DSNIPPET="$2" "$1" >"$log" 2>&1; }
for file in "$source"/tests/scripts/must_not_compile/*.cpp; do
  count=$(grep -c '^#elif SNIPPET == ' "$file")
  ((count > 0)) || { echo "$file: no snippets" && exit 1; }
  accepts "$file" 0 || { echo "$file: SNIPPET 0 must compile" && cat "$log" && exit 1; }
  for ((number = 1; number <= count; ++number)); do
    if accepts "$file" "$number"; then
      echo "$file: SNIPPET $number compiles" && failures=$((failures + 1))
    elif grep -q "no such snippet" "$log"; then
      echo "$file: no SNIPPET $number, though there are $count" && failures=$((failures + 1))
    fi
  done
  echo "$file: $count snippets"
done
exit $((failures > 0))
