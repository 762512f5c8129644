#!/usr/bin/env bash
# page_test.sh unit|browser SOURCE-FOLDER ORBITA: the tests of the web page (gui-bridge/web/tests). Where Node.js, the
# packages of the page or Chromium are missing they are skipped by name (77), in CI that is a failure.
set -u
kind=$1 source=$2 orbita=$3
cd "$source/gui-bridge/web" || exit 1

skip() {
  echo "skipped: page/${kind}_test ($1)"
  [[ ${CI:-} == true ]] && exit 1
  exit 77
}

command -v node >/dev/null || skip "Node.js is missing"
[[ -d node_modules/esbuild && -f dist/app.js ]] || skip "the page has not been built: npm ci and npm run build"
case $kind in
  unit) node_modules/.bin/tsc --noEmit && node tests/unit.mjs ;;
  browser) node tests/browser.mjs "$orbita" ;;
  *) echo "page_test.sh: no kind '$kind'" && exit 2 ;;
esac
