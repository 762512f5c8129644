#!/usr/bin/env bash
# The static program: it needs no library, runs in an otherwise empty root folder, and has the output of the usual
# program. The files that Dockerfile and action.yml use exist.
# Usage: static_test.sh SOURCE-TREE BUILD-TREE BUILD-TYPE
set -u
source=$1 build=$2 type=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$source/tests/scripts/expect.sh"

for file in cmake/static.sh CMakeLists.txt cmake/packages.txt; do
  expect "$file, which Dockerfile or action.yml use, is there" test -s "$source/$file"
done
expect "cmake/static.sh may be run" test -x "$source/cmake/static.sh"

# Of the build type of the tests, so that objects come from ccache if there is one.
tree=$build/static
expect "it is configured" cmake -S "$source" -B "$tree" -G Ninja -DORBITA_STATIC=ON -DORBITA_TESTS=OFF -DCMAKE_BUILD_TYPE="$type"
expect "and built" cmake --build "$tree" --target orbita
needs_no_library() { ! readelf -d "$tree/orbita" | grep NEEDED; }
expect "it needs no shared library" needs_no_library

mkdir -p "$scratch/root/bin"
cp "$tree/orbita" "$scratch/root/bin/orbita"
cp "$source"/models/*.xml "$scratch/root/"
verdicts() { "$@" | sed 's/ [0-9.]* s$//'; }
same_as_usual() {
  local model
  for model in fischer.xml train-gate.xml fischer-broken.xml; do
    (cd "$source/models" && verdicts "$build/orbita" verify "$model" --format text | grep satisfied) >"$scratch/usual"
    (cd "$scratch/root" && verdicts "$@" verify "$model" | grep satisfied) >"$scratch/static"
    cmp "$scratch/usual" "$scratch/static" || return
  done
}
expect "its verdicts are those of the usual program" same_as_usual "$tree/orbita"

if chroot "$scratch/root" /bin/orbita --version >/dev/null 2>&1; then
  expect "it runs in a root folder that holds nothing else" same_as_usual chroot "$scratch/root" /bin/orbita
else
  case $(chroot "$scratch/root" /bin/orbita --version 2>&1) in
    *"not permitted"* | *"not found"*) echo "skipped: it runs in an empty root folder (chroot is not permitted here)" ;;
    *) expect "it starts in a root folder that holds nothing else" chroot "$scratch/root" /bin/orbita --version ;;
  esac
fi
exit "$((failures > 0))"
