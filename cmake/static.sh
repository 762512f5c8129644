#!/usr/bin/env bash
# Builds build-static/orbita: the program with everything linked in, which runs on any Linux of this processor with
# nothing installed. Prints its name. Installs missing Debian packages as ./run does.
set -u
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
. "$root/cmake/build.sh"

lock_tree
install_packages
configure static build-static
build build-static orbita
unlock_tree
echo "$root/build-static/orbita"
