# What ./run and ./test share: install what is missing, configure, build. Sourced with `root` set to
# the source tree. Silent when there is nothing to do; otherwise one line per step on stderr, and the
# output of a step only when it fails. stdin and stdout belong to the program that runs afterwards.

# shellcheck shell=bash disable=SC2046,SC2086,SC2154  # package lists are words; root is the caller's

# The package list as it was when all of it was found installed: equal means no need to ask dpkg.
stamp="$root/build/.packages"

note() { printf 'orbita: %s\n' "$*" >&2; }

# Exit code 4, "our own error": codes 0 to 3 of ./run are verdicts, and a failed build is none. The
# next call asks dpkg again, in case a package has been removed.
give_up() {
  rm -f "$stamp"
  note "$*"
  exit 4
}

# quietly COMMAND…: the output is shown only if the command fails.
quietly() {
  local log="$root/build/last-step.log"
  "$@" </dev/null >"$log" 2>&1 && return
  local code=$?
  cat "$log" >&2
  return "$code"
}

# One build at a time in one source tree; a second caller waits here.
lock_tree() {
  mkdir -p "$root/build" || give_up "cannot write to $root"
  exec 9>"$root/build/.lock"
  flock -w 1 9 && return
  note "waiting for another build in $root"
  flock 9
}

unlock_tree() { exec 9>&-; }

packages() { sed -n 's/ *#.*//; /./p' "$root/cmake/packages.txt"; }

missing_packages() {
  comm -13 <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $(packages) 2>/dev/null |
    sed -n 's/^installed //p' | sort -u) <(packages | sort -u)
}

# The word to put before a command that needs root: nothing, sudo, or failure.
as_root() {
  if [[ $(id -u) == 0 ]]; then return; fi
  command -v sudo >/dev/null || return 1
  # A password can be asked for only where somebody sits.
  sudo -n true 2>/dev/null || [[ -t 2 ]] || return 1
  echo sudo
}

# apt_install PACKAGE…
apt_install() {
  local by_hand="apt-get update && apt-get install --no-install-recommends $*" sudo apt
  sudo=$(as_root) || give_up "these Debian packages are missing: $*
Installing them takes root (or sudo), which is not available here. Please have somebody run, as root:
  $by_hand"
  note "installing Debian packages: $*"
  read -ra apt <<<"$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300"
  # A failed update is tried once more; the lists a machine already has may do without it.
  quietly "${apt[@]}" update || quietly "${apt[@]}" update || note "going on without a fresh package list"
  quietly "${apt[@]}" install --no-install-recommends "$@" ||
    give_up "could not install them; by hand, as root: $by_hand"
}

install_packages() {
  if cmp -s "$root/cmake/packages.txt" "$stamp"; then return; fi
  if ! command -v dpkg-query >/dev/null; then
    note "not a Debian machine; the build expects what these Debian packages hold:" $(packages)
    return
  fi
  local missing
  missing=$(missing_packages)
  if [[ -n $missing ]]; then
    apt_install $missing
    missing=$(missing_packages)
    [[ -z $missing ]] || give_up "still missing after the installation:" $missing
  fi
  cp "$root/cmake/packages.txt" "$stamp"
}

# want COMMAND REASON PACKAGE…: installs the packages if the command is missing. What they are for is not needed
# everywhere: without them the caller goes on, except in CI.
want() {
  local command=$1 reason=$2
  shift 2
  command -v "$command" >/dev/null && return
  command -v dpkg-query >/dev/null && (apt_install "$@") && command -v "$command" >/dev/null && return
  [[ ${CI:-} == true ]] && give_up "$command is missing: $reason"
  note "going on without $command: $reason"
}

# Node.js builds the web page of orbita serve (gui-bridge/web); nothing else takes it.
want_node() {
  want node "the web page is left out" nodejs npm
  want npm "the web page is left out" npm
}

# configure PRESET FOLDER [CMAKE-ARGUMENT…]: all of it only when the folder is not yet configured for this source tree;
# from then on the build itself notices changed CMake files and new sources.
configure() {
  local preset=$1 name=$2 folder=$root/$2
  shift 2
  if [[ -f $folder/build.ninja ]] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    # Other arguments may be given now, and Node.js may have come since.
    if (($# > 0)) || { grep -q ORBITA_NODE-NOTFOUND "$folder/CMakeCache.txt" && command -v node >/dev/null; }; then
      quietly cmake "$folder" "$@" || give_up "cmake $name failed"
    fi
    return
  fi
  note "configuring $name/"
  (cd "$root" && quietly cmake --preset "$preset" --fresh "$@") || give_up "cmake --preset $preset failed"
}

# build FOLDER [TARGET…]: long builds say at every tenth how far they are.
build() {
  local folder=$1 line noted='' tenth=0 now log="$root/build/last-step.log"
  shift
  : >"$log"
  ninja -C "$root/$folder" -j "$(nproc)" "$@" </dev/null 2>&1 | while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    if [[ -z $noted && $line == *Building* ]]; then
      note "building $folder/ …"
      noted=yes
    fi
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && ((BASH_REMATCH[2] >= 20)); then
      now=$((10 * BASH_REMATCH[1] / BASH_REMATCH[2]))
      if ((now > tenth && now < 10)); then note "building $folder/ … $((10 * now)) %"; fi
      tenth=$now
    fi
  done
  [[ ${PIPESTATUS[0]} == 0 ]] && return
  grep -v -e '^ninja: Entering' -e '^\[[0-9]*/[0-9]*\] \(Building\|Linking\|Re-checking\)' "$log" >&2
  give_up "the build in $folder/ failed"
}
