#!/bin/sh
# build_page.sh FOLDER: builds the web page in FOLDER/dist with npm, unless it is newer than all its sources.
# Packages that cannot be had (no network) leave the page out, with a note; in CI that is an error.
web=$1
cd "$web" || exit 1
exec 9>.lock
flock 9

fail() {
  [ "${CI:-}" = true ] && { echo "orbita: $1" >&2; exit 1; }
  echo "orbita: $1; going on without it" >&2
  rm -rf dist
  exit 0
}

sources=$(find . -path ./node_modules -prune -o -path ./dist -prune -o -path ./tests -prune -o -type f ! -name .lock -newer dist/app.js -print 2>/dev/null | head -1)
[ -f dist/app.js ] && [ -z "$sources" ] && exit 0
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --no-audit --no-fund --loglevel=error </dev/null >npm.log 2>&1 || { cat npm.log >&2; fail "npm ci failed, so the web page cannot be built"; }
  touch node_modules/.package-lock.json
fi
npm run build --silent </dev/null >npm.log 2>&1 || { cat npm.log >&2; fail "the web page could not be built"; }
rm -f npm.log
