#!/usr/bin/env bash
# The installed tree and the Debian packages as seen by users: the program runs, and the example of
# docs/api.md is configured, built and run against the installed libraries.
# Usage: package_test.sh SOURCE-TREE BUILD-TREE
set -u
source=$1 build=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$source/tests/scripts/expect.sh"
. "$source/tests/scripts/serving.sh"

prints() {  # prints TEXT COMMAND…
  local text=$1
  shift
  "$@" 2>&1 | tee /dev/stderr | grep -qF -- "$text"
}
code_block() {  # code_block LANGUAGE: the first such block of docs/api.md
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{/^\`\`\`/d;p}" "$source/docs/api.md"
}
model=$source/models/fischer.xml

# Built by exactly the targets that ./run builds, installed in one place and moved to another.
place=$scratch/moved
# shellcheck disable=SC2046  # targets are words
expect "what ./run builds is built" cmake --build "$build" --target $(sed -n 's/^build build //p' "$source/run")
expect "the tree installs" cmake --install "$build" --prefix "$scratch/installed"
mv "$scratch/installed" "$place"
expect "the installed program runs" prints "satisfied     A[] not deadlock" "$place/bin/orbita" verify "$model"
expect "and under the name verifyta it is one" prints "Formula is satisfied" "$place/bin/verifyta" "$model"
expect "the man page is there" test -s "$place/share/man/man1/orbita-verify.1.gz"
expect "the bash completion is there" bash -n "$place/share/bash-completion/completions/orbita"

no_internal_header() { [[ -z $(find "$place/include" -path '*internal*' | tee /dev/stderr) ]]; }
includes_nothing_missing() {  # each header alone
  local header
  (cd "$place/include/orbita" && find . -name '*.h' | sort) | while read -r header; do
    echo "#include \"${header#./}\""
  done >"$scratch/all.cpp"
  ${CXX:-c++} -std=c++20 -fsyntax-only -I"$place/include/orbita" "$scratch/all.cpp"
}
expect "no internal header is installed" no_internal_header
expect "the installed headers include nothing that is not installed" includes_nothing_missing

mkdir "$scratch/consumer"
code_block cpp >"$scratch/consumer/consumer.cpp"
code_block cmake >"$scratch/consumer/CMakeLists.txt"
expect "a project finds the package" cmake -S "$scratch/consumer" -B "$scratch/consumer/build" -G Ninja \
  -DCMAKE_PREFIX_PATH="$place"
expect "and links it" cmake --build "$scratch/consumer/build"
expect "and its program runs" prints "satisfied  A[] not deadlock" "$scratch/consumer/build/consumer" "$model"

with_pkg_config() {
  local flags
  flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$place" -name orbita.pc)") pkg-config --cflags --libs orbita) || return
  # shellcheck disable=SC2086  # flags are words
  ${CXX:-c++} -std=c++20 -w "$scratch/consumer/consumer.cpp" $flags -o "$scratch/consumer/by-pkg-config"
}
if command -v pkg-config >/dev/null; then
  expect "pkg-config knows the libraries" with_pkg_config
  expect "and that program runs too" prints "satisfied  A[] not deadlock" "$scratch/consumer/by-pkg-config" "$model"
fi

if command -v dpkg-shlibdeps >/dev/null; then
  expect "cpack makes Debian packages" cpack -G DEB --config "$build/CPackConfig.cmake" -B "$scratch/deb"
  mkdir "$scratch/clean"
  expect "the package unpacks into a clean tree" dpkg -x "$scratch"/deb/orbita_*.deb "$scratch/clean"
  expect "and the program in it runs" prints "satisfied     A[] not deadlock" "$scratch/clean/usr/bin/orbita" verify \
    "$scratch/clean/usr/share/doc/orbita/models/fischer.xml"
  if [[ -d $source/gui-bridge/web/dist ]]; then
    serve "$scratch/clean/usr/bin/orbita" serve "$scratch/clean/usr/share/doc/orbita/models" --port 0 --no-open
    expect "and has the web page in it" answers 'src="app.js"' /
    kill "$server"
  else
    echo "skipped: and has the web page in it (it was built without Node.js)"
  fi
  expect "and verifyta in a place of its own" prints "Formula is satisfied" "$scratch/clean/usr/lib/orbita/verifyta" "$model"
  expect "so that /usr/bin/verifyta may be UPPAAL's" test ! -e "$scratch/clean/usr/bin/verifyta"
  expect "the package's scripts unpack" dpkg -e "$scratch"/deb/orbita_*.deb "$scratch/control"
  mkdir "$scratch/bin"
  printf '#!/bin/sh\necho update-alternatives "$@"\n' >"$scratch/bin/update-alternatives"
  chmod +x "$scratch/bin/update-alternatives"
  expect "installing offers it as an alternative" prints \
    "update-alternatives --install /usr/bin/verifyta verifyta /usr/lib/orbita/verifyta 20" \
    env PATH="$scratch/bin:$PATH" "$scratch/control/postinst" configure
  expect "removing takes it back" prints "update-alternatives --remove verifyta /usr/lib/orbita/verifyta" \
    env PATH="$scratch/bin:$PATH" "$scratch/control/prerm" remove
  expect "and says what it needs" prints "libc6" dpkg -f "$scratch"/deb/orbita_*.deb Depends
  # Names that change with every release would tie the package to one.
  needs_no_dated_library() { ! dpkg -f "$scratch"/deb/orbita_*.deb Depends | grep -E 'libabsl|libfmt|libicu'; }
  expect "and no library whose name changes with every release" needs_no_dated_library
  if command -v lintian >/dev/null; then
    expect "lintian finds no errors" lintian --allow-root --fail-on error "$scratch"/deb/*.deb
  else
    echo "skipped: lintian finds no errors (lintian is not installed)"
  fi
  expect "the libraries are a package of their own" prints "liborbita-dev" dpkg -f "$scratch"/deb/liborbita-dev_*.deb Package
fi
exit "$((failures > 0))"
