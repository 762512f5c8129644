#!/usr/bin/env bash
# orbita serve as it is started by hand: whether a browser is opened, what is said without the page, Ctrl-C.
# Usage: serve_test.sh SOURCE-TREE ORBITA [ORBITA-WITHOUT-PAGE]
# shellcheck disable=SC2317  # expect calls what looks unused
set -mu  # with job control SIGINT reaches what runs in the background
source=$1 orbita=$2 pageless=${3:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$source/tests/scripts/expect.sh"
. "$source/tests/scripts/serving.sh"

mkdir "$scratch/bin"
cat >"$scratch/bin/xdg-open" <<'STUB'
#!/bin/sh
ls -l "$1" >"$OPENED.mode"
echo "$1" >"$OPENED.name"
cp "$1" "$OPENED.part" && mv "$OPENED.part" "$OPENED"
STUB
chmod +x "$scratch/bin/xdg-open"
export OPENED=$scratch/opened PATH=$scratch/bin:$PATH XDG_RUNTIME_DIR=$scratch
unset DISPLAY WAYLAND_DISPLAY
initialize='{"jsonrpc":"2.0","id":1,"method":"initialize"}'

opened() {
  for _ in {1..100}; do
    [[ ! -e $OPENED ]] || return 0
    sleep 0.1
  done
  return 1
}
not_opened() { sleep 0.3 && [[ ! -e $OPENED ]]; }
for_owner_only() { grep '^-rw-------' "$OPENED.mode"; }
gone() { [[ ! -e $(<"$OPENED.name") ]]; }

serve "$orbita" serve "$source/models" --port 0
expect "it prints an address with a token" [ "${url%%\?token=*}" = "http://127.0.0.1:$port/" ]
expect "without a display no browser is started" not_opened
expect "Ctrl-C ends it with code 0" ends

serve env DISPLAY=:0 "$orbita" serve "$source/models" --port 0 --no-open
has_page=no
answers 'src="app.js"' / && has_page=yes
expect "nor with --no-open" not_opened
ends

if [[ $has_page == yes ]]; then
  serve env DISPLAY=:0 "$orbita" serve "$source/models/fischer.xml" --port 0
  expect "where there is a display a browser is started" opened
  expect "with the address" grep -qF "$url" "$OPENED"
  expect "in a file that only its owner can read" for_owner_only
  expect "the page is there, and what it loads" answers "Content-Type: text/javascript" /app.js
  expect "the model of the command line is opened first" answers '"file":"fischer.xml"' /rpc POST "$initialize"
  ends
  expect "and when the server ends, the file with the token is gone" gone
else
  echo "skipped: where there is a display a browser is started (the page is not in the program)"
fi

if [[ -n $pageless ]]; then
  rm -f "$OPENED"
  serve env DISPLAY=:0 "$pageless" serve "$source/models" --port 0
  expect "without the page it says so, and how to get it" grep -q "without its web page (./run serve builds it)" "$scratch/said"
  expect "and shows that in the browser" answers "running, without its page" /
  expect "and opens none" not_opened
  expect "but the protocol is served" answers '"protocol":1' /rpc POST "$initialize"
  expect "and Ctrl-C ends it" ends
fi
exit $((failures > 0))
