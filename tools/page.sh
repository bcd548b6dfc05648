#!/usr/bin/env bash
# Builds the page of reports (tools/page) as one file, build/page/index.html, or
# runs its tests. Returns at once when nothing has changed. Skips, and prints the
# reason, if this machine lacks Node or its packages cannot be installed.
#
#   tools/page.sh [--test]
#
# --test checks types and format, and opens the page in chromium with reports of
# leagues that the program in $COUILLON plays (default: build/release/bin). The
# exit code is 77 if the tests were skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly out=$PWD/build/page
readonly stamp=$out/.built
readonly installed=tools/page/node_modules/.installed
mkdir -p "$out"

say() { echo "page: $*"; }

# Whether a version such as v20.11 is at least another.
at_least() { printf '%s\n' "$2" "${1#v}" | sort --version-sort --check=quiet; }

# need COMMAND VERSION FOUND: prints what is missing, if anything is.
need() {
  if ! command -v "$1" >/dev/null; then
    echo "$1 is not installed (version $2 or later is needed)"
  elif ! at_least "$3" "$2"; then
    echo "$1 has version $3, but $2 or later is needed"
  fi
}

lacking() {
  need node 18.0 "$(node --version 2>/dev/null)"
  need npm 8.0 "$(npm --version 2>/dev/null)"
}

# Installs the packages of package-lock.json, unless it has done so.
packages() {
  local now
  now=$(sha256sum <tools/page/package-lock.json)
  if [[ -f $installed && $now == "$(<"$installed")" ]]; then return; fi
  (cd tools/page && npm ci --loglevel=error --no-audit --no-fund --ignore-scripts) \
    >"$out/npm.log" 2>&1 </dev/null || return 1
  echo "$now" >"$installed"
}

# What the page depends on: its sources, and this script.
fingerprint() {
  find tools/page tools/page.sh -type f -not -path '*/node_modules/*' \
    -not -path 'tools/page/tests/*' -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

# Fails if packages cannot be installed.
build() {
  local now start=$SECONDS
  now=$(fingerprint)
  if [[ -f $stamp && -f $out/index.html && $now == "$(<"$stamp")" ]]; then return; fi
  rm -f "$stamp"
  say "building"
  packages || return 1
  (cd tools/page && COUILLON_PAGE_OUT=$out npm run --silent build -- --logLevel=warn) || exit 1
  echo "$now" >"$stamp"
  say "built in $((SECONDS - start)) s"
}

# Two builds of one tree wait for each other.
exec 9>"$out/.lock"
flock 9

reason=$(lacking)
if [[ -n $reason ]]; then
  rm -f "$stamp"
  say "SKIPPED: $reason"
  [[ ${1-} != --test ]] || exit 77
  exit 0
fi

case "${1-}" in
  '')
    if ! build; then
      say "SKIPPED: npm could not install the packages; $out/npm.log says why"
    fi
    ;;
  --test)
    if ! command -v chromium >/dev/null; then
      say "SKIPPED: chromium is not installed; run tools/setup.sh --dev"
      exit 77
    fi
    if ! build || ! packages; then
      cat "$out/npm.log" >&2
      exit 1
    fi
    export COUILLON=${COUILLON:-$PWD/build/release/bin/couillon}
    cd tools/page
    npm run --silent check
    npm run --silent test
    ;;
  *)
    echo "usage: tools/page.sh [--test]" >&2
    exit 2
    ;;
esac
