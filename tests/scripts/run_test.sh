#!/usr/bin/env bash
# ./run as seen by its callers: a small copy of the source tree, with stand-ins for the commands that
# inspect or change the machine. The stand-in for ninja "builds" an orbita that prints its arguments.
# Usage: run_test.sh SOURCE-TREE
# shellcheck disable=SC2016,SC2317  # stand-ins expand later; expect calls what looks unused
set -u
source=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$source/tests/scripts/expect.sh"

contains() { grep -qF -- "$2" "$scratch/$1"; }
empty() { [[ ! -s $scratch/$1 ]]; }

stand_in() {  # stand_in NAME: the body comes on stdin
  { echo '#!/bin/bash' && cat; } >"$scratch/bin/$1" && chmod +x "$scratch/bin/$1"
}

# A fresh tree and a fresh machine: not root, no sudo, every package installed.
fresh() {
  rm -rf "${scratch:?}/tree" "${scratch:?}/bin"
  mkdir -p "$scratch/tree/cmake" "$scratch/bin"
  cp "$source/run" "$scratch/tree/"
  cp "$source/cmake/build.sh" "$source/cmake/packages.txt" "$scratch/tree/cmake/"
  local tool
  for tool in bash cat chmod cmp comm cp dirname env flock grep mkdir nproc readlink rm sed sort touch; do
    ln -s "$(command -v "$tool")" "$scratch/bin/$tool"
  done
  stand_in id <<<'echo 1000'
  stand_in dpkg-query <<<'for p in "$@"; do [[ -e $SCRATCH/lacks-$p ]] || echo "installed $p"; done'
  stand_in cmake <<<'mkdir -p build && echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >build/CMakeCache.txt && touch build/build.ninja'
  stand_in ninja <<'STUB'
if [[ -e $SCRATCH/broken ]]; then echo '[1/2] Building CXX' && echo 'zone.cpp:1: error: oops' && exit 1; fi
echo "$*" >"$SCRATCH/ninja.log"
for i in {1..40}; do echo "[$i/40] Building CXX object $i.o"; done
printf '#!/bin/bash\necho "$PWD: $*"; cat; exit 3\n' >"$2/orbita"
chmod 755 "$2/orbita"
STUB
  rm -f "$scratch"/lacks-* "$scratch/broken" "$scratch/apt.log"
}

call() {  # call FOLDER COMMAND…: leaves code, out and err. Whether this is CI is the caller's to say: ci=true call …
  local folder=$1
  shift
  (cd "$folder" && echo input | CI=${ci:-} SCRATCH=$scratch PATH=$scratch/bin "$@" >"$scratch/out" 2>"$scratch/err")
  code=$?
}

fresh
call / "$scratch/tree/run" verify model.xml
expect "orbita's exit code is the exit code" [ $code = 3 ]
expect "orbita gets its arguments, in the caller's folder" contains out "/: verify model.xml"
expect "orbita gets the caller's stdin" contains out "input"
expect "a long build shows how far it is" contains err "orbita: building build/ … 50 %"
expect "what cmake --install takes from the build is built" grep -q "orbita documents" "$scratch/ninja.log"
sed -i '/Building CXX object/d' "$scratch/bin/ninja"  # nothing left to do
call / "$scratch/tree/run"
expect "a second call says nothing of its own" empty err
call / "$scratch/tree/run" serve models
expect "serve goes on where Node.js cannot be installed" contains out "/: serve models"
expect "and says what that means" contains err "going on without node: the web page is left out"
ci=true call / "$scratch/tree/run" serve models
expect "in CI a missing Node.js is an error" [ $code = 4 ]
ln -s tree/run "$scratch/link"
call "$scratch" ./link by-link
expect "a symbolic link works" contains out ": by-link"

fresh
touch "$scratch/lacks-catch2" "$scratch/lacks-libfmt-dev"
call / "$scratch/tree/run"
expect "without root and sudo it gives up with code 4" [ $code = 4 ]
expect "and prints the command to type, with exactly what is missing" contains err \
  "apt-get update && apt-get install --no-install-recommends catch2 libfmt-dev"
expect "and leaves stdout alone" empty out

# A sudo that needs no password, and an apt-get whose first update fails.
stand_in sudo <<<'[[ $1 == -n ]] && shift; "$@"'
stand_in true <<<'exit 0'
stand_in apt-get <<'STUB'
echo "$DEBIAN_FRONTEND $*" >>"$SCRATCH/apt.log"
case "$*" in
  *update*) [[ $(grep -c update "$SCRATCH/apt.log") != 1 ]] || exit 100 ;;
  *install*) rm -f "$SCRATCH"/lacks-* ;;
esac
STUB
call / "$scratch/tree/run" now
expect "with sudo it installs and runs" contains out ": now"
expect "a failed update is tried again" [ "$(grep -c update "$scratch/apt.log")" = 2 ]
expect "only what is missing is installed" contains apt.log "--no-install-recommends catch2 libfmt-dev"
expect "nobody is asked questions" contains apt.log "noninteractive"
call / "$scratch/tree/run"
expect "the next call installs nothing" [ "$(grep -c install "$scratch/apt.log")" = 1 ]

fresh
touch "$scratch/broken"
call / "$scratch/tree/run"
expect "a failed build gives up with code 4, which is no verdict" [ $code = 4 ]
expect "and shows the compiler's words" contains err "zone.cpp:1: error: oops"
expect "on stderr only" empty out

exit $((failures > 0))
